"""The pages name all there is: public names, tables of measurements, dependencies; and the imports obey the design."""

import ast
import importlib
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from .pages import DOCS, ROOT, pages

PUBLIC = (
    "diverseed",
    "diverseed.choose_k",
    "diverseed.dask",
    "diverseed.displays",
    "diverseed.examples",
    "diverseed.kernels",
    "diverseed.narrative",
    "diverseed.online",
    "diverseed.point_process",
    "diverseed.report",
    "diverseed.scores",
    "diverseed.screenplay",
    "diverseed.seeding",
    "diverseed.texts",
)
SOURCE = ROOT / "src" / "diverseed"


@pytest.fixture(scope="module")
def documented() -> list[Any]:
    """What the pages of the API show: the objects themselves, as a name may be reached in two ways."""
    shown = "\n".join(page.read_text(encoding="utf-8") for page in (DOCS / "api").glob("*.rst"))
    found = []
    for entry in re.findall(r"^\.\. auto(?:class|function|data|exception):: ([\w.]+)", shown, re.MULTILINE):
        module, _, name = entry.rpartition(".")
        found.append(getattr(importlib.import_module(module), name))
    return found


@pytest.mark.parametrize("module", PUBLIC)
def test_every_public_name_is_in_the_api(module: str, documented: list[Any]) -> None:
    room = importlib.import_module(module)
    names = [name for name in room.__all__ if not name.startswith("__")]
    assert names
    missing = [name for name in names if not any(getattr(room, name) is entry for entry in documented)]
    assert not missing, f"{module}: {missing} are on no page of docs/api"


def test_every_seeding_and_baseline_is_listed() -> None:
    from diverseed.choose_k import CHOOSE_K
    from diverseed.seeding import SEEDINGS

    seedings = (DOCS / "api" / "seeding.rst").read_text(encoding="utf-8")
    assert re.findall(r"^   (\S+) {2,}\S", seedings, re.MULTILINE)[1:] == list(SEEDINGS)
    baselines = (DOCS / "api" / "choose_k.rst").read_text(encoding="utf-8")
    assert all(f'"{name}"' in baselines for name in CHOOSE_K)


def test_every_table_of_measurements_is_included_once() -> None:
    text = "\n".join(page.read_text(encoding="utf-8") for page in pages())
    included = re.findall(r"^```\{include\} \S*benchmarks/results/(\S+)$", text, re.MULTILINE)
    measured = [path.name for path in (ROOT / "benchmarks" / "results").glob("*.md")]
    assert sorted(included) == sorted(measured), "include it in one of docs/benchmarks/*.md"


def test_every_dependency_has_a_reason() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = [*project["dependencies"], *(one for extra in project["optional-dependencies"].values() for one in extra)]
    packages = {re.match(r"[\w-]+", requirement)[0] for requirement in wanted} - {"diverseed"}
    told = (DOCS / "dependencies.md").read_text(encoding="utf-8")
    assert not {package for package in packages if not re.search(rf"\b{package}\b", told)}


def _lines_of_rooms() -> dict[str, int]:
    """Room -> its line in the design's table of imports."""
    design = (DOCS / "design.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\d+) \| (.*) \|$", design, re.MULTILINE)
    return {room: int(line) for line, rooms in rows for room in re.findall(r"`(\w+)`", rooms)}


def _room(path: Path) -> str:
    return path.relative_to(SOURCE).parts[0].removesuffix(".py")


def _imported_rooms(path: Path) -> set[str]:
    package = ["diverseed", *path.relative_to(SOURCE).parent.parts]
    rooms = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            start = package[: len(package) - node.level + 1] if node.level else []
            module = [*start, *(node.module.split(".") if node.module else [])]
            if module[0] == "diverseed":
                rooms |= {module[1]} if len(module) > 1 else {alias.name for alias in node.names}
    return rooms - {"__version__"}


def test_imports_go_up_the_lines_of_the_design() -> None:
    lines = _lines_of_rooms()
    files = [path for path in SOURCE.rglob("*.py") if _room(path) not in ("__init__", "__main__")]
    assert {_room(path) for path in files} == set(lines), "the table of docs/design.md names every room"
    wrong = [
        f"{path.relative_to(SOURCE)} imports {room}"
        for path in files
        for room in _imported_rooms(path)
        if lines[room] > lines[_room(path)]
    ]
    assert not wrong
