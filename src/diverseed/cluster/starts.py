"""From the parameters of DPPKMeans to the centres that Lloyd's algorithm starts from."""

from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np

from ..arrays import FloatArray, IntArray
from ..engine.assignment import means_by_label, nearest
from ..engine.checks import check_n_clusters, check_positive_integer, check_scale, number_of_draws
from ..engine.lloyd import SAME_COST, Run, best_run
from ..engine.plus_plus import extend
from ..engine.points import Points, dense_rows
from ..engine.representatives import Summary, summarise
from ..engine.rows import Frame
from ..engine.survey import Moments, Sample
from ..errors import InputError
from ..point_process import LEnsemble
from ..progress import report
from ..seeding import Seeding, get_seeding
from ..seeding.processes import WeightedKernel, draw_not_empty, weighted_kernel
from ..threads import one_blas_thread
from ..walk import Walk, take_walk
from ..walk.look import spectrum_at
from ..walk.partition import projection_process
from ..walk.roundness import compared_with_centres

# Starts are compared on this many representatives, or five per cluster up to the second number; at least two.
_REPRESENTATIVES, _MOST_REPRESENTATIVES = 1500, 5000
# Above this many clusters the process on the representatives costs more than it gains.
_MOST_FOR_PROCESS = 300
_MAX_ITER = 50


@dataclass(frozen=True)
class Method:
    """How the number of clusters and the seeds are found: the parameters of k-means, or kernel k-means, resolved."""

    number: int | Literal["auto", "expected", "sample"]  # the number of clusters, or how to find it
    kernel: Any  # of the process
    gamma: float | Literal["auto"]  # of the kernel, "auto" where it is to be found
    seeding: Seeding | None  # which gives the seeds; None for the process
    power: float | None  # of the kernel whose process is drawn from once, as in the paper; None compares several draws
    n_draws: int  # how many of them

    @classmethod
    def of(cls, model: Any, seeding: Any = None) -> "Method":
        """Refuse wrong parameters of an estimator, and resolve the others."""
        check_n_clusters(model.n_clusters, "auto", "expected", "sample")
        check_scale("gamma", model.gamma)
        check_scale("sharpness", model.sharpness, may_be_infinite=True)
        check_positive_integer("max_iter", model.max_iter)
        usual = 1.0 if model.n_clusters == "sample" else None
        power = usual if model.sharpness == "auto" else float(model.sharpness)
        seeding = None if seeding is None else get_seeding(seeding)
        return cls(model.n_clusters, model.kernel, model.gamma, seeding, power, number_of_draws(model.n_init))

    @property
    def counts_by_process(self) -> bool:
        """Whether the size of the process on the data is the number of clusters."""
        return self.number in ("expected", "sample")

    @property
    def draws_from_all(self) -> bool:
        """Whether seeds are drawn from all rows of data in memory, and not from representatives of a sample."""
        return self.counts_by_process or self.power is not None or self.seeding is not None

    @property
    def needs_scale(self) -> bool:
        """Whether the process gives the number of clusters, but its kernel needs a scale first."""
        return self.counts_by_process and self.gamma == "auto" and self.kernel == "rbf"


@dataclass(frozen=True)
class Start:
    """Where Lloyd's algorithm starts."""

    centres: FloatArray  # (k, d) relative to the frame's origin
    # (k,) positions in the sample of the seeds, or of the rows nearest to them where representatives were drawn
    rows: IntArray
    gamma: float | None  # the kernel's scale, None where there is none
    size_distribution: dict[int, float]  # k and its probability
    walk: Walk | None = None  # on the sample, if it found the number of clusters


def find_start(method: Method, sample: Sample, frame: Frame, rng: np.random.Generator) -> Start:
    """Find the number of clusters if it was not given, and draw the seeds."""
    source = _Source(method, sample, frame, rng)
    number, gamma, walk = _number(source)
    report("drawing seeds")
    if method.seeding is not None:
        start = _from_seeding(source, number, gamma, method.seeding)
    elif method.power is not None:
        start = _from_process(source, number, gamma, method.power)
    else:
        start = _best_of_draws(source, int(number), walk)
    if walk is None or method.number != "auto":
        return start
    return replace(start, size_distribution=walk.evidence.shares, walk=walk)


