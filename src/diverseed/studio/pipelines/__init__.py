"""What a job does with a file: one module per kind, each with ``run(task, before)`` and ``FILES``, its exports."""

from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from ..detection import kind_of
from ..settings import FileKind
from ..task import Task


class Product(NamedTuple):
    """What a run gives.

    Attributes
    ----------
    result : for the page, as JSON
    state : for exports and the next run; its ``kind`` names the pipeline
    files : exports that are made at once
    """

    result: dict[str, Any]
    state: Any
    files: Mapping[str, str | bytes] = MappingProxyType({})


def pipeline_of(kind: FileKind) -> Any:
    """The module for a kind of file."""
    return import_module(f".{kind}", __name__)


def kind_for(task: Task, before: Any) -> FileKind:
    """The kind that the user chose, or that was found before, or that the file seems to be."""
    if task.settings.kind != "auto":
        return task.settings.kind
    if before is not None:
        return before.kind
    if task.example is not None:
        from ...examples import NUMERIC

        return "table" if task.example in NUMERIC else "screenplay"
    return kind_of(Path(task.place), task.name)
