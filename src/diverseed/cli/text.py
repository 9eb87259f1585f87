"""``diverseed text``: short strings in, groups of near-equal ones out."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..texts import TextClusters

_MOST_SHOWN = 15


def text(
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE",
            help="Text, one string a line; a CSV, TSV or Parquet table with --column; - for standard input; or "
            "example:NAME, the headings of a bundled screenplay.",
        ),
    ],
    column: Annotated[
        str | None, typer.Option(metavar="NAME", help="The column of a table that holds the text.")
    ] = None,
    k: Annotated[
        str,
        typer.Option(
            metavar="auto|INT",
            help="Number of groups: auto finds it; paper takes the mean size of the paper's process.",
        ),
    ] = "auto",
    max_length: Annotated[int, typer.Option(min=1, help="Longest sequence of words that is compared.")] = 5,
    idf: Annotated[
        bool, typer.Option("--idf/--no-idf", help="Let rare words count for more in sequences too.")
    ] = False,
    seed: Annotated[int, typer.Option(min=0, help="The same input and seed give the same groups.")] = 0,
    out: Annotated[
        Path | None, typer.Option(metavar="CSV", help="Write line number, group and text of every line here.")
    ] = None,
    report: Annotated[
        Path | None, typer.Option(metavar="HTML", help="Write a page that shows the groups here.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print everything as one JSON object.")] = False,
) -> None:
    """Group near-equal short strings, without being told how many groups there are.

    Examples:

      diverseed text titles.txt

      diverseed text products.csv --column title --out clusters.csv --report report.html

      diverseed text example:lido --json

      cut -f3 log.tsv | diverseed text - --k 40
    """
    from ..texts import cluster_texts
    from ..texts.reading import read_lines
    from .output import note, print_json, working

    lines = read_lines(file, column=column)
    with working(f"grouping {len(lines):,} lines", long=len(lines) > 2000):
        found = cluster_texts(lines, _number(k), max_length=max_length, idf=idf, random_state=seed)
    for message in found.notes:
        note(message)
    _write(found, lines, source=Path(file).name if file != "-" else "standard input", out=out, report=report)
    if as_json:
        print_json(_as_json(found, lines))
    else:
        print(_summary(found))


def _number(k: str) -> int | Literal["auto", "paper"]:
    from ..errors import InputError

    if k == "auto":
        return "auto"
    if k == "paper":
        return "paper"
    if not k.isascii() or not k.isdigit():
        raise InputError(f"--k {k} is not a number of groups. Give auto, paper or a whole number of at least 1.")
    return int(k)


def _write(found: TextClusters, lines: Sequence[str], *, source: str, out: Path | None, report: Path | None) -> None:
    from ..files import write_whole
    from ..texts.report import to_csv, to_report

    if out is not None:
        write_whole(out, to_csv(found, lines))
        print(f"groups of all lines: {out}", file=sys.stderr)
    if report is not None:
        write_whole(report, to_report(found, lines, source=source))
        print(f"report: {report}", file=sys.stderr)


def _as_json(found: TextClusters, lines: Sequence[str]) -> dict[str, Any]:
    return {
        "n": found.n,
        "n_distinct": found.n_distinct,
        "n_clusters": found.n_clusters,
        "expected_size": found.expected_size,
        "size_sd": found.size_sd,
        "standard_error": found.standard_error,
        "notes": list(found.notes),
        "clusters": [
            {
                "id": cluster.id,
                "size": cluster.size,
                "representative": cluster.representative,
                "shared_words": list(cluster.shared_words),
                "lines": [lines[row] for row in cluster.rows],
                "rows": [int(row) for row in cluster.rows],
            }
            for cluster in found.clusters
        ],
    }


def _summary(found: TextClusters) -> str:
    head = (
        f"{found.n_clusters:,} group{'s' * (found.n_clusters != 1)} in {found.n:,} line{'s' * (found.n != 1)}, "
        f"{found.n_distinct:,} of them different "
        f"(the paper's process draws {found.expected_size:.1f} ± {found.size_sd:.1f})"
    )
    shown = [
        f"{cluster.size:6}  {_short(cluster.representative)}   [{' '.join(cluster.shared_words)}]"
        for cluster in found.clusters[:_MOST_SHOWN]
    ]
    more = found.n_clusters - len(shown)
    return "\n".join([head, *shown, *([f"        and {more} more; --json or --out gives all"] if more > 0 else [])])


def _short(line: str) -> str:
    """One line that cannot steer the terminal."""
    plain = "".join(character if character.isprintable() else " " for character in line)
    return plain if len(plain) <= 70 else plain[:69] + "…"
