"""Bytes to text, whatever the encoding, and text to lines, for every text file that is read."""

import codecs
import re

from ..errors import InputError

_SAMPLE = 1 << 16
# The marks of UTF-32 come first: that of its little-endian form begins with the mark of UTF-16.
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
# Control characters other than tabs, line ends and form feeds. Binary files are full of them.
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\x7f]")
_MOST_CONTROL = 0.002  # of the characters of a text; a few stray ones are replaced by spaces
_TERMINAL_COLOUR = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")
_END_OF_FILE = "\x1a"  # of DOS
# Where Latin-1 and Unicode have further control characters, Windows-1252 has dashes, quotes and the euro sign.
_C1 = re.compile(r"[\x80-\x9f]")
_WINDOWS_1252 = {
    chr(code): bytes([code]).decode("cp1252", errors="replace").replace("\ufffd", " ") for code in range(0x80, 0xA0)
}

# What can be neither shown nor written as UTF-8: control characters, and halves of surrogate pairs.
_NOT_PRINTABLE = re.compile("[\x00-\x08\x0b\x0e-\x1f\x7f\ud800-\udfff]")


class NotTextError(InputError):
    """A binary file where text was expected."""


def decode(data: bytes, name: str, *, advice: str = "") -> str:
    """The text of a file, its lines ended by LF, without marks, terminal colours and control characters.

    UTF-8, UTF-16 and UTF-32 with a byte order mark, UTF-16 without one, UTF-8, else Windows-1252. Bytes 0x80 to 0x9f
    are read as Windows-1252 even where a file was converted from Latin-1. A binary file is refused by its name, with
    the advice what to give instead.
    """
    text = _decoded(data).lstrip("\ufeff")
    if "\x1b" in text:
        text = _TERMINAL_COLOUR.sub("", text)
    text = text.rstrip(_END_OF_FILE)
    sample = text[:_SAMPLE]
    if len(_CONTROL.findall(sample)) > _MOST_CONTROL * len(sample):
        raise NotTextError(f"{name} is not text: it holds control characters, as binary files do. {advice}".rstrip())
    return _plain_line_ends(_C1.sub(lambda found: _WINDOWS_1252[found[0]], _CONTROL.sub(" ", text)))


def printable(text: str) -> str:
    """Text for pages and pictures: control characters and halves of surrogate pairs are replaced by U+FFFD."""
    return _NOT_PRINTABLE.sub("\ufffd", text)


def split_lines(text: str) -> list[str]:
    """The lines as an editor numbers them: ended by LF, CR LF or CR, and by nothing else (a form feed stays inside)."""
    lines = _plain_line_ends(text).split("\n")
    if not lines[-1]:
        lines.pop()
    return lines


def _plain_line_ends(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _decoded(data: bytes) -> str:
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return data.decode(encoding, errors="replace")
    wide = _unmarked_utf_16(data[:_SAMPLE])
    if wide:
        return data.decode(wide, errors="replace")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        pass
    lenient = data.decode("utf-8", errors="replace")
    broken = lenient.count("\ufffd")
    multibyte = sum(character > "\x7f" for character in lenient) - broken
    # UTF-8 with a few damaged bytes, not another encoding; ``decode`` turns Latin-1 into Windows-1252
    return lenient if multibyte > 10 * broken else data.decode("latin-1")


def _unmarked_utf_16(sample: bytes) -> str | None:
    """UTF-16 without a mark shows as zero bytes on one side of nearly every pair."""
    pairs = len(sample) // 2
    for offset, encoding in ((1, "utf-16-le"), (0, "utf-16-be")):
        zeros, others = sample[offset::2].count(0), sample[1 - offset :: 2].count(0)
        if zeros > 0.6 * pairs and others < 0.1 * pairs:
            return encoding
    return None
