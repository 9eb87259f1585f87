"""Data of any size, folded block by block: one survey, weighted representatives, Lloyd's algorithm."""
