"""Lines whose numbers are masked, ready to be cut into templates."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from ..arrays import FloatArray
from ..errors import InputError
from .description import described, nearest_in_group, numbered_by_size
from .lines import Lines
from .masking import Tokens, masked, masked_parts, parameters, rendered
from .result import Count, TextClusters
from .templates import HEIGHT, TemplateTree, agreement, link_templates


@dataclass(frozen=True)
class LogSource:
    """Masked lines and their trees."""

    texts: Sequence[str]  # n lines as written
    lines: Lines  # merged by their masked tokens
    tree: TemplateTree  # of the masked lines
    note: str | None  # why numbers were masked, None where it was asked for
    _templates: dict[float, list[Tokens]] = field(default_factory=dict, repr=False)

    @classmethod
    def of(cls, texts: Sequence[str], lines: Lines, note: str | None) -> LogSource:
        return cls(texts, lines, link_templates(lines.parts), note)

    @property
    def heights(self) -> FloatArray:
        return self.tree.heights()

    def parameters(self, row: int, factor: float) -> list[str]:
        """What a line has where its template has ``<*>``."""
        kind = self.lines.which[row]
        if kind < 0:
            return []
        template = self._found(factor)[kind]
        if template == self.lines.parts[kind]:  # nothing but what is masked varies
            return masked_parts(self.texts[row])
        return parameters(self.texts[row], template)

    def cut(self, k: Count, factor: float) -> TextClusters:
        """The groups of the granularity, one for each template."""
        if k != "auto":
            raise InputError(
                f"k={k} cannot be asked for where numbers are masked: groups are templates. "
                "Choose a granularity, or keep the numbers (numbers: keep)."
            )
        found = self._found(factor)
        number: dict[Tokens, int] = {}
        kinds = np.array([number.setdefault(template, len(number)) for template in found], dtype=np.intp)
        labels = numbered_by_size(kinds, self.lines)
        parts = self.lines.parts
        near = np.array([agreement(line, template) for line, template in zip(parts, found, strict=True)])
        typical = nearest_in_group(labels, near, self.lines.copies)
        heights = np.zeros(typical.size)
        np.maximum.at(heights, labels, 1 - near)
        return described(
            self,
            labels,
            typical,
            similarity=np.array([agreement(line, parts[typical[i]]) for line, i in zip(parts, labels, strict=True)]),
            heights=heights,
            templates=[rendered(masked(self.lines.texts[row]), found[row]) for row in typical],
            notes=[] if self.note is None else [self.note],
            granularity=factor,
            cut=HEIGHT * factor,
        )

    def _found(self, factor: float) -> list[Tokens]:
        """The template of each kind of line; that of one granularity is kept."""
        if factor not in self._templates:
            self._templates.clear()
            self._templates[factor] = self.tree.templates(factor)
        return self._templates[factor]
