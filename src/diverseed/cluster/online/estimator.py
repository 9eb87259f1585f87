"""k-means on a stream, with expert advice."""

from dataclasses import KW_ONLY, dataclass, field, replace
from typing import Any, Literal, Self

import numpy as np
from sklearn.base import BaseEstimator, ClusterMixin
from sklearn.utils.validation import check_is_fitted, validate_data

from ...arrays import FloatArray, IntArray
from ...engine.assignment import nearest
from ...engine.checks import check_positive_integer, check_scale, check_spread
from ...errors import InputError
from ...random_state import RandomState, as_generator
from ..card import NotebookCard
from ..model_files import Saves
from .experts import DEFAULT_EXPERTS, check_experts, run_experts
from .weights import Mixture, start, step

Update = Literal["static", "fixed_share", "learn_alpha"]

# Rates half as large each, down to one switch in a million points: whatever the true rate a, one of them is within a
# factor sqrt(2), and costs at most 0.06 a per point more than the true one (the relative entropy of the two).
_RATES = (0.0, *(2.0**-power for power in range(20, 0, -1)))


@dataclass(frozen=True)
class Stream:
    """State of the stream: all that the next point needs."""

    time: int  # points seen
    window: FloatArray  # (w, d) the latest of them
    centres: FloatArray  # (n, k, d) of each expert, infinite beyond its number of clusters
    mixture: Mixture


