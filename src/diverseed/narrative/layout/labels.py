"""What is written on a chart: names at the lines' starts, along them and at their ends, places on bands, and events.

Each text looks for room: it never stands on another line than its own, on another text or on the band of another place.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import combinations, pairwise
from typing import Any

import numpy as np

from ..layers import Layers
from ..lettering import arrangements, width_of
from ..shapes import Band, Box, Label, LineShape, Point, overlap
from ..strokes import curve_points
from .bands import band_along
from .canvas import SHORT, Canvas, lasting_lines
from .frame import Frame

APART = 0.5
"""Share of the width in view after which a place is named again."""

DISTANCE = 0.3
"""Share of the width in view between the end of a name and the next one on the same line, where there is room."""

HALO = 7 / 9.5
"""Width of the outline of paper that interrupts the line, also between two words, in sizes of the letters."""

SPACE, STEP = 0.7, 1.0
"""Kept free left and right of a repeated name, and the grid on which room is looked for, in the smallest letters."""

PIECES = 8
"""A bend is covered by this many boxes; one is safer, more leave more room for text."""

STRIP = 120.0
"""Boxes are kept by the vertical strips that they touch, so that a long chart is not searched from end to end."""


class Occupancy:
    """Boxes to keep out of. Each may have an owner, such as a line: text may stand on the line that it names."""

    def __init__(self, boxes: Iterable[Box] = ()) -> None:
        self._strips: dict[int, list[tuple[Box, int | None]]] = defaultdict(list)
        for box in boxes:
            self.add(box)

    def add(self, box: Box, owner: int | None = None) -> None:
        for strip in _strips(box):
            self._strips[strip].append((box, owner))

    def free(self, box: Box, *, owners: Collection[int] = (), aside: float = 0.0, above: float = 0.0) -> bool:
        """Whether a box with this space beside and above it meets only those of the ``owners``."""
        left, top, right, bottom = box
        roomy = (left - aside, top - above, right + aside, bottom + above)
        return not any(
            overlap(roomy, other) and owner not in owners
            for strip in _strips(roomy)
            for other, owner in self._strips.get(strip, ())
        )

    def add_lines(self, lines: Iterable[LineShape]) -> None:
        """Add boxes around the pieces of lines, which own them."""
        for line in lines:
            for begin, finish in (piece for run in line.runs for piece in pairwise(run.points)):
                for box in _around(begin, finish, line.width / 2):
                    self.add(box, line.line)


def _strips(box: Box) -> range:
    return range(int(box[0] // STRIP), int(box[2] // STRIP) + 1)


def _around(begin: Point, finish: Point, half: float) -> list[Box]:
    """Boxes around a straight piece, or along the S of a bend."""
    points = [begin, *curve_points(begin, finish, 1 if begin[1] == finish[1] else PIECES)]
    aside = 0.0 if begin[1] == finish[1] else half
    return [(x0 - aside, min(y0, y1) - half, x1 + aside, max(y0, y1) + half) for (x0, y0), (x1, y1) in pairwise(points)]


def name_labels(frame: Frame, ranks: Sequence[int], taken: Occupancy) -> list[Label]:
    """Names where lines start, in the room that the layer keeps for them, and where the chart ends, far from there.

    On a page with so many lines that names do not fit between them, those of the leads are written.
    """
    layers, canvas, small = frame.layers, frame.canvas, frame.canvas.small
    last, size, end = len(layers) - 1, canvas.name_size, frame.end[-1]
    spots = [
        (line, t, frame.start[t] - 0.45 * small, "end") for t, lines in sorted(frame.starts.items()) for line in lines
    ]
    begins = {line: x for line, _, x, _ in spots}  # the last one, after a long absence
    beyond = end + 0.6 * small
    if canvas.width - beyond > canvas.margin:
        far = [line for line in lasting_lines(layers) if end - begins[line] > SHORT * small]
        spots += [(line, last, beyond, "start") for line in far]
    labels: list[Label] = []
    for line, t, x, anchor in sorted(spots, key=lambda spot: ranks[spot[0]]):
        y = float(frame.heights[t, line]) + 0.35 * size
        text = canvas.shown(layers.names[line])
        label = Label(text, x, y, size, anchor, "name", line, 2.0 * canvas.scale)
        if taken.free(label.box):
            labels.append(label)
            taken.add(label.box)
    return labels


def repeat_names(lines: Sequence[LineShape], labels: Sequence[Label], taken: Occupancy, canvas: Canvas) -> list[Label]:
    """Names again along long lines, so that a reader in the middle of a chart need not go back to their start.

    A name is set on a straight stretch of its own line, as on a map's contours, clear of every other line and label, at
    the first free spot that is far enough from the name before it and not close to the one after it.
    """
    size, space, distance = canvas.name_size, SPACE * canvas.small, DISTANCE * canvas.view
    result = []
    for line in lines:
        text, width = canvas.shown(line.name), canvas.name_width(line.name)
        named = [label.box for label in labels if label.kind == "name" and label.of == line.line]
        for (x0, y0), (x1, y1) in (piece for run in line.runs for piece in pairwise(run.points)):
            if y0 != y1:
                continue
            for x in np.arange(x0 + space, x1 - space - width, STEP * canvas.small).tolist():
                label = Label(text, x, y0 + 0.34 * size, size, "start", "name", line.line, HALO * size)
                left, _, right, _ = label.box
                near = any(a - distance / 2 < right and left < b + distance for a, _, b, _ in named)
                if not near and taken.free(label.box, owners=(line.line,), aside=space, above=1.0):
                    result.append(label)
                    named.append(label.box)
                    taken.add(label.box)
    return result


def place_labels(bands: Sequence[Band], places: Sequence[str], taken: Occupancy, canvas: Canvas) -> list[Label]:
    """The place of each stay above or below its band, the longest stays first; not again close by."""
    labels: list[Label] = []
    named: dict[int, list[float]] = {}
    room = Room(taken, bands, canvas)
    for i, band in sorted(enumerate(bands), key=lambda item: item[1].boxes[0][0] - item[1].boxes[-1][2]):
        middle = (band.boxes[0][0] + band.boxes[-1][2]) / 2
        if any(abs(middle - x) < APART * canvas.view for x in named.get(band.place, ())):
            continue
        found = room.written(places[band.place], band, (i,), kind="place", of=band.place)
        if found:
            labels += found
            named.setdefault(band.place, []).append(middle)
    return labels


def event_labels(frame: Frame, bands: Sequence[Band], ranks: Sequence[int], taken: Occupancy) -> list[Label]:
    """Who meets whom for the first time, one pair per layer, where there is room beside their group."""
    labels: list[Label] = []
    room = Room(taken, bands, frame.canvas)
    meetings = first_meetings(frame.layers, ranks)
    for t, pair in sorted(meetings.items(), key=lambda item: [sum(ranks[line] for line in item[1]), ranks[item[1][0]]]):
        group = next(group for group in frame.layers.groups[t] if pair[0] in group)
        spot = band_along(frame, t, group, frame.enter[t], frame.end[t])
        text = " meets ".join(frame.canvas.shown(frame.layers.names[line]) for line in pair)
        theirs = {i for i, band in enumerate(bands) if not set(band.lines).isdisjoint(group)}
        labels += room.written(text, spot, theirs, kind="event", of=t, who=pair)
    return labels


def first_meetings(layers: Layers, ranks: Sequence[int]) -> dict[int, tuple[int, int]]:
    """Per layer, of the pairs seen together in it for the first time the foremost one; new lines alone are no news."""
    known: set[tuple[int, int]] = set()
    result: dict[int, tuple[int, int]] = {}
    for t, groups in enumerate(layers.groups):
        pairs = [
            pair
            for group in groups
            for pair in combinations(sorted(set(group) & layers.seen[t], key=lambda line: ranks[line]), 2)
        ]
        fresh = [p for p in pairs if p not in known and all(layers.spans[line][0] < t for line in p)]
        if fresh:
            result[t] = min(fresh, key=lambda pair: (ranks[pair[0]] + ranks[pair[1]], ranks[pair[0]]))
        known.update(pairs)
    return result


class Room:
    """Where text about bands can be written: on the canvas, off what is taken and off other bands."""

    def __init__(self, taken: Occupancy, bands: Sequence[Band], canvas: Canvas) -> None:
        self.taken, self.bands, self.canvas = taken, Occupancy(), canvas
        for i, band in enumerate(bands):
            bends = ((a[2], min(a[1], b[1]), b[0], max(a[3], b[3])) for a, b in pairwise(band.boxes))
            for box in (*band.boxes, *bends):
                self.bands.add(box, i)

    def written(self, text: str, band: Band, allowed: Collection[int], **about: Any) -> list[Label]:
        """The text at the first free spot above or below the band; no label if there is no room.

        It may stand on the bands whose numbers are ``allowed``; ``about`` are further fields of the label.
        """
        small, about["halo"] = self.canvas.small, 2.4 * self.canvas.scale
        for lines in arrangements(text):
            width, last = width_of(lines, small), 1.12 * small * (len(lines) - 1)
            for x, top, anchor in _spots(band, width, last + 1.05 * small, small):
                left = x if anchor == "start" else x - width
                box = (left, top, left + width, top + last + 1.05 * small)
                if self._is_free(box, allowed):
                    self.taken.add(box)
                    downs = np.linspace(0.0, last, len(lines)).tolist()
                    return [
                        Label(line, x, top + 0.8 * small + down, small, anchor, below=last / 2 - down, **about)
                        for line, down in zip(lines, downs, strict=True)
                    ]
        return []

    def _is_free(self, box: Box, allowed: Collection[int]) -> bool:
        canvas, small = self.canvas, self.canvas.small
        inside = canvas.left <= box[0] and box[2] <= canvas.width - canvas.margin / 2
        inside = inside and canvas.top - 1.2 * small <= box[1] and box[3] <= canvas.bottom + 1.6 * small
        off_bands = self.bands.free(box, owners=allowed)
        return inside and off_bands and self.taken.free(box, aside=0.3 * small, above=1.0)


def _spots(band: Band, width: float, height: float, small: float) -> Iterator[tuple[float, float, str]]:
    """Where a text starts along the straight pieces of the band's edges, or ends with them; its top and anchor."""
    air, step = 0.15 * small, 0.75 * small
    for edge, above in ((band.top, True), (band.bottom, False)):
        for (x0, y0), (x1, y1) in pairwise(edge):
            if y0 == y1:
                top = y0 - air - height if above else y0 + air
                x = x0
                while x == x0 or x + min(width, 0.4 * (x1 - x0)) <= x1:
                    yield x, top, "start"
                    x += step
                yield x1, top, "end"
