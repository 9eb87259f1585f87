"""The pages name all there is: public names, tables of measurements, dependencies."""

import importlib
import re
import runpy
import tomllib
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
    "diverseed.tables",
    "diverseed.texts",
)


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
    page = (DOCS / "dependencies.md").read_text(encoding="utf-8")
    assert not {package for package in packages if not re.search(rf"\b{package}\b", page)}


def test_the_reference_of_commands_is_made_from_the_code() -> None:
    made = runpy.run_path(str(DOCS / "make_commands.py"))["reference"]()
    assert (DOCS / "commands.md").read_text(encoding="utf-8") == made, "run: python docs/make_commands.py"
    for option in ("--save-centres", "--write-overrides", "--granularity", "--screenplays"):
        assert f"`{option}`" in made


def test_the_version_is_in_one_place() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert "version" in project["project"]["dynamic"]
    assert project["tool"]["hatch"]["version"]["path"] == "src/diverseed/__init__.py"
    assert not re.search(r"^version:", (ROOT / "CITATION.cff").read_text(encoding="utf-8"), re.MULTILINE)


def test_readme_says_how_to_install_in_its_second_section() -> None:
    sections = re.split(r"^## ", (ROOT / "README.md").read_text(encoding="utf-8"), flags=re.MULTILINE)
    assert "pip install ." in sections[1]
    assert "pipx install ." in sections[1]
