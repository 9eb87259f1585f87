"""Lines of real films, read whole, against the labels of three annotators. Needs the corpus, which is not shipped.

Excerpts of 250 lines of 39 films are labelled line by line in the public repository usc-sail/mica-screenplay-parser
(Baruah & Narayanan 2023). Run ``python benchmarks/annotated_lines.py FOLDER`` with a checkout of it and openpyxl
installed; the table goes to benchmarks/results/annotated_lines.md, numbers only. Films whose titles begin with N to Z
are read and no others: the rest is kept for evaluation. A line counts if two annotators agree on its kind.
"""

import sys
from collections import Counter
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path

from tables import publish

from diverseed.files.decoding import decode, split_lines
from diverseed.screenplay import Kind, read

KINDS = {
    "S": Kind.HEADING,
    "N": Kind.NARRATIVE,
    "C": Kind.CHARACTER,
    "D": Kind.DIALOGUE,
    "E": Kind.EXPRESSION,
    "T": Kind.TRANSITION,
    "M": Kind.OTHER,
}
FIRST_TITLE = "n"

Labelled = list[tuple[str, str]]


def sheets(path: Path) -> Iterator[tuple[str, Labelled]]:
    """Title, and the excerpt's lines with one annotator's letters: a column for each kind holds the line again."""
    from openpyxl import load_workbook

    for sheet in load_workbook(path, read_only=True).worksheets:
        if sheet.title.strip().lower() < FIRST_TITLE:
            continue
        rows = list(sheet.iter_rows(values_only=True, max_col=9))
        letters = rows[1][2:]
        lines = [
            (str(row[0] or "").strip(), "".join(str(k) for k, cell in zip(letters, row[2:], strict=False) if cell))
            for row in rows[2:]
        ]
        while lines and not lines[-1][0]:
            lines.pop()
        yield sheet.title.strip(), lines


def agreed(excerpts: list[Labelled]) -> Labelled:
    """The lines with the kind that at least two annotators gave, or none."""
    result = []
    for votes in zip_longest(*excerpts, fillvalue=("", "")):
        letter, count = Counter(letters for _, letters in votes).most_common(1)[0]
        result.append((votes[0][0], letter if count > 1 else ""))
    return result


def confusion(script: Path, excerpt: Labelled) -> Counter[tuple[Kind, Kind]]:
    """Pairs of the annotators' kind and ours. The excerpt is found in the whole film, which is read."""
    data = script.read_bytes()
    closed = ["".join(text.split()) for text in split_lines(decode(data, script.name))]
    wanted = ["".join(text.split()) for text, _ in excerpt]
    start = max(range(len(closed)), key=lambda i: sum(map(str.__eq__, closed[i : i + len(wanted)], wanted)))
    found = {line.number: line.kind for line in read(data, name=script.name).lines}
    return Counter(
        (KINDS[letter], found.get(number, Kind.BLANK))
        for number, (text, letter) in enumerate(excerpt, start + 1)
        if text and letter in KINDS
    )


def main() -> None:
    folder = Path(sys.argv[1]) / "data"
    votes: dict[str, list[Labelled]] = {}
    for path in sorted((folder / "annotations").glob("*.xlsx")):
        for title, excerpt in sheets(path):
            votes.setdefault(title, []).append(excerpt)
    total: Counter[tuple[Kind, Kind]] = Counter()
    shares = []
    for title, excerpts in sorted(votes.items()):
        pairs = confusion(folder / "screenplays" / "screenplays" / f"{title}.txt", agreed(excerpts))
        total += pairs
        shares.append(100 * sum(n for (a, b), n in pairs.items() if a == b) / pairs.total())
        print(f"{title}: {shares[-1]:.1f} %")
    right = sum(n for (a, b), n in total.items() if a == b)
    rows: list[dict[str, object]] = [
        {"figure": "films, lines", "value": f"{len(shares)}, {total.total():,}"},
        {"figure": "lines right", "value": f"{100 * right / total.total():.2f} %"},
        {"figure": "the worst film", "value": f"{min(shares):.1f} %"},
    ]
    for kind in KINDS.values():
        true = sum(n for (a, _), n in total.items() if a is kind)
        ours = sum(n for (_, b), n in total.items() if b is kind)
        if true:
            rows.append({"figure": f"F1 of {kind}", "value": f"{200 * total[kind, kind] / (true + ours):.1f} %"})
    notes = "Titles N to Z of the films labelled in usc-sail/mica-screenplay-parser, each read whole."
    publish("annotated_lines", rows, title="Lines of real films", packages=[], notes=notes)


if __name__ == "__main__":
    main()
