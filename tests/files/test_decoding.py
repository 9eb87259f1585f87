"""Bytes to text: every encoding that people's files have, and binary files refused."""

import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diverseed.errors import InputError
from diverseed.files.decoding import decode, split_lines

TEXT = "Zoë’s café – “5 €”\nnaïve\n"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "cp1252"])
def test_every_encoding_gives_the_same_text(encoding) -> None:
    assert decode(TEXT.encode(encoding), "x") == TEXT


@pytest.mark.parametrize("mark", [codecs.BOM_UTF16_BE, codecs.BOM_UTF32_BE])
def test_big_endian_with_a_mark(mark) -> None:
    encoding = "utf-16-be" if mark == codecs.BOM_UTF16_BE else "utf-32-be"
    assert decode(mark + TEXT.encode(encoding), "x") == TEXT


def test_every_byte_of_windows_1252() -> None:
    for code in range(0x80, 0x100):
        try:
            expected = bytes([code]).decode("cp1252")
        except UnicodeDecodeError:
            expected = " "  # five bytes have no character
        assert decode(b"a" + bytes([code]) + b"b", "x") == f"a{expected}b", hex(code)


def test_windows_1252_that_was_converted_as_latin_1() -> None:
    converted = "“5 €” – ok".encode("cp1252").decode("latin-1").encode("utf-8")
    assert decode(converted, "x") == "“5 €” – ok"


def test_utf_8_with_a_damaged_byte_stays_utf_8() -> None:
    damaged = ("é" * 30).encode() + b"\xff" + "é".encode()
    assert decode(damaged, "x").count("é") == 31


def test_terminal_colours_and_stray_control_characters_go() -> None:
    log = "\x1b[31mERROR\x1b[0m disk\n" * 100
    assert decode(log.encode(), "app.log") == "ERROR disk\n" * 100
    assert decode(b"a\x00" + b"b" * 1000 + b"\x1a", "x") == "a " + "b" * 1000


@pytest.mark.parametrize("data", [b"PK\x03\x04\x00\x00\x08\x00", bytes(range(256)) * 4, b"\x00" * 100])
def test_binary_files_are_refused_with_advice(data) -> None:
    with pytest.raises(InputError, match=r"x\.bin is not text: .* Give lines\.$"):
        decode(data, "x.bin", advice="Give lines.")


def test_lines_end_as_in_an_editor() -> None:
    assert decode(b"a\r\nb\rc\n", "x") == "a\nb\nc\n"
    assert split_lines("a\r\nb\rc\n\nd\x0ce\u2028f") == ["a", "b", "c", "", "d\x0ce\u2028f"]
    assert split_lines("") == []
    assert split_lines("\n") == [""]


@given(st.binary(max_size=300))
def test_any_bytes_are_decoded_or_refused(data) -> None:
    try:
        text = decode(data, "x")
    except InputError:
        return
    assert not any(character < " " and character not in "\t\n\x0b\x0c" for character in text)
    assert "\r" not in text
