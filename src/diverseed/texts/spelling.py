"""Lines as features for grouping: words that are spelt alike, and runs of words."""

from typing import Any

import numpy as np
import scipy.sparse as sp
from sklearn.preprocessing import normalize

from .vocabulary import Vocabulary
from .weights import word_weights

_SHARE_OF_SEQUENCES = 0.2  # of the similarity; the rest is spelling


def line_features(words: Vocabulary, sequences: Any) -> Any:
    """Rows of unit length whose dot products are ``0.8 spelling + 0.2 sequences``.

    Spelling bears misspelt and shortened words and any order; the contiguous word kernel adds the order, which in
    scripts without spaces (one character a word) is most of the meaning.

    Parameters
    ----------
    words : of n lines
    sequences : (n, d) CSR, rows of length 1: the features of the contiguous word kernel

    Returns
    -------
    (n, d + e) CSR
    """
    parts = [
        np.sqrt(1 - _SHARE_OF_SEQUENCES) * spelling_features(words),
        np.sqrt(_SHARE_OF_SEQUENCES) * sp.csr_array(sequences),
    ]
    return sp.csr_array(sp.hstack(parts, format="csr"))


def spelling_features(words: Vocabulary) -> Any:
    r"""Features of a kernel that compares lines word by word, and words letter by letter.

    With :math:`s(u, v)` the likeness of two words (:meth:`~diverseed.texts.vocabulary.Vocabulary.features`) and
    :math:`w_u` their weights (:func:`~diverseed.texts.weights.word_weights`),

    .. math:: k(x, y) = \sum_{u \in x} \sum_{v \in y} w_u w_v\, s(u, v),

    divided by :math:`\sqrt{k(x, x) k(y, y)}`. It is the idea of the soft TF-IDF of Cohen, Ravikumar & Fienberg (2003),
    without a threshold on :math:`s`, which makes it a kernel with explicit features: the sum over a line's words of
    :math:`w_u` times the word's unit vector.

    Returns
    -------
    (n, e) CSR, rows of length 1
    """
    lines = words.lines.copy()
    lines.data = word_weights(words)[lines.indices]
    return normalize(lines @ words.features(), copy=False)
