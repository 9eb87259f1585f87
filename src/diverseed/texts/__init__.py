"""Short texts: how many groups of near-equal lines there are, and which."""

from .clusters import TextCluster, TextClusters, cluster_texts

__all__ = ["TextCluster", "TextClusters", "cluster_texts"]
