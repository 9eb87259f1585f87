"""Lines whose numbers are masked, ready to be cut into templates."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..errors import InputError
from .description import described, nearest_in_group, numbered_by_size
from .lines import Lines
from .masking import Tokens
from .result import Count, TextClusters
from .templates import HEIGHT, TemplateTree, agreement, link_templates


@dataclass(frozen=True)
class LogSource:
    """Masked lines and their trees."""

    lines: Lines  # merged by their masked tokens
    tree: TemplateTree  # of the masked lines
    note: str | None  # why numbers were masked, None where it was asked for

    @classmethod
    def of(cls, lines: Lines, note: str | None) -> LogSource:
        return cls(lines, link_templates(lines.parts), note)

    def cut(self, k: Count, factor: float) -> TextClusters:
        """The groups of the granularity, one for each template."""
        if k != "auto":
            raise InputError(
                f"k={k} cannot be asked for where numbers are masked: groups are templates. "
                "Choose a granularity, or keep the numbers (numbers: keep)."
            )
        found = self.tree.templates(factor)
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
            templates=found,
            notes=[] if self.note is None else [self.note],
            granularity=factor,
            cut=HEIGHT * factor,
        )
