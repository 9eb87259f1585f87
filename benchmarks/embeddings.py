"""Topics of short texts, from sentence embeddings: ``python benchmarks/embeddings.py --texts DIR --model PATH``.

DIR holds public sets of short texts with a class each, under the names in ``SETS``: from the repositories
rashadulrakib/short-text-clustering-enhancement (folder ``data``: lines of class, tab, text),
PolyAI-LDN/task-specific-datasets (``banking_data/train.csv``) and clinc/oos-eval (``data/data_full.json``). Nothing of
them is part of this project. PATH is a folder with the sentence transformer all-MiniLM-L6-v2; it is needed once, with
the package sentence-transformers: embeddings are kept beside the texts as ``NAME.npz``.
"""

import argparse
import csv
import json
import sys
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from evoc import EVoC
from hdbscan import HDBSCAN
from sklearn.cluster import KMeans
from sklearn.metrics import adjusted_rand_score, normalized_mutual_info_score
from tables import Row, publish
from umap import UMAP

from diverseed import DPPSpectralClustering

SETS = {
    "tweets": "tweet-original-order.txt",
    "news": "agnewsdataraw-8000",
    "news titles": "T",
    "web snippets": "search_snippets_true_text",
    "questions on code": "stackoverflow_true_text",
    "biomedical titles": "biomedical_true_text",
    "bank requests": "train.csv",
    "assistant requests": "data_full.json",
}
# Of larger sets a random sample of this size is used, so that the peers end in minutes.
_MOST_TEXTS = 10_000
METHODS: dict[str, Callable[[Any, int], Any]] = {
    "DPPSpectralClustering": lambda X, _: DPPSpectralClustering(metric="cosine", random_state=0).fit_predict(X),
    "UMAP + HDBSCAN": lambda X, _: HDBSCAN(min_cluster_size=10).fit_predict(
        UMAP(n_neighbors=15, n_components=5, min_dist=0.0, metric="cosine", random_state=0).fit_transform(X)
    ),
    "EVoC": lambda X, _: EVoC(random_state=0).fit_predict(X),
    "k-means, k given": lambda X, k: KMeans(k, random_state=0).fit_predict(X),
}

NOTES = f"""
Short texts embedded by all-MiniLM-L6-v2 in 384 columns, at most {_MOST_TEXTS:,} of a set. "UMAP + HDBSCAN" has the
settings of the usual topic pipeline (5 columns, 15 neighbours, clusters of at least 10). ARI is the adjusted Rand
index and NMI the normalised mutual information with the classes; points that a method leaves unlabelled are clusters
of their own. "Unlabelled" is their share. One run of each with one seed; the classes are those that the sets came
with, and often not what the texts themselves show. Of our method the effective number of clusters was chosen after a
look at tweets, news titles, bank and assistant requests.
"""


def read_texts(path: Path) -> tuple[list[str], list[str]]:
    """Texts and their classes."""
    if path.suffix == ".csv":
        with path.open(encoding="utf-8", newline="") as lines:
            pairs = [(row["category"], row["text"]) for row in csv.DictReader(lines)]
    elif path.suffix == ".json":
        pairs = [(name, text) for text, name in json.loads(path.read_text("utf-8"))["train"]]
    else:
        lines_of_file = path.read_text("utf-8", errors="replace").splitlines()
        pairs = [(name, text.strip()) for name, tab, text in (line.partition("\t") for line in lines_of_file) if tab]
    if len(pairs) > _MOST_TEXTS:
        chosen = np.random.default_rng(0).choice(len(pairs), _MOST_TEXTS, replace=False)
        pairs = [pairs[row] for row in chosen]
    return [text for _, text in pairs], [name for name, _ in pairs]


def embedded(folder: Path, name: str, model: Path | None) -> tuple[Any, Any]:
    """(n, 384) unit rows and (n,) class numbers."""
    kept = folder / f"{name}.npz"
    if not kept.exists():
        if model is None:
            raise SystemExit(f"{kept} is not there yet. Give --model to make it; see --help.")
        from sentence_transformers import SentenceTransformer

        texts, classes = read_texts(folder / SETS[name])
        X = SentenceTransformer(str(model), device="cpu").encode(texts, normalize_embeddings=True)
        np.savez(kept, X=X.astype(np.float32), y=np.unique(classes, return_inverse=True)[1])
    with np.load(kept) as arrays:
        return arrays["X"], arrays["y"]


def row(name: str, X: Any, truth: Any, method: str) -> Row:
    true = len(np.unique(truth))
    start = time.process_time()
    labels = np.asarray(METHODS[method](X, true))
    seconds = time.process_time() - start
    alone = labels < 0
    whole = np.where(alone, labels.max() + 1 + np.cumsum(alone), labels)
    return {
        "texts": name,
        "n": len(X),
        "classes": true,
        "method": method,
        "clusters": max(int(labels.max()) + 1, 1),
        "unlabelled": f"{alone.mean():.0%}",
        "ARI": f"{adjusted_rand_score(truth, whole):.2f}",
        "NMI": f"{normalized_mutual_info_score(truth, whole):.2f}",
        "CPU seconds": f"{seconds:.1f}",
    }


def means(rows: list[Row]) -> list[Row]:
    """The mean scores of each method over all sets."""
    found = []
    for method in METHODS:
        mine = [row for row in rows if row["method"] == method]
        errors = [abs(np.log(float(str(row["clusters"])) / float(str(row["classes"])))) for row in mine]
        scores = {score: f"{np.mean([float(str(row[score])) for row in mine]):.2f}" for score in ("ARI", "NMI")}
        found.append({"texts": f"mean of {len(mine)}", "method": method, **scores, "abs log": f"{np.mean(errors):.2f}"})
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--texts", type=Path, required=True)
    parser.add_argument("--model", type=Path)
    options = parser.parse_args()
    rows: list[Row] = []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for name in SETS:
            data = embedded(options.texts, name, options.model)
            for method in METHODS:
                rows.append(row(name, *data, method))
                print(rows[-1], file=sys.stderr)
    publish(
        "embeddings",
        [*means(rows), *rows],
        title="Topics of short texts",
        packages=["scikit-learn", "umap-learn", "hdbscan", "evoc"],
        notes=NOTES + '"abs log" is the mean of |log(clusters / classes)|.\n',
    )


if __name__ == "__main__":
    main()
