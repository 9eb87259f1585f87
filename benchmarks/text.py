"""Short texts side by side: the number of groups, and how well they are found, against the usual ways.

``python benchmarks/text.py`` writes results/text.md. Each set is given to

- diverseed: ``cluster_texts``, told nothing; and told k, to compare groups alone
- TF-IDF + KMeans (scikit-learn, n_init=10), told the true k
- HDBSCAN on the same kernel (distance 1 - similarity, min_cluster_size=2; each point of noise is a group of its own)
- equal strings: every different string is a group

The generated sets use seeds apart from those that the rule for the number was chosen on.
"""

import csv
import resource
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import numpy as np
import numpy.typing as npt
from near_duplicates import DOMAINS, near_duplicates
from sklearn.cluster import HDBSCAN, KMeans
from sklearn.feature_extraction.text import TfidfVectorizer
from tables import markdown_table, publish

from diverseed.examples import example_path, screenplays
from diverseed.kernels.words import WordSequenceVectorizer
from diverseed.scores import macro_f1, pairwise_f1
from diverseed.texts import cluster_texts
from diverseed.texts.reading import read_lines

Labels = npt.NDArray[np.int64]
Set = tuple[str, list[str], Labels]
SEEDS = range(900, 903)
KINDS = {  # of generated sets: groups of the sizes seen in practice, then the two extremes
    "groups of 4": {"mean_size": 4.0},
    "groups of 4, equal": {"mean_size": 4.0, "size_law": "equal"},
    "half singletons": {"mean_size": 5.0, "singletons": 0.5},
    "groups of 15, zipf": {"mean_size": 15.0, "size_law": "zipf"},
}


def ours(texts: list[str], n_groups: int) -> Labels:
    return cluster_texts(texts, random_state=0).labels


def ours_told(texts: list[str], n_groups: int) -> Labels:
    return cluster_texts(texts, min(n_groups, len(set(map(str.lower, texts)))), random_state=0).labels


def tfidf_kmeans(texts: list[str], n_groups: int) -> Labels:
    return KMeans(n_groups, n_init=10, random_state=0).fit(TfidfVectorizer().fit_transform(texts)).labels_


def hdbscan(texts: list[str], n_groups: int) -> Labels:
    features = WordSequenceVectorizer().fit_transform(texts)
    distance = np.maximum(1 - (features @ features.T).toarray(), 0)
    labels = HDBSCAN(metric="precomputed", min_cluster_size=2, copy=True).fit(distance).labels_
    noise = labels < 0
    return np.where(noise, labels.max() + 1 + np.cumsum(noise), labels)


def equal_strings(texts: list[str], n_groups: int) -> Labels:
    return np.unique(texts, return_inverse=True)[1]


METHODS: dict[str, Callable[[list[str], int], Labels]] = {
    "diverseed": ours,
    "diverseed told k": ours_told,
    "TF-IDF + KMeans told k": tfidf_kmeans,
    "HDBSCAN, same kernel": hdbscan,
    "equal strings": equal_strings,
}


def generated(domain: str, kind: str) -> Iterator[Set]:
    for seed in SEEDS:
        data = near_duplicates(domain, seed=seed, n_groups=80, **KINDS[kind])
        yield f"{domain}, {kind}", data.texts, data.groups


def headings() -> Iterator[Set]:
    for card in screenplays():
        gold = Path(example_path(card.name)).with_suffix(".locations.csv")
        with gold.open(encoding="utf-8", newline="") as stream:
            places = [row["location"] for row in csv.DictReader(stream)]
        yield f"headings: {card.name}", read_lines(f"example:{card.name}"), np.unique(places, return_inverse=True)[1]