@dataclass(frozen=True)
class _Source:
    """What seeds are drawn from, how, and by which random numbers."""

    method: Method
    sample: Sample
    frame: Frame
    rng: np.random.Generator

    def start_at(self, rows: IntArray, gamma: float | None, sizes: dict[int, float]) -> Start:
        """A start from rows of the sample."""
        return Start(dense_rows(self.frame.rows(self.sample.rows[rows])), rows, gamma, sizes)

    def kernel(self, size: int | None, gamma: Any, *, sharp: bool) -> WeightedKernel:
        """On the rows as they are: the linear kernel depends on the origin."""
        X, points = self.sample.rows, Points.of(self.sample.rows, self.sample.weights)
        return weighted_kernel(X, points, size, kernel=self.method.kernel, gamma=gamma, sharp=sharp, rng=self.rng)

    def process(self, size: int | None, gamma: Any, power: float) -> tuple[LEnsemble, float]:
        """The process on the data, and its gamma."""
        columns = self.kernel(size, gamma, sharp=power > 1)
        ensemble = columns.ensemble(size, rng=self.rng)
        if ensemble is None:
            raise InputError("the kernel is zero for all rows of positive weight. Use the RBF kernel.")
        return ensemble.sharpen(power), columns.gamma


def _number(source: _Source) -> tuple[int | str, Any, Walk | None]:
    """The number of clusters, or "sample"; gamma; and the walk that gave one of them."""
    method, walk = source.method, None
    number: int | str = method.number
    gamma: Any = method.gamma
    if number == "auto" or method.needs_scale:
        report("looking for clusters at several scales")
        rows = source.frame.rows(source.sample.rows)
        walk = take_walk(rows, source.sample.weights, rng=source.rng, judge=number == "auto")
        number = walk.evidence.n_clusters if number == "auto" else number
        if method.needs_scale:
            gamma = source.kernel(walk.evidence.best_n_clusters, "auto", sharp=False).gamma
    if number == "expected":
        ensemble = source.process(None, gamma, 1.0)[0]
        number = min(max(round(ensemble.expected_size), 1), ensemble.rank)
    return number, gamma, walk


def _from_seeding(source: _Source, number: int | str, gamma: Any, seeding: Seeding) -> Start:
    """Seeds from a seeding by name, or from one that the user wrote."""
    size = None if number == "sample" else int(number)
    if size is None and seeding.sizes_itself and seeding.uses_kernel:
        return _from_process(source, number, gamma, 1.0)
    if size is None and not seeding.sizes_itself:
        raise InputError(
            f'the seeding {seeding.name!r} needs a number of clusters, and n_clusters="sample" draws it. '
            'Pass a number, or seeding="dpp".'
        )
    scale = None
    if seeding.uses_kernel:
        scale = source.kernel(size, gamma, sharp=seeding.options.get("power", 1) > 1).gamma
        seeding = seeding.with_options(kernel=source.method.kernel, gamma=scale)
    rows = seeding.indices(source.sample.rows, size, sample_weight=source.sample.weights, random_state=source.rng)
    return source.start_at(rows, scale, {rows.size: 1.0})


def _from_process(source: _Source, number: int | str, gamma: Any, power: float) -> Start:
    """Seeds from one draw of the process on the data, as in the paper: of random size, or of a given one."""
    size = None if number == "sample" else int(number)
    ensemble, scale = source.process(size, gamma, power)
    if size is not None and size > ensemble.rank:
        raise InputError(
            f"n_clusters={size} exceeds the numerical rank of this kernel, {ensemble.rank}. Ask for at most "
            f"{ensemble.rank}, raise gamma (which raises the rank), or leave sharpness at its default."
        )
    if size is not None:
        return source.start_at(ensemble.sample(size, random_state=source.rng), scale, {size: 1.0})
    probabilities = ensemble.size_distribution()
    # a clustering has at least one cluster: the law given that the draw is not empty
    sizes = {k: float(p / probabilities[1:].sum()) for k, p in enumerate(probabilities) if k and p > 1e-9}
    return source.start_at(draw_not_empty(ensemble, source.rng), scale, sizes)


