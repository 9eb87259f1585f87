"""Relevant and different: ``select_diverse`` beside MMR and pyversity, at equal size.

``python benchmarks/select.py [--banking train.csv] [--mnist DIR]``, with pyversity installed. The CSV file is
``banking_data/train.csv`` of github.com/PolyAI-LDN/task-specific-datasets; DIR holds the two files of MNIST's test
images. Digits come with scikit-learn.
"""

import argparse
import csv
import gzip
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

os.environ["OPENBLAS_NUM_THREADS"] = "1"  # before numpy is imported: with more, what else runs on the machine decides

import numpy as np
from pyversity import diversify
from sklearn.datasets import load_digits
from sklearn.decomposition import TruncatedSVD
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.preprocessing import normalize
from tables import Row, peak_memory, publish

from diverseed import select_diverse

NOTES = """
Each query is a row of the data; the 300 rows most like it are the candidates, their cosine similarity to it the score.
Of these, 10 are chosen. **Relevance** is the mean score of the ten, divided by that of the ten best. **Groups** is the
number of different true classes among the ten, which no method sees. **Coverage** is the mean, over the candidates, of
the cosine similarity to the nearest of the ten. Every method has one setting between relevance and diversity; it is
moved from 0.02 to 0.98, and the table shows groups and coverage where the relevance is 95 %, 90 % and 85 %, by linear
interpolation, as means over 60 queries: so all methods are compared at the same relevance. "-": the method does not get
there. For "sample", which is random, one draw for each query. "ms" is the processor time of one call, with one BLAS
thread.

MMR is written out here (Carbonell & Goldstein 1998); pyversity has its own.

A million rows: made-up embeddings, 64 numbers each in 32 bits, in 200 groups, with made-up scores; 100 items, in a
process of its own, one BLAS thread. The data takes 0.26 GB of the peak.
"""
SETTINGS = (0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98)
LEVELS = (0.95, 0.9, 0.85)
Method = Callable[[np.ndarray, np.ndarray, int, float], np.ndarray]


def mmr(X: np.ndarray, scores: np.ndarray, k: int, diversity: float) -> np.ndarray:
    """Maximal marginal relevance with cosine similarity."""
    unit = normalize(X)
    chosen, nearest = [int(scores.argmax())], np.full(len(X), -np.inf)
    while len(chosen) < k:
        nearest = np.maximum(nearest, unit @ unit[chosen[-1]])
        gain = (1 - diversity) * scores - diversity * nearest
        gain[chosen] = -np.inf
        chosen.append(int(gain.argmax()))
    return np.array(chosen)


def pyversity_by(strategy: str) -> Method:
    return lambda X, scores, k, diversity: diversify(X, scores, k, strategy=strategy, diversity=diversity).indices


METHODS: dict[str, Method] = {
    "select_diverse, map": lambda X, s, k, d: select_diverse(
        X, k, scores=s, diversity=d, metric="cosine", method="map"
    ),
    "select_diverse, sample": lambda X, s, k, d: select_diverse(
        X, k, scores=s, diversity=d, metric="cosine", random_state=0
    ),
    "MMR": mmr,
    **{f"pyversity, {name}": pyversity_by(name) for name in ("mmr", "msd", "dpp", "cover", "ssd")},
}


def data_sets(banking: Path | None, mnist: Path | None) -> Iterator[tuple[str, np.ndarray, np.ndarray]]:
    """Name, rows and true classes."""
    yield ("digits", *load_digits(return_X_y=True))
    if banking:
        with banking.open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        words = TfidfVectorizer(sublinear_tf=True, min_df=2).fit_transform([row["text"] for row in rows])
        vectors = TruncatedSVD(128, random_state=0).fit_transform(words)
        kept = np.linalg.norm(vectors, axis=1) > 1e-6
        yield (
            "banking questions",
            vectors[kept],
            np.unique([row["category"] for row in rows], return_inverse=True)[1][kept],
        )
    if mnist:
        images = np.frombuffer(gzip.decompress((mnist / "t10k-images-idx3-ubyte.gz").read_bytes()), np.uint8, offset=16)
        labels = np.frombuffer(gzip.decompress((mnist / "t10k-labels-idx1-ubyte.gz").read_bytes()), np.uint8, offset=8)
        yield "MNIST", images.reshape(-1, 784) / 255.0, labels


