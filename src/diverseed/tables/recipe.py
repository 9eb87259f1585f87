"""How the rows of a table become numbers, recorded so that later rows are treated in the same way."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cached_property
from typing import Any, get_args

import numpy as np

from ..arrays import FloatArray
from ..errors import InputError
from .cells import TextColumn
from .kinds import ColumnKind, read_as
from .table import Table, as_table, listed, quoted

_VERSION = 1


@dataclass(frozen=True)
class Feature:
    """One column of the matrix.

    Attributes
    ----------
    name : the column's name; "colour = red" for one category of a column
    column : the column of the table
    kind : the column's kind: "number", "date" (in days since 1970), "yes/no" (0 or 1) or "category" (0 or 1)
    """

    name: str
    column: str
    kind: ColumnKind


@dataclass(frozen=True)
class ColumnRecipe:
    """How one column is read: its kind, and what reading that kind needs (see ``kinds.Recognised.how``)."""

    name: str
    kind: ColumnKind
    how: Mapping[str, Any] = field(default_factory=dict)

    @cached_property
    def features(self) -> tuple[Feature, ...]:
        if self.kind != "category":
            return (Feature(self.name, self.name, self.kind),)
        return tuple(Feature(f"{self.name} = {level}", self.name, self.kind) for level in self.how["levels"])

    def block(self, values: FloatArray) -> FloatArray:
        """(n, features) the values of a column: as they are, or 0 and 1 for each category; NaN where missing."""
        if self.kind != "category":
            return values[:, None]
        block = (values[:, None] == np.arange(len(self.how["levels"]))).astype(np.float64)
        block[np.isnan(values)] = np.nan
        return block


@dataclass(frozen=True)
class Recipe:
    """From the columns of a table to a matrix: ``(values - offset) * weight``, with ``fill`` for missing values.

    Attributes
    ----------
    columns : those that are used, in the order of the matrix
    fill, offset, weight : a number for each feature
    scale : the scaling that gave the weights: "none", "standard" or "robust"
    """

    columns: tuple[ColumnRecipe, ...]
    fill: tuple[float, ...]
    offset: tuple[float, ...]
    weight: tuple[float, ...]
    scale: str

    @cached_property
    def features(self) -> tuple[Feature, ...]:
        return tuple(feature for column in self.columns for feature in column.features)

    def apply(self, frame: Any) -> FloatArray:
        """(n, features) the matrix of other rows with the same columns.

        No row is left out: missing values and cells of another type are filled in as before; an unknown category
        matches none of the known ones.

        Parameters
        ----------
        frame : a pandas or polars data frame, a mapping of columns, an array, or a Table
        """
        return self.matrix(self.read(as_table(frame)))

    def read(self, table: Table) -> list[FloatArray]:
        """(n,) the values of each column; NaN where missing or something else, -1 for categories not seen before."""
        place_of = {name: place for place, name in enumerate(table.names)}
        absent = [column.name for column in self.columns if column.name not in place_of]
        if absent:
            raise InputError(
                f"{table.source} has no column {listed(absent)}. Its columns are {listed(table.names)}. Give a table "
                "with the columns that were clustered."
            )
        return [read_as(table.cells[place_of[column.name]], column.kind, column.how) for column in self.columns]

    def matrix(self, values: Sequence[FloatArray]) -> FloatArray:
        """(n, features) what is compared, from the values of each column."""
        blocks = [column.block(one) for column, one in zip(self.columns, values, strict=True)]
        matrix = np.concatenate(blocks, axis=1)
        gaps = np.isnan(matrix)
        return self.scaled(np.where(gaps, np.asarray(self.fill, dtype=matrix.dtype), matrix) if gaps.any() else matrix)

    def scaled(self, values: FloatArray) -> FloatArray:
        """Values without gaps in the units of the table, as they are compared."""
        offset, weight = (np.asarray(part, dtype=values.dtype) for part in (self.offset, self.weight))
        return values if not offset.any() and np.all(weight == 1) else (values - offset) * weight

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON."""
        return {
            "version": _VERSION,
            "scale": self.scale,
            "columns": [{**asdict(column), "how": dict(column.how)} for column in self.columns],
            **{part: list(getattr(self, part)) for part in ("fill", "offset", "weight")},
        }

    @classmethod
    def from_dict(cls, content: Mapping[str, Any]) -> "Recipe":
        """The inverse of ``to_dict``."""
        try:
            if content["version"] != _VERSION:
                raise InputError(f"the recipe has version {content['version']!r:.20}; only {_VERSION} is supported.")
            columns = tuple(_column(entry) for entry in content["columns"])
            parts = [tuple(map(float, content[part])) for part in ("fill", "offset", "weight")]
            recipe = cls(columns, parts[0], parts[1], parts[2], str(content["scale"]))
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise InputError(f"this is not a recipe for columns: {error!r:.200}.") from error
        sizes = {len(part) for part in parts}
        if sizes != {len(recipe.features)} or not np.isfinite(parts).all():
            raise InputError("this is not a recipe for columns: it does not have a finite number for each feature.")
        return recipe


def _column(entry: Mapping[str, Any]) -> ColumnRecipe:
    column = ColumnRecipe(str(entry["name"]), entry["kind"], dict(entry["how"]))
    if column.kind not in get_args(ColumnKind):
        raise ValueError(f"column {quoted(column.name)} has an unknown kind")
    read_as(TextColumn(["1"]), column.kind, column.how)  # fails if what reading needs is not there
    return column
