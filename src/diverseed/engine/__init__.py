"""Data of any size, folded block by block: a survey, weighted representatives, k-means++ and Lloyd's algorithm."""
