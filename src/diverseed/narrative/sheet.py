"""Sheets: the page a chart fills, how small its lettering may be, and how much fits on it."""

import re
from dataclasses import dataclass

from ..errors import InputError

_MM = 72 / 25.4
_UNITS = {"": 1.0, "px": 1.0, "pt": 1.0, "mm": _MM, "cm": 10 * _MM, "in": 72.0}
_SIZES = {
    "screen": (1600.0, 1000.0),
    "a4": (297 * _MM, 210 * _MM),
    "a3": (420 * _MM, 297 * _MM),
    "a2": (594 * _MM, 420 * _MM),
    "a1": (841 * _MM, 594 * _MM),
}
_GIVEN = re.compile(r"(\d+(?:\.\d+)?)x(\d+(?:\.\d+)?)(px|pt|mm|cm|in|)", re.IGNORECASE)

SHORTEST, LONGEST = 300.0, 20_000.0
"""Sides of a page, in points: below, nothing can be read on it; above, few programs open it."""

SCREEN = (1600.0, 900.0)
"""The window that a page is shown in, in pixels."""

PRINTED, SHOWN = 8.0, 10.5
"""The smallest lettering: points on paper, pixels in the window (10, and a little for the window's frame)."""

LAYER = 4.2
"""Width that a layer needs in heights of the smallest letters: 32 layers on the screen."""

LINE = 6.0
"""The same for the height that a character needs: 14 on the screen."""

FEWEST_PEOPLE, MOST_PEOPLE = 12, 16


@dataclass(frozen=True)
class Sheet:
    """A page of ``width`` x ``height`` points; on a screen a point is a pixel."""

    name: str
    width: float
    height: float

    @property
    def smallest(self) -> float:
        """Size of the smallest lettering: legible on paper, and in the window once the whole page is shown in it."""
        return max(PRINTED, SHOWN / min(SCREEN[0] / self.width, SCREEN[1] / self.height))

    @property
    def layers(self) -> int:
        """Layers that fit on the page."""
        return max(6, min(40, int(self.width / (LAYER * self.smallest))))

    @property
    def people(self) -> int:
        """Characters on the page unless another number is asked for."""
        return max(FEWEST_PEOPLE, min(MOST_PEOPLE, int(self.height / (LINE * self.smallest))))


def read_sheet(text: str) -> Sheet:
    """``screen``, ``a4`` to ``a1`` (across), or width x height: ``1200x800``, ``60x40cm``."""
    name = text.strip().lower()
    if name in _SIZES:
        return Sheet(name, *_SIZES[name])
    found = _GIVEN.fullmatch(name)
    if found is None:
        raise InputError(
            f"page={text!r} is not one of {', '.join(_SIZES)}, nor a size such as 1200x800 (pixels) or 60x40cm."
        )
    width, height = (float(found[i]) * _UNITS[found[3].lower()] for i in (1, 2))
    if not (min(width, height) >= SHORTEST and max(width, height) <= LONGEST):
        raise InputError(
            f"page={text!r} is {width:.0f} x {height:.0f} points; each side must be {SHORTEST:.0f} to {LONGEST:.0f}."
        )
    if not 0.5 <= width / height <= 5:
        raise InputError(f"page={text!r} is {width / height:.2g} times as wide as high; choose between 0.5 and 5.")
    return Sheet(name, width, height)
