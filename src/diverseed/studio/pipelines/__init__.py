"""What a job does with a file: a module for each kind, with its ``KIND``, ``run`` and the ``FILES`` to export."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, Generic, TypeVar

from ..detection import kind_of
from ..settings import EXAMPLE, Kind, Settings

State = TypeVar("State")


@dataclass(frozen=True)
class Order:
    """What a worker is asked to do.

    Attributes
    ----------
    place : path of the file, or ``example:NAME``
    name : what the user calls it
    settings : how
    before : what the last run on this file left, if there was one
    """

    place: str
    name: str
    settings: Settings
    before: Any

    @property
    def path(self) -> Path:
        return Path(self.place)


@dataclass(frozen=True)
class Product(Generic[State]):
    """What a run gives: ``result`` for the page, as JSON; ``state`` for exports and the next run; ``files`` at once."""

    result: dict[str, Any]
    state: State
    files: Mapping[str, str | bytes]


def pipeline_of(order: Order) -> Any:
    """The module that does what is asked for: by the kind of file that was named, or that the file seems to be."""
    return import_module(f".{_kind(order)}", __name__)


def _kind(order: Order) -> Kind:
    if order.settings.kind != "auto":
        return order.settings.kind
    if order.before is not None:
        return order.before.kind
    if order.place.startswith(EXAMPLE):
        from ...examples import NUMERIC

        return "table" if order.place.removeprefix(EXAMPLE) in NUMERIC else "screenplay"
    return kind_of(order.path, order.name)
