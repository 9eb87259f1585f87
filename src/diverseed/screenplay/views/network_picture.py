"""The network of people as a picture: circles with names that do not overlap, lines as thick as the meetings weigh."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

import numpy as np

from ...arrays import FloatArray
from .network import Network, Person, Tie, networkx

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
    """A person with the circle's centre and radius, the label, and the half-sizes of the box around both."""

    person: Person
    x: float
    y: float
    radius: float
    label: str
    half_width: float
    half_height: float


def place_people(network: Network, *, seed: int = 0) -> list[Placed]:
    """Positions by springs (Fruchterman & Reingold 1991), then moved apart until no two boxes overlap."""
    people = network.people[:MOST_PEOPLE]
    if not people:
        return []
    names = {person.name for person in people}
    graph = networkx().Graph()
    graph.add_nodes_from(person.name for person in people)
    for meeting in network.meetings:
        if names.issuperset(meeting.people):
            graph.add_edge(*meeting.people, weight=math.sqrt(meeting.weight))
    spring = networkx().spring_layout(graph, seed=seed, k=2 / math.sqrt(len(people)), iterations=120)
    centres = np.array([spring[person.name] for person in people]).reshape(-1, 2) * [_WIDTH / 2, _HEIGHT / 2]
    most = max(person.scenes for person in people)
    radii = [6 + 14 * math.sqrt(person.scenes / most) for person in people]
    labels = [name if len(name) <= _LONGEST else name[: _LONGEST - 1] + "…" for name in (p.name for p in people)]
    widths = [max(radius, len(label) * _LETTER / 2) + 4 for radius, label in zip(radii, labels, strict=True)]
    halves = np.column_stack([widths, np.array(radii) + _LINE / 2 + 3])
    centres = without_overlaps(centres, halves + _AIR)
    return [
        Placed(person, x, y, radius, label, width, height)
        for person, (x, y), radius, label, (width, height) in zip(
            people, centres.tolist(), radii, labels, halves.tolist(), strict=True
        )
    ]


def without_overlaps(centres: FloatArray, halves: FloatArray) -> FloatArray:
    """(n, 2) centres of boxes, given by centres and half-sizes, pushed apart along their lesser overlap.

    What still overlaps after many rounds is spread until nothing does.
    """
    n = len(centres)
    # a slight slant parts boxes with equal centres
    centres = centres + 1e-3 * np.column_stack([np.arange(n), -np.arange(n)])
    reach = halves[:, None] + halves
    for _ in range(_ROUNDS):
        gap = centres[:, None] - centres
        overlap = reach - np.abs(gap)
        overlap[np.arange(n), np.arange(n)] = -1
        meet = (overlap > 0).all(axis=2)
        if not meet.any():
            return centres
        axis = overlap.argmin(axis=2)
        least = np.take_along_axis(overlap, axis[..., None], axis=2)[..., 0] * meet
        push = np.zeros_like(gap)
        direction = np.sign(np.take_along_axis(gap, axis[..., None], axis=2)[..., 0])
        np.put_along_axis(push, axis[..., None], (0.3 * (least + 0.5 * meet) * direction)[..., None], axis=2)
        centres = centres + push.sum(axis=1)
    gap = np.abs(centres[:, None] - centres)
    with np.errstate(divide="ignore"):
        needed = (reach / gap).min(axis=2)
    needed[np.arange(n), np.arange(n)] = 1
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
    return "\n".join(
        [
            f'<svg class="network" xmlns="http://www.w3.org/2000/svg" role="img" aria-label="Who meets whom" '
            f'viewBox="{left:.1f} {top:.1f} {width:.1f} {height:.1f}">',
            *_lines(meetings, where),
            *(_circle(one) for one in placed),
            "</svg>",
        ]
    )


def _lines(meetings: Sequence[Tie], where: dict[str, Placed]) -> list[str]:
    most = max((meeting.weight for meeting in meetings), default=1.0)
    lines = []
    for meeting in reversed(meetings):  # the heaviest on top
        one, other = (where[name] for name in meeting.people)
        share = meeting.weight / most
        same = one.person.community == other.person.community
        colour = _colour(one.person) if same else "currentColor"
        title = (
            f"{meeting.people[0]} and {meeting.people[1]}: {meeting.scenes} scenes, {meeting.exchanges} exchanged lines"
        )
        lines.append(
            f'<line x1="{one.x:.1f}" y1="{_centre(one):.1f}" x2="{other.x:.1f}" y2="{_centre(other):.1f}" '
            f'stroke="{colour}" stroke-opacity="{0.08 + 0.5 * math.sqrt(share):.2f}" '
            f'stroke-width="{0.6 + 6 * share:.2f}"><title>{escape(title)}</title></line>'
        )
    return lines


def _circle(one: Placed) -> str:
    person = one.person
    title = f"{person.name}: {person.scenes} scenes, {person.speeches} speeches, community {person.community}"
    return (
        f'<g><circle cx="{one.x:.1f}" cy="{_centre(one):.1f}" r="{one.radius:.1f}" fill="{_colour(person)}"/>'
        f'<text x="{one.x:.1f}" y="{one.y + one.half_height - 5:.1f}" text-anchor="middle">{escape(one.label)}</text>'
        f"<title>{escape(title)}</title></g>"
    )


def _centre(one: Placed) -> float:
    """The circle stands at the top of its box, the name below."""
    return one.y - one.half_height + one.radius + 2


def _colour(person: Person) -> str:
    return COLOURS[(person.community - 1) % len(COLOURS)]
