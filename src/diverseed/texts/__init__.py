"""Short texts: how many groups of near-identical lines there are, and which."""

from .clusters import TextClusterer, cluster_texts
from .result import TextCluster, TextClusters

__all__ = ["TextCluster", "TextClusterer", "TextClusters", "cluster_texts"]
