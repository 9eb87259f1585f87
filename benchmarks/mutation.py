"""Mutation testing: how many small faults in a package do its tests find?

    python benchmarks/mutation.py src/diverseed/point_process tests/point_process --sample 150

Each mutant has one operator, comparison, constant, condition, statement or keyword argument of the package changed. A
mutant that passes all tests survives and is printed. A survivor is either a fault that the tests would miss or an
equivalent program: read it and decide; ``results/mutation.md`` holds the decisions so far.

One pytest session collects the tests once. Every mutant runs in a fork of it, in which the code object of the mutated
function is replaced. Only tests that call this function run: first those that found many mutants in little time, then
the quickest, up to the first failure. Code that runs at import needs a fresh import of the package, and all tests. A
test that takes far longer than without a mutant counts as failed. Where survivors take too long, ``--budget`` leaves
out the slowest tests of each mutant; ``--again`` then tries the survivors with all tests. Needs Linux or macOS; not
part of CI.
"""

import argparse
import ast
import contextlib
import cProfile
import gc
import itertools
import json
import math
import os
import random
import resource
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FunctionType

for variable in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[variable] = "1"  # before NumPy is imported: threads do not survive a fork

import pytest  # noqa: E402
from hypothesis import HealthCheck, Phase, settings  # noqa: E402

settings.register_profile(  # as in tests/conftest.py, but the first failing example is enough
    "mutation",
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    phases=[Phase.explicit, Phase.reuse, Phase.generate],
)
ROOT = Path(__file__).resolve().parent.parent
NEUTRAL = {"check_finite", "copy", "strict"}  # keywords that check or save time; without them nothing else changes
MEMORY = 8 << 30  # bytes of address space; a mutant that asks for more fails
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
    """A changed file: the statement before and after, and the whole new program."""

    path: Path
    line: int
    before: str
    after: str
    tree: ast.Module

    def __str__(self) -> str:
        return f"{self.path.relative_to(ROOT)}:{self.line}\n    - {self.before}\n    + {self.after}"

    @property
    def change(self) -> tuple[str, str, str]:
        """What identifies a mutant when lines have moved."""
        return str(self.path.relative_to(ROOT)), self.before, self.after


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
            removed = block[self.choice]
            block[self.choice] = ast.copy_location(ast.Pass(), removed)
            line, before, after = removed.lineno, _head(removed), "pass"
        else:
            line, before = statement.lineno, _head(statement)
            list(changes(node))[self.choice]()
            after = _head(statement)
        return Mutant(self.path, line, before, after, ast.fix_missing_locations(tree))


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
            for i in (i for i, keyword in enumerate(node.keywords) if keyword.arg not in NEUTRAL):
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
        if isinstance(node, ast.keyword) and node.arg in NEUTRAL:
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


Function = tuple[str, str, int]  # file, qualified name, first line (that of a decorator, if there is one)


def outermost_functions(code: CodeType) -> Iterator[CodeType]:
    """The functions of a module and the methods of its classes, but nothing inside of functions."""
    for constant in code.co_consts:
        if not isinstance(constant, CodeType):
            continue
        if constant.co_flags & 1:  # CO_OPTIMIZED: local variables are fast, as in functions and not in class bodies
            yield constant
        else:
            yield from outermost_functions(constant)


def mutated_function(mutant: Mutant) -> CodeType | None:
    """The new code of the function that differs; None if it is the code of a module or class that does."""
    before = compile(mutant.path.read_text(encoding="utf-8"), str(mutant.path), "exec")
    after = compile(mutant.tree, str(mutant.path), "exec")
    pairs = zip(outermost_functions(before), outermost_functions(after), strict=True)
    return next((new for old, new in pairs if old != new), None)


def function_of(code: CodeType) -> Function:
    return code.co_filename, code.co_qualname, code.co_firstlineno


class Calls(cProfile.Profile):
    """Records which functions of a package are called; Hypothesis has a use for ``sys.settrace``."""

    def __init__(self, package: str) -> None:
        super().__init__(builtins=False)
        self.package = package

    @property
    def seen(self) -> set[Function]:
        codes = (entry.code for entry in self.getstats())
        return {function_of(c) for c in codes if isinstance(c, CodeType) and c.co_filename.startswith(self.package)}


@dataclass(frozen=True)
class Baseline:
    """What a test does without any mutant: the functions it calls, and its processor time."""

    calls: frozenset[Function]
    seconds: float


