"""Table 5: macro F1 of locations in screenplays, told their number."""

from collections.abc import Callable

import numpy as np

from ..arrays import IntArray
from ..engine.feature_space import FeatureSpace
from ..engine.lloyd import best_run
from ..engine.plus_plus import extend
from ..point_process import LEnsemble
from ..scores import macro_f1
from ..screenplay.places.locations import find_locations
from .films import TITLES, TUNED_ON, Film
from .findings import Advance, Cell, Finding, Row, Table, mean_cell
from .settings import Settings
from .table4 import WITHOUT_COPIES

SECONDS_A_RUN = 0.25
_PAPER: dict[str, tuple[int, tuple[float, float], tuple[float, float], tuple[float, float]]] = {
    "Star Wars": (35, (0.61, 0.04), (0.62, 0.02), (0.63, 0.04)),
    "The Last Crusade": (57, (0.80, 0.04), (0.84, 0.02), (0.86, 0.02)),
    "Raiders of the Lost Ark": (73, (0.68, 0.03), (0.76, 0.02), (0.77, 0.02)),
    "Pirates of the Caribbean": (23, (0.62, 0.04), (0.63, 0.02), (0.61, 0.04)),
    "The Bourne Identity": (74, (0.64, 0.03), (0.69, 0.03), (0.68, 0.05)),
    "Batman": (77, (0.62, 0.03), (0.63, 0.02), (0.66, 0.03)),
}
_COLUMNS = ("k", "kmeansRand", "kmeans++", "kmeansDk++", "projection process", "diverseed (own k)")
_MAX_ITER = 100


def table5(settings: Settings, advance: Advance) -> Finding:
    """Kernel k-means on the paper's word kernel from each seeding, and diverseed's own locations."""
    own = settings.screenplays is None
    rows = {title.name: _empty_row(title.name) for title in TITLES}
    for number, film in enumerate(settings.films):
        if film.gold is not None:
            rows[film.name] = _row(film, settings.runs, np.random.default_rng([settings.seed, 5, number]))
        advance(SECONDS_A_RUN * settings.runs / len(settings.films))
    measured = [row for row in rows.values() if row.cells[1].ours is not None]
    held_out = [row for row in measured if row.name not in TUNED_ON]
    shown = [*rows.values(), _mean_row("mean of the three held out" if own else "mean", held_out)] if held_out else []
    notes = [
        "Mean over runs ± deviation. diverseed's locations come from its own kernel and its own number, not the gold "
        "one. The last two columns are not in the paper."
    ]
    if own:
        tuned = ", ".join(TUNED_ON)
        notes += [f"diverseed's kernel was chosen on {tuned}: the mean is that of the others.", WITHOUT_COPIES]
    else:
        lacking = [film.name for film in settings.films if film.gold is None]
        if lacking:
            notes.append(f"Without gold labels (NAME.locations.csv: scene, location): {', '.join(lacking)}.")
        notes += settings.remarks
    table = Table("Macro F1", "film", _COLUMNS, tuple(shown or rows.values()), tuple(notes))
    return Finding("table5", "Table 5: macro F1 of locations", _lead(shown), (table,))


def _row(film: Film, runs: int, rng: np.random.Generator) -> Row:
    assert film.gold is not None
    k, kernel, gold = len(set(film.gold)), film.kernel(), film.gold
    space = FeatureSpace(kernel, np.ones(len(kernel)))
    _, *published = _PAPER.get(film.name, (None,))
    cells = [Cell(float(k), paper=_PAPER[film.name][0] if film.name in _PAPER else None, decimals=0)]
    for i, seeding in enumerate(_seedings(space, k)):
        starts = [seeding(rng) for _ in range(runs)]
        clusterings = [best_run(space, [space.at(seeds)], max_iter=_MAX_ITER) for seeds in starts]
        scores = [macro_f1(gold, one.labels) for one in clusterings]
        cells.append(mean_cell(scores, *(published[i] if i < len(published) else ())))
    cells.append(mean_cell([_own_f1(film, gold, rng) for _ in range(runs)]))
    return Row(film.name, tuple(cells))


def _seedings(space: FeatureSpace, k: int) -> tuple[Callable[[np.random.Generator], IntArray], ...]:
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


def _own_f1(film: Film, gold: tuple[str, ...], rng: np.random.Generator) -> float:
    places = find_locations(film.scenes, random_state=rng)
    of_scene = {scene: place.id for place in places for scene in place.scenes}
    return macro_f1(gold, [of_scene[scene.id] for scene in film.scenes])


def _empty_row(name: str) -> Row:
    k, *published = _PAPER[name]
    cells = (Cell(paper=mean, paper_spread=spread) for mean, spread in published)
    return Row(name, (Cell(paper=k, decimals=0), *cells, Cell(), Cell()))


def _mean_row(name: str, rows: list[Row]) -> Row:
    columns = list(zip(*(row.cells for row in rows), strict=True))[1:]
    means = (Cell(float(np.mean([cell.ours for cell in column if cell.ours is not None]))) for column in columns)
    return Row(name, (Cell(), *means))


def _lead(rows: list[Row]) -> str:
    if not rows:
        return "F1 needs gold labels: put NAME.locations.csv (scene, location) beside each script."
    means = [cell.our_text() for cell in rows[-1].cells]
    return (
        f"Told the gold number: random seeds reach {means[1]}, k-means++ {means[2]}, kmeansDk++ {means[3]}, the "
        f"projection process {means[4]}. diverseed, which finds the number itself, reaches {means[5]}."
    )
