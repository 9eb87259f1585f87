"""What is written on a poster: names at the lines' starts and ends, places on their bands, and events.

Each text looks for room: it never stands on a line, on another text or on the band of another place.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise

from ..frame import Frame
from ..layers import Layers
from ..lettering import shorten, text_width, wrap
from ..occupancy import Box, Occupancy
from ..shapes import Band, Label
from .room import ENDS, NAME_LETTERS, Room

PLACE_LETTERS = 16
"""Places with more letters are written on two lines first."""

APART = 0.5
"""Share of the page's width after which a place is named again."""


def name_labels(
    layers: Layers, frame: Frame, starts: Mapping[int, Sequence[int]], ranks: Sequence[int], room: Room
) -> list[Label]:
    """Names where lines start, in the room that the layer keeps for them, and beyond the end of those that reach it.

    On a page with so many lines that names do not fit between them, those of the leads are written.
    """
    last, size = len(layers) - 1, room.name_size
    spots = [
        (line, t, frame.start[t] - 0.45 * room.small, "end") for t, lines in sorted(starts.items()) for line in lines
    ]
    spots += [
        (line, last, frame.right + 0.6 * room.small, "start")
        for line, (first, end) in enumerate(layers.spans)
        if end == last and first < last - ENDS
    ]
    labels: list[Label] = []
    for line, t, x, anchor in sorted(spots, key=lambda spot: ranks[spot[0]]):
        y = float(frame.heights[t, line]) + 0.35 * size
        text = shorten(layers.names[line], NAME_LETTERS)
        label = Label(text, x, y, size, anchor, "name", line, 2.0 * room.scale)
        if not _meets_any(label.box, [other.box for other in labels]):
            labels.append(label)
    return labels


@dataclass(frozen=True)
class _Text:
    """Lines of text and how they may stand."""

    lines: tuple[str, ...]
    size: float

    @property
    def width(self) -> float:
        return max(text_width(line, self.size) for line in self.lines)

    @property
    def height(self) -> float:
        return (1.05 + 1.12 * (len(self.lines) - 1)) * self.size

    def labels(self, x: float, top: float, kind: str, of: int, halo: float) -> list[Label]:
        return [
            Label(line, x, top + (0.8 + 1.12 * i) * self.size, self.size, "start", kind, of, halo)
            for i, line in enumerate(self.lines)
        ]


def place_names(bands: Sequence[Band], places: Sequence[str], taken: Occupancy, room: Room) -> list[Label]:
    """The place of each stay above or below its band, the longest stays first; not again close by."""
    labels: list[Label] = []
    named: dict[int, list[float]] = {}
    boxes = [box for band in bands for box in _boxes(band)]
    for band in sorted(bands, key=lambda band: band.top[0][0] - band.top[-1][0]):
        middle = (band.top[0][0] + band.top[-1][0]) / 2
        if any(abs(middle - x) < APART * room.sheet.width for x in named.get(band.place, ())):
            continue
        own = set(_boxes(band))
        others = [box for box in boxes if box not in own]
        found = _written(_texts(places[band.place], room), band, taken, others, room, "place", band.place)
        if found:
            labels += found
            named.setdefault(band.place, []).append(middle)
    return labels


def event_labels(
    layers: Layers, bands: Sequence[Band], frame: Frame, ranks: Sequence[int], taken: Occupancy, room: Room
) -> list[Label]:
    """Who meets whom for the first time, one pair per layer, where there is room beside their group."""
    labels: list[Label] = []
    for t, (one, other) in sorted(first_meetings(layers, ranks).items(), key=lambda item: _rank(item[1], ranks)):
        group = next(group for group in layers.groups[t] if one in group)
        ys = [float(frame.heights[t, line]) for line in group]
        pad = 8.0 * room.scale
        x0, x1 = frame.enter[t], frame.end[t]
        spot = Band(-1, group, ((x0, min(ys) - pad), (x1, min(ys) - pad)), ((x0, max(ys) + pad), (x1, max(ys) + pad)))
        text = f"{shorten(layers.names[one], 14)} meets {shorten(layers.names[other], 14)}"
        others = [box for band in bands for box in _boxes(band) if not set(band.lines) & set(group)]
        labels += _written(_texts(text, room), spot, taken, others, room, "event", t)
    return labels


def first_meetings(layers: Layers, ranks: Sequence[int]) -> dict[int, tuple[int, int]]:
    """Per layer, of the pairs seen together in it for the first time the foremost one; new lines alone are no news."""
    known: set[tuple[int, int]] = set()
    result: dict[int, tuple[int, int]] = {}
    for t, groups in enumerate(layers.groups):
        pairs = [
            pair
            for group in groups
            for pair in combinations(sorted(set(group) & layers.on_stage[t], key=lambda line: ranks[line]), 2)
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


def _texts(text: str, room: Room) -> list[_Text]:
    """A text on one line, on two or on three, the most compact first if it is long."""
    one, two = (text,), wrap(text, PLACE_LETTERS)
    three = tuple(part for line in two for part in wrap(line, PLACE_LETTERS // 2))
    shapes = [one, two, three] if len(text) <= PLACE_LETTERS else [two, three, one]
    return [_Text(tuple(lines), room.small) for lines in dict.fromkeys(shapes) if len(lines) <= 3]


def _written(
    texts: Sequence[_Text], band: Band, taken: Occupancy, others: Sequence[Box], room: Room, kind: str, of: int
) -> list[Label]:
    """The first text that finds a free spot above or below the band, as labels; none if there is no room."""
    for text in texts:
        for x, top in _spots(band, text, room):
            box = (x, top, x + text.width, top + text.height)
            inside = room.left <= box[0] and box[2] <= room.sheet.width - room.margin / 2
            inside = inside and room.top - 1.2 * room.small <= box[1] and box[3] <= room.bottom + 1.6 * room.small
            if inside and not _meets_any(box, others) and taken.free(box, aside=0.3 * room.small):
                taken.add(box)
                return text.labels(x, top, kind, of, 2.4 * room.scale)
    return []


def _spots(band: Band, text: _Text, room: Room) -> Iterator[tuple[float, float]]:
    """Left and top of the text along the straight pieces of the band's edges, from its start on."""
    air, step = 0.15 * room.small, 0.75 * room.small
    for edge, above in ((band.top, True), (band.bottom, False)):
        for (x0, y0), (x1, y1) in pairwise(edge):
            if y0 == y1:
                x = x0
                while x == x0 or x + min(text.width, 0.4 * (x1 - x0)) <= x1:
                    yield x, y0 - air - text.height if above else y0 + air
                    x += step
                yield x1 - text.width, y0 - air - text.height if above else y0 + air


def _boxes(band: Band) -> list[Box]:
    """A band as boxes, one per straight piece of its edges."""
    return [
        (top[0][0], min(top[0][1], top[1][1]), top[1][0], max(bottom[0][1], bottom[1][1]))
        for top, bottom in zip(pairwise(band.top), pairwise(band.bottom), strict=False)
    ]


def _meets_any(box: Box, others: Sequence[Box]) -> bool:
    return any(box[0] < o[2] and o[0] < box[2] and box[1] < o[3] and o[1] < box[3] for o in others)
