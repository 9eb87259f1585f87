"""How well plain scripts are read: F1 of every kind of line, for the project's own screenplays in many bad forms.

Three tables: the forms the reader was tuned on, styles that it was checked on (`screenplay_styles`), and styles that
are held out. Run ``python benchmarks/screenplay.py``; they go to benchmarks/results/screenplay.md. ``forms``,
``styles`` or ``held-out`` after it prints one and writes nothing.
"""

import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from importlib.resources import files
from pathlib import Path

from screenplay_rendering import FORMS, KINDS, LAYOUTS, Rendered, degraded, f1
from screenplay_styles import HELD_OUT, SEEN, draw_style, set_script

from diverseed.files.whole_files import write_whole
from diverseed.screenplay import Kind, Line, read

RESULT = Path(__file__).parent / "results" / "screenplay.md"
Rows = dict[str, Callable[[Sequence[Line]], Iterable[Rendered]]]


def scripts() -> dict[str, bytes]:
    """The project's screenplays, by name."""
    folder = files("diverseed") / "examples" / "screenplays"
    return {
        item.name: item.read_bytes() for item in sorted(folder.iterdir(), key=str) if item.name.endswith(".fountain")
    }


def forms() -> Rows:
    """Rows of the first table: a form, set in every layout."""
    return {
        form: lambda lines, form=form: (degraded(lines, form, layout) for layout in LAYOUTS)  # type: ignore[misc]
        for form in FORMS
    }


def styles(numbers: Iterable[int]) -> Rows:
    """Rows of the other tables: a style."""
    drawn = [draw_style(number) for number in numbers]
    return {
        f"{style.seed}: {style.label}": lambda lines, style=style: (set_script(lines, style),)  # type: ignore[misc]
        for style in drawn
    }


def confusion(page: Rendered) -> tuple[Counter[tuple[Kind, Kind]], float]:
    """Pairs of true and found kinds, and the seconds of processor time it took."""
    data = "\n".join(text for text, _ in page).encode()
    start = time.process_time()
    script = read(data, name="rendered.txt")
    seconds = time.process_time() - start
    found = [line.kind for line in script.lines] + [Kind.BLANK] * (len(page) - len(script.lines))
    return Counter(zip((kind for _, kind in page), found, strict=True)), seconds


def measure(rows: Rows, originals: Sequence[Sequence[Line]]) -> tuple[str, str]:
    """Table of F1 per kind, and a sentence on the lowest and on time."""
    table = ["| form | " + " | ".join(KINDS) + " |", "|---|" + "---:|" * len(KINDS)]
    slowest, count = 0.0, 0
    lowest = dict.fromkeys(KINDS, 1.0)
    for name, setting in rows.items():
        pairs: Counter[tuple[Kind, Kind]] = Counter()
        for page in (page for lines in originals for page in setting(lines)):
            counts, seconds = confusion(page)
            pairs += counts
            slowest, count = max(slowest, seconds), count + 1
        scores = {kind: f1(pairs, kind) for kind in KINDS}
        lowest = {kind: min(lowest[kind], scores[kind]) for kind in KINDS}
        table.append("| " + " | ".join([name, *(f"{100 * scores[kind]:.1f}" for kind in KINDS)]) + " |")
        print(table[-1], file=sys.stderr)
    table.append("| **lowest** | " + " | ".join(f"**{100 * lowest[kind]:.1f}**" for kind in KINDS) + " |")
    return "\n".join(table), f"The slowest of {count} readings took {slowest:.2f} s of processor time."


def main() -> None:
    """Measure every form and write the tables."""
    originals = [read(data, name=name).lines for name, data in scripts().items()]
    tables = {"forms": forms(), "styles": styles(SEEN), "held-out": styles(HELD_OUT)}
    if sys.argv[1:]:
        print("\n\n".join(measure(tables[sys.argv[1]], originals)))
        return
    leads = {
        "forms": f"## Forms the reader was tuned on\n\nEach in {len(LAYOUTS)} layouts.",
        "styles": "## Styles the reader was checked on\n\nOther columns, conventions and faults, drawn at random and "
        "all at once (`benchmarks/screenplay_styles.py`). When first read, the cues of the five styles among 0 to 15 "
        "with a dash after the name (`ANNA --`) were not found at all (F1 0.0); the dash was then mended. Styles "
        "16 to 31 were read only after that, and two of them were checked by a test.",
        "held-out": "## Styles held out\n\nDrawn the same way, read by no test, and nothing was chosen by them.",
    }
    text = (
        "# Reading plain scripts: F1 per kind of line, in %\n\n"
        f"{len(originals)} of the project's own screenplays, by `benchmarks/screenplay.py`.\n"
    )
    for name, rows in tables.items():
        table, seconds = measure(rows, originals)
        text += f"\n{leads[name]} {seconds}\n\n{table}\n"
    write_whole(RESULT, text)
    print(text)


if __name__ == "__main__":
    main()
