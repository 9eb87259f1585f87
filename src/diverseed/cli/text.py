"""``diverseed text``: groups of near-equal lines, and later lines assigned to them."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

if TYPE_CHECKING:
    from ..texts import TextClusters
    from ..texts.reading import TextTable
    from ..texts.saved import Assigned

_EXAMPLE = "example:"
_MOST_SHOWN = 20


_File = Annotated[str, typer.Argument(metavar="FILE", help='Lines of text, a CSV, TSV or Parquet, or "-".')]
_Column = Annotated[str | None, typer.Option(help="Column of a table that holds the text.")]
_Granularity = Annotated[
    str,
    typer.Option(
        metavar="coarse|normal|fine|NUMBER",
        help="Fewer, wider groups or more, tighter ones: a factor on the height of the cut, up to 1.3.",
    ),
]
_Numbers = Annotated[
    str,
    typer.Option(
        metavar="auto|mask|keep",
        help="Mask numbers, addresses and paths, as for logs, or compare them. auto: by how many lines are left.",
    ),
]
_Count = Annotated[
    str, typer.Option(metavar="auto|paper|INT", help="Number of groups. paper: the mean size of the paper's process.")
]
_Headings = Annotated[bool, typer.Option("--headings", help="The lines are scene headings: group them by place.")]
_Seed = Annotated[int, typer.Option(min=0, help="The same input and seed give the same groups.")]
_Out = Annotated[
    Path | None,
    typer.Option(
        metavar="CSV",
        help="Write all input columns and cluster, canonical value, similarity; for logs template and parameters.",
    ),
]
_Report = Annotated[Path | None, typer.Option(metavar="HTML", help="Write a page that shows the groups.")]
_Save = Annotated[
    Path | None, typer.Option(metavar="JSON", help="Write the groups to a file that can be edited and applied.")
]
_Apply = Annotated[
    Path | None, typer.Option(metavar="JSON", help="Assign the lines to saved groups and list what is new.")
]
_AsJson = Annotated[bool, typer.Option("--json", help="Print everything as one JSON object.")]


def text(
    file: _File,
    column: _Column = None,
    granularity: _Granularity = "normal",
    numbers: _Numbers = "auto",
    k: _Count = "auto",
    headings: _Headings = False,
    seed: _Seed = 0,
    out: _Out = None,
    report: _Report = None,
    save: _Save = None,
    apply: _Apply = None,
    as_json: _AsJson = False,
) -> None:
    """Group near-equal short texts, their number unknown: names, titles, addresses, products, log lines.

    Not for topics or paraphrases: lines are compared by spelling.

    Examples:

      diverseed text titles.txt

      diverseed text products.csv --column title --out clusters.csv --report report.html

      diverseed text app.log --save groups.json

      diverseed text tomorrow.log --apply groups.json --out assigned.csv

      cut -f3 log.tsv | diverseed text - --granularity coarse
    """
    from ..texts.reading import TextTable, read_texts
    from .output import check_outputs, note, working

    check_outputs([file, apply], {"--out": out, "--report": report, "--save": save})
    is_example = file.startswith(_EXAMPLE)
    table = TextTable.of_lines(_example(file)) if is_example else read_texts(file, column=column)
    with working(f"grouping {len(table.texts):,} lines", long=len(table.texts) > 2000):
        if apply is not None:
            _assign(table, apply, out=out, report=report, save=save, as_json=as_json)
            return
        found = _grouped(table.texts, k, granularity, numbers, seed, headings=headings or is_example)
    for message in found.notes:
        note(message)
    _write(found, table, source=Path(file).name if file != "-" else "standard input", out=out, report=report, save=save)
    _show(found, table, as_json=as_json)


def _grouped(
    texts: Sequence[str], k: str, granularity: str, numbers: Any, seed: int, *, headings: bool
) -> TextClusters:
    from ..texts import cluster_texts

    return cluster_texts(
        texts,
        _number(k),
        granularity=_factor(granularity),
        numbers=numbers,
        places=_places if headings else None,
        random_state=seed,
    )


def _example(file: str) -> list[str]:
    """Scene headings of a bundled screenplay."""
    from ..examples import example_path
    from ..screenplay import read

    return [scene.heading for scene in read(example_path(file.removeprefix(_EXAMPLE))).scenes]


def _places(headings: Sequence[str]) -> list[str]:
    """The place of each heading, without setting, scene number and time; a heading without one stays as it is."""
    from ..screenplay.places.headings import parse_heading

    return [parse_heading(heading).place or heading for heading in headings]


def _number(k: str) -> int | Literal["auto", "paper"]:
    from ..errors import InputError

    if k == "auto":
        return "auto"
    if k == "paper":
        return "paper"
    if not k.isascii() or not k.isdigit():
        raise InputError(f"--k {k} is not a number of groups. Give auto, paper or a whole number of at least 1.")
    return int(k)


def _factor(granularity: str) -> float:
    from ..texts.granularity import as_factor

    try:
        return as_factor(float(granularity))
    except ValueError:
        return as_factor(granularity)


def _write(
    found: TextClusters,
    table: TextTable,
    *,
    source: str,
    out: Path | None,
    report: Path | None,
    save: Path | None,
) -> None:
    import json

    from ..files.whole_files import write_whole
    from ..texts.export import write_table
    from ..texts.report import to_report
    from ..texts.saved import SavedGroups

    if out is not None:
        write_table(out, found, table)
        print(f"groups of all lines: {out}", file=sys.stderr)
    if report is not None:
        write_whole(report, to_report(found, table.texts, source=source))
        print(f"report: {report}", file=sys.stderr)
    if save is not None:
        write_whole(save, json.dumps(SavedGroups.of(found).as_json(), ensure_ascii=False, indent=1) + "\n")
        print(f"groups to edit and apply: {save}", file=sys.stderr)


def _show(found: TextClusters, table: TextTable, *, as_json: bool) -> None:
    from ..texts.summary import as_object
    from .output import print_json

    if as_json:
        print_json(as_object(found, table.texts))
        return
    print(
        f"{found.n_clusters:,} group{'s' * (found.n_clusters != 1)} in {found.n:,} line{'s' * (found.n != 1)}, "
        f"{found.n_distinct:,} of them different"
    )
    for cluster in found.clusters[:_MOST_SHOWN]:
        words = "" if cluster.template is not None else f"   [{' '.join(cluster.shared_words)}]"
        print(f"{cluster.size:6}  {_short(cluster.template or cluster.representative)}{words}")
    if found.n_clusters > _MOST_SHOWN:
        print(f"        and {found.n_clusters - _MOST_SHOWN:,} more; --json or --out gives all")


def _assign(
    table: TextTable, apply: Path, *, out: Path | None, report: Path | None, save: Path | None, as_json: bool
) -> None:
    from ..errors import InputError
    from ..texts.export import write_table
    from ..texts.saved import SavedGroups
    from ..texts.summary import assigned_object
    from .output import print_json

    if report is not None or save is not None:
        raise InputError("--apply goes with --out and --json. Leave out --report and --save.")
    try:
        content = apply.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"cannot read {apply}: {error}. Give a file written by --save.") from error
    found = SavedGroups.from_json(content, source=str(apply)).assign(table.texts)
    if out is not None:
        write_table(out, found, table)
        print(f"groups of all lines: {out}", file=sys.stderr)
    if as_json:
        print_json(assigned_object(found))
    else:
        _show_assigned(found)


def _show_assigned(found: Assigned) -> None:
    import numpy as np

    new = found.new
    n_new = sum(new.values())
    known = np.bincount(found.labels[found.labels >= 0], minlength=len(found.names))
    print(
        f"{int(known.sum()):,} of {len(found.texts):,} lines are in {int((known > 0).sum()):,} of {len(found.names):,} "
        f"groups; {n_new:,} line{'s are' if n_new != 1 else ' is'} new"
    )
    for line, count in sorted(new.items(), key=lambda item: -item[1])[:_MOST_SHOWN]:
        print(f"{count:6}  new: {_short(line)}")
    if len(new) > _MOST_SHOWN:
        print(f"        and {len(new) - _MOST_SHOWN:,} more new lines; --json or --out gives all")


def _short(line: str) -> str:
    """One line that cannot steer the terminal."""
    plain = "".join(character if character.isprintable() else " " for character in line)
    return plain if len(plain) <= 70 else plain[:69] + "…"
