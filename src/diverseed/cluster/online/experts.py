"""Experts: batch clusterings that are refitted to the latest points."""

import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from sklearn.base import BaseEstimator, clone

from ...arrays import FloatArray
from ...errors import InputError
from ..kmeans import DPPKMeans

# The number of clusters found on the window, and every seeding of the paper's comparison with that number.
DEFAULT_EXPERTS = ("auto", "k-means++", "k-means#", "random", "k-dpp", "local-search")


@dataclass(frozen=True)
class Expert:
    """A clustering of a window."""

    name: str
    estimator: Any  # anything with ``fit`` and ``cluster_centers_``
    takes_found_number: bool = False  # whether it is given the number of clusters that DPPKMeans finds on the window


def check_experts(experts: Any) -> list[Expert]:
    """The experts in a list, as users may write it."""
    if isinstance(experts, str) or not isinstance(experts, Sequence) or not experts:
        raise InputError(f'experts must be a list such as ["auto", ("k-means++", 8)]; it is {experts!r}.')
    return [_expert(expert) for expert in experts]


def _expert(expert: Any) -> Expert:
    """From an estimator, the name of a seeding or "auto", a number of clusters, or a pair of a seeding and a number."""
    if isinstance(expert, BaseEstimator):
        return Expert(str(expert), expert)
    seeding, k = None, expert
    if isinstance(expert, str):
        seeding, k = None if expert == "auto" else expert, "auto"
    elif isinstance(expert, Sequence) and len(expert) == 2:
        seeding, k = expert
    model = DPPKMeans(k, seeding=seeding)
    try:
        model._check_parameters()
    except InputError as error:
        raise InputError(
            f'{expert!r} is not an expert: {error} Experts are "auto", numbers of clusters, names of seedings, pairs '
            'such as ("k-means++", 8), and estimators with cluster_centers_.'
        ) from error
    if seeding is None:
        return Expert("auto" if k == "auto" else f"k={k}", model)
    return Expert(seeding, model, takes_found_number=True) if k == "auto" else Expert(f"{seeding}, k={k}", model)


def run_experts(experts: Sequence[Expert], window: FloatArray, *, entropy: int, time: int) -> list[FloatArray]:
    """The centres of every expert on a window, each with another random state, which depends on the time alone."""
    if window.shape[0] < 2:
        return [window.copy() for _ in experts]
    found = None  # the number of clusters of the window: the first automatic expert's, or else looked for once
    centres: list[FloatArray] = []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of windows without clusters, or with fewer different points than clusters
        for number, expert in enumerate(experts):
            rng = np.random.default_rng([entropy, time, number])
            model = clone(expert.estimator)
            if expert.takes_found_number:
                if found is None:
                    seed = int(np.random.default_rng([entropy, time]).integers(2**31))
                    found = DPPKMeans(random_state=seed).fit(window).n_clusters_
                model.set_params(n_clusters=found)
            k = model.get_params().get("n_clusters")
            if isinstance(k, (int, np.integer)):
                model.set_params(n_clusters=min(int(k), window.shape[0]))
            if "random_state" in model.get_params():
                model.set_params(random_state=int(rng.integers(2**31)))
            fitted = model.fit(window)
            if not hasattr(fitted, "cluster_centers_"):
                raise InputError(f"the expert {expert.name} has no cluster_centers_. Remove it.")
            centres.append(np.asarray(fitted.cluster_centers_, dtype=np.float64))
            if found is None and isinstance(model, DPPKMeans) and model.evidence_ is not None:
                found = model.n_clusters_
    return centres
