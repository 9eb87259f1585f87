"""Clustering without being told how many clusters there are."""

__version__ = "0.1.0"
