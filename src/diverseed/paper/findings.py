"""What a part of the reproduction finds: figures of ours beside the paper's, and pictures, with their texts."""

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib.resources import files
from itertools import zip_longest
from typing import Any

import numpy as np


def _data(name: str) -> dict[str, dict[str, Any]]:
    return tomllib.loads(files(__package__).joinpath(name).read_text(encoding="utf-8"))


PUBLISHED = _data("published.toml")
"""The paper's figures as printed there, by table and row."""

_TEXTS = _data("parts.toml")
"""What the report says about each part, with places for numbers."""

RULE = (
    "Ours lies within the paper's spread when it is at most one standard deviation of the paper's from the paper's "
    "figure. Where the paper prints no deviation (medians, correlations), that of our own runs takes its place, and "
    "is at least one unit of the last decimal printed, since the paper truncates digits (log 137 = 2.1367 is printed "
    "as 2.13), or one half for whole numbers."
)


@dataclass(frozen=True)
class Cell:
    """One figure: ours and the paper's where there are such, each with its standard deviation over runs."""

    ours: float | None = None
    spread: float | None = None
    paper: float | None = None
    paper_spread: float | None = None
    decimals: int = 2  # as many as the paper prints

    @property
    def tolerance(self) -> float | None:
        """How far ours may lie from the paper's; see ``RULE``. None where there is nothing to compare."""
        if self.ours is None or self.paper is None:
            return None
        if self.paper_spread is not None:
            return self.paper_spread
        return max(self.spread or 0.0, 10.0**-self.decimals if self.decimals else 0.5)

    @property
    def within(self) -> bool | None:
        """Whether ours lies within the paper's spread; None where there is nothing to compare."""
        if self.ours is None or self.paper is None or self.tolerance is None:
            return None
        return abs(self.ours - self.paper) <= self.tolerance + 1e-9

    def our_text(self) -> str:
        """Ours as it is printed."""
        return _text(self.ours, self.spread, self.decimals)

    def paper_text(self) -> str:
        """The paper's as it is printed."""
        return _text(self.paper, self.paper_spread, self.decimals)


def _text(value: float | None, spread: float | None, decimals: int) -> str:
    if value is None:
        return ""
    number = f"{value:.{decimals}f}" if decimals or value == round(value) else f"{value:.1f}"
    return number if spread is None else f"{number} ±{spread:.{max(decimals, 1)}f}"


def beside(ours: Iterable[Cell], printed: Iterable[str]) -> tuple[Cell, ...]:
    """Our cells, each with the figure of the paper in its column, as printed: ``"41.98 ±3.30"`` or nothing."""
    pairs = zip_longest(ours, map(_printed, printed), fillvalue=Cell())
    return tuple(one if its.paper is None else replace(its, ours=one.ours, spread=one.spread) for one, its in pairs)


def _printed(text: str) -> Cell:
    mean, _, spread = text.partition(" ±")
    if not mean:
        return Cell()
    decimals = len(mean.partition(".")[2])
    return Cell(paper=float(mean), paper_spread=float(spread) if spread else None, decimals=decimals)


Rows = Mapping[str, Sequence[Cell]]
"""Cells by the name of their row."""


@dataclass(frozen=True)
class ComparisonTable:
    """Cells in rows; ``corner`` says what the rows are."""

    title: str
    corner: str
    columns: Sequence[str]
    rows: Rows
    notes: Sequence[str] = ()


@dataclass(frozen=True)
class Figure:
    """A picture: ``name`` is that of its file, ``svg`` an element that takes its ink from the page around it."""

    name: str
    svg: str
    caption: str


@dataclass(frozen=True)
class Finding:
    """What came of one part. ``data`` are further numbers for programs that read them."""

    name: str
    title: str
    lead: str
    tables: Sequence[ComparisonTable] = ()
    figures: Sequence[Figure] = ()
    data: Mapping[str, Any] = field(default_factory=dict)

    @property
    def compared(self) -> list[Cell]:
        """The cells with a figure of ours and one of the paper's."""
        cells = (cell for table in self.tables for row in table.rows.values() for cell in row)
        return [cell for cell in cells if cell.within is not None]


def finding(
    name: str,
    *tables: Rows,
    pictures: Sequence[str] = (),
    notes: Sequence[str] = (),
    facts: Mapping[str, Any] | None = None,
    data: Mapping[str, Any] | None = None,
) -> Finding:
    """A part with its texts.

    Parameters
    ----------
    tables : the rows of each table; what a row lacks at its end is empty
    pictures : SVG elements
    notes : below every table, after those of its texts
    facts : what stands in the texts where they have names in braces
    """
    text, given = _TEXTS[name], facts or {}
    described = []
    for one, rows in zip(text.get("tables", ()), tables, strict=True):
        whole_rows = {row: (*cells, *[Cell()] * (len(one["columns"]) - len(cells))) for row, cells in rows.items()}
        said = [*(note.format(**given) for note in one.get("notes", ())), *notes]
        described.append(ComparisonTable(one["title"], one["corner"], one["columns"], whole_rows, said))
    figures = [
        Figure(one["name"], svg, one["caption"].format(**given))
        for one, svg in zip(text.get("figures", ()), pictures, strict=True)
    ]
    return Finding(name, text["title"], text["lead"].format(**given), described, figures, data or {})


def deviation(values: Sequence[float]) -> float | None:
    """Standard deviation over runs, None for a single run."""
    return float(np.std(values, ddof=1)) if len(values) > 1 else None


def mean_cell(values: Sequence[float], *, decimals: int = 2) -> Cell:
    """Mean and standard deviation over runs."""
    return Cell(float(np.mean(values)), deviation(values), decimals=decimals)


def median_cell(values: Sequence[float]) -> Cell:
    """Median over runs, a whole number or between two, with the standard deviation of the runs."""
    return Cell(float(np.median(values)), deviation(values), decimals=0)


def whole(number: float | None) -> Cell:
    """A whole number."""
    return Cell(None if number is None else float(number), decimals=0)


def correlation(first: Sequence[float], second: Sequence[float]) -> float | None:
    """Pearson's correlation; None of fewer than three pairs, or where one side does not vary."""
    if len(first) < 3 or np.ptp(first) == 0 or np.ptp(second) == 0:
        return None
    return float(np.corrcoef(first, second)[0, 1])
