"""What a job does with a file: one module a road, each with ``run`` and the ``FILES`` that can be exported."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, Generic, TypeVar

from ..settings import Kind, Settings

EXAMPLE = "example:"
State = TypeVar("State")
_ENDINGS: dict[str, Kind] = {
    **dict.fromkeys((".csv", ".tsv", ".parquet", ".npy"), "table"),
    **dict.fromkeys((".fountain", ".spmd", ".fdx", ".pdf", ".html", ".htm"), "screenplay"),
}
KNOWN_ENDINGS = (*_ENDINGS, ".txt")
_MAGIC = {b"\x93NUMPY": "table", b"PAR1": "table", b"%PDF-": "screenplay"}


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


def kind_of(order: Order) -> Kind:
    """The road of a file: as asked for, else by its ending, its first bytes, and whether it reads as a screenplay."""
    if order.settings.kind != "auto":
        return order.settings.kind
    if order.before is not None:
        return order.before.kind
    if order.place.startswith(EXAMPLE):
        from ...examples import NUMERIC

        return "table" if order.place.removeprefix(EXAMPLE) in NUMERIC else "screenplay"
    known = _ENDINGS.get(order.path.suffix)
    return known or _by_content(order)


def _by_content(order: Order) -> Kind:
    from ...errors import InputError
    from .screenplay import read_script

    with order.path.open("rb") as stream:
        opening = stream.read(16)
    for magic, kind in _MAGIC.items():
        if opening.startswith(magic):
            return "table" if kind == "table" else "screenplay"
    try:
        read_script(order)
    except InputError:
        return "text"
    return "screenplay"


def road_of(kind: Kind) -> Any:
    """The module of a road."""
    return import_module(f".{kind}", __name__)
