"""Shared by all point processes on n points: draws, and points that are included by a condition."""

from abc import ABC, abstractmethod
from typing import Any, overload

import numpy as np

from ..arrays import IntArray
from ..errors import InputError
from ..random_state import RandomState, as_generator
from .checks import check_indices


class PointProcess(ABC):
    """Random subsets of n points. Immutable."""

    _n: int
    _included: IntArray  # points that every draw contains, by condition()

    def __len__(self) -> int:
        return self._n

    @property
    @abstractmethod
    def expected_size(self) -> float:
        """``E|Y|``."""

    @abstractmethod
    def _check_size(self, k: Any) -> int: ...

    @abstractmethod
    def _draws(self, k: int | None, n_samples: int, rng: np.random.Generator) -> list[IntArray]:
        """Independent draws, without the included points."""

    @overload
    def sample(self, k: int | None = None, *, n_samples: None = None, random_state: RandomState = None) -> IntArray: ...
    @overload
    def sample(self, k: int | None = None, *, n_samples: int, random_state: RandomState = None) -> list[IntArray]: ...
    def sample(
        self, k: int | None = None, *, n_samples: int | None = None, random_state: RandomState = None
    ) -> IntArray | list[IntArray]:
        """Draw exactly from the process. Preparations are kept for further draws.

        Parameters
        ----------
        k : None draws a set of random size, ``P(S) = det(L_S) / det(I + L)``; an integer draws the k-DPP,
            ``P(S)`` proportional to ``det(L_S)`` among the sets of k points.
        n_samples : None for one draw, else the number of independent draws
        random_state : int, Generator, RandomState or None

        Returns
        -------
        ascending indices of one draw, or a list of such arrays
        """
        if n_samples is not None and n_samples < 0:
            raise InputError(f"n_samples must be non-negative; it is {n_samples}.")
        k = None if k is None else self._check_size(k)
        draws = self._draws(k, 1 if n_samples is None else n_samples, as_generator(random_state))
        draws = [np.union1d(self._included, draw) for draw in draws] if self._included.size else draws
        return draws[0] if n_samples is None else draws

    def _new_conditions(self, include: Any, exclude: Any) -> tuple[IntArray, IntArray]:
        """Points to include that are not included yet, and points to exclude."""
        included = check_indices(include, self._n, name="include")
        excluded = check_indices(exclude, self._n, name="exclude")
        both = np.intersect1d(included, excluded)
        if both.size:
            raise InputError(f"point {both[0]} is in both include and exclude. Remove it from one of them.")
        refused = np.intersect1d(excluded, self._included)
        if refused.size:
            raise InputError(f"point {refused[0]} is included by an earlier condition and cannot be excluded.")
        return np.setdiff1d(included, self._included), excluded
