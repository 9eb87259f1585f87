"""From a file to a `Script`: the format is recognised by content, read, and checked for being a screenplay at all."""

from collections.abc import Sequence
from pathlib import Path

from ...errors import InputError
from ...files.decoding import decode, split_lines
from ..reader_warnings import reader_warnings
from ..records import Line, ReaderWarning, Script, SourceLine
from ..scenes import build_scenes
from ..tagging.tagger import tag_lines
from ..titles import title_of
from .final_draft import read_final_draft
from .fountain import looks_like_fountain, read_fountain
from .pdf import pdf_lines
from .recognition import FORMATS_READ, check_screenplay, check_worth_tagging, is_named_fountain
from .web_page import looks_like_page, page_lines, page_title

MAX_BYTES = 20_000_000
MAX_CHARACTERS = 4_000_000
MAX_LINES, MAX_FILLED_LINES, MAX_VISIBLE = 60_000, 20_000, 1_500_000
"""Lines, lines that are not blank, characters without the indents: several times the longest script, and what is read
in a few seconds."""
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
    name : what to call the content in messages; the extension .fountain or .spmd makes it Fountain

    Raises
    ------
    InputError : the file cannot be read, is too large (20 MB, or 4 million characters of text) or is not a screenplay
    """
    if isinstance(source, bytes):
        data, name = source, name or "the input"
    else:
        data, name = _load(Path(source)), name or Path(source).name
    if len(data) > MAX_BYTES:
        raise InputError(f"{name} has {len(data):,} bytes; the limit is {MAX_BYTES:,}. {FORMATS_READ}")
    if not data.strip(b" \t\r\n\x00\xef\xbb\xbf\xff\xfe"):
        raise InputError(f"{name} is empty. {FORMATS_READ}")
    title, form, lines, remarks = _read_format(data, name)
    check_screenplay(lines, form, name)
    scenes, characters = build_scenes(lines)
    warnings = [ReaderWarning(0, remark) for remark in remarks] + reader_warnings(lines, scenes, characters)
    return Script(title or title_of(lines, name), form, tuple(lines), scenes, characters, tuple(warnings))


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
        _check_length([line.text for line in source], name)
        return title, "pdf", tag_lines(source), remarks
    for magic, what in _FOREIGN.items():
        if data.startswith(magic):
            raise InputError(f"{name} is {what}, an unsupported format. {FORMATS_READ}")
    text = decode(data, name, advice=FORMATS_READ)
    if len(text) > MAX_CHARACTERS:
        raise InputError(
            f"{name} has {len(text):,} characters; a screenplay has a few hundred thousand, and the limit is "
            f"{MAX_CHARACTERS:,}. {FORMATS_READ}"
        )
    head = text[:4096].lstrip()
    if head.startswith("<") and ("<FinalDraft" in head or (head.startswith("<?xml") and not looks_like_page(text))):
        title, lines = read_final_draft(data, name)
        _check_length([line.text for line in lines], name)
        return title, "fdx", lines, []
    if looks_like_page(text):
        source = page_lines(text)
        _check_length([line.text for line in source], name)
        check_worth_tagging(source, name)
        return page_title(text), "html", tag_lines(source), []
    texts = split_lines(text)
    _check_length(texts, name)
    source = [SourceLine(number, content) for number, content in enumerate(texts, 1)]
    if is_named_fountain(name) or looks_like_fountain(texts):
        title, lines = read_fountain(source)
        return title, "fountain", lines, []
    check_worth_tagging(source, name)
    return "", "text", tag_lines(source), []


def _check_length(lines: Sequence[str], name: str) -> None:
    filled = [line.strip() for line in lines if not line.isspace() and line]
    characters = sum(map(len, filled))
    for count, limit, what in (
        (len(lines), MAX_LINES, "lines"),
        (len(filled), MAX_FILLED_LINES, "lines with text"),
        (characters, MAX_VISIBLE, "characters of text"),
    ):
        if count > limit:
            raise InputError(
                f"{name} has {count:,} {what}; the limit is {limit:,}, three times that of a long screenplay. "
                f"{FORMATS_READ}"
            )
