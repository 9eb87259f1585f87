"""Location bands: where each group is while its layer lasts, one place after the other, drawn behind the lines."""

from collections.abc import Sequence
from itertools import groupby, pairwise
from operator import itemgetter

from ..shapes import Band
from .frame import Frame

PADDING, SPACE, OVERHANG = 8.0, 4.0, 0.8
"""Above and below the lines; short of a band that follows without a bend; and into the bends before and after, where
the outline of a band just does not reach the next one. For strokes of scale 1."""

NARROWEST = 2.4
"""On a page, a stay that takes less than this, in heights of the smallest letters, is left out for the one before
it."""


Stay = tuple[str | None, float]
"""Where a group is, if that is known, and from where on; it lasts until the next one starts."""


def build_bands(frame: Frame) -> tuple[tuple[Band, ...], tuple[str, ...]]:
    """The bands, and the names of their places.

    The scenes of a group follow each other along its layer; a stay lasts until the group is seen elsewhere, and goes on
    into the next layer if that starts at the same place with one of the group.
    """
    places: dict[str, int] = {}
    done: list[Band] = []
    lasting: list[Band] = []
    canvas = frame.canvas
    least = NARROWEST * canvas.small if canvas.on_page else 0.0
    overhang, space = OVERHANG * canvas.scale, SPACE * canvas.scale
    for t, groups in enumerate(frame.layers.groups):
        here: list[Band] = []
        for group in groups:
            stays = _merged(_stays(frame, t, group), frame.end[t], least)
            for i, (name, left) in enumerate(stays):
                if name is None:
                    continue
                place = places.setdefault(name, len(places))
                is_first, is_last = i == 0, i == len(stays) - 1
                left = left - overhang if is_first else left + space
                right = frame.end[t] + overhang if is_last else stays[i + 1][1] - space
                band = band_along(frame, t, group, left, right, place)
                before = next((other for other in lasting if is_first and _goes_on(other, band)), None)
                if before is not None:
                    lasting.remove(before)
                    band = _longer(before, band, overhang)
                (here if is_last else done).append(band)
        done += lasting
        lasting = here
    return (*done, *lasting), tuple(places)


def _stays(frame: Frame, layer: int, group: Sequence[int]) -> list[Stay]:
    """Where the group is seen, scene by scene: a scene is that of the group half of its people are in."""
    names = {frame.layers.names[line] for line in group}
    stays = [
        (met.location, frame.scenes[s].left)
        for s in frame.layers.scenes[layer]
        for met in frame.story.scenes[s].groups
        if 2 * len(names.intersection(met.characters)) >= len(met.characters)
    ]
    return [(place, frame.enter[layer]) for place, _ in stays[:1]] + stays[1:]


def _merged(stays: list[Stay], right: float, least: float) -> list[Stay]:
    """The stays up to ``right``, neighbours at one place joined, the narrow ones left out for those before them."""
    joined = _joined(stays)
    widths = [end - left for (_, left), (_, end) in pairwise([*joined, (None, right)])]
    wide = [stay for stay, width in zip(joined, widths, strict=True) if width >= min(least, max(widths))]
    return _joined([(place, left if i else joined[0][1]) for i, (place, left) in enumerate(wide)])


def _joined(stays: list[Stay]) -> list[Stay]:
    return [next(same) for _, same in groupby(stays, key=itemgetter(0))]


def band_along(frame: Frame, layer: int, group: tuple[int, ...], left: float, right: float, place: int = -1) -> Band:
    """A band around the lines of a group over a stretch of a layer."""
    ys, padding = frame.heights[layer, list(group)], PADDING * frame.canvas.scale
    return Band(place, group, ((left, float(ys.min()) - padding, right, float(ys.max()) + padding),))


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
