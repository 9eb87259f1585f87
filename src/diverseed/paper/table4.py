"""Table 4: the number of locations that kmeansD++ finds in screenplays."""

from dataclasses import dataclass

import numpy as np

from ..point_process import LEnsemble
from ..screenplay.places.locations import find_locations
from .films import TITLES, TUNED_ON, Film
from .findings import PUBLISHED, Cell, Finding, Row, correlation, deviation, finding, mean_cell, whole
from .settings import RunSettings

_PUBLISHED = PUBLISHED["table4"]
_N_COLUMNS = 7
WITHOUT_COPIES = (
    "The paper's six screenplays are copyrighted, and not shipped: rows of ours are empty. With --screenplays DIR they "
    "are computed from your own copies. The project's own screenplays take their place."
)


def table4(settings: RunSettings) -> Finding:
    """The paper's films from the user's copies, or the project's screenplays."""
    measured = [_measure(film, settings, number) for number, film in enumerate(settings.films)]
    by_name = {one.film.name: one for one in measured}
    rows = [_film_row(title.name, by_name.get(title.name)) for title in TITLES]
    rows += [_film_row(one.film.name, one) for one in measured if one.film.name not in _PUBLISHED]
    correlations = _correlations(measured)
    tuned = f"diverseed's count was chosen on {', '.join(TUNED_ON)}; the others were held out."
    notes = (tuned, WITHOUT_COPIES) if settings.screenplays is None else settings.remarks
    names = ("n", "gold", "log_n", "sqrt_n", "sampled", "exact", "found")
    ours = {
        name: "unknown" if cell.ours is None else f"{cell.ours:.2f}"
        for name, cell in zip(names, correlations.cells, strict=True)
    }
    return finding("table4", [*rows, correlations], notes=notes, facts={**ours, "films": len(measured)})


@dataclass(frozen=True)
class _Measured:
    """A film, the sizes of draws, their exact law, and the numbers of locations that diverseed finds."""

    film: Film
    sizes: list[int]
    exact: Cell
    found: list[int]

    @property
    def gold(self) -> int | None:
        """Gold number of locations: the user's, or else the paper's own."""
        published = _PUBLISHED.get(self.film.name)
        return self.film.gold_count if self.film.gold else int(published[1]) if published else None


def _measure(film: Film, settings: RunSettings, number: int) -> _Measured:
    rng = np.random.default_rng([settings.seed, 4, number])
    process = LEnsemble(film.kernel())
    sizes = [draw.size for draw in process.sample(n_samples=settings.runs, random_state=rng)]
    found = [len(find_locations(film.scenes, random_state=rng)) for _ in range(settings.runs)]
    exact = Cell(process.expected_size, float(np.sqrt(process.size_variance)))
    return _Measured(film, sizes, exact, found)


def _film_row(name: str, one: _Measured | None) -> Row:
    cells: list[Cell] = [Cell()] * _N_COLUMNS
    if one is not None:
        n = len(one.film.scenes)
        by_formula = Cell(float(np.log10(n))), Cell(float(np.sqrt(n)))
        counts = mean_cell(one.sizes), one.exact, mean_cell(one.found, decimals=0)
        cells = [whole(n), whole(one.film.gold_count), *by_formula, *counts]
    return Row.beside(name, cells, _PUBLISHED.get(name, ()))


def _correlations(measured: list[_Measured]) -> Row:
    """With gold k, over the films there are; the paper's to compare with only if those are its six."""
    known = [one for one in measured if one.gold is not None]
    gold = [float(one.gold or 0) for one in known]
    n = [float(len(one.film.scenes)) for one in known]
    runs = np.array([one.sizes for one in known]).T.tolist() if known else []
    each = [value for sizes in runs if (value := correlation(sizes, gold)) is not None]
    series = (
        (n, None),
        (gold, None),
        (np.log10(n).tolist(), None),
        (np.sqrt(n).tolist(), None),
        ([float(np.mean(one.sizes)) for one in known], deviation(each)),
        ([float(one.exact.ours or 0) for one in known], None),
        ([float(np.mean(one.found)) for one in known], None),
    )
    cells = [Cell(correlation(values, gold), spread) for values, spread in series]
    ((name, printed),) = PUBLISHED["table4_correlation"].items()
    return Row.beside(name, cells, printed if {one.film.name for one in known} == set(_PUBLISHED) else ())
