"""Mutation testing: how many small faults in a package do its tests find?

    python benchmarks/mutation.py src/diverseed/point_process tests/point_process --sample 120

Each mutant is a copy of ``src`` in which one operator, comparison, constant, condition, statement or keyword argument
of the package is changed. The tests run on it, up to the first failure; a mutant that passes them all survives and is
printed. A survivor is either a fault that the tests would miss or an equivalent program: read it and decide. Uses
``fork``, so that NumPy, SciPy and scikit-learn are imported once. Needs Linux or macOS; not part of CI.
"""

import argparse
import ast
import contextlib
import os
import random
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from copy import copy
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PRELOADED = ("numpy", "scipy.linalg", "scipy.sparse.linalg", "scipy.optimize", "scipy.stats", "sklearn.cluster",
             "sklearn.datasets", "sklearn.metrics", "sklearn.preprocessing", "hypothesis", "pytest")  # fmt: skip
COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip
OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div, ast.Div: ast.Mult, ast.Pow: ast.Mult,
    ast.FloorDiv: ast.Mult, ast.Mod: ast.Mult, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd,
}  # fmt: skip


@dataclass(frozen=True)
class Mutant:
    """A changed file: the statement before and after, and the whole new source."""

    path: Path
    line: int
    before: str
    after: str
    source: str

    def __str__(self) -> str:
        where = f"{self.path.relative_to(ROOT)}:{self.line}"
        return f"{where}\n    - {self.before}\n    + {self.after}"


@dataclass(frozen=True)
class Fault:
    """Where and how to change a file: the node by its position, then one of its changes or a statement to remove."""

    path: Path
    position: int
    choice: int
    block: str | None = None

    def mutant(self) -> Mutant:
        tree = ast.parse(self.path.read_text(encoding="utf-8"))
        node, statement = list(mutable_nodes(tree))[self.position]
        if self.block:
            block = getattr(node, self.block)
            removed, block[self.choice] = block[self.choice], ast.Pass()
            line, before, after = removed.lineno, _head(removed), "pass"
        else:
            line, before = statement.lineno, _head(statement)
            list(changes(node))[self.choice]()
            after = _head(statement)
        return Mutant(self.path, line, before, after, ast.unparse(ast.fix_missing_locations(tree)))


def faults_of(path: Path) -> Iterator[Fault]:
    for position, (node, _) in enumerate(mutable_nodes(ast.parse(path.read_text(encoding="utf-8")))):
        for choice in range(len(list(changes(node)))):
            yield Fault(path, position, choice)
        for block in ("body", "orelse") if isinstance(node, ast.stmt) else ():
            for choice in removable(getattr(node, block, [])):
                yield Fault(path, position, choice, block)


def changes(node: ast.AST) -> Iterator[Callable[[], None]]:
    """Functions that change this node in place, one small fault each; the caller parses anew for every one."""
    match node:
        case ast.Compare():
            for i in range(len(node.ops)):
                yield lambda i=i: node.ops.__setitem__(i, COMPARISONS[type(node.ops[i])]())
        case ast.BinOp() | ast.AugAssign() if type(node.op) in OPERATORS:
            yield lambda: setattr(node, "op", OPERATORS[type(node.op)]())
        case ast.BoolOp():
            yield lambda: setattr(node, "op", ast.Or() if isinstance(node.op, ast.And) else ast.And())
        case ast.UnaryOp(op=ast.USub() | ast.Not() | ast.Invert()):
            twice = isinstance(node.op, ast.Not | ast.Invert)  # "not not x" is x without its operator
            yield lambda: setattr(node, *("operand", copy(node)) if twice else ("op", ast.UAdd()))
        case ast.Constant(value=bool()):
            yield lambda: setattr(node, "value", not node.value)
        case ast.Constant(value=int()):
            yield lambda: setattr(node, "value", node.value + 1)
        case ast.Constant(value=float()):
            yield lambda: setattr(node, "value", 2 * node.value or 1.0)
        case ast.If() | ast.While() | ast.IfExp() if not _negated_elsewhere(node.test):
            yield lambda: setattr(node, "test", ast.UnaryOp(ast.Not(), node.test))
        case ast.Call() if node.keywords:
            for i in range(len(node.keywords)):
                yield lambda i=i: node.keywords.pop(i)
        case ast.Break() | ast.Continue():
            yield lambda: setattr(node, "__class__", ast.Continue if isinstance(node, ast.Break) else ast.Break)


