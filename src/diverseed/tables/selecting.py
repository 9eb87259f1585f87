"""Which columns the user means: names, and patterns such as ``price_*``."""

from collections.abc import Sequence
from fnmatch import fnmatchcase

from ..errors import InputError
from .table import listed


def select(
    names: Sequence[str], columns: str | Sequence[str] | None, exclude: str | Sequence[str] | None, source: str
) -> tuple[list[int], set[int]]:
    """The positions of the columns to use, in the order asked for, and of those that were asked for by name.

    An entry of ``columns`` or ``exclude`` is a name, a pattern, or several of them with commas between.
    """
    chosen, by_name = list(range(len(names))), set[int]()
    if columns:
        chosen, by_name = _places(names, columns, source)
        if not chosen:
            raise InputError(f"no column is named. The columns of {source} are {listed(names)}.")
    if exclude:
        excluded = set(_places(names, exclude, source)[0])
        chosen = [place for place in chosen if place not in excluded]
        if not chosen:
            raise InputError(f"all columns of {source} are excluded. They are {listed(names)}.")
    return chosen, by_name


def _places(names: Sequence[str], wanted: str | Sequence[str], source: str) -> tuple[list[int], set[int]]:
    place_of = {name: place for place, name in enumerate(names)}
    found: dict[int, None] = {}
    by_name, unknown = set[int](), []
    for entry in [wanted] if isinstance(wanted, str) else wanted:
        for name in [entry] if entry in place_of else [part.strip() for part in str(entry).split(",") if part.strip()]:
            if name in place_of:
                by_name.add(place_of[name])
                found[place_of[name]] = None
                continue
            matches = [place for place, other in enumerate(names) if fnmatchcase(other.casefold(), name.casefold())]
            found |= dict.fromkeys(matches)
            if not matches:
                unknown.append(name)
    if unknown:
        raise InputError(f"{source} has no column {listed(unknown)}. Its columns are {listed(names)}.")
    return list(found), by_name
