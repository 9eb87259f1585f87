"""Pictures of a clustering, in scikit-learn's style: ``from_estimator``, ``plot``, ``ax_`` and ``figure_``."""

from .clusters import ClustersDisplay
from .evidence import EvidenceDisplay
from .sizes import SizeDistributionDisplay

__all__ = ["ClustersDisplay", "EvidenceDisplay", "SizeDistributionDisplay"]