class Session:
    """A pytest plugin: runs the collected tests on one mutant after the other instead of once."""

    def __init__(self, package: Path, mutants: Sequence[Mutant], tests: list[str], budget: float) -> None:
        self.package, self.mutants, self.tests, self.budget = package, mutants, tests, budget
        self.at_import, self.called_at_import = Calls(str(package)), set[Function]()
        self.finders: dict[str, int] = {}  # how many mutants each test found
        self.alive = 0
        self.stream = os.fdopen(os.dup(1), "w")
        self.at_import.enable()  # until the tests are collected

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.at_import.disable()
        self.called_at_import = self.at_import.seen
        if session.testsfailed or not session.items:
            sys.exit("the tests cannot be collected. Run them with pytest and fix that first.")
        start = time.monotonic()
        baselines = self.measured(session.items)
        seconds = sum(b.seconds for b in baselines.values())
        self.say(f"{len(self.mutants)} mutants to try; {len(baselines)} tests take {seconds:.0f} s of processor time")
        functions = _functions_by_code(str(self.package))
        for number, mutant in enumerate(self.mutants):
            if self.survives(mutant, session.items, baselines, functions):
                self.alive += 1
                self.say(f"survivor, mutant {number}: {mutant}")
            if number % 50 == 49:
                self.say(f"{number + 1} tried, {self.alive} survive; {time.monotonic() - start:.0f} s")
        tried = len(self.mutants)
        self.say(
            f"{tried - self.alive} of {tried} mutants found, {self.alive} survive; {time.monotonic() - start:.0f} s"
        )
        return True

    def say(self, line: str) -> None:
        print(line, file=self.stream, flush=True)

    def measured(self, items: list[pytest.Item]) -> dict[str, Baseline]:
        """Each test without a mutant, in a fork so that it leaves nothing behind."""
        source, sink = os.pipe()
        child = _fork()
        if not child:
            with os.fdopen(sink, "w") as out:
                for item in items:
                    calls, start = Calls(str(self.package)), time.process_time()
                    calls.enable()
                    _run([item], {}, lambda: os._exit(1))
                    calls.disable()
                    json.dump([item.nodeid, time.process_time() - start, sorted(calls.seen)], out)
                    out.write("\n")
            os._exit(0)
        os.close(sink)
        with os.fdopen(source) as lines:
            rows = [json.loads(line) for line in lines]
        if not _passed(child):
            sys.exit("the tests fail without any mutant. Run them with pytest and fix that first.")
        return {name: Baseline(frozenset(map(tuple, calls)), seconds) for name, seconds, calls in rows}

    def survives(
        self,
        mutant: Mutant,
        items: list[pytest.Item],
        baselines: dict[str, Baseline],
        functions: dict[Function, list[FunctionType]],
    ) -> bool:
        code = mutated_function(mutant)
        called = function_of(code) if code else None
        targets = functions.get(called, []) if called and called not in self.called_at_import else []
        if code and any(len(f.__code__.co_freevars) != len(code.co_freevars) for f in targets):
            targets = []  # without its call of super() a method has one closure less: import again
        chosen = [i for i in items if not targets or called in baselines[i.nodeid].calls]
        chosen.sort(key=lambda item: baselines[item.nodeid].seconds)
        spent = itertools.accumulate(baselines[item.nodeid].seconds for item in chosen)
        chosen = [item for item, seconds in zip(chosen, spent, strict=True) if seconds <= self.budget]
        chosen.sort(key=lambda item: -self.finders.get(item.nodeid, 0) / (0.1 + baselines[item.nodeid].seconds))
        if targets and not chosen:
            self.say("no test calls the next one")
        source, sink = os.pipe()
        child = _fork()
        if not child:
            os.close(source)
            if targets:
                for function in targets:
                    function.__code__ = code  # type: ignore[assignment]
                _run(chosen, baselines, lambda: os._exit(1), sink=sink)
                os._exit(0)
            _run_imported_again(mutant, self.tests, chosen, baselines, sink)
        os.close(sink)
        with os.fdopen(source) as lines:
            last = lines.read().splitlines()[-1:]
        passed = _passed(child)
        if not passed and last:
            self.finders[last[0]] = self.finders.get(last[0], 0) + 1
        return passed


def _functions_by_code(package: str) -> dict[Function, list[FunctionType]]:
    found: dict[Function, list[FunctionType]] = {}
    for function in gc.get_objects():
        if isinstance(function, FunctionType) and function.__code__.co_filename.startswith(package):
            found.setdefault(function_of(function.__code__), []).append(function)
    return found


def _fork() -> int:
    """As ``os.fork``; the child is silent, heads a process group and is bounded in memory."""
    child = os.fork()
    if not child:
        os.setsid()
        silent = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silent, 1)
        os.dup2(silent, 2)
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    return child


