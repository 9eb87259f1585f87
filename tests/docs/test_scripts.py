"""Scripts outside the package that no other test runs: what they import from it is there."""

import ast
import importlib
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
    for module, name in _imported(script):
        if not hasattr(importlib.import_module(module), name):
            importlib.import_module(f"{module}.{name}")  # a module, which the package need not have loaded
