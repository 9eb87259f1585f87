"""The number of clusters, found by DPPKMeans and by every baseline: ``python benchmarks/auto_k.py``.

``--quick`` takes two sets of each kind and prints only; ``--ours`` runs DPPKMeans alone, prints its misses and writes
nothing.
"""

import sys
import time
import warnings
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
from generated_sets import generated_sets, sets_without_clusters
from hdbscan import HDBSCAN
from sklearn.datasets import load_breast_cancer, load_digits, load_iris, load_wine
from sklearn.decomposition import PCA
from sklearn.preprocessing import StandardScaler
from tables import Row, markdown_table, publish
from threadpoolctl import threadpool_limits

from diverseed import DPPKMeans
from diverseed.choose_k import CHOOSE_K, SWEEPS, KMeansPath, k_means_path

OURS = "DPPKMeans"
REAL, NONE = "real", "one cluster"

# What would take hours sees a sample of this many points, BIC also at most this many principal components.
_SWEEP_SAMPLE = 4000
_SAMPLES = {"gap statistic": 1000, "BIC of mixtures": 2000}
_HDBSCAN_SAMPLE = 5000  # above 20 dimensions
_BIC_COMPONENTS = 10

NOTES = """
Sets with clusters: `generated_sets.md`, 6 of each kind. "Without clusters" are its sets of one cluster; there every
answer but 1 is a false discovery, and the indices (silhouette, Calinski-Harabasz, Davies-Bouldin) cannot answer 1.
"Real" are iris, digits (raw), wine and breast cancer (standardised), with the number of classes as truth. "Mean abs
log" is the mean over the sets with clusters and the real ones of |log(k / true)|. "Seconds" is the sum over all sets,
"median ratio" the median over sets of a method's time over that of DPPKMeans on the same set: processor time of one
thread.

What favours the baselines: those that need a largest k are told max(15, 1.5 x the true k); DPPKMeans is told nothing
and sees all points. To finish at all, the sweeps (k-means with scikit-learn's default single start for every k,
shared between the indices, its time counted for each) see a sample of at most 4,000 points, the gap statistic 1,000,
the BIC of mixtures 2,000 and 10 principal components, HDBSCAN 5,000 above 20 dimensions; the times are of those
samples. HDBSCAN (its own package) runs with its defaults, and with clusters of at least half a percent of the points;
none found counts as one cluster.
"""


@dataclass(frozen=True)
class Task:
    name: str
    kind: str
    X: Any
    n_clusters: int


@dataclass(frozen=True)
class Answer:
    """A method's number of clusters for a set, and what it took; ``said`` is what else it said."""

    task: str
    kind: str
    n_clusters: int
    method: str
    found: int
    seconds: float
    said: str = ""

    @property
    def log_error(self) -> float:
        return abs(float(np.log(self.found / self.n_clusters)))

    @property
    def hit(self) -> bool:
        return self.found == self.n_clusters


def real_tasks() -> list[Task]:
    raw = {"iris": load_iris, "digits": load_digits}
    standardised = {"wine": load_wine, "breast cancer": load_breast_cancer}
    loaded = {name: load(return_X_y=True) for name, load in (raw | standardised).items()}
    return [
        Task(name, REAL, StandardScaler().fit_transform(X) if name in standardised else X, np.unique(y).size)
        for name, (X, y) in loaded.items()
    ]


def all_tasks(*, per_kind: int | None = None) -> list[Task]:
    options = {} if per_kind is None else {"per_kind": per_kind}
    clustered = [Task(made.name, made.kind, made.X, made.n_clusters) for made in generated_sets(**options)]
    single = [Task(made.name, NONE, made.X, 1) for made in sets_without_clusters()]
    return [*clustered, *(single if per_kind is None else single[::4]), *real_tasks()]


def by_ours(X: Any) -> tuple[int, str]:
    model = DPPKMeans(random_state=0).fit(X)
    evidence = model.evidence_
    best = [int(k) + 1 for k in np.argsort(-evidence.scores)[:3]]
    scores = ", ".join(f"{k} ({evidence.scores[k - 1]:.2f})" for k in best)
    return model.n_clusters_, f"{evidence.verdict}, strength {evidence.strength:.2f}; best {scores}"


def by_hdbscan(X: Any, smallest: int) -> int:
    return max(1, int(HDBSCAN(min_cluster_size=smallest, core_dist_n_jobs=1).fit(X).labels_.max()) + 1)


def asked(task: Task, methods: Sequence[str]) -> list[Answer]:
    """The answers of the methods for one set."""
    k_max = max(15, int(1.5 * task.n_clusters))
    path, path_seconds = None, 0.0
    answers = []
    with threadpool_limits(1):
        if SWEEPS & set(methods):
            sample = sampled(task.X, _SWEEP_SAMPLE)
            path, path_seconds = timed(lambda: k_means_path(sample, k_max=k_max, rng=np.random.default_rng(0)))
        for method in methods:
            shares_path = method in SWEEPS and method not in _SAMPLES
            (found, said), seconds = timed(lambda method=method: answered(task.X, method, k_max=k_max, path=path))
            seconds += path_seconds if shares_path else 0.0
            answers.append(Answer(task.name, task.kind, task.n_clusters, method, found, seconds, said))
    return answers


