"""Values and arrays of a model file, each validated when it is read."""

from collections.abc import Callable
from dataclasses import dataclass, field, fields
from typing import Any

import numpy as np
import scipy.sparse

from ...errors import InputError
from ...walk.evidence import Evidence, Level

_EVIDENCE_ARRAYS = {"bandwidths": 1, "eigenvalues": 2, "separations": 1, "scores": 1, "null_scores": 1}


@dataclass
class Contents:
    """What is kept of a fitted model."""

    # numbers, texts, lists and mappings of them, for the JSON document
    values: dict[str, Any] = field(default_factory=dict)
    arrays: dict[str, Any] = field(default_factory=dict)  # by name

    # what a model writes

    def put(self, **items: Any) -> None:
        """Arrays and plain values, by name."""
        for name, item in items.items():
            (self.arrays if isinstance(item, np.ndarray) else self.values)[name] = item

    def put_rows(self, name: str, rows: Any) -> None:
        """Dense or sparse rows."""
        if not scipy.sparse.issparse(rows):
            self.arrays[name] = rows
            return
        self.put(**{f"{name}_{part}": getattr(rows, part) for part in ("data", "indices", "indptr")})
        self.values[f"{name}_columns"] = rows.shape[1]

    def put_labels(self, name: str, labels: Any) -> None:
        """Labels in as few bytes as they need."""
        self.arrays[name] = labels.astype(np.min_scalar_type(int(labels.max(initial=0))))

    def put_levels(self, labels: dict[int, Any]) -> None:
        """Labels of the same points, by number of clusters."""
        self.values["levels"] = list(labels)
        for k, labels_at in labels.items():
            self.put_labels(f"level_{k}", labels_at)

    def put_evidence(self, evidence: Evidence | None) -> None:
        if evidence is None:
            return
        plain = {item.name: getattr(evidence, item.name) for item in fields(evidence)}
        self.put(**{f"evidence_{name}": plain.pop(name) for name in _EVIDENCE_ARRAYS})
        self.values["evidence"] = {**plain, "levels": [vars(level) for level in evidence.levels]}

    # what a model takes; whatever is wrong with it is an InputError

    def value(self, name: str, kind: type | tuple[type, ...], *, optional: bool = False) -> Any:
        """A value of the given type, or None if it is optional."""
        value = self.values.get(name)
        if value is None and optional:
            return None
        if kind is float and isinstance(value, int):
            value = float(value)
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            raise InputError(f"{name} has the invalid value {value!r:.80}.")
        return value

    def whole(self, name: str, *, least: int = 0) -> int:
        value = self.value(name, int)
        if not least <= value < 2**63:
            raise InputError(f"{name} is {value}; it must be {least} or more.")
        return int(value)

    def array(self, name: str, kind: str, *shape: int | None, finite: bool = True, below: int | None = None) -> Any:
        """An array of the given kind ("f", "i") and shape, where None is any length. Integers must be at least 0 and
        ``below`` the bound, if there is one."""
        array = self.arrays.get(name)
        if array is None:
            raise InputError(f"the array {name} is missing.")
        kinds = "iu" if kind == "i" else kind
        fits = len(array.shape) == len(shape) and all(
            n in (length, None) for length, n in zip(array.shape, shape, strict=True)
        )
        if array.dtype.kind not in kinds or not fits:
            raise InputError(f"{name} has an unexpected shape {array.shape} or type {array.dtype}.")
        if kind == "f" and finite and not np.isfinite(array).all():
            raise InputError(f"{name} holds NaN or infinity.")
        if below is not None and array.size and not (array.min() >= 0 and array.max() < below):
            raise InputError(f"{name} holds numbers outside 0 to {below - 1}.")
        return array.astype(np.intp) if kind == "i" else array

    def rows(self, name: str, n_columns: int) -> Any:
        """Dense or sparse rows."""
        if f"{name}_columns" not in self.values:
            return self.array(name, "f", None, n_columns)
        data = self.array(f"{name}_data", "f", None)
        indices = self.array(f"{name}_indices", "i", data.size, below=n_columns)
        indptr = self.array(f"{name}_indptr", "i", None)
        if not indptr.size or indptr[0] != 0 or indptr[-1] != data.size or (np.diff(indptr) < 0).any():
            raise InputError(f"{name} is not a sparse matrix.")
        shape = (indptr.size - 1, n_columns)
        return scipy.sparse.csr_array((data, indices.astype(np.int32), indptr.astype(np.int32)), shape=shape)

    def levels(self, n: int) -> dict[int, Any]:
        """Labels of n points, by number of clusters."""
        numbers = self.numbers("levels")
        return {k: self.array(f"level_{k}", "i", n, below=k).astype(np.int32) for k in numbers}

    def weights(self, name: str, n: int) -> Any:
        found = self.array(name, "f", n)
        if n and found.min() < 0:
            raise InputError(f"{name} holds negative weights.")
        return found

    def evidence(self) -> Evidence | None:
        plain = self.value("evidence", dict, optional=True)
        if plain is None:
            return None
        parts = Contents(plain)
        held = {
            name: self.array(f"evidence_{name}", "f", *[None] * n, finite=False)
            for name, n in _EVIDENCE_ARRAYS.items()
            if name != "null_scores" or f"evidence_{name}" in self.arrays
        }
        # the first files have one level for all numbers of clusters
        held.setdefault("null_scores", np.full(held["scores"].size, parts.value("null_level", float)))
        levels = tuple(parts.items("levels", _level))
        verdict = parts.value("verdict", str)
        if verdict not in ("clear", "weak", "none"):
            raise InputError(f"the verdict is {verdict!r:.80}.")
        sizes = [held[name].size for name in ("scores", "separations", "null_scores")]
        if held["eigenvalues"].shape[0] != held["bandwidths"].size or len(set(sizes)) > 1:
            raise InputError("the arrays of the evidence have inconsistent lengths.")
        if not max(parts.whole("n_clusters"), parts.whole("best_n_clusters")) <= sizes[0]:
            raise InputError(f"the evidence has scores up to k={sizes[0]} only.")
        return Evidence(
            n_clusters=parts.whole("n_clusters", least=1),
            verdict=verdict,
            strength=parts.value("strength", float),
            null_level=parts.value("null_level", float),
            best_n_clusters=parts.whole("best_n_clusters", least=1),
            levels=levels,
            is_round=parts.value("is_round", bool, optional=True),
            agreement=parts.value("agreement", float, optional=True),
            **held,
        )

    def items(self, name: str, read: Callable[[Any], Any]) -> list[Any]:
        """A list of what ``read`` makes of each item."""
        try:
            return [read(item) for item in self.value(name, list)]
        except (TypeError, ValueError, LookupError, OverflowError) as error:
            raise InputError(f"{name} is not valid ({error!s:.80}).") from error

    def numbers(self, name: str) -> list[int]:
        """A list of numbers of clusters."""
        found = self.items(name, int)
        if not all(1 <= k < 2**31 for k in found):
            raise InputError(f"{name} is {found!r:.80}, not a list of cluster counts.")
        return found


def _level(plain: Any) -> Level:
    others = (float(plain[name]) for name in ("score", "share", "bandwidth", "time_scale"))
    return Level(int(plain["n_clusters"]), *others)
