"""Checks of estimator parameters: messages that name the value, the limit and the way out."""

from typing import Any

import numpy as np

from .errors import InputError


def check_positive_integer(name: str, value: Any, *, or_else: str = "") -> int:
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)) or value < 1:
        other = f" (or {or_else})" if or_else else ""
        raise InputError(f"{name} must be a positive integer{other}; it is {value!r}.")
    return int(value)


def check_gamma(gamma: Any) -> None:
    if isinstance(gamma, str) and gamma == "auto":
        return
    if isinstance(gamma, bool) or not isinstance(gamma, (int, float, np.number)) or not 0 < gamma < np.inf:
        raise InputError(f'gamma must be "auto" or a positive number; it is {gamma!r}.')


def check_sharpness(sharpness: Any) -> None:
    if isinstance(sharpness, str) and sharpness == "auto":
        return
    if isinstance(sharpness, bool) or not isinstance(sharpness, (int, float, np.number)) or not sharpness > 0:
        raise InputError(f'sharpness must be "auto", a positive number or inf; it is {sharpness!r}.')
