"""Scene numbers in the margins of a heading: ``12A  INT. MILL - DAY  12A``, ``Sc 12 INT MILL``, ``SCENE 12: MILL``."""

import re

from .vocabulary import BEFORE_SETTING, SCENE_NUMBER, SETTING, SHOT, TIME_AFTER_DASH

_LEFT = re.compile(rf"^\W*({SCENE_NUMBER})(?:[.):]\s*|(\s+)|(?=(?:INT|EXT)[./\s]))(?=\S)")
_RIGHT = re.compile(rf"{SCENE_NUMBER}\.?$")
_SCENE = re.compile(
    r"^\s*(?:SCENE|SC\.?)\s*#?\s*(\d{1,4}[A-Z]?)(?:\s*[:.\-–—]+\s*|\s*(?=(?:INT|EXT)\b))(?=\S)", re.IGNORECASE
)
_SCENE_AGAIN = re.compile(r"(?<!\s)\s+SC(?:ENE|\.)?\s*#?\s*\d{1,4}[A-Z]?\s*$", re.IGNORECASE)


def take_scene_numbers(text: str) -> tuple[str, str, str]:
    """A line without the numbers in its margins, spaces for the left one, and the two numbers (or empty texts).

    They are taken off only where the rest of the line, or the space before it, shows that they are scene numbers.
    """
    if not any(map(str.isdigit, text)):
        return text, "", ""
    if match := _SCENE.match(text):
        return " " * match.end() + _SCENE_AGAIN.sub("", text[match.end() :]), match[1], ""
    left = _LEFT.match(text)
    before, last = last_word(text)
    stop = len(before.rstrip())
    gap = len(before) - stop
    right = last.rstrip(".") if gap and _RIGHT.match(last) else ""
    rest = text[left.end() if left else 0 : stop if right else len(text)].strip()
    if not rest or (left and right and stop <= left.end()):
        return text, "", ""
    wide_left = bool(left and len(left[2] or "") > 1)
    same = bool(left and right and left[1] == right and (gap > 1 or wide_left or rest.isupper()))
    setting = SETTING.match(rest) or BEFORE_SETTING.match(rest)
    heading = bool((setting and rest[:1].isupper()) or (TIME_AFTER_DASH.search(rest) and rest.isupper()))
    take_left = left and (same or heading or (rest.isupper() and (wide_left or SHOT.match(rest))))
    take_right = right and (same or (heading and (gap > 1 or rest[-1] == ")")) or gap > 5)
    start = left.end() if left and take_left else 0
    return (
        " " * start + text[start : stop if take_right else len(text)],
        left[1] if left and take_left else "",
        right if take_right else "",
    )


def last_word(text: str) -> tuple[str, str]:
    """All that stands before the last word, spaces included, and that word. (Searching for it would be quadratic.)"""
    last = text.rsplit(None, 1)[-1]
    return text[: len(text) - len(last)], last
