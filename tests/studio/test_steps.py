"""Corrections made on the page, and the overrides file that says the same."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diverseed.errors import InputError
from diverseed.screenplay import read
from diverseed.screenplay.breakdown import analyse
from diverseed.screenplay.overrides import Overrides, new_names, read_overrides
from diverseed.studio.settings import Settings, Step
from diverseed.studio.steps import corrections_for, overrides_of, take_step, to_toml

NAMES = st.sampled_from(["A", "B", "C", "D", 'with "quotes"', "back\\slash", "tab\there", "Größe", "🎬 SET"])
# every scene plays in one place, so a scene is paired with one found name
WANTED = st.dictionaries(st.integers(1, 12), st.tuples(NAMES, NAMES), min_size=1).map(
    lambda scenes: {(scene, found): new for scene, (found, new) in scenes.items()}
)


@given(WANTED)
def test_corrections_are_the_inverse_of_new_names(wanted) -> None:
    corrections = corrections_for(wanted)
    assert new_names(list(wanted), corrections, what="location") == (wanted, [])


@given(WANTED, WANTED)
def test_the_file_says_the_same(places, people) -> None:
    overrides = Overrides(corrections_for(places), corrections_for(people))
    assert read_overrides(to_toml(overrides)) == overrides


def test_nothing_to_correct_is_an_empty_file() -> None:
    corrections = corrections_for({(1, "A"): "A", (2, "B"): "B"})
    assert not corrections
    assert read_overrides(to_toml(Overrides(corrections))) == Overrides()


def test_two_that_swap_names() -> None:
    wanted = {(1, "A"): "B", (2, "A"): "B", (3, "B"): "A"}
    assert new_names(list(wanted), corrections_for(wanted), what="location") == (wanted, [])


START = {(1, "KITCHEN"): "KITCHEN", (2, "KITCHEN"): "KITCHEN", (3, "HARBOUR"): "HARBOUR"}


@pytest.mark.parametrize(
    ("step", "after"),
    [
        ({"name": "KITCHEN", "new": "GALLEY"}, ["GALLEY", "GALLEY", "HARBOUR"]),
        ({"name": "KITCHEN", "scenes": [2], "new": "HARBOUR"}, ["KITCHEN", "HARBOUR", "HARBOUR"]),
        ({"name": "KITCHEN", "scenes": [1], "new": "  Larder "}, ["Larder", "KITCHEN", "HARBOUR"]),
        ({"name": "HARBOUR", "new": "kitchen"}, ["KITCHEN", "KITCHEN", "KITCHEN"]),
        ({"name": "HARBOUR", "new": "Harbour"}, ["KITCHEN", "KITCHEN", "Harbour"]),
    ],
)
def test_steps(step, after) -> None:
    assert list(take_step(START, Step(what="location", **step)).values()) == after


@pytest.mark.parametrize(
    "step",
    [{"name": "ATTIC", "new": "X"}, {"name": "KITCHEN", "scenes": [3], "new": "X"}, {"name": "kitchen", "new": "X"}],
)
def test_a_step_on_what_is_not_there(step) -> None:
    with pytest.raises(InputError, match="there is no location"):
        take_step(START, Step(what="location", **step))


def test_what_no_file_can_say_is_refused() -> None:
    heading = "INT. " + "VERY LONG " * 40 + "HALL - DAY"
    script = read(f"{heading}\n\nANNA\nHi.\n\n{heading}\n\nANNA\nHo.\n".encode(), name="x.fountain")
    found = analyse(script, random_state=0)
    (hall,) = found.locations
    whole = Step(what="location", name=hall.name, new="HALL")
    assert overrides_of(found, Settings(steps=(whole,))).locations.rename == {hall.name: "HALL"}
    part = Step(what="location", name=hall.name, scenes=(2,), new="HALL")
    with pytest.raises(InputError, match="these corrections"):
        overrides_of(found, Settings(steps=(part,)))


@pytest.mark.parametrize("new", ["", "   ", "a\x00b", "\u202egnp", "x" * 121])
def test_names_that_cannot_be_given(new) -> None:
    with pytest.raises(ValueError, match="new"):
        Step(what="location", name="A", new=new)