def _negated_elsewhere(test: ast.expr) -> bool:
    """Whether a change of the condition itself is its negation already."""
    opposites = (ast.Eq, ast.NotEq, ast.Is, ast.IsNot, ast.In, ast.NotIn)
    is_comparison = isinstance(test, ast.Compare) and isinstance(test.ops[0], opposites)
    return is_comparison or (isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not))


def removable(body: list[ast.stmt]) -> Iterator[int]:
    """Positions of the statements whose removal leaves a program: calls for their effect and updates in place."""
    for i, statement in enumerate(body):
        is_call = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call)
        if is_call or isinstance(statement, ast.AugAssign):
            yield i


def mutable_nodes(tree: ast.AST) -> Iterator[tuple[ast.AST, ast.stmt]]:
    """Nodes with the simple statement or the header that holds them; no messages, annotations, defaults or names."""

    def visit(node: ast.AST, statement: ast.stmt | None) -> Iterator[tuple[ast.AST, ast.stmt]]:
        if isinstance(node, ast.Raise | ast.Assert | ast.arguments | ast.Import | ast.ImportFrom):
            return
        statement = node if isinstance(node, ast.stmt) else statement
        if statement is not None:
            yield node, statement
        for name, value in ast.iter_fields(node):
            if name in ("annotation", "returns", "decorator_list"):
                continue
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST):
                    yield from visit(child, statement)

    yield from visit(tree, None)


def _head(statement: ast.stmt) -> str:
    """A simple statement, or the first line of a compound one."""
    lines = ast.unparse(statement).strip().splitlines()
    return lines[0] if hasattr(statement, "body") else " ".join(map(str.strip, lines))


def survives(mutant: Mutant | None, tests: list[str], *, seconds: float) -> bool:
    """Whether all tests pass, in a forked process, on a copy of the sources with this mutant in it."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "src"
        shutil.copytree(ROOT / "src", source, ignore=shutil.ignore_patterns("__pycache__"))
        if mutant:
            (source / mutant.path.relative_to(ROOT / "src")).write_text(mutant.source, encoding="utf-8")
        child = os.fork()
        if not child:
            _run_tests(source, tests)
        return _passed(child, seconds)


def _run_tests(source: Path, tests: list[str]) -> None:
    """In the child: pytest up to the first failure, silent; never returns."""
    os.setsid()  # so that the time limit also ends what the tests have started
    os.chdir(ROOT)
    sys.path.insert(0, str(source))
    sys.dont_write_bytecode = True
    os.environ["PYTHONPATH"] = str(source)
    silent = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silent, 1)
    os.dup2(silent, 2)
    import pytest

    status = 1
    with contextlib.suppress(BaseException):
        status = int(pytest.main(["-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", *tests]))
    os._exit(status)


def _passed(child: int, seconds: float) -> bool:
    """Wait for the child; one that hangs, as a loop without an end does, is stopped and counts as found."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status) == 0
        time.sleep(0.05)
    os.killpg(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return False


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("package", type=Path, help="folder or file under src")
    parser.add_argument("tests", nargs="+", help="what to pass to pytest: folders, files, -k, --deselect ...")
    parser.add_argument("--sample", type=int, help="this many mutants at random instead of all")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--skip", type=int, default=0, help="leave out the first mutants, of an earlier run")
    arguments, options = parser.parse_known_args()
    tests = [*arguments.tests, *options]
    package = arguments.package.resolve()
    files = sorted(package.rglob("*.py")) if package.is_dir() else [package]
    faults = [fault for path in files for fault in faults_of(path)]
    total = len(faults)
    if arguments.sample and arguments.sample < total:
        faults = random.Random(arguments.seed).sample(faults, arguments.sample)
    for name in PRELOADED:
        __import__(name)
    start = time.monotonic()
    if not survives(None, tests, seconds=3600):
        sys.exit("the tests fail without any mutant. Run them with pytest and fix that first.")
    alone = time.monotonic() - start
    print(f"{total} mutants of {package.name}, {len(faults)} tried; the tests take {alone:.0f} s", flush=True)
    alive = 0
    for number, fault in enumerate(faults[arguments.skip :], start=arguments.skip):
        mutant = fault.mutant()
        if survives(mutant, tests, seconds=20 + 3 * alone):
            alive += 1
            print(f"survivor, mutant {number}: {mutant}", flush=True)
        elif sys.stderr.isatty():
            print(f"{number + 1} of {len(faults)}", end="\r", file=sys.stderr, flush=True)
    tried = len(faults) - arguments.skip
    print(f"{tried - alive} of {tried} mutants found, {alive} survive; {time.monotonic() - start:.0f} s")


if __name__ == "__main__":
    main()
