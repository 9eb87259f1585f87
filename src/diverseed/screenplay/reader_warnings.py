"""What a person should look at: headings, cues and lines the reader was not sure of. Bounded in number."""

from collections.abc import Sequence

from .cast.cues import cue_name
from .records import Character, Kind, Line, Scene, Warning

_EACH = 12
_UNSURE = 0.6
_SHOWN = 60
_MANY_SCENES, _FEW_SPEECHES = 10, 2
"""Of the false people among the first twelve of 85 films most were in more scenes and had fewer speeches."""


def doubts_of(lines: Sequence[Line], scenes: Sequence[Scene], characters: Sequence[Character]) -> list[Warning]:
    """Warnings in the order of their lines, at most a dozen of each sort with a count of the rest."""
    doubts = (
        _some(_suspect_headings(lines, scenes), "suspect headings")
        + _some(_suspect_cues(lines, characters), "cues that may not be names")
        + _some(_hardly_speaking(characters), "people who hardly speak")
        + _some(_left_over(lines), "lines left over")
        + _some(_unsure(lines), "unsure lines")
    )
    if scenes and not scenes[0].heading:
        doubts.append(Warning(scenes[0].line, "people speak before the first heading: scene 1 has none"))
    if not any(scene.heading for scene in scenes):
        doubts.append(Warning(0, "no scene headings were found: the script is one scene"))
    return sorted(doubts, key=lambda doubt: doubt.line)


def _some(doubts: list[Warning], what: str) -> list[Warning]:
    if len(doubts) <= _EACH:
        return doubts
    return [*doubts[:_EACH], Warning(0, f"{len(doubts) - _EACH} more {what}, the last at line {doubts[-1].line}")]


def _quoted(text: str) -> str:
    return repr(text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…")


def _suspect_headings(lines: Sequence[Line], scenes: Sequence[Scene]) -> list[Warning]:
    usual = sum(bool(scene.parsed.setting) for scene in scenes) > 0.8 * len(scenes)
    bare = {scene.line for scene in scenes if scene.heading and usual and not scene.parsed.setting}
    return [
        Warning(line.number, f"{_quoted(line.text)} may not be a scene heading")
        for line in lines
        if line.kind is Kind.HEADING and (line.number in bare or line.confidence < _UNSURE)
    ]


def _suspect_cues(lines: Sequence[Line], characters: Sequence[Character]) -> list[Warning]:
    once = {character.name for character in characters if character.speeches == 1}
    return [
        Warning(line.number, f"{_quoted(line.text)} may not be the name of a speaker")
        for line in lines
        if line.kind is Kind.CHARACTER and line.confidence < 0.8 and cue_name(line.text) in once
    ]


def _hardly_speaking(characters: Sequence[Character]) -> list[Warning]:
    """People seen again and again who say next to nothing: true of dogs and droids, and of words that name nobody."""
    return [
        Warning(
            one.line,
            f"{_quoted(one.name)} is in {len(one.scenes)} scenes and speaks {_times(one.speeches)}: the narrative was "
            f"matched by {', '.join(map(_quoted, one.named_by[:3])) or 'nothing'}. If that names someone or something "
            "else, correct it with --overrides",
        )
        for one in characters
        if len(one.scenes) > _MANY_SCENES and one.speeches <= _FEW_SPEECHES
    ]


def _times(count: int) -> str:
    return ("never", "once", "twice")[count] if count < 3 else f"{count} times"


def _left_over(lines: Sequence[Line]) -> list[Warning]:
    """Lines of no kind in the middle of the script that are not page furniture of a known form."""
    first = next((i for i, line in enumerate(lines) if line.kind is Kind.HEADING), len(lines))
    return [
        Warning(line.number, f"{_quoted(line.text)} was left over: neither heading, narrative nor dialogue")
        for line in lines[first:]
        if line.kind is Kind.OTHER and not line.furniture and line.confidence < 1 and len(line.text) > 3
    ]


def _unsure(lines: Sequence[Line]) -> list[Warning]:
    return [
        Warning(line.number, f"{_quoted(line.text)} was read as {line.kind}, with {line.confidence:.0%} confidence")
        for line in lines
        if line.confidence < _UNSURE and line.kind in (Kind.NARRATIVE, Kind.DIALOGUE, Kind.TRANSITION, Kind.EXPRESSION)
    ]