def measured(sets: Sequence[Set]) -> dict[str, object]:
    """One row: means over the sets of one kind."""
    n_groups = [np.unique(gold).size for _, _, gold in sets]
    row: dict[str, object] = {
        "set": sets[0][0],
        "lines": round(np.mean([len(texts) for _, texts, _ in sets])),
        "groups": round(np.mean(n_groups)),
    }
    process = [cluster_texts(texts, "paper", random_state=0).n_clusters for _, texts, _ in sets]
    row["paper / true"] = float(np.mean(np.divide(process, n_groups)))
    for name, method in METHODS.items():
        labels = [method(texts, k) for (_, texts, _), k in zip(sets, n_groups, strict=True)]
        if "told" not in name:
            row[f"{name}: k / true"] = float(
                np.mean([np.unique(found).size / k for found, k in zip(labels, n_groups, strict=True)])
            )
        row[f"{name}: F1"] = float(np.mean([macro_f1(gold, f) for (_, _, gold), f in zip(sets, labels, strict=True)]))
        row[f"{name}: pairs"] = float(
            np.mean([pairwise_f1(gold, f) for (_, _, gold), f in zip(sets, labels, strict=True)])
        )
    return row


def large_run(n_lines: int) -> dict[str, object]:
    """One large set in a process of its own: seconds and the most memory it held."""
    texts: list[str] = []
    gold: list[str] = []
    for domain in ("products", "addresses"):
        data = near_duplicates(domain, seed=77, n_groups=n_lines // 8, mean_size=4)
        texts += data.texts
        gold += [f"{domain}{group}" for group in data.groups]
    start = time.perf_counter()
    found = cluster_texts(texts, random_state=0)
    seconds = time.perf_counter() - start
    return {
        "lines": len(texts),
        "different": found.n_distinct,
        "groups": len(set(gold)),
        "k / true": found.n_clusters / len(set(gold)),
        "paper / true": found.expected_size / len(set(gold)),
        "standard error": found.standard_error,
        "F1": macro_f1(gold, found.labels),
        "seconds": seconds,
        "peak memory, GB": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6,
    }


def summary(rows: Sequence[dict[str, object]]) -> str:
    """Mean of each F1 and of the count's error over all rows."""
    lines = []
    for name in METHODS:
        f1 = np.mean([float(str(row[f"{name}: F1"])) for row in rows])
        pairs = np.mean([float(str(row[f"{name}: pairs"])) for row in rows])
        line: dict[str, object] = {"method": name, "macro F1": float(f1), "pairwise F1": float(pairs)}
        if "told" not in name:
            ratios = np.array([float(str(row[f"{name}: k / true"])) for row in rows])
            line["mean abs log(k / true)"] = float(np.abs(np.log(ratios)).mean())
            line["within 10 %"] = f"{int((np.abs(ratios - 1) <= 0.1).sum())} of {ratios.size}"
        lines.append(line)
    return markdown_table(lines)


def main() -> None:
    groups = [list(generated(domain, kind)) for domain in DOMAINS for kind in KINDS]
    rows = [measured(sets) for sets in [*groups, *([each] for each in headings())]]
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        large = pool.submit(large_run, 20_000).result()
    process = np.array([float(str(row["paper / true"])) for row in rows])
    publish(
        "text",
        rows,
        title="Short texts",
        packages=["scikit-learn", "scipy"],
        notes=f"Each generated row is a mean over {len(SEEDS)} sets. F1: mean over groups of the best F1 of any "
        "cluster; pairs: F1 over pairs; paper: E|Y| of the paper's process.\n\n## Means over the rows\n\n"
        f"{summary(rows)}\n\n"
        f"The paper's E|Y|: mean |log(E|Y| / true)| {np.abs(np.log(process)).mean():.2f}, within 10 % in "
        f"{int((np.abs(process - 1) <= 0.1).sum())} of {process.size}.\n\n## One large set\n\n"
        f"{markdown_table([large])}\n\n"
        "The rule for the number of groups was chosen on the six screenplays and on generated sets of the same domains "
        "with other seeds.",
    )


if __name__ == "__main__":
    main()
