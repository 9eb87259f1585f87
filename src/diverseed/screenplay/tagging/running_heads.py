"""Running heads: lines a printer put at the top or foot of every page, which are no part of the script.

A line that comes back is more often content than furniture: a person speaks again, the story returns to a place, a
pause is written the same way. What sets a running head apart is the page: it counts pages, or stands beside the marks
of pages, once on each.
"""

import itertools
import re
from collections import defaultdict
from collections.abc import Sequence, Set
from statistics import fmean, pstdev

from ..records import MarginLine
from ..vocabulary import EXTENSION, SETTING

PAGE_LINES = (15, 130)
"""Lines of one page: from one without blank lines to one double spaced."""

_NEAR = 3
"""Lines between a running head and the mark of a page, at most."""
_DIGITS = re.compile(r"\d+")


def running_heads(lines: Sequence[MarginLine], page_marks: Set[int]) -> set[int]:
    """Indices of the lines that come back page after page with nothing but their digits changed.

    ``page_marks`` are the indices of page numbers, CONTINUED and form feeds. Headings and cues gone on (CONT'D) belong
    to the story however often they come back.
    """
    places: dict[str, list[int]] = defaultdict(list)
    for index, line in enumerate(lines):
        if 4 <= len(line.text) <= 90:
            places[_DIGITS.sub("0", line.text)].append(index)
    beside_page = {mark + step for mark in page_marks for step in range(-_NEAR, _NEAR + 1)}
    return {
        index
        for shape, indices in places.items()
        if len(indices) > 1
        and not (SETTING.match(shape) or EXTENSION.search(shape))
        and (_counts_pages(shape, [lines[i] for i in indices], indices) or _comes_with_pages(indices, beside_page))
        for index in indices
    }


def _counts_pages(shape: str, lines: Sequence[MarginLine], indices: Sequence[int]) -> bool:
    """Whether the last number of each line grows by one for every page of lines that lies between."""
    in_margin = all(line.right and not line.left for line in lines)
    may_be_cue = len(shape.split()) <= 3 and shape.isupper()
    if len(lines) < (2 if in_margin else 5 if may_be_cue else 3):
        return False
    numbers = [int(found[-1][:9]) for line in lines if (found := _DIGITS.findall(line.right or line.text))]
    if len(numbers) < len(lines):
        return False
    shortest, longest = PAGE_LINES
    steps = zip(itertools.pairwise(numbers), itertools.pairwise(indices), strict=True)
    return all(0 < b - a <= 5 and shortest <= (j - i) / (b - a) <= longest for (a, b), (i, j) in steps)


def _comes_with_pages(indices: Sequence[int], beside_page: set[int]) -> bool:
    """Whether a line comes back beside the marks of pages, about once on each."""
    distances = [b - a for a, b in itertools.pairwise(indices)]
    mean = fmean(distances)
    return (
        len(indices) > 2
        and PAGE_LINES[0] <= mean <= PAGE_LINES[1]
        and len(beside_page.intersection(indices)) >= 0.8 * len(indices)
        and pstdev(distances) < 0.5 * mean
    )
