"""Tables 4 and 5: the number of locations that kmeansD++ finds in screenplays, and macro F1 given that number."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from ..arrays import IntArray
from ..engine.feature_space import FeatureSpace
from ..engine.lloyd import best_run
from ..engine.plus_plus import extend
from ..point_process import LEnsemble
from ..scores import macro_f1
from ..screenplay.places.locations import find_locations
from .films import TITLES, TUNED_ON, Film
from .findings import PUBLISHED, Cell, Finding, Row, correlation, deviation, finding, mean_cell, whole
from .settings import RunSettings

_PUBLISHED = PUBLISHED["table4"]
_N_COLUMNS, _GOLD, _SAMPLED = 7, 1, 4  # and the places of two of them
_WITHOUT_COPIES = (
    "The paper's six screenplays are copyrighted, and not shipped: rows of ours are empty. With --screenplays DIR they "
    "are computed from your own copies. The project's own screenplays take their place."
)
_F1_COLUMNS = 6
_MAX_ITER = 100  # of kernel k-means


def table4(settings: RunSettings) -> Finding:
    """The paper's films from the user's copies, or the project's screenplays."""
    measured = [_measure(film, settings, number) for number, film in enumerate(settings.films)]
    cells = {title.name: [Cell()] * _N_COLUMNS for title in TITLES} | {one.film.name: one.cells for one in measured}
    rows = [Row.beside(name, ours, _PUBLISHED.get(name, ())) for name, ours in cells.items()]
    correlations = _correlations(measured)
    tuned = f"diverseed's count was chosen on {', '.join(TUNED_ON)}; the others were held out."
    notes = (tuned, _WITHOUT_COPIES) if settings.screenplays is None else settings.remarks
    names = ("n", "gold", "log_n", "sqrt_n", "sampled", "exact", "found")
    ours = {
        name: "unknown" if cell.ours is None else f"{cell.ours:.2f}"
        for name, cell in zip(names, correlations.cells, strict=True)
    }
    return finding("table4", [*rows, correlations], notes=notes, facts={**ours, "films": len(measured)})


@dataclass(frozen=True)
class _Measured:
    film: Film
    gold: int | None  # number of locations: the user's, or else the paper's own
    sizes: list[int]  # of draws
    cells: list[Cell]  # of its row


def _measure(film: Film, settings: RunSettings, number: int) -> _Measured:
    rng = np.random.default_rng([settings.seed, 4, number])
    process = LEnsemble(film.kernel())
    sizes = [draw.size for draw in process.sample(n_samples=settings.runs, random_state=rng)]
    found = len(find_locations(film.scenes))
    exact = Cell(process.expected_size, float(np.sqrt(process.size_variance)))
    n, published = len(film.scenes), _PUBLISHED.get(film.name)
    by_formula = Cell(float(np.log10(n))), Cell(float(np.sqrt(n)))
    cells = [whole(n), whole(film.gold_count), *by_formula, mean_cell(sizes), exact, whole(found)]
    gold = film.gold_count if film.gold else int(published[1]) if published else None
    return _Measured(film, gold, sizes, cells)


def _correlations(measured: list[_Measured]) -> Row:
    """With gold k, over the films there are; the paper's to compare with only if those are its six."""
    known = [one for one in measured if one.gold is not None]
    gold = [float(one.gold or 0) for one in known]
    columns = [[float(one.cells[number].ours or 0) for one in known] for number in range(_N_COLUMNS)]
    columns[_GOLD] = gold
    runs = [correlation(sizes, gold) for sizes in zip(*(one.sizes for one in known), strict=True)]
    cells = [Cell(correlation(column, gold)) for column in columns]
    cells[_SAMPLED] = replace(cells[_SAMPLED], spread=deviation([value for value in runs if value is not None]))
    ((name, printed),) = PUBLISHED["table4_correlation"].items()
    return Row.beside(name, cells, printed if {one.film.name for one in known} == set(_PUBLISHED) else ())


