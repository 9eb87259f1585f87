"""From a screenplay to a story: one scene, one group of the people in it."""

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Mapping, Sequence

from ..errors import InputError
from ..screenplay.records import Kind, Script
from ..screenplay.vocabulary import SETTING
from .story import Group, Scene, Story, clean_name, clean_text

SUMMARY = 180
"""Length of the summary that a reader is shown, in letters: the first lines of the scene."""

_NUMBER = r"(?:ONE|TWO|THREE|FOUR|FIVE|SIX|SEVEN|EIGHT|NINE|TEN|[IVX]+|\d+)"
_PART = re.compile(rf"(?:ACT|PART|CHAPTER|EPISODE|BOOK) {_NUMBER}\b.{{0,50}}")
_SPOKEN = {Kind.DIALOGUE, Kind.CHARACTER, Kind.EXPRESSION, Kind.BLANK}

_DIES = r"(?<!stops )(?<!stop )(?<!the )(?:dies|is killed|dead(?=[.,;!?]|$| (?:on|in|at|before) ))"
_KILLS = r"(?:kills|murders|beheads|strangles|body of|corpse of|death of)"


def story_from_script(script: Script, *, locations: Mapping[int, str] | None = None) -> Story:
    """Scenes in order, each with its characters, location, length and first lines.

    A scene is as long as its lines in the script, of which a page is about a minute. Acts, parts and episodes are those
    that the script names.

    Parameters
    ----------
    locations : names of places by scene id, for instance from clustering the headings. Other scenes take the
        place from their heading.
    """
    if not script.scenes:
        raise InputError("the screenplay has no scene heading that can be recognised: there is nothing to draw.")
    starts = [scene.line for scene in script.scenes]
    written = Counter(bisect_right(starts, line.number) - 1 for line in script.lines if line.kind is not Kind.BLANK)
    named, parts = locations or {}, _parts(script, starts)
    speech: Counter[str] = Counter()
    scenes = []
    for s, scene in enumerate(script.scenes):
        for presence in scene.characters:
            speech[clean_name(presence.name)] += presence.words
        names = tuple(dict.fromkeys(clean_name(presence.name) for presence in scene.characters))
        in_heading = (*scene.parsed.parts, scene.parsed.place)[0]  # MINAS TIRITH of MINAS TIRITH - DOCKS
        place = named.get(scene.id, in_heading)
        known = None if place.startswith("(") else clean_name(place) or None  # "(no place named)"
        groups = (Group(names, known),) if names else ()
        summary = clean_text(scene.narrative, limit=SUMMARY)
        scenes.append(Scene(clean_text(scene.heading), groups, summary, 1.0 + written[s], parts.get(s, "")))
    minor = frozenset(clean_name(one.name) for one in script.characters if one.is_minor)
    spoken = {name: float(words) for name, words in speech.items()}
    return Story(clean_text(script.title), tuple(scenes), spoken, _deaths(script), minor)


def _parts(script: Script, starts: Sequence[int]) -> dict[int, str]:
    """Acts, parts and episodes by the index of the scene they start with; in Fountain also its sections."""
    result: dict[int, str] = {}
    for line in script.lines:
        text = line.text.strip(" .:-")
        section = script.format == "fountain" and line.kind is Kind.OTHER and text.isupper() and len(text) <= 60
        if line.kind not in _SPOKEN and ((section and not SETTING.match(text)) or _PART.fullmatch(text)):
            result[bisect_right(starts, line.number - 1)] = clean_text(text, limit=60)
    return result


def _deaths(script: Script) -> frozenset[str]:
    """The characters who die in their last scene, by what its action says."""
    narrative = {scene.id: scene.narrative for scene in script.scenes}
    last = {presence.name: scene.id for scene in script.scenes for presence in scene.characters}
    return frozenset(clean_name(name) for name, scene in last.items() if _dies(name, narrative[scene]))


def _dies(name: str, narrative: str) -> bool:
    words = [re.escape(word) for word in re.split(r"\W+", name) if len(word) > 2]
    if not words:
        return False
    who = rf"\b(?:{'|'.join(words)})\b"
    dies = rf"{who}(?:[ ,]+\w+){{0,6}}?[ ,]+{_DIES}\b|\b{_KILLS} (?:\w+ ){{0,2}}?{who}|{who}'s? (?:body|corpse|death)\b"
    return re.search(dies, " ".join(narrative.split()), re.IGNORECASE) is not None
