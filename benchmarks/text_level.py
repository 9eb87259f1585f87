"""The constants of short texts, compared on public sets: ``python benchmarks/text_level.py --data DIR``.

The cut of records maximises ``merges made - merges expected by chance / level`` (``diverseed.texts.chance``). Each set
of records below DIR (see ``public_texts.py``) is cut at several levels, whole and in parts of some sizes; and each set
at the level that is best on all others, with a cut at a fixed height, chosen likewise, beside it. Logs are divided by
templates of several heights and numbers of values (``diverseed.texts.templates``), likewise. results/text_level.md has
the tables. ``--print`` prints them and writes nothing.
"""

import argparse
from itertools import product
from pathlib import Path

import numpy as np
from public_texts import LabelledTexts, public_sets
from tables import markdown_table, publish

from diverseed.scores import adjusted_rand, macro_f1
from diverseed.texts import templates
from diverseed.texts.chance import LEVEL, SEARCHED, best_cut, expected_merges
from diverseed.texts.features import LineFeatures
from diverseed.texts.lines import masked_lines, words_of_lines
from diverseed.texts.linkage import link
from diverseed.texts.masking import Tokens

LEVELS = (0.2, 1 / 3, 0.5, 2 / 3, 0.8)
HEIGHTS = (0.35, 0.4, 0.45, 0.5, 0.55)
SIZES = {50: 3, 500: 2, 2000: 1}  # lines of a part, and how many parts
Scores = dict[tuple[str, float], tuple[float, float, float]]  # ("level" or "height", value) -> F1, ARI, k / true


def scores(data: LabelledTexts) -> Scores:
    """One set, or a part of one, at every level and at every fixed height."""
    lines = words_of_lines(data.texts)
    features = LineFeatures(lines.parts)
    tree = link(features.X)
    expected = expected_merges(tree, features, lines.parts, SEARCHED, rng=np.random.default_rng(0))
    heights = {("level", level): best_cut(tree, expected, level=level).height for level in LEVELS}
    heights |= {("height", height): height for height in HEIGHTS}
    found = {}
    for how, height in heights.items():
        labels = np.append(tree.labels(height), -1)[lines.which]
        ratio = np.unique(labels).size / np.unique(data.groups).size
        found[how] = (macro_f1(data.groups, labels), adjusted_rand(data.groups, labels), ratio)
    return found


def mean_scores(data: LabelledTexts) -> dict[str, Scores]:
    """Scores of the whole set, and means over all its sizes."""
    whole = scores(data)
    by_size = [[whole]]
    for n, count in SIZES.items():
        if n < 0.95 * len(data.texts):
            by_size.append([scores(data.part(n, seed=seed)) for seed in range(count)])
    means = {
        how: np.mean([np.mean([part[how] for part in parts], axis=0) for parts in by_size], axis=0) for how in whole
    }
    return {"whole": whole, "all sizes": {how: (float(a), float(b), float(c)) for how, (a, b, c) in means.items()}}


def by_value(found: dict[str, dict[str, Scores]]) -> list[dict[str, object]]:
    """One row for each level and height: means over the sets."""
    rows = []
    for how in next(iter(found.values()))["whole"]:
        whole = np.array([of_set["whole"][how] for of_set in found.values()])
        rows.append(
            {
                "cut by": how[0],
                "value": how[1],
                "F1": whole[:, 0].mean(),
                "ARI": whole[:, 1].mean(),
                "least ARI": whole[:, 1].min(),
                "k within 10 %": int((np.abs(whole[:, 2] - 1) <= 0.1).sum()),
                "ARI, all sizes": np.mean([of_set["all sizes"][how][1] for of_set in found.values()]),
            }
        )
    return rows


