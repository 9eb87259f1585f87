"""Fitting clusters of the requested shape, in memory or on Dask, with notes for the user."""

import warnings
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Literal

from sklearn.exceptions import ConvergenceWarning

from ..errors import InputError
from ..walk import Evidence

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
    plain = {name: settings.get(name) for name in ("n_clusters", "random_state")}
    notes: list[str] = []
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        model = (spectral(**plain) if shape == "any" else k_means(**settings)).fit(points, **fit)
        if shape == "auto":
            evidence = _evidence_against_k_means(
                model, lambda: spectral(**{**plain, "n_clusters": "auto"}), points, fit
            )
            if evidence is not None:
                walk = spectral(**plain).fit(points, **fit)
                model, notes = _of_better_shape(model, walk, evidence, settings)
    notes = [str(warning.message) for warning in caught if issubclass(warning.category, ConvergenceWarning)] + notes
    return model, list(dict.fromkeys(notes))


def _evidence_against_k_means(
    model: Any, automatic: Callable[[], Any], points: Any, fit: Mapping[str, Any]
) -> Evidence | None:
    """The evidence that the clusters of k-means are not round, if there is any.

    A number that was given is treated like the same number found: those clusters are looked for, too.
    """
    evidence: Evidence | None = model.evidence_
    if isinstance(model.n_clusters, int) and model.n_clusters > 1 and not _chooses_seeds(model.get_params()):
        with warnings.catch_warnings():  # this is not the model that the user gets
            warnings.simplefilter("ignore")
            evidence = automatic().fit(points, **fit).evidence_
        if evidence is None or evidence.n_clusters != model.n_clusters:
            return None
    return evidence if evidence is not None and evidence.is_round is False else None


def _of_better_shape(k_means: Any, walk: Any, evidence: Evidence, settings: Mapping[str, Any]) -> tuple[Any, list[str]]:
    """The model of k-means or the walk, and notes why."""
    if _chooses_seeds(settings) and walk.evidence_.is_round is not False:
        return k_means, [
            "k-means, with the seeds that were asked for, does not find the clusters of the random walk (adjusted Rand "
            f"index {evidence.agreement:z.2f}), though they are round. Leave out the seeding and the sharpness."
        ]
    if walk.evidence_ is not None:  # the comparison is that with the k-means that was tried
        walk.evidence_ = replace(walk.evidence_, is_round=False, agreement=evidence.agreement)
    return walk, [
        "The clusters are not round, so they come from the random walk. k-means would cut across them (adjusted Rand "
        f"index {evidence.agreement:z.2f}).",
        *(f"{given} had no effect: it is for the seeds of k-means." for given in _given_for_k_means(settings)),
    ]


def _chooses_seeds(settings: Mapping[str, Any]) -> bool:
    """Whether one draw of seeds was asked for, which may miss clusters that are round."""
    return settings.get("seeding") is not None or settings.get("sharpness", "auto") != "auto"
