"""Groups saved in a file that a person can edit, and later lines assigned to them."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from ..arrays import FloatArray, IntArray
from ..errors import InputError
from .features import LineFeatures, Words
from .lines import Lines, checked_lines, masked_lines, words_of_lines
from .linkage import group_means
from .masking import WILDCARD, Tokens, masked, parameters, rendered, tokens, words_of
from .result import TextClusters
from .templates import TemplateIndex, agreement

FORMAT = "diverseed text groups"
_ROWS_AT_ONCE = 1000


@dataclass(frozen=True)
class SavedGroups:
    """Groups as they are saved.

    Attributes
    ----------
    numbers : "mask" where groups are templates, "keep" where they are lists of lines
    cut : height of the cut; a line joins the nearest group whose lines it resembles by ``1 - cut`` on average
    names : canonical value of each group, which a person may change
    members : the different lines of each group, or its templates
    """

    numbers: Literal["mask", "keep"]
    cut: float
    names: tuple[str, ...]
    members: tuple[tuple[str, ...], ...]

    @classmethod
    def of(cls, found: TextClusters) -> SavedGroups:
        """The groups of a result."""
        names = tuple(cluster.template or cluster.representative for cluster in found.clusters)
        cut = found.cut if found.cut is not None else max(cluster.height for cluster in found.clusters)
        if found.numbers == "mask":
            return cls("mask", cut, names, tuple((template,) for template in names))
        lines = found._source.lines
        kinds = [dict.fromkeys(lines.which[cluster.rows].tolist()) for cluster in found.clusters]
        return cls("keep", cut, names, tuple(tuple(lines.texts[kind] for kind in group) for group in kinds))

    def as_json(self) -> dict[str, Any]:
        """For a file: one object for each group, its name first."""
        kind = "templates" if self.numbers == "mask" else "lines"
        groups = [{"name": name, kind: list(members)} for name, members in zip(self.names, self.members, strict=True)]
        return {"format": FORMAT, "numbers": self.numbers, "cut": self.cut, "groups": groups}

    @classmethod
    def from_json(cls, text: str, *, source: str) -> SavedGroups:
        """Read what :meth:`as_json` gave, edited or not: groups may be merged, split, renamed, removed or added."""
        try:
            content = json.loads(text)
        except ValueError as error:
            raise InputError(f"{source} is not JSON: {error}. Give a file written by --save.") from error
        if not isinstance(content, dict) or content.get("format") != FORMAT:
            raise InputError(
                f'{source} is not a file of groups: "format" is not "{FORMAT}". Give one written by --save.'
            )
        numbers, cut, groups = content.get("numbers"), content.get("cut"), content.get("groups")
        if numbers not in ("mask", "keep"):
            raise InputError(f'{source}: "numbers" is {numbers!r}. It must be "mask" or "keep".')
        if isinstance(cut, bool) or not isinstance(cut, int | float) or not 0 <= cut <= 1:
            raise InputError(f'{source}: "cut" is {cut!r}. It must be a number from 0 to 1.')
        if not isinstance(groups, list) or not groups:
            raise InputError(f'{source}: "groups" must be a list of at least one group.')
        kind = "templates" if numbers == "mask" else "lines"
        read = [_group(group, kind, f"{source}, group {i}") for i, group in enumerate(groups, 1)]
        _check_members(read, kind, source)
        return cls(numbers, float(cut), tuple(name for name, _ in read), tuple(members for _, members in read))

    def assign(self, texts: Iterable[str]) -> Assigned:
        """The group of each line, -1 for what is new."""
        checked, templates = checked_lines(texts), None
        if self.numbers == "mask":
            lines = masked_lines(checked)
            labels, near, templates = self._fitting(lines.parts)
        else:
            lines = words_of_lines(checked)
            labels, near = self._nearest(lines.parts)
        near = np.where(labels < 0, np.nan, near)
        of_rows = lines.of_rows(labels, absent=-1), lines.of_rows(near, absent=np.nan)
        return Assigned(self.names, *of_rows, lines, templates)

    def _fitting(self, lines: Sequence[Tokens]) -> tuple[IntArray, FloatArray, list[Tokens | None]]:
        """Label, similarity and template of masked lines, by the templates that they fit."""
        group_of = {tokens(text): group for group, members in enumerate(self.members) for text in members}
        index = TemplateIndex(group_of)
        found = [index.match(line) for line in lines]
        labels = np.array([-1 if template is None else group_of[template] for template in found], dtype=np.intp)
        near = np.array([agreement(line, template or ()) for line, template in zip(lines, found, strict=True)])
        return labels, near, found

    def _nearest(self, lines: Sequence[Words]) -> tuple[IntArray, FloatArray]:
        """Label and similarity of lines with the words of a known line, else of those near enough to a group's mean."""
        known: dict[Words, int] = {}
        for group, members in enumerate(self.members):
            for text in members:
                known.setdefault(tuple(words_of(text)), group)
        known.pop((), None)
        features = LineFeatures(list(known))
        groups, present = np.unique(list(known.values()), return_inverse=True)
        turned = group_means(features.X, present)[0].T.tocsr()
        names = features.of([tuple(words_of(name)) or ("",) for name in self.names])
        labels = np.array([known.get(line, -1) for line in lines], dtype=np.intp)
        near = np.zeros(labels.size)
        for start in range(0, labels.size, _ROWS_AT_ONCE):
            part = slice(start, start + _ROWS_AT_ONCE)
            rows = features.of(lines[part])
            similar = (rows @ turned).toarray()
            close = similar.max(axis=1) >= 1 - self.cut
            labels[part] = np.where((labels[part] < 0) & close, groups[similar.argmax(axis=1)], labels[part])
            near[part] = np.asarray(rows.multiply(names[np.maximum(labels[part], 0)]).sum(axis=1)).ravel()
        return labels, np.clip(near, 0, 1)


