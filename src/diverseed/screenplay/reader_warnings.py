"""What a person should check: headings, cues and lines that the reader was not sure of. Bounded in number."""

from collections.abc import Iterator, Sequence

from .cast.cues import cue_name
from .records import Character, Kind, Line, ReaderWarning, Scene

_MOST = 12
"""Warnings of each sort that are shown."""
_UNSURE, _UNSURE_CUE = 0.6, 0.8
_SHOWN = 60
_MANY_SCENES, _FEW_SPEECHES = 10, 2
"""Of the false people among the first twelve of 85 films most were in more scenes and had fewer speeches."""
_SPEAKS = ("never speaks", "speaks once", "speaks twice")

Messages = Iterator[tuple[int, str]]
"""Lines and messages."""


def reader_warnings(
    lines: Sequence[Line], scenes: Sequence[Scene], characters: Sequence[Character]
) -> list[ReaderWarning]:
    """Warnings in the order of their lines, at most a dozen of each sort with a count of the rest."""
    sorts = {
        "suspect headings": _suspect_headings(lines, scenes),
        "cues that may not be names": _suspect_cues(lines, characters),
        "people who hardly speak": _hardly_speaking(characters),
        "unclassified lines": _unclassified(lines),
        "uncertain lines": _uncertain(lines),
    }
    warnings = []
    for what, messages in sorts.items():
        found = [ReaderWarning(line, message) for line, message in messages]
        warnings += found[:_MOST]
        if len(found) > _MOST:
            more = f"{what}: {len(found) - _MOST} more, the last at line {found[-1].line}"
            warnings.append(ReaderWarning(0, more))
    if scenes and not scenes[0].heading:
        warnings.append(ReaderWarning(scenes[0].line, "people speak before the first heading: scene 1 has none"))
    if not any(scene.heading for scene in scenes):
        warnings.append(ReaderWarning(0, "no scene headings were found: the script is one scene"))
    return sorted(warnings, key=lambda warning: warning.line)


def _quoted(text: str) -> str:
    return repr(text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…")


def _suspect_headings(lines: Sequence[Line], scenes: Sequence[Scene]) -> Messages:
    usual = sum(bool(scene.parsed.setting) for scene in scenes) > 0.8 * len(scenes)
    bare = {scene.line for scene in scenes if scene.heading and usual and not scene.parsed.setting}
    for line in lines:
        if line.kind is Kind.HEADING and (line.number in bare or line.confidence < _UNSURE):
            yield line.number, f"{_quoted(line.text)} may not be a scene heading"


def _suspect_cues(lines: Sequence[Line], characters: Sequence[Character]) -> Messages:
    once = {character.name for character in characters if character.speeches == 1}
    for line in lines:
        if line.kind is Kind.CHARACTER and line.confidence < _UNSURE_CUE and cue_name(line.text) in once:
            yield line.number, f"{_quoted(line.text)} may not be the name of a speaker"


def _hardly_speaking(characters: Sequence[Character]) -> Messages:
    """People seen again and again who say next to nothing: true of dogs and droids, and of words that name nobody."""
    for one in characters:
        if len(one.scenes) > _MANY_SCENES and one.speeches <= _FEW_SPEECHES:
            yield (
                one.line,
                f"{_quoted(one.name)} is in {len(one.scenes)} scenes and {_SPEAKS[one.speeches]}: found in the "
                f"narrative by {', '.join(map(_quoted, one.named_by[:3])) or 'nothing'}. If that names someone or "
                "something else, correct it with --overrides",
            )


def _unclassified(lines: Sequence[Line]) -> Messages:
    """Lines of no kind in the middle of the script that are not page furniture."""
    first = next((i for i, line in enumerate(lines) if line.kind is Kind.HEADING), len(lines))
    for line in lines[first:]:
        if line.kind is Kind.OTHER and not line.furniture and line.confidence < 1 and len(line.text) > 3:
            yield line.number, f"{_quoted(line.text)} was not classified: neither heading, narrative nor dialogue"


def _uncertain(lines: Sequence[Line]) -> Messages:
    for line in lines:
        if line.confidence < _UNSURE and line.kind not in (Kind.HEADING, Kind.CHARACTER, Kind.OTHER, Kind.BLANK):
            yield line.number, f"{_quoted(line.text)} was read as {line.kind}, with {line.confidence:.0%} confidence"
