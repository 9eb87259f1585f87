"""Location bands: where each group is while its layer lasts, one place after the other, drawn behind the lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ..layers import Layers
from ..shapes import Band, SceneBox
from ..story import Story
from .canvas import Canvas
from .columns import Columns

PADDING, SPACE, OVERHANG = 8.0, 4.0, 0.8
"""Above and below the lines; short of a band that follows without a bend; and into the bends before and after, where
the outline of a band just does not reach the next one. For strokes of scale 1."""

NARROWEST = 2.4
"""On a page, a stay that takes less than this, in heights of the smallest letters, is left out for a longer one beside
it."""


@dataclass(frozen=True)
class _Stay:
    """Where a group is, if that is known, and how long."""

    place: str | None
    left: float
    right: float

    @property
    def width(self) -> float:
        return self.right - self.left


def build_bands(
    story: Story, layers: Layers, columns: Columns, canvas: Canvas
) -> tuple[tuple[Band, ...], tuple[str, ...]]:
    """The bands, and the names of their places.

    The scenes of a group follow each other along its layer; a stay lasts until the group is seen elsewhere, and goes on
    into the next layer if that starts at the same place with one of the group.
    """
    places: dict[str, int] = {}
    done: list[Band] = []
    lasting: list[Band] = []
    least = NARROWEST * canvas.small if canvas.on_page else 0.0
    overhang = OVERHANG * canvas.scale
    for t, groups in enumerate(layers.groups):
        here: list[Band] = []
        for group in groups:
            stays = list(_stays(story, layers, columns.scenes, t, group))
            stays = _merged(stays, columns.enter[t], columns.end[t], least)
            for i, stay in enumerate(stays):
                if stay.place is None:
                    continue
                place = places.setdefault(stay.place, len(places))
                is_first, is_last = i == 0, i == len(stays) - 1
                left = stay.left - overhang if is_first else stay.left + SPACE * canvas.scale
                right = stay.right + overhang if is_last else stay.right - SPACE * canvas.scale
                band = band_along(place, group, columns, t, (left, right), canvas.scale)
                before = next((other for other in lasting if is_first and _goes_on(other, band)), None)
                if before is not None:
                    lasting.remove(before)
                    band = _longer(before, band, overhang)
                (here if is_last else done).append(band)
        done += lasting
        lasting = here
    return (*done, *lasting), tuple(places)


def _stays(
    story: Story, layers: Layers, scenes: Sequence[SceneBox], layer: int, group: Sequence[int]
) -> Iterator[_Stay]:
    """Where the group is seen, scene by scene: a scene is that of the group half of its people are in."""
    names = {layers.names[line] for line in group}
    for s in layers.scenes[layer]:
        for met in story.scenes[s].groups:
            if 2 * len(names.intersection(met.characters)) >= len(met.characters):
                yield _Stay(met.location, scenes[s].left, scenes[s].right)


def _merged(stays: list[_Stay], left: float, right: float, least: float) -> list[_Stay]:
    """Stays without gaps from ``left`` to ``right``, neighbours at one place joined, the narrow ones left out."""
    stays = [
        replace(stay, left=left if i == 0 else stay.left, right=stays[i + 1].left if i + 1 < len(stays) else right)
        for i, stay in enumerate(stays)
    ]
    while len(stays) > 1:
        same = next((i for i in range(len(stays) - 1) if stays[i].place == stays[i + 1].place), None)
        if same is None:
            narrow = min(range(len(stays)), key=lambda i: stays[i].width)
            if stays[narrow].width >= least:
                break
            beside = [i for i in (narrow - 1, narrow + 1) if 0 <= i < len(stays)]
            same = min(narrow, max(beside, key=lambda i: stays[i].width))
        pair = stays[same : same + 2]
        wide = max(pair, key=lambda stay: stay.width)
        stays[same : same + 2] = [_Stay(wide.place, pair[0].left, pair[1].right)]
    return stays


def band_along(
    place: int, group: tuple[int, ...], columns: Columns, layer: int, stretch: tuple[float, float], scale: float
) -> Band:
    """A band around the lines of a group over a stretch of a layer."""
    left, right = stretch
    ys = [float(columns.heights[layer, line]) for line in group]
    return Band(place, group, ((left, min(ys) - PADDING * scale, right, max(ys) + PADDING * scale),))


def _goes_on(band: Band, after: Band) -> bool:
    """Whether a stay goes on: somebody stays at the place, and not at quite another height of the page."""
    (_, top, _, bottom), (_, next_top, _, next_bottom) = band.boxes[-1], after.boxes[0]
    near = top < next_bottom and next_top < bottom
    return band.place == after.place and near and not set(band.lines).isdisjoint(after.lines)


def _longer(band: Band, further: Band, overhang: float) -> Band:
    """A stay that goes on into the next layer; the overhang between the two goes."""
    *before, (left, top, right, bottom) = band.boxes
    begin, high, end, low = further.boxes[0]
    boxes = (*before, (left, top, right - overhang, bottom), (begin + overhang, high, end, low))
    return Band(band.place, tuple(sorted({*band.lines, *further.lines})), boxes)