def table5(settings: RunSettings) -> Finding:
    """Kernel k-means on the paper's word kernel from each seeding, and diverseed's own locations."""
    own = settings.screenplays is None
    published = PUBLISHED["table5"]
    rows = {title.name: Row.beside(title.name, [Cell()] * _F1_COLUMNS, published[title.name]) for title in TITLES}
    for number, film in enumerate(settings.films):
        if film.gold is not None:
            cells = _cells(film, settings.runs, np.random.default_rng([settings.seed, 5, number]))
            rows[film.name] = Row.beside(film.name, cells, published.get(film.name, ()))
    measured = [row for row in rows.values() if row.cells[1].ours is not None]
    held_out = [row for row in measured if row.name not in TUNED_ON]
    means = [_mean_row("mean of the three held out" if own else "mean", held_out)] if held_out else []
    if own:
        tuned = f"diverseed's kernel was chosen on {', '.join(TUNED_ON)}: the mean is that of the others."
        notes = [tuned, _WITHOUT_COPIES]
    else:
        lacking = ", ".join(film.name for film in settings.films if film.gold is None)
        missing = [f"Without gold labels (NAME.locations.csv: scene, location): {lacking}."] if lacking else []
        notes = [*missing, *settings.remarks]
    return finding("table5", [*rows.values(), *means], notes=notes, facts={"lead": _lead(means)})


def _cells(film: Film, runs: int, rng: np.random.Generator) -> list[Cell]:
    assert film.gold is not None
    k, kernel, gold = len(set(film.gold)), film.kernel(), film.gold
    space = FeatureSpace(kernel, np.ones(len(kernel)))
    cells = [whole(k)]
    for seeding in seedings(space, k):
        starts = [seeding(rng) for _ in range(runs)]
        clusterings = [best_run(space, [space.at(seeds)], max_iter=_MAX_ITER) for seeds in starts]
        scores = [macro_f1(gold, one.labels) for one in clusterings]
        cells.append(mean_cell(scores))
    cells.append(Cell(_own_f1(film, gold)))
    return cells


def seedings(space: FeatureSpace, k: int) -> tuple[Callable[[np.random.Generator], IntArray], ...]:
    """Random rows, k-means++ in the feature space, the k-DPP and its sharp limit; where the rank is below k,
    k-means++ adds the rest."""
    n, process = space.weights.size, LEnsemble(space.kernel)
    size = min(k, process.rank)
    sharp = process.sharpen(np.inf)
    return (
        lambda rng: rng.choice(n, k, replace=False),
        lambda rng: extend(space, rng.integers(n, size=1), k, rng=rng),
        lambda rng: extend(space, process.sample(size, random_state=rng), k, rng=rng),
        lambda rng: extend(space, sharp.sample(size, random_state=rng), k, rng=rng),
    )


def _own_f1(film: Film, gold: tuple[str, ...]) -> float:
    places = find_locations(film.scenes)
    of_scene = {scene: place.id for place in places for scene in place.scenes}
    return macro_f1(gold, [of_scene[scene.id] for scene in film.scenes])


def _mean_row(name: str, rows: list[Row]) -> Row:
    columns = list(zip(*(row.cells for row in rows), strict=True))[1:]
    means = (Cell(float(np.mean([cell.ours for cell in column if cell.ours is not None]))) for column in columns)
    return Row(name, (Cell(), *means))


def _lead(rows: list[Row]) -> str:
    if not rows:
        return "F1 needs gold labels: put NAME.locations.csv (scene, location) beside each script."
    means = [cell.our_text() for cell in rows[-1].cells]
    return (
        f"Given the gold number: random seeds reach {means[1]}, k-means++ {means[2]}, kmeansDk++ {means[3]}, the "
        f"projection process {means[4]}. diverseed, which finds the number itself, reaches {means[5]}."
    )
