"""Tables 4 and 5: the number of locations that kmeansD++ finds in screenplays, and macro F1 given that number."""

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from ..arrays import IntArray
from ..engine.feature_space import FeatureSpace
from ..engine.lloyd import best_run
from ..engine.plus_plus import extend
from ..point_process import LEnsemble
from ..scores import macro_f1
from ..screenplay.places.locations import find_locations
from .films import TITLES, TUNED_ON, Film
from .findings import PUBLISHED, Cell, Finding, beside, correlation, deviation, finding, mean_cell, whole
from .settings import RunSettings

_PUBLISHED = PUBLISHED["table4"]
_GOLD, _SAMPLED = 1, 4  # places of two columns
_WITHOUT_COPIES = (
    "The paper's six screenplays are copyrighted and not shipped, so our rows for them are empty; --screenplays DIR "
    "fills them from your own copies. The project's own screenplays are shown instead."
)
_MAX_ITER = 100  # of kernel k-means


def table4(settings: RunSettings) -> Finding:
    """The paper's films from the user's copies, or the project's screenplays."""
    films, remarks = settings.films
    measured = [_measure(film, settings, number) for number, film in enumerate(films)]
    cells: dict[str, list[Cell]] = {**{title.name: [] for title in TITLES}, **{one.name: one.cells for one in measured}}
    rows = {name: beside(ours, _PUBLISHED.get(name, ())) for name, ours in cells.items()}
    ((row, printed),) = PUBLISHED["table4_correlation"].items()
    are_its_six = {one.name for one in measured} == set(_PUBLISHED)
    rows[row] = beside(_correlations(measured), printed if are_its_six else ())
    tuned = f"diverseed's count was chosen on {', '.join(TUNED_ON)}; the others were held out."
    notes = (tuned, _WITHOUT_COPIES) if settings.screenplays is None else remarks
    names = ("n", "gold", "log_n", "sqrt_n", "sampled", "exact", "found")
    ours = {
        name: "unknown" if cell.ours is None else f"{cell.ours:.2f}"
        for name, cell in zip(names, rows[row], strict=True)
    }
    return finding("table4", rows, notes=notes, facts={**ours, "films": len(measured)})


class _Measured(NamedTuple):
    name: str
    gold: float  # number of locations: the user's, or else the paper's own
    sizes: list[int]  # of draws
    cells: list[Cell]  # of its row


def _measure(film: Film, settings: RunSettings, number: int) -> _Measured:
    rng = np.random.default_rng([settings.seed, 4, number])
    process = LEnsemble(film.kernel())
    sizes = [draw.size for draw in process.sample(n_samples=settings.runs, random_state=rng)]
    found = len(find_locations(film.scenes))
    exact = Cell(process.expected_size, float(np.sqrt(process.size_variance)))
    n = len(film.scenes)
    by_formula = Cell(float(np.log10(n))), Cell(float(np.sqrt(n)))
    cells = [whole(n), whole(film.gold_count), *by_formula, mean_cell(sizes), exact, whole(found)]
    gold = film.gold_count or int(_PUBLISHED[film.name][_GOLD])
    return _Measured(film.name, gold, sizes, cells)


def _correlations(films: list[_Measured]) -> list[Cell]:
    """Of each column with gold k."""
    gold = [one.gold for one in films]
    columns = [[float(cell.ours or 0) for cell in column] for column in zip(*(one.cells for one in films), strict=True)]
    columns[_GOLD] = gold
    runs = [correlation(sizes, gold) for sizes in zip(*(one.sizes for one in films), strict=True)]
    cells = [Cell(correlation(column, gold)) for column in columns]
    cells[_SAMPLED] = replace(cells[_SAMPLED], spread=deviation([value for value in runs if value is not None]))
    return cells


def table5(settings: RunSettings) -> Finding:
    """Kernel k-means on the paper's word kernel from each seeding, and diverseed's own locations."""
    own = settings.screenplays is None
    films, remarks = settings.films
    published = PUBLISHED["table5"]
    cells: dict[str, list[Cell]] = {title.name: [] for title in TITLES}
    for number, film in enumerate(films):
        if film.gold is not None:
            cells[film.name] = _cells(film, settings.runs, np.random.default_rng([settings.seed, 5, number]))
    rows = {name: beside(ours, published.get(name, ())) for name, ours in cells.items()}
    held_out = [ours for name, ours in cells.items() if ours and name not in TUNED_ON]
    means = _means(held_out) if held_out else []
    if means:
        rows["mean of the three held out" if own else "mean"] = tuple(means)
    if own:
        tuned = f"diverseed's kernel was chosen on {', '.join(TUNED_ON)}: the mean is that of the others."
        notes = [tuned, _WITHOUT_COPIES]
    else:
        lacking = ", ".join(film.name for film in films if film.gold is None)
        missing = [f"Without gold labels (NAME.locations.csv: scene, location): {lacking}."] if lacking else []
        notes = [*missing, *remarks]
    return finding("table5", rows, notes=notes, facts={"lead": _lead(means)})


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


def _means(rows: list[list[Cell]]) -> list[Cell]:
    """Of every column but that of k."""
    _, *columns = zip(*rows, strict=True)
    return [Cell(), *(Cell(float(np.mean([cell.ours for cell in column]))) for column in columns)]


def _lead(means: list[Cell]) -> str:
    if not means:
        return "F1 needs gold labels: put NAME.locations.csv (scene, location) beside each script."
    _, random, plus_plus, k_dpp, projection, own = (cell.our_text() for cell in means)
    return (
        f"Given the gold number: random seeds reach {random}, k-means++ {plus_plus}, kmeansDk++ {k_dpp}, the "
        f"projection process {projection}. diverseed, which finds the number itself, reaches {own}."
    )
