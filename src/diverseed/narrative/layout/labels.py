"""What is written on a chart: names at the lines' starts and ends, places on their bands, and events.

Each text looks for room: it never stands on a line, on another text or on the band of another place.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import combinations, pairwise

from ..layers import Layers
from ..lettering import shorten
from ..shapes import Band, Label
from .canvas import LASTING, NAME_LETTERS, Canvas, lasting_lines
from .columns import Columns
from .occupancy import Occupancy
from .paragraphs import Paragraph, paragraphs

APART = 0.5
"""Share of the width in view after which a place is named again."""


def name_labels(
    layers: Layers, columns: Columns, starts: Mapping[int, Sequence[int]], ranks: Sequence[int], canvas: Canvas
) -> list[Label]:
    """Names where lines start, in the room that the layer keeps for them, and beyond the end of those that reach it.

    On a page with so many lines that names do not fit between them, those of the leads are written.
    """
    last, size, small = len(layers) - 1, canvas.name_size, canvas.small
    spots = [(line, t, columns.start[t] - 0.45 * small, "end") for t, lines in sorted(starts.items()) for line in lines]
    late = {line for t, lines in starts.items() if t >= last - LASTING for line in lines}  # back from a long absence
    ends = [line for line in lasting_lines(layers) if line not in late]
    spots += [(line, last, columns.end[-1] + 0.6 * small, "start") for line in ends]
    labels: list[Label] = []
    names = Occupancy()
    for line, t, x, anchor in sorted(spots, key=lambda spot: ranks[spot[0]]):
        y = float(columns.heights[t, line]) + 0.35 * size
        text = shorten(layers.names[line], NAME_LETTERS)
        label = Label(text, x, y, size, anchor, "name", line, 2.0 * canvas.scale)
        if names.free(label.box):
            labels.append(label)
            names.add(label.box)
    return labels


def place_labels(bands: Sequence[Band], places: Sequence[str], taken: Occupancy, canvas: Canvas) -> list[Label]:
    """The place of each stay above or below its band, the longest stays first; not again close by."""
    labels: list[Label] = []
    named: dict[int, list[float]] = {}
    blocked = _occupied_by(bands)
    for i in _naming_order(bands, canvas):
        band = bands[i]
        middle = (band.top[0][0] + band.top[-1][0]) / 2
        if any(abs(middle - x) < APART * canvas.view for x in named.get(band.place, ())):
            continue
        found = _written(places[band.place], band, taken, blocked, (i,), canvas, "place", band.place)
        if found:
            labels += found
            named.setdefault(band.place, []).append(middle)
    return labels


def event_labels(
    layers: Layers, bands: Sequence[Band], columns: Columns, ranks: Sequence[int], taken: Occupancy, canvas: Canvas
) -> list[Label]:
    """Who meets whom for the first time, one pair per layer, where there is room beside their group."""
    labels: list[Label] = []
    blocked = _occupied_by(bands)
    for t, (one, other) in sorted(first_meetings(layers, ranks).items(), key=lambda item: _rank(item[1], ranks)):
        group = next(group for group in layers.groups[t] if one in group)
        ys = [float(columns.heights[t, line]) for line in group]
        top, bottom = min(ys) - 8.0 * canvas.scale, max(ys) + 8.0 * canvas.scale
        x0, x1 = columns.enter[t], columns.end[t]
        spot = Band(-1, group, ((x0, top), (x1, top)), ((x0, bottom), (x1, bottom)))
        text = f"{shorten(layers.names[one], 14)} meets {shorten(layers.names[other], 14)}"
        theirs = {i for i, band in enumerate(bands) if not set(band.lines).isdisjoint(group)}
        labels += _written(text, spot, taken, blocked, theirs, canvas, "event", t)
    return labels


def _naming_order(bands: Sequence[Band], canvas: Canvas) -> list[int]:
    """The longest stays first. A chart without a page has room for the first stay at each place: those come before."""
    longest = sorted(range(len(bands)), key=lambda i: bands[i].top[0][0] - bands[i].top[-1][0])
    if canvas.on_page:
        return longest
    latest = sorted(range(len(bands)), key=lambda i: -bands[i].top[0][0])
    return [*{bands[i].place: i for i in latest}.values(), *longest]


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
        fresh = [p for p in pairs if frozenset(p) not in map(frozenset, known) and _old(layers, p, t)]
        if fresh:
            result[t] = min(fresh, key=lambda pair: _rank(pair, ranks))
        known.update(pairs)
    return result


def _old(layers: Layers, pair: tuple[int, int], layer: int) -> bool:
    """Whether both have been seen before."""
    return all(layers.spans[line][0] < layer for line in pair)


def _rank(pair: tuple[int, int], ranks: Sequence[int]) -> tuple[int, int]:
    return ranks[pair[0]] + ranks[pair[1]], min(ranks[pair[0]], ranks[pair[1]])


def _written(
    text: str,
    band: Band,
    taken: Occupancy,
    blocked: Occupancy,
    allowed: Collection[int],
    canvas: Canvas,
    kind: str,
    of: int,
) -> list[Label]:
    """The text at the first free spot above or below the band, off other bands; no label if there is no room."""
    small = canvas.small
    for paragraph in paragraphs(text, canvas):
        for x, top in _spots(band, paragraph, small):
            box = (x, top, x + paragraph.width, top + paragraph.height)
            inside = canvas.left <= box[0] and box[2] <= canvas.width - canvas.margin / 2
            inside = inside and canvas.top - 1.2 * small <= box[1] and box[3] <= canvas.bottom + 1.6 * small
            if inside and blocked.free(box, owners=allowed) and taken.free(box, aside=0.3 * small, above=1.0):
                taken.add(box)
                return paragraph.labels(x, top, kind, of, 2.4 * canvas.scale)
    return []


def _spots(band: Band, paragraph: Paragraph, small: float) -> Iterator[tuple[float, float]]:
    """Left and top of the text along the straight pieces of the band's edges, from its start on."""
    air, step = 0.15 * small, 0.75 * small
    for edge, above in ((band.top, True), (band.bottom, False)):
        for (x0, y0), (x1, y1) in pairwise(edge):
            if y0 == y1:
                top = y0 - air - paragraph.height if above else y0 + air
                x = x0
                while x == x0 or x + min(paragraph.width, 0.4 * (x1 - x0)) <= x1:
                    yield x, top
                    x += step
                yield x1 - paragraph.width, top


def _occupied_by(bands: Sequence[Band]) -> Occupancy:
    """The bands as boxes, one per straight piece of their edges, owned by their numbers."""
    blocked = Occupancy()
    for i, band in enumerate(bands):
        for top, bottom in zip(pairwise(band.top), pairwise(band.bottom), strict=False):
            high, low = min(top[0][1], top[1][1]), max(bottom[0][1], bottom[1][1])
            blocked.add((top[0][0], high, top[1][0], low), i)
    return blocked
