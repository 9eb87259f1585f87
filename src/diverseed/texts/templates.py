"""Templates of log lines, after Drain: lines of one length that agree in most positions, and what fills the others."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from sklearn.preprocessing import normalize

from ..arrays import FloatArray, IntArray
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


@dataclass(frozen=True)
class TemplateTree:
    """Different masked lines, some of them linked to trees; the others follow the templates of those."""

    lines: Sequence[Tokens]  # the different lines as tokens, masked ones as ``<*>``
    batches: tuple[tuple[IntArray, Tree], ...]  # rows of ``lines`` that were compared with each other, and their trees

    def templates(self, granularity: float) -> list[Tokens]:
        """The template of each line. Equal templates are one group."""
        found: list[Tokens | None] = [None] * len(self.lines)
        index = TemplateIndex()
        for rows, tree in self.batches:
            for row, template in zip(rows, _cut(self.lines, rows, tree, granularity), strict=True):
                found[row] = template
                index.add(template)
        return [own or index.match(line) or line for own, line in zip(found, self.lines, strict=True)]

    @property
    def heights(self) -> FloatArray:
        """Heights of all merges, ascending."""
        return np.sort(np.concatenate([np.empty(0), *(tree.heights for _, tree in self.batches)]))


class TemplateIndex:
    """Templates by length, constant positions and the tokens there, to look lines up."""

    def __init__(self, templates: Sequence[Tokens] = ()) -> None:
        self._by_pattern: dict[int, dict[tuple[int, ...], dict[Tokens, Tokens]]] = defaultdict(dict)
        for template in templates:
            self.add(template)

    def add(self, template: Tokens) -> None:
        constant = tuple(i for i, token in enumerate(template) if token != WILDCARD)
        constant = constant or tuple(range(len(template)))  # of what is masked as a whole, <*> is no place for any word
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


def link_templates(lines: Sequence[Tokens]) -> TemplateTree:
    """Trees of different masked lines: average linkage on the share of positions that hold the same token.

    A batch of lines is linked at a time; lines that fit a template of an earlier batch need no comparison. A log of
    few templates is thus read in one batch, however long it is.
    """
    waiting = np.arange(len(lines))
    batches: list[tuple[IntArray, Tree]] = []
    while waiting.size:
        rows, waiting = waiting[:_BATCH], waiting[_BATCH:]
        tree = _linked([lines[row] for row in rows.tolist()])
        batches.append((rows, tree))
        if waiting.size:
            index = TemplateIndex(_cut(lines, rows, tree, 1.0))
            waiting = np.array([row for row in waiting.tolist() if index.match(lines[row]) is None], dtype=np.intp)
    return TemplateTree(lines, tuple(batches))


def agreement(line: Tokens, other: Tokens) -> float:
    """Share of positions that hold the same constant token, 0 for lines of different length."""
    constants = [sum(token != WILDCARD for token in tokens) for tokens in (line, other)]
    if len(line) != len(other):
        return 0.0
    same = sum(token == there != WILDCARD for token, there in zip(line, other, strict=True))
    return same / float(np.sqrt(constants[0] * constants[1])) if all(constants) else float(line == other)


def _linked(lines: Sequence[Tokens]) -> Tree:
    """Average linkage on :func:`agreement`."""
    constant = (  # a line that is masked as a whole is like no other
        [(len(line), position, token) for position, token in enumerate(line) if token != WILDCARD]
        or [(len(line), -1, WILDCARD)]
        for line in lines
    )
    X = normalize(counted(constant, {}), copy=False)
    return link_similarities(similarities(X, floor=1 - _HIGHEST), np.ones(len(lines)))


def _cut(lines: Sequence[Tokens], rows: IntArray, tree: Tree, granularity: float) -> list[Tokens]:
    """The template of each row of a tree."""
    found: list[Tokens] = [()] * rows.size
    groups: dict[int, list[int]] = defaultdict(list)
    for i, group in enumerate(tree.labels(HEIGHT * granularity).tolist()):
        groups[group].append(i)
    for members in groups.values():
        for part, template in _divided([(i, lines[rows[i]]) for i in members], VALUES / granularity):
            for i in part:
                found[i] = template
    return found


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
