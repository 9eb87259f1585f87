"""Reading cells as people write them: numbers, dates, yes or no, or marks for a missing value."""

import re
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from functools import cached_property
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from ..arrays import FloatArray, IntArray

Decimal = Literal[".", ","]
# fmt: off
MISSING = frozenset((
    "", "na", "n/a", "n.a.", "n.a", "nan", "nat", "null", "none", "nil", "?", "-", "--", "---", "–", "—", ".", "..",
    "…", "missing", "not available", "no data", "k.a.", "k. a.", "<na>", "(null)", "\\n",
    "#n/a", "#na", "#value!", "#div/0!", "#ref!", "#name?", "#null!", "#num!",
))
# fmt: on
_PAIRS = (
    *(("no", "yes"), ("n", "y"), ("false", "true"), ("f", "t"), ("off", "on"), ("nein", "ja"), ("non", "oui")),
    *(("no", "sí"), ("no", "si"), ("no", "sì"), ("nee", "ja"), ("não", "sim"), ("nej", "ja"), ("nie", "tak")),
)
NO = frozenset(pair[0] for pair in _PAIRS) | {"0"}
_CURRENCY = (
    r"(?:(?:US|AU?|CA?|HK|NZ|S|R)?\$|[€£¥₹₽₩₺₪₫฿]|EUR|USD|GBP|CHF|JPY|CNY|INR|CAD|AUD|SEK|NOK|DKK|PLN|CZK|HUF|kr\.?|zł)"
)
_DECORATED = re.compile(
    rf"(?P<open>\()?(?P<sign>[+-]?) ?(?:{_CURRENCY} ?)?(?P<inner>[+-]?)"
    rf"(?P<body>\d(?:[\d.,' ]*[\d.,])?|[.,]\d+)(?P<power>[eE][+-]?\d+)?"
    rf"(?P<times>[kKMB]|bn| Mio\.?| Mrd\.?)? ?(?:{_CURRENCY}|%)?(?P<close>\))?",
)
_TIMES_OF = {"k": 1e3, "K": 1e3, "M": 1e6, "Mio": 1e6, "B": 1e9, "bn": 1e9, "Mrd": 1e9}
_GROUPED: dict[Decimal, re.Pattern[str]] = {
    ".": re.compile(r"(?:\d{1,3}(?:,\d{3})+|\d{1,3}(?:' ?\d{3})+|\d{1,3}(?: \d{3})+|\d+)?(?:\.\d*)?"),
    ",": re.compile(r"(?:\d{1,3}(?:\.\d{3})+|\d{1,3}(?:'\d{3})+|\d{1,3}(?: \d{3})+|\d+)?(?:,\d*)?"),
}
_THOUSANDS = re.compile(r"[+-]?\d{1,3}(?:\.\d{3})+")
_PLAIN = str.maketrans({"\u2212": "-", "\u2013": "-", "\u00a0": " ", "\u202f": " ", "\u2009": " ", "\u2019": "'"})
_CLOCK = re.compile(r"(?:(-?\d+) days?,? \+?)?(\d{1,3}):([0-5]\d)(?::([0-5]\d(?:\.\d+)?))?")
_DOTTED_CLOCK = re.compile(r"\d{1,2}\.\d\d\.\d\d")  # as in Italy; 7.30 is a number
_DATES = (
    *("%m/%d/%Y", "%m-%d-%Y", "%m/%d/%y", "%d/%m/%Y", "%d.%m.%Y", "%d-%m-%Y", "%d/%m/%y", "%d.%m.%y", "%d-%m-%y"),
    *("%d %b %Y", "%d %B %Y", "%d-%b-%Y", "%d-%b-%y", "%b %d %Y", "%B %d %Y", "%b %d, %Y", "%B %d, %Y", "%b %Y"),
    *("%b-%y", "%b-%Y", "%Y/%m/%d", "%Y.%m.%d", "%B %Y", "%m/%Y", "%Y-%m", "%Y %b", "%Y %B", "%Y, %B", "%a %b %d %Y"),
)
_WITH_TIMES = (
    *("{}", "{} %H:%M", "{} %H:%M:%S", "{} %I:%M %p", "{} %I:%M:%S %p", "{}, %H:%M"),
    *("%H:%M {}", "%H:%M:%S {}"),
)
ISO = "iso"
# Years of two digits are before 2030, as in Excel; Python's rule, before 2069, makes a date of 1947 one of 2047.
_BEYOND_TWO_DIGITS = 2030
# Cells from which the format of dates is found; all cells are then read by it.
_SAMPLE, _FIRST = 200, 10
_LONGEST_NUMBER = 400  # 1e308 in full has 309 digits


