"""The contiguous word kernel with explicit features: two texts are similar when they share runs of words."""

from collections.abc import Collection, Iterable
from dataclasses import KW_ONLY, dataclass
from typing import Any, Literal, Self

import numpy as np
import numpy.typing as npt
import scipy.sparse as sp
from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.preprocessing import normalize
from sklearn.utils import murmurhash3_32
from sklearn.utils.validation import check_is_fitted

from ..engine.checks import check_positive_integer
from ..errors import InputError
from .tokens import checked_texts, word_splitter

# The number of the words before the last one, None where there are none, and the last one.
_Sequence = tuple[int | None, str]
_UNSEEN = -1


@dataclass(eq=False, repr=False)
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
        Word -> its column. Longer sequences have the columns after, as they appear. Not set when hashing.
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

    max_length: int | None = 5
    _: KW_ONLY
    weighting: Literal["count", "idf"] = "count"
    normalize: bool = True
    decay: float = 1.0
    token_pattern: str | None = None
    lowercase: bool = True
    stop_words: str | Collection[str] | None = None
    n_features: int | None = None
    dtype: npt.DTypeLike = np.float64

    def fit(self, texts: Iterable[str], y: object = None) -> Self:
        """Learn the sequences of ``texts`` (n strings)."""
        self.fit_transform(texts)
        return self

    def fit_transform(self, texts: Iterable[str], y: object = None) -> sp.csr_matrix:
        """Learn the sequences of ``texts`` and return their features, reading them once: CSR (n, n_sequences)."""
        lines = self._split(texts)
        words = sorted({word for line in lines for word in line})
        if not words:
            raise InputError(
                "no text contains a word. Pass texts with letters or digits, or change token_pattern or stop_words."
            )
        if self.n_features is None:
            self.vocabulary_ = {word: column for column, word in enumerate(words)}
            self._columns: dict[_Sequence, int] = {(None, word): column for column, word in enumerate(words)}
        if self.weighting == "idf":
            n_places = self.n_features or len(words)
            place_of = {word: self._number((None, word)) % n_places for word in words}
            held = [place for line in lines for place in {place_of[word] for word in line}]
            self.idf_ = np.log((1 + len(lines)) / (1 + np.bincount(held, minlength=n_places))) + 1
        return self._features(lines, learning=True)

    def transform(self, texts: Iterable[str]) -> sp.csr_matrix:
        """Features of ``texts`` in the columns of ``fit``: CSR (n, n_sequences)."""
        lines = self._split(texts)
        check_is_fitted(self)  # passes at once where nothing is learned
        return self._features(lines)

    def get_feature_names_out(self, input_features: object = None) -> npt.NDArray[np.object_]:
        """The word sequence of each column, its words joined by spaces."""
        if self.n_features is not None:
            raise InputError(f"columns hashed with n_features={self.n_features} have no names. Set n_features=None.")
        check_is_fitted(self)
        names: list[str] = []
        for before, word in self._columns:
            names.append(word if before is None else f"{names[before]} {word}")
        return np.array(names, dtype=object)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.string = True
        tags.input_tags.two_d_array = False
        tags.requires_fit = self.n_features is None or self.weighting == "idf"
        return tags

    def _split(self, texts: Iterable[str]) -> list[list[str]]:
        self._check_parameters()
        words_of = word_splitter(self.token_pattern, lowercase=self.lowercase, stop_words=self.stop_words)
        return [words_of(text) for text in checked_texts(texts)]

    def _number(self, sequence: _Sequence, *, learning: bool = False) -> int:
        """The column of a sequence, a new one where it is learned, else _UNSEEN; or its hash of 32 bits."""
        if self.n_features is not None:
            before, word = sequence
            return int(murmurhash3_32(word.encode("utf-8", "surrogatepass"), seed=before or 0, positive=True))
        if learning:
            return self._columns.setdefault(sequence, len(self._columns))
        return self._columns.get(sequence, _UNSEEN)

    def _features(self, lines: list[list[str]], *, learning: bool = False) -> sp.csr_matrix:
        numbers: list[int] = []
        lengths: list[int] = []
        totals: list[float] = []  # of the squared weights of the words of each sequence
        ends = [0]
        for words in lines:
            squares = self._squared_weights(words)
            for start in range(len(words)):
                number, total = None, 0.0
                for length, word in enumerate(words[start:][: self.max_length], 1):
                    number = self._number((number, word), learning=learning)
                    if number == _UNSEEN:  # and so are the longer ones that begin with it
                        break
                    total += squares[start + length - 1]
                    numbers.append(number)
                    lengths.append(length)
                    totals.append(total)
            ends.append(len(numbers))
        columns, sizes = np.array(numbers, dtype=np.int64), np.array(lengths)
        values = float(self.decay) ** sizes * np.sqrt(np.array(totals) / sizes)
        n_columns = self.n_features or len(self._columns)
        if self.n_features is not None:  # the lower bits of a hash are its column, the highest one its sign
            columns, values = columns % n_columns, values * (1 - 2 * (columns >> 31))
        X = sp.csr_matrix((values, columns, ends), shape=(len(lines), n_columns))
        X.sum_duplicates()
        X.eliminate_zeros()  # hashed sequences of opposite sign
        X = X.astype(self.dtype, copy=False)
        return normalize(X, copy=False) if self.normalize else X

    def _squared_weights(self, words: list[str]) -> list[float]:
        if self.weighting == "count":
            return [1.0] * len(words)
        squares: list[float] = self.idf_[[self._number((None, word)) % self.idf_.size for word in words]].tolist()
        return squares

    def _check_parameters(self) -> None:
        for name in ("max_length", "n_features"):
            value = getattr(self, name)
            if value is not None:
                check_positive_integer(name, value, or_else="None")
        if self.weighting not in ("count", "idf"):
            raise InputError(f'weighting={self.weighting!r} is not supported. Choose "count" or "idf".')
        decay: Any = self.decay
        if isinstance(decay, bool) or not isinstance(decay, int | float | np.number) or not 0 < decay < np.inf:
            raise InputError(f"decay={self.decay!r} must be a number above 0; 1 gives all lengths the same weight.")
        if self.dtype not in (np.float64, np.float32, "float64", "float32"):
            raise InputError(f"dtype={self.dtype!r} must be numpy.float64 or numpy.float32.")
