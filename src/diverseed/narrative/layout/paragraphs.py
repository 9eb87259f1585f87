"""Text on one line or several, for places and events."""

from __future__ import annotations

from dataclasses import dataclass

from ..lettering import text_width, wrap
from ..shapes import Label
from .canvas import Canvas

ONE_LINE = 16
"""Texts with more letters are written on two lines first."""


@dataclass(frozen=True)
class Paragraph:
    """Lines of text that stand below each other."""

    lines: tuple[str, ...]
    size: float

    @property
    def width(self) -> float:
        return max(text_width(line, self.size) for line in self.lines)

    @property
    def height(self) -> float:
        return (1.05 + 1.12 * (len(self.lines) - 1)) * self.size

    def labels(self, x: float, top: float, anchor: str, kind: str, of: int, halo: float) -> list[Label]:
        return [
            Label(line, x, top + (0.8 + 1.12 * i) * self.size, self.size, anchor, kind, of, halo)
            for i, line in enumerate(self.lines)
        ]


def paragraphs(text: str, canvas: Canvas) -> list[Paragraph]:
    """A text on one line, on two or on three, the most compact first if it is long."""
    one, two = (text,), wrap(text, ONE_LINE)
    three = tuple(part for line in two for part in wrap(line, ONE_LINE // 2))
    shapes = [one, two, three] if len(text) <= ONE_LINE else [two, three, one]
    return [Paragraph(tuple(lines), canvas.small) for lines in dict.fromkeys(shapes) if len(lines) <= 3]