def left_out(found: dict[str, dict[str, Scores]]) -> list[dict[str, object]]:
    """Each set at the value that has the best mean ARI over all sizes of the sets of other origin."""
    rows = []
    for name, of_set in found.items():
        others = [other for key, other in found.items() if key.split()[0][:5] != name.split()[0][:5]]
        row: dict[str, object] = {"left out": name}
        for kind, values in (("level", LEVELS), ("height", HEIGHTS)):
            mean = [np.mean([other["all sizes"][kind, value][1] for other in others]) for value in values]
            chosen = values[int(np.argmax(mean))]
            row |= {kind: chosen, f"F1 by {kind}": of_set["whole"][kind, chosen][0]}
            row |= {
                f"ARI by {kind}": of_set["whole"][kind, chosen][1],
                f"k / true by {kind}": of_set["whole"][kind, chosen][2],
            }
            row |= {f"ARI by {kind}, all sizes": of_set["all sizes"][kind, chosen][1]}
        rows.append(row)
    columns = [key for key in rows[0] if key.startswith(("F1", "ARI"))]
    return [
        *rows,
        {"left out": "mean", **{key: float(np.mean([float(str(row[key])) for row in rows])) for key in columns}},
    ]


def templates_of_logs(logs: list[LabelledTexts]) -> str:
    """Two tables: means over the logs for each pair of constants; each log at the pair that is best on the others."""
    found: dict[tuple[float, int], list[tuple[float, float, float]]] = {}
    for pair in product((0.2, 0.3, 0.4, 0.5), (4, 6, 8, 12)):
        templates.HEIGHT, templates.VALUES = pair
        found[pair] = [_by_template(data) for data in logs]
    pairs = [
        {
            "height": pair[0],
            "values": pair[1],
            **dict(zip(("F1", "ARI", "k / true"), np.mean(of_pair, axis=0), strict=True)),
        }
        for pair, of_pair in found.items()
    ]
    rows: list[dict[str, object]] = []
    for i, data in enumerate(logs):
        best = max(found, key=lambda pair: float(np.mean([one[0] for j, one in enumerate(found[pair]) if j != i])))
        f1, ari, ratio = found[best][i]
        rows.append(
            {"left out": data.name, "height": best[0], "values": best[1], "F1": f1, "ARI": ari, "k / true": ratio}
        )
    return f"{markdown_table(pairs)}\n\n{markdown_table(rows)}"


def _by_template(data: LabelledTexts) -> tuple[float, float, float]:
    lines = masked_lines(data.texts)
    number: dict[Tokens, int] = {}
    _, tree, compared = templates.link_templates(lines.parts)
    found = templates.templates_of(lines.parts, tree, compared, 1.0)
    of_kind = [number.setdefault(one, len(number)) for one in found]
    labels = np.append(of_kind, -1)[lines.which]
    ratio = np.unique(labels).size / np.unique(data.groups).size
    return macro_f1(data.groups, labels), adjusted_rand(data.groups, labels), ratio


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, metavar="DIR", required=True, help="folder with the public sets")
    parser.add_argument("--print", action="store_true", help="print the tables, write nothing")
    options = parser.parse_args()
    sets = list(public_sets(options.data))
    logs = [data for data in sets if data.kind == "log"]
    found = {data.name: mean_scores(data) for data in sets if data.kind == "records"}
    notes = (
        f"F1, ARI and k of whole sets; the level in use is {LEVEL:.2f}. All sizes: the mean of whole sets and of parts "
        f"of {', '.join(map(str, SIZES))} lines.\n\n## Each set at the value chosen on the others\n\n"
        f"The febrl sets count as one origin.\n\n{markdown_table(left_out(found))}"
    )
    if logs:
        head = "## Templates of logs\n\nMeans, then each log at the pair chosen on the others."
        notes = f"{notes}\n\n{head}\n\n{templates_of_logs(logs)}"
    if options.print:
        print(f"{markdown_table(by_value(found))}\n\n{notes}")
    else:
        publish("text_level", by_value(found), title="The level of the cut", packages=["scipy"], notes=notes)


if __name__ == "__main__":
    main()
