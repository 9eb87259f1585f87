"""Threads of a story: scenes that share people and places and lie near each other, their number unknown.

Louvain communities (Blondel et al. 2008) of the graph of scenes. Against seeds from the point process on the same
kernel they won at equal numbers of threads on the project's own screenplays; see benchmarks/plots.py.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import scipy.sparse as sp
from sklearn.preprocessing import normalize

from ...arrays import FloatArray
from ..places.locations import Location
from ..records import Scene
from .network import networkx

PLACE_SHARE = 0.25
"""Share of two scenes' similarity that comes from playing at one place; the rest comes from their people."""
REACH = 0.4
"""Distance in scenes, as a share of the script, over which similarity falls to 1/e."""
_SILENT = 0.5
_NEIGHBOURS = 25
_BLOCK = 500
_MOST_PEOPLE = 8
_IN_NAME = 3


@dataclass(frozen=True, slots=True)
class Plot:
    """A thread: its ``name`` from its people and place, the ids of its ``scenes`` in order, its people by presence."""

    id: int
    name: str
    people: tuple[str, ...]
    scenes: tuple[int, ...]

    @property
    def span(self) -> tuple[int, int]:
        """Its first and last scene."""
        return self.scenes[0], self.scenes[-1]


def find_plots(scenes: Sequence[Scene], places: Mapping[int, Location], *, seed: int) -> tuple[Plot, ...]:
    """Threads in the order of their first scene; every scene is in exactly one. ``places`` are by scene id."""
    if not scenes:
        return ()
    located = np.array([places[scene.id].id for scene in scenes])
    graph = networkx().from_scipy_sparse_array(nearest(cast_features(scenes), located))
    communities = networkx().community.louvain_communities(graph, seed=seed)
    labels = np.zeros(len(scenes), dtype=np.intp)
    for label, members in enumerate(communities):
        labels[list(members)] = label
    peopled = {int(label) for label, scene in zip(labels, scenes, strict=True) if scene.characters}
    for row in range(1, len(scenes)):  # a thread has people; scenes without any join the thread before them
        if labels[row] not in peopled:
            labels[row] = labels[row - 1]
    numbers = list(dict.fromkeys(labels.tolist()))
    plots: dict[str, Plot] = {}
    for number, label in enumerate(numbers, 1):
        own = [scenes[row] for row in np.flatnonzero(labels == label).tolist()]
        people = _leading(own)
        at = Counter(places[scene.id].name for scene in own)
        names = [f"{', '.join(people[:_IN_NAME]) or 'nobody'}: {place}" for place, _ in at.most_common()]
        name = next((name for name in names if name not in plots), f"{names[0]}, scenes {own[0].id} to {own[-1].id}")
        plots[name] = Plot(number, name, people, tuple(scene.id for scene in own))
    return tuple(plots.values())


def cast_features(scenes: Sequence[Scene]) -> sp.csr_matrix:
    """(n, people) who is in each scene, rarer people counting more and silent ones half; rows of length 1 or 0."""
    columns: dict[str, int] = {}
    rows, cols, values = [], [], []
    for row, scene in enumerate(scenes):
        for presence in scene.characters:
            rows.append(row)
            cols.append(columns.setdefault(presence.name, len(columns)))
            values.append(1.0 if presence.speaks else _SILENT)
    cast = sp.csr_matrix((values, (rows, cols)), shape=(len(scenes), max(len(columns), 1)))
    frequency = np.asarray((cast > 0).sum(axis=0)).ravel()
    idf = np.log((1 + len(scenes)) / (1 + frequency)) + 1
    return normalize(cast @ sp.diags(np.sqrt(idf)))


def scene_kernel(cast: sp.csr_matrix, places: FloatArray, rows: slice = slice(None)) -> FloatArray:
    """Similarity of some scenes to all: ``((1 - p) <cast, cast> + p [same place]) exp(-distance / reach)``.

    A product of positive semi-definite kernels, hence one itself. Linear memory in the rows asked for.
    """
    order = np.arange(cast.shape[0])
    near = np.exp(-np.abs(order[rows, None] - order) / max(REACH * order.size, 1))
    same = places[rows, None] == places
    return np.asarray(((1 - PLACE_SHARE) * (cast[rows] @ cast.T).toarray() + PLACE_SHARE * same) * near)


def nearest(cast: sp.csr_matrix, places: FloatArray) -> sp.csr_matrix:
    """(n, n) symmetric graph: every scene with the scenes most like it, block by block."""
    n = cast.shape[0]
    rows, cols, values = [], [], []
    for start in range(0, n, _BLOCK):
        block = scene_kernel(cast, places, slice(start, start + _BLOCK))
        block[np.arange(len(block)), start + np.arange(len(block))] = 0
        kept = np.argsort(-block, axis=1, kind="stable")[:, :_NEIGHBOURS]
        rows.append(np.repeat(start + np.arange(len(block)), kept.shape[1]))
        cols.append(kept.ravel())
        values.append(np.take_along_axis(block, kept, axis=1).ravel())
    graph = sp.csr_matrix((np.concatenate(values), (np.concatenate(rows), np.concatenate(cols))), shape=(n, n))
    graph = graph.maximum(graph.T)
    graph.eliminate_zeros()
    return graph


def _leading(scenes: Sequence[Scene]) -> tuple[str, ...]:
    """People in at least a quarter of the scenes, or whoever is in most."""
    count, words = Counter[str](), Counter[str]()
    for scene in scenes:
        for presence in scene.characters:
            count[presence.name] += 1
            words[presence.name] += presence.words
    people = sorted(count, key=lambda name: (-count[name], -words[name], name))
    return tuple([name for name in people if count[name] >= 0.25 * len(scenes)][:_MOST_PEOPLE] or people[:1])
