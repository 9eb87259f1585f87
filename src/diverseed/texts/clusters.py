"""Groups of near-equal short strings, their number unknown."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import scipy.sparse as sp

from ..arrays import FloatArray, IntArray
from ..errors import InputError
from ..kernels.tokens import checked_texts, word_splitter
from ..kernels.words import WordSequenceVectorizer
from ..random_state import RandomState, as_generator
from .count import Sizes, count_by_sequences, count_groups, process_sizes
from .headings import places_of
from .linkage import Tree, link
from .lloyd import means
from .spelling import line_features
from .vocabulary import vocabulary

_MOST_SHARED_WORDS = 6
_MOSTLY = 0.5  # share of a cluster's lines that a word must exceed to hold it together


@dataclass(frozen=True)
class TextCluster:
    """One group of lines.

    Attributes
    ----------
    id : 0 for the largest group, and so on
    rows : (size,) positions of its lines in the input, ascending
    representative : the line nearest to the group's centre
    shared_words : words in most of its lines and rare elsewhere, the most telling first
    """

    id: int
    rows: IntArray
    representative: str
    shared_words: tuple[str, ...]

    @property
    def size(self) -> int:
        return int(self.rows.size)


@dataclass(frozen=True)
class TextClusters:
    """What was found among n lines.

    Attributes
    ----------
    n, n_distinct : lines, and lines that differ in more than case, spaces and punctuation
    n_clusters : number of groups
    expected_size, size_sd : mean and standard deviation of the number of points the paper's process draws
    standard_error : of ``expected_size`` where the set is too large for an exact spectrum; else 0
    labels : (n,) group of each line, -1 for lines without a word
    clusters : the groups, largest first
    notes : what a reader should know about this result
    """

    n: int
    n_distinct: int
    n_clusters: int
    expected_size: float
    size_sd: float
    standard_error: float
    labels: IntArray
    clusters: tuple[TextCluster, ...]
    notes: tuple[str, ...]


@dataclass(frozen=True)
class _Lines:
    """Lines merged by their words: ``texts`` the first of each kind, ``copies`` how many, ``which`` each row's kind."""

    texts: list[str]
    words: list[tuple[str, ...]]
    copies: FloatArray
    which: IntArray  # -1 for a row without a word


def cluster_texts(
    texts: Iterable[str],
    k: int | Literal["auto", "paper"] = "auto",
    *,
    max_length: int | None = 5,
    idf: bool = False,
    random_state: RandomState = None,
) -> TextClusters:
    """Group short strings that are near-equal in their words: headings, titles, addresses, log lines, answers.

    Lines are compared by the spelling of their words and by the contiguous word kernel
    (:func:`~diverseed.texts.spelling.line_features`) and merged by average linkage. The number of groups comes from the
    gap in the tree, the height at which groups usually end, and the paper's process on the contiguous word kernel
    (:func:`~diverseed.texts.count.count_groups`). Scene headings, nearly all with a setting, are compared by the
    contiguous word kernel of their places alone (:func:`~diverseed.texts.count.count_by_sequences`). For k-means from
    diverse seeds on word sequences alone use ``make_pipeline(WordSequenceVectorizer(), DPPKMeans())``.

    Parameters
    ----------
    texts : n strings, any script. Equal ones are merged and count as copies; those without a word are left out.
    k : "auto" finds the number of groups; "paper" takes the mean size of the paper's process, E|Y|, rounded; or a
        number.
    max_length : longest sequence of words that is compared, None for all
    idf : rare words count for more in sequences too, as they always do in the comparison of spelling
    random_state : int, Generator, RandomState or None

    Examples
    --------
    >>> from diverseed.texts import cluster_texts
    >>> found = cluster_texts(["Old mill, day", "The old mill", "Harbour, night", "The harbour"], 2, random_state=0)
    >>> found.labels.tolist()
    [0, 0, 1, 1]
    """
    rng = as_generator(random_state)
    lines = _merged(texts)
    if not lines.texts:
        raise InputError(
            f"none of the {lines.which.size} lines holds a word. Give lines with letters or digits."
            if lines.which.size
            else "there are no lines. Give at least one."
        )
    vectorizer = WordSequenceVectorizer(max_length, weighting="idf" if idf else "count")
    sequences = vectorizer.fit_transform(lines.texts)
    sizes = process_sizes(sequences, lines.copies, rng=rng)
    places = places_of(lines.texts)
    if places is None:
        X, count, of_lines = line_features(vocabulary(lines.words), sequences), count_groups, sizes.of_lines
    else:
        X, count = vectorizer.fit_transform(places), count_by_sequences
        of_lines = process_sizes(X, lines.copies, rng=rng).of_lines
    tree = link(X, rng=rng)
    n_clusters = count(tree, of_lines) if k == "auto" else _number(k, sizes, tree)
    kinds = tree.labels(n_clusters)
    centres = means(X, lines.copies, kinds, n_clusters)
    labels, clusters = _described(lines, X, kinds, centres, compared=places or lines.texts)
    return TextClusters(
        n=lines.which.size,
        n_distinct=len(lines.texts),
        n_clusters=n_clusters,
        expected_size=sizes.mean,
        size_sd=sizes.deviation,
        standard_error=sizes.standard_error,
        labels=labels,
        clusters=clusters,
        notes=_notes(lines, sizes, alone=sum(cluster.size == 1 for cluster in clusters), headings=places is not None),
    )


