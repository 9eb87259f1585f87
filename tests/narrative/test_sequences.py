"""Sequences: hand-checked stories, and what must hold for any story."""

from itertools import combinations, pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diverseed.narrative.layers import Layers
from diverseed.narrative.sequences import _partition, evidence, find_sequences, place_of
from diverseed.narrative.story import Group, Scene, Story, parse_story

from .stories import FILMS, film, stories


def first(story: Story, most: int = 40, overlook: float = 0.0) -> Layers:
    return next(find_sequences(story, most=most, overlook=overlook))


def named(layers: Layers) -> list[set[frozenset[str]]]:
    """The groups of each layer by name."""
    return [{frozenset(layers.names[line] for line in group) for group in groups} for groups in layers.groups]


def told(text: str, most: int = 40) -> list[tuple[range, set[frozenset[str]]]]:
    """Scenes and groups of each sequence; one letter is one person."""
    lines = ["\t".join(",".join(group) for group in line.split()) for line in text.split("/")]
    found = first(parse_story("\n".join(lines)), most)
    return list(zip(found.scenes, named(found), strict=True))


def groups(text: str) -> set[frozenset[str]]:
    return {frozenset(group) for group in text.split()}


def test_a_scene_of_people_who_are_all_together_changes_nothing() -> None:
    assert told("ABC/AB/C/ABC/BC") == [(range(5), groups("ABC"))]


def test_separate_groups_run_side_by_side() -> None:
    assert told("AB/CD/A/D/CD/AB") == [(range(6), groups("AB CD"))]


def test_a_meeting_starts_a_layer() -> None:
    assert told("AB/CD/AB/AC/AC") == [(range(3), groups("AB CD")), (range(3, 5), groups("AC"))]


def test_people_who_meet_nobody_stay_where_they_last_were() -> None:
    """B stays behind while A is with C, and is still there when A comes back."""
    assert told("AB/AB/AC/AC/AB/AB") == [
        (range(2), groups("AB")),
        (range(2, 4), groups("AC B")),
        (range(4, 6), groups("AB")),
    ]


def test_those_who_are_left_behind_stay_together() -> None:
    assert told("ABC/ABC/AD/AD/BC/ABCD/ABCD") == [
        (range(2), groups("ABC")),
        (range(2, 5), groups("AD BC")),
        (range(5, 7), groups("ABCD")),
    ]


def test_who_does_not_come_back_leaves() -> None:
    assert told("AB/AB/AC/AC") == [(range(2), groups("AB")), (range(2, 4), groups("AC"))]


def test_people_seen_alone_have_not_parted() -> None:
    assert told("AB/AB/A/B/A/B/A/B") == [(range(8), groups("AB"))]


def test_a_parting_shows_in_other_company() -> None:
    assert told("AB/AB/AX/BY/AX/BY") == [(range(2), groups("AB")), (range(2, 6), groups("AX BY"))]


def test_a_long_absence_leaves_the_company() -> None:
    text = "/".join(["XA", "XA", *(f"X{other}/X{other}" for other in "BCDEFGHIJ"), "XA"])
    found = told(text)
    assert all(frozenset("A") in layer for _, layer in found[1:-1])


def test_the_cheapest_conflict_is_joined_first() -> None:
    """One short scene between long stretches is what a page without room leaves out."""
    text = "AB/AB/AB/AC/AB/AB/AB/CD/CD/CD/AD/AD/AD/AD"
    assert len(told(text)) > 2
    joined = told(text, most=2)
    assert [scenes for scenes, _ in joined] == [range(10), range(10, 14)]
    assert joined[0][1] == groups("AB CD")
    assert joined[1][1] == groups("AD")


def test_short_encounters_can_be_overlooked() -> None:
    text = "/".join([*["AB"] * 20, "AC", *["AB"] * 20, *["CD"] * 10])
    story = parse_story("\n".join(",".join(scene) for scene in text.split("/")))
    exact, calm = first(story), first(story, overlook=0.05)
    assert len(exact) == 3
    assert len(calm) < 3
    assert exact.conflict == 0
    assert 0 < calm.conflict <= 0.05


def test_long_scenes_weigh_more() -> None:
    def scene(names: str, length: float) -> Scene:
        return Scene("", (Group(tuple(names)),), length=length)

    story = Story("", (scene("AB", 1), scene("AC", 9), scene("BC", 1)))
    assert named(first(story, most=1)) == [groups("AC B")]


def test_the_place_is_where_the_group_is_longest() -> None:
    scenes = [("AB", "Mill", 2.0), ("AB", "Road", 5.0), ("CD", "Sea", 9.0), ("A", "Mill", 2.0)]
    story = Story("", tuple(Scene("", (Group(tuple(who), where),), length=length) for who, where, length in scenes))
    found = first(story)
    assert named(found) == [groups("AB CD")]
    assert [place_of(story, found.scenes[0], who) for who in ("AB", "CD", "X")] == ["Road", "Sea", None]


