"""Data that ships with the package: numeric sets with known clusters, and screenplays with known locations."""

from dataclasses import dataclass
from importlib.resources import as_file, files
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import InputError

if TYPE_CHECKING:
    from ..tables import Table
    from .numeric import NumericSet

__all__ = ["NUMERIC", "SCREENPLAYS", "Card", "example_path", "load_example"]

PREFIX = "example:"  # of a name that the commands and the studio take instead of a file


@dataclass(frozen=True)
class Card:
    """Description of a bundled set, available without loading it.

    Attributes
    ----------
    name : the name that ``load_example`` or ``example_path`` takes
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
SCREENPLAYS = {
    card.name: card
    for card in (
        Card("last-tram", 54, None, 17, "a ghost story on a mountain tramway"),
        Card("lido", 58, None, 23, "a comedy about a seaside swimming pool"),
        Card("long-orbit", 55, None, 11, "the crew of an old spaceship around a small moon"),
        Card("night-desk", 54, None, 32, "the night desk of a local newspaper"),
        Card("quiet-heist", 58, None, 23, "a caper: a piano tuner and an auction house"),
        Card("salt-road", 58, None, 20, "a siege, and a caravan on the road to it"),
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
        raise InputError(f"{source} is not an Excel workbook (.xlsx) and has no sheet {sheet!r:.60}. Omit it.")
    return as_table(load_example(source.removeprefix(PREFIX)).table, source=source)


def example_path(name: str) -> Path:
    """Path of a bundled screenplay, a Fountain file."""
    if name not in SCREENPLAYS:
        raise InputError(f"there is no bundled screenplay {name!r}. Use one of {', '.join(SCREENPLAYS)}.")
    with as_file(files(__package__) / "screenplays") as folder:
        return folder / f"{name}.fountain"
