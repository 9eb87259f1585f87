"""The layered form of a story that the ordering works on: lines as integers, one partition into blocks per layer."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from .story import Story

Order = tuple[tuple[int, ...], ...]
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
    seen : per layer, the lines whose characters are really seen in it; None if those are all that are in its groups
    """

    names: tuple[str, ...]
    groups: tuple[tuple[tuple[int, ...], ...], ...]
    of_scene: tuple[int, ...]
    seen: tuple[frozenset[int], ...] | None = None

    def __len__(self) -> int:
        return len(self.groups)

    @cached_property
    def spans(self) -> tuple[tuple[int, int], ...]:
        """(n, 2) first and last layer of each line."""
        first: dict[int, int] = {}
        last: dict[int, int] = {}
        for layer, groups in enumerate(self.groups):
            for line in (line for group in groups for line in group):
                first.setdefault(line, layer)
                last[line] = layer
        return tuple((first[line], last[line]) for line in range(len(self.names)))

    @cached_property
    def on_stage(self) -> tuple[frozenset[int], ...]:
        """Per layer, the lines whose characters are seen in it."""
        if self.seen is not None:
            return self.seen
        return tuple(frozenset(line for group in groups for line in group) for groups in self.groups)

    @cached_property
    def blocks(self) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """Per layer, the groups and then every passing line as a block of its own: all must stay contiguous."""
        result = []
        for layer, groups in enumerate(self.groups):
            met = {line for group in groups for line in group}
            passing = [
                (line,) for line, (first, last) in enumerate(self.spans) if first <= layer <= last and line not in met
            ]
            result.append((*groups, *passing))
        return tuple(result)

    @cached_property
    def block_of(self) -> tuple[dict[int, int], ...]:
        """Per layer, the index in :attr:`blocks` of each present line."""
        return tuple({line: b for b, block in enumerate(blocks) for line in block} for blocks in self.blocks)

    @cached_property
    def block_table(self) -> NDArray[np.intp]:
        """(layers, lines) the same as an array, with -1 where a line does not exist."""
        table = np.full((len(self), len(self.names)), -1)
        for layer, block_of in enumerate(self.block_of):
            table[layer, list(block_of)] = list(block_of.values())
        return table


def long_absence(layers: int) -> int:
    """An absence of more layers than this is long: six layers and an eighth of the story."""
    return max(6, layers // 8)


def layers_of(story: Story) -> Layers:
    """Turn a story into layers; lines are numbered by first appearance."""
    names = story.characters
    line = {name: i for i, name in enumerate(names)}
    groups: list[tuple[tuple[int, ...], ...]] = []
    of_scene = []
    for scene in story.scenes:
        met = tuple(sorted(tuple(sorted(line[name] for name in group.characters)) for group in scene.groups))
        if met and (not groups or met != groups[-1]):
            groups.append(met)
        of_scene.append(max(len(groups) - 1, 0))
    return Layers(names, tuple(groups), tuple(of_scene))
