"""Progress of long computations: reported where they run, passed to the listener that shows it.

Nothing is stored on an estimator and no function takes a callback: a listener is set for the length of a context.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeAlias

Listener: TypeAlias = Callable[[str, int, int], None]

_listener: ContextVar[Listener | None] = ContextVar("listener", default=None)


@contextmanager
def heard_by(listener: Listener) -> Iterator[None]:
    """Pass what is reported in this context to ``listener(stage, done, total)``; an unknown total is 0."""
    token = _listener.set(listener)
    try:
        yield
    finally:
        _listener.reset(token)


def report(stage: str, done: int = 0, total: int = 0) -> None:
    """Say which stage a computation has reached."""
    listener = _listener.get()
    if listener is not None:
        listener(stage, done, total)
