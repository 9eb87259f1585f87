"""The paper, reproduced: every table, figure and lemma, ours beside its own.

Agarwal, Choromanska & Choromanski, Notes on using determinantal point processes for clustering with applications to
text clustering.
"""

from .reproduce import PARTS, Reproduction, reproduce

__all__ = ["PARTS", "Reproduction", "reproduce"]