@dataclass(eq=False, repr=False)
class ExpertsKMeans(Saves, NotebookCard, ClusterMixin, BaseEstimator):
    """Online clustering with experts: batch clusterings of a sliding window, weighted by their past losses.

    Every expert is a batch clustering that is refitted to the latest points. For each point, every expert predicts its
    nearest centre, and the weights follow the squared distances, so that the loss is never much above that of the best
    expert (``update="static"``) or of the best sequence of experts (the other two).

    As in k-means, the loss falls with the number of clusters, which favours experts with more of them. Give all experts
    the same number, or let them find it, unless only the loss matters.

    Parameters
    ----------
    experts : list, default "auto" and five seedings
        "auto" is DPPKMeans, which finds the number of clusters of the window; an integer is DPPKMeans with that number;
        the name of a seeding (``diverseed.seeding.SEEDINGS``) followed by Lloyd's algorithm, with the number found; a
        pair such as ``("k-means++", 8)``, or ``("dpp", "sample")``, with its number of clusters; or an estimator with
        ``cluster_centers_``.
    window : int, default 1000
        Number of latest points the experts are fitted to. More give better estimates, fewer forget sooner.
    update : "static", "fixed_share" or "learn_alpha", default "learn_alpha"
        "static" suits streams on which one expert is best throughout, "fixed_share" those on which the best expert
        changes at a known rate, "learn_alpha" learns the rate.
    alpha : None, float or list of float, default None
        The rate: the probability that the best expert changes from one point to the next. None is ``1 / window`` for
        "fixed_share" and a grid from 0 to 1/2 for "learn_alpha".
    radius : "auto" or float, default "auto"
        Half the largest distance from a point to the predicted centres. It grows if it proves too small; "auto" starts
        at zero.
    refresh : None or int, default None
        Number of points between two fits of the experts. None is half the window. They are also fitted after 1, 2,
        4, ... points, up to this number.
    random_state : int, Generator, RandomState or None

    Attributes
    ----------
    expert_names_ : list of str
    expert_weights_ : (n_experts,) for the next point; they sum to 1
    rate_weights_ : (n_rates,) of the rates ``rates_``; one rate unless they are learned
    expert_losses_ : (n_experts,) sum of ``|x - c|^2 / (4 radius_^2)`` over the points, from the second on
    loss_ : the same for the weighted mean of the predicted centres
    regret_ : ``loss_`` minus the best expert's loss; at most ``2 log(n_experts)`` with ``update="static"``
    radius_ : the radius in use
    n_seen_ : points seen
    leader_ : the expert with the largest weight
    n_clusters_, cluster_centers_ : its clusters
    labels_ : (n,) the cluster of each point of the last block, by these centres

    References
    ----------
    Choromanska & Monteleoni (2012), Online clustering with experts, AISTATS.

    Examples
    --------
    >>> import numpy as np
    >>> from diverseed.online import ExpertsKMeans
    >>> rng = np.random.default_rng(0)
    >>> centres = np.array([[0, 0], [9, 0], [0, 9]])
    >>> model = ExpertsKMeans(["auto", ("k-means++", 3), ("random", 3)], window=200, random_state=0)
    >>> for _ in range(5):
    ...     model = model.partial_fit(centres[rng.integers(3, size=100)] + rng.standard_normal((100, 2)))
    >>> model.n_clusters_, bool(model.regret_ < 2 * np.log(3))
    (3, True)
    """

    experts: Any = DEFAULT_EXPERTS
    _: KW_ONLY
    window: int = 1000
    update: Update = "learn_alpha"
    alpha: Any = None
    radius: float | Literal["auto"] = "auto"
    refresh: int | None = None
    random_state: RandomState = None
    _stream: Stream = field(init=False)

    def fit(self, X: Any, y: Any = None) -> Self:
        """Start a new stream with the rows of X."""
        if hasattr(self, "_stream"):
            del self._stream
        return self.partial_fit(X)

    def partial_fit(self, X: Any, y: Any = None) -> Self:
        """Process the next points of the stream. The result does not depend on how the stream is divided into blocks.

        Parameters
        ----------
        X : (n, d)
        y : ignored
        """
        first = not hasattr(self, "_stream")
        X = validate_data(self, X, dtype=np.float64, reset=first)
        experts, every = check_experts(self.experts), self._check_parameters()
        if first:
            self._entropy = int(as_generator(self.random_state).integers(2**63))
            self.expert_names_ = [expert.name for expert in experts]
            radius = 0.0 if self.radius == "auto" else float(self.radius)
            mixture = start(len(experts), self._rates(len(experts)), radius=radius)
            stream = Stream(0, X[:0], np.zeros((len(experts), 0, X.shape[1])), mixture)
        else:
            stream = self._stream
            if [expert.name for expert in experts] != self.expert_names_:
                raise InputError("the experts have changed since the stream began. Call fit() to begin a new stream.")
        with np.errstate(over="ignore"):
            check_spread(np.concatenate([stream.window, X]).var(axis=0), X.dtype)
        done = 0
        while done < X.shape[0]:
            next_run = _next_run(stream.time, every)
            points = X[done : done + next_run - stream.time]
            stream, done = _after(stream, points, self.window), done + points.shape[0]
            if stream.time == next_run:
                found = run_experts(experts, stream.window, entropy=self._entropy, time=stream.time)
                stream = replace(stream, centres=_padded(found))
        self._stream = stream  # at the end: an error half-way leaves the stream where it was
        self._publish()
        self.labels_ = self.predict(X)
        return self

    def _publish(self) -> None:
        """The attributes that follow from the stream."""
        mixture, centres = self._stream.mixture, self._stream.centres
        self.n_seen_, self.radius_, self.rates_ = self._stream.time, mixture.radius, mixture.rates
        self.expert_weights_, self.rate_weights_ = mixture.weights, mixture.rate_weights
        unit = mixture.unit or 1.0
        self.expert_losses_, self.loss_ = mixture.expert_costs / unit, mixture.cost / unit
        self.regret_ = self.loss_ - float(self.expert_losses_.min())
        self.leader_ = int(self.expert_weights_.argmax())
        chosen = centres[self.leader_]
        self.cluster_centers_ = chosen[np.isfinite(chosen).all(axis=1)]
        self.n_clusters_ = self.cluster_centers_.shape[0]

    def predict(self, X: Any) -> IntArray:
        """(n,) the nearest cluster of each point, among those of the expert with the largest weight."""
        return nearest(self._check_new(X), self.cluster_centers_)

    def reconstruct(self, X: Any) -> FloatArray:
        """(n, d) what the experts offer for each point, as it counts in ``loss_``: the weighted mean of their centres
        nearest to it."""
        X = self._check_new(X)
        offers = np.array([_offers(self._stream.centres, point) for point in X])
        return np.einsum("i,nid->nd", self.expert_weights_, offers)

    def _check_new(self, X: Any) -> Any:
        check_is_fitted(self)
        return validate_data(self, X, dtype=np.float64, reset=False)

    def _check_parameters(self) -> int:
        """Refuse wrong parameters; the points between two runs of the experts."""
        check_positive_integer("window", self.window)
        if self.update not in ("static", "fixed_share", "learn_alpha"):
            raise InputError(f'update={self.update!r} is not supported. Use "static", "fixed_share" or "learn_alpha".')
        check_scale("radius", self.radius)
        if self.refresh is None:
            # half as many points lower the loss on drifting streams by a tenth and take twice the time
            return max(self.window // 2, 1)
        return check_positive_integer("refresh", self.refresh, or_else="None")

    def _rates(self, n_experts: int) -> FloatArray:
        """(m,) the rates to mix; those above 1 - 1/n would favour the experts that were worse."""
        most = 1 - 1 / n_experts if n_experts > 1 else 1.0
        if self.update == "static":
            return np.zeros(1)
        if self.alpha is None:
            rates = np.array(_RATES if self.update == "learn_alpha" else [1 / self.window])
            return np.minimum(rates, most)
        rates = np.atleast_1d(np.asarray(self.alpha, dtype=np.float64))
        if self.update == "fixed_share" and rates.size > 1:
            raise InputError(f'alpha={self.alpha!r}: "fixed_share" takes one rate. "learn_alpha" takes several.')
        if rates.ndim > 1 or rates.size == 0 or not ((rates >= 0) & (rates <= most)).all():
            raise InputError(
                f"alpha={self.alpha!r} is not a rate, or a list of rates. Rates lie between 0 and {most:.3g}, which is "
                "1 - 1/n for n > 1 experts."
            )
        return rates


def _next_run(time: int, every: int) -> int:
    """The next time that the experts are run: 1, 2, 4, ... up to ``every``, and then its multiples."""
    return min(1 << time.bit_length(), every) if time < every else (time // every + 1) * every


def _after(stream: Stream, points: FloatArray, window: int) -> Stream:
    """The stream after points that come before the experts' next run."""
    mixture = stream.mixture
    if stream.time:  # before the first point there are no centres to offer
        for point in points:
            mixture = step(mixture, point, _offers(stream.centres, point))
    latest = np.concatenate([stream.window, points])[-window:]
    return replace(stream, time=stream.time + points.shape[0], window=latest.copy(), mixture=mixture)


def _offers(centres: FloatArray, point: FloatArray) -> FloatArray:
    """(n, d) of each expert the centre nearest to a point."""
    apart = centres - point
    return centres[np.arange(centres.shape[0]), np.einsum("nkd,nkd->nk", apart, apart).argmin(axis=1)]


def _padded(centres: list[FloatArray]) -> FloatArray:
    """(n, k, d) the centres of all experts, infinite beyond the number of each: these are never offered."""
    filled = np.full((len(centres), max(map(len, centres)), centres[0].shape[1]), np.inf)
    for row, found in zip(filled, centres, strict=True):
        row[: len(found)] = found
    return filled
