"""Stories for the tests: random small ones, the published films, and one with hostile text."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import strategies as st

from diverseed.narrative.story import Group, Scene, Story, read_story

FILMS = {"thematrix": 12, "starwars": 39, "inception": 35}
"""Published instances of Tanahashi & Ma (2012) and the least number of crossings."""

FOLDER = Path(__file__).parents[3] / "shared" / "data" / "storylines"


def film(name: str) -> Story:
    path = FOLDER / f"{name}.txt"
    if not path.is_file():
        pytest.skip(f"the published storyline instances are not here ({path.name})")
    return read_story(path)


@st.composite
def stories(draw: st.DrawFn, *, people: int = 6, scenes: int = 7) -> Story:
    """Scenes that split some of the characters into groups, some of them at a place."""
    names = [chr(ord("A") + i) for i in range(draw(st.integers(1, people)))]
    steps = []
    for number in range(draw(st.integers(1, scenes))):
        where = draw(st.lists(st.integers(0, 3), min_size=len(names), max_size=len(names)))
        groups = []
        for group in (1, 2, 3):  # 0: not in this scene
            members = tuple(name for name, at in zip(names, where, strict=True) if at == group)
            if members:
                groups.append(Group(members, draw(st.sampled_from([None, "Harbour", "The long hall", "Sea"]))))
        steps.append(Scene(f"Scene {number + 1}", tuple(groups)))
    if not any(step.groups for step in steps):
        steps.append(Scene("Last", (Group((names[0],)),)))
    return Story("Random", tuple(steps), {name: float(i) for i, name in enumerate(names)})


def crowded_story(people: int = 60, scenes: int = 300, *, seed: int = 0) -> Story:
    """A feature film: five leads throughout, the others over stretches, forty places, three acts, some deaths."""
    rng = np.random.default_rng(seed)
    names = [f"{'ABCDEFGHIJ'[i % 10]}{'aeiou'[i % 5]}{'lmnrst'[i % 6]} {i}" for i in range(people)]
    spans = []
    for person in range(people):
        length = scenes if person < 5 else int(rng.integers(2, scenes // 2))
        start = int(rng.integers(0, scenes - length + 1))
        spans.append(range(start, start + length))
    weight = 1 / np.arange(1, people + 1) ** 0.7
    steps = []
    for number in range(scenes):
        around = [person for person in range(people) if number in spans[person]]
        size = min(len(around), 1 + int(rng.poisson(1.8)))
        present = rng.choice(around, size, replace=False, p=weight[around] / weight[around].sum())
        group = Group(tuple(names[person] for person in sorted(present)), f"PLACE {number // 3 % 40}")
        part = f"ACT {number // 100 + 1}" if number % 100 == 0 else ""
        length = float(rng.integers(3, 60))
        steps.append(Scene(f"INT. PLACE {number // 3 % 40} - DAY", (group,), "What happens.", length, part))
    speech = {name: float(weight[i]) for i, name in enumerate(names)}
    return Story("Feature film", tuple(steps), speech, frozenset(names[7:12]))


HOSTILE = "<script>alert(1)</script>"


def hostile_story() -> Story:
    """Markup wherever a story has text, and characters who come, go and return."""
    names = ("Ada", HOSTILE, 'Bo "the" & Co', "Cy", "Dee")
    scenes = []
    for number in range(14):
        present = tuple(name for i, name in enumerate(names) if (number + i) % (i + 2) == 0 or number in (0, 13))
        place = ("</script><b>Here", "Harbour", None)[number % 3]
        scenes.append(Scene(f"{number} {HOSTILE}", (Group(present, place),) if present else (), f"--> {HOSTILE}"))
    return Story(f"Title {HOSTILE}", tuple(scenes), {name: 10.0 * i for i, name in enumerate(names)})
