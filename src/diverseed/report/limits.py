"""Limits of the method that matter for this data."""

from typing import Any

import numpy as np

from ..arrays import FloatArray
from ..cluster.spectral import DPPSpectralClustering
from ..engine.representatives import SAMPLE
from ..walk.look import MOST_POINTS

_ELONGATED, _FEW_POINTS, _MOST_DIMENSIONS = 3.0, 5, 100
_NEAR_BORDER, _BORDER_SHARE, _BORDER_ROWS = 0.8, 0.1, 5_000


def limits(model: Any, points: FloatArray, *, shown_share: float) -> list[str]:
    """Sentences about limits, those that apply here first.

    The model was fitted to the points (n, d); the picture of the clusters shows this share of their variance.
    """
    round_ones = not isinstance(model, DPPSpectralClustering)
    sentences = [_on_shape(model, points), _on_borders(model, points)] if round_ones and model.n_clusters_ > 1 else []
    sentences += [_on_size(model), _on_summary(model, points)]
    if shown_share < 0.9:
        sentences.append(
            f"The picture shows {shown_share:.0%} of the variance: clusters that overlap in it may be separate."
        )
    if round_ones:
        sentences.append(
            "k-means divides space into regions around centres, so rings, bands and other clusters that are not round "
            "are split or merged."
        )
    return [sentence for sentence in sentences if sentence]


def _on_shape(model: Any, points: FloatArray) -> str:
    """Clusters whose longest axis is several times the next one."""
    n_features = points.shape[1]
    if not 2 <= n_features <= _MOST_DIMENSIONS:
        return ""
    long = []
    for label in np.unique(model.labels_):
        rows = points[model.labels_ == label]
        if rows.shape[0] < max(20, 2 * n_features):
            continue
        variances = np.linalg.eigvalsh(np.atleast_2d(np.cov(rows, rowvar=False)))[::-1]
        if variances[0] > 0 and np.sqrt(variances[0]) > _ELONGATED * np.sqrt(max(variances[1], 0)):
            long.append(str(label))
    if not long:
        return ""
    shown = ", ".join(long[:10]) + (" and others" if len(long) > 10 else "")
    return (
        f"Not round: cluster{'s' if len(long) > 1 else ''} {shown}, over {_ELONGATED:.0f} times as long as wide. Such "
        "a cluster may be part of a longer shape."
    )


def _on_borders(model: Any, points: FloatArray) -> str:
    """Points that are nearly as close to another centre as to their own."""
    rows = np.random.default_rng(0).permutation(points.shape[0])[:_BORDER_ROWS]
    two = np.sort(model.transform(points[rows]), axis=1)[:, :2]
    share = float((two[:, 0] > _NEAR_BORDER * two[:, 1]).mean())
    if share < _BORDER_SHARE:
        return ""
    return f"{share:.0%} of the points lie near a border, almost as close to another centre as to their own."


def _on_size(model: Any) -> str:
    sizes = np.bincount(model.labels_, minlength=model.n_clusters_)
    small = np.flatnonzero(sizes < _FEW_POINTS)
    if small.size == 0 or model.labels_.size < 20 * _FEW_POINTS:
        return ""
    return f"{small.size} of the clusters {'has' if small.size == 1 else 'have'} fewer than {_FEW_POINTS} points."


def _on_summary(model: Any, points: FloatArray) -> str:
    n = points.shape[0]
    if model.evidence_ is None or n <= MOST_POINTS:
        return ""
    of = f"a random sample of {SAMPLE:,} of the {n:,} points" if n > SAMPLE else f"the {n:,} points"
    return (
        f"Approximate: the number of clusters was estimated from a few thousand representatives of {of}. Very small "
        "clusters may have been missed."
    )
