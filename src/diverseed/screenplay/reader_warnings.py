"""What a person should check: headings, cues and lines that the reader was not sure of. Bounded in number."""

from collections.abc import Sequence, Set

from .cast.cues import cue_name
from .records import Character, Kind, Line, ReaderWarning, Scene

_MOST = 12
"""Warnings of each sort that are shown."""
_UNSURE, _UNSURE_CUE = 0.6, 0.8
_SHOWN = 60
_MANY_SCENES, _FEW_SPEECHES = 10, 2
"""Of the false people among the first twelve of 85 films most were in more scenes and had fewer speeches."""
_SPEAKS = ("never speaks", "speaks once", "speaks twice")

_SORTS = (
    "suspect headings",
    "cues that may not be names",
    "people who hardly speak",
    "unclassified lines",
    "uncertain lines",
)


def reader_warnings(
    lines: Sequence[Line], scenes: Sequence[Scene], characters: Sequence[Character]
) -> list[ReaderWarning]:
    """Warnings in the order of their lines, at most a dozen of each sort with a count of the rest."""
    usual = sum(bool(scene.parsed.setting) for scene in scenes) > 0.8 * len(scenes)
    bare = {scene.line for scene in scenes if scene.heading and usual and not scene.parsed.setting}
    once = {character.name for character in characters if character.speeches == 1}
    found: dict[str, list[ReaderWarning]] = {sort: [] for sort in _SORTS}
    started = False
    for line in lines:
        started = started or line.kind is Kind.HEADING
        if doubt := _doubt(line, bare, once, started=started):
            found[doubt[0]].append(ReaderWarning(line.number, f"{_quoted(line.text)} {doubt[1]}"))
    # True of dogs and droids, and of words that name nobody.
    found["people who hardly speak"] = [
        ReaderWarning(
            one.line,
            f"{_quoted(one.name)} is in {len(one.scenes)} scenes and {_SPEAKS[one.speeches]}: found in the "
            f"narrative by {', '.join(map(_quoted, one.named_by[:3])) or 'nothing'}. If that names someone or "
            "something else, correct it with --overrides",
        )
        for one in characters
        if len(one.scenes) > _MANY_SCENES and one.speeches <= _FEW_SPEECHES
    ]
    warnings = []
    for what, own in found.items():
        warnings += own[:_MOST]
        if len(own) > _MOST:
            warnings.append(ReaderWarning(0, f"{what}: {len(own) - _MOST} more, the last at line {own[-1].line}"))
    if scenes and not scenes[0].heading:
        warnings.append(ReaderWarning(scenes[0].line, "people speak before the first heading: scene 1 has none"))
    if not any(scene.heading for scene in scenes):
        warnings.append(ReaderWarning(0, "no scene headings were found: the script is one scene"))
    return sorted(warnings, key=lambda warning: warning.line)


def _quoted(text: str) -> str:
    return repr(text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…")


def _doubt(line: Line, bare: Set[int], once: Set[str], *, started: bool) -> tuple[str, str] | None:
    """The sort and the wording of a doubt about a line. ``bare`` headings lack INT and EXT, ``once`` speak once."""
    match line.kind:
        case Kind.HEADING if line.number in bare or line.confidence < _UNSURE:
            return "suspect headings", "may not be a scene heading"
        case Kind.CHARACTER if line.confidence < _UNSURE_CUE and cue_name(line.text) in once:
            return "cues that may not be names", "may not be the name of a speaker"
        case Kind.OTHER if started and not line.furniture and line.confidence < 1 and len(line.text) > 3:
            return "unclassified lines", "was not classified: neither heading, narrative nor dialogue"
        case Kind.NARRATIVE | Kind.DIALOGUE | Kind.EXPRESSION | Kind.TRANSITION if line.confidence < _UNSURE:
            return "uncertain lines", f"was read as {line.kind}, with {line.confidence:.0%} confidence"
    return None