def compared(name: str, X: np.ndarray, classes: np.ndarray, *, n_queries: int, k: int = 10) -> list[Row]:
    unit = normalize(X)
    queries = np.random.default_rng(0).choice(len(X), n_queries, replace=False)
    found = {method: np.zeros((n_queries, len(SETTINGS), 3)) for method in METHODS}
    spent = dict.fromkeys(METHODS, 0.0)
    for position, query in enumerate(queries):
        similarity = unit @ unit[query]
        similarity[query] = -np.inf
        candidates = np.argsort(-similarity)[:300]
        scores, rows = np.maximum(similarity[candidates], 0), X[candidates]
        near = unit[candidates] @ unit[candidates].T
        for method, choose in METHODS.items():
            start = time.process_time()
            for column, setting in enumerate(SETTINGS):
                chosen = np.asarray(choose(rows, scores, k, setting))
                found[method][position, column] = (
                    scores[chosen].mean() / np.sort(scores)[-k:].mean(),
                    np.unique(classes[candidates[chosen]]).size,
                    near[:, chosen].max(axis=1).mean(),
                )
            spent[method] += time.process_time() - start
    table: list[Row] = []
    for method, values in found.items():
        relevance, groups, coverage = values.mean(axis=0).T
        row: dict[str, object] = {"data": name, "method": method}
        for level in LEVELS:
            row[f"groups at {level:.0%}"] = at_relevance(level, relevance, groups, digits=2)
            row[f"coverage at {level:.0%}"] = at_relevance(level, relevance, coverage, digits=3)
        row["ms"] = f"{1000 * spent[method] / n_queries / len(SETTINGS):.1f}"
        table.append(row)
        print(row, [f"{r:.2f}/{g:.1f}" for r, g in zip(relevance, groups, strict=True)], file=sys.stderr)
    return table


def at_relevance(level: float, relevance: np.ndarray, value: np.ndarray, *, digits: int) -> str:
    """The best value among all settings with exactly this relevance, between two neighbouring settings."""
    crossings = [
        value[i] + (value[i + 1] - value[i]) * (level - relevance[i]) / (relevance[i + 1] - relevance[i])
        for i in range(len(relevance) - 1)
        if (relevance[i] - level) * (relevance[i + 1] - level) <= 0 and relevance[i] != relevance[i + 1]
    ]
    return f"{max(crossings):.{digits}f}" if crossings else "-"


def million_run(method: str, n: int = 1_000_000, d: int = 64, k: int = 100) -> dict[str, float]:
    rng = np.random.default_rng(0)
    X = rng.standard_normal((n, d), dtype=np.float32)
    X += 3 * rng.standard_normal((200, d), dtype=np.float32)[rng.integers(200, size=n)]
    scores = rng.random(n)
    wall, cpu = time.perf_counter(), time.process_time()
    chosen = select_diverse(X, k, scores=scores, method=method, random_state=0)  # type: ignore[arg-type]
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    return {"wall": wall, "cpu": cpu, "gb": peak_memory(), "score": float(scores[chosen].mean())}


def million(method: str) -> Row:
    command = [sys.executable, __file__, "--million", method]
    run = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return {
        "data": "1,000,000 x 64, k = 100",
        "method": f"select_diverse, {method}",
        "processor time": f"{run['cpu']:.0f} s",
        "peak": f"{run['gb']:.2f} GB",
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--banking", type=Path)
    parser.add_argument("--mnist", type=Path)
    parser.add_argument("--queries", type=int, default=60)
    parser.add_argument("--million", choices=["sample", "map"])
    arguments = parser.parse_args()
    if arguments.million:
        print(json.dumps(million_run(arguments.million)))
        return
    rows = [
        row
        for name, X, classes in data_sets(arguments.banking, arguments.mnist)
        for row in compared(name, X, classes, n_queries=arguments.queries)
    ]
    rows += [million("map"), million("sample")]
    publish("select", rows, title="Relevant and different", packages=["scikit-learn", "pyversity"], notes=NOTES)


if __name__ == "__main__":
    main()
