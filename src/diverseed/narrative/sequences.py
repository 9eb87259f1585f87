"""Sequences: stretches of scenes over which people neither meet nor part, the layers of a film on one page.

A stretch of scenes is drawn as one partition of its people into groups. For two people let *together* be the screen
time of the scenes they share, and *apart* the time of the scenes that show one of them away from the other: those
before the two have met in the stretch, and those with somebody whom the other has not met. The partition puts two
people together where that agrees with most of the time (correlation clustering, Bansal, Blum & Chawla 2004), and the
*conflict* of a stretch is the time that its partition misrepresents.

All rules follow from that one quantity. A scene whose people are all in one present group adds no conflict: nothing
changes. Nor do scenes of other people: they are a second group beside the first, in the same layer. A true meeting or
parting makes a conflict, and with it a new layer. Where so many layers do not fit on the page, the neighbours whose
union has the least conflict are joined.
"""

from collections import defaultdict
from collections.abc import Sequence as SequenceOf
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from ..arrays import FloatArray, IntArray
from ..errors import InputError
from .layers import Layers, as_lines, long_absences
from .story import Group, Story

MOST_LAYERS = 40
"""Layers that fit on a page: with 1600 px across, 40 px each for a bend and a straight piece."""


@dataclass(frozen=True)
class Sequence:
    """One layer: neighbouring scenes, the groups they show, and who of them is really seen.

    Attributes
    ----------
    scenes : indices of the scenes, one after the other
    groups : every character whose line exists here is in exactly one; ``location`` is where the group is seen longest
    seen : the characters of its scenes. The others of the groups stay where they last were.
    conflict : share of the time that people of the story spend together which is misrepresented here
    """

    scenes: range
    groups: tuple[Group, ...]
    seen: frozenset[str]
    conflict: float

    @property
    def label(self) -> str:
        """Its scenes, counted from 1."""
        first, last = self.scenes.start + 1, self.scenes.stop
        return f"Scene {first}" if first == last else f"Scenes {first} to {last}"


def find_sequences(story: Story, *, most: int = MOST_LAYERS, overlook: float = 0.0) -> tuple[Sequence, ...]:
    """The sequences of a story; every scene is in exactly one.

    Parameters
    ----------
    most : upper bound on their number
    overlook : share of the time that people spend together which may be misrepresented to save layers: raise it to
        drop short encounters, lower it to show them
    """
    return Stretches(story).sequences(most, overlook)


def sequence_layers(story: Story, sequences: SequenceOf[Sequence]) -> Layers:
    """The sequences as layers to order, one each; lines are numbered as in the story."""
    number = {name: line for line, name in enumerate(story.characters)}
    groups = tuple(as_lines(sequence.groups, number) for sequence in sequences)
    of_scene = tuple(t for t, sequence in enumerate(sequences) for _ in sequence.scenes)
    seen = tuple(frozenset(number[name] for name in sequence.seen) for sequence in sequences)
    return Layers(story.characters, groups, of_scene, seen)


Partition = tuple[tuple[int, ...], ...]


class Stretches:
    """The groups of all scenes as rows of an array, from which the partition of any stretch is found, and kept."""

    def __init__(self, story: Story) -> None:
        self.story, self.names = story, story.characters
        number = {name: i for i, name in enumerate(self.names)}
        met = [(s, scene.length, group) for s, scene in enumerate(story.scenes) for group in scene.groups]
        self.present = np.zeros((len(met), len(self.names)))
        for row, (_, _, group) in zip(self.present, met, strict=True):
            row[[number[name] for name in group.characters]] = 1.0
        self.time = np.array([length for _, length, _ in met])[:, None]
        self.row = np.searchsorted([s for s, _, _ in met], range(len(story.scenes) + 1))
        self._known: dict[range, tuple[Partition, float]] = {}

    def sequences(self, most: int, overlook: float) -> tuple[Sequence, ...]:
        """See :func:`find_sequences`."""
        if most < 1:
            raise InputError(f"most={most} sequences cannot show a story. Ask for at least 1.")
        size = self.present.sum(axis=1)
        total = float((self.time[:, 0] * size * (size - 1)).sum()) / 2  # time that pairs spend together
        ranges = _join(self, most, overlook * total)
        partitions = [self.partition(scenes)[0] for scenes in ranges]
        return tuple(
            Sequence(
                scenes,
                tuple(self.located(group, scenes) for group in groups),
                frozenset(self.names[i] for group in seen for i in group),
                self.partition(scenes)[1] / max(total, 1e-9),
            )
            for scenes, seen, groups in zip(ranges, partitions, _stay(partitions), strict=True)
        )

    def partition(self, scenes: range) -> tuple[Partition, float]:
        """The groups of a stretch, and its conflict."""
        if scenes not in self._known:
            rows = slice(self.row[scenes.start], self.row[scenes.stop])
            people = np.flatnonzero(self.present[rows].any(axis=0))
            groups, conflict = _partition(*evidence(self.present[rows][:, people], self.time[rows]))
            self._known[scenes] = tuple(tuple(people[group].tolist()) for group in groups), conflict
        return self._known[scenes]

    def located(self, group: SequenceOf[int], scenes: range) -> Group:
        """The group by name, with the place where most of it is seen longest."""
        names = tuple(self.names[i] for i in group)
        time: dict[str, float] = defaultdict(float)
        for scene in self.story.scenes[scenes.start : scenes.stop]:
            for met in scene.groups:
                here = set(names).intersection(met.characters)
                if met.location and here:
                    time[met.location] += len(here) * scene.length
        return Group(names, max(time, key=lambda place: time[place], default=None))


