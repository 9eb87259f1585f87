"""Determinantal point processes: exact draws, sizes and probabilities; pure functions of arrays and a generator."""

from .ensemble import LEnsemble
from .lazy import LazyEnsemble
from .pivoted import PivotedCholesky, greedy_pivots, pivoted_cholesky

__all__ = ["LEnsemble", "LazyEnsemble", "PivotedCholesky", "greedy_pivots", "pivoted_cholesky"]
