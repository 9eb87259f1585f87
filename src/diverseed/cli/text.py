"""``diverseed text``: groups of near-identical lines, and later lines assigned to them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from ..errors import InputError
from ..examples import PREFIX
from ..files.decoding import decode
from ..files.pages import counted, shortened
from ..files.whole_files import read_whole
from .options import JsonOption, ReportOption, SeedOption, SheetOption, described, number_or_name
from .output import check_outputs, check_report, note, print_json, printable, shown_name, working, written
from .scripts import read_script, source_of

if TYPE_CHECKING:
    from ..texts import TextClusters
    from ..texts.reading import TextTable
    from ..texts.saved import Assigned

_MOST_SHOWN, _LONGEST_SHOWN = 20, 70
_OTHER_FORMATS = (".tsv", ".json", ".xlsx", ".xls", ".parquet")


@described(
    """
    FILE  Text with one entry per line; a CSV, TSV, JSON, Excel or Parquet table; - for standard input; or example:NAME,
      the scene headings of a bundled screenplay.
    --column NAME  The column that holds the text, if the file is a table.
    --granularity coarse|normal|fine|NUMBER  coarse: fewer, wider groups. fine: more, tighter ones. A number (above 0,
      up to 1.3) scales the distance at which groups are separated; larger gives fewer groups.
    --numbers  mask: ignore differences in numbers, addresses and paths, as for log lines. keep: compare them. auto:
      mask if that makes many lines equal.
    --k auto|paper|N  Number of groups. auto: find it. paper: the mean size of the paper's point process, rounded.
    --headings  The lines are scene headings: group them by place.
    --out CSV  Write all input columns, then cluster, canonical value and similarity; for log lines also template and
      parameters.
    --save JSON  Save the groups, to edit them or to --apply them to another file.
    --apply JSON  Assign the lines to groups written by --save, and list those that fit none.
    """
)
def text(
    file: str,
    column: str | None = None,
    sheet: SheetOption = None,
    granularity: str = "normal",
    numbers: Literal["auto", "mask", "keep"] = "auto",
    k: str = "auto",
    headings: bool = False,
    seed: SeedOption = 0,
    out: Path | None = None,
    report: ReportOption = None,
    save: Path | None = None,
    apply: Path | None = None,
    as_json: JsonOption = False,
) -> None:
    """Group near-identical short texts: names, titles, log lines.

    The number of groups is found. Lines are compared by spelling, so this does not find topics or paraphrases.

    Examples:

      diverseed text titles.txt
      diverseed text products.csv --column title --out clusters.csv --report report.html
      diverseed text app.log --save groups.json
      diverseed text tomorrow.log --apply groups.json --out assigned.csv
      cut -f3 log.tsv | diverseed text - --granularity coarse
    """
    from ..screenplay.places.headings import places_of
    from ..texts import cluster_texts

    check_outputs([file, apply], {"--out": out, "--report": report, "--save": save})
    check_report(report)
    if out is not None and out.suffix.lower() in _OTHER_FORMATS:
        raise InputError(f"--out {out}: only CSV can be written here. Use a name that ends in .csv.")
    if apply is not None and (report or save):
        raise InputError("--apply cannot be combined with --report or --save. Use --out or --json.")
    table = _table(file, column, sheet)
    if apply is not None:
        _assign(table, apply, out=out, as_json=as_json)
        return
    with working(f"grouping {counted(len(table.texts), 'line')}"):
        found = cluster_texts(
            table.texts,
            number_or_name("--k", k, ("auto", "paper")),
            granularity=_factor(granularity),
            numbers=numbers,
            places=places_of if headings or file.startswith(PREFIX) else None,
            random_state=seed,
        )
    note(*found.notes)
    with written(_contents(found, table, source=shown_name(file), out=out, report=report, save=save)):
        _show(found, table, as_json=as_json)


def _table(file: str, column: str | None, sheet: str | None) -> TextTable:
    """The lines of a file, or the scene headings of a bundled screenplay."""
    from ..texts.reading import TextTable, read_texts

    if not file.startswith(PREFIX):
        return read_texts(file, column=column, sheet=sheet)
    return TextTable.of_lines([scene.heading for scene in read_script(source_of(file)).scenes])


def _factor(granularity: str) -> float:
    from ..texts.result import as_factor

    try:
        return as_factor(float(granularity))
    except ValueError:
        return as_factor(granularity)


def _contents(
    found: TextClusters, table: TextTable, *, source: str, out: Path | None, report: Path | None, save: Path | None
) -> dict[Path, str | bytes]:
    from ..texts.export import table_text
    from ..texts.report import to_report
    from ..texts.saved import SavedGroups

    contents: dict[Path, str | bytes] = {}
    if out is not None:
        contents[out] = table_text(found, table)
    if report is not None:
        contents[report] = to_report(found, table.texts, source=source)
    if save is not None:
        contents[save] = json.dumps(SavedGroups.of(found).as_json(), ensure_ascii=False, indent=1) + "\n"
    return contents


def _show(found: TextClusters, table: TextTable, *, as_json: bool) -> None:
    from ..texts.export import as_object

    if as_json:
        print_json(as_object(found, table.texts))
        return
    print(f"{counted(found.n_clusters, 'group')} in {counted(found.n, 'line')} ({found.n_distinct:,} distinct)")
    for cluster in found.clusters[:_MOST_SHOWN]:
        differ = cluster.template is None and len({table.texts[row] for row in cluster.rows}) > 1
        words = f"   [{' '.join(cluster.shared_words)}]" if differ and cluster.shared_words else ""
        print(f"{cluster.size:6}  {_short(cluster.template or cluster.representative)}{words}")
    if found.n_clusters > _MOST_SHOWN:
        print(f"        and {found.n_clusters - _MOST_SHOWN:,} more; --json or --out lists all")


def _assign(table: TextTable, apply: Path, *, out: Path | None, as_json: bool) -> None:
    from ..texts.export import assigned_object, table_text
    from ..texts.saved import SavedGroups

    content = decode(read_whole(apply), str(apply), advice="Give a file written by --save.")
    groups = SavedGroups.from_json(content, source=str(apply))
    with working(f"assigning {counted(len(table.texts), 'line')}"):
        found = groups.assign(table.texts)
    with written({} if out is None else {out: table_text(found, table)}):
        if as_json:
            print_json(assigned_object(found))
        else:
            _show_assigned(found)


def _show_assigned(found: Assigned) -> None:
    new = found.new
    n_new = sum(new.values())
    known = found.labels[found.labels >= 0].tolist()
    print(
        f"{len(known):,} of {counted(found.labels.size, 'line')} {'matches' if len(known) == 1 else 'match'} "
        f"{len(set(known)):,} of {counted(len(found.names), 'group')}; "
        f"{counted(n_new, 'line')} {'is' if n_new == 1 else 'are'} new"
    )
    for line, count in sorted(new.items(), key=lambda item: -item[1])[:_MOST_SHOWN]:
        print(f"{count:6}  new: {_short(line)}")
    if len(new) > _MOST_SHOWN:
        print(f"        and {len(new) - _MOST_SHOWN:,} more; --json or --out lists all")


def _short(line: str) -> str:
    return shortened(printable(line), _LONGEST_SHOWN)
