"""Every warning names the line that called the estimator, however it was called."""

import warnings
from collections.abc import Callable

import dask.array as da
import numpy as np
import pytest
from sklearn.exceptions import ConvergenceWarning
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import diverseed.dask
from diverseed import DPPKernelKMeans, DPPKMeans, DPPSpectralClustering
from diverseed.errors import NoStructureWarning, NotRoundWarning

NOISE = np.random.default_rng(1).standard_normal((300, 2))
ANGLES = np.linspace(0, 2 * np.pi, 150, endpoint=False)
RINGS = np.vstack([r * np.column_stack([np.cos(ANGLES), np.sin(ANGLES)]) for r in (1, 3)])
COPIES = np.repeat([[0.0, 0.0], [1.0, 1.0]], 30, axis=0)


def in_blocks(X: np.ndarray) -> da.Array:
    return da.from_array(X, chunks=(100, X.shape[1]))


CALLS: dict[str, tuple[type[Warning], Callable[[], object]]] = {
    "no structure, fit": (NoStructureWarning, lambda: DPPKMeans(random_state=0).fit(NOISE)),
    "no structure, fit_predict": (NoStructureWarning, lambda: DPPKMeans(random_state=0).fit_predict(NOISE)),
    "no structure, fit_transform": (NoStructureWarning, lambda: DPPKMeans(random_state=0).fit_transform(NOISE)),
    "no structure, partial_fit": (NoStructureWarning, lambda: DPPKMeans(random_state=0).partial_fit(NOISE)),
    "no structure, pipeline": (
        NoStructureWarning,
        lambda: make_pipeline(StandardScaler(), DPPKMeans(random_state=0)).fit_predict(NOISE),
    ),
    "no structure, Dask": (
        NoStructureWarning,
        lambda: diverseed.dask.DPPKMeans(random_state=0).fit(in_blocks(NOISE)),
    ),
    "no structure, spectral": (NoStructureWarning, lambda: DPPSpectralClustering(random_state=0).fit(NOISE)),
    "no structure, spectral, fit_predict": (
        NoStructureWarning,
        lambda: DPPSpectralClustering(random_state=0).fit_predict(NOISE),
    ),
    "no structure, spectral on Dask": (
        NoStructureWarning,
        lambda: diverseed.dask.DPPSpectralClustering(random_state=0).fit(in_blocks(NOISE)),
    ),
    "no structure, kernel": (NoStructureWarning, lambda: DPPKernelKMeans(random_state=0).fit_predict(NOISE)),
    "not round, fit": (NotRoundWarning, lambda: DPPKMeans(random_state=0).fit(RINGS)),
    "not round, fit_predict": (NotRoundWarning, lambda: DPPKMeans(random_state=0).fit_predict(RINGS)),
    "not round, partial_fit": (NotRoundWarning, lambda: DPPKMeans(random_state=0).partial_fit(RINGS)),
    "not round, Dask": (NotRoundWarning, lambda: diverseed.dask.DPPKMeans(random_state=0).fit(in_blocks(RINGS))),
    "empty clusters, fit": (ConvergenceWarning, lambda: DPPKMeans(4, random_state=0).fit(COPIES)),
    "empty clusters, fit_predict": (ConvergenceWarning, lambda: DPPKMeans(4, random_state=0).fit_predict(COPIES)),
    "empty clusters, Dask": (
        ConvergenceWarning,
        lambda: diverseed.dask.DPPKMeans(4, random_state=0).fit(in_blocks(COPIES)),
    ),
    "unused kernel, fit": (UserWarning, lambda: DPPKMeans(4, kernel="linear", random_state=0).fit(NOISE)),
    "unused kernel, fit_predict": (
        UserWarning,
        lambda: DPPKMeans(4, kernel="linear", random_state=0).fit_predict(NOISE),
    ),
}


@pytest.mark.parametrize("name", CALLS)
def test_a_warning_names_the_callers_line(name: str) -> None:
    category, call = CALLS[name]
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        call()
    ours = [warning for warning in caught if warning.category is category]
    assert len(ours) == 1
    assert (ours[0].filename, ours[0].lineno) == (__file__, call.__code__.co_firstlineno)
