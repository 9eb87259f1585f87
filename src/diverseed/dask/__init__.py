"""The estimators on Dask: more data than memory, more machines than one."""

try:
    import dask.array
    import dask.dataframe  # noqa: F401
    import distributed  # noqa: F401
except ImportError as error:
    from ..errors import how_to_install

    raise ImportError(f"diverseed.dask needs Dask ({error}). {how_to_install('dask')}") from error

from .estimator import DPPKMeans
from .spectral import DPPSpectralClustering

__all__ = ["DPPKMeans", "DPPSpectralClustering"]
