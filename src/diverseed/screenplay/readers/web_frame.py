"""What a web page put above and below a script that was saved as text: title, writers, genres, links."""

import re
from collections.abc import Sequence

_WRITERS = re.compile(r"^Writers?\s*:", re.IGNORECASE)
_GENRES = re.compile(r"^Genres?\s*:", re.IGNORECASE)
_LINK = re.compile(
    r"^(?:Back to \S+|User Comments|(?:Read|View) (?:all )?(?:user )?comments\b.*|Internet Movie Script Database\b.*|"
    r"The (?:web's|Internet) .{0,40}scripts?\b.*|All Movie Scripts\b.*)$",
    re.IGNORECASE,
)
_CODE = re.compile(r"^(?:if\s*\(|(?:top|window|document|self|parent)\.\w|function\s|var\s|<!--|//\s?-->|-->|[{}]+;?$)")
_FRAME = 25
"""Lines with text at either end of a file among which the page's own lines are looked for."""


def web_frame(texts: Sequence[str]) -> set[int]:
    """Indices of the lines that belong to the page and not to the script."""
    start = _block_start(texts)
    filled = [index for index, text in enumerate(texts) if text]
    ends = filled[:_FRAME] + filled[-_FRAME:]
    found = {index for index in ends if _LINK.match(texts[index]) or _CODE.match(texts[index])}
    opened = next((index for index in filled[:_FRAME] if "<!--" in texts[index]), len(texts))
    closed = next((index for index in filled[:_FRAME] if index >= opened and "-->" in texts[index]), -1)
    found |= {index for index in filled if opened <= index <= closed}
    if start is not None:
        found |= {index for index in filled if index >= start}
    return found


def web_title(texts: Sequence[str]) -> str:
    """The title that the page gives the script, or an empty text."""
    start = _block_start(texts)
    title = "" if start is None else texts[start].strip()
    return "" if _WRITERS.match(title) or len(title) > 80 else title


def _block_start(texts: Sequence[str]) -> int | None:
    """Where the closing block begins: the line before ``Writers :``, with ``Genres :`` below it, at the end."""
    filled = [index for index, text in enumerate(texts) if text.strip()][-_FRAME:]
    for place, index in enumerate(filled):
        below = [texts[i].strip() for i in filled[place + 1 :]]
        if _WRITERS.match(texts[index].strip()) and any(map(_GENRES.match, below[:4])):
            return filled[place - 1] if place else index
    return None
