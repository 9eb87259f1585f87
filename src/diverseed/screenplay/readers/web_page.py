"""Scripts wrapped in a web page: tags and entities stripped, every line with the line of the page it comes from.

Linear in the length of the page, whatever the tags: no closing tag is looked for twice.
"""

import html
import re
from collections.abc import Iterator

from ..records import SourceLine
from ..vocabulary import words

_PAGE = re.compile(r"<\s*(?:!doctype\s+html|html|head|body|pre|table|div|p|br|font|title|meta)\b", re.IGNORECASE)
# A comment, which ends with the page if nothing else ends it, or a tag of at most 2000 characters.
_MARKUP = re.compile(r"(<!(?=--)(?:.*?-->|.*)|<[a-zA-Z/!?][^>]{0,1997}>)", re.DOTALL)
_TAG_NAME = re.compile(r"</?\s*([a-zA-Z][a-zA-Z0-9]{0,15})")
_TITLE = re.compile(r"<title[^<>]{0,200}>([^<>]{0,300})</title", re.IGNORECASE)
_BREAKING = words("br p div tr li h1 h2 h3 h4 h5 h6 table blockquote center pre hr dd dt article section")
_HIDDEN = words("script style head noscript select textarea svg iframe")
_LOOK = 4096
_LINE, _PASSED, _BREAK = "\ue000", "\ue001", "\ue002"
_MARKS = re.compile("([\ue000-\ue002])")
_SPACES = re.compile(r"[ \t]+")


def looks_like_page(text: str) -> bool:
    """Whether a text is a web page: known tags near its beginning, or a great many of them."""
    start = text[:_LOOK].lstrip().lower()
    if start.startswith(("<!doctype html", "<html", "<pre", "<head", "<body")):
        return True
    return len(_PAGE.findall(text[: 16 * _LOOK])) >= 20


def page_title(text: str) -> str:
    """The title of the page, as the title of the script."""
    match = _TITLE.search(text[: 16 * _LOOK])
    return " ".join(html.unescape(match[1]).split())[:200] if match else ""


def page_lines(text: str) -> list[SourceLine]:
    """The lines a reader of the page sees; of a page with preformatted text, what lies outside it is left out."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    preformatted = _inside_pre(text)
    marked = "".join(_marked(text, preformatted=preformatted))
    lines: list[SourceLine] = []
    current: list[str] = []
    number, started = 1, 0
    for part in _MARKS.split(marked):
        if part in (_LINE, _BREAK):
            lines.append(SourceLine(started or number, "".join(current)))
            current, started = [], 0
        elif part != _PASSED:
            current.append(part)
            started = started or (number if part.strip() else 0)
        number += part in (_LINE, _PASSED)
    lines.append(SourceLine(started or number, "".join(current)))
    return lines


def _marked(text: str, *, preformatted: bool) -> Iterator[str]:
    """The visible text with marks in it: a line of the source that shows, one that does not, a break made by a tag."""
    hidden, depth = "", 0
    for number, piece in enumerate(_MARKUP.split(text)):
        named = _TAG_NAME.match(piece) if number % 2 else None
        name, closing = named[1].lower() if named else "", piece.startswith("</")
        is_text = number % 2 == 0 or not (name or piece.startswith(("<!", "<?")))
        if is_text and not hidden and (depth > 0 or not preformatted):
            shown = _MARKS.sub(" ", html.unescape(piece.replace("\n", "\x00"))).replace("\x00", "\n")
            yield shown.replace("\n", _LINE) if preformatted else _SPACES.sub(" ", shown.replace("\n", f" {_PASSED}"))
            continue
        if hidden:
            hidden = "" if closing and name == hidden else hidden
        elif name in _HIDDEN and not closing:
            hidden = name
        elif name == "pre":
            depth = max(0, depth + (-1 if closing else 1))
        if name in _BREAKING and not (preformatted and name == "pre") and (name != "p" or not closing):
            yield _BREAK
        yield _PASSED * piece.count("\n")


def _inside_pre(text: str) -> bool:
    """Whether preformatted text makes up a good part of the page."""
    start = text.lower().find("<pre")
    stop = text.lower().rfind("</pre")
    return start >= 0 and (stop if stop > start else len(text)) - start > 0.3 * len(text)
