"""Turn a table into a matrix of numbers, and record what each column became and why."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from ..arrays import FloatArray, IntArray
from ..errors import InputError
from .kinds import ColumnKind, Recognised, recognise
from .notes import left_out_names, notes_on, refuse_missing
from .recipe import ColumnRecipe, Feature, Recipe
from .scaling import Scale, scaling
from .table import Table, as_table, listed, quoted

Missing = Literal["median", "drop", "refuse"]
# A row or column with fewer than half of its cells filled is not described by them.
_MOSTLY = 0.5


@dataclass(frozen=True)
class PreparedColumn:
    """What happened to one column.

    Attributes
    ----------
    name : name of the column
    kind : "number", "date", "yes/no", "category", "id", "constant", "text" or "empty"
    became : what it is in the matrix, or "left out"
    why : the reason; "" for a number that stays one
    missing : cells that are empty, a mark for a missing value, or not of the kind
    weight : factor on its values; 0 if it is left out, or constant and kept
    usable : whether it is used if it is asked for by name
    """

    name: str
    kind: ColumnKind
    became: str
    why: str
    missing: int
    weight: float
    usable: bool

    @property
    def used(self) -> bool:
        return self.became != "left out"


@dataclass(frozen=True)
class Prepared:
    """A table as numbers.

    Attributes
    ----------
    matrix : (n, features) what is compared
    values : (n, features) the same in the units of the table
    rows : (n,) which rows of the table these are, from 0; the others are left out
    columns : one record for each column that was considered
    notes : remarks for the user, in sentences
    recipe : how other rows become numbers in the same way
    gaps : (n, columns used) which cells were filled in
    """

    matrix: FloatArray
    values: FloatArray
    rows: IntArray
    columns: tuple[PreparedColumn, ...]
    notes: tuple[str, ...]
    recipe: Recipe
    gaps: NDArray[np.bool_]

    @property
    def features(self) -> tuple[Feature, ...]:
        """What each column of ``matrix`` is."""
        return self.recipe.features

    @property
    def sample_weight(self) -> FloatArray | None:
        """(n,) 1 for complete rows and 0 for rows with values that were filled in, which lie away from all clusters and
        would look like further clusters; None where all rows are complete, or fewer than half."""
        whole: NDArray[np.bool_] = np.logical_not(self.gaps.any(axis=1))
        return None if whole.all() or whole.mean() < _MOSTLY else whole.astype(np.float64)

    @property
    def feature_names(self) -> tuple[str, ...]:
        return tuple(feature.name for feature in self.features)


def prepare(
    frame: Any,
    *,
    columns: str | Sequence[str] | None = None,
    exclude: str | Sequence[str] | None = None,
    missing: Missing = "median",
    scale: Scale = "auto",
    keep_ids: bool = False,
) -> Prepared:
    """Read the columns of a table as numbers.

    Numbers may be written as people write them (``102.753,14``, ``"102,753"``, ``5.3%``, ``€20``). Dates become days,
    yes and no 1 and 0, categories one column of 0 and 1 each, weighted so that they count as one column together.
    Ids, constant columns and text are left out, as are columns and rows with more than half of their values missing.

    Parameters
    ----------
    frame : a pandas or polars data frame, a mapping of columns, an array of two dimensions, or the result of
        ``read_table``
    columns : names or patterns such as "price_*" of the columns to use; those given by name are used even if they
        look like ids
    exclude : names or patterns of columns not to use
    missing : "median" fills in the median of the column, or its most frequent category; "drop" leaves out rows with
        missing values; "refuse" raises an error that lists them
    scale : "none"; "standard": mean 0 and variance 1; "robust": median 0 and the quartiles of a normal distribution;
        "auto": "standard" if the spreads of columns of numbers, or of dates, differ by more than a factor of 10, or
        numbers are mixed with dates or categories, else "none"
    keep_ids : use ids and constant columns too

    Raises
    ------
    InputError : no usable column is left, or a requested one does not exist
    """
    for option, value, known in (("missing", missing, get_args(Missing)), ("scale", scale, get_args(Scale))):
        if value not in known:
            raise InputError(f"{option}={value!r} is not supported. Use one of {', '.join(known)}.")
    table = as_table(frame)
    if table.n_rows < 2:
        count = "one row" if table.n_rows else "no rows"
        raise InputError(f"{table.source} has {count} of data. Clustering needs at least two.")
    chosen = select(table.names, columns, exclude, table.source)
    records, used = [], {}
    for (place, by_name), one in zip(chosen.items(), recognise(table, list(chosen)), strict=True):
        wanted = one.content if one.content and (keep_ids or by_name) else one
        records.append(_record(table, place, wanted, by_name))
        if records[-1].used:
            used[records[-1].name] = wanted
    if not used:
        raise InputError(f"{table.source} has no usable column: {left_out_names(records)}.")
    if missing == "refuse":
        refuse_missing(table, used)
    return _numbers(table, records, used, missing, scale)


def _numbers(
    table: Table, records: Sequence[PreparedColumn], used: Mapping[str, Recognised], missing: Missing, scale: Scale
) -> Prepared:
    """The columns that are used as a matrix: rows left out, gaps filled in, and scaled."""
    parts = tuple(ColumnRecipe(name, one.kind, one.how) for name, one in used.items())
    values = np.concatenate([part.block(used[part.name].values) for part in parts], axis=1)
    firsts = np.cumsum([0, *(len(part.features) for part in parts)])[:-1]
    gaps = np.isnan(values[:, firsts])
    rows = _rows(gaps, missing, table)
    values = values if rows.size == table.n_rows else values[rows]
    fill = np.concatenate([part.block(_typical(used[part.name].values[rows], part.kind))[0] for part in parts])
    values = np.where(np.isnan(values), fill.astype(values.dtype), values) if gaps.any() else values
    offset, weight, chosen, on_scale = scaling(values, parts, scale)
    fills, offsets, factors = (tuple(part.tolist()) for part in (fill, offset, weight))
    recipe = Recipe(parts, fills, offsets, factors, chosen)
    weights = dict(zip((feature.column for feature in recipe.features), recipe.weight, strict=True))
    weighted = tuple(replace(record, weight=weights.get(record.name, 0.0)) for record in records)
    notes = [*table.notes, *notes_on(table, weighted, used, rows, missing), *on_scale]
    return Prepared(recipe.scaled(values), values, rows, weighted, tuple(notes), recipe, gaps[rows])


def _record(table: Table, place: int, one: Recognised, by_name: bool) -> PreparedColumn:
    """What becomes of a column; its weight is not known yet."""
    name, n, missing = table.names[place], table.n_rows, one.missing
    if one.kind == "text" and by_name:
        row = int(np.flatnonzero(~np.isnan(one.values))[0])
        raise InputError(
            f"column {quoted(name)} holds text, for example {quoted(table.texts(place)[row])} in {table.place(row)}: "
            f"{one.why}. Text columns cannot be used; group them with `diverseed text`."
        )
    becomes = {
        "number": "a number",
        "date": "days since 1970",
        "yes/no": "0 or 1",
        "category": f"{len(one.how.get('levels', ()))} columns of 0 and 1, which count as one",
    }
    became, why = becomes.get(one.kind, "left out"), one.why
    if became != "left out" and missing > _MOSTLY * n and not by_name:
        became, why = "left out", f"{missing:,} of {n:,} cells are missing"
    return PreparedColumn(name, one.kind, became, why, missing, 0.0, usable=(one.content or one).kind in becomes)


def _rows(gaps: NDArray[np.bool_], missing: Missing, table: Table) -> IntArray:
    """The rows to keep: not mostly empty, or with no missing value at all."""
    rows = np.flatnonzero(~gaps.any(axis=1) if missing == "drop" else gaps.mean(axis=1) <= _MOSTLY)
    if rows.size < 2:
        what = "without missing values" if missing == "drop" else "of data"
        count = "one row" if rows.size else "no row"
        raise InputError(
            f"{table.source} has {count} {what}, of {table.n_rows:,} in all. Clustering needs at least two."
        )
    return rows


def _typical(values: FloatArray, kind: ColumnKind) -> FloatArray:
    """(1,) what replaces a missing value of a column: the median, for categories the most frequent one."""
    filled = values[~np.isnan(values)]
    if kind == "category":
        return np.array([np.bincount(filled.astype(np.intp), minlength=1).argmax()], dtype=np.float64)
    middle = float(np.median(filled))
    return np.array([round(middle) if kind == "yes/no" else middle])


def select(
    names: Sequence[str], columns: str | Sequence[str] | None, exclude: str | Sequence[str] | None, source: str
) -> dict[int, bool]:
    """The positions of the columns to use, in the order asked for, each with whether it was asked for by name.

    An entry of ``columns`` or ``exclude`` is a name, a pattern, or several of them with commas between.
    """
    chosen = _places(names, columns, source) if columns else dict.fromkeys(range(len(names)), False)
    if not chosen:
        raise InputError(f"no columns are named. The columns of {source} are {listed(names)}.")
    excluded = _places(names, exclude, source) if exclude else {}
    chosen = {place: by_name for place, by_name in chosen.items() if place not in excluded}
    if not chosen:
        raise InputError(f"all columns of {source} are excluded. They are {listed(names)}.")
    return chosen


def _places(names: Sequence[str], wanted: str | Sequence[str], source: str) -> dict[int, bool]:
    place_of = {name: place for place, name in enumerate(names)}
    found: dict[int, bool] = {}
    unknown = []
    for entry in [wanted] if isinstance(wanted, str) else wanted:
        for name in [entry] if entry in place_of else [part.strip() for part in str(entry).split(",") if part.strip()]:
            if name in place_of:
                found[place_of[name]] = True
                continue
            matches = [place for place, other in enumerate(names) if fnmatchcase(other.casefold(), name.casefold())]
            for place in matches:
                found.setdefault(place, False)
            if not matches:
                unknown.append(name)
    if unknown:
        raise InputError(f"{source} has no column {listed(unknown)}. Its columns are {listed(names)}.")
    return found
