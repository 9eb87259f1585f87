"""Clustering of a stream by experts (Choromanska & Monteleoni 2012); its home is ``diverseed.cluster.online``."""

from ..cluster.online.estimator import ExpertsKMeans
from ..cluster.online.weights import Mixture, start, step

__all__ = ["ExpertsKMeans", "Mixture", "start", "step"]
