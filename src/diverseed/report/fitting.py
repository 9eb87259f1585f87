"""Fitting clusters of the requested shape, in memory or on Dask, with notes for the user."""

import warnings
from collections.abc import Mapping
from typing import Any, Literal

from sklearn.exceptions import ConvergenceWarning

from ..errors import InputError

Shape = Literal["auto", "round", "any"]


# Parameters of k-means alone, and the values that leave the choice to it.
_OF_K_MEANS: Mapping[str, Any] = {"gamma": "auto", "sharpness": "auto", "seeding": None}


def check_shape(settings: Mapping[str, Any], shape: Shape) -> None:
    """Refuse what the random walk does not do."""
    if shape != "any":
        return
    if settings["n_clusters"] in ("sample", "expected"):
        raise InputError(f"k={settings['n_clusters']} is for round clusters. For any shape, use k=auto or a number.")
    for given in _given_for_k_means(settings):
        raise InputError(
            f"{given} is for the seeds of k-means, which finds round clusters. For any shape, leave it out."
        )


def _given_for_k_means(settings: Mapping[str, Any]) -> list[str]:
    """The settings that have no effect on the random walk."""
    given = {name: settings.get(name, default) for name, default in _OF_K_MEANS.items()}
    return [f"{name}={value}" for name, value in given.items() if value != _OF_K_MEANS[name]]


def fit_shape(
    k_means: type[Any], spectral: type[Any], points: Any, settings: Mapping[str, Any], shape: Shape, **fit: Any
) -> tuple[Any, list[str]]:
    """A fitted model, and notes: k-means for "round", the random walk for "any" and, if clusters are not round, "auto".

    ``k_means`` and ``spectral`` are the estimators in memory or those of Dask; ``settings`` are parameters of the
    first, of which ``n_clusters`` and ``random_state`` go to the second too.
    """
    check_shape(settings, shape)
    plain = {"n_clusters": settings["n_clusters"], "random_state": settings.get("random_state")}
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        model = (spectral(**plain) if shape == "any" else k_means(**settings)).fit(points, **fit)
        evidence = model.evidence_
        from_walk = shape == "auto" and evidence is not None and evidence.is_round is False
        if from_walk:
            walk = spectral(**plain).fit(points, **fit)
            from_walk = not _chooses_seeds(settings) or walk.evidence_.is_round is False
            model = walk if from_walk else model
    notes = [str(warning.message) for warning in caught if issubclass(warning.category, ConvergenceWarning)]
    if from_walk:
        agreement = evidence.agreement or 0.0
        notes.append(
            "The clusters are not round, so they come from the random walk. k-means would cut across them (adjusted "
            f"Rand index {agreement:.2f})."
        )
        notes += [f"{given} had no effect: it is for the seeds of k-means." for given in _given_for_k_means(settings)]
    elif shape == "auto" and evidence is not None and evidence.is_round is False:
        notes.append(
            "k-means, with the seeds that were asked for, does not find the clusters of the random walk (adjusted Rand "
            f"index {evidence.agreement:.2f}), though they are round. Leave out the seeding and the sharpness."
        )
    return model, list(dict.fromkeys(notes))


def _chooses_seeds(settings: Mapping[str, Any]) -> bool:
    """Whether one draw of seeds was asked for, which may miss clusters that are round."""
    return settings.get("seeding") is not None or settings.get("sharpness", "auto") != "auto"
