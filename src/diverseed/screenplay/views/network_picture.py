"""The network of people as a picture: circles with names that do not overlap, lines as thick as the meetings weigh."""

import math
from dataclasses import dataclass

import numpy as np

from ...arrays import FloatArray
from ...files.pages import fragment, shortened
from .network import Network, Person, networkx

MOST_PEOPLE = 40
"""People in the picture; a page cannot show more without hiding some."""
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#b07d00", "#4aa8dd", "#831c0b", "#563a67")
"""Of communities, after Okabe & Ito (2008), darkened where white letters or paper would drown them."""
_WIDTH, _HEIGHT, _MARGIN = 1000.0, 600.0, 14.0
_LETTER, _LINE = 6.9, 15.0
_LONGEST = 22
_ROUNDS = 300
_AIR = 7.0


@dataclass(frozen=True, slots=True)
class Placed:
    """A person as a circle over a label: the centre and half-sizes of the box around both, the circle's radius."""

    person: Person
    label: str
    x: float
    y: float
    half_width: float
    half_height: float
    radius: float

    @property
    def circle_y(self) -> float:
        """The circle stands at the top of its box, the name below."""
        return self.y - self.half_height + self.radius + 2

    @property
    def colour(self) -> str:
        """That of the community."""
        return COLOURS[(self.person.community - 1) % len(COLOURS)]


def place_people(network: Network, *, seed: int = 0) -> list[Placed]:
    """Positions by springs (Fruchterman & Reingold 1991), then moved apart until no two boxes overlap."""
    people = network.people[:MOST_PEOPLE]
    if not people:
        return []
    graph = networkx().Graph()
    graph.add_nodes_from(person.name for person in people)
    for meeting in network.meetings:
        if all(name in graph for name in meeting.people):
            graph.add_edge(*meeting.people, weight=math.sqrt(meeting.weight))
    spring = networkx().spring_layout(graph, seed=seed, k=2 / math.sqrt(len(people)), iterations=120)
    centres = np.array([spring[person.name] for person in people]) * [_WIDTH / 2, _HEIGHT / 2]
    scenes = np.array([person.scenes for person in people])
    radii = 6 + 14 * np.sqrt(scenes / scenes.max())
    labels = [shortened(person.name, _LONGEST) for person in people]
    widths = np.maximum(radii, [len(label) * _LETTER / 2 for label in labels]) + 4
    halves = np.column_stack([widths, radii + _LINE / 2 + 3])
    boxes = np.column_stack([without_overlaps(centres, halves + _AIR), halves, radii]).tolist()
    return [Placed(person, label, *box) for person, label, box in zip(people, labels, boxes, strict=True)]


def without_overlaps(centres: FloatArray, halves: FloatArray) -> FloatArray:
    """(n, 2) centres of boxes, given by centres and half-sizes, pushed apart along their lesser overlap.

    What still overlaps after many rounds is spread until nothing does.
    """
    own = np.arange(len(centres))
    centres = centres + 1e-3 * np.outer(own, [1, -1])  # a slight slant parts boxes with equal centres
    reach = halves[:, None] + halves
    reach[own, own] = -1
    for _ in range(_ROUNDS):
        gap = centres[:, None] - centres
        overlap = reach - np.abs(gap)
        meet = (overlap > 0).all(axis=2, keepdims=True)
        if not meet.any():
            return centres
        lesser = meet & (overlap == overlap.min(axis=2, keepdims=True))
        centres = centres + (0.3 * (overlap + 0.5) * np.sign(gap) * lesser).sum(axis=1)
    with np.errstate(divide="ignore"):
        needed = (reach / np.abs(centres[:, None] - centres)).min(axis=2)
    return centres * max(float(needed.max()), 1.0)


def to_svg(network: Network, *, seed: int = 0) -> str:
    """The picture as an SVG element that takes its ink and paper from the page's ``currentColor``."""
    placed = place_people(network, seed=seed)
    if not placed:
        return ""
    left = min(one.x - one.half_width for one in placed) - _MARGIN
    top = min(one.y - one.half_height for one in placed) - _MARGIN
    width = max(one.x + one.half_width for one in placed) + _MARGIN - left
    height = max(one.y + one.half_height for one in placed) + _MARGIN - top
    where = {one.person.name: one for one in placed}
    meetings = [meeting for meeting in network.meetings if where.keys() >= set(meeting.people)]
    lines = [
        (meeting, *(where[name] for name in meeting.people), meeting.weight / meetings[0].weight)
        for meeting in reversed(meetings)  # the heaviest on top
    ]
    return fragment("network.svg", box=(left, top, width, height), lines=lines, placed=placed)
