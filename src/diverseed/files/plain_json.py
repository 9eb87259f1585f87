"""JSON that every reader takes: numbers that are not finite become null."""

import json
import math
from collections.abc import Callable, Mapping
from typing import Any


def json_text(value: Any) -> str:
    """A value of mappings, lists, texts and numbers as one line of JSON."""
    return json.dumps(plain(value, lambda number: None), allow_nan=False)


def plain(value: Any, not_finite: Callable[[float], Any]) -> Any:
    """The value in types that JSON has, with ``not_finite`` of each number that JSON lacks."""
    if isinstance(value, Mapping):
        return {str(key): plain(item, not_finite) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item, not_finite) for item in value]
    if hasattr(value, "dtype") and hasattr(value, "item"):  # a number of numpy's
        value = value.item()
    return not_finite(value) if isinstance(value, float) and not math.isfinite(value) else value
