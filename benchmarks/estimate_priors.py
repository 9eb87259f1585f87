"""Would tables counted on real films serve the line tagger better than those set by hand? Needs a folder of scripts.

One round of expectation-maximisation from the tables in ``screenplay/tagging/priors.toml``: every second script is
tagged, and the tables START, STEP, CASE, SLUG, RECURRENCE and LENGTH are counted again, each film weighing the same.
Both sets are then judged on other films of the folder whose layout leaves no doubt, with that layout taken away (no
indents, no blank line between speech and narrative), and on the project's own screenplays in the hardest forms of the
rendering benchmark. Run ``python benchmarks/estimate_priors.py --scripts DIR``; ``--write FILE`` keeps the counted
tables.
"""

import argparse
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from screenplay import scripts
from screenplay_rendering import LAYOUTS, degraded

from diverseed.errors import InputError
from diverseed.screenplay import Kind, read
from diverseed.screenplay.records import SourceLine
from diverseed.screenplay.tagging import priors as tables
from diverseed.screenplay.tagging.margins import strip_margins
from diverseed.screenplay.tagging.signals import signals_of
from diverseed.screenplay.tagging.tagger import _decode, tag_lines

NAMES = ("START", "STEP", "CASE", "SLUG", "RECURRENCE", "LENGTH")
FORMS = ("neither", "no INT/EXT, neither", "one line a paragraph, no blanks", "misread letters, no indents")
PAPER_FILMS = frozenset({"Pirates-of-the-Caribbean", "Star-Wars-Return-of-the-Jedi"})
SMOOTHING = 0.002
Page = list[tuple[str, Kind]]


def counted(paths: list[Path]) -> dict[str, np.ndarray]:
    """The tables, counted on films by the tagger's own reading of them."""
    sums = {name: np.zeros_like(getattr(tables, name)) for name in NAMES}
    for path in paths:
        text = path.read_text(encoding="utf-8", errors="replace")
        lines = [SourceLine(number, line) for number, line in enumerate(text.splitlines(), 1)]
        signals = signals_of(strip_margins(lines))
        if len(signals.index) < 500:
            continue
        _, state = _decode(signals)
        sums["START"] += state[0]
        sums["STEP"] += _rows(state[:-1].T @ state[1:])
        codes = {"CASE": signals.case, "SLUG": signals.slug, "RECURRENCE": signals.recurrence, "LENGTH": signals.length}
        for name, code in codes.items():
            table = np.zeros_like(sums[name])
            np.add.at(table.T, code, state)
            sums[name] += _rows(table)
    return {
        name: _rows(table + 1e-9) * (1 - SMOOTHING) + SMOOTHING * getattr(tables, name) for name, table in sums.items()
    }


def _rows(table: np.ndarray) -> np.ndarray:
    return table / np.maximum(table.sum(axis=-1, keepdims=True), 1e-12)


def bare_films(paths: list[Path]) -> Iterator[Page]:
    """Films that were read without a doubt, without the layout that left none."""
    for path in paths:
        try:
            lines = [line for line in read(path).lines if not line.furniture and line.kind is not Kind.OTHER]
        except InputError:
            continue
        filled = [line for line in lines if line.kind is not Kind.BLANK]
        if any(line.speaker for line in filled) or sum(line.confidence < 0.99 for line in filled) > 0.003 * len(filled):
            continue
        page: Page = []
        for line, following in zip(lines, [*lines[1:], lines[-1]], strict=True):
            turns = page and page[-1][1] is Kind.DIALOGUE and following.kind is Kind.NARRATIVE
            if line.kind is not Kind.BLANK or not (turns or (page and page[-1][1] is Kind.BLANK)):
                page.append((line.text, line.kind))
        yield page


def right(pages: list[Page]) -> float:
    """Share of lines tagged rightly, the mean over pages."""
    shares = []
    for page in pages:
        tagged = tag_lines([SourceLine(number, text) for number, (text, _) in enumerate(page, 1)])
        pairs = Counter(
            kind is line.kind for (_, kind), line in zip(page, tagged, strict=True) if kind is not Kind.BLANK
        )
        shares.append(pairs[True] / pairs.total())
    return float(np.mean(shares))


def main() -> None:
    """Count, compare, and keep the tables if asked."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scripts", type=Path, required=True)
    parser.add_argument("--films", type=int, default=60, help="films to count on, and at most half as many to judge on")
    parser.add_argument("--write", type=Path)
    options = parser.parse_args()
    paths = sorted(path for path in options.scripts.glob("*.txt") if path.stem not in PAPER_FILMS)
    found = counted(paths[::2][: options.films])
    sets = {"real films without layout": list(bare_films(paths[1::2][: options.films // 2]))}
    own = [read(data, name=name).lines for name, data in scripts().items()]
    for form in FORMS:
        sets[f"rendering: {form}"] = [list(degraded(lines, form, next(iter(LAYOUTS)))) for lines in own]
    before = {name: right(pages) for name, pages in sets.items()}
    for name, table in found.items():
        setattr(tables, name, table)
    for name, pages in sets.items():
        print(f"{name}: {100 * before[name]:.2f} % by hand, {100 * right(pages):.2f} % counted ({len(pages)} texts)")
    if options.write:
        options.write.write_text(json.dumps({name: np.round(table, 5).tolist() for name, table in found.items()}))


if __name__ == "__main__":
    main()
