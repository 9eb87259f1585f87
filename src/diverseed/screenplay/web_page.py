"""Scripts wrapped in a web page: tags and entities stripped, every line with the line of the page it comes from.

Linear in the length of the page, whatever the tags: no closing tag is looked for twice.
"""

import html
import re
from collections.abc import Iterator

from .encoding import split_lines
from .records import SourceLine
from .vocabulary import words

_PAGE = re.compile(r"<\s*(?:!doctype\s+html|html|head|body|pre|table|div|p|br|font|title|meta)\b", re.IGNORECASE)
_TAG_NAME = re.compile(r"</?\s*([a-zA-Z][a-zA-Z0-9]{0,15})")
_TITLE = re.compile(r"<title[^<>]{0,200}>([^<>]{0,300})</title", re.IGNORECASE)
_BREAKING = words("br p div tr li h1 h2 h3 h4 h5 h6 table blockquote center pre hr dd dt article section")
_HIDDEN = words("script style head noscript select textarea svg iframe")
_LOOK = 4096


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
    pieces = list(_pieces(text, preformatted_only=preformatted))
    lines: list[SourceLine] = []
    current: list[str] = []
    number = started = 1
    for visible, piece in pieces:
        if not visible:
            breaks = _tag(piece) in _BREAKING and not (preformatted and _tag(piece) == "pre")
            if breaks and (current or _tag(piece) in ("br", "p")):
                lines.append(SourceLine(started, "".join(current)))
                current, started = [], number
        newlines = piece.count("\n")
        if visible and preformatted:
            head, *rest = split_lines(html.unescape(piece) + "\n")
            current.append(head)
            for offset, line in enumerate(rest, 1):
                lines.append(SourceLine(started, "".join(current)))
                current, started = [line], number + offset
        elif visible:
            current.append(re.sub(r"\s+", " ", html.unescape(piece)))
        number += newlines
        started = started if "".join(current).strip() else number
    lines.append(SourceLine(started, "".join(current)))
    return lines


def _inside_pre(text: str) -> bool:
    """Whether preformatted text makes up a good part of the page."""
    start = text.lower().find("<pre")
    stop = text.lower().rfind("</pre")
    return start >= 0 and (stop if stop > start else len(text)) - start > 0.3 * len(text)


def _tag(piece: str) -> str:
    match = _TAG_NAME.match(piece)
    return match[1].lower() if match else ""


def _pieces(text: str, *, preformatted_only: bool) -> Iterator[tuple[bool, str]]:
    """Text (True) and everything else (False), in order; joined, they are the page again."""
    position, hidden, depth = 0, "", 0
    while position < len(text):
        start = text.find("<", position)
        start = start if start >= 0 else len(text)
        if start > position:
            yield not hidden and (depth > 0 or not preformatted_only), text[position:start]
        if start == len(text):
            return
        stop, piece = _markup(text, start)
        name, closing = _tag(piece), piece.startswith("</")
        if hidden:
            hidden = "" if closing and name == hidden else hidden
        elif name in _HIDDEN and not closing:
            hidden = name
        elif name == "pre":
            depth = max(0, depth + (-1 if closing else 1))
        is_text = not name and not piece.startswith(("<!", "<?"))
        yield is_text and not hidden and (depth > 0 or not preformatted_only), piece
        position = stop


def _markup(text: str, start: int) -> tuple[int, str]:
    """End and text of the tag, comment or stray ``<`` at ``start``; a tag is never longer than 2000 characters."""
    if text.startswith("<!--", start):
        stop = text.find("-->", start)
        stop = stop + 3 if stop >= 0 else len(text)
        return stop, text[start:stop]
    following = text[start + 1 : start + 2]
    if not (following.isalpha() or following in "/!?"):
        return start + 1, "<"
    stop = text.find(">", start, start + 2000)
    return (stop + 1, text[start : stop + 1]) if stop >= 0 else (start + 1, "<")
