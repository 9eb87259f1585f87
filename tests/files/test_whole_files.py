"""Files read whole, up to a limit; what cannot be read is named."""

import io
from types import SimpleNamespace

import pytest

from diverseed.errors import InputError
from diverseed.files.whole_files import read_whole


def test_a_file_and_standard_input(tmp_path, monkeypatch) -> None:
    path = tmp_path / "x"
    path.write_bytes(b"abc")
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(b"piped")))
    assert read_whole(path) == read_whole(str(path), limit=3) == b"abc"
    assert read_whole("-") == b"piped"


def test_what_cannot_be_read_is_named(tmp_path) -> None:
    path = tmp_path / "x"
    path.write_bytes(b"abcd")
    with pytest.raises(InputError, match=r"x exceeds the limit of 3 bytes"):
        read_whole(path, limit=3)
    with pytest.raises(InputError, match=r"there is no file .*absent"):
        read_whole(tmp_path / "absent")
    with pytest.raises(InputError, match="is a folder"):
        read_whole(tmp_path)
    with pytest.raises(InputError, match="cannot read"):
        read_whole("a\x00b")
