"""What a script is called: by its title page, by the web page around it, or by its file."""

import re
from collections.abc import Sequence
from pathlib import Path

from .readers.web_frame import web_title
from .records import Kind, Line
from .vocabulary import DATE, REVISION, TITLE_PAGE

_BY = re.compile(
    r"^(?:.{0,40}\b(?:written|screenplay|teleplay|story|script|adapted|created)\b.{0,30}\bby\b.*|by|by\s+[A-Z].*|"
    r"an?\s+(?:original\s+)?(?:screenplay|teleplay|script)\b.*|"
    r"(?:original\s+)?(?:screenplay|teleplay|shooting script))\W*$",
    re.IGNORECASE,
)
_ARTICLE_LAST = re.compile(r"^(?P<rest>.+), (?P<article>The|A|An|Le|La|Les|Der|Die|Das)(?P<more>\b.*)$", re.IGNORECASE)
_BY_ON_SAME = re.compile(r",?\s+(?:written\s+)?by\s+\S.*$", re.IGNORECASE)
_QUOTED = re.compile(r'^["“]([^"“”]+)|["“]([^"“”]+)["”]?$')
_LONGEST = 80
_FRONT = 60
"""Lines with text that a title page has at most."""


def title_of(lines: Sequence[Line], name: str) -> str:
    """The title from the title page, else from the page the script was on, else the file's name, tidied."""
    return _title_page(lines) or _unturned(web_title([line.text for line in lines])) or tidied(name)


def _title_page(lines: Sequence[Line]) -> str:
    """The first line of a front that names its writer further down, with the lines in capitals right below it.

    Empty where there is no such front.
    """
    front: list[tuple[int, str]] = []
    for line in lines:
        if line.kind is Kind.HEADING or len(front) > _FRONT:
            break
        if line.text and not line.furniture:
            front.append((line.number, line.text.strip(" '*_.-–—")))
    by = next((i for i, (_, text) in enumerate(front) if _BY.match(text)), 0)
    title, last = "", 0
    for number, text in front[:by]:
        if text.lower() in ("present", "presents"):
            title = ""
        elif not title and _can_be_title(text):
            title, last = text, number
        elif title and number == last + 1 and (title + text).isupper() and _can_be_title(f"{title} {text}"):
            title, last = f"{title} {text}", number
    title = _BY_ON_SAME.sub("", title).rstrip(" -–—")
    if quoted := _QUOTED.search(title):
        title = quoted[1] or quoted[2]  # of "SALT ROAD" -- A FILM, and of A. Writer's "Salt Road"
    return _closed(title.strip())


def _closed(title: str) -> str:
    """``S A L T   R O A D`` without the spaces between its letters."""
    words = [word.split(" ") for word in re.split(r" {2,}", title)]
    spaced = all(len(letter) == 1 for word in words for letter in word) and len(title) > 4
    return " ".join("".join(word) for word in words) if spaced else title


def _can_be_title(text: str) -> bool:
    return (
        0 < len(text) <= _LONGEST
        and any(map(str.isalpha, text))
        and not (_BY.match(text) or DATE.search(text) or REVISION.search(text))
        and not (TITLE_PAGE.search(text) and len(text.split()) < 4)
    )


def tidied(name: str) -> str:
    """A file's name as a title: ``Star-Wars-Return-of-the-Jedi.txt`` is ``Star Wars Return of the Jedi``.

    Hyphens and underscores become spaces where there is no other; ``Piano,-The`` is The Piano.
    """
    stem = Path(name).stem or name
    return _unturned(stem if " " in stem else re.sub(r"[-_]+", " ", stem).strip()) or name


def _unturned(title: str) -> str:
    """``Piano, The`` as The Piano."""
    match = _ARTICLE_LAST.match(title)
    return f"{match['article']} {match['rest']}{match['more']}" if match else title
