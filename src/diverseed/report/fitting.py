"""Clusters of the shape asked for, in memory or on Dask, and what the user should know of them."""

import warnings
from collections.abc import Mapping
from typing import Any, Literal

from sklearn.exceptions import ConvergenceWarning

from ..errors import InputError, NoStructureWarning

Shape = Literal["auto", "round", "any"]


def check_shape(settings: Mapping[str, Any], shape: Shape) -> None:
    """Refuse what the random walk does not do."""
    if shape == "any" and (settings["n_clusters"] in ("sample", "expected") or settings.get("seeding")):
        raise InputError("clusters of any shape take k=auto or a number, and no seeding by name.")


def fit_shape(
    k_means: type[Any], spectral: type[Any], points: Any, settings: Mapping[str, Any], shape: Shape, **fit: Any
) -> tuple[Any, list[str]]:
    """A fitted model, and notes.

    Parameters
    ----------
    k_means, spectral : the classes DPPKMeans and DPPSpectralClustering, in memory or of Dask
    settings : parameters of ``k_means``; ``n_clusters`` and ``random_state`` go to ``spectral`` too
    shape : "round" for k-means, "any" for clusters of the random walk, "auto" for the latter where the evidence says
        that the clusters are not round
    fit : further arguments of ``fit``
    """
    check_shape(settings, shape)
    plain = {"n_clusters": settings["n_clusters"], "random_state": settings.get("random_state")}
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        model = (spectral(**plain) if shape == "any" else k_means(**settings)).fit(points, **fit)
        evidence = model.evidence_
        from_walk = shape == "auto" and evidence is not None and evidence.is_round is False
        if from_walk:
            model = spectral(**plain).fit(points, **fit)
    shown = (NoStructureWarning, ConvergenceWarning)
    notes = [str(warning.message) for warning in caught if issubclass(warning.category, shown)]
    if from_walk:
        agreement = model.evidence_.agreement or 0.0
        notes.append(
            "The clusters are not round, so they are taken from the random walk and not from k-means, which would find "
            f"others (adjusted Rand index {agreement:.2f})."
        )
    return model, list(dict.fromkeys(notes))