@dataclass(frozen=True)
class Assigned:
    """Lines assigned to saved groups.

    Attributes
    ----------
    names : canonical value of each group
    labels : (n,) group of each line in the order of the file, -1 for lines that are new
    similarity : (n,) of each line to the canonical value (of a log: to the template), nan where new
    """

    names: tuple[str, ...]
    labels: IntArray
    similarity: FloatArray
    lines: Lines
    templates: Sequence[Tokens | None] | None  # of a log, that of each kind of line

    @property
    def new(self) -> dict[str, int]:
        """The lines that are in no group, each with how often it occurs; in a log, their masked forms."""
        new = (text for text, label in zip(self.lines.written, self.labels, strict=True) if label < 0 and text.strip())
        return Counter(new if self.templates is None else map(masked, new))

    @property
    def numbers(self) -> Literal["mask", "keep"]:
        """Whether numbers are masked, so that groups are templates."""
        return "keep" if self.templates is None else "mask"

    def template(self, row: int) -> tuple[str, list[str]]:
        """Of a log, the template of a line and its parameters; empty for what is new."""
        kind = self.lines.which[row]
        found = self.templates[kind] if self.templates is not None and kind >= 0 else None
        if found is None:
            return "", []
        text = self.lines.written[row]
        return rendered(masked(text), found), parameters(text, found)


def _group(group: object, kind: str, where: str) -> tuple[str, tuple[str, ...]]:
    if not isinstance(group, Mapping) or not isinstance(group.get("name"), str):
        raise InputError(f'{where}: "name" must be a string.')
    members = group.get(kind)
    if not isinstance(members, list) or not members or not all(isinstance(member, str) for member in members):
        raise InputError(f'{where} ({group["name"]!r:.60}): "{kind}" must be a list of at least one string.')
    return group["name"], tuple(members)


def _check_members(read: Sequence[tuple[str, tuple[str, ...]]], kind: str, source: str) -> None:
    """A line in two groups would be assigned by chance."""
    seen: dict[str, str] = {}
    for name, members in read:
        for member in members:
            if seen.setdefault(member, name) != name:
                raise InputError(
                    f"{source}: {member!r:.80} is among the {kind} of {seen[member]!r:.60} and {name!r:.60}. "
                    "Keep it in one of them."
                )
    if kind == "templates" and not all(map(str.strip, seen)):
        raise InputError(f"{source}: a template is empty. Give it a word, or {WILDCARD} for what is masked as a whole.")