class TextColumn(list[str]):
    """A column of strings, of which each different one is read once."""

    marks = MISSING  # what a missing cell may hold, in lower case

    def of_words(self) -> "TextColumn":
        """The same column, in which "none" is a word like others and no mark for a missing number."""
        other = TextColumn(self)
        other.marks = MISSING - {"none"}
        return other

    @cached_property
    def plain(self) -> FloatArray | None:
        """(n,) the numbers of a column that holds nothing but numbers as programs write them, and marks for missing
        values; None for any other. All cells are read at once, which is several times faster."""
        marked = ("nan" if cell.strip().casefold() in MISSING else cell for cell in self)
        for written in () if any("_" in cell for cell in self) else (self, marked):
            with suppress(ValueError):
                return np.fromiter(written, dtype=np.float64, count=len(self))
        return None

    @cached_property
    def _places(self) -> dict[str, int]:
        return {cell: place for place, cell in enumerate(dict.fromkeys(self))}

    @cached_property
    def codes(self) -> IntArray:
        """(n,) which of the different cells each one is."""
        return np.array([self._places[cell] for cell in self], dtype=np.intp)

    @cached_property
    def _distinct(self) -> list[str | None]:
        """The different cells, without blanks around them; None for marks for a missing value."""
        stripped = map(str.strip, self._places)
        return [None if cell.casefold() in self.marks else cell for cell in stripped]

    @property
    def missing(self) -> NDArray[np.bool_]:
        """(n,) which cells are missing."""
        return np.array([cell is None for cell in self._distinct], dtype=bool)[self.codes]

    @property
    def filled(self) -> list[str]:
        """The different cells that are not missing."""
        return [cell for cell in self._distinct if cell is not None]

    def read(self, one: Callable[[str], float]) -> FloatArray:
        """(n,) what a function of a cell makes of each; NaN for missing cells."""
        values = [float("nan") if cell is None else one(cell) for cell in self._distinct]
        return np.array(values, dtype=np.float64)[self.codes]


def plain_number(cell: str) -> float:
    """The number that a program wrote; NaN for anything else."""
    try:
        return float("nan") if "_" in cell else float(cell)
    except ValueError:
        return float("nan")


def number(cell: str, decimal: Decimal = ".") -> float:
    """The number that a person wrote, with thousands, currency, percent or accounting brackets; NaN for anything else.

    ``decimal`` is the mark before the fraction; the other one groups thousands.
    """
    if len(cell) > _LONGEST_NUMBER:
        return float("nan")
    if decimal == "." and not np.isnan(plain := plain_number(cell)):
        return plain
    found = _DECORATED.fullmatch(cell.translate(_PLAIN))
    if found is None or bool(found["open"]) != bool(found["close"]) or not _GROUPED[decimal].fullmatch(found["body"]):
        return float("nan")
    digits = found["body"].replace("." if decimal == "," else ",", "").replace("'", "").replace(" ", "")
    value = float(digits.replace(",", ".") + (found["power"] or ""))
    value *= _TIMES_OF[found["times"].strip(" .")] if found["times"] else 1
    return -value if "-" in found["sign"] + found["inner"] or found["open"] else value


def is_number(cell: str) -> bool:
    """Whether a cell is a number in either style."""
    return not (np.isnan(number(cell)) and np.isnan(number(cell, ",")))


def styles(cells: Sequence[str]) -> tuple[int, int]:
    """How many of the cells are numbers with a decimal point, and how many with a decimal comma."""
    point = sum(not np.isnan(number(cell)) for cell in cells)
    return point, sum(not np.isnan(number(cell, ",")) for cell in cells)


def thousands_with_points(cells: Iterable[str]) -> bool | None:
    """Whether points in these numbers may group thousands; None where there is no point."""
    dotted = [cell for cell in cells if "." in cell]
    return all(_THOUSANDS.fullmatch(cell) for cell in dotted) if dotted else None


def hours(cell: str) -> float:
    """Hours of a time such as 7:30, 12:05:59 or 18.00.00, or of a duration such as "2 days 05:30:00"; NaN for anything
    else."""
    cell = cell.replace(".", ":") if _DOTTED_CLOCK.fullmatch(cell) else cell
    if (found := _CLOCK.fullmatch(cell)) is None:
        return float("nan")
    return 24 * int(found[1] or 0) + int(found[2]) + int(found[3]) / 60 + float(found[4] or 0) / 3600


def yes_or_no(cells: Iterable[str]) -> tuple[str, str] | None:
    """The words for no and yes, in lower case, if the cells hold these two and no others."""
    words = {cell.casefold() for cell in cells}
    return next((pair for pair in _PAIRS if words == set(pair)), None)


def days(cell: str, form: str) -> float:
    """Days since 1970 of a date in the format given; NaN for anything else."""
    try:
        date = datetime.fromisoformat(cell) if form == ISO else datetime.strptime(cell, form)
    except (ValueError, OverflowError):
        return float("nan")
    if "%y" in form and date.year >= _BEYOND_TWO_DIGITS:
        date = date.replace(year=date.year - 100)
    return (date if date.tzinfo else date.replace(tzinfo=UTC)).timestamp() / 86_400


def date_format(cells: Sequence[str], least: float) -> tuple[str, bool] | None:
    """The format in which at least this share of the cells are dates, and whether day and month may be swapped
    because nothing in the column shows which comes first."""
    step = max(1, len(cells) // _SAMPLE)
    sample = [cell for cell in cells[::step] if any(map(str.isdigit, cell))]
    if not sample or len(sample) < least * len(cells[::step]):
        return None
    if _share(sample, ISO) >= least and not all(cell.isdigit() for cell in sample):
        return ISO, False
    for with_time in _WITH_TIMES:
        fits = {form: share for form in _DATES if (share := _share(sample, with_time.format(form))) >= least}
        if fits:
            # the first of equals: month first with slashes, as in English
            best = max(fits, key=lambda form: fits[form])
            swapped = {form[:6].replace("%d", "%x").replace("%m", "%d").replace("%x", "%m") + form[6:] for form in fits}
            return with_time.format(best), best[:2] in ("%d", "%m") and bool(swapped & fits.keys() - {best})
    return None


def _share(cells: Sequence[str], form: str) -> float:
    """Share of the cells that are dates in the format; 0 if none of the first is, to spare the others."""
    if all(np.isnan(days(cell, form)) for cell in cells[:_FIRST]):
        return 0.0
    return sum(not np.isnan(days(cell, form)) for cell in cells) / len(cells)
