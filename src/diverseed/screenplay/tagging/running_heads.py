"""Running heads: lines a printer put at the top or foot of every page, which are no part of the script.

A line that comes back is more often content than furniture: a person speaks again, the story returns to a place, a
pause is written the same way. What sets a running head apart is the page: it counts pages, or stands beside a page
number, or comes back at the distance of a page with a regularity that no story has.
"""

import itertools
import re
from collections import defaultdict
from collections.abc import Sequence, Set
from statistics import fmean, pstdev

from ..records import MarginLine
from ..vocabulary import EXTENSION, HOUR, MOMENT, SETTING, TIME_AFTER_DASH, TRANSITION

PAGE_LINES = (15, 130)
"""Lines of one page: from one without blank lines to one double spaced."""

_NEAR = 3
"""Lines between a running head and the mark of a page, at most."""
_DIGITS = re.compile(r"\d+")
_OPENERS = frozenset("([")


def running_heads(lines: Sequence[MarginLine], page_marks: Set[int]) -> set[int]:
    """Indices of the lines that come back page after page with nothing but their digits changed.

    ``page_marks`` are the indices of page numbers, CONTINUED and form feeds.
    """
    places: dict[str, list[int]] = defaultdict(list)
    for index, line in enumerate(lines):
        if 4 <= len(line.text) <= 90 and line.text[0] not in _OPENERS:
            places[_DIGITS.sub("0", line.text)].append(index)
    recurring = {shape: indices for shape, indices in places.items() if len(indices) > 1 and not _is_content(shape)}
    if not recurring:
        return set()
    beside_page = {mark + step for mark in page_marks for step in range(-_NEAR, _NEAR + 1)}
    return {
        index
        for shape, indices in recurring.items()
        if _counts_pages([lines[i] for i in indices], indices, cue=_is_cue(shape))
        or (_comes_with_pages(shape, indices, beside_page) and _is_alone(indices, lines))
        for index in indices
    }


def _is_content(shape: str) -> bool:
    """Whether a line belongs to the story however often it comes back: headings, times, transitions, cues gone on."""
    return bool(
        SETTING.match(shape)
        or TRANSITION.match(shape)
        or TIME_AFTER_DASH.search(shape)
        or EXTENSION.search(shape)
        or (len(shape.split()) <= 5 and (HOUR.search(shape) or MOMENT.search(shape)))
    )


def _is_cue(shape: str) -> bool:
    return len(shape.split()) <= 3 and shape.isupper()


def _counts_pages(lines: Sequence[MarginLine], indices: Sequence[int], *, cue: bool) -> bool:
    """Whether the last number of each line grows by one for every page of lines that lies between."""
    in_margin = all(line.right and not line.left for line in lines)
    if len(lines) < (2 if in_margin else 5 if cue else 3):
        return False
    numbers = [int(found[-1][:9]) for line in lines if (found := _DIGITS.findall(line.right or line.text))]
    if len(numbers) < len(lines):
        return False
    shortest, longest = PAGE_LINES
    steps = zip(itertools.pairwise(numbers), itertools.pairwise(indices), strict=True)
    return all(0 < b - a <= 5 and shortest <= (j - i) / (b - a) <= longest for (a, b), (i, j) in steps)


def _is_alone(indices: Sequence[int], lines: Sequence[MarginLine]) -> bool:
    """Whether what stands above a line, or below it, is something else nearly every time.

    Otherwise a whole passage comes back, and it is the passage that is repeated: a refrain, or a script copied twice.
    """
    above = {_next_text(lines, index, -1) for index in indices}
    below = {_next_text(lines, index, 1) for index in indices}
    return max(len(above), len(below)) >= 0.7 * len(indices)


def _next_text(lines: Sequence[MarginLine], index: int, step: int) -> str:
    """The nearest line that is not blank, a few lines at most."""
    reach = range(index + step, index + 6 * step, step)
    return next((lines[i].text for i in reach if 0 <= i < len(lines) and lines[i].text), "")


def _comes_with_pages(shape: str, indices: Sequence[int], beside_page: set[int]) -> bool:
    """Whether a line comes back once on every page: beside the marks of pages, or as regularly as pages do.

    Cues come back too, but in bursts, and short sentences (He waits.) at any distance: neither is taken for a running
    head by its distances alone.
    """
    distances = [b - a for a, b in itertools.pairwise(indices)]
    mean = fmean(distances)
    if len(indices) < 3 or not PAGE_LINES[0] <= mean <= PAGE_LINES[1]:
        return False
    if len(beside_page.intersection(indices)) >= 0.8 * len(indices):
        return pstdev(distances) < 0.5 * mean
    short = len(shape.split()) <= 4 and shape[-1] in ".?!"
    return len(indices) >= 6 and not _is_cue(shape) and not short and pstdev(distances) < 0.25 * mean