def answered(X: Any, method: str, *, k_max: int, path: KMeansPath | None) -> tuple[int, str]:
    """A method's number of clusters, and what it says about it."""
    if method == OURS:
        return by_ours(X)
    if method.startswith("HDBSCAN"):
        seen = sampled(X, _HDBSCAN_SAMPLE if X.shape[1] > 20 else len(X))
        return by_hdbscan(seen, 5 if method == "HDBSCAN" else max(5, len(seen) // 200)), ""
    rng = np.random.default_rng(0)
    if method in SWEEPS and method not in _SAMPLES:
        return CHOOSE_K[method](sampled(X, _SWEEP_SAMPLE), k_max=k_max, rng=rng, path=path), ""
    seen = sampled(X, _SAMPLES.get(method, len(X)))
    if method == "BIC of mixtures" and X.shape[1] > _BIC_COMPONENTS:
        seen = PCA(_BIC_COMPONENTS, random_state=0).fit_transform(seen)
    return CHOOSE_K[method](seen, k_max=min(k_max, len(seen)), rng=rng), ""


def sampled(X: Any, size: int) -> Any:
    return X if len(X) <= size else X[np.random.default_rng(0).choice(len(X), size, replace=False)]


def timed(run: Callable[[], Any]) -> tuple[Any, float]:
    """A result and the processor time it took: unlike the clock, it does not depend on what else runs."""
    start = time.process_time()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        result = run()
    return result, time.process_time() - start


def gathered(tasks: Sequence[Task], methods: Sequence[str]) -> list[Answer]:
    """All answers, two sets at a time, small sets first."""
    ordered = sorted(tasks, key=lambda task: task.X.size * task.n_clusters)
    answers = []
    with ProcessPoolExecutor(2) as pool:
        for found in pool.map(asked, ordered, [methods] * len(ordered)):
            answers += found
            told = "; ".join(f"{a.method} {a.found} in {a.seconds:.2f} s {a.said}".strip() for a in found)
            print(f"{found[0].task}, k = {found[0].n_clusters}: {told}", file=sys.stderr)
    rank = {task.name: position for position, task in enumerate(tasks)}
    return sorted(answers, key=lambda answer: rank[answer.task])


def summed(method: str, answers: Sequence[Answer]) -> Row:
    ours = {answer.task: answer.seconds for answer in answers if answer.method == OURS}
    mine = [answer for answer in answers if answer.method == method]
    single, real, clustered = split(mine)
    return {
        "method": method,
        f"hits of {len(clustered)}": sum(answer.hit for answer in clustered),
        f"without clusters, of {len(single)}": sum(answer.hit for answer in single),
        f"real, of {len(real)}": sum(answer.hit for answer in real),
        "mean abs log": f"{np.mean([answer.log_error for answer in (*clustered, *real)]):.2f}",
        "seconds": round(sum(answer.seconds for answer in mine), 1),
        "median ratio": round(float(np.median([answer.seconds / ours[answer.task] for answer in mine])), 2),
    }


def split(answers: Sequence[Answer]) -> tuple[list[Answer], list[Answer], list[Answer]]:
    """Those for sets without clusters, for real sets, and for the others."""
    single = [answer for answer in answers if answer.kind == NONE]
    real = [answer for answer in answers if answer.kind == REAL]
    return single, real, [answer for answer in answers if answer.kind not in (NONE, REAL)]


def by_kind(methods: Sequence[str], answers: Sequence[Answer]) -> list[Row]:
    kinds = list(dict.fromkeys(answer.kind for answer in answers))
    rows: list[Row] = []
    for kind in kinds:
        of_kind = [answer for answer in answers if answer.kind == kind]
        hits = {m: sum(answer.hit for answer in of_kind if answer.method == m) for m in methods}
        rows.append({"kind": kind, "sets": len({answer.task for answer in of_kind}), **hits})
    return rows


def misses(answers: Sequence[Answer]) -> list[Row]:
    """Where DPPKMeans was wrong, and what it said."""
    return [
        {"set": answer.task, "true k": answer.n_clusters, "found": answer.found, "evidence": answer.said}
        for answer in answers
        if answer.method == OURS and not answer.hit
    ]


def main() -> None:
    quick, alone = "--quick" in sys.argv, "--ours" in sys.argv
    methods = [OURS] if alone else [OURS, *CHOOSE_K, "HDBSCAN", "HDBSCAN, 0.5 %"]
    answers = gathered(all_tasks(per_kind=2 if quick else None), methods)
    rows = [summed(method, answers) for method in methods]
    kinds = f"Hits by kind\n\n{markdown_table(by_kind(methods, answers))}"
    missed = f"Where DPPKMeans was wrong\n\n{markdown_table(misses(answers))}"
    if quick or alone:
        print(markdown_table(rows), kinds, missed, sep="\n\n")
        return
    publish(
        "auto_k",
        rows,
        title="The number of clusters",
        packages=["scikit-learn", "hdbscan"],
        notes=f"{NOTES.strip()}\n\n## {kinds}\n\n## {missed}",
    )


if __name__ == "__main__":
    main()
