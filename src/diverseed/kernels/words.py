"""The contiguous word kernel with explicit features: two texts are similar when they share runs of words."""

from collections.abc import Collection, Iterable
from typing import Any, Literal, Self

import numpy as np
import numpy.typing as npt
import scipy.sparse as sp
from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.preprocessing import normalize
from sklearn.utils.validation import check_is_fitted

from ..arrays import FloatArray, IntArray
from ..engine.checks import check_positive_integer
from ..errors import InputError
from .sequences import UNSEEN, Hashes, SplitTexts, Trie, sequences, stable_hash
from .tokens import checked_texts, word_splitter


class WordSequenceVectorizer(TransformerMixin, BaseEstimator, auto_wrap_output_keys=None):  # type: ignore[misc,call-arg,unused-ignore]
    r"""Sparse features whose dot products are the contiguous word kernel.

    One column for each contiguous sequence of words up to ``max_length``. With :math:`c_u(x)` the number of times the
    sequence :math:`u` of :math:`|u|` words occurs in text :math:`x`,

    .. math:: \phi_u(x) = \lambda^{|u|}\, w_u\, c_u(x), \qquad
              k(x, y) = \sum_u \lambda^{2|u|}\, w_u^2\, c_u(x)\, c_u(y),

    divided by :math:`\sqrt{k(x, x) k(y, y)}` when ``normalize`` is set. This is the string kernel of Lodhi et al.
    (2002) without gaps, over words in place of letters. ``decay`` 1 and ``weighting`` "count" give every sequence
    the weight 1.

    Parameters
    ----------
    max_length : int or None, default=5
        Longest sequence, in words. None for all: the number of features then grows with the square of a text's length.
    weighting : {"count", "idf"}, default="count"
        "count": :math:`w_u = 1`. "idf": :math:`w_u^2` is the mean inverse document frequency of the words of
        :math:`u`, so that sharing a rare word counts for more. A word found in ``d`` of ``n`` texts has
        ``ln((1 + n) / (1 + d)) + 1``, as in scikit-learn.
    normalize : bool, default=True
        Divide each row by its Euclidean length: dot products are then cosines, 1 for equal texts.
    decay : float, default=1.0
        :math:`\lambda` above. Below 1, long sequences count for less.
    token_pattern : str or None, default=None
        Regular expression of a word. None for words of any script: runs of letters, digits and combining marks with
        apostrophes inside, each character of a script without spaces between words, each emoji.
    lowercase : bool, default=True
        Fold the case.
    stop_words : "english", a collection of words, or None, default=None
        Words left out before sequences are formed.
    n_features : int or None, default=None
        None learns the sequences and names the columns. A number hashes them into that many columns with random signs
        (Weinberger et al. 2009): memory stays bounded, dot products are right on average, and with
        ``weighting="count"`` no fitting is needed.
    dtype : numpy.float64 or numpy.float32, default=numpy.float64
        Of the features.

    Attributes
    ----------
    vocabulary_ : dict
        Word -> its column. Longer sequences have the columns after. Not set when hashing.
    idf_ : ndarray
        Inverse document frequency of each word (when hashing: of each hashed word). Only with ``weighting="idf"``.

    Notes
    -----
    Texts are compared in Unicode form NFKC, so composed and decomposed accents are equal. A text without a word gives
    an empty row. ``transform`` leaves out sequences not seen in ``fit``, and does so before rows are normalised, as
    scikit-learn's ``TfidfVectorizer`` does: a text has length 1 when any of its words is known.

    References
    ----------
    Lodhi, Saunders, Shawe-Taylor, Cristianini and Watkins (2002). Text classification using string kernels. JMLR 2.

    Weinberger, Dasgupta, Langford, Smola and Attenberg (2009). Feature hashing for large scale multitask
    learning. ICML.

    Examples
    --------
    >>> from diverseed.kernels.words import WordSequenceVectorizer
    >>> X = WordSequenceVectorizer(max_length=2).fit_transform(["the red door", "a red door", "the blue sky"])
    >>> (X @ X.T).toarray().round(2)
    array([[1. , 0.6, 0.2],
           [0.6, 1. , 0. ],
           [0.2, 0. , 1. ]])
    """

    def __init__(
        self,
        max_length: int | None = 5,
        *,
        weighting: Literal["count", "idf"] = "count",
        normalize: bool = True,
        decay: float = 1.0,
        token_pattern: str | None = None,
        lowercase: bool = True,
        stop_words: str | Collection[str] | None = None,
        n_features: int | None = None,
        dtype: npt.DTypeLike = np.float64,
    ) -> None:
        self.max_length = max_length
        self.weighting = weighting
        self.normalize = normalize
        self.decay = decay
        self.token_pattern = token_pattern
        self.lowercase = lowercase
        self.stop_words = stop_words
        self.n_features = n_features
        self.dtype = dtype

    def fit(self, texts: Iterable[str], y: object = None) -> Self:
        """Learn the sequences of ``texts`` (n strings)."""
        self._learn(texts)
        return self

    def fit_transform(self, texts: Iterable[str], y: object = None) -> sp.csr_matrix:
        """Learn the sequences of ``texts`` and return their features, reading them once: CSR (n, n_sequences)."""
        return self._features(self._learn(texts))

    def transform(self, texts: Iterable[str]) -> sp.csr_matrix:
        """Features of ``texts`` in the columns of ``fit``: CSR (n, n_sequences)."""
        self._check_parameters()
        check_is_fitted(self)  # passes at once where nothing is learned
        return self._features(self._split(texts))

    def get_feature_names_out(self, input_features: object = None) -> npt.NDArray[np.object_]:
        """The word sequence of each column, its words joined by spaces."""
        if self.n_features is not None:
            raise InputError(f"columns hashed with n_features={self.n_features} have no names. Set n_features=None.")
        check_is_fitted(self)
        return self._trie.names(list(self.vocabulary_))

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.string = True
        tags.input_tags.two_d_array = False
        tags.requires_fit = self.n_features is None or self.weighting == "idf"
        return tags

    def _learn(self, texts: Iterable[str]) -> SplitTexts:
        self._check_parameters()
        split = self._split(texts)
        if not split.words:
            raise InputError(
                f"none of the {split.n_texts} texts holds a word. "
                "Give texts with letters or digits, or set token_pattern and stop_words otherwise."
            )
        if self.n_features is None:
            self.vocabulary_ = {word: column for column, word in enumerate(sorted(split.words))}
            self._trie = Trie.of(self._word_ids(split), split.left, self.max_length)
        if self.weighting == "idf":
            self.idf_ = _inverse_document_frequency(self._buckets(split), split, self.n_features or len(split.words))
        return split

    def _split(self, texts: Iterable[str]) -> SplitTexts:
        words_of = word_splitter(self.token_pattern, lowercase=self.lowercase, stop_words=self.stop_words)
        return SplitTexts.of(words_of(text) for text in checked_texts(texts))

    def _word_ids(self, split: SplitTexts) -> IntArray:
        """Column of each word in the order of the texts, or its hash."""
        if self.n_features is None:
            ids = [self.vocabulary_.get(word, UNSEEN) for word in split.words]
        else:
            ids = [stable_hash(word) for word in split.words]
        return np.array(ids, dtype=np.int64)[split.word]

    def _buckets(self, split: SplitTexts) -> IntArray:
        """Where ``idf_`` keeps each word's value."""
        ids = self._word_ids(split)
        return ids if self.n_features is None else ids % self.n_features

    def _features(self, split: SplitTexts) -> sp.csr_matrix:
        index: Trie | Hashes = self._trie if self.n_features is None else Hashes(self.n_features)
        squared = self.idf_[self._buckets(split)] if self.weighting == "idf" else np.ones(split.word.size)
        total = np.zeros(split.word.size)  # over the words of the sequence that starts here
        parts: list[tuple[Any, Any, Any]] = [(np.empty(0, np.int64), np.empty(0, np.int64), np.empty(0))]
        for length, starts, state in sequences(self._word_ids(split), split.left, self.max_length, index.extend):
            column, sign = index.columns(length, state)
            total[starts] += squared[starts + length - 1]
            parts.append((split.row[starts], column, self.decay**length * sign * np.sqrt(total[starts] / length)))
        rows, columns, values = map(np.concatenate, zip(*parts, strict=True))
        X = sp.coo_matrix((values, (rows, columns)), shape=(split.n_texts, index.n_columns)).tocsr()
        X.eliminate_zeros()  # hashed sequences of opposite sign
        X = X.astype(self.dtype, copy=False)
        return normalize(X, copy=False) if self.normalize else X

    def _check_parameters(self) -> None:
        for name in ("max_length", "n_features"):
            value = getattr(self, name)
            if value is not None:
                check_positive_integer(name, value, or_else="None")
        if self.weighting not in ("count", "idf"):
            raise InputError(f'weighting={self.weighting!r} is not known. Choose "count" or "idf".')
        decay: Any = self.decay
        if isinstance(decay, bool) or not isinstance(decay, int | float | np.number) or not 0 < decay < np.inf:
            raise InputError(f"decay={self.decay!r} must be a number above 0; 1 gives all lengths the same weight.")
        if self.dtype not in (np.float64, np.float32, "float64", "float32"):
            raise InputError(f"dtype={self.dtype!r} must be numpy.float64 or numpy.float32.")


def _inverse_document_frequency(buckets: IntArray, split: SplitTexts, n_buckets: int) -> FloatArray:
    held = np.unique(split.row * n_buckets + buckets)  # each word once per text
    frequency = np.bincount(held % n_buckets, minlength=n_buckets)
    return np.log((1 + split.n_texts) / (1 + frequency)) + 1
