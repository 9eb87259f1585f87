"""What long work is at: reported by those who do it, heard by whoever shows it.

Nothing is stored on an estimator and no function takes a callback: a caller listens for as long as a context lasts.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeAlias

Listener: TypeAlias = Callable[[str, int, int], None]

_listener: ContextVar[Listener | None] = ContextVar("listener", default=None)


@contextmanager
def heard_by(listener: Listener) -> Iterator[None]:
    """Hand what is reported in this context to ``listener(stage, done, total)``; a total of 0 is not known."""
    token = _listener.set(listener)
    try:
        yield
    finally:
        _listener.reset(token)


def report(stage: str, done: int = 0, total: int = 0) -> None:
    """Say what the work is at."""
    listener = _listener.get()
    if listener is not None:
        listener(stage, done, total)
