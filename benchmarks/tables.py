"""Tables of measurements: printed, and kept in benchmarks/results/ with what they were measured on."""

import os
import platform
import resource
import sys
from collections.abc import Mapping, Sequence
from importlib.metadata import version
from pathlib import Path

from diverseed.files.whole_files import write_whole

RESULTS = Path(__file__).parent / "results"

Row = Mapping[str, object]


def publish(name: str, rows: Sequence[Row], *, title: str, packages: Sequence[str], notes: str = "") -> None:
    """Print a table and write it to ``results/{name}.md``.

    Parameters
    ----------
    rows : one mapping of column name to value a row; columns appear in the order of their first use
    packages : distributions whose versions the table depends on, besides those of ``diverseed`` and numpy
    notes : paragraphs below the table
    """
    table = markdown_table(rows)
    text = f"# {title}\n\n{table}\n\n{measured_on(packages)}\n"
    if notes:
        text += f"\n{notes.strip()}\n"
    print(text)
    RESULTS.mkdir(exist_ok=True)
    write_whole(RESULTS / f"{name}.md", text)


def markdown_table(rows: Sequence[Row]) -> str:
    """A markdown table with aligned columns; numbers to three significant digits, missing cells empty."""
    columns = list(dict.fromkeys(column for row in rows for column in row))
    lines = [columns, *([_cell(row.get(column, "")) for column in columns] for row in rows)]
    widths = [max(len(line[i]) for line in lines) for i in range(len(columns))]
    padded = [
        "| " + " | ".join(text.ljust(width) for text, width in zip(line, widths, strict=True)) + " |" for line in lines
    ]
    rule = "|" + "|".join("-" * (width + 2) for width in widths) + "|"
    return "\n".join([padded[0], rule, *padded[1:]])


def measured_on(packages: Sequence[str]) -> str:
    """One line: cores, system, Python and package versions."""
    versions = ", ".join(f"{package} {version(package)}" for package in ["diverseed", "numpy", *packages])
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    system = f"{platform.system()} {platform.machine()}"
    return f"Measured on {cores} cores, {system}, Python {platform.python_version()}, {versions}."


def _cell(value: object) -> str:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return str(value)
    if value == 0 or isinstance(value, int):
        return f"{value:,}"
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"


def peak_memory() -> float:
    """Largest memory of this process so far, in GB.

    Linux's own account starts at exec; ``ru_maxrss`` would start with what the parent held when it forked.
    """
    status = Path("/proc/self/status")
    if status.exists():
        line = next(line for line in status.read_text().splitlines() if line.startswith("VmHWM"))
        return int(line.split()[1]) * 1024 / 1e9
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024) / 1e9
