"""Every example of the documentation runs and shows what the page says it shows.

The blocks of a page run in order in one empty folder: a ``python`` block as a doctest, a ``console`` block through the
command line, a block with a caption is written to the file of that name. ``...`` stands for anything.
"""

import contextlib
import doctest
import importlib
import io
from pathlib import Path

import matplotlib
import pytest

from diverseed.cli import app

from .pages import DOCS, ROOT, Block, blocks, commands, pages

FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
# Pages whose Python is about data that is not there; howto/dask.md runs the same on data that is.
ILLUSTRATED = ("scale.md",)
# Commands that install, build or serve: they are shown in ``sh`` blocks, and not run here.
NOT_RUN = ("pip install ", "git clone ", "cd ", "make ", "diverseed studio", "diverseed paper")


@pytest.mark.parametrize("page", pages(), ids=lambda page: str(page.relative_to(DOCS)))
def test_page(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    matplotlib.use("Agg")
    names: dict[str, object] = {}
    for block in blocks(page.read_text(encoding="utf-8")):
        if block.caption:
            Path(block.caption).write_text(block.body, encoding="utf-8")
        elif block.kind in ("python", "pycon") and page.name not in ILLUSTRATED:
            _run_python(block, page, names)
        elif block.kind == "console":
            _run_commands(block, page)
        elif block.kind == "sh":
            lines = block.body.split("\n")
            assert all(line.startswith(("#", *NOT_RUN)) for line in lines if line), (page, block.line)


def _run_python(block: Block, page: Path, names: dict[str, object]) -> None:
    test = doctest.DocTestParser().get_doctest(block.body, names, page.name, str(page), block.line - 1)
    assert test.examples, f"{page.name}, line {block.line}: python that no test runs; write it with >>>"
    test.globs = names  # the parser copies them: later blocks go on from this one
    report: list[str] = []
    doctest.DocTestRunner(optionflags=FLAGS, verbose=False).run(test, out=report.append, clear_globs=False)
    assert not report, "".join(report)


def _run_commands(block: Block, page: Path) -> None:
    for words, shown in commands(block.body):
        where = f"{page.name}, line {block.line}: {' '.join(words)}"
        assert words[0] == "diverseed", f"{where}: not a command that is run here"
        printed = io.StringIO()  # what a terminal shows: both streams in the order of writing
        with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
            code = app(words[1:], standalone_mode=False) or 0
        assert code == (2 if shown.startswith("diverseed: ") else 0), f"{where}\n{printed.getvalue()}"
        same = not shown.strip() or doctest.OutputChecker().check_output(shown, printed.getvalue(), FLAGS)
        assert same, f"{where}\nprints\n{printed.getvalue()}\nthe page says\n{shown}"


def test_readme_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    written = [block.body for block in blocks((ROOT / "README.md").read_text(encoding="utf-8"))]
    shown = [body for body in written if "import" in body]
    assert shown
    for body in shown:
        exec(compile(body, "README.md", "exec"), {})


def _modules_with_examples() -> list[str]:
    source = ROOT / "src"
    shown = [path for path in source.rglob("*.py") if ">>> " in path.read_text(encoding="utf-8")]
    return sorted(".".join(path.relative_to(source).with_suffix("").parts) for path in shown)


@pytest.mark.parametrize("name", _modules_with_examples())
def test_docstrings(name: str) -> None:
    result = doctest.testmod(importlib.import_module(name), optionflags=FLAGS)
    assert result.attempted
    assert result.failed == 0, f"{result.failed} of {result.attempted} examples in {name}"
