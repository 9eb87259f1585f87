"""Whether a file holds a story, ready to be drawn, or a screenplay, to be read first."""

import os
from pathlib import Path

from ..errors import InputError
from ..screenplay.vocabulary import SETTING
from .story import Story, named_story, read_story

_OPENING = 20_000
"""Bytes at the start of a text file that tell a story from a screenplay."""


def given_story(source: Path | bytes) -> Story | None:
    """The story that a file, or content already read, holds; None if it is something else, to be read as a screenplay.

    A file that ends in ``.json`` is a story; one that ends in ``.txt`` or ``.tsv``, if its lines look like one.
    """
    if isinstance(source, bytes):
        marked_up = source.startswith((b"<", b"%PDF"))  # may be a single line with a comma
        text = source.decode("utf-8", errors="replace")
        return named_story(text, "standard input") if is_story(text) and not marked_up else None
    if not os.path.isfile(source):
        raise InputError(f"{source} is not a file. Check the name: give a screenplay or a story, - or example:NAME.")
    if source.suffix.lower() in {".txt", ".tsv"}:
        with source.open(encoding="utf-8", errors="replace") as stream:
            return read_story(source) if is_story("".join(stream.readlines(_OPENING))) else None
    return read_story(source) if source.suffix.lower() == ".json" else None


def is_story(text: str) -> bool:
    """Whether text is a story in one of the two forms, and not a screenplay.

    JSON is one. So are lines half of which hold a TAB or a comma, without a scene heading or an indent among them.
    """
    if text.lstrip("\ufeff \t\r\n").startswith("{"):
        return True
    lines = [line for line in text.lstrip("\ufeff").splitlines() if line.strip()]
    if not lines or any(line[0].isspace() or SETTING.match(line) for line in lines):
        return False
    return 2 * sum("\t" in line or "," in line for line in lines) >= len(lines)
