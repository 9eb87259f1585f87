"""Groups of near-identical short strings, their number unknown: a function, and a scikit-learn estimator."""

from collections.abc import Iterable
from dataclasses import KW_ONLY, dataclass
from typing import Any, Self

from sklearn.base import BaseEstimator, ClusterMixin
from sklearn.utils.validation import check_is_fitted

from ..arrays import IntArray
from ..random_state import RandomState, as_generator
from .chance import chance_cut
from .features import LineFeatures
from .lines import Numbers, Places, checked_lines, masks_numbers, places_of_lines, words_of_lines
from .linkage import link
from .result import Count, Granularity, LogSource, TextClusters, WordSource, as_factor, word_kernel
from .saved import SavedGroups
from .templates import link_templates


def cluster_texts(
    texts: Iterable[str],
    k: Count = "auto",
    *,
    granularity: Granularity = "normal",
    numbers: Numbers = "auto",
    places: Places | None = None,
    random_state: RandomState = None,
) -> TextClusters:
    """Group near-identical short strings: titles, product names, addresses, people, log lines, scene headings.

    Lines are compared by the spelling of their words and by runs of words
    (:class:`~diverseed.texts.features.LineFeatures`) and merged by average linkage. The tree is cut where a merge
    becomes as likely among strangers, lines made of pieces of different lines, as among these
    (:func:`~diverseed.texts.chance.chance_cut`). Where numbers are masked, groups are templates
    (:func:`~diverseed.texts.templates.link_templates`).

    Parameters
    ----------
    texts : n strings, any script. Equal ones count as copies; those without a word are left out.
    k : "auto" finds the number of groups; "paper" takes the mean size of the paper's process, E|Y|, rounded; or a
        number.
    granularity : "coarse", "normal", "fine", or a number above 0 and up to 1.3 by which the height of the cut is
        multiplied: more gives fewer groups.
    numbers : "mask" replaces numbers, addresses and paths by ``<*>`` before comparing; "keep" compares them; "auto"
        masks where that leaves few different lines, and says so in a note.
    places : for scene headings, a function from the headings to their places. Those are compared, by runs of words
        alone, and counted by the paper's process.
    random_state : int, Generator, RandomState or None, for the strangers

    Examples
    --------
    >>> from diverseed.texts import cluster_texts
    >>> found = cluster_texts(["Old mill road", "The old mill road", "Harbor street", "Harbour street"], random_state=0)
    >>> found.labels.tolist()
    [0, 0, 1, 1]
    >>> found.at("fine").n_clusters
    3
    """
    factor = as_factor(granularity)
    checked = checked_lines(texts)
    rng = as_generator(random_state)
    if places is not None:
        lines = places_of_lines(checked, places)
        X = word_kernel(lines)
        return WordSource(lines, X, link(X), None, rng).cut(k, factor)
    masked, notes = masks_numbers(checked, numbers)
    if masked is not None:
        return LogSource(masked, *link_templates(masked.parts), notes).cut(k, factor)
    lines = words_of_lines(checked)
    features = LineFeatures(lines.parts)
    tree = link(features.X)
    usual = chance_cut(tree, features, lines.parts, rng=rng)
    return WordSource(lines, features.X, tree, usual, rng).cut(k, factor)


@dataclass(eq=False, repr=False)
class TextClusterer(ClusterMixin, BaseEstimator):  # type: ignore[misc,unused-ignore]
    """Clustering of near-identical short texts, their number unknown.

    :func:`~diverseed.texts.cluster_texts` with ``fit`` and ``predict``. It is for near-duplicates (names, titles,
    addresses, products, log lines), not for topics or paraphrases, which share no spelling.

    Parameters
    ----------
    granularity : {"coarse", "normal", "fine"} or float, default="normal"
        Factor on the height of the cut, above 0 and up to 1.3. Raising it gives fewer, wider groups; lowering it more,
        tighter ones. "coarse" is 1.3, "fine" 0.7.
    numbers : {"auto", "mask", "keep"}, default="auto"
        Whether numbers, addresses and paths are masked. Masked lines are grouped by template, as logs are.
    n_clusters : "auto", "paper" or int, default="auto"
        "auto" estimates the number. "paper" is the expected size of the paper's process.
    random_state : int, RandomState, Generator or None, default=None
        For the strangers, artificial lines made of pieces of lines, that determine the cut.

    Attributes
    ----------
    labels_ : (n,) group of each text, 0 for the largest; -1 for texts without a word
    n_clusters_ : number of groups
    canonical_ : list of str, the most typical text of each group
    templates_ : list of str or None, the template of each group where numbers were masked
    result_ : :class:`~diverseed.texts.TextClusters`, the full result

    Examples
    --------
    >>> from diverseed.texts import TextClusterer
    >>> lines = ["Old mill road", "The old mill road", "Harbor street", "Harbour street"]
    >>> model = TextClusterer(random_state=0).fit(lines)
    >>> model.labels_.tolist()
    [0, 0, 1, 1]
    >>> model.predict(["old mill roads", "a lighthouse"]).tolist()
    [0, -1]
    """

    _: KW_ONLY
    granularity: Granularity = "normal"
    numbers: Numbers = "auto"
    n_clusters: Count = "auto"
    random_state: RandomState = None

    def fit(self, texts: Iterable[str], y: object = None) -> Self:
        """Group ``texts`` (n strings)."""
        found = cluster_texts(
            texts,
            self.n_clusters,
            granularity=self.granularity,
            numbers=self.numbers,
            random_state=self.random_state,
        )
        self.result_ = found
        self.labels_ = found.labels
        self.n_clusters_ = found.n_clusters
        self.canonical_ = [cluster.representative for cluster in found.clusters]
        masked = found.numbers == "mask"
        self.templates_ = [cluster.template for cluster in found.clusters] if masked else None
        self._saved = SavedGroups.of(found)
        return self

    def predict(self, texts: Iterable[str]) -> IntArray:
        """The group of each text among those of ``fit``, -1 for texts that are similar to none of them."""
        check_is_fitted(self)
        return self._saved.assign(texts).labels

    def at(self, granularity: Granularity) -> TextClusters:
        """The groups at another granularity, from the tree of ``fit``. The estimator is unchanged."""
        check_is_fitted(self)
        return self.result_.at(granularity)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.string = True
        tags.input_tags.two_d_array = False
        return tags
