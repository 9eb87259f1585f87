"""Pictures for the page, and the same as files that stand alone."""

from ..report.pictures import picture

__all__ = ["picture", "standalone"]

_INK, _PAPER = "#23262b", "#ffffff"


def standalone(svg: str) -> str:
    """A page's SVG element as a document: the page's ink and paper become colours, and the ground is filled."""
    opening, rest = svg.split(">", 1)
    ground = f'<rect width="100%" height="100%" fill="{_PAPER}"/>'
    text = f"{opening}>{ground}{rest}".replace("currentColor", _INK).replace("var(--paper)", _PAPER)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{text}\n'
