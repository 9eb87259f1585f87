"""Groups of lines as one HTML page that needs nothing else."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from ..files.pages import page
from .masking import WILDCARD
from .result import TextCluster, TextClusters

_MOST_LINES = 200  # of a group shown; the table holds all
_MOST_SINGLES = 2000
_WIDEST_BAR, _NARROWEST_BAR = 3.5, 0.15  # rem


def to_report(found: TextClusters, texts: Sequence[str], *, source: str) -> str:
    """One page: the figures, then each group with the words that hold it together and its lines."""
    groups = [cluster for cluster in found.clusters if cluster.size > 1]
    singles = [cluster.representative for cluster in found.clusters if cluster.size == 1]
    return page(
        "texts.html",
        title=f"Groups in {source}",
        kind="texts",
        figures=[
            (found.n_clusters, "groups"),
            (found.n, "lines"),
            (found.n_distinct, "different lines" if found.numbers == "keep" else "different when masked"),
            (len(singles), "lines alone"),
        ],
        how_cut=how_cut(found),
        notes=found.notes,
        masked=found.numbers == "mask",
        groups=[_shown(found, cluster, texts, largest=groups[0].size) for cluster in groups],
        singles=singles[:_MOST_SINGLES],
        n_singles=len(singles),
    )


def how_cut(found: TextClusters) -> str:
    """One sentence: what holds for the lines of a group."""
    if found.cut is None:
        how = "given" if found.expected_size is None else "counted by the paper's process"
        return f"The number of groups, {found.n_clusters:,}, was {how}."
    alike = f"Lines in a group are at least {1 - found.cut:.0%} similar on average (granularity {found.granularity:g})."
    if found.chance is None:
        return alike
    share = f"About {found.chance:.0%}" if found.chance >= 0.005 else "Less than 1%"
    return f"{alike} {share} of the merges may be due to chance."


def _shown(found: TextClusters, cluster: TextCluster, texts: Sequence[str], *, largest: int) -> dict[str, Any]:
    """A group as the template shows it: its template or most typical line, what it is about, and its lines."""
    written = Counter(texts[row] for row in cluster.rows).most_common()
    first = {texts[row]: int(row) for row in reversed(cluster.rows)}
    if cluster.template is None:
        head = [(cluster.representative, False)]
        about = " · ".join(cluster.shared_words) or "no word is in most lines"
    else:
        head = _split(cluster.template, [WILDCARD] * cluster.template.count(WILDCARD))
        about = cluster.representative
    return {
        "size": cluster.size,
        "width": max(_NARROWEST_BAR, _WIDEST_BAR * cluster.size / largest),
        "head": head,
        "about": about,
        "lines": [(_split(text, found.parameters(first[text])), copies) for text, copies in written[:_MOST_LINES]],
        "n_more": len(written) - _MOST_LINES,
    }


def _split(text: str, slots: Sequence[str]) -> list[tuple[str, bool]]:
    """The text split at the slots, which it holds in this order; each part with whether it is a slot."""
    parts: list[tuple[str, bool]] = []
    done = 0
    for slot in slots:
        begin = text.index(slot, done)
        parts += [(text[done:begin], False), (slot, True)]
        done = begin + len(slot)
    return [*parts, (text[done:], False)]
