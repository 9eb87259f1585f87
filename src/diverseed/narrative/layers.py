"""The layered form of a story that the ordering works on: lines as integers, one partition into blocks per layer."""

from dataclasses import dataclass
from functools import cached_property
from itertools import chain, pairwise

import numpy as np

from ..arrays import IntArray
from .story import Story

LineOrder = tuple[tuple[int, ...], ...]
"""One permutation of the present lines per layer, from top to bottom."""


@dataclass(frozen=True)
class Layers:
    """Lines ``0 .. n-1`` through the layers of a story.

    Neighbouring scenes with the same groups are one layer. A line exists from the layer of its first appearance to
    that of its last; in a layer between where its character is in no group, it passes outside of all groups.

    Attributes
    ----------
    names : (n,) the character of each line
    groups : per layer, the groups that meet (sorted tuples of lines)
    of_scene : per scene, its layer. A scene without characters belongs to the layer before it.
    seen : per layer, the lines whose characters are seen in it; the others of its groups stay where they last were
    conflict : share of the time that people spend together which the layers misrepresent
    """

    names: tuple[str, ...]
    groups: tuple[tuple[tuple[int, ...], ...], ...]
    of_scene: tuple[int, ...]
    seen: tuple[frozenset[int], ...]
    conflict: float = 0.0

    def __len__(self) -> int:
        return len(self.groups)

    @cached_property
    def line_of(self) -> dict[str, int]:
        """The line of each character."""
        return {name: line for line, name in enumerate(self.names)}

    @cached_property
    def appearances(self) -> list[list[int]]:
        """Per line, the layers in which its character is seen."""
        result: list[list[int]] = [[] for _ in self.names]
        for layer, lines in enumerate(self.seen):
            for line in lines:
                result[line].append(layer)
        return result

    @cached_property
    def spans(self) -> tuple[tuple[int, int], ...]:
        """(n, 2) first and last layer of each line."""
        return tuple((layers[0], layers[-1]) for layers in self.appearances)

    @cached_property
    def scenes(self) -> tuple[range, ...]:
        """Per layer, its scenes, which follow each other."""
        starts = np.searchsorted(self.of_scene, range(len(self) + 1)).tolist()
        return tuple(range(first, end) for first, end in pairwise(starts))

    @property
    def labels(self) -> list[str]:
        """Per layer, its scenes in words, counted from 1."""
        return [f"Scenes {s.start + 1} to {s.stop}" if len(s) > 1 else f"Scene {s.stop}" for s in self.scenes]

    @cached_property
    def away(self) -> tuple[frozenset[int], ...]:
        """Per line, the layers of its long absences: between two appearances more than six layers, and an eighth of the
        story, apart."""
        least = max(6, len(self) // 8)
        return tuple(
            frozenset(t for a, b in pairwise(layers) if b - a > least for t in range(a + 1, b))
            for layers in self.appearances
        )

    @cached_property
    def blocks(self) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """Per layer, the groups and then every passing line as a block of its own: all must stay contiguous."""
        result = []
        for layer, groups in enumerate(self.groups):
            met = {line for group in groups for line in group}
            here = (line for line, (first, last) in enumerate(self.spans) if first <= layer <= last)
            result.append((*groups, *((line,) for line in here if line not in met)))
        return tuple(result)

    @cached_property
    def block_of(self) -> IntArray:
        """(layers, lines) the index in :attr:`blocks` of each line, -1 where it does not exist."""
        table = np.full((len(self), len(self.names)), -1)
        for row, blocks in zip(table, self.blocks, strict=True):
            for b, block in enumerate(blocks):
                row[list(block)] = b
        return table


def layers_of(story: Story) -> Layers:
    """Turn a story into layers; lines are numbered by first appearance."""
    number = {name: line for line, name in enumerate(story.characters)}
    groups: list[tuple[tuple[int, ...], ...]] = []
    of_scene = []
    for scene in story.scenes:
        met = tuple(sorted(tuple(sorted(number[name] for name in group.characters)) for group in scene.groups))
        if met and (not groups or met != groups[-1]):
            groups.append(met)
        of_scene.append(max(len(groups) - 1, 0))
    seen = tuple(frozenset(chain(*met)) for met in groups)
    return Layers(story.characters, tuple(groups), tuple(of_scene), seen)