def _run(
    items: Sequence[pytest.Item], baselines: dict[str, Baseline], fail: Callable[[], None], *, sink: int | None = None
) -> None:
    """In a child: the tests one after the other; ``fail`` at the first one that does not pass."""
    reports = _Reports(baselines, fail, sink)
    for item, following in zip(items, [*items[1:], None], strict=True):
        if not item.config.pluginmanager.is_registered(reports):
            item.config.pluginmanager.register(reports)
        try:
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        except BaseException:
            fail()
            raise


class _Reports:
    """A pytest plugin of the child: limits the time of a test, says which one runs, and ends at the first failure."""

    def __init__(self, baselines: dict[str, Baseline], fail: Callable[[], None], sink: int | None) -> None:
        self.baselines, self.fail, self.sink = baselines, fail, sink

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        if self.sink is not None:
            os.write(self.sink, f"{nodeid}\n".encode())
        if nodeid in self.baselines:
            signal.setitimer(signal.ITIMER_PROF, 2 + 5 * self.baselines[nodeid].seconds)  # its signal ends the process
            signal.setitimer(signal.ITIMER_REAL, 120 + 60 * self.baselines[nodeid].seconds)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.fail()


def _run_imported_again(
    mutant: Mutant, tests: list[str], chosen: Sequence[pytest.Item], baselines: dict[str, Baseline], sink: int
) -> None:
    """In a child: a new pytest session on a copy of the sources with this mutant in it; never returns."""
    order = {item.nodeid: position for position, item in enumerate(chosen)}
    for name in [n for n in sys.modules if n.split(".")[0] in ("diverseed", "tests", "conftest")]:
        del sys.modules[name]

    class Ordered(_Reports):
        def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
            items[:] = sorted((i for i in items if i.nodeid in order), key=lambda item: order[item.nodeid])

    status = 1
    with tempfile.TemporaryDirectory() as folder, contextlib.suppress(BaseException):
        source = Path(folder) / "src"
        shutil.copytree(ROOT / "src", source, ignore=shutil.ignore_patterns("__pycache__"))
        (source / mutant.path.relative_to(ROOT / "src")).write_text(ast.unparse(mutant.tree), encoding="utf-8")
        sys.path.insert(0, str(source))
        os.environ["PYTHONPATH"] = str(source)
        sys.dont_write_bytecode = True
        plugin = Ordered(baselines, lambda: None, sink)
        status = int(pytest.main(["-x", *OPTIONS, *tests], plugins=[plugin]))
    os._exit(status)


OPTIONS = ["-q", "-s", "-p", "no:cacheprovider", "-p", "no:xdist", "--hypothesis-profile=mutation"]


def _passed(child: int) -> bool:
    """Wait for the child and end what it has started."""
    _, status = os.waitpid(child, 0)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)
    return os.waitstatus_to_exitcode(status) == 0


def earlier_survivors(report: Path) -> set[tuple[str, str, str]]:
    """The changes that an earlier run printed as survivors."""
    lines = report.read_text(encoding="utf-8").splitlines()
    starts = [i for i, line in enumerate(lines) if line.startswith("survivor, mutant")]
    where = [lines[i].split(": ", 1)[1].rpartition(":")[0] for i in starts]
    return {(path, lines[i + 1][6:], lines[i + 2][6:]) for path, i in zip(where, starts, strict=True)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("package", type=Path, help="folder or file under src")
    parser.add_argument("tests", nargs="+", help="what to pass to pytest: folders, files, -k, --deselect ...")
    parser.add_argument("--sample", type=int, help="this many mutants at random instead of all")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument(
        "--skip", type=int, default=0, help="leave out the first mutants of the sample: those of an earlier run"
    )
    parser.add_argument("--budget", type=float, default=math.inf, help="seconds of tests for each mutant, at most")
    parser.add_argument("--again", type=Path, help="only the survivors in the output of an earlier run")
    arguments, options = parser.parse_known_args()
    package = arguments.package.resolve()
    files = sorted(package.rglob("*.py")) if package.is_dir() else [package]
    faults = [fault for path in files for fault in faults_of(path)]
    print(f"{len(faults)} mutants of {package.name}", flush=True)
    if arguments.sample:
        random.Random(arguments.seed).shuffle(faults)
        faults = faults[: arguments.sample]
    mutants = [fault.mutant() for fault in faults[arguments.skip :]]
    if arguments.again:
        known = earlier_survivors(arguments.again)
        mutants = [mutant for mutant in mutants if mutant.change in known]
    os.chdir(ROOT)
    sys.path[:0] = [str(ROOT / "src"), str(ROOT)]
    tests = [*arguments.tests, *options]
    pytest.main([*OPTIONS, *tests], plugins=[Session(package, mutants, tests, arguments.budget)])


if __name__ == "__main__":
    main()
