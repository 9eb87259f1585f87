"""The lines of a chart: their widths, their pieces, the marks on them, and what happens to them during absences."""

from collections.abc import Sequence
from itertools import groupby, pairwise

from ..layers import Layers
from ..shapes import LineRun, LineShape, Mark, Point, bent
from ..story import Story
from .frame import Frame

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


def build_lines(frame: Frame, *, absences: str) -> tuple[LineShape, ...]:
    """The lines as runs, the thicker the more their characters speak."""
    widths = [round(width * frame.canvas.scale, 2) for width in line_widths(frame.story)]
    return tuple(_line(frame, line, width, absences) for line, width in enumerate(widths))


def _line(frame: Frame, line: int, width: float, absences: str) -> LineShape:
    """One line. Between two layers it is drawn strong only if its character is there in both."""
    layers = frame.layers
    first, last = layers.spans[line]
    away = frozenset() if absences == "thin" else layers.away[line]
    pieces: list[tuple[Point, Point, str]] = []
    for t in range(first, last + 1):
        y = float(frame.heights[t, line])
        begin = (frame.start[t] if line in frame.starts.get(t, ()) else frame.enter[t], y)
        if t > first:
            pieces.append((pieces[-1][1], begin, _kind(layers, line, away, (t - 1, t))))
        pieces.append((begin, (frame.end[t], y), _kind(layers, line, away, (t,))))
    runs = [(kind, list(run)) for kind, run in groupby(pieces, key=lambda piece: piece[2])]
    shown = (
        LineRun(bent([run[0][0], *(finish for _, finish, _ in run)]), kind)
        for kind, run in runs
        if not (kind == "away" and absences == "gap")
    )
    return LineShape(line, layers.names[line], width, tuple(shown))


def _kind(layers: Layers, line: int, away: frozenset[int], between: Sequence[int]) -> str:
    """How a piece of a line that lies in a layer, or between two, is drawn."""
    if not away.isdisjoint(between):
        return "away"
    return "present" if all(line in layers.seen[t] for t in between) else "absent"


def build_marks(frame: Frame, lines: Sequence[LineShape]) -> tuple[Mark, ...]:
    """A dot where a line starts, a ring where it starts again after a gap and where it ends before the story does.

    A cross is where its character dies.
    """
    marks, scale = [], frame.canvas.scale
    for line in lines:
        (x0, y0), (x1, y1) = line.runs[0].points[0], line.runs[-1].points[-1]
        size = line.width / 2 + 1.6 * scale
        marks.append(Mark("entrance", x0, y0, line.line, size))
        gaps = (b.points[0] for a, b in pairwise(line.runs) if a.points[-1] != b.points[0])
        marks += [Mark("return", x, y, line.line, size) for x, y in gaps]
        if line.name in frame.story.deaths:
            marks.append(Mark("death", x1, y1, line.line, size + 1.6 * scale))
        elif frame.layers.spans[line.line][1] < len(frame.layers) - 1:
            marks.append(Mark("departure", x1, y1, line.line, size))
    return tuple(marks)
