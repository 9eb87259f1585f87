"""Scripts outside the package that no other test runs: what they import from it is there."""

import ast
import importlib
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SCRIPTS = sorted(path for folder in ("benchmarks", "docs", "examples") for path in (ROOT / folder).rglob("*.py"))


def _imported(script: Path) -> list[tuple[str, str]]:
    """Module and name of each ``from diverseed... import ...``."""
    nodes = ast.walk(ast.parse(script.read_text(encoding="utf-8")))
    own = [node for node in nodes if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("diverseed")]
    return [(node.module or "", alias.name) for node in own for alias in node.names]


@pytest.mark.parametrize("script", SCRIPTS, ids=[str(path.relative_to(ROOT)) for path in SCRIPTS])
def test_what_a_script_imports_is_there(script: Path) -> None:
    missing = [f"{module}.{name}" for module, name in _imported(script) if not _is_there(module, name)]
    assert not missing


def _is_there(module: str, name: str) -> bool:
    """Also a module that its package has not loaded."""
    package = importlib.import_module(module)
    return hasattr(package, name) or (hasattr(package, "__path__") and find_spec(f"{module}.{name}") is not None)
