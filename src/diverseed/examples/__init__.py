"""Data that ships with the package: numeric sets with known clusters, and screenplays with known locations."""

from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import as_file, files
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import InputError

if TYPE_CHECKING:
    from ..tables import Table
    from .numeric import NumericSet

__all__ = ["NUMERIC", "Card", "example_path", "load_example", "screenplays"]

PREFIX = "example:"  # of a name that the commands and the studio take instead of a file


@dataclass(frozen=True)
class Card:
    """What is known of a bundled set without loading it.

    Attributes
    ----------
    name : what ``load_example`` or ``example_path`` finds it by
    n : number of points, or of scenes
    d : number of features, None for a screenplay
    k : number of true clusters, or of locations
    summary : one line
    """

    name: str
    n: int
    d: int | None
    k: int
    summary: str


NUMERIC = {
    card.name: card
    for card in (
        Card("grid25", 2500, 2, 25, "a 5 x 5 grid of Gaussians, variance 1, 10 apart"),
        Card("grid100", 10000, 2, 100, "a 10 x 10 grid of Gaussians, variance 1, 10 apart"),
        Card("uneven", 2080, 2, 8, "three large and five small Gaussians, sizes 20 to 1"),
        Card("wide", 1500, 50, 12, "twelve Gaussians in 50 dimensions"),
        Card("noise", 1000, 2, 1, "one Gaussian: no clusters to find"),
        Card("iris", 150, 4, 3, "measurements of flowers of three species, two of which overlap"),
        Card("wine", 178, 13, 3, "chemistry of wines of three growers"),
        Card("digits", 1797, 64, 10, "handwritten digits of 8 x 8 pixels"),
        Card("breast-cancer", 569, 30, 2, "cell nuclei, benign and malignant"),
    )
}


def load_example(name: str) -> "NumericSet":
    """A bundled numeric set: its values, the names of its columns, and the true cluster of each row."""
    if name not in NUMERIC:
        raise InputError(f"there is no bundled set {name!r}. Use one of {', '.join(NUMERIC)}.")
    from .numeric import load

    return load(name)


def open_table(source: str, *, sheet: str | None = None) -> "Table":
    """The table of a file, of standard input ("-"), or of a bundled set ("example:NAME"); ``sheet`` of a workbook."""
    from ..tables import as_table, read_table

    if not source.startswith(PREFIX):
        return read_table(source, sheet=sheet)
    if sheet is not None:
        raise InputError(f"{source} is no Excel workbook (.xlsx) and has no sheet {sheet!r:.60}. Leave out the sheet.")
    return as_table(load_example(source.removeprefix(PREFIX)).table, source=source)


def example_path(name: str) -> Path:
    """Where a bundled screenplay lies: a Fountain file."""
    names = _screenplay_names()
    if name not in names:
        raise InputError(f"there is no bundled screenplay {name!r}. Use one of {', '.join(names)}.")
    return _folder() / f"{name}.fountain"


def screenplays() -> Iterator[Card]:
    """Cards of the bundled screenplays; the true locations stand in ``NAME.locations.csv`` beside each."""
    for name in _screenplay_names():
        rows = (_folder() / f"{name}.locations.csv").read_text(encoding="utf-8").split("\n")[1:]
        locations = [row.split(",", 1)[1] for row in rows if row]
        yield Card(name, len(locations), None, len(set(locations)), "a screenplay; n scenes, k locations")


def _screenplay_names() -> list[str]:
    return sorted(path.name.removesuffix(".fountain") for path in _folder().glob("*.fountain"))


def _folder() -> Path:
    with as_file(files(__package__) / "screenplays") as folder:
        return folder
