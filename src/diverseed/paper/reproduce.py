"""Every part of the paper by name, and the one function that runs them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

from ..errors import InputError
from . import dermatology, figure1, figure2, lemma1, table1, table2, table3, table4, table5
from .findings import Advance, Cell, Finding
from .settings import RunSettings

_CELL_FIELDS = ("ours", "spread", "paper", "paper_spread", "tolerance", "within")


@dataclass(frozen=True)
class Part:
    """A table, figure or lemma.

    Attributes
    ----------
    find : does the work
    per_run, once : about the seconds it takes for every run, and besides
    reads : the property of the settings that reads its data, so that a missing file is reported before any work is done
    """

    find: Callable[[RunSettings, Advance], Finding]
    per_run: float = 0.0
    once: float = 0.0
    reads: str = ""


PARTS: Mapping[str, Part] = MappingProxyType(
    {
        "table1": Part(table1.table1, sum(table1.SECONDS)),
        "table2": Part(table2.table2, table2.SECONDS_PER_RUN, reads="real_sets"),
        "table3": Part(table3.table3, table3.SECONDS_PER_RUN, dermatology.SECONDS, reads="real_sets"),
        "table4": Part(table4.table4, table4.SECONDS_PER_RUN, reads="films"),
        "table5": Part(table5.table5, table5.SECONDS_PER_RUN, reads="films"),
        "figure1": Part(figure1.figure1, once=figure1.SECONDS),
        "figure2": Part(figure2.figure2, once=figure2.SECONDS),
        "lemma1": Part(lemma1.lemma1, once=lemma1.SECONDS),
    }
)


@dataclass(frozen=True)
class Reproduction:
    """What came of all parts that were asked for."""

    settings: RunSettings
    findings: tuple[Finding, ...]

    @property
    def compared(self) -> list[Cell]:
        """All figures that could be compared with the paper's."""
        return [cell for finding in self.findings for cell in finding.compared]

    @property
    def n_within(self) -> int:
        """How many of them lie within the paper's spread."""
        return sum(cell.within is True for cell in self.compared)


def expected_seconds(what: str, runs: int) -> float:
    """About how long a part, or "all", takes: the work that ``reproduce`` reports as it advances."""
    return sum(runs * part.per_run + part.once for part in _parts(what).values())


def reproduce(
    what: str = "all",
    *,
    runs: int = 50,
    seed: int = 0,
    screenplays: Path | None = None,
    advance: Advance = lambda seconds: None,
) -> Reproduction:
    """Reproduce one part of the paper, or all.

    Parameters
    ----------
    what : "all" or a name in ``PARTS``
    runs : repetitions of everything random; the paper has 50
    seed : the same seed gives the same figures; every part has its own stream, alone or among all
    screenplays : a folder with the user's copies of the paper's six screenplays
    advance : called as work is done, see ``expected_seconds``
    """
    parts = _parts(what)
    if isinstance(runs, bool) or not isinstance(runs, int) or runs < 1:
        raise InputError(f"runs={runs!r} must be a whole number of at least 1; the paper has 50.")
    if screenplays is not None and not {"table4", "table5"} & set(parts):
        raise InputError(f"{what} reads no screenplays; they are for table4 and table5. Leave out --screenplays.")
    settings = RunSettings(runs, seed, screenplays)
    for part in parts.values():
        if part.reads:
            getattr(settings, part.reads)
    return Reproduction(settings, tuple(part.find(settings, advance) for part in parts.values()))


def to_json(reproduction: Reproduction) -> dict[str, Any]:
    """Everything but the pictures as lists and dictionaries."""
    settings = reproduction.settings
    return {
        "runs": settings.runs,
        "seed": settings.seed,
        "screenplays": None if settings.screenplays is None else str(settings.screenplays),
        "compared": len(reproduction.compared),
        "within": reproduction.n_within,
        "parts": {finding.name: _finding_json(finding) for finding in reproduction.findings},
    }


def _finding_json(finding: Finding) -> dict[str, Any]:
    return {
        "title": finding.title,
        "lead": finding.lead,
        "tables": [
            {
                "title": table.title,
                "notes": list(table.notes),
                "cells": [
                    {"row": row.name, "column": column, **{name: getattr(cell, name) for name in _CELL_FIELDS}}
                    for row in table.rows
                    for column, cell in zip(table.columns, row.cells, strict=True)
                    if cell.ours is not None or cell.paper is not None
                ],
            }
            for table in finding.tables
        ],
        "figures": [{"name": figure.name, "caption": figure.caption} for figure in finding.figures],
        "data": dict(finding.data),
    }


def _parts(what: str) -> Mapping[str, Part]:
    if what == "all":
        return PARTS
    if what not in PARTS:
        raise InputError(f"there is no part {what!r}. Use all or one of {', '.join(PARTS)}.")
    return {what: PARTS[what]}
