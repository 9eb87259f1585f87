"""What a file keeps of each class, and how to restore a fitted model from it.

The names in the file are its format and stay; the attributes of the classes may change.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from ...engine.checks import check_scale
from ...engine.representatives import Summary
from ...engine.rows import Frame
from ...engine.survey import Moments, Sketch, Survey
from ...errors import InputError
from ...kernels.vectors import get_kernel
from ...walk.graph import Neighbours
from ...walk.levels import Branch, KeptLevels, Levels
from ..kernel_kmeans import DPPKernelKMeans
from ..kmeans import DPPKMeans
from ..online.estimator import ExpertsKMeans, Stream
from ..online.experts import check_experts
from ..online.weights import Mixture
from ..spectral import DPPSpectralClustering
from .contents import Contents


def keep_kmeans(model: Any, held: Contents) -> None:
    _keep_common(model, held)
    held.put(centres=model._centres, spreads=model._cluster_spreads, n_iter=model.n_iter_, **vars(model._frame))
    if model._levels is not None:
        branches = [list(vars(branch).values()) for branch in model.levels_tree()]
        held.put(levels=model._levels.numbers, branches=branches)
        held.put(**{f"level_{k}": model._levels.centres(k) for k in model._levels.numbers})


def restore_kmeans(model: Any, held: Contents) -> None:
    model._check_parameters()
    d = model.n_features_in_
    centres = held.array("centres", "f", None, d)
    k = _restore_common(model, held, centres.shape[0])
    model._frame = Frame(held.array("origin", "f", d), held.value("heaviest", float))
    model._centres, model.cluster_centers_ = centres, centres + model._frame.origin
    model._cluster_spreads, model.n_iter_ = held.weights("spreads", k), held.whole("n_iter")
    model._n_features_out = k
    model._levels = None
    if "levels" in held.values:
        centres_of = {number: held.array(f"level_{number}", "f", number, d) for number in held.numbers("levels")}
        model._levels = KeptLevels(centres_of, tuple(held.items("branches", _branch)))
    model._survey = _survey(held, d) if "survey" in held.values else None
    model._X_fit = model._weights_fit = None


def keep_spectral(model: Any, held: Contents) -> None:
    _keep_common(model, held)
    held.put(centres=model.cluster_centers_, **vars(model._frame))
    held.put_rows("points", model._points.points)
    held.put(point_weights=model._points.weights, point_reach=model._reach_of_point)
    levels = {} if model._levels is None else model._levels.labels
    held.put_levels({**levels, model.n_clusters_: model._label_of_point})


def restore_spectral(model: Any, held: Contents) -> None:
    model._check_parameters()
    d = model.n_features_in_
    model.cluster_centers_ = held.array("centres", "f", None, d)
    k = _restore_common(model, held, model.cluster_centers_.shape[0])
    model._frame = Frame(held.array("origin", "f", d), held.value("heaviest", float))
    points = held.rows("points", d)
    n = points.shape[0]
    labels = held.levels(n)
    if k not in labels or not n:
        raise InputError(f"the labels for k={k} are missing.")
    model._points = Summary(points, held.weights("point_weights", n))
    model._levels = None if model.evidence_ is None else Levels(model._points, labels)
    model._label_of_point = labels[k].astype(np.intp)
    kept = "point_reach" in held.arrays  # the first files lack it
    model._reach_of_point = held.weights("point_reach", n) if kept else Neighbours.of(points).reach
    model._n_features_out, model._point_of_row = k, None


def keep_kernel(model: Any, held: Contents) -> None:
    _keep_common(model, held)
    shares = model._shares[np.arange(model.labels_.size), model.labels_]
    held.put(shares=shares, norms=model._norms, n_iter=model.n_iter_, expected_size=model.expected_size_)
    if model._X_fit is not None:
        held.put(rows=model._X_fit)
    if model._levels is not None:
        held.put(level_weights=model._levels.summary.weights)
        held.put_levels(model._levels.labels)


def restore_kernel(model: Any, held: Contents) -> None:
    model._norms = held.array("norms", "f", None)
    k = _restore_common(model, held, model._norms.size)
    labels = held.array("labels", "i", None, below=k)
    n = labels.size
    model._check_parameters(max(n, k))
    if model.kernel == "precomputed" and n != model.n_features_in_:
        raise InputError(f"the number of labels is {n}, that of points in the kernel {model.n_features_in_}.")
    if not isinstance(model.kernel, str):
        raise InputError(f"kernel is {model.kernel!r:.80}, not a name.")
    if model.kernel != "precomputed":
        get_kernel(model.kernel)
    model._shares = np.zeros((n, k))
    model._shares[np.arange(n), labels] = held.weights("shares", n)
    model._X_fit = None if model.kernel == "precomputed" else held.array("rows", "f", n, model.n_features_in_)
    model.seed_indices_ = held.array("seed_indices", "i", k, below=n)
    model.n_iter_, model.expected_size_ = held.whole("n_iter"), held.value("expected_size", float)
    model._levels = None
    if "levels" in held.values:
        model._levels = Levels(Summary(np.zeros((n, 0)), held.weights("level_weights", n)), held.levels(n))


def keep_experts(model: Any, held: Contents) -> None:
    stream = model._stream
    held.put(expert_names=model.expert_names_, entropy=model._entropy)
    held.put(time=stream.time, window=stream.window, expert_centres=stream.centres, **vars(stream.mixture))
    held.put_labels("labels", model.labels_)


def restore_experts(model: Any, held: Contents) -> None:
    model._check_parameters()
    d, n = model.n_features_in_, len(check_experts(model.experts))
    names = held.value("expert_names", list)
    if len(names) != n or not all(isinstance(name, str) for name in names):
        raise InputError(f"the names of the experts ({n}) do not match.")
    rates = held.array("rates", "f", None)
    centres = held.array("expert_centres", "f", n, None, d, finite=False)
    if not rates.size or not ((rates >= 0) & (rates <= 1)).all() or not np.isfinite(centres[:, :1]).all():
        raise InputError("its rates or centres are not valid.")
    radius, cost = held.value("radius", float), held.value("cost", float)
    costs = held.weights("expert_costs", n)
    mixture = Mixture(rates, held.array("log_weights", "f", rates.size, n), radius, cost, costs)
    window = held.array("window", "f", None, d)
    model._stream = Stream(held.whole("time", least=1), window, centres, mixture)
    model._entropy, model.expert_names_ = held.whole("entropy"), names
    model._publish()
    model.labels_ = held.array("labels", "i", None, below=model.n_clusters_)


def _branch(plain: Any) -> Branch:
    k, cluster, share, parent, inside = plain
    return Branch(int(k), int(cluster), float(share), None if parent is None else int(parent), float(inside))


def _keep_common(model: Any, held: Contents) -> None:
    held.put(n_clusters=model.n_clusters_, size_distribution=list(model.size_distribution_.items()))
    held.put(inertia=model.inertia_, gamma=getattr(model, "gamma_", None), seed_indices=model.seed_indices_)
    held.put_evidence(model.evidence_)
    if isinstance(model.labels_, np.ndarray):  # those of Dask are not computed yet, or larger than memory
        held.put_labels("labels", model.labels_)


def _restore_common(model: Any, held: Contents, n_clusters: int) -> int:
    model.n_clusters_ = held.whole("n_clusters", least=1)
    if model.n_clusters_ != n_clusters:
        raise InputError(f"n_clusters is {model.n_clusters_}, but the number of clusters {n_clusters}.")
    model.size_distribution_ = dict(held.items("size_distribution", lambda pair: (int(pair[0]), float(pair[1]))))
    model.evidence_ = held.evidence()
    model.inertia_, gamma = held.value("inertia", float), held.value("gamma", float, optional=True)
    if gamma is not None:
        check_scale("gamma", gamma)
    if not isinstance(model, DPPSpectralClustering):
        model.gamma_ = gamma
    model.seed_indices_ = held.array("seed_indices", "i", n_clusters)
    if "labels" in held.arrays:
        model.labels_ = held.array("labels", "i", None, below=n_clusters).astype(np.int32)
    return int(n_clusters)


def keep_survey(model: Any, held: Contents) -> None:
    """What ``DPPKMeans.partial_fit`` continues from; ExpertsKMeans always keeps all that it needs."""
    if not isinstance(model, DPPKMeans):
        return
    survey = model._survey_so_far()
    moments, sketch = survey.moments, survey.sketch
    held.values["survey"] = {
        "parts": [[part, length] for part, length in survey.lengths.items()],
        "n_positive": survey.n_positive,
        "heaviest": survey.heaviest,
        "total": survey.total,
        "count": moments.count,
        "dropped": sketch.dropped,
    }
    held.put_rows("sample_rows", sketch.rows)
    held.put(sample_weights=sketch.weights, sample_keys=sketch.keys, sample_places=sketch.places)
    held.put(means=moments.means, squares=moments.squares)


def _survey(held: Contents, d: int) -> Survey:
    summary = Contents(held.value("survey", dict))
    rows = held.rows("sample_rows", d)
    n = rows.shape[0]
    places = held.array("sample_places", "i", n, 2)
    lengths = dict(summary.items("parts", lambda pair: (int(pair[0]), int(pair[1]))))
    if not n or not lengths or not np.isin(places[:, 0], list(lengths)).all() or places.min() < 0:
        raise InputError("the sampled rows do not match the blocks they come from.")
    sketch = Sketch(
        rows, held.weights("sample_weights", n), held.weights("sample_keys", n), places, summary.value("dropped", float)
    )
    moments = Moments(summary.whole("count", least=1), held.array("means", "f", d), held.weights("squares", d))
    heaviest, total = summary.value("heaviest", float), summary.value("total", float)
    if not (heaviest > 0 and total > 0 and sketch.dropped > 0):
        raise InputError("the sampled rows have no weight.")
    return Survey(lengths, summary.whole("n_positive"), heaviest, total, moments, sketch)


# By the names in files: the class, what it keeps, and how it is made of that again.
CODECS: dict[str, tuple[Any, Callable[..., None], Callable[..., None]]] = {
    "DPPKMeans": (DPPKMeans, keep_kmeans, restore_kmeans),
    "DPPSpectralClustering": (DPPSpectralClustering, keep_spectral, restore_spectral),
    "DPPKernelKMeans": (DPPKernelKMeans, keep_kernel, restore_kernel),
    "ExpertsKMeans": (ExpertsKMeans, keep_experts, restore_experts),
}
