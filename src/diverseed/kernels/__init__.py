"""Kernels: of vectors, and of texts as word sequences."""

from .scale import KernelChoice, KernelScale, which_kernel
from .subsequences import word_subsequence_kernel
from .vectors import KERNELS, get_kernel
from .words import WordSequenceVectorizer

__all__ = [
    "KERNELS",
    "KernelChoice",
    "KernelScale",
    "WordSequenceVectorizer",
    "get_kernel",
    "which_kernel",
    "word_subsequence_kernel",
]
