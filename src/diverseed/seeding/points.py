"""Rows of data prepared for many rounds of squared distances."""

from ..engine.points import Points

__all__ = ["Points"]