def _merged(texts: Iterable[str]) -> _Lines:
    words_of = word_splitter()
    by_text: dict[str, int] = {}  # equal strings are split once
    by_words: dict[tuple[str, ...], int] = {}
    first: list[str] = []
    which: list[int] = []
    for text in checked_texts(texts):
        kind = by_text.get(text)
        if kind is None:
            words = tuple(words_of(text))
            kind = by_words.setdefault(words, len(first)) if words else -1
            if kind == len(first):
                first.append(text)
            by_text[text] = kind
        which.append(kind)
    rows = np.array(which, dtype=np.intp)
    return _Lines(first, list(by_words), np.bincount(rows[rows >= 0], minlength=len(first)).astype(float), rows)


def _number(k: Any, sizes: Sizes, tree: Tree) -> int:
    n_distinct = tree.n_rows
    if k == "paper":
        return int(np.clip(round(sizes.mean), 1, n_distinct))
    if isinstance(k, bool) or not isinstance(k, (int, np.integer)) or k < 1:
        raise InputError(f'k={k!r} is not a number of groups. Give "auto", "paper" or a whole number of at least 1.')
    if k > n_distinct:
        raise InputError(f"k={k} is above the number of different lines, {n_distinct}. Ask for at most {n_distinct}.")
    return int(k)


def _notes(lines: _Lines, sizes: Sizes, *, alone: int, headings: bool) -> tuple[str, ...]:
    notes = []
    if headings:
        notes.append(
            "The lines are scene headings: they are grouped by place. `diverseed screenplay` knows more about places."
        )
    empty, n = int((lines.which < 0).sum()), lines.which.size
    if empty:
        notes.append(f"{empty} of {n} lines hold no word. They are in no group (label -1).")
    if n > 1 and alone > n / 2:
        notes.append(
            f"{alone} of {n} lines stand alone, each a group of its own. The paper's process adds only a half for such "
            f"a line, so its expected size, {sizes.mean:.1f}, is too low here."
        )
    if sizes.standard_error:
        notes.append(
            f"The set is too large for an exact spectrum: the expected size is estimated, with a standard error of "
            f"{sizes.standard_error:.2g}."
        )
    return tuple(notes)


def _described(
    lines: _Lines, X: Any, labels: IntArray, centres: Any, *, compared: Sequence[str]
) -> tuple[IntArray, tuple[TextCluster, ...]]:
    """Labels of all rows with the groups numbered by size, and the groups in words of what was compared."""
    n_clusters = centres.shape[0]
    sizes = np.bincount(labels, weights=lines.copies, minlength=n_clusters)
    order = np.lexsort((_first_row(lines, labels, n_clusters), -sizes))
    rank = np.empty(n_clusters, dtype=np.intp)
    rank[order] = np.arange(n_clusters)
    kinds = rank[labels]
    all_labels = np.where(lines.which >= 0, kinds[lines.which], -1)
    representatives = _best_in_group(kinds, _fit(X, labels, centres), lines.copies)
    words = _shared_words(compared, lines.copies, kinds, n_clusters)
    by_label = np.argsort(all_labels, kind="stable")
    rows = np.split(by_label, np.searchsorted(all_labels[by_label], np.arange(n_clusters)))[1:]
    clusters = (TextCluster(i, rows[i], lines.texts[representatives[i]], tuple(words[i])) for i in range(n_clusters))
    return all_labels, tuple(clusters)


def _first_row(lines: _Lines, labels: IntArray, n_clusters: int) -> IntArray:
    """Kinds are numbered by first appearance, so the least kind of a group tells where it starts."""
    first = np.full(n_clusters, len(lines.texts), dtype=np.intp)
    np.minimum.at(first, labels, np.arange(labels.size))
    return first


def _fit(X: Any, labels: IntArray, centres: Any) -> FloatArray:
    """Dot product of each row with its centre, entry by entry: a copy of the centre for each row would not fit."""
    centres.sort_indices()
    n, d = X.shape
    rows = np.repeat(np.arange(n), np.diff(X.indptr))
    cells = np.repeat(np.arange(centres.shape[0]), np.diff(centres.indptr)) * d + centres.indices
    found = np.searchsorted(cells, labels[rows] * d + X.indices)  # there always: a mean has the entries of its rows
    return np.bincount(rows, weights=X.data * centres.data[found], minlength=n).astype(np.float64, copy=False)


def _best_in_group(kinds: IntArray, fit: FloatArray, copies: FloatArray) -> IntArray:
    """For each group the kind that fits its centre best; among equals the one with more copies, then the first."""
    order = np.lexsort((np.arange(kinds.size), -copies, -fit.round(9), kinds))
    return order[np.unique(kinds[order], return_index=True)[1]]


def _shared_words(texts: Sequence[str], copies: FloatArray, kinds: IntArray, n_clusters: int) -> list[Sequence[str]]:
    """For each group the words in more than half of its lines, by ``share * log(share / share in all lines)``."""
    vectorizer = WordSequenceVectorizer(1, normalize=False)
    held = sp.csr_array(vectorizer.fit_transform(texts))
    held.data[:] = 1
    names = vectorizer.get_feature_names_out()
    member = sp.csr_array((copies, (kinds, np.arange(kinds.size))), shape=(n_clusters, kinds.size))
    sizes = np.bincount(kinds, weights=copies, minlength=n_clusters)
    everywhere = (copies @ held) / copies.sum()
    counts = (member @ held).tocsr()
    shared: list[Sequence[str]] = []
    for group in range(n_clusters):
        part = slice(counts.indptr[group], counts.indptr[group + 1])
        words, share = counts.indices[part], counts.data[part] / sizes[group]
        words, share = words[share > _MOSTLY], share[share > _MOSTLY]
        telling = share * np.log(share / everywhere[words]) if n_clusters > 1 else share
        best = np.lexsort((words, -telling))[:_MOST_SHARED_WORDS]
        shared.append([str(names[words[i]]) for i in best if telling[i] > 0])
    return shared
