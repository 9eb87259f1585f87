"""Short texts: how many groups of near-equal lines there are, and which."""

from .clusters import cluster_texts
from .estimator import TextClusterer
from .result import TextCluster, TextClusters

__all__ = ["TextCluster", "TextClusterer", "TextClusters", "cluster_texts"]
