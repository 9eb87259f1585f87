"""The network of people as a picture: circles with names that do not overlap, lines as thick as the meetings weigh."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any

import numpy as np

from ...arrays import FloatArray
from ...files.pages import fragment, shortened
from .network import networkx

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
    """A person, with the node's attributes, as a circle over a label: the box around both, the circle's radius."""

    name: str
    label: str
    person: Mapping[str, Any]
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
        return COLOURS[(self.person["community"] - 1) % len(COLOURS)]


def place_people(network: Any, *, seed: int = 0) -> list[Placed]:
    """Positions by springs (Fruchterman & Reingold 1991), then moved apart until no two boxes overlap."""
    people = dict(islice(network.nodes.items(), MOST_PEOPLE))
    if not people:
        return []
    graph = networkx().Graph()
    graph.add_nodes_from(people)
    for one, other, weight in network.edges(data="weight"):
        if one in people and other in people:
            graph.add_edge(one, other, weight=math.sqrt(weight))
    spring = networkx().spring_layout(graph, seed=seed, k=2 / math.sqrt(len(people)), iterations=120)
    centres = np.array([spring[name] for name in people]) * [_WIDTH / 2, _HEIGHT / 2]
    scenes = np.array([person["scenes"] for person in people.values()])
    radii = 6 + 14 * np.sqrt(scenes / scenes.max())
    labels = [shortened(name, _LONGEST) for name in people]
    widths = np.maximum(radii, [len(label) * _LETTER / 2 for label in labels]) + 4
    halves = np.column_stack([widths, radii + _LINE / 2 + 3])
    boxes = np.column_stack([without_overlaps(centres, halves + _AIR), halves, radii]).tolist()
    return [Placed(*one, *box) for *one, box in zip(people, labels, people.values(), boxes, strict=True)]


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


def to_svg(network: Any, *, seed: int = 0) -> str:
    """The picture as an SVG element that takes its ink and paper from the page's ``currentColor``."""
    placed = place_people(network, seed=seed)
    if not placed:
        return ""
    left = min(one.x - one.half_width for one in placed) - _MARGIN
    top = min(one.y - one.half_height for one in placed) - _MARGIN
    width = max(one.x + one.half_width for one in placed) + _MARGIN - left
    height = max(one.y + one.half_height for one in placed) + _MARGIN - top
    where = {one.name: one for one in placed}
    edges = [edge for edge in network.edges(data=True) if edge[0] in where and edge[1] in where]
    heaviest = max((meeting["weight"] for _, _, meeting in edges), default=1)
    lines = [
        (meeting, where[one], where[other], meeting["weight"] / heaviest)
        for one, other, meeting in sorted(edges, key=lambda edge: edge[2]["weight"])  # the heaviest on top
    ]
    return fragment("network.svg", box=(left, top, width, height), lines=lines, placed=placed)
