"""Number of clusters and labels on public sets of every shape: ``python benchmarks/public_sets.py --data DIR``.

DIR holds the collections fcps, graves, other, sipu, uci and wut of the repository gagolews/clustering-data-v1 as
folders of ``NAME.data.gz`` and ``NAME.labels0.gz``, ... (a set may have several reference partitions; label 0 is
noise). Nothing of it is part of this project. The constants of ``diverseed.walk`` were chosen on these sets, so this
table is not held out. ``--quick`` takes every eighth set and prints only; ``--ours`` runs our methods alone and writes
nothing.
"""

import argparse
import gzip
import sys
import time
import warnings
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
from sklearn.cluster import KMeans
from sklearn.metrics import adjusted_rand_score, silhouette_score
from tables import Row, markdown_table, publish
from threadpoolctl import threadpool_limits

from diverseed import DPPKMeans, DPPSpectralClustering

COLLECTIONS = ("fcps", "graves", "other", "sipu", "uci", "wut")
# Sets whose clusters k-means can separate, as listed for this comparison.
ROUND = frozenset(
    """
    a1 a2 a3 s1 s2 s3 s4 d31 r15 unbalance aggregation birch1 birch2 hepta tetra lsun twodiamonds engytime iris
    square ecoli wine wdbc glass statlog yeast mk1 mk2 mk3 mk4 x1 x2 x3 z2 z3 windows dense
    """.split()  # noqa: SIM905
)
_SWEEP_SAMPLE, _LARGEST_K = 4000, 60
_FEWEST_COLUMNS_FOR_EVOC = 4

NOTES = """
"Exact k" counts a set where the number of clusters is that of any of its reference partitions. "Mean abs log" is the
mean of |log(k / true)| to the nearest reference. ARI is the largest over the references; reference noise is left out,
and points that a method leaves unlabelled count as clusters of their own. "Round" are the 37 sets whose clusters
k-means can separate; sets of uci are standardised. CPU seconds are of one thread, and include what numba compiles for
fast-plscan and EVoC, twice. EVoC needs four columns. A verdict "none" of ours counts as one cluster. HDBSCAN runs with
its defaults and with clusters of at least 1 % of the points; its "no clusters" counts as one cluster. The silhouette
sweep tries k = 2 to 60 by k-means on at most 4,000 points and cannot answer 1. The constants of our rule were chosen
on these sets, none by a single set.
"""


@dataclass(frozen=True)
class Task:
    name: str
    X: Any
    references: list[Any]
    is_round: bool


@dataclass(frozen=True)
class Answer:
    task: str
    method: str
    n_clusters: int
    hit: bool
    log_error: float
    ari: float
    seconds: float
    is_round: bool


def read_sets(folder: Path) -> list[Task]:
    tasks = []
    for collection in COLLECTIONS:
        files = sorted((folder / collection).glob("*.data.gz"))
        if not files:
            raise SystemExit(f"{folder / collection} holds no .data.gz file. See --help for what DIR must hold.")
        for file in files:
            name = file.name.removesuffix(".data.gz")
            with gzip.open(file) as lines:
                X = np.loadtxt(lines, ndmin=2)
            if collection == "uci":
                deviations = X.std(axis=0)
                X = (X - X.mean(axis=0)) / np.where(deviations > 0, deviations, 1)
            labels = [np.loadtxt(path, dtype=int) for path in sorted(file.parent.glob(f"{name}.labels*.gz"))]
            tasks.append(Task(f"{collection} {name}", X, labels, name in ROUND))
    return tasks


def by_k_means(X: Any) -> Any:
    return DPPKMeans(random_state=0).fit(X).labels_


def by_walk(X: Any) -> Any:
    return DPPSpectralClustering(random_state=0).fit(X).labels_


def by_hdbscan(X: Any, share: float = 0.0) -> Any:
    from hdbscan import HDBSCAN

    return HDBSCAN(min_cluster_size=max(5, int(share * len(X))), core_dist_n_jobs=1).fit(X).labels_


def by_one_percent(X: Any) -> Any:
    return by_hdbscan(X, 0.01)


def by_evoc(X: Any) -> Any:
    if X.shape[1] < _FEWEST_COLUMNS_FOR_EVOC:
        raise ValueError(f"{X.shape[1]} columns are too few")
    from evoc import EVoC

    return EVoC(random_state=0).fit_predict(X.astype(np.float32))


def by_plscan(X: Any) -> Any:
    from fast_plscan import PLSCAN

    return PLSCAN().fit(X).labels_


