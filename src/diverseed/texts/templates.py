"""Templates of log lines, after Drain: lines of one length that agree in most positions, and what fills the others."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np
from sklearn.preprocessing import normalize

from ..arrays import IntArray
from .features import counted
from .linkage import Tree, link_similarities, similarities
from .masking import WILDCARD, Tokens

# Lines of a template agree in 60 % of their constant tokens on average (Drain's usual threshold is 40 to 50 % of all
# tokens, masked ones included, He et al. 2017), and a position is a parameter if it takes at least eight values. On the
# eight labelled logs of benchmarks/text_level.py heights of 0.3 to 0.5 give the same F1 with eight values or more; with
# fewer, messages that differ in one word are merged.
HEIGHT, VALUES = 0.4, 8
_HIGHEST = 0.65  # the trees end here, above the coarsest cut
_BATCH = 1000  # lines that are compared at once


class TemplateIndex:
    """Templates by length, constant positions and the tokens there, to look lines up."""

    def __init__(self, templates: Iterable[Tokens]) -> None:
        self._by_pattern: dict[int, dict[tuple[int, ...], dict[Tokens, Tokens]]] = defaultdict(dict)
        for template in templates:
            constant = tuple(i for i, token in enumerate(template) if token != WILDCARD)
            # of what is masked as a whole, <*> is no place for any word
            constant = constant or tuple(range(len(template)))
            held = self._by_pattern[len(template)].setdefault(constant, {})
            held[tuple(template[i] for i in constant)] = template

    def match(self, line: Tokens) -> Tokens | None:
        """The template with the most constant tokens that the line fits, None without one."""
        best: Tokens | None = None
        most = -1
        for constant, held in self._by_pattern.get(len(line), {}).items():
            if len(constant) > most:
                template = held.get(tuple(line[i] for i in constant))
                if template is not None:
                    best, most = template, len(constant)
        return best


def link_templates(lines: Sequence[Tokens]) -> tuple[Any, Tree, IntArray]:
    """Average linkage of different masked lines on the share of positions that hold the same token.

    A batch of lines is linked at a time; lines that fit a template of an earlier batch need no comparison. A log of
    few templates is thus read in one batch, however long it is.

    Returns
    -------
    X : (lines, d) CSR, unit rows whose dot products are the ``agreement`` of lines
    tree : of the lines, without merges of those that were not compared
    compared : the lines that were
    """
    constant = (  # a line that is masked as a whole is like no other
        [(len(line), position, token) for position, token in enumerate(line) if token != WILDCARD]
        or [(len(line), -1, WILDCARD)]
        for line in lines
    )
    X = normalize(counted(constant, {}), copy=False)
    waiting = np.arange(len(lines))
    compared, merges, heights = [], [], []
    while waiting.size:
        rows, waiting = waiting[:_BATCH], waiting[_BATCH:]
        tree = link_similarities(similarities(X[rows], floor=1 - _HIGHEST), np.ones(rows.size))
        compared.append(rows)
        merges.append(rows[tree.merges])
        heights.append(tree.heights)
        if waiting.size:
            batch = Tree(len(lines), merges[-1], tree.heights)
            index = TemplateIndex(_cut(lines, rows, batch, 1.0).values())
            waiting = np.array([row for row in waiting.tolist() if index.match(lines[row]) is None], dtype=np.intp)
    whole = Tree.of(len(lines), np.concatenate(merges), np.concatenate(heights))
    return X, whole, np.concatenate(compared)


def templates_of(lines: Sequence[Tokens], tree: Tree, compared: IntArray, granularity: float) -> list[Tokens]:
    """The template of each line, equal ones for the lines of a group. Lines not compared follow the others."""
    found = _cut(lines, compared, tree, granularity)
    index = TemplateIndex(found.values())
    return [found.get(row) or index.match(line) or line for row, line in enumerate(lines)]


def agreement(line: Tokens, other: Tokens) -> float:
    """Share of positions that hold the same constant token, 0 for lines of different length."""
    constants = [sum(token != WILDCARD for token in tokens) for tokens in (line, other)]
    if len(line) != len(other):
        return 0.0
    same = sum(token == there != WILDCARD for token, there in zip(line, other, strict=True))
    return same / float(np.sqrt(constants[0] * constants[1])) if all(constants) else float(line == other)


def _cut(lines: Sequence[Tokens], rows: IntArray, tree: Tree, granularity: float) -> dict[int, Tokens]:
    """The template of each of the rows of a tree of lines."""
    groups: dict[int, list[int]] = defaultdict(list)
    for row, group in zip(rows.tolist(), tree.labels(HEIGHT * granularity)[rows].tolist(), strict=True):
        groups[group].append(row)
    return {
        row: template
        for members in groups.values()
        for part, template in _divided([(row, lines[row]) for row in members], VALUES / granularity)
        for row in part
    }


def _divided(members: list[tuple[int, Tokens]], values: float) -> Iterator[tuple[list[int], Tokens]]:
    """Parts of a group in which every position holds one token or at least ``values`` different ones."""
    positions = [set(column) for column in zip(*(line for _, line in members), strict=True)]
    few = [(len(held), i) for i, held in enumerate(positions) if 1 < len(held) < values]
    if not few:
        template = tuple(next(iter(held)) if len(held) == 1 else WILDCARD for held in positions)
        yield [i for i, _ in members], template
        return
    position = min(few)[1]
    parts: dict[str, list[tuple[int, Tokens]]] = defaultdict(list)
    for member in members:
        parts[member[1][position]].append(member)
    for part in parts.values():
        yield from _divided(part, values)
