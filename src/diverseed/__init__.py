"""Clustering without being told how many clusters there are."""

from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

__all__ = [
    "DPPKMeans",
    "DPPKernelKMeans",
    "DPPSpectralClustering",
    "Evidence",
    "LEnsemble",
    "TextClusterer",
    "WordSequenceVectorizer",
    "__version__",
    "load",
    "stability_report",
    "word_subsequence_kernel",
]

if TYPE_CHECKING:
    from .cluster.spectral import DPPSpectralClustering
    from .kernel_kmeans import DPPKernelKMeans
    from .kernels import WordSequenceVectorizer, word_subsequence_kernel
    from .kmeans import DPPKMeans
    from .model_files import load
    from .point_process import LEnsemble
    from .stability import stability_report
    from .texts import TextClusterer
    from .walk import Evidence

_HOMES = {
    "DPPKMeans": "kmeans",
    "DPPKernelKMeans": "kernel_kmeans",
    "DPPSpectralClustering": "cluster.spectral",
    "Evidence": "walk",
    "LEnsemble": "point_process",
    "TextClusterer": "texts",
    "WordSequenceVectorizer": "kernels",
    "load": "model_files",
    "stability_report": "stability",
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
