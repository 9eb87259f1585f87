"""Limits of the method that matter for this data."""

from typing import Any

import numpy as np

from ..arrays import FloatArray
from ..cluster.spectral import DPPSpectralClustering
from ..engine.representatives import SAMPLE
from ..walk.look import MOST_POINTS

# Distance to the own centre over that to the next from which a point is near a border; share of such points to report.
_NEAR_BORDER, _BORDER_SHARE, _BORDER_ROWS = 0.8, 0.1, 5_000


def limits(model: Any, points: FloatArray, *, shown_share: float) -> list[str]:
    """Sentences about limits, those that apply here first.

    The model was fitted to the points (n, d); the picture of the clusters shows this share of their variance.
    """
    round_ones = not isinstance(model, DPPSpectralClustering)
    sentences = [_on_borders(model, points)] if round_ones and model.n_clusters_ > 1 else []
    sentences.append(_on_summary(model, points))
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


def _on_borders(model: Any, points: FloatArray) -> str:
    """Points that are nearly as close to another centre as to their own."""
    rows = np.random.default_rng(0).permutation(points.shape[0])[:_BORDER_ROWS]
    two = np.sort(model.transform(points[rows]), axis=1)[:, :2]
    share = float((two[:, 0] > _NEAR_BORDER * two[:, 1]).mean())
    if share < _BORDER_SHARE:
        return ""
    return f"{share:.0%} of the points lie near a border, almost as close to another centre as to their own."


def _on_summary(model: Any, points: FloatArray) -> str:
    n = points.shape[0]
    if model.evidence_ is None or n <= MOST_POINTS:
        return ""
    of = f"a random sample of {SAMPLE:,} of the {n:,} points" if n > SAMPLE else f"the {n:,} points"
    return (
        f"Approximate: the number of clusters was estimated from a few thousand representatives of {of}. Very small "
        "clusters may have been missed."
    )
