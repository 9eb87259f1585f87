"""How well plain scripts are read: F1 of every kind of line, for the project's own screenplays in many bad forms.

Run ``python benchmarks/screenplay.py``; the table goes to benchmarks/results/screenplay.md.
"""

import sys
import time
from collections import Counter
from importlib.resources import files
from pathlib import Path

from screenplay_rendering import FORMS, KINDS, LAYOUTS, Rendered, degraded, f1

from diverseed.files import write_whole
from diverseed.screenplay import Kind, read

RESULT = Path(__file__).parent / "results" / "screenplay.md"


def scripts() -> dict[str, bytes]:
    """The project's screenplays, by name."""
    folder = files("diverseed") / "examples" / "screenplays"
    return {
        item.name: item.read_bytes() for item in sorted(folder.iterdir(), key=str) if item.name.endswith(".fountain")
    }


def confusion(page: Rendered) -> tuple[Counter[tuple[Kind, Kind]], float]:
    """Pairs of true and found kinds, and the seconds it took."""
    data = "\n".join(text for text, _ in page).encode()
    start = time.perf_counter()
    script = read(data, name="rendered.txt")
    seconds = time.perf_counter() - start
    found = [line.kind for line in script.lines] + [Kind.BLANK] * (len(page) - len(script.lines))
    return Counter(zip((kind for _, kind in page), found, strict=True)), seconds


def main() -> None:
    """Measure every form and write the table."""
    rows = []
    slowest = 0.0
    originals = {name: read(data, name=name).lines for name, data in scripts().items()}
    for form in sys.argv[1:] or FORMS:
        pairs: Counter[tuple[Kind, Kind]] = Counter()
        for lines in originals.values():
            for layout in LAYOUTS:
                counts, seconds = confusion(degraded(lines, form, layout))
                pairs += counts
                slowest = max(slowest, seconds)
        rows.append([form, *(f"{100 * f1(pairs, kind):.1f}" for kind in KINDS)])
        print(" | ".join(rows[-1]), file=sys.stderr)
    table = ["| form | " + " | ".join(KINDS) + " |", "|---|" + "---:|" * len(KINDS)]
    table += ["| " + " | ".join(row) + " |" for row in rows]
    text = (
        "# Reading plain scripts: F1 per kind of line, in %\n\n"
        f"{len(originals)} of the project's own screenplays in {len(LAYOUTS)} layouts, by `benchmarks/screenplay.py`.\n"
        f"The slowest of {len(originals) * len(LAYOUTS) * len(FORMS)} readings took {slowest:.2f} s.\n\n"
        + "\n".join(table)
        + "\n"
    )
    write_whole(RESULT, text)
    print(text)


if __name__ == "__main__":
    main()
