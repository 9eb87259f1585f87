"""``diverseed screenplay``: a script in; scenes, locations, threads and people out."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .output import check_folder, check_outputs
from .scripts import read_corrections, read_script

if TYPE_CHECKING:
    from ..screenplay.breakdown import Breakdown, Granularity
    from ..screenplay.records import Script

_MOST_SHOWN = 12
_TABLES = ("scenes.csv", "locations.csv", "characters.csv", "presence.csv", "shooting_order.csv")
_FILES = (*_TABLES, "network.graphml", "shooting_order.html", "report.html")


def screenplay(
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE",
            help="Fountain, Final Draft, text, a web page or a PDF with text; - for standard input; example:NAME.",
        ),
    ],
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            help="Write report.html, scenes.csv, locations.csv, characters.csv, presence.csv (scenes by people), "
            "shooting_order.csv, shooting_order.html (to print) and network.graphml into this folder.",
        ),
    ] = None,
    overrides: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Corrections (TOML): merge, split, rename locations and characters."),
    ] = None,
    write_overrides: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write a first file of corrections, with all names, to edit.")
    ] = None,
    locations: Annotated[
        str,
        typer.Option(
            metavar="coarse|fine",
            help="coarse: one location per place; fine: the rooms and corners that headings name, each by itself.",
        ),
    ] = "coarse",
    seed: Annotated[int, typer.Option(min=0, help="The same file and seed give the same result.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print everything as one JSON object.")] = False,
    lines: Annotated[
        bool, typer.Option("--lines", help="Print line, kind and confidence of every line, one JSON object a line.")
    ] = False,
) -> None:
    """Read a screenplay: its scenes, where they play, its threads and its people.

    Examples:

      diverseed screenplay script.fountain --out breakdown

      diverseed screenplay example:night-desk --json

      diverseed screenplay script.txt --locations fine --out breakdown

      diverseed screenplay script.pdf --write-overrides fixes.toml

      diverseed screenplay script.pdf --overrides fixes.toml --out breakdown
    """
    from ..errors import InputError

    if lines and (as_json or out or overrides or write_overrides):
        raise InputError("--lines prints the lines alone. Leave out --json, --out, --overrides and --write-overrides.")
    _check_new(write_overrides, overrides)
    check_outputs([file, overrides], {"--write-overrides": write_overrides})
    if out is not None:
        check_folder([file, overrides, write_overrides], out, _FILES)
    granularity = _granularity(locations)
    script = read_script(file)
    if lines:
        _print_lines(script)
        return
    from ..screenplay.breakdown import analyse

    breakdown = analyse(script, random_state=seed, overrides=read_corrections(overrides), locations=granularity)
    if write_overrides is not None:
        from ..files.whole_files import write_whole
        from ..screenplay.corrections import overrides_template

        write_whole(write_overrides, overrides_template(breakdown.script, breakdown.locations))
        print(f"corrections to edit: {write_overrides}", file=sys.stderr)
    if out is not None:
        _write(breakdown, out, seed)
        print(f"written to {out}: report.html, shooting_order.html, five tables and network.graphml", file=sys.stderr)
    if as_json:
        from ..screenplay.views.tables import to_json
        from .output import print_json

        print_json(to_json(breakdown))
    else:
        print(_summary(breakdown))


def _granularity(text: str) -> Granularity:
    from ..errors import InputError
    from ..screenplay.breakdown import GRANULARITIES

    for known in GRANULARITIES:
        if text == known:
            return known
    raise InputError(f"--locations is {text!r}; it must be {' or '.join(GRANULARITIES)}.")


def _check_new(path: Path | None, overrides: Path | None) -> None:
    """A first file of corrections holds the names as found, and takes the place of none."""
    from ..errors import InputError

    if path is not None and overrides is not None:
        raise InputError("--write-overrides lists the names before any correction. Leave out --overrides.")
    if path is not None and path.exists():
        raise InputError(f"{path} exists, and may hold corrections. Name a new file, or move it away.")


def _print_lines(script: Script) -> None:
    from ..screenplay.views.tables import line_records

    for record in line_records(script):
        print(json.dumps(record))


def _write(breakdown: Breakdown, out: Path, seed: int) -> None:
    from ..screenplay.views.network import to_graphml
    from ..screenplay.views.output_folder import write_folder
    from ..screenplay.views.report import to_report
    from ..screenplay.views.shooting_page import to_shooting_page
    from ..screenplay.views.tables import characters_csv, locations_csv, presence_csv, scenes_csv, shooting_csv

    write_folder(
        out,
        {
            "scenes.csv": scenes_csv(breakdown),
            "locations.csv": locations_csv(breakdown),
            "characters.csv": characters_csv(breakdown),
            "network.graphml": to_graphml(breakdown.network, title=breakdown.script.title),
            "presence.csv": presence_csv(breakdown),
            "shooting_order.csv": shooting_csv(breakdown),
            "shooting_order.html": to_shooting_page(breakdown),
            "report.html": to_report(breakdown, seed=seed),
        },
    )


def _summary(breakdown: Breakdown) -> str:
    """What a person wants to know first, then what was unsure."""
    from ..screenplay.views.production import pages, production_of

    script = breakdown.script
    production = production_of(breakdown)
    counts = production.counts
    locations = sorted(breakdown.locations, key=lambda location: (-len(location.scenes), location.id))
    text = [
        f"{_plain(script.title)} ({script.format}): {len(script.scenes)} scenes, {len(locations)} locations, "
        f"{len(breakdown.plots)} threads, {len(script.characters)} people",
        f"{len(breakdown.places)} places with {len(breakdown.sublocations)} sub-locations; "
        f"{pages(production.eighths)} pages; "
        + ", ".join(
            f"{n} {name}" for name in ("INT", "EXT") if (n := sum(v for k, v in counts.items() if k[0] == name))
        )
        + "; "
        + ", ".join(
            f"{n} {light}" for light in ("DAY", "NIGHT") if (n := sum(v for k, v in counts.items() if k[1] == light))
        ),
        *_listed("Locations", [f"{len(one.scenes):4}  {_plain(one.name)}" for one in locations]),
        *_listed("Threads", [f"{len(one.scenes):4}  {_plain(one.name)}" for one in breakdown.plots]),
        *_listed("People", [f"{len(one.scenes):4}  {_plain(one.name)}" for one in script.characters]),
        *_listed(
            "To look at",
            [(f"  line {one.line}: " if one.line else "  ") + _plain(one.message) for one in script.warnings],
        ),
    ]
    return "\n".join(text)


def _listed(title: str, rows: list[str]) -> list[str]:
    if not rows:
        return []
    more = [f"      and {len(rows) - _MOST_SHOWN} more"] if len(rows) > _MOST_SHOWN else []
    return ["", title, *rows[:_MOST_SHOWN], *more]


def _plain(text: str) -> str:
    """Text without control characters: a script must not move a terminal's cursor."""
    return "".join(letter if letter.isprintable() else " " for letter in text)
