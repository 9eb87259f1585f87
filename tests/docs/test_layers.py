"""The shape of the source: packages import in one direction only, and files and functions stay small.

Known exceptions are listed beside each rule. The lists must be exact: an exception that is no longer needed fails the
test too.
"""

import ast
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from importlib import import_module
from pathlib import Path

from .pages import ROOT

SOURCE = ROOT / "src" / "diverseed"

# Lowest first. A package may import from its own group and from the groups before it, also inside functions.
LAYERS: tuple[frozenset[str], ...] = tuple(
    frozenset(group.split())
    for group in (
        "errors arrays random_state threads progress",
        "files",
        "tables",
        "engine",
        "point_process",
        "kernels",
        "seeding scores",
        "walk",
        "cluster online",
        "dask",
        "texts",
        "screenplay",
        "narrative",
        "report displays examples",
        "paper choose_k",
        "cli studio",
    )
)
LEVEL = {package: level for level, group in enumerate(LAYERS) for package in group}

MOST_LOOSE_MODULES = 8
LONGEST_FILE, LONGEST_FUNCTION = 400, 60


@cache
def _modules() -> dict[str, Path]:
    """Dotted names below ``diverseed`` and their files; that of the package itself is ""."""
    found = {}
    for path in sorted(SOURCE.rglob("*.py")):
        parts = path.relative_to(SOURCE).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


@cache
def _tree(module: str) -> ast.Module:
    return ast.parse(_modules()[module].read_text(encoding="utf-8"))


def _imports(module: str, tree: ast.AST) -> Iterator[str]:
    """The modules of this package that a module, or a part of it, imports."""
    parts = module.split(".") if module else []
    package = parts if _modules()[module].name == "__init__.py" else parts[:-1]
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            start = ["diverseed", *package][: len(package) + 2 - node.level] if node.level else []
            stem = ".".join([*start, *([node.module] if node.module else [])])
            names = [f"{stem}.{alias.name}" for alias in node.names]
        else:
            continue
        for name in names:
            if name == "diverseed" or name.startswith("diverseed."):
                yield _module_of(name.removeprefix("diverseed").removeprefix("."))


def _module_of(name: str) -> str:
    """The module that a dotted name is, or is in."""
    while name and name not in _modules():
        name = name.rpartition(".")[0]
    return name


def _package(module: str) -> str:
    return module.partition(".")[0]


def test_every_package_has_a_layer() -> None:
    assert {_package(module) for module in _modules()} - {"", "__main__"} <= set(LEVEL)


def test_packages_import_from_lower_layers_only() -> None:
    upward: dict[str, set[str]] = {}
    for module in _modules():
        level = LEVEL.get(_package(module), len(LAYERS))  # the top module and __main__ may import everything
        for target in _imports(module, _tree(module)):
            if target and LEVEL[_package(target)] > level:
                upward.setdefault(module, set()).add(_package(target))
    assert not upward


def test_modules_import_each_other_in_one_direction() -> None:
    """Imports inside functions and those for types alone are left out: they run after all modules are there."""
    graph = {}
    for module in _modules():
        at_once = [node for node in _tree(module).body if isinstance(node, ast.Import | ast.ImportFrom)]
        graph[module] = {target for node in at_once for target in _imports(module, node)} - {module, ""}
    cycle: list[str] = []
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        cycle = error.args[1]
    assert not cycle, " -> ".join(cycle)


def test_few_modules_lie_loose_at_the_top() -> None:
    loose = {path.stem for path in SOURCE.glob("*.py")} - {"__init__", "__main__"}
    assert len(loose) <= MOST_LOOSE_MODULES, sorted(loose)


def test_files_are_short() -> None:
    lengths = {module: path.read_text(encoding="utf-8").count("\n") for module, path in _modules().items()}
    assert {module for module, length in lengths.items() if length > LONGEST_FILE} == set()


def test_functions_are_short() -> None:
    long = {
        f"{module}.{node.name}"
        for module in _modules()
        for node in ast.walk(_tree(module))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and (node.end_lineno or 0) - node.lineno + 1 > LONGEST_FUNCTION
    }
    assert not long


def test_clustering_points_loads_no_code_for_texts_and_screenplays() -> None:
    code = (
        "import sys; from diverseed import DPPKMeans; "
        "print([name for name in sys.modules if name.startswith('diverseed.') and name.split('.')[1] in "
        "('texts', 'screenplay', 'narrative', 'cli', 'studio')])"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[]"


def test_what_benchmarks_import_is_there() -> None:
    """They run rarely, so that a name which has moved would be missed for long."""
    files = sorted((ROOT / "benchmarks").rglob("*.py"))
    assert files
    for path in files:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] == "diverseed":
                module = import_module(str(node.module))
                inside = str(node.module).removeprefix("diverseed").lstrip(".")
                for name in (alias.name for alias in node.names):
                    here = hasattr(module, name) or f"{inside}.{name}".lstrip(".") in _modules()
                    assert here, f"{path.name} imports {name} from {node.module}"
