"""Bytes to text: UTF-8 with and without a byte order mark, UTF-16, Windows-1252, Latin-1."""

import re

from ...errors import InputError

# Tabs, line ends, form feeds and the end-of-file mark of DOS are text; other control characters are not.
_CONTROL = re.compile(r"[\x00-\x06\x0e-\x19\x1b-\x1f\x7f]")
_SAMPLE = 1 << 16
# Windows-1252 read as Latin-1 and saved again leaves its dashes and quotes where Unicode has control characters.
_C1 = {code: bytes([code]).decode("cp1252", errors="replace").replace("\ufffd", " ") for code in range(0x80, 0xA0)}
_LINE_END = re.compile(r"\r\n|\n|\r")


def decode(data: bytes, name: str) -> str:
    """The text of ``data``, whatever its encoding; a binary file is refused by ``name``."""
    text = _decode_marked(data)
    if text is None:
        text = _decode_wide(data)
    if text is None:
        text = _decode_narrow(data)
    text = text.lstrip("\ufeff").translate(_C1)
    sample = text[:_SAMPLE]
    if len(_CONTROL.findall(sample)) > 0.002 * len(sample):
        raise InputError(
            f"{name} is not text: it holds control characters, as binary files do. "
            "Give a screenplay as Fountain, Final Draft (.fdx), plain text, a web page or a PDF with text."
        )
    return _CONTROL.sub(" ", text)


def split_lines(text: str) -> list[str]:
    """The lines as an editor numbers them: ended by LF, CR LF or CR, and by nothing else (a form feed stays inside)."""
    lines = _LINE_END.split(text)
    if lines and not lines[-1]:
        lines.pop()
    return lines


def _decode_marked(data: bytes) -> str | None:
    if data.startswith(b"\xef\xbb\xbf"):
        return data.decode("utf-8-sig", errors="replace")
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", errors="replace")
    return None


def _decode_wide(data: bytes) -> str | None:
    """UTF-16 without a mark shows as zero bytes on one side of nearly every pair."""
    sample = data[:_SAMPLE]
    pairs = len(sample) // 2
    if not pairs:
        return None
    for offset, encoding in ((1, "utf-16-le"), (0, "utf-16-be")):
        zeros = sample[offset::2].count(0)
        if zeros > 0.6 * pairs and sample[1 - offset :: 2].count(0) < 0.1 * pairs:
            return data.decode(encoding, errors="replace")
    return None


def _decode_narrow(data: bytes) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        pass
    lenient = data.decode("utf-8", errors="replace")
    broken = lenient.count("\ufffd")
    multibyte = sum(character > "\x7f" for character in lenient) - broken
    if multibyte > 10 * broken:  # UTF-8 with a scratch, not another encoding
        return lenient
    try:
        return data.decode("cp1252")
    except UnicodeDecodeError:
        return data.decode("latin-1")
