"""Established rules for choosing the number of clusters, to compare with."""

from .registry import CHOOSE_K, SWEEPS, choose_k
from .sweeps import KMeansPath, k_means_path

__all__ = ["CHOOSE_K", "SWEEPS", "KMeansPath", "choose_k", "k_means_path"]
