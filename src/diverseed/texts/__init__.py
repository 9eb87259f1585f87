"""Short texts: how many groups of near-equal lines there are, and which."""

from .clusters import TextCluster, TextClusters, cluster_texts
from .estimator import TextClusterer

__all__ = ["TextCluster", "TextClusterer", "TextClusters", "cluster_texts"]
