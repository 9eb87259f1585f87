"""Groups of near-equal short strings, their number unknown."""

from collections.abc import Iterable

from ..random_state import RandomState, as_generator
from .granularity import Granularity, as_factor
from .lines import Numbers, Places, checked_lines, masks_numbers
from .log_source import LogSource
from .result import Count, TextClusters
from .word_source import WordSource


def cluster_texts(
    texts: Iterable[str],
    k: Count = "auto",
    *,
    granularity: Granularity = "normal",
    numbers: Numbers = "auto",
    places: Places | None = None,
    random_state: RandomState = None,
) -> TextClusters:
    """Group short strings that are near-equal: titles, product names, addresses, people, log lines, scene headings.

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
        return WordSource.of_places(checked, places, rng).cut(k, factor)
    lines, note = masks_numbers(checked, numbers)
    if lines is not None:
        return LogSource.of(lines, note).cut(k, factor)
    return WordSource.of_words(checked, rng).cut(k, factor)
