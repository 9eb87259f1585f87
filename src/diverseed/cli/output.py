"""What commands say, and where: results on standard output, everything else on standard error."""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any


def complain(message: str) -> None:
    """Say on standard error why the command stops."""
    print(f"diverseed: {message}", file=sys.stderr)


def note(message: str) -> None:
    """Say on standard error what the user should know about the result."""
    print(f"note: {message}", file=sys.stderr)


def print_json(result: Mapping[str, Any]) -> None:
    """Print one JSON object on standard output; numbers that are not finite become null."""
    print(json.dumps(_finite(result), allow_nan=False))


def _finite(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {str(key): _finite(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(item) for item in value]
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    return value


@contextmanager
def working(message: str, *, long: bool) -> Iterator[None]:
    """Show a spinner and the time taken on standard error, for ``long`` work at a terminal."""
    if not (long and sys.stderr.isatty()):
        yield
        return
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (SpinnerColumn(), TextColumn("{task.description}", markup=False), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        progress.add_task(message, total=None)
        yield
