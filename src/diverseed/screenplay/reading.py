"""From a file to a `Script`: the format is recognised by content, read, and checked for being a screenplay at all."""

from collections.abc import Sequence
from pathlib import Path

from ..errors import InputError
from .doubts import doubts_of
from .encoding import decode, split_lines
from .final_draft import read_final_draft
from .fountain import looks_like_fountain, read_fountain
from .portable_document import pdf_lines
from .records import Kind, Line, Script, SourceLine, Warning
from .scenes import build_scenes
from .signals import cue_key
from .tagger import tag_lines
from .vocabulary import SCENE_WORD, SETTING, TIME_AFTER_DASH
from .web_page import looks_like_page, page_lines, page_title

MAX_BYTES = 20_000_000
MAX_CHARACTERS = 4_000_000
MAX_LINES = 60_000
_WAY_OUT = "Give a screenplay as Fountain, Final Draft (.fdx), plain text, a web page or a PDF with text."
_FOREIGN = {
    b"PK\x03\x04": "a ZIP archive (as .docx, .odt, .epub and .celtx files are)",
    b"\xd0\xcf\x11\xe0": "an old Word document (.doc)",
    b"{\\rtf": "a rich text document (.rtf)",
    b"\x89PNG": "a picture",
    b"\xff\xd8\xff": "a picture",
    b"\x1f\x8b": "a gzip archive",
}


def read(source: Path | bytes, name: str = "") -> Script:
    """Read a screenplay from a file or from bytes.

    Parameters
    ----------
    source : path of a file, or its content
    name : what to call the content in messages; its ending (.fountain) is a hint where the content leaves a doubt

    Raises
    ------
    InputError : the file cannot be read, is too large (20 MB, or 4 million characters of text) or is no screenplay
    """
    if isinstance(source, bytes):
        data, name = source, name or "the input"
    else:
        data, name = _load(Path(source)), name or Path(source).name
    if len(data) > MAX_BYTES:
        raise InputError(
            f"{name} has {len(data):,} bytes; a screenplay of more than {MAX_BYTES:,} is not read. {_WAY_OUT}"
        )
    if not data.strip(b" \t\r\n\x00\xef\xbb\xbf\xff\xfe"):
        raise InputError(f"{name} is empty. {_WAY_OUT}")
    title, form, lines, remarks = _read_format(data, name)
    _check_screenplay(lines, form, name)
    scenes, characters = build_scenes(lines)
    warnings = [Warning(0, remark) for remark in remarks] + doubts_of(lines, scenes, characters)
    return Script(title or Path(name).stem, form, tuple(lines), scenes, characters, tuple(warnings))


def _load(path: Path) -> bytes:
    try:
        if path.is_dir():
            raise InputError(f"{path} is a folder. Name the screenplay inside it.")
        with path.open("rb") as handle:
            return handle.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        if isinstance(error, InputError):
            raise
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise InputError(f"cannot read {path}: {reason}. Check the name and the permissions.") from error


def _read_format(data: bytes, name: str) -> tuple[str, str, list[Line], list[str]]:
    """Title, format, tagged lines and remarks, by the reader the content asks for."""
    if b"%PDF-" in data[:1024]:
        title, source, remarks = pdf_lines(data, name)
        return title, "pdf", tag_lines(source), remarks
    for magic, what in _FOREIGN.items():
        if data.startswith(magic):
            raise InputError(f"{name} is {what}, which is not read. {_WAY_OUT}")
    text = decode(data, name)
    if len(text) > MAX_CHARACTERS:
        raise InputError(
            f"{name} has {len(text):,} characters; a screenplay has a few hundred thousand, and more than "
            f"{MAX_CHARACTERS:,} are not read. {_WAY_OUT}"
        )
    head = text[:4096].lstrip()
    if "<FinalDraft" in head or (head.startswith("<?xml") and not looks_like_page(text)):
        title, lines = read_final_draft(data, name)
        return title, "fdx", lines, []
    if looks_like_page(text):
        source = page_lines(text)
        _check_length(source, name)
        _check_worth_tagging(source, name)
        return page_title(text), "html", tag_lines(source), []
    texts = split_lines(text)
    _check_length(texts, name)
    source = [SourceLine(number, content) for number, content in enumerate(texts, 1)]
    if name.lower().endswith((".fountain", ".spmd")) or looks_like_fountain(texts):
        title, lines = read_fountain(source)
        return title, "fountain", lines, []
    _check_worth_tagging(source, name)
    return "", "text", tag_lines(source), []


def _check_length(lines: Sequence[object], name: str) -> None:
    if len(lines) > MAX_LINES:
        raise InputError(
            f"{name} has {len(lines):,} lines; a screenplay has some ten thousand, and more than {MAX_LINES:,} are not "
            f"read. {_WAY_OUT}"
        )


def _check_worth_tagging(lines: Sequence[SourceLine], name: str) -> None:
    """Refuse at once what has neither headings nor anything like cues: logs, tables, most novels."""
    filled = [line.text.strip()[:100] for line in lines if line.text.strip()]
    headings = sum(bool(SETTING.match(text.lstrip("0123456789. \t"))) for text in filled)
    short = sum(len(text) <= 40 and text[-1] not in ".?!,;" for text in filled)
    if headings < 2 and short < 0.02 * len(filled):
        raise _no_screenplay(
            name, f"of its {len(filled):,} lines {headings} look like scene headings and {short} could name a speaker"
        )


def _check_screenplay(lines: Sequence[Line], form: str, name: str) -> None:
    """A screenplay has headings with INT, EXT or a time of day, or people who speak again and again."""
    filled = [line for line in lines if line.kind is not Kind.BLANK]
    headings = [line for line in filled if line.kind is Kind.HEADING]
    cues = [line for line in filled if line.kind is Kind.CHARACTER or line.speaker]
    if form in ("fountain", "fdx"):
        enough = bool(headings or cues)
    else:
        marked = sum(
            bool(SETTING.match(line.text) or TIME_AFTER_DASH.search(line.text[:200]) or SCENE_WORD.match(line.text))
            for line in headings
        )
        keys = [cue_key(line.speaker or line.text) for line in cues]
        again = len(keys) - len(set(keys))
        enough = marked >= max(1, len(filled) / 1000) or again >= max(3, 0.03 * len(filled))
    if not enough:
        raise _no_screenplay(name, f"{len(headings)} scene headings and {len(cues)} cues in {len(filled):,} lines")


def _no_screenplay(name: str, found: str) -> InputError:
    return InputError(
        f"{name} does not look like a screenplay: {found}. A screenplay has headings (INT. HOUSE - DAY) or "
        f"the names of speakers on lines of their own. {_WAY_OUT}"
    )
