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
        and (_counts_pages(shape, lines, indices) or _comes_with_pages(shape, indices, beside_page))
        for index in indices
    }


def _counts_pages(shape: str, lines: Sequence[MarginLine], indices: Sequence[int]) -> bool:
    """Whether the last number of each line grows by one for every page of lines that lies between."""
    own = [lines[i] for i in indices]
    in_margin = all(line.right and not line.left for line in own)
    may_be_cue = len(shape.split()) <= 3 and shape.isupper()
    if len(own) < (2 if in_margin else 5 if may_be_cue else 3):
        return False
    numbers = [int(found[-1][:9]) for line in own if (found := _DIGITS.findall(line.right or line.text))]
    if len(numbers) < len(own):
        return False
    shortest, longest = PAGE_LINES
    steps = zip(itertools.pairwise(numbers), itertools.pairwise(indices), strict=True)
    return all(0 < b - a <= 5 and shortest <= (j - i) / (b - a) <= longest for (a, b), (i, j) in steps)


def _comes_with_pages(shape: str, indices: Sequence[int], beside_page: set[int]) -> bool:
    """Whether a line comes back beside the marks of pages, or, if it reads like a notice, as regularly as pages do."""
    distances = [b - a for a, b in itertools.pairwise(indices)]
    mean = fmean(distances)
    if len(indices) < 3 or not PAGE_LINES[0] <= mean <= PAGE_LINES[1]:
        return False
    if len(beside_page.intersection(indices)) >= 0.8 * len(indices):
        return pstdev(distances) < 0.5 * mean
    short = len(shape.split()) <= 4 and shape.isupper()
    notice = shape[-1] not in ".?!" and not short  # neither a sentence nor a cue, a place or a time
    return notice and len(indices) >= 6 and pstdev(distances) < 0.25 * mean