def by_silhouette(X: Any) -> Any:
    rows = X if len(X) <= _SWEEP_SAMPLE else X[np.random.default_rng(0).choice(len(X), _SWEEP_SAMPLE, replace=False)]
    models = [KMeans(k, random_state=0).fit(rows) for k in range(2, min(_LARGEST_K, len(rows) // 2) + 1)]
    return max(models, key=lambda model: silhouette_score(rows, model.labels_)).predict(X)


METHODS: dict[str, tuple[Callable[[Any], Any], str | None]] = {
    "DPPSpectralClustering": (by_walk, None),
    "DPPKMeans": (by_k_means, None),
    "HDBSCAN": (by_hdbscan, "hdbscan"),
    "HDBSCAN, 1 %": (by_one_percent, "hdbscan"),
    "fast-plscan": (by_plscan, "fast_plscan"),
    "EVoC": (by_evoc, "evoc"),
    "silhouette + k-means": (by_silhouette, None),
}


def asked(task: Task, methods: Sequence[str]) -> list[Answer]:
    answers = []
    for method in methods:
        with threadpool_limits(1), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            start = time.process_time()
            try:
                labels = np.asarray(METHODS[method][0](task.X))
            except ValueError as error:  # EVoC refuses data of fewer than four columns
                print(f"{method} on {task.name}: {error}", file=sys.stderr)
                continue
            seconds = time.process_time() - start
        answers.append(judged(task, method, labels, seconds))
    return answers


def judged(task: Task, method: str, labels: Any, seconds: float) -> Answer:
    k = max(int(labels.max()) + 1, 1)
    numbers = [int(reference.max()) for reference in task.references]
    alone = labels < 0
    whole = np.where(alone, labels.max() + 1 + np.cumsum(alone), labels)
    ari = max(adjusted_rand_score(ref[ref > 0], whole[ref > 0]) for ref in task.references)
    error = min(abs(float(np.log(k / number))) for number in numbers)
    return Answer(task.name, method, k, k in numbers, error, ari, seconds, task.is_round)


def summed(method: str, answers: Sequence[Answer]) -> Row:
    mine = [answer for answer in answers if answer.method == method]
    rounds = [answer for answer in mine if answer.is_round]
    return {
        "method": method,
        "sets": len(mine),
        "exact k": sum(answer.hit for answer in mine),
        "round sets": len(rounds),
        "exact k there": sum(answer.hit for answer in rounds),
        "mean abs log": f"{np.mean([answer.log_error for answer in mine]):.2f}",
        "mean ARI": f"{np.mean([answer.ari for answer in mine]):.3f}",
        "CPU seconds": round(sum(answer.seconds for answer in mine), 1),
    }


def by_set(tasks: Sequence[Task], methods: Sequence[str], answers: Sequence[Answer]) -> list[Row]:
    found = {(answer.task, answer.method): answer for answer in answers}
    rows = []
    for task in tasks:
        true = "/".join(map(str, sorted({int(reference.max()) for reference in task.references})))
        mine = {m: found[task.name, m] for m in methods if (task.name, m) in found}
        cells = {m: f"{answer.n_clusters} ({answer.ari:.2f})" for m, answer in mine.items()}
        rows.append({"set": task.name, "true k": true, **cells})
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--ours", action="store_true")
    options = parser.parse_args()
    tasks = read_sets(options.data)[:: 8 if options.quick else 1]
    missing = [method for method, (_, module) in METHODS.items() if module is not None and find_spec(module) is None]
    methods = [method for method in METHODS if method not in missing and not (options.ours and "DPP" not in method)]
    if missing and not options.ours:
        print(f"not installed, left out: {', '.join(missing)}", file=sys.stderr)
    answers = []
    with ProcessPoolExecutor(2) as pool:
        for found in pool.map(asked, sorted(tasks, key=lambda task: len(task.X)), [methods] * len(tasks)):
            answers += found
            print(found[0].task, ", ".join(f"{a.method} {a.n_clusters} ({a.ari:.2f})" for a in found), file=sys.stderr)
    rows, sets = [summed(method, answers) for method in methods], by_set(tasks, methods, answers)
    if options.quick or options.ours:
        print(markdown_table(rows), markdown_table(sets), sep="\n\n")
        return
    packages = ["scikit-learn", *(p for p in ("hdbscan", "fast-plscan", "evoc") if find_spec(p.replace("-", "_")))]
    notes = f"{NOTES.strip()}\n\n## Set by set\n\nNumber of clusters found, and the ARI.\n\n{markdown_table(sets)}"
    publish("public_sets", rows, title="Public benchmark sets", packages=packages, notes=notes)


if __name__ == "__main__":
    main()
