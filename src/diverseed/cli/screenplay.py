"""``diverseed screenplay``: a script in; scenes, locations, threads and people out."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from ..errors import InputError
from ..files.pages import counted
from ..files.whole_files import write_folder, write_whole
from .options import JsonOption, OverridesOption, SeedOption, described
from .output import check_out_folder, check_outputs, note, print_json, printable
from .scripts import read_corrections, read_script, source_of

if TYPE_CHECKING:
    from collections import Counter

    from ..screenplay.breakdown import Breakdown

_MOST_SHOWN = 12


@described(
    """
    FILE  A screenplay: Fountain, Final Draft, plain text, a web page or a PDF that contains text; - for standard input;
      or example:NAME, a bundled one.
    --out DIR  Write report.html, scenes.csv, locations.csv, characters.csv, presence.csv (scenes by people),
      shooting_order.csv, shooting_order.html (to print) and network.graphml into this folder.
    --write-overrides FILE  Write a file of corrections to edit, with all names as found.
    --locations  coarse: one location per place. fine: one per room or part of a place that headings name.
    --lines  Print the number, kind and confidence of every line of the script: one JSON object per line.
    """
)
def screenplay(
    file: str,
    out: Path | None = None,
    overrides: OverridesOption = None,
    write_overrides: Path | None = None,
    locations: Literal["coarse", "fine"] = "coarse",
    seed: SeedOption = 0,
    as_json: JsonOption = False,
    lines: bool = False,
) -> None:
    """Break a screenplay down into scenes, locations and people.

    It also finds plot threads, counts pages, and lists what it was not sure about.

    Examples:

      diverseed screenplay script.fountain --out breakdown
      diverseed screenplay example:night-desk --json
      diverseed screenplay script.txt --locations fine --out breakdown
      diverseed screenplay script.pdf --write-overrides fixes.toml
      diverseed screenplay script.pdf --overrides fixes.toml --out breakdown
    """
    from ..screenplay.breakdown import analyse

    if lines:
        if as_json or out or overrides or write_overrides:
            raise InputError("--lines cannot be combined with --json, --out, --overrides or --write-overrides.")
        _print_lines(file)
        return
    _check_outputs(file, out, overrides, write_overrides)
    script = read_script(source_of(file))
    breakdown = analyse(script, random_state=seed, overrides=read_corrections(overrides), locations=locations)
    _write(breakdown, out, write_overrides)
    if as_json:
        from ..screenplay.views.tables import to_json

        print_json(to_json(breakdown))
    else:
        print("\n".join(_summary(breakdown)))


def _check_outputs(file: str, out: Path | None, overrides: Path | None, write_overrides: Path | None) -> None:
    """Refuse outputs that cannot be written, before any work is done; a file of corrections is never overwritten."""
    from ..screenplay.views.exports import BREAKDOWN_FILES

    if write_overrides is not None and overrides is not None:
        raise InputError("--write-overrides lists the names before any correction. Leave out --overrides.")
    if write_overrides is not None and os.path.exists(write_overrides):
        raise InputError(f"{write_overrides} exists and may contain corrections. Choose another name, or move it away.")
    check_outputs([file, overrides], {"--write-overrides": write_overrides})
    if out is not None:
        check_out_folder([file, overrides, write_overrides], out, BREAKDOWN_FILES)


def _print_lines(file: str) -> None:
    from ..screenplay.views.tables import line_records

    for record in line_records(read_script(source_of(file))):
        print(json.dumps(record))


def _write(breakdown: Breakdown, out: Path | None, overrides: Path | None) -> None:
    from ..screenplay.corrections import overrides_template
    from ..screenplay.views.exports import BREAKDOWN_FILES

    if overrides is not None:
        write_whole(overrides, overrides_template(breakdown.script, breakdown.locations))
        note(f"wrote {overrides}: edit it, and use it with --overrides")
    if out is not None:
        write_folder(out, {name: make(breakdown) for name, make in BREAKDOWN_FILES.items()})
        note(f"wrote {len(BREAKDOWN_FILES)} files into {out}; start with report.html")


def _summary(breakdown: Breakdown) -> list[str]:
    """The main figures, the longest lists, and what the reader was not sure about."""
    from ..screenplay.views.production import production_of

    script, production = breakdown.script, production_of(breakdown)
    locations = sorted(breakdown.locations, key=lambda location: (-len(location.scenes), location.id))
    kinds = [_counted(production.counts, 0, ("INT", "EXT")), _counted(production.counts, 1, ("DAY", "NIGHT"))]
    people = script.characters
    doubts = [(f"  line {one.line}: " if one.line else "  ") + printable(one.message) for one in script.warnings]
    return [
        f"{printable(script.title)} ({script.format}): {counted(len(script.scenes), 'scene')}, "
        f"{counted(len(locations), 'location')}, {counted(len(breakdown.plots), 'thread')}, "
        f"{len(people)} {'person' if len(people) == 1 else 'people'}",
        f"{counted(len(breakdown.places), 'place')} with {counted(len(breakdown.sublocations), 'sub-location')}; "
        + "; ".join([f"{production.length} page{'s' if production.eighths > 8 else ''}", *filter(None, kinds)]),
        *_listed("Locations (scenes)", [_row(one.name, len(one.scenes)) for one in locations]),
        *_listed("Threads (scenes)", [_row(one.name, len(one.scenes)) for one in breakdown.plots]),
        *_listed("People (scenes, speeches)", [_row(one.name, len(one.scenes), one.speeches) for one in people]),
        *_listed("Needs review", doubts),
    ]


def _counted(counts: Counter[tuple[str, str]], at: int, names: tuple[str, ...]) -> str:
    """How many scenes are interiors and exteriors, or by day and by night."""
    totals = {name: sum(count for kind, count in counts.items() if kind[at] == name) for name in names}
    return ", ".join(f"{total} {name}" for name, total in totals.items() if total)


def _row(name: str, *counts: int) -> str:
    return "".join(f"{count:5}" for count in counts) + f"  {printable(name)}"


def _listed(title: str, rows: list[str]) -> list[str]:
    if not rows:
        return []
    more = [f"      and {len(rows) - _MOST_SHOWN} more"] if len(rows) > _MOST_SHOWN else []
    return ["", title, *rows[:_MOST_SHOWN], *more]
