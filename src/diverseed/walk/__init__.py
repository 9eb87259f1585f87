"""The random walk on data: how many clusters there are, at which levels, and which point belongs to which.

``metric`` (coordinates) and ``graph`` (neighbours and bandwidths) -> ``spectrum`` (leading eigenpairs) ->
``separation`` (time scales) -> ``partition`` (labels) -> ``evidence`` (levels, and a verdict against ``null``:
references without structure).
"""

from .evidence import Evidence, Level, Verdict
from .look import Walk, take_walk, walk_on_distances

__all__ = ["Evidence", "Level", "Verdict", "Walk", "take_walk", "walk_on_distances"]
