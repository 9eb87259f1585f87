"""Location bands of a poster: where each group is while its sequence lasts, one place after the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ..bands import BAND_PADDING, BAND_SPACE, longer
from ..frame import Frame
from ..layers import Layers
from ..shapes import Band, SceneBox
from ..story import Story
from .room import Room

NARROWEST = 2.4
"""A stay that takes less than this, in heights of the smallest letters, is left out for a longer one beside it."""


@dataclass(frozen=True)
class _Stay:
    place: str
    left: float
    right: float

    @property
    def width(self) -> float:
        return self.right - self.left


def build_stays(
    story: Story, of_scene: Sequence[int], scenes: Sequence[SceneBox], layers: Layers, frame: Frame, room: Room
) -> tuple[tuple[Band, ...], tuple[str, ...]]:
    """The bands, and the names of their places.

    The scenes of a group follow each other along its layer; a stay lasts until the group is seen elsewhere, and goes on
    into the next layer if that starts at the same place with one of the group.
    """
    places: dict[str, int] = {}
    done: list[Band] = []
    lasting: list[Band] = []
    for t, groups in enumerate(layers.groups):
        here: list[Band] = []
        numbers = [s for s, layer in enumerate(of_scene) if layer == t]
        for group in groups:
            stays = list(_stays(story, numbers, scenes, {layers.names[line] for line in group}))
            stays = _merged(stays, frame.enter[t], frame.end[t], NARROWEST * room.small)
            bands = [_band(stay, places, group, frame, t, i, len(stays)) for i, stay in enumerate(stays)]
            if not bands:
                continue
            before = next((band for band in lasting if _goes_on(band, bands[0])), None)
            if before is not None:
                lasting.remove(before)
                bands[0] = longer(before, bands[0], frame.overhang)
            done += bands[:-1]
            here.append(bands[-1])
        done += lasting
        lasting = here
    return (*done, *lasting), tuple(places)


def _goes_on(band: Band, after: Band) -> bool:
    """Whether a stay goes on: somebody stays at the place, and not at quite another height of the page."""
    near = band.top[-1][1] < after.bottom[0][1] and after.top[0][1] < band.bottom[-1][1]
    return band.place == after.place and near and not set(band.lines).isdisjoint(after.lines)


def _stays(story: Story, numbers: Sequence[int], scenes: Sequence[SceneBox], names: set[str]) -> Iterator[_Stay]:
    """Where the group is seen, scene by scene: a scene is that of the group half of its people are in."""
    for s in numbers:
        for met in story.scenes[s].groups:
            if met.location and 2 * len(names.intersection(met.characters)) >= len(met.characters):
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


def _band(
    stay: _Stay, places: dict[str, int], group: tuple[int, ...], frame: Frame, layer: int, number: int, count: int
) -> Band:
    space = BAND_SPACE * frame.scale
    left = stay.left + (space if number else -frame.overhang)
    right = stay.right - (space if number < count - 1 else -frame.overhang)
    ys = [float(frame.heights[layer, line]) for line in group]
    top, bottom = min(ys) - BAND_PADDING * frame.scale, max(ys) + BAND_PADDING * frame.scale
    place = places.setdefault(stay.place, len(places))
    return Band(place, group, ((left, top), (right, top)), ((left, bottom), (right, bottom)))
