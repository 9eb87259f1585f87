"""Labelled sets with a known number of clusters, of many kinds: ``python benchmarks/generated_sets.py`` lists them.

The unit of length is the standard deviation of a cluster (of the average cluster, where they differ). ``separation`` is
the smallest distance between two centres in that unit. The clusters are really there: whoever knows the centres, shapes
and shares of the clusters tells at least 92 % of a cluster's points on average over the clusters, and 80 % in the worst
of them; a set that falls short is drawn again with centres 8 % further apart.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from scipy.stats import qmc

Array = np.ndarray[Any, Any]

SETS_PER_KIND = 6
LEAST_RECALL, LEAST_WORST_RECALL = 0.92, 0.8
_FEWEST_IN_CLUSTER = 12
_N_MAX = 20_000


@dataclass(frozen=True)
class Recipe:
    """The parameters of a set.

    Attributes
    ----------
    k, d, n : clusters, dimensions that tell them apart, points
    separation : smallest distance between centres, in standard deviations
    imbalance : largest cluster / smallest cluster
    spread : largest standard deviation / smallest, one for each cluster
    elongation : largest standard deviation / smallest of one cluster's axes
    shared_shape : the set is a linear map of a set of round clusters, so all have the same axes
    law : "gauss", "ball" (uniform) or "t"
    degrees : of freedom of the t law
    noise_dimensions : for each of the d dimensions, how many others that are standard normal throughout
    background : share of points that are uniform in the box around all others
    nested : clusters lie in groups, whose nearest members are at least twice ``separation`` apart
    """

    k: int
    d: int
    n: int
    separation: float
    imbalance: float = 1.0
    spread: float = 1.0
    elongation: float = 1.0
    shared_shape: bool = False
    law: str = "gauss"
    degrees: float = np.inf
    noise_dimensions: float = 0.0
    background: float = 0.0
    nested: bool = False


@dataclass(frozen=True)
class GeneratedSet:
    """A set, its labels (-1 for background) and how well they can be told at best (mean and worst recall)."""

    name: str
    kind: str
    X: Array
    labels: Array
    recipe: Recipe
    recall: float
    worst_recall: float

    @property
    def n_clusters(self) -> int:
        return int(self.labels.max()) + 1


# Ranges that each parameter is drawn from, integers log-uniformly and the rest uniformly; the sets of a kind share out
# each range (a Latin hypercube), so that they reach its ends.
_DEFAULTS: dict[str, Any] = {"k": (2, 40), "d": (2, 10), "n": (100, _N_MAX), "separation": (5.0, 8.0)}
KINDS: dict[str, dict[str, Any]] = {
    "round": {"k": (2, 100), "d": (1, 10), "separation": (6.0, 10.0)},
    "overlap": {"d": (2, 8), "separation": (2.8, 4.0)},
    "imbalance": {"k": (3, 30), "imbalance": (5.0, 50.0)},
    "uneven density": {"k": (3, 30), "spread": (2.0, 6.0)},
    "anisotropic": {"k": (2, 30), "separation": (6.0, 9.0), "elongation": (2.0, 6.0)},
    "sheared": {"k": (2, 30), "elongation": (2.0, 8.0), "shared_shape": True},
    "noise dimensions": {"k": (2, 30), "d": (2, 8), "separation": (5.0, 9.0), "noise_dimensions": (1.0, 3.0)},
    "background": {"k": (2, 30), "d": (2, 6), "separation": (6.0, 9.0), "background": (0.03, 0.15)},
    "heavy tails": {"k": (2, 30), "d": (2, 20), "separation": (6.0, 10.0), "law": "t", "degrees": (3.0, 6.0)},
    "balls": {"law": "ball"},
    # in high dimension distances hide clusters unless the centres' distance grows as the fourth root of d
    "high dimension": {"k": (2, 100), "d": (20, 300), "separation": (6.0, 12.0)},
    "many": {"k": (50, 100), "d": (2, 16), "n": (4000, _N_MAX)},
    "small": {"k": (2, 6), "n": (100, 300)},
    "mixed": {
        "k": (3, 20),
        "d": (2, 8),
        "separation": (5.5, 8.0),
        "imbalance": (2.0, 10.0),
        "spread": (1.5, 3.0),
        "elongation": (1.5, 3.0),
        "noise_dimensions": (0.0, 1.0),
    },
    "nested": {"k": (6, 36), "d": (2, 6), "nested": True},
}

PARAMETERS = (
    "k",
    "d",
    "n",
    "separation",
    "imbalance",
    "spread",
    "elongation",
    "degrees",
    "noise_dimensions",
    "background",
)


def generated_sets(*, per_kind: int = SETS_PER_KIND, seed: int = 0) -> Iterator[GeneratedSet]:
    """``per_kind`` sets, two or more, of every kind, with at least two clusters."""
    for position, kind in enumerate(KINDS):
        cells = qmc.LatinHypercube(len(PARAMETERS), scramble=False, rng=np.random.default_rng([seed, position]))
        positions = (per_kind * cells.random(per_kind) - 0.5) / (per_kind - 1)
        for number, row in enumerate(positions):
            recipe = recipe_of(kind, dict(zip(PARAMETERS, row, strict=True)))
            yield made(f"{kind} {number + 1}", kind, recipe, np.random.default_rng([seed, position, number]))


def sets_without_clusters(*, seed: int = 0) -> Iterator[GeneratedSet]:
    """Sets of one cluster: a Gaussian, a cube, a t law and a sheared Gaussian in 1 to 30 dimensions."""
    for position, law in enumerate(("gauss", "cube", "t", "sheared")):
        for number, d in enumerate((1, 2, 3, 5, 10, 30)):
            rng = np.random.default_rng([seed, 1000 + position, number])
            n = _at(rng.random(), (200, 5000))
            recipe = Recipe(1, d, n, 0.0, law=law, degrees=5.0)
            points = _unit_points(recipe, n, rng)
            if law == "sheared":
                points = points @ _axes(d, 8.0, rng)
            yield GeneratedSet(f"one {law} {d}-D", f"one {law}", points, np.zeros(n, np.intp), recipe, 1.0, 1.0)


def recipe_of(kind: str, position: Mapping[str, float]) -> Recipe:
    """Parameters of a set of this kind, each at its position, 0 .. 1, in its range."""
    ranges = _DEFAULTS | KINDS[kind]
    values = {name: _at(position.get(name, 0.0), value) for name, value in ranges.items() if name != "n"}
    least = max(ranges["n"][0], 20 * values["k"])
    if values.get("imbalance", 1.0) > 1:
        # the mean size is (r - 1) / log r times the smallest
        r = values["imbalance"]
        least = max(least, int(1.5 * _FEWEST_IN_CLUSTER * values["k"] * (r - 1) / np.log(r)))
    if kind == "high dimension":
        values["separation"] *= (values["d"] / 20) ** 0.25
    return Recipe(n=_at(position["n"], (least, ranges["n"][1])), **values)


def made(name: str, kind: str, recipe: Recipe, rng: np.random.Generator) -> GeneratedSet:
    """The set of a recipe, its centres moved apart until the labels can be told."""
    while True:
        points, labels, recalls = _attempt(recipe, rng)
        if recalls.mean() >= LEAST_RECALL and recalls.min() >= LEAST_WORST_RECALL:
            break
        recipe = replace(recipe, separation=1.08 * recipe.separation)
    if recipe.background:
        extra = round(recipe.n * recipe.background)
        low, high = points.min(axis=0), points.max(axis=0)
        points = np.vstack([points, rng.uniform(low, high, (extra, recipe.d))])
        labels = np.concatenate([labels, np.full(extra, -1)])
    noise = rng.standard_normal((len(points), round(recipe.d * recipe.noise_dimensions)))
    order = rng.permutation(len(points))
    X = np.hstack([points, noise])[order]
    return GeneratedSet(name, kind, X, labels[order], recipe, float(recalls.mean()), float(recalls.min()))


def _attempt(recipe: Recipe, rng: np.random.Generator) -> tuple[Array, Array, Array]:
    """Points, labels and the recall of each cluster by the rule that knows centres, shapes and shares."""
    k, d = recipe.k, recipe.d
    deviations = _between_one_and(recipe.spread, k, rng)
    deviations /= np.exp(np.log(deviations).mean())
    shares = _between_one_and(recipe.imbalance, k, rng)
    shares /= shares.sum()
    sizes = np.maximum(np.round(shares * recipe.n).astype(int), _FEWEST_IN_CLUSTER if recipe.imbalance > 1 else 1)
    centres = _nested_centres(recipe, rng) if recipe.nested else _centres(deviations, d, recipe.separation, rng)
    if recipe.shared_shape:
        shape = _axes(d, recipe.elongation, rng)
        centres, shapes = centres @ shape, [shape] * k
    else:
        shapes = [_axes(d, recipe.elongation, rng) * deviation for deviation in deviations]
    points = np.vstack(
        [c + _unit_points(recipe, size, rng) @ a for c, size, a in zip(centres, sizes, shapes, strict=True)]
    )
    labels = np.repeat(np.arange(k), sizes)
    told = _told(points, centres, shapes, sizes / sizes.sum())
    return points, labels, np.array([(told[labels == j] == j).mean() for j in range(k)])


def _told(points: Array, centres: Array, shapes: list[Array], shares: Array) -> Array:
    """The likeliest cluster of each point under Gaussians of the true centres, shapes and shares."""
    likelihood = np.empty((len(points), len(centres)))
    for j, (centre, shape, share) in enumerate(zip(centres, shapes, shares, strict=True)):
        unit = (points - centre) @ np.linalg.inv(shape)
        likelihood[:, j] = np.log(share) - np.linalg.slogdet(shape)[1] - (unit**2).sum(axis=1) / 2
    return likelihood.argmax(axis=1)


def _centres(deviations: Array, d: int, separation: float, rng: np.random.Generator) -> Array:
    """(k, d) centres no nearer to each other than ``separation`` times the mean of the two standard deviations.

    Up to 10 dimensions uniform in a box that has just enough room or more, up to twice its side; above, Gaussian,
    scaled so that the closest pair is as near as allowed.
    """
    k = deviations.size
    needed = separation * (deviations[:, None] + deviations) / 2
    if d > 10:
        centres = rng.standard_normal((k, d))
        pairs = np.triu_indices(k, 1)
        distances = np.linalg.norm(centres[pairs[0]] - centres[pairs[1]], axis=1)
        return centres * (needed[pairs] / distances).max()
    side = separation * float(deviations.mean()) * k ** (1 / d) * rng.uniform(1, 2)
    order = np.argsort(-deviations)  # the largest first, while there is room
    while True:
        centres = np.full((k, d), np.inf)
        for j in order:
            darts = rng.uniform(0, side, (200, d))
            placed = order[np.isfinite(centres[order, 0])]
            distances = np.linalg.norm(darts[:, None] - centres[placed], axis=2)
            free = np.flatnonzero((distances >= needed[j, placed]).all(axis=1))
            if free.size == 0:
                break
            centres[j] = darts[free[0]]
        if np.isfinite(centres).all():
            return centres
        side *= 1.05


def _nested_centres(recipe: Recipe, rng: np.random.Generator) -> Array:
    """Centres in about sqrt(k) groups, members of different groups at least twice as far apart as needed."""
    n_groups = round(np.sqrt(recipe.k))
    members = [part.size for part in np.array_split(np.arange(recipe.k), n_groups)]
    groups = [_centres(np.ones(size), recipe.d, recipe.separation, rng) for size in members]
    groups = [group - group.mean(axis=0) for group in groups]
    widths = np.array([2 * np.linalg.norm(group, axis=1).max() for group in groups])
    middles = _centres(widths + 2 * recipe.separation, recipe.d, 1.0, rng)
    return np.vstack([middle + group for middle, group in zip(middles, groups, strict=True)])


def _unit_points(recipe: Recipe, n: int, rng: np.random.Generator) -> Array:
    """(n, d) points around 0, of standard deviation 1 in every direction (scale 1 for the t law)."""
    shape = (n, recipe.d)
    if recipe.law == "cube":
        return rng.uniform(-np.sqrt(3), np.sqrt(3), shape)
    points = rng.standard_normal(shape)
    if recipe.law == "t":
        return points * np.sqrt(recipe.degrees / rng.chisquare(recipe.degrees, (n, 1)))
    if recipe.law == "ball":
        radii = np.sqrt(recipe.d + 2) * rng.random((n, 1)) ** (1 / recipe.d)
        return points / np.linalg.norm(points, axis=1, keepdims=True) * radii
    return points


def _axes(d: int, elongation: float, rng: np.random.Generator) -> Array:
    """(d, d) rotated axes whose lengths have the geometric mean 1 and the largest ratio ``elongation``."""
    if elongation == 1 or d == 1:
        return np.eye(d)
    lengths = _between_one_and(elongation, d, rng)
    lengths /= np.exp(np.log(lengths).mean())
    return lengths[:, None] * np.linalg.qr(rng.standard_normal((d, d)))[0]


def _between_one_and(ratio: float, size: int, rng: np.random.Generator) -> Array:
    """Log-uniform values in random order, of which one is 1 and one is ``ratio``."""
    exponents = rng.random(size)
    exponents[0] = 0.0
    exponents[-1] = 1.0
    return ratio ** rng.permutation(exponents)


def _at(position: float, value: Any) -> Any:
    """The value at a position, 0 .. 1, of a range; a value that is no range is kept."""
    if not isinstance(value, tuple):
        return value
    low, high = value
    if isinstance(low, int):
        return min(int(low * ((high + 1) / low) ** position), high)
    return low + position * (high - low)


def listed(made_set: GeneratedSet) -> dict[str, object]:
    recipe = made_set.recipe
    return {
        "set": made_set.name,
        "k": recipe.k,
        "points": len(made_set.X),
        "dimensions": made_set.X.shape[1],
        "separation": round(recipe.separation, 1),
        "sizes 1 :": round(recipe.imbalance),
        "widths 1 :": round(recipe.spread, 1),
        "axes 1 :": round(recipe.elongation, 1),
        "recall": f"{made_set.recall:.3f}",
        "worst": f"{made_set.worst_recall:.2f}",
    }


def main() -> None:
    from tables import publish

    rows = [listed(made_set) for made_set in (*generated_sets(), *sets_without_clusters())]
    publish("generated_sets", rows, title="Generated sets", packages=[], notes=__doc__.partition("\n\n")[2])


if __name__ == "__main__":
    main()