def _best_of_draws(source: _Source, number: int, walk: Walk | None) -> Start:
    """The best of several draws, each improved by Lloyd's algorithm on representatives.

    ``n_draws`` come from the projection process on the leading eigenvectors of the walk, and half as many from greedy
    k-means++, for where the walk does not see the clusters; all of them where the process has too few points.
    """
    rng, n_draws, gamma = source.rng, source.method.n_draws, source.method.gamma
    rows = source.frame.rows(source.sample.rows)
    sample = Summary(rows, source.sample.weights)
    whole = sample if walk is None or walk.summary.weights.size < number else walk.summary
    n_points = max(_REPRESENTATIVES, min(5 * number, _MOST_REPRESENTATIVES), 2 * number)
    summary = summarise(whole.points, whole.weights, n_points=n_points, rng=rng)
    starts: list[FloatArray] = []
    scale = None if gamma == "auto" else float(gamma)
    points = Points(summary.points.astype(np.float64), summary.weights)
    with one_blas_thread():
        if 1 < number <= min(_MOST_FOR_PROCESS, summary.weights.size // 2):
            starts, scale = _starts_from_walk(summary, walk, number, scale, n_draws, rng)
        n_greedy = 1 if number == 1 else (n_draws + 1) // 2 if starts else n_draws
        none = np.empty(0, dtype=np.intp)
        drawn = (extend(points, none, number, rng=rng, n_candidates=None) for _ in range(n_greedy))
        starts += [points.at(seeds) for seeds in drawn]
        best, seeds = _best_start(points, starts, walk if source.method.number == "auto" else None)
    return Start(best.centres, rows_of(rows, seeds, source.sample.weights), scale, {number: 1.0})


def _best_start(points: Points, starts: list[FloatArray], walk: Walk | None) -> tuple[Run, FloatArray]:
    """The cheapest run, and its seeds.

    Where a walk found the number of clusters, it is the cheapest of those that keep the walk's clusters, if there are
    any: a point far from all others makes it cheaper to join two clusters. The means of the walk's clusters are then
    one more start, for where no draw leads to them.
    """
    settings: dict[str, Any] = {
        "tolerance": 1e-4 * float(Moments.of(points.rows).variances.mean()),
        "max_iter": _MAX_ITER,
    }
    if walk is None or walk.evidence.n_clusters == 1:
        best = best_run(points, starts, **settings)
        return best, starts[best.start]

    def keeps(run: Run) -> bool:
        return compared_with_centres(walk, run.centres).is_round is True

    drawn = best_run(points, starts, wanted=keeps, **settings)
    labels, whole = walk.labels_at(walk.evidence.n_clusters), walk.summary
    means, _ = means_by_label(whole.points, labels, whole.weights, walk.evidence.n_clusters)
    own = best_run(points, [means.astype(np.float64)], **settings)
    if (keeps(own), -own.cost * SAME_COST) > (keeps(drawn), -drawn.cost):
        return own, means
    return drawn, starts[drawn.start]


def _starts_from_walk(
    summary: Summary, walk: Walk | None, number: int, gamma: float | None, n_draws: int, rng: np.random.Generator
) -> tuple[list[FloatArray], float | None]:
    """Seeds drawn by the projection process of a walk, and the gamma of its kernel: none for the walk that found the
    number of clusters, else the one given, or that of the best bandwidth."""
    if walk is not None and gamma is None and number <= walk.most_clusters:
        draws = walk.draws(number, n_draws, rng)
        return [dense_rows(walk.summary.points[draw]) for draw in draws], None
    spectrum = spectrum_at(summary, number, None if gamma is None else 1 / np.sqrt(2 * gamma))
    if spectrum is None:
        return [], gamma
    draws = projection_process(spectrum, number).sample(number, n_samples=n_draws, random_state=rng)
    return [dense_rows(summary.points[draw]) for draw in draws], 1 / (2 * spectrum.bandwidth**2)


def rows_of(X: Any, seeds: FloatArray, weights: FloatArray) -> IntArray:
    """(k,) the row of X, dense or CSR, nearest to each of the (k, d) seeds: different rows, of positive weight where
    there are enough."""
    allowed = np.flatnonzero(weights > 0) if (weights > 0).sum() >= len(seeds) else np.arange(X.shape[0])
    candidates = X if allowed.size == X.shape[0] else X[allowed]
    seeds = seeds.astype(np.float64)  # mostly rows themselves, to be distinguished from rows close to them
    taken: list[int] = []
    for seed, row in zip(seeds, allowed[nearest(seeds, candidates)], strict=True):
        if row in taken:  # two seeds share their nearest row: the later one gets its next nearest
            free = np.setdiff1d(allowed, taken)
            row = free[nearest(seed[None], X[free])[0]]
        taken.append(int(row))
    return np.array(taken, dtype=np.intp)
