"""The shapes a chart is made of, in points: what the SVG, the picture and the page draw."""

from collections.abc import Iterable
from dataclasses import dataclass

from .lettering import text_width

Point = tuple[float, float]

Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""

HALO = 3.0
"""Width of the outline around most text."""


def overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def bent(points: Iterable[Point]) -> tuple[Point, ...]:
    """The points without those inside of a straight stretch."""
    kept: list[Point] = []
    for point in points:
        if len(kept) > 1 and kept[-2][1] == kept[-1][1] == point[1]:
            kept.pop()
        kept.append(point)
    return tuple(kept)


@dataclass(frozen=True)
class LineRun:
    """A piece of a line: points joined by straight stretches (same height) and by smooth bends (another height)."""

    points: tuple[Point, ...]
    kind: str
    """``present``, ``absent`` (the character is elsewhere) or ``away`` (a long absence, dashed)."""


@dataclass(frozen=True)
class LineShape:
    """A character's line; a run that does not start where the one before it ends follows a gap."""

    line: int
    name: str
    width: float
    runs: tuple[LineRun, ...]


@dataclass(frozen=True)
class Label:
    """Text with the ``end`` or the ``start`` of its baseline, as ``anchor`` says, at (x, y)."""

    text: str
    x: float
    y: float
    size: float
    anchor: str
    kind: str
    """``name``, ``place``, ``scene`` (a number on the axis), ``event``, ``part`` (an act), ``title`` or ``note``."""
    of: int
    """The line, place, scene or step it belongs to."""
    halo: float = HALO
    """Width of the outline in the colour of the paper that sets the text off from what is behind it."""
    who: tuple[int, ...] = ()
    """The lines of those it tells about: an ``event`` is shown while all of them are."""
    below: float = 0.0
    """From its middle down to that of the text it is a line of."""

    @property
    def box(self) -> Box:
        """Never smaller than the text."""
        width = text_width(self.text, self.size)
        left = self.x - width if self.anchor == "end" else self.x
        return left, self.y - 0.8 * self.size, left + width, self.y + 0.25 * self.size


@dataclass(frozen=True)
class Band:
    """A stay at one place: its place's number, the lines that stay, and the boxes around them, one per layer."""

    place: int
    lines: tuple[int, ...]
    boxes: tuple[Box, ...]

    @property
    def top(self) -> tuple[Point, ...]:
        """The upper edge as points of a run."""
        return self._edge(1)

    @property
    def bottom(self) -> tuple[Point, ...]:
        """The lower edge as points of a run."""
        return self._edge(3)

    def _edge(self, side: int) -> tuple[Point, ...]:
        return bent((x, box[side]) for box in self.boxes for x in (box[0], box[2]))


@dataclass(frozen=True)
class Mark:
    """What happens to a line: ``entrance``, ``return`` after a gap, ``departure`` or ``death``. ``size``: radius."""

    kind: str
    x: float
    y: float
    line: int
    size: float


@dataclass(frozen=True)
class Rule:
    """A thin straight line: the ``axis``, a ``tick`` on it, or the start of a ``part``."""

    kind: str
    begin: Point
    finish: Point


@dataclass(frozen=True)
class SceneBox:
    """The stretch of the chart that a scene takes."""

    left: float
    right: float


@dataclass(frozen=True)
class Shapes:
    """A chart, laid out.

    Attributes
    ----------
    places : the names of the locations that bands refer to
    steps : the stretches that the steps of the story take, scenes or sequences
    scenes : the same for scenes; within a sequence they follow each other
    head : height of the strip at the top that holds the title
    scale : how large strokes are against those of a chart without a page
    """

    width: float
    height: float
    lines: tuple[LineShape, ...]
    labels: tuple[Label, ...]
    bands: tuple[Band, ...]
    places: tuple[str, ...]
    steps: tuple[SceneBox, ...]
    scenes: tuple[SceneBox, ...]
    head: float
    marks: tuple[Mark, ...] = ()
    rules: tuple[Rule, ...] = ()
    scale: float = 1.0
