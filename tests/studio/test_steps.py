"""Corrections made on the page, and the overrides file that says the same."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diverseed.errors import InputError
from diverseed.screenplay import read
from diverseed.screenplay.breakdown import analyse
from diverseed.screenplay.overrides import Overrides, new_names, read_overrides
from diverseed.screenplay.records import Character
from diverseed.studio.pipelines.joins import suggested_joins
from diverseed.studio.plain_words import plain
from diverseed.studio.settings import JobSettings, Step
from diverseed.studio.steps import corrections_for, hidden_people, overrides_of, take_step, to_toml

from .conftest import SCRIPT

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
def test_a_step_on_a_name_that_does_not_exist(step) -> None:
    with pytest.raises(InputError, match="there is no location"):
        take_step(START, Step(what="location", **step))


def test_what_no_file_can_say_is_refused() -> None:
    heading = "INT. " + "VERY LONG " * 40 + "HALL - DAY"
    script = read(f"{heading}\n\nANNA\nHi.\n\n{heading}\n\nANNA\nHo.\n".encode(), name="x.fountain")
    found = analyse(script, random_state=0)
    (hall,) = found.locations
    whole = Step(what="location", name=hall.name, new="HALL")
    assert overrides_of(found, JobSettings(steps=(whole,))).locations.rename == {hall.name: "HALL"}
    part = Step(what="location", name=hall.name, scenes=(2,), new="HALL")
    with pytest.raises(InputError, match="these corrections"):
        overrides_of(found, JobSettings(steps=(part,)))


@pytest.mark.parametrize("new", ["", "   ", "a\x00b", "\u202egnp", "x" * 121])
def test_names_that_cannot_be_given(new) -> None:
    with pytest.raises(ValueError, match="new"):
        Step(what="location", name="A", new=new)


def person(name: str, standing: str = "name") -> Character:
    return Character(name, (), True, 5, 5, (1,), 1, standing)


@pytest.mark.parametrize(
    ("names", "suggested"),
    [
        (["TIM", "TIMMY"], [("TIMMY", "TIM")]),
        (["ROSS", "ROS"], [("ROS", "ROSS")]),
        (["ED REGIS", "REGIS"], [("REGIS", "ED REGIS")]),
        (["MARTIN", "MARIN"], [("MARIN", "MARTIN")]),
        (["GARY", "MARY"], []),
        (["GUARD 1", "GUARD 2"], []),
        (["ANN SMITH", "BOB SMITH", "SMITH"], []),
        (["GOON II", "GOON", "GOON III"], []),
        (["AL", "ALAN"], []),
        (["GRANT", "ELLIE", "MALCOLM"], []),
    ],
)
def test_names_that_may_be_one_person(names, suggested) -> None:
    found = suggested_joins([person(name) for name in names])
    assert [(one["name"], one["into"]) for one in found] == suggested


def test_a_dismissed_pair_is_not_suggested_again() -> None:
    people = [person(name) for name in ("TIM", "TIMMY", "ROSS", "ROS")]
    found = suggested_joins(people, different=[("TIM", "TIMMY"), ("ROSS", "GRANT")])
    assert [(one["name"], one["into"]) for one in found] == [("ROS", "ROSS")]


def test_hidden_and_different_people_are_part_of_the_file() -> None:
    steps = [
        {"what": "hide", "name": 'A "quoted" \\ name'},
        {"what": "different people", "name": "TIM", "other": "TIMMY"},
        {"what": "show", "name": "PORTER"},
    ]
    given = 'hidden_characters = ["PORTER", "GUARD"]\ndifferent_characters = [["ROS", "ROSS"]]\n'
    settings = JobSettings.model_validate({"steps": steps, "overrides": given})
    overrides = overrides_of(analyse(read(SCRIPT.encode(), name="affair.fountain"), random_state=0), settings)
    assert overrides.hidden == ('A "quoted" \\ name', "GUARD")
    assert overrides.different == (("ROS", "ROSS"), ("TIM", "TIMMY"))
    assert read_overrides(to_toml(overrides)) == overrides


@pytest.mark.parametrize(
    "wrong", ["hidden_characters = 3", "different_characters = [['A']]", "hidden_characters = ['']"]
)
def test_wrong_lists_of_people_are_refused(wrong) -> None:
    with pytest.raises(InputError, match="_characters"):
        read_overrides(wrong)


def test_roles_and_voices_are_not_suggested() -> None:
    assert suggested_joins([person("GUARD", "role"), person("GUARDS", "group")]) == []


def test_who_is_hidden_keeps_hidden_under_another_name() -> None:
    steps = JobSettings.model_validate(
        {
            "steps": [
                {"what": "hide", "name": "A"},
                {"what": "hide", "name": "C"},
                {"what": "character", "name": "A", "new": "B"},
                {"what": "show", "name": "C"},
            ]
        }
    ).steps
    assert hidden_people(steps) == {"B"}


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("there is one missing. Leave it out: --columns a,b.", "there is one missing."),
        ("n_clusters=9 exceeds n_samples=3 rows of positive weight.", ""),
        ("x.csv is a table. Name the column with --column; it has: a.", "x.csv is a table."),
        ("column 'tenure_days' is empty.", "column 'tenure_days' is empty."),
        ("Try `diverseed examples`. It lists them.", "It lists them."),
    ],
)
def test_messages_without_options_and_parameters(message, said) -> None:
    assert plain(message) == said
