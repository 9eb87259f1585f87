"""Clustering when the number of clusters is unknown."""

from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

__all__ = [
    "DPPKMeans",
    "DPPKernelKMeans",
    "DPPSpectralClustering",
    "Evidence",
    "LEnsemble",
    "LazyEnsemble",
    "TextClusterer",
    "WordSequenceVectorizer",
    "__version__",
    "load",
    "select_diverse",
    "stability_report",
    "which_kernel",
    "word_subsequence_kernel",
]

if TYPE_CHECKING:
    from .cluster.kernel_kmeans import DPPKernelKMeans
    from .cluster.kmeans import DPPKMeans
    from .cluster.model_files import load
    from .cluster.spectral import DPPSpectralClustering
    from .cluster.stability import stability_report
    from .kernels import WordSequenceVectorizer, which_kernel, word_subsequence_kernel
    from .point_process import LazyEnsemble, LEnsemble
    from .seeding.selection import select_diverse
    from .texts import TextClusterer
    from .walk import Evidence

_HOMES = {
    "DPPKMeans": "cluster.kmeans",
    "DPPKernelKMeans": "cluster.kernel_kmeans",
    "DPPSpectralClustering": "cluster.spectral",
    "Evidence": "walk",
    "LEnsemble": "point_process",
    "LazyEnsemble": "point_process",
    "TextClusterer": "texts",
    "WordSequenceVectorizer": "kernels",
    "load": "cluster.model_files",
    "select_diverse": "seeding.selection",
    "stability_report": "cluster.stability",
    "which_kernel": "kernels",
    "word_subsequence_kernel": "kernels",
}


def __getattr__(name: str) -> Any:
    """Import a public name at its first use: the command line starts without scipy and scikit-learn."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(f".{_HOMES[name]}", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
