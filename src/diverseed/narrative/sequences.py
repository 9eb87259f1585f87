"""Sequences: stretches of scenes over which people neither meet nor part, the layers of a film on one page.

A stretch of scenes is drawn as one partition of its people into groups. For two people let *together* be the screen
time of the scenes they share, and *apart* the time of the scenes that show one of them away from the other: those
before the two have met in the stretch, and those with somebody whom the other has not met. The partition puts two
people together where that agrees with most of the time (correlation clustering, Bansal, Blum & Chawla 2004), and the
*conflict* of a stretch is the time that its partition misrepresents.

All rules follow from that one quantity. A scene whose people are all in one present group adds no conflict: nothing
changes. Nor do scenes of other people: they are a second group beside the first, in the same layer. A true meeting or
parting makes a conflict, and with it a new layer. If the layers do not fit on the page, the neighbours whose
union has the least conflict are joined.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator
from dataclasses import replace
from functools import cache
from itertools import chain, pairwise

import numpy as np

from ..arrays import FloatArray, IntArray
from .layers import Layers
from .story import Story

Partition = tuple[tuple[int, ...], ...]
Partitioned = Callable[[range], tuple[Partition, float]]
"""The groups of a stretch of scenes, and its conflict."""


def find_sequences(story: Story, *, most: int, overlook: float = 0.0) -> Iterator[Layers]:
    """The sequences of a story as layers, one each; and again with fewer of them, until one is left.

    Parameters
    ----------
    most : upper bound on their number, at first
    overlook : share of the time that people spend together which may be misrepresented to save layers: raise it to
        drop short encounters, lower it to show them
    """
    sizes = ((scene.length, len(group.characters)) for scene in story.scenes for group in scene.groups)
    total = sum(length * size * (size - 1) / 2 for length, size in sizes)  # time that pairs spend together
    partitioned = _partitions(story)
    for stretches in _joined(story, partitioned, most, overlook * total):
        partitions, conflicts = zip(*map(partitioned, stretches), strict=True)
        seen = Layers(
            story.characters,
            partitions,
            tuple(t for t, scenes in enumerate(stretches) for _ in scenes),
            tuple(frozenset(chain(*groups)) for groups in partitions),
            sum(conflicts) / max(total, 1e-9),
        )
        yield replace(seen, groups=_stay(seen))


def place_of(story: Story, scenes: range, names: Collection[str]) -> str | None:
    """The place where most of a group is seen longest in a stretch of scenes."""
    time: dict[str, float] = defaultdict(float)
    for scene in story.scenes[scenes.start : scenes.stop]:
        for met in scene.groups:
            here = set(names).intersection(met.characters)
            if met.location and here:
                time[met.location] += len(here) * scene.length
    return max(time, key=lambda place: time[place], default=None)


def _partitions(story: Story) -> Partitioned:
    """The groups of all scenes as rows of an array, from which the partition of any stretch is found, and kept."""
    number = {name: i for i, name in enumerate(story.characters)}
    met = [(s, scene.length, group) for s, scene in enumerate(story.scenes) for group in scene.groups]
    present = np.zeros((len(met), len(number)))
    for row, (_, _, group) in zip(present, met, strict=True):
        row[[number[name] for name in group.characters]] = 1.0
    time = np.array([length for _, length, _ in met])[:, None]
    start = np.searchsorted([s for s, _, _ in met], range(len(story.scenes) + 1))

    @cache
    def partitioned(scenes: range) -> tuple[Partition, float]:
        rows = slice(start[scenes.start], start[scenes.stop])
        people = np.flatnonzero(present[rows].any(axis=0))
        groups, conflict = _partition(*evidence(present[rows][:, people], time[rows]))
        return tuple(tuple(people[group].tolist()) for group in groups), conflict

    return partitioned


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


def _joined(story: Story, partitioned: Partitioned, most: int, budget: float) -> Iterator[list[range]]:
    """Stretches of scenes. From single scenes on, the neighbours are joined whose union adds the least conflict.

    Those that add none, or no more than what is left of the ``budget``, are joined before anything is yielded.
    """

    def cost(before: range, after: range) -> float:
        first, second, whole = (partitioned(r)[1] for r in (before, after, range(before.start, after.stop)))
        return max(0.0, round(whole - first - second, 9))

    inhabited = [s for s, scene in enumerate(story.scenes) if scene.groups]
    starts = [0, *inhabited[1:], len(story.scenes)]  # a scene nobody is in belongs to what comes before it
    stretches = [range(a, b) for a, b in pairwise(starts)]
    costs = [cost(a, b) for a, b in pairwise(stretches)]
    while costs:
        least = min(costs)
        if least > max(budget, 1e-9) and len(stretches) <= most:
            yield list(stretches)
        budget -= least
        at = costs.index(least)
        stretches[at : at + 2] = [range(stretches[at].start, stretches[at + 1].stop)]
        beside = stretches[max(at - 1, 0) : at + 2]
        costs[max(at - 1, 0) : at + 2] = [cost(a, b) for a, b in pairwise(beside)]
    yield stretches


def _stay(seen: Layers) -> tuple[Partition, ...]:
    """The groups of each layer with those who are not seen in it but come back: they stay with whom they last were.

    Those who were together and are not seen stay together, and with those of their company who are seen as long as
    nobody new joins these: whoever meets somebody has moved on. Who is away for long has left that company.
    """
    result: list[Partition] = []
    for t, groups in enumerate(seen.groups):
        group_of = {person: g for g, group in enumerate(groups) for person in group}
        here = [list(group) for group in groups]
        for company in result[-1] if result else ():
            absent = [person for person in company if person not in group_of and seen.spans[person][1] > t]
            here += [[person] for person in absent if t in seen.away[person]]
            staying = [person for person in absent if t not in seen.away[person]]
            went = {group_of[person] for person in company if person in group_of}
            if len(went) == 1 and set(groups[next(iter(went))]) <= set(company):
                here[went.pop()] += staying
            elif staying:
                here.append(staying)
        result.append(tuple(sorted(tuple(sorted(group)) for group in here)))
    return tuple(result)
