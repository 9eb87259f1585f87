"""What the user should know about the columns, in sentences for the command, the studio and Python alike."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from ..arrays import FloatArray, IntArray
from ..errors import InputError
from .cells import TextColumn
from .kinds import DECIMAL_COMMA, MONTH_FIRST, Recognised
from .table import Table, bounded, listed, quoted

if TYPE_CHECKING:
    from .prepare import PreparedColumn

_FEW = 5
_FEWEST_PARTS = 3  # of a total: one number is often the sum of two others
_TITLES = {
    "id": "Left out as ids",
    "constant": "Left out because all values are equal",
    "text": "Left out as text",
    "empty": "Left out because all cells are empty",
    "dates": "Left out as dates, which --engine dask compares only where they are stored as numbers, such as days",
    "not numbers": "Left out because they hold no numbers",
}


def notes_on(
    table: Table,
    records: "Sequence[PreparedColumn]",
    used: Mapping[str, Recognised],
    rows: IntArray,
    missing: str,
) -> list[str]:
    """Columns left out, cells that are not what their column is, missing values, and rows left out."""
    notes = left_out_notes([(record.name, record.kind, record.why) for record in records if not record.used])
    notes += [*_on_cells(table, used), *_on_gaps(used, rows, missing), *_on_rows(table, rows, missing)]
    notes += _on_totals(table, used, rows)
    unsure = [name for name, one in used.items() if one.why == MONTH_FIRST]
    if unsure:
        notes.append(f"Dates in {listed(unsure)} were read with the month first; they may have the day first.")
    commas = [name for name, one in used.items() if one.why == DECIMAL_COMMA]
    if commas:
        notes.append(f"Numbers in {listed(commas)} were read with a decimal comma.")
    return notes


def _on_totals(table: Table, used: Mapping[str, Recognised], rows: IntArray) -> list[str]:
    """A last row that is the sum of those above it in every column of numbers that it fills."""
    numbers = {name: one.values[rows] for name, one in used.items() if one.kind == "number"}
    filled = {name: values for name, values in numbers.items() if not np.isnan(values[-1])}
    if not filled or not all(map(_ends_in_total, filled.values())):
        return []
    return [
        f"The last row ({table.place(int(rows[-1]))}) holds the sum of the rows above it in {listed(list(filled))}. "
        "If it is a total, remove it: it distorts the scale and the clusters."
    ]


def _ends_in_total(values: FloatArray) -> bool:
    """Whether the last number is the sum of the others, which have one sign, and larger than any of them.

    A total may have been made before its parts were rounded: n of them add up with a standard deviation of
    sqrt(n / 12) of the last digit, of which five are allowed.
    """
    above, total = values[:-1][~np.isnan(values[:-1])].astype(np.float64), float(values[-1])
    if above.size < _FEWEST_PARTS or above.min() < 0 < above.max():
        return False
    if abs(total) <= np.abs(above).max():
        return False
    digits = next((place for place in range(7) if np.array_equal(np.round(above, place), above)), 16)
    rounding = 5 * 10.0**-digits * np.sqrt(above.size / 12) + 1e-9 * abs(total)
    return bool(abs(total - above.sum()) <= rounding)


def _on_gaps(used: Mapping[str, Recognised], rows: IntArray, missing: str) -> list[str]:
    """How many values were missing in each column, in all rows if those were left out, and what became of them."""
    considered = slice(None) if missing == "drop" else rows
    counts = {name: int(np.isnan(one.values[considered]).sum()) for name, one in used.items()}
    cells = [f"{quoted(name)} {count:,}" for name, count in counts.items() if count]
    if not cells:
        return []
    how = {
        "median": "Missing values were filled in with the column's median, or its most frequent category",
        "drop": "Rows with missing values were left out. Missing",
    }
    return [f"{how[missing]}: {bounded(cells, what='column')}."]


def _on_rows(table: Table, rows: IntArray, missing: str) -> list[str]:
    gone = np.delete(np.arange(table.n_rows), rows).tolist()
    if not gone:
        return []
    if missing == "drop":
        return [f"Rows left out: {len(gone):,} of {table.n_rows:,}."]
    kind = table.place(gone[0]).split(" ")[0]
    places = bounded([table.place(row).split(" ")[1] for row in gone])
    what, were, kinds = ("row", "was", kind) if len(gone) == 1 else ("rows", "were", f"{kind}s")
    return [
        f"{len(gone):,} {what} of {table.n_rows:,} with more than half of the cells missing {were} left out: "
        f"{kinds} {places}."
    ]


def _on_cells(table: Table, used: Mapping[str, Recognised]) -> list[str]:
    """Cells that are not what their column is, and numbers that may mark a missing value."""
    cells_of = dict(zip(table.names, table.cells, strict=True))
    notes, stray, marks = [], [], []
    for name, one in used.items():
        cells = cells_of[name]
        if one.missing and isinstance(cells, TextColumn):
            others = np.flatnonzero(np.isnan(one.values) & ~cells.missing).tolist()
            more = f" and {len(others) - 1:,} more" if len(others) > 1 else ""
            stray += [f"{quoted(cells[at].strip())} in {quoted(name)} ({table.place(at)}{more})" for at in others[:1]]
        mark = _mark(one.values) if one.kind == "number" else None
        if mark:
            marks.append(f"{mark[0]:g} in {quoted(name)} ({mark[1]:,} cells)")
    if stray:
        notes.append(f"Treated as missing, since they do not fit their column: {bounded(stray, _FEW, 'column')}.")
    if marks:
        notes.append(
            "Frequent but far from all other values, so perhaps codes for missing values: "
            f"{bounded(marks, _FEW, 'column')}. If so, replace them with empty cells."
        )
    return notes


def _mark(values: FloatArray) -> tuple[float, int] | None:
    """A number at the end of the range that may mark a missing value, and how often it occurs.

    It is a whole number, negative where the others are not (-200) or all nines (999), makes up 1% of the cells, and
    is at least half of the range of the others away from them.
    """
    values = values[~np.isnan(values)]
    for end in (values.min(), values.max()):
        count = int((values == end).sum())
        if abs(end) < 9 or end != np.floor(end) or count < max(2, 0.01 * values.size):
            continue
        others = np.unique(values[values != end])
        if others.size > 2:
            near, far = others[[0, -1]] if end < others[0] else others[[-1, 0]]
            if abs(near - end) > abs(far - near) * 0.5 and (end < 0 <= near or set(str(int(end))) == {"9"}):
                return float(end), count
    return None


def left_out_notes(left_out: Sequence[tuple[str, str, str]]) -> list[str]:
    """A sentence for each kind of column that is left out; the columns are given by name, kind and reason."""
    by_title: dict[str, list[str]] = {}
    for name, kind, why in left_out:
        shown = quoted(name) if not why or kind == "constant" else f"{quoted(name)} ({why})"
        by_title.setdefault(_TITLES.get(kind, "Left out because most cells are missing"), []).append(shown)
    return [f"{title}: {bounded(names)}." for title, names in by_title.items()]


def left_out_names(records: "Sequence[PreparedColumn]") -> str:
    """All columns with the reason why they are left out, bounded."""
    reasons = [record.kind if record.kind in _TITLES else "most cells missing" for record in records]
    useful = [reason for record, reason in zip(records, reasons, strict=True) if record.usable]
    shown = bounded([f"{quoted(record.name)} ({why})" for record, why in zip(records, reasons, strict=True)])
    looks = {"id": "look like ids", "most cells missing": "are mostly empty"}
    although = " or ".join(text for reason, text in looks.items() if reason in useful)
    shown += f". Name columns to use them although they {although}" if although else ""
    return shown + (". Group the lines of a column of text with `diverseed text`" if "text" in reasons else "")


def refuse_missing(table: Table, columns: Mapping[str, Recognised]) -> None:
    """Raise an error that names all columns with missing values."""
    gaps = [(name, int(np.isnan(one.values).argmax()), one.missing) for name, one in columns.items() if one.missing]
    if gaps:
        parts = [f"{quoted(name)} {count:,} (first in {table.place(row)})" for name, row, count in gaps]
        raise InputError(
            f"{table.source} has missing values in {len(gaps):,} of the columns used: "
            f"{bounded(parts, what='column')}. "
            "Fill them in, leave the columns out, or choose median or drop for missing values."
        )
