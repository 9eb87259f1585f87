"""Table 4: the number of locations that kmeansD++ finds in screenplays."""

from dataclasses import dataclass

import numpy as np

from ..point_process import LEnsemble
from ..screenplay.places.locations import find_locations
from .films import TITLES, TUNED_ON, Film
from .findings import Advance, Cell, Finding, Row, Table, correlation, deviation, mean_cell
from .settings import Settings

SECONDS_A_RUN = 0.1
_PAPER: dict[str, tuple[int, int, float, float, float, float]] = {
    "Star Wars": (137, 35, 2.13, 11.7, 41.98, 3.30),
    "The Last Crusade": (148, 57, 2.17, 12.16, 47.72, 3.50),
    "Raiders of the Lost Ark": (139, 73, 2.14, 11.78, 51.56, 5.05),
    "Pirates of the Caribbean": (140, 23, 2.14, 11.83, 41.24, 4.32),
    "The Bourne Identity": (160, 74, 2.20, 12.64, 61.98, 5.03),
    "Batman": (209, 77, 2.32, 14.45, 71.42, 5.14),
}
_PAPER_CORRELATIONS = (0.58, 1.0, 0.59, 0.58, 0.84)
_COLUMNS = ("scenes (n)", "locations (gold k)", "log\u00a0n", "√n", "k of kmeansD++", "E|Y| (exact)", "k of diverseed")
WITHOUT_COPIES = (
    "The paper's six screenplays are copyrighted, and not shipped: rows of ours are empty. With --screenplays DIR they "
    "are computed from your own copies. The project's own screenplays take their place."
)


def table4(settings: Settings, advance: Advance) -> Finding:
    """The paper's films from the user's copies, or the project's screenplays."""
    measured = [_measure(film, settings, number) for number, film in enumerate(settings.films)]
    advance(SECONDS_A_RUN * settings.runs)
    rows = [_film_row(title.name, _of(measured, title.name)) for title in TITLES]
    rows += [_film_row(one.film.name, one) for one in measured if one.film.name not in _PAPER]
    rows.append(_correlations(measured))
    tuned = f"diverseed's count was chosen on {', '.join(TUNED_ON)}; the others were held out."
    notes = (tuned, WITHOUT_COPIES) if settings.screenplays is None else settings.remarks
    table = Table(
        "Number of locations; k of kmeansD++ is the mean over runs ± deviation",
        "film",
        _COLUMNS,
        tuple(rows),
        (
            "L is the contiguous word kernel: counts of all word sequences up to length 5 in a heading, weight 1, "
            "cosine-normalised, its setting and time of day left out. Logarithms have base 10, as in the paper. "
            "E|Y| is the exact mean of k and its deviation. The last two columns are not in the paper.",
            *notes,
        ),
    )
    lead = _lead(measured, rows[-1])
    return Finding("table4", "Table 4: number of locations in screenplays", lead, (table,))


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
        published = _PAPER.get(self.film.name)
        return self.film.gold_count if self.film.gold else published[1] if published else None


def _measure(film: Film, settings: Settings, number: int) -> _Measured:
    rng = np.random.default_rng([settings.seed, 4, number])
    process = LEnsemble(film.kernel())
    sizes = [draw.size for draw in process.sample(n_samples=settings.runs, random_state=rng)]
    found = [len(find_locations(film.scenes, random_state=rng)) for _ in range(settings.runs)]
    exact = Cell(process.expected_size, float(np.sqrt(process.size_variance)))
    return _Measured(film, sizes, exact, found)


def _of(measured: list[_Measured], name: str) -> _Measured | None:
    return next((one for one in measured if one.film.name == name), None)


def _film_row(name: str, one: _Measured | None) -> Row:
    n, gold, log_n, root_n, k, spread = _PAPER.get(name, (None,) * 6)
    root_decimals = 1 if root_n == 11.7 else 2  # printed so
    if one is None:
        return Row(
            name,
            (
                Cell(paper=n, decimals=0),
                Cell(paper=gold, decimals=0),
                Cell(paper=log_n),
                Cell(paper=root_n, decimals=root_decimals),
                Cell(paper=k, paper_spread=spread),
                Cell(),
                Cell(),
            ),
        )
    scenes = len(one.film.scenes)
    gold_count = one.film.gold_count
    return Row(
        name,
        (
            Cell(float(scenes), paper=n, decimals=0),
            Cell(None if gold_count is None else float(gold_count), paper=gold, decimals=0),
            Cell(float(np.log10(scenes)), paper=log_n),
            Cell(float(np.sqrt(scenes)), paper=root_n, decimals=root_decimals),
            mean_cell(one.sizes, k, spread),
            one.exact,
            mean_cell(one.found, decimals=0),
        ),
    )


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
    published: tuple[float | None, ...] = (*_PAPER_CORRELATIONS, None, None)
    comparable = {one.film.name for one in known} == set(_PAPER)
    cells = [
        Cell(correlation(values, gold), spread, figure if comparable else None)
        for (values, spread), figure in zip(series, published, strict=True)
    ]
    return Row("Correlation with gold k", tuple(cells))


def _lead(measured: list[_Measured], correlations: Row) -> str:
    ours = [f"{cell.ours:.2f}" if cell.ours is not None else "unknown" for cell in correlations.cells]
    return (
        f"On {len(measured)} screenplays the number that kmeansD++ draws correlates with the gold number at {ours[4]}, "
        f"the number of scenes at {ours[0]}, its logarithm at {ours[2]}, its root at {ours[3]}, and diverseed's own "
        f"count at {ours[6]}. The paper has 0.84 for kmeansD++ and 0.58, 0.59 and 0.58 for the others on its six films."
    )
