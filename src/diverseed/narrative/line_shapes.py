"""The lines of a chart: their widths, their pieces, and what happens to them during absences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from .frame import Frame
from .layers import Layers, long_absence
from .shapes import LineShape, Point, Run
from .story import Story

THINNEST, PLAIN, THICKEST = 2.0, 3.2, 5.8
"""Widths: of who speaks least, where nothing is known, of who speaks most."""

ABSENCES = ("thin", "dashed", "gap")


def line_widths(story: Story) -> tuple[float, ...]:
    """Widths of the lines: their area, so to speak, grows with how much a character speaks."""
    if not story.speech:
        return (PLAIN,) * len(story.characters)
    most = max(max(story.speech.values()), 1e-9)
    shares = [story.speech.get(name, 0.0) / most for name in story.characters]
    return tuple(round(THINNEST + (THICKEST - THINNEST) * share**0.5, 2) for share in shares)


def long_absences(layers: Layers) -> dict[int, frozenset[int]]:
    """Per line, the layers of its long absences."""
    least = long_absence(len(layers))
    result: dict[int, frozenset[int]] = {}
    for line, appearances in enumerate(_appearances(layers)):
        away = [t for a, b in pairwise(appearances) if b - a > least for t in range(a + 1, b)]
        if away:
            result[line] = frozenset(away)
    return result


def line_starts(layers: Layers, away: Mapping[int, frozenset[int]]) -> dict[int, list[int]]:
    """Per layer, the lines that start there or come back after a gap."""
    result: dict[int, list[int]] = {}
    for line, (first, _) in enumerate(layers.spans):
        result.setdefault(first, []).append(line)
        for t in sorted(away.get(line, ())):
            if t + 1 not in away[line]:
                result.setdefault(t + 1, []).append(line)
    return result


def line_shape(
    layers: Layers, frame: Frame, line: int, width: float, *, away: frozenset[int], absences: str
) -> LineShape:
    """One line as runs. Between two layers it is drawn strong only if its character is there in both."""
    first, last = layers.spans[line]
    met = [line in layers.on_stage[t] for t in range(first, last + 1)]
    pieces: list[tuple[Point, Point, str]] = []
    returns = []
    for t in range(first, last + 1):
        y = float(frame.heights[t, line])
        back = absences == "gap" and t - 1 in away and t not in away
        kind = "away" if t in away else "present" if met[t - first] else "absent"
        begin = (frame.start[t] if t == first or back else frame.enter[t], y)
        if back:
            returns.append(begin)
        if t > first:
            together = met[t - first] and met[t - 1 - first]
            both = "away" if t in away or t - 1 in away else "present" if together else "absent"
            pieces.append((pieces[-1][1], begin, both))
        pieces.append((begin, (frame.end[t], y), kind))
    runs = [run for run in _joined(pieces) if not (run.kind == "away" and absences == "gap")]
    return LineShape(line, layers.names[line], width, tuple(runs), tuple(returns))


def _joined(pieces: Sequence[tuple[Point, Point, str]]) -> list[Run]:
    """Runs of pieces of one kind; points inside of a straight stretch go."""
    runs: list[Run] = []
    for begin, finish, kind in pieces:
        if runs and runs[-1].kind == kind:
            points = runs[-1].points
            straight = len(points) > 1 and points[-2][1] == points[-1][1] == finish[1]
            runs[-1] = Run((*(points[:-1] if straight else points), finish), kind)
        else:
            runs.append(Run((begin, finish), kind))
    return runs


def _appearances(layers: Layers) -> list[list[int]]:
    result: list[list[int]] = [[] for _ in layers.names]
    for t, lines in enumerate(layers.on_stage):
        for line in lines:
            result[line].append(t)
    return result
