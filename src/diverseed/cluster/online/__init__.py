"""Clustering of a stream by experts (Choromanska & Monteleoni 2012)."""

from .estimator import ExpertsKMeans
from .weights import Mixture, start, step

__all__ = ["ExpertsKMeans", "Mixture", "start", "step"]
