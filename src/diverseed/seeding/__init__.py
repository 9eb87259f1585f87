"""Every way to choose the seeds of k-means, behind one signature."""

from .registry import SEEDINGS, Seeding, get_seeding

__all__ = ["SEEDINGS", "Seeding", "get_seeding"]
