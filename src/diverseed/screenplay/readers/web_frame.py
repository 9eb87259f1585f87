"""What a web page put above and below a script that was saved as text: title, writers, genres, links."""

import re
from collections.abc import Sequence

_WRITERS = re.compile(r"^Writers?\s*:", re.IGNORECASE)
_GENRES = re.compile(r"^Genres?\s*:", re.IGNORECASE)
_FRAME = 25
"""Lines with text at either end of a file among which the page's own lines are looked for."""


def web_frame(texts: Sequence[str]) -> set[int]:
    """Indices of the lines that belong to the page and not to the script."""
    start = _block_start(texts)
    filled = [index for index, text in enumerate(texts) if text]
    opened = next((index for index in filled[:_FRAME] if "<!--" in texts[index]), len(texts))
    closed = next((index for index in filled[:_FRAME] if index >= opened and "-->" in texts[index]), -1)
    return {index for index in filled if opened <= index <= closed or (start is not None and index >= start)}


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
