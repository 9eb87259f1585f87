"""Crossings, bends and time of narrative charts, beside the published optima.

The bundled screenplays and a made-up feature film of 60 characters and 250 scenes; with ``--data``, also the stories in
a folder: those of Tanahashi & Ma (2012) as text (``thematrix.txt``, ``starwars.txt``, ``inception.txt``) and those of
iStoryline (Tang et al. 2018) as JSON::

    python benchmarks/chart.py [--data DIR]

Stories are drawn as they are given. Writes results/chart.md.
"""

from __future__ import annotations

import argparse
import json
import time
from itertools import pairwise
from pathlib import Path

import numpy as np
import scipy.optimize
import scipy.sparse  # noqa: F401  imported here, so that no row pays for it

from diverseed.narrative.coordinates import place_lines
from diverseed.narrative.crossings import count_block_crossings, count_wiggles
from diverseed.narrative.from_script import story_from_script
from diverseed.narrative.layers import layers_of
from diverseed.narrative.order import order_lines
from diverseed.narrative.story import Group, Scene, Story, read_story

HERE = Path(__file__).parent
OPTIMA = {"thematrix": 12, "starwars": 39, "inception": 35}
SECONDS = {"fast": 1.0, "best": 30.0, "exact": 300.0}


def feature_film(people: int = 60, scenes: int = 250, *, seed: int = 0) -> Story:
    """Five leads through the whole film, the others over random stretches; one group per scene."""
    rng = np.random.default_rng(seed)
    spans = []
    for person in range(people):
        length = scenes if person < 5 else int(rng.integers(1, scenes // 2))
        start = int(rng.integers(0, scenes - length + 1))
        spans.append(range(start, start + length))
    weight = 1 / np.arange(1, people + 1) ** 0.7
    steps = []
    for number in range(scenes):
        around = [person for person in range(people) if number in spans[person]]
        size = min(len(around), 1 + int(rng.poisson(1.8)))
        present = rng.choice(around, size, replace=False, p=weight[around] / weight[around].sum())
        steps.append(Scene(f"Scene {number + 1}", (Group(tuple(f"P{person}" for person in sorted(present))),)))
    return Story("Feature film", tuple(steps))


def istoryline(path: Path) -> Story:
    """A story of iStoryline: characters are in numbered sessions over intervals of time."""
    people = json.loads(path.read_text(encoding="utf-8"))["Story"]["Characters"]
    moments = sorted({moment for stays in people.values() for stay in stays for moment in (stay["Start"], stay["End"])})
    scenes = []
    for start, end in pairwise(moments):
        sessions: dict[int, list[str]] = {}
        for name, stays in people.items():
            here = [stay["Session"] for stay in stays if stay["Start"] < end and start < stay["End"]]
            if here:
                sessions.setdefault(here[0], []).append(name)
        groups = tuple(Group(tuple(names)) for _, names in sorted(sessions.items()))
        scenes.append(Scene(f"{start} to {end}", groups, length=float(end - start)))
    return Story(path.stem, tuple(scenes))


def stories(data: Path | None) -> dict[str, Story]:
    from diverseed.screenplay import read

    given = sorted(data.iterdir()) if data else []
    samples = HERE.parent / "src" / "diverseed" / "examples" / "screenplays"
    return {
        **{path.stem: read_story(path) for path in given if path.suffix == ".txt"},
        **{path.stem: story_from_script(read(path)) for path in sorted(samples.glob("*.fountain"))},
        "60 x 250": feature_film(),
        **{f"iStoryline {path.stem}": istoryline(path) for path in given if path.suffix == ".json"},
    }


def row(name: str, story: Story, mode: str, *, seconds: float) -> str:
    layers = layers_of(story)
    started = time.process_time()
    ordering = order_lines(layers, mode, seconds=seconds)
    ordered = time.process_time()
    wiggles, wiggle_height = count_wiggles(place_lines(layers, ordering.order))
    ordering_cpu, placing_cpu = ordered - started, time.process_time() - ordered
    bound = "" if ordering.lower_bound is None else ordering.lower_bound
    return (
        f"| {name} | {len(layers.names)} x {len(layers)} | {mode} | {ordering.crossings} | {OPTIMA.get(name, '')} "
        f"| {bound} | {count_block_crossings(ordering.order)} | {wiggles} | {wiggle_height:.0f} "
        f"| {ordering.seconds:.1f} | {ordering_cpu:.2f} | {placing_cpu:.2f} |"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, metavar="DIR", help="folder of published stories (.txt and .json)")
    data = parser.parse_args().data
    lines = [
        "# Narrative charts",
        "",
        "Seed 0. `optimum`: the published one; `proven`: the lower bound of exact. One core of a machine that others",
        "used at the same time: `best` and `exact` end by the clock, so that a quiet machine gets further; `fast` ends",
        "by its work and gives the same anywhere, and its CPU time is what it costs.",
        "",
        "| story | lines x layers | order | crossings | optimum | proven | block crossings | wiggles | wiggle height "
        "| order, s | order, CPU s | heights, CPU s |",
        "|---|---|---|---|---|---|---|---|---|---|---|---|",
    ]
    for name, story in stories(data).items():
        small = name.startswith("iStoryline")
        for mode in SECONDS if name in OPTIMA else ("fast", "exact") if small else ("fast", "best"):
            lines.append(row(name, story, mode, seconds=60.0 if small else SECONDS[mode]))
            print(lines[-1], flush=True)
    results = HERE / "results"
    results.mkdir(exist_ok=True)
    (results / "chart.md").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
