"""Estimate what words say about a line: spoken or shown. Writes the package's table; needs a folder of scripts.

One round of hard expectation-maximisation: every second script of the folder is read with the table there is, its
lines of dialogue and narrative that the reader is sure of are counted, and each frequent word gets the logarithm of how
much likelier it is in a line of dialogue than in one of narrative. Only words that most scripts use are kept, so that
the table knows English and no film. Run ``python benchmarks/estimate_words.py --scripts DIR``.
"""

import argparse
import math
from collections import Counter
from multiprocessing import Pool
from pathlib import Path

from diverseed.errors import InputError
from diverseed.files.whole_files import write_whole
from diverseed.screenplay import Kind, read
from diverseed.screenplay.tagging.wording import marks_of

TABLE = Path(__file__).parents[1] / "src" / "diverseed" / "screenplay" / "tagging" / "word_leanings.csv"
SURE = 0.99
PAPER_FILMS = frozenset({"Pirates-of-the-Caribbean", "Star-Wars-Return-of-the-Jedi"})


def count(path: Path) -> tuple[Counter[str], Counter[str], int, int]:
    """Lines of dialogue and of narrative with each word, and all such lines; nothing where the reader is unsure."""
    try:
        script = read(path)
    except InputError:
        return Counter(), Counter(), 0, 0
    lines = {
        kind: [line for line in script.lines if line.kind is kind and not line.speaker]
        for kind in (Kind.DIALOGUE, Kind.NARRATIVE)
    }
    everything = lines[Kind.DIALOGUE] + lines[Kind.NARRATIVE]
    if sum(line.confidence < SURE for line in everything) > 0.02 * len(everything):
        return Counter(), Counter(), 0, 0
    sure = {kind: [line.text for line in found if line.confidence >= SURE] for kind, found in lines.items()}
    counted = [Counter(mark for text in sure[kind] for mark in set(marks_of(text))) for kind in lines]
    return counted[0], counted[1], len(sure[Kind.DIALOGUE]), len(sure[Kind.NARRATIVE])


def main() -> None:
    """Count, weigh, write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scripts", type=Path, required=True)
    parser.add_argument("--share", type=float, default=0.4, help="share of the scripts that must use a word")
    options = parser.parse_args()
    paths = sorted(path for path in options.scripts.glob("*.txt") if path.stem not in PAPER_FILMS)[::2]
    spoken, shown, films = Counter[str](), Counter[str](), Counter[str]()
    n_spoken = n_shown = n_films = 0
    with Pool(2) as pool:
        for dialogue, narrative, lines, others in pool.imap(count, paths):
            spoken, shown = spoken + dialogue, shown + narrative
            films.update(set(dialogue) | set(narrative))
            n_spoken, n_shown, n_films = n_spoken + lines, n_shown + others, n_films + bool(lines)
    rows = []
    for word, used in films.items():
        if used >= options.share * n_films:
            ratio = math.log((spoken[word] + 5) / (n_spoken + 10)) - math.log((shown[word] + 5) / (n_shown + 10))
            rows.append((word, ratio))
    rows.sort()
    write_whole(TABLE, "word,log_ratio\n" + "".join(f"{word},{ratio:.2f}\n" for word, ratio in rows))
    print(f"{len(rows)} words from {n_films} scripts, {n_spoken + n_shown} lines")


if __name__ == "__main__":
    main()
