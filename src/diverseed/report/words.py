"""A clustering in words."""

import math
from collections import Counter
from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any

from ..cluster.kmeans import DPPKMeans
from ..cluster.plane import column_title
from ..files.pages import counted, shortened
from ..walk import Evidence

# What a cluster's mean of each kind of column is called above, and below, the mean of all rows.
_TRAITS = {
    "number": ("high", "low"),
    "date": ("late", "early"),
    "yes/no": ("often", "rarely"),
    "category": ("often", "rarely"),
}


def trait(name: str, kind: str, offset: float) -> str:
    """What distinguishes a cluster: "low price", "often colour = red"."""
    above, below = _TRAITS[kind]
    return f"{above if offset > 0 else below} {column_title(name)}"


def told_apart(texts: Sequence[str], longest: int) -> list[str]:
    """Different texts cut to a length; to twice that, in the middle, or not at all if they would look the same."""
    half = longest // 2
    ends = [text if len(text) <= longest else f"{text[: half - 1]}…{text[-half:]}" for text in texts]
    ways = [*([shortened(text, most) for text in texts] for most in (longest, 2 * longest)), ends, texts]
    counts = [Counter(way) for way in ways]
    last = len(ways) - 1
    best = [next((w for w in range(last) if counts[w][ways[w][i]] == 1), last) for i in range(len(texts))]
    return [ways[w][i] for i, w in enumerate(best)]


def readable(value: float, kind: str = "number") -> str:
    """A mean as people write it: 101,500 and not 1.015e+05; a date for days, a share for yes/no and categories."""
    if kind == "date":
        try:
            return (date(1970, 1, 1) + timedelta(days=round(value))).isoformat()
        except (OverflowError, ValueError):
            return f"{value:,.0f} days"
    if kind in ("yes/no", "category"):
        return f"{value:.0%}"
    if value != 0 and not 1e-4 <= abs(value) < 1e15:
        return f"{value:.3g}"
    digits = max(0, 3 - math.floor(math.log10(abs(value)))) if value else 0
    text = f"{value:,.{digits}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def readable_column(values: Sequence[float], kind: str = "number") -> list[str]:
    """Means below each other: numbers have the decimals of the largest, unless they would vanish."""
    texts = [readable(value, kind) for value in values]
    largest = max(map(abs, values), default=0.0)
    if kind != "number" or not 1e-4 <= largest < 1e15:
        return texts
    used = max(len(text.partition(".")[2]) for text in texts if "e" not in text)
    digits = min(used, max(0, 3 - math.floor(math.log10(largest))))
    vanishing = 0.5 * 10.0**-digits
    return [text if 0 < abs(v) < vanishing else f"{v:,.{digits}f}" for v, text in zip(values, texts, strict=True)]


def headline(model: Any) -> str:
    """One line: how many clusters, and how strong the evidence is."""
    count = counted(model.n_clusters_, "cluster")
    if model.evidence_ is None:
        reason = {"sample": "the size of one draw", "expected": "the expected size of a draw"}
        return f"{count} ({reason.get(model.n_clusters, 'you chose this')})"
    return {
        "clear": f"{count} (strong evidence)",
        "weak": f"{count} (weak evidence)",
        "none": "No clusters found",
    }[model.evidence_.verdict]


def reasons(model: Any) -> list[str]:
    """The reasons for the headline, as sentences."""
    if model.evidence_ is None:
        return _of_the_draw(model)
    sentences = _of_the_evidence(model.evidence_)
    if model.evidence_.is_round is False and isinstance(model, DPPKMeans):
        agreement = model.evidence_.agreement or 0.0
        chosen = model.seeding is not None or model.sharpness != "auto"
        why = "not round, or the seeds miss some" if chosen else "not round"
        sentences.append(f"The clusters are {why}: k-means cuts across them (adjusted Rand index {agreement:z.2f}).")
    return sentences


def _of_the_draw(model: Any) -> list[str]:
    if model.n_clusters == "expected":
        return ["The number is the expected size of a draw from the process with the given kernel."]
    if model.n_clusters == "auto":  # the studio changed the clusters, which the evidence does not describe
        return ["This number is your choice: another level of the evidence, or merged clusters."]
    if model.n_clusters != "sample":
        return ["The number of clusters was given, not estimated."]
    sizes = model.size_distribution_
    mean = sum(k * p for k, p in sizes.items())
    deviation = sum((k - mean) ** 2 * p for k, p in sizes.items()) ** 0.5
    return [f"Draws of this process have {mean:.1f} ± {deviation:.1f} points."]


def _of_the_evidence(evidence: Evidence) -> list[str]:
    best = evidence.best_n_clusters
    score, null = float(evidence.scores[best - 1]), evidence.null_level
    if evidence.verdict == "none":
        if best == 1:
            return ["There are too few distinct points to tell."]
        return [
            f"The best number, {best}, scores {score:.2f}. Random data with the same spread scores up to {null:.2f}.",
            "All points are therefore in one cluster.",
        ]
    if null == 0:  # so clear that nothing was compared
        return [f"There are only {best} distinct points, repeated many times. Each is a cluster."]
    sentences = [f"{best} clusters score {score:.2f}. Random data with the same spread scores at most {null:.2f}."]
    others = [k for k in evidence.candidates if k not in (1, best)][:3]
    if others:
        parts = [f"{k} ({_share(evidence.shares[k])} of the evidence)" for k in others]
        sentences.append(f"Other plausible numbers: {', '.join(parts)}.")
    else:
        sentences.append("No other number of clusters exceeds that.")
    return sentences


def _share(share: float) -> str:
    return "under 1%" if share < 0.005 else f"{share:.0%}"
