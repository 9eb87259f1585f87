"""Kernels: of vectors, and of texts as word sequences."""

from .subsequences import word_subsequence_kernel
from .vectors import KERNELS, get_kernel
from .words import WordSequenceVectorizer

__all__ = ["KERNELS", "WordSequenceVectorizer", "get_kernel", "word_subsequence_kernel"]