def evidence(present: FloatArray, time: FloatArray) -> tuple[FloatArray, FloatArray]:
    """(n, n) how long each two people are together, and apart.

    Parameters
    ----------
    present : (meetings, n) 1 where a person is in a meeting
    time : (meetings, 1) how long it takes
    """
    together = (time * present).T @ present
    meetings, there = len(present), present > 0
    pairs = there[:, :, None] & there[:, None, :]
    met = np.where(pairs.any(axis=0), pairs.argmax(axis=0), meetings)  # (n, n) the meeting where two first meet
    strangers = met[None] > np.arange(meetings)[:, None, None]
    away = (there[:, :, None] & strangers).any(axis=1) & ~there  # (meetings, n) who cannot be where a meeting is
    apart = (time * present).T @ away
    return together, apart + apart.T


def _partition(together: FloatArray, apart: FloatArray) -> tuple[list[IntArray], float]:
    """Join the groups that gain most until none gains; the conflict is what the result misrepresents."""
    gain = together - apart  # between groups, each at the place of its first person
    np.fill_diagonal(gain, -np.inf)
    of = np.arange(len(gain))
    while gain.size:
        a, b = sorted(divmod(int(gain.argmax()), len(gain)))
        if gain[a, b] <= 1e-9:
            break
        gain[a] += gain[b]
        gain[:, a] = gain[a]
        gain[b] = gain[:, b] = gain[a, a] = -np.inf
        of[of == b] = a
    wrong = np.where(of[:, None] == of, apart, together)
    np.fill_diagonal(wrong, 0.0)
    return [np.flatnonzero(of == group) for group in np.unique(of)], float(wrong.sum() / 2)


def _join(stretches: Stretches, most: int, budget: float) -> list[range]:
    """Start from single scenes; join the cheapest neighbours while that costs nothing or too many are left.

    Beyond that the joining may cost ``budget`` in all.
    """
    scenes = stretches.story.scenes
    inhabited = [s for s, scene in enumerate(scenes) if scene.groups]
    starts = [0, *inhabited[1:], len(scenes)]  # a scene nobody is in belongs to what comes before it
    ranges = [range(a, b) for a, b in pairwise(starts)]
    cost = [_cost(stretches, a, b) for a, b in pairwise(ranges)]
    while cost:
        cheapest = min(range(len(cost)), key=lambda i: (cost[i], i))  # what changes nothing joins what is there
        if cost[cheapest] > max(budget, 1e-9) and len(ranges) <= most:
            break
        budget -= cost[cheapest]
        ranges[cheapest : cheapest + 2] = [range(ranges[cheapest].start, ranges[cheapest + 1].stop)]
        del cost[cheapest]
        for i in (cheapest - 1, cheapest):
            if 0 <= i < len(cost):
                cost[i] = _cost(stretches, ranges[i], ranges[i + 1])
    return ranges


def _cost(stretches: Stretches, before: range, after: range) -> float:
    """What joining two neighbours adds to the conflict."""
    first, second, whole = (stretches.partition(r)[1] for r in (before, after, range(before.start, after.stop)))
    return max(0.0, round(whole - first - second, 9))


def _stay(partitions: SequenceOf[Partition]) -> list[Partition]:
    """Add to each layer those who are not seen in it but come back: they stay with whom they last were.

    Those who were together and are not seen stay together, and with those of their company who are seen as long as
    nobody new joins these: whoever meets somebody has moved on. Who is away for long has left that company.
    """
    appearances: dict[int, list[int]] = {}
    for t, groups in enumerate(partitions):
        for person in (person for group in groups for person in group):
            appearances.setdefault(person, []).append(t)
    gone = {person: long_absences(when, len(partitions)) for person, when in appearances.items()}
    result: list[Partition] = []
    for t, groups in enumerate(partitions):
        seen = {person: g for g, group in enumerate(groups) for person in group}
        here = [list(group) for group in groups]
        for company in result[-1] if result else ():
            away = [person for person in company if person not in seen and appearances[person][-1] > t]
            here += [[person] for person in away if t in gone[person]]
            staying = [person for person in away if t not in gone[person]]
            went = {seen[person] for person in company if person in seen}
            if len(went) == 1 and set(groups[next(iter(went))]) <= set(company):
                here[went.pop()] += staying
            elif staying:
                here.append(staying)
        result.append(tuple(tuple(sorted(group)) for group in here))
    return result