def check(story: Story, most: int) -> None:
    layers = first(story, most)
    assert 1 <= len(layers) <= most
    assert [s for scenes in layers.scenes for s in scenes] == list(range(len(story.scenes)))
    assert layers.of_scene == tuple(t for t, scenes in enumerate(layers.scenes) for _ in scenes)
    last = {name: s for s, scene in enumerate(story.scenes) for name in scene.characters}
    entrance = {name: s for s, scene in reversed(list(enumerate(story.scenes))) for name in scene.characters}
    seen = [{layers.names[line] for line in lines} for lines in layers.seen]
    found = named(layers)
    for scenes, present, company in zip(layers.scenes, seen, found, strict=True):
        names = [name for group in company for name in group]
        assert len(names) == len(set(names))  # nobody in two groups
        assert present == {name for s in scenes for name in story.scenes[s].characters}
        between = {n for n in entrance if entrance[n] < scenes.stop and last[n] >= scenes.start}
        assert set(names) == between  # a line from first to last, without a hole
    for before, (after, present) in zip(found, list(zip(found, seen, strict=True))[1:], strict=False):
        company = {name: group for group in before for name in group}
        for group in after:
            for name in group - present:  # whoever is not seen is with old company or alone
                assert group <= company[name]


@settings(max_examples=60, deadline=None)
@given(stories(people=7, scenes=25), st.integers(1, 12))
def test_what_always_holds(story, most: int) -> None:
    check(story, most)


@pytest.mark.parametrize("name", list(FILMS))
@pytest.mark.parametrize("most", [10, 40])
def test_what_always_holds_in_the_films(name: str, most: int) -> None:
    check(film(name), most)


@settings(max_examples=40, deadline=None)
@given(stories(people=6, scenes=20))
def test_without_a_limit_nothing_is_misrepresented(story) -> None:
    """Only what costs nothing is joined then: whoever meets in a scene is together in its layer."""
    layers = first(story, most=10_000)
    assert layers.conflict == pytest.approx(0.0, abs=1e-9)
    for scenes, groups in zip(layers.scenes, named(layers), strict=True):
        company = {name: group for group in groups for name in group}
        for group in (group for s in scenes for group in story.scenes[s].groups):
            assert set(group.characters) <= company[group.characters[0]]


@settings(max_examples=20, deadline=None)
@given(stories(people=6, scenes=20))
def test_layers_become_fewer_until_one_is_left(story) -> None:
    found = list(find_sequences(story, most=12))
    counts = [len(layers) for layers in found]
    assert counts == sorted(set(counts), reverse=True)
    assert counts[-1] == 1
    for before, after in pairwise(found):
        assert {s.start for s in after.scenes} < {s.start for s in before.scenes}
        assert after == first(story, most=len(after))


def _partitions(n: int):
    if n == 0:
        yield ()
        return
    for smaller in _partitions(n - 1):
        for i in range(len(smaller)):
            yield (*smaller[:i], (*smaller[i], n - 1), *smaller[i + 1 :])
        yield (*smaller, (n - 1,))


def _away(meetings, one: str, other: str) -> float:
    """Time that ``one`` is seen where ``other`` cannot be: with, or as, somebody whom ``other`` has not met by then."""
    total, known = 0.0, set()
    for people, length in meetings:
        if other in people:
            known |= people
        elif one in people and not people <= known:
            total += length
    return total


@settings(max_examples=60, deadline=None)
@given(stories(people=5, scenes=8))
def test_the_partition_is_nearly_the_best_of_all(story) -> None:
    """Against every partition: the greedy one never tells much more wrong, and its conflict is what it says."""
    meetings = [(set(group.characters), scene.length) for scene in story.scenes for group in scene.groups]
    names = sorted(set().union(*(people for people, _ in meetings)))
    present = np.array([[float(name in people) for name in names] for people, _ in meetings])
    together, apart = evidence(present, np.array([[length] for _, length in meetings]))
    for (i, one), (j, other) in combinations(enumerate(names), 2):
        assert together[i, j] == sum(length for people, length in meetings if {one, other} <= people)
        assert apart[i, j] == _away(meetings, one, other) + _away(meetings, other, one)

    def wrong(groups) -> float:
        same = {pair for group in groups for pair in combinations(sorted(group), 2)}
        return sum(apart[p] if p in same else together[p] for p in combinations(range(len(together)), 2))

    groups, conflict = _partition(together, apart)
    best = min(wrong(partition) for partition in _partitions(len(together)))
    assert conflict == pytest.approx(wrong(groups))
    assert conflict <= best + 1


def test_a_sequence_is_labelled_by_its_scenes_counted_from_one() -> None:
    assert first(parse_story("A,B\nA,B\nA,C\nB,C\n")).labels == ["Scenes 1 to 2", "Scene 3", "Scene 4"]
