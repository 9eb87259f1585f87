"""The lines of a chart: their widths, their pieces, the marks on them, and what happens to them during absences."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby, pairwise

from ..layers import Layers
from ..shapes import LineRun, LineShape, Mark, Point, bent
from ..story import Story
from .canvas import Canvas
from .columns import Columns

THINNEST, PLAIN, THICKEST = 2.2, 3.52, 6.38
"""Widths at scale 1: of who speaks least, where nothing is known, of who speaks most."""

ABSENCES = ("thin", "dashed", "gap")


def line_widths(story: Story) -> tuple[float, ...]:
    """Widths of the lines at scale 1: what is added to the thinnest grows with the square root of the speech."""
    if not story.speech:
        return (PLAIN,) * len(story.characters)
    most = max(max(story.speech.values()), 1e-9)
    shares = [story.speech.get(name, 0.0) / most for name in story.characters]
    return tuple(THINNEST + (THICKEST - THINNEST) * share**0.5 for share in shares)


def build_lines(
    story: Story, layers: Layers, columns: Columns, canvas: Canvas, *, absences: str
) -> tuple[LineShape, ...]:
    """The lines as runs, the thicker the more their characters speak."""
    widths = [round(width * canvas.scale, 2) for width in line_widths(story)]
    return tuple(_line(layers, columns, line, width, absences) for line, width in enumerate(widths))


def _line(layers: Layers, columns: Columns, line: int, width: float, absences: str) -> LineShape:
    """One line. Between two layers it is drawn strong only if its character is there in both."""
    first, last = layers.spans[line]
    away = frozenset() if absences == "thin" else layers.away[line]
    pieces: list[tuple[Point, Point, str]] = []
    for t in range(first, last + 1):
        y = float(columns.heights[t, line])
        back = absences == "gap" and t - 1 in away and t not in away
        begin = (columns.start[t] if t == first or back else columns.enter[t], y)
        if t > first:
            pieces.append((pieces[-1][1], begin, _kind(layers, line, away, (t - 1, t))))
        pieces.append((begin, (columns.end[t], y), _kind(layers, line, away, (t,))))
    runs = [(list(run), kind) for kind, run in groupby(pieces, key=lambda piece: piece[2])]
    shown = (
        LineRun(bent([run[0][0], *(finish for _, finish, _ in run)]), kind)
        for run, kind in runs
        if not (kind == "away" and absences == "gap")
    )
    return LineShape(line, layers.names[line], width, tuple(shown))


def _kind(layers: Layers, line: int, away: frozenset[int], between: Sequence[int]) -> str:
    """How a piece of a line that lies in a layer, or between two, is drawn."""
    if not away.isdisjoint(between):
        return "away"
    return "present" if all(line in layers.seen[t] for t in between) else "absent"


def build_marks(story: Story, layers: Layers, lines: Sequence[LineShape], scale: float) -> tuple[Mark, ...]:
    """A dot where a line starts, a ring where it starts again after a gap and where it ends before the story does.

    A cross is where its character dies.
    """
    marks = []
    for line in lines:
        (x0, y0), (x1, y1) = line.runs[0].points[0], line.runs[-1].points[-1]
        size = line.width / 2 + 1.6 * scale
        marks.append(Mark("entrance", x0, y0, line.line, size))
        gaps = (b.points[0] for a, b in pairwise(line.runs) if a.points[-1] != b.points[0])
        marks += [Mark("return", x, y, line.line, size) for x, y in gaps]
        if line.name in story.deaths:
            marks.append(Mark("death", x1, y1, line.line, size + 1.6 * scale))
        elif layers.spans[line.line][1] < len(layers) - 1:
            marks.append(Mark("departure", x1, y1, line.line, size))
    return tuple(marks)
