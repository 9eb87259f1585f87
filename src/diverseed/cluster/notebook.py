"""How fitted models show themselves in notebooks."""

from typing import Any


class NotebookCard:
    """Shows the clusters of a fitted model in a notebook, above scikit-learn's own diagram, which can be unfolded.

    ``sklearn.set_config(display="text")`` turns both off, and ``sklearn.utils.estimator_html_repr`` gives the diagram
    alone.
    """

    def _repr_html_inner(self) -> str:
        from ..displays.card import card

        return card(self)

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, str]:
        shown: dict[str, str] = super()._repr_mimebundle_(**kwargs)  # type: ignore[misc]
        if "text/html" in shown:
            shown["text/html"] = self._repr_html_inner()
        return shown
