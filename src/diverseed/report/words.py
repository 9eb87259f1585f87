"""A clustering in plain words."""

from typing import Any

from ..evidence import Evidence


def headline(model: Any) -> str:
    """How many clusters, and how sure that is: one line.

    Parameters
    ----------
    model : a fitted DPPKMeans
    """
    count = f"{model.n_clusters_} cluster{'' if model.n_clusters_ == 1 else 's'}"
    if model.evidence_ is None:
        return f"{count}, the size of one draw" if model.n_clusters == "sample" else f"{count}, as asked for"
    return {
        "clear": f"{count}, clearly",
        "weak": f"{count}, with some doubt",
        "none": "No clusters stand out",
    }[model.evidence_.verdict]


def reasons(model: Any) -> list[str]:
    """What the headline rests on, a sentence each."""
    if model.evidence_ is None:
        return _of_the_draw(model)
    return _of_the_evidence(model.evidence_)


def _of_the_draw(model: Any) -> list[str]:
    if model.n_clusters != "sample":
        return ["The number was given, so nothing was done to find out whether it fits the data."]
    sizes = model.size_distribution_
    mean = sum(k * p for k, p in sizes.items())
    deviation = sum((k - mean) ** 2 * p for k, p in sizes.items()) ** 0.5
    return [f"Draws of this process have {mean:.1f} points on average, give or take {deviation:.1f}."]


def _of_the_evidence(evidence: Evidence) -> list[str]:
    best = evidence.best_n_clusters
    score, null = float(evidence.scores[best - 1]), evidence.null_level
    if evidence.verdict == "none":
        if best == 1:
            return ["There are too few different points to tell."]
        return [
            f"The best number, {best}, scores {score:.2f}; data of the same spread without clusters reach {null:.2f}.",
            "So all points are reported as one cluster.",
        ]
    sentences = [f"{best} clusters score {score:.2f}; data of the same spread without clusters reach {null:.2f}."]
    others = [k for k in evidence.candidates if k not in (1, best)][:3]
    if others:
        parts = [f"{k} ({evidence.shares[k]:.0%} of the evidence)" for k in others]
        sentences.append(f"Next best: {', '.join(parts)}.")
    else:
        sentences.append("No other number stands above that level.")
    return sentences
