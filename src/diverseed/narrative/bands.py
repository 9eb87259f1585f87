"""Bands: where scenes play, drawn behind the groups and named once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .frame import PLACE_LETTERS, PLACE_SIZE, Frame
from .layers import Layers
from .lettering import wrap
from .shapes import Band, Label, Point
from .story import Story

BAND_PADDING, BAND_SPACE = 8.0, 4.0
"""Above and below the lines, and short of a band that follows without a bend."""


def first_stays(story: Story) -> dict[int, list[tuple[int, str]]]:
    """Per scene, the groups (by index) whose place is seen there for the first time."""
    seen: set[str] = set()
    result: dict[int, list[tuple[int, str]]] = {}
    for s, scene in enumerate(story.scenes):
        for g, group in enumerate(scene.groups):
            if group.location and group.location not in seen:
                seen.add(group.location)
                result.setdefault(s, []).append((g, group.location))
    return result


def place_labels(
    story: Story,
    layers: Layers,
    frame: Frame,
    named: Mapping[int, Sequence[tuple[int, str]]],
    places: Sequence[str],
) -> list[Label]:
    labels = []
    for s, stays in sorted(named.items()):
        for g, place in stays:
            top, _ = _extent(story, layers, frame, s, g)
            written = wrap(place, PLACE_LETTERS)
            for i, text in enumerate(written):
                y = top - 4 - (len(written) - 1 - i) * 1.05 * PLACE_SIZE
                labels.append(Label(text, frame.scenes[s].left, y, PLACE_SIZE, "start", "place", places.index(place)))
    return labels


def build_bands(story: Story, layers: Layers, frame: Frame, places: Sequence[str]) -> tuple[Band, ...]:
    """A band for each stay: it goes on into the next scene if that plays there too and somebody stays."""
    index = {place: i for i, place in enumerate(places)}
    number = {name: line for line, name in enumerate(layers.names)}
    done: list[Band] = []
    lasting: list[tuple[Band, set[int]]] = []
    for s, scene in enumerate(story.scenes):
        here: list[tuple[Band, set[int]]] = []
        for g, group in enumerate(scene.groups):
            if group.location not in index:
                continue
            people = {number[name] for name in group.characters}
            band = _band(
                index[group.location], people, _band_ends(layers, frame, s), _extent(story, layers, frame, s, g)
            )
            before = next((stay for stay in lasting if stay[0].place == band.place and stay[1] & people), None)
            if before is not None:
                lasting.remove(before)
                band = longer(before[0], band, frame.overhang)
            here.append((band, people))
        done += (band for band, _ in lasting)
        lasting = here
    return (*done, *(band for band, _ in lasting))


def _band(place: int, people: set[int], ends: tuple[float, float], extent: tuple[float, float]) -> Band:
    (left, right), (top, bottom) = ends, extent
    return Band(place, tuple(sorted(people)), ((left, top), (right, top)), ((left, bottom), (right, bottom)))


def longer(band: Band, further: Band, overhang: float) -> Band:
    """A stay that goes on into the next scene."""
    lines = tuple(sorted({*band.lines, *further.lines}))
    top, bottom = (
        _continued(edge, after, overhang) for edge, after in ((band.top, further.top), (band.bottom, further.bottom))
    )
    return Band(band.place, lines, top, bottom)


def _band_ends(layers: Layers, frame: Frame, scene: int) -> tuple[float, float]:
    """A band reaches a little into the bends around it, but stops short of a scene that follows without a bend."""
    layer, box = layers.of_scene[scene], frame.scenes[scene]
    follows = scene > 0 and layers.of_scene[scene - 1] == layer
    goes_on = scene + 1 < len(frame.scenes) and layers.of_scene[scene + 1] == layer
    space = BAND_SPACE * frame.scale
    return box.left + (space if follows else -frame.overhang), box.right - (space if goes_on else -frame.overhang)


def _continued(edge: Sequence[Point], further: tuple[Point, ...], overhang: float) -> tuple[Point, ...]:
    """One edge going on into the next scene; the overhang between the two goes."""
    begin, finish = further
    x, y = edge[-1]
    if y == begin[1]:
        return (*edge[:-1], finish)
    return (*edge[:-1], (x - overhang, y), (begin[0] + overhang, begin[1]), finish)


def _extent(story: Story, layers: Layers, frame: Frame, scene: int, group: int) -> tuple[float, float]:
    """Top and bottom of the band of a group."""
    number = {name: line for line, name in enumerate(layers.names)}
    t = layers.of_scene[scene]
    ys = [float(frame.heights[t, number[name]]) for name in story.scenes[scene].groups[group].characters]
    return min(ys) - BAND_PADDING * frame.scale, max(ys) + BAND_PADDING * frame.scale
