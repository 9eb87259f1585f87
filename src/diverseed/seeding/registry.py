"""The seedings by name, behind one signature."""

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

import numpy as np
from sklearn.utils import check_array

from ..arrays import FloatArray, IntArray
from ..engine.checks import without_duplicates
from ..engine.plus_plus import extend
from ..engine.points import Points, dense_rows
from ..engine.weighted_draws import draw_rows
from ..errors import InputError
from ..point_process.checks import check_weights
from ..random_state import RandomState, as_generator
from .local_search import local_search
from .oversampling import adaptive_candidates, k_means_sharp_candidates, oversampled
from .processes import determinantal, sequential

Chooser = Callable[..., IntArray]


@dataclass(frozen=True)
class Seeding:
    """A way to choose seeds. Callable as scikit-learn's ``KMeans(init=...)``.

    Attributes
    ----------
    name : the name that ``get_seeding`` takes
    summary : one line that says what it does
    choose : function ``(X, n_clusters, *, sample_weight, rng, **options)`` of valid input that returns different row
        indices; X is an array or CSR of 32- or 64-bit floats, ``sample_weight`` an array
    options : keyword arguments passed to ``choose``
    sizes_itself : whether ``n_clusters=None`` lets it draw the number of seeds too
    """

    name: str
    summary: str
    choose: Chooser
    options: Mapping[str, Any] = field(default_factory=dict)
    sizes_itself: bool = False

    @property
    def uses_kernel(self) -> bool:
        """Whether it takes the options ``kernel`` and ``gamma``."""
        return "gamma" in inspect.signature(self.choose).parameters

    def __call__(self, X: Any, n_clusters: int | None, random_state: RandomState = None) -> FloatArray:
        """(n_clusters, d) centres, a dense copy of the chosen rows."""
        X = _check_points(X)
        return dense_rows(X[self.indices(X, n_clusters, random_state=random_state)])

    def indices(
        self, X: Any, n_clusters: int | None, *, sample_weight: Any = None, random_state: RandomState = None
    ) -> IntArray:
        """Indices of ``n_clusters`` different rows of X.

        Parameters
        ----------
        X : (n, d), array or sparse
        n_clusters : 1 .. n; None, where ``sizes_itself``, draws the number too
        sample_weight : (n,) non-negative, optional. A row of weight 2 is chosen as one of two copies would be; rows of
            weight 0 only if there are not enough others.
        """
        X = _check_points(X)
        n = X.shape[0]
        weights = np.ones(n) if sample_weight is None else check_weights(sample_weight, n)
        wanted = self._check_count(n_clusters, n)
        chosen = self.choose(X, wanted, sample_weight=weights, rng=as_generator(random_state), **self.options)
        chosen = np.asarray(chosen, dtype=np.intp)
        if np.unique(chosen).size != chosen.size or (wanted is not None and chosen.size != wanted):
            raise InputError(f"the seeding {self.name!r} must return {wanted} different rows; it returned {chosen}.")
        return chosen

    def with_options(self, **options: Any) -> "Seeding":
        """The same seeding with other options, for example ``gamma=0.005`` or ``n_candidates=5``."""
        return replace(self, options={**self.options, **options})

    def _check_count(self, n_clusters: Any, n: int) -> int | None:
        if n_clusters is None and self.sizes_itself:
            return None
        if isinstance(n_clusters, bool) or not isinstance(n_clusters, (int, np.integer)):
            hint = "" if self.sizes_itself else ' Only the seeding "dpp" draws the number of seeds itself.'
            raise InputError(f"n_clusters must be an integer; it is {n_clusters!r}.{hint}")
        if not 1 <= n_clusters <= n:
            raise InputError(f"n_clusters={n_clusters} must lie between 1 and the number of points, n={n}.")
        return int(n_clusters)


def _check_points(X: Any) -> Any:
    try:
        return without_duplicates(check_array(X, accept_sparse="csr", dtype=[np.float64, np.float32]))
    except ValueError as error:
        raise InputError(str(error)) from error


def random_rows(X: Any, n_clusters: int, *, sample_weight: FloatArray, rng: np.random.Generator) -> IntArray:
    """Different rows, one after the other in proportion to their weights (Forgy 1965)."""
    return draw_rows(sample_weight, n_clusters, rng=rng)


def k_means_plus_plus(
    X: Any, n_clusters: int, *, sample_weight: FloatArray, rng: np.random.Generator, n_candidates: int | None = 1
) -> IntArray:
    """k-means++, and for another number of candidates its greedy form: see ``engine.plus_plus``."""
    none = np.empty(0, dtype=np.intp)
    return extend(Points.of(X, sample_weight), none, n_clusters, rng=rng, n_candidates=n_candidates)


_GREEDY = {"n_candidates": None}
_ALL = [
    Seeding("random", "rows at random, by weight", random_rows),
    Seeding("k-means++", "each seed by squared distance to the earlier ones", k_means_plus_plus),
    Seeding("greedy-k-means++", "k-means++ with the best of several candidates", k_means_plus_plus, _GREEDY),
    Seeding(
        "dpp", "a determinantal process of random size; given n_clusters, the k-DPP", determinantal, sizes_itself=True
    ),
    Seeding("k-dpp", "a determinantal process of fixed size", determinantal),
    Seeding("sharpened-k-dpp", "the projection process on the top eigenvectors", determinantal, {"power": np.inf}),
    Seeding("sequential", "each seed by det(K_{S+x}) / det(K_S)", sequential),
    Seeding("greedy-sequential", "sequential with the best of several candidates", sequential, _GREEDY),
    Seeding(
        "k-means#",
        "O(k log k) candidates by squared distance, reduced to k",
        oversampled,
        {"candidates": k_means_sharp_candidates},
    ),
    Seeding(
        "adaptive",
        "O(k) candidates by squared distance, reduced to k",
        oversampled,
        {"candidates": adaptive_candidates},
    ),
    Seeding("local-search", "k-means++, then swaps that lower the cost", local_search),
]

SEEDINGS: Mapping[str, Seeding] = MappingProxyType({seeding.name: seeding for seeding in _ALL})


def get_seeding(seeding: str | Seeding | Chooser) -> Seeding:
    """A seeding by name, or from a function ``(X, n_clusters, *, sample_weight, rng)`` that returns indices."""
    if isinstance(seeding, Seeding):
        return seeding
    if callable(seeding):
        name = getattr(seeding, "__name__", type(seeding).__name__)
        return Seeding(name, "a function passed by the caller", seeding)
    if not isinstance(seeding, str) or seeding not in SEEDINGS:
        raise InputError(f"there is no seeding {seeding!r:.60}. Use one of {', '.join(SEEDINGS)}.")
    return SEEDINGS[seeding]
