"""Posters of screenplays: how much of a film their sequences show, and how well the page can be read.

The bundled screenplays and, with ``--data``, the screenplays of a folder::

    python benchmarks/poster.py [--data DIR] [--most FILMS] [--storyline FILE]

With the hand-made storyline of the Star Wars trilogy (Tanahashi & Ma 2012) and its three screenplays in the folder, the
time that two characters spend together in the sequences is compared with it. Writes results/poster.md.
"""

from __future__ import annotations

import argparse
import itertools
import statistics
import time
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from films import STORY_NAMES
from scipy.stats import spearmanr

from diverseed.errors import InputError
from diverseed.narrative import Chart, make_chart, to_page, to_pdf, to_png, to_svg
from diverseed.narrative.from_script import story_from_script
from diverseed.narrative.sheet import read_sheet
from diverseed.narrative.story import Group, Story, leads, read_story, select_characters
from diverseed.screenplay import read
from diverseed.screenplay.breakdown import analyse

HERE = Path(__file__).parent
FILMS = ("A-New-Hope", "The-Empire-Strikes-Back", "Return-of-the-Jedi")
SAME = {ours: theirs for theirs, names in STORY_NAMES.items() for ours in names}
MEASURES = ("crossings", "wiggles", "smallest_px", "drawing_aspect", "coverage", "filled", "label_overlaps")
HEADS = (
    "| screenplay | scenes | people | sequences | crossings | wiggles | smallest px | aspect | coverage | filled "
    "| overlaps | largest file, kB | read, CPU s | chart, CPU s |"
)


def poster(path: Path) -> tuple[Chart, float, float]:
    """The chart, and the CPU seconds of reading and of drawing."""
    started = time.process_time()
    breakdown = analyse(read(path), random_state=0)
    story = story_from_script(breakdown.script, locations=breakdown.location_names)
    done = time.process_time()
    chart = make_chart(select_characters(story, leads(story, read_sheet("screen").people)), detail="sequences")
    return chart, done - started, time.process_time() - done


def figures(path: Path, *, files: bool) -> list[float]:
    chart, reading, drawing = poster(path)
    found = chart.legibility()
    makers = (to_png, to_pdf, to_svg, to_page) if files else ()
    largest = max((len(_bytes(make(chart))) for make in makers), default=0)
    return [
        len(chart.story.scenes),
        len(chart.layers.names),
        len(chart.layers),
        *(found[name] for name in MEASURES),
        largest / 1000,
        reading,
        drawing,
    ]


def _bytes(made: str | bytes) -> bytes:
    return made if isinstance(made, bytes) else made.encode()


def row(name: str, values: Iterable[float]) -> str:
    return f"| {name} | " + " | ".join(f"{value:.4g}" for value in values) + " |"


def agreement(folder: Path, storyline: Path) -> list[str]:
    """Spearman correlation of the time that pairs spend together, in the trilogy as one story."""
    paths = [next(folder.glob(f"*{film}*")) for film in FILMS]
    hand_made = read_story(storyline)
    truth = _together((1.0, [g.characters for g in scene.groups]) for scene in hand_made.scenes)
    ours: dict[tuple[str, str], float] = {}
    scenes: dict[tuple[str, str], float] = {}
    names: set[str] = set()
    for path in paths:
        assert path is not None
        story = _renamed(story_from_script(analyse(read(path), random_state=0).script))
        story = select_characters(story, set(story.characters) & set(hand_made.characters))
        names |= set(story.characters)
        whole = sum(scene.length for scene in story.scenes)
        drawn = make_chart(story, detail="sequences").layers
        layers = [
            (sum(story.scenes[s].length for s in scenes) / whole, [[drawn.names[i] for i in g] for g in groups])
            for scenes, groups in zip(drawn.scenes, drawn.groups, strict=True)
        ]
        for total, parts in (
            (ours, layers),
            (scenes, [(s.length / whole, [g.characters for g in s.groups]) for s in story.scenes]),
        ):
            for pair, value in _together(parts).items():
                total[pair] = total.get(pair, 0.0) + value
    pairs = list(itertools.combinations(sorted(names), 2))
    rows = []
    for what, found in (("sequences", ours), ("scenes", scenes)):
        rho = spearmanr([truth.get(pair, 0.0) for pair in pairs], [found.get(pair, 0.0) for pair in pairs])[0]
        rows.append(f"| {what} | {len(names)} of {len(hand_made.characters)} | {rho:.3f} |")
    return [
        "",
        "Time that pairs spend together in the Star Wars trilogy, against the hand-made storyline (Spearman). Whom the",
        "reader of screenplays does not find is left out; scenes are what any chart of them could know.",
        "",
        "| from | characters | correlation |",
        "|---|---|---|",
        *rows,
    ]


def _renamed(story: Story) -> Story:
    scenes = []
    for scene in story.scenes:
        groups = (
            Group(tuple(dict.fromkeys(SAME.get(name, name) for name in group.characters)), group.location)
            for group in scene.groups
        )
        scenes.append(replace(scene, groups=tuple(groups)))
    return Story(story.title, tuple(scenes))


def _together(layers: Iterable[tuple[float, Iterable[Iterable[str]]]]) -> dict[tuple[str, str], float]:
    total: dict[tuple[str, str], float] = {}
    for time_share, groups in layers:
        for group in groups:
            for pair in itertools.combinations(sorted(group), 2):
                total[pair] = total.get(pair, 0.0) + time_share
    return total


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, metavar="DIR", help="folder of screenplays (.txt)")
    parser.add_argument("--most", type=int, metavar="FILMS", help="about this many of them, evenly spread")
    parser.add_argument("--storyline", type=Path, metavar="FILE", help="storyline of the Star Wars trilogy")
    options = parser.parse_args()
    lines = [
        "# Posters",
        "",
        "Page `screen`, seed 0, as `diverseed chart FILE` draws them. `coverage`: the box around all that is drawn;",
        "`filled`: squares with something in or next to them. The largest file is that of PNG, PDF, SVG and page.",
        "",
        HEADS,
        "|" + "---|" * HEADS[1:].count("|"),
    ]
    samples = HERE.parent / "src" / "diverseed" / "examples" / "screenplays"
    for path in sorted(samples.glob("*.fountain")):
        lines.append(row(path.stem, figures(path, files=True)))
        print(lines[-1], flush=True)
    if options.data:
        paths = sorted(options.data.glob("*.txt"))
        paths = paths[:: max(1, len(paths) // options.most)] if options.most else paths
        found = []
        for path in paths:
            try:
                found.append(figures(path, files=True))
            except InputError as error:
                print(f"{path.stem}: {error}", flush=True)
                continue
            print(row(path.stem, found[-1]), flush=True)
        columns = list(zip(*found, strict=True))
        for what, of in (("median", statistics.median), ("least", min), ("most", max)):
            lines.append(row(f"{len(found)} films, {what}", map(of, columns)))
        if options.storyline:
            lines += agreement(options.data, options.storyline)
    (HERE / "results" / "poster.md").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
