"""Stories for the tests: random small ones, films of the size of published ones, and one with hostile text."""

from functools import cache

import numpy as np
from hypothesis import strategies as st

from diverseed.narrative.story import Group, Scene, Story

SIZES = {"heist": (14, 42, 100, 3), "trilogy": (14, 50, 200, 4), "dream": (10, 71, 490, 3)}
"""Characters, layers, scenes and groups per layer, as in the films of Tanahashi & Ma (2012): The Matrix, Star Wars and
Inception."""

FILMS = {"heist": 10, "trilogy": 15, "dream": 12}
"""The least number of crossings of each, proven by the integer program (see test_order)."""

EXCHANGES = {"heist": 20, "trilogy": 32, "dream": 40}


@cache
def film(name: str) -> Story:
    """A made-up film. Lines run through its layers in an order that neighbours exchange a few times.

    Each layer cuts that order anywhere into groups, so that groups change all the time and yet few lines must cross.
    """
    (people, layers, scenes, groups), rng = SIZES[name], np.random.default_rng(1)
    lengths = np.where(np.arange(people) < people // 2, layers, rng.integers(4, layers, people))
    first = np.array([rng.integers(layers - length + 1) for length in lengths])
    order = rng.permutation(people)
    exchanges = np.bincount(rng.integers(1, layers, EXCHANGES[name]), minlength=layers)
    steps: list[tuple[Group, ...]] = []
    while len(steps) < layers:
        t = len(steps)
        here = np.array([i for i in order if first[i] <= t < first[i] + lengths[i]])
        cuts = np.sort(rng.choice(np.arange(1, len(here)), groups - 1, replace=False))
        met = tuple(Group(tuple(f"P{i}" for i in sorted(part))) for part in np.split(here, cuts))
        if steps and set(met) == set(steps[-1]):
            continue
        steps.append(met)
        for place in rng.integers(people - 1, size=exchanges[(t + 1) % layers]):
            order[[place, place + 1]] = order[[place + 1, place]]
    starts = np.sort(rng.choice(np.arange(1, scenes), layers - 1, replace=False))
    layer_of = np.searchsorted(starts, np.arange(scenes), side="right")
    return Story(name, tuple(Scene(f"Scene {s + 1}", steps[t]) for s, t in enumerate(layer_of)))


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
