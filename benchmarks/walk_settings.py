"""What the constants of the walk are worth: ``python benchmarks/walk_settings.py --data DIR``.

Each constant of ``diverseed.walk`` that was measured is changed alone, on the public sets of ``public_sets.py`` (see
there for what DIR must hold) with at most 20,000 points: how often the best number, whatever the verdict, is right, and
the ARI of the walk's own clusters at that number. The same for three random samples of 70 % of each set: the constants
were chosen on the whole sets, so the samples tell better what a change is worth.
"""

import argparse
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np
from public_sets import Task, judged, read_sets
from sklearn.metrics import pairwise_distances_argmin
from tables import publish

from diverseed.walk import coarsening, graph, look, metric, separation, take_walk
from diverseed.walk.curve import Curve, score_curve

Answer = tuple[bool, bool, float]  # whether the number was right, whether the set is round, and the ARI

_MOST_POINTS = 20_000
_N_SAMPLES, _SHARE = 3, 0.7


def with_small_clusters(*arguments: Any, n_neighbors: int, **options: Any) -> Curve | None:
    """The scores where groups of five points are clusters."""
    return score_curve(*arguments, n_neighbors=min(n_neighbors, graph.NEIGHBOUR), **options)


# Of each setting the module whose constants it changes, these, and what it passes to the walk.
SETTINGS: dict[str, tuple[Any, dict[str, Any], dict[str, Any]]] = {
    "as it is": (graph, {}, {}),
    "10 neighbours": (graph, {}, {"n_neighbors": 10}),
    "20 neighbours": (graph, {}, {"n_neighbors": 20}),
    "shared neighbours alone": (graph, {"MANY_COLUMNS": 0}, {}),
    "distances along paths alone": (graph, {"isotropic": lambda points, *_, **__: 0 * points}, {}),
    "straight distances instead of paths": (graph, {"along_paths": lambda squares: squares}, {}),
    "squares of steps along paths": (metric, {"PATH_POWER": 2}, {}),
    "fourth powers of steps along paths": (metric, {"PATH_POWER": 4}, {}),
    "paths to 5 neighbours": (metric, {"_STEPS": 5}, {}),
    "paths to 15 neighbours": (metric, {"_STEPS": 15}, {}),
    "isotropic coordinates after 3 rounds": (metric, {"_ROUNDS": 3}, {}),
    "isotropic coordinates after 10 rounds": (metric, {"_ROUNDS": 10}, {}),
    "rounded values as they are": (look, {"dequantised": lambda points, _: points}, {}),
    "3 kernels": (graph, {"N_KERNELS": 3}, {}),
    "6 kernels": (graph, {"N_KERNELS": 6}, {}),
    "local bandwidths by the 3rd neighbour": (graph, {"NEIGHBOUR": 3}, {}),
    "local bandwidths by the 7th neighbour": (graph, {"NEIGHBOUR": 7}, {}),
    "groups of 5 points are clusters": (look, {"score_curve": with_small_clusters}, {}),
    "labels after at most 4 steps": (coarsening, {"_MOST_STEPS": 4}, {}),
    "labels after at most 64 steps": (coarsening, {"_MOST_STEPS": 64}, {}),
    "500 nodes": (graph, {"N_NODES": 500}, {}),
    "1,000 nodes": (graph, {"N_NODES": 1000}, {}),
    "exponent 1/4": (separation, {"POWER": 0.25}, {}),
    "exponent 1/3": (separation, {"POWER": 1 / 3}, {}),
    "exponent 1/2": (separation, {"POWER": 0.5}, {}),
}


def looked_at(task: Task) -> list[Answer]:
    """For each setting."""
    X, answers = task.X - task.X.mean(axis=0), []
    for module, constants, options in SETTINGS.values():
        with patch.multiple(module, **constants) if constants else nullcontext():
            walk = take_walk(X, np.ones(len(X)), rng=np.random.default_rng(0), judge=False, **options)
        labels = walk.labels_at(walk.evidence.best_n_clusters)[pairwise_distances_argmin(X, walk.summary.points)]
        answer = judged(task, "", labels, 0.0)
        answers.append((answer.hit, task.is_round, answer.ari))
    return answers


def sampled(task: Task, number: int) -> Task:
    """A random part of a set."""
    n = len(task.X)
    rows = np.sort(np.random.default_rng([number, n]).choice(n, int(_SHARE * n), replace=False))
    return replace(task, X=task.X[rows], references=[labels[rows] for labels in task.references])


def table(whole: Sequence[list[Answer]], samples: Sequence[list[Answer]]) -> list[dict[str, object]]:
    rows = []
    for position, name in enumerate(SETTINGS):
        hits, rounds, aris = zip(*(answers[position] for answers in whole), strict=True)
        sample_hits, _, sample_aris = zip(*(answers[position] for answers in samples), strict=True)
        rows.append(
            {
                "setting": name,
                f"exact k, of {len(hits)}": sum(hits),
                f"of {sum(rounds)} round": sum(hit and is_round for hit, is_round in zip(hits, rounds, strict=True)),
                "mean ARI": f"{np.mean(aris):.3f}",
                "exact k, samples": f"{sum(sample_hits) / _N_SAMPLES:.1f}",
                "mean ARI, samples": f"{np.mean(sample_aris):.3f}",
            }
        )
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    tasks = [task for task in read_sets(parser.parse_args().data) if len(task.X) <= _MOST_POINTS]
    samples = [sampled(task, number) for number in range(_N_SAMPLES) for task in tasks]
    with ProcessPoolExecutor(2) as pool:
        found = list(pool.map(looked_at, tasks + samples))
    title = "Settings of the walk"
    publish(
        "walk_settings",
        table(found[: len(tasks)], found[len(tasks) :]),
        title=title,
        packages=["scikit-learn"],
        notes=(__doc__ or "").partition("\n\n")[2],
    )


if __name__ == "__main__":
    main()
