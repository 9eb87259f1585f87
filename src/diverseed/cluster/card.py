"""The notebook card of a fitted model: the number of clusters, the evidence, and a picture."""

from typing import Any

import numpy as np
import scipy.sparse
from markupsafe import Markup
from sklearn.utils import estimator_html_repr

from ..arrays import FloatArray, IntArray
from ..engine.points import dense_rows
from ..files.pages import counted, fragment
from .colours import COLOURS, QUIET, cluster_colours
from .plane import Projection

_WIDTH, _HEIGHT, _MARGIN = 220, 150, 10
# As many points as a picture of this size shows apart.
_MOST_POINTS = 500
_BADGES = {
    "clear": ("#1a7f4b", "clear"),
    "weak": ("#b26a00", "weak evidence"),
    "none": ("#6b7280", "no clusters found"),
    "given": ("#6b7280", "number given"),
}


class NotebookCard:
    """Shows the clusters of a fitted model in a notebook, above scikit-learn's diagram, which can be unfolded.

    ``sklearn.set_config(display="text")`` turns both off, and ``sklearn.utils.estimator_html_repr`` gives the diagram
    alone.
    """

    def _repr_html_inner(self) -> str:
        return card(self)

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, str]:
        shown: dict[str, str] = super()._repr_mimebundle_(**kwargs)  # type: ignore[misc]
        if "text/html" in shown:
            shown["text/html"] = card(self)
        return shown


def card(model: Any) -> str:
    """HTML that shows a model; one that is not fitted shows as in scikit-learn."""
    diagram = estimator_html_repr(model)
    if not hasattr(model, "n_clusters_"):
        return diagram
    return fragment(
        "card.html",
        name=type(model).__name__,
        n_clusters=model.n_clusters_,
        badge=_badge(model),
        facts=_facts(model),
        picture=_picture(model),
        diagram=Markup(diagram),
    )


def _badge(model: Any) -> tuple[str, str] | None:
    """Colour and words for how sure the number of clusters is."""
    evidence = getattr(model, "evidence_", None)
    if evidence is not None:
        return _BADGES[evidence.verdict]
    return _BADGES["given"] if isinstance(getattr(model, "n_clusters", None), (int, np.integer)) else None


def _facts(model: Any) -> list[str]:
    """A few lines on the clusters."""
    facts = []
    evidence = getattr(model, "evidence_", None)
    if evidence is not None and evidence.verdict != "none":
        others = [str(k) for k in evidence.candidates if k != model.n_clusters_][:3]
        if others:
            facts.append(f"also plausible: {', '.join(others)}")
        if evidence.is_round is False:
            facts.append("not round")
    if hasattr(model, "expert_names_"):
        facts += [
            f"{counted(model.n_seen_, 'point')} seen",
            f"leading expert: {model.expert_names_[model.leader_]} ({model.expert_weights_[model.leader_]:.0%})",
        ]
    labels = getattr(model, "labels_", None)
    if isinstance(labels, np.ndarray):
        sizes = np.sort(np.bincount(labels, minlength=model.n_clusters_))[::-1]
        facts.append(f"sizes {', '.join(f'{size:,}' for size in sizes[:6])}{', …' if sizes.size > 6 else ''}")
    return facts


def _picture(model: Any) -> dict[str, Any] | None:
    """Points in their clusters' colours, or only the centres; nothing where there are neither."""
    points, labels, centres = _shown(model)
    if points is None:
        return None
    n = len(points)
    places = Projection.of(points if centres is None else np.concatenate([points, centres])).positions
    if points.shape[1] == 1:
        places[n:, 1] = 0.5  # the points are spread out at random, the centres are not
    low, span = places.min(axis=0), np.ptp(places, axis=0)
    room = np.array([_WIDTH, _HEIGHT]) - 2 * _MARGIN
    scale = np.divide(room, span, out=np.zeros(2), where=span > 0)
    places = (places - low) * scale + _MARGIN + (room - span * scale) / 2
    places[:, 1] = _HEIGHT - places[:, 1]
    ours = places[:n]
    means = np.array([ours[labels == c].mean(axis=0) if (labels == c).any() else low for c in range(model.n_clusters_)])
    colours = [COLOURS[colour] for colour in cluster_colours(means)]
    return {
        "width": _WIDTH,
        "height": _HEIGHT,
        "frame": QUIET,
        "size": 1.7 if centres is not None or n > model.n_clusters_ else 5,
        "points": [(x, y, colours[label]) for (x, y), label in zip(ours, labels, strict=True)],
        "centres": places[n:],
    }


def _shown(model: Any) -> tuple[FloatArray | None, IntArray, FloatArray | None]:
    """Points to show, their labels, and centres: of the data where the model holds some, else the centres alone."""
    centres = getattr(model, "cluster_centers_", None)
    rows: Any = getattr(model, "_X_fit", None)
    labels = getattr(model, "labels_", None)
    if hasattr(model, "_label_of_point"):
        rows, labels = model._frame.origin + dense_rows(model._points.points), model._label_of_point
        centres = None  # means of clusters of any shape say nothing
    elif hasattr(model, "_stream"):
        rows = model._stream.window
        labels = model.predict(rows)
    if not isinstance(labels, np.ndarray) or not (isinstance(rows, np.ndarray) or scipy.sparse.issparse(rows)):
        return centres, np.arange(model.n_clusters_), None  # a model from a file, or from Dask
    chosen = np.linspace(0, len(labels) - 1, min(len(labels), _MOST_POINTS)).astype(np.intp)
    return dense_rows(rows[chosen]), labels[chosen], centres
