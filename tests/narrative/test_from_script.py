import pytest

from diverseed.errors import InputError
from diverseed.narrative.from_script import _dies, story_from_script
from diverseed.screenplay import read
from diverseed.screenplay.records import Heading, Presence, Scene, Script


def scene(number: int, place: str, *people: tuple[str, int]) -> Scene:
    heading = Heading("INT", place, tuple(place.split(" - ")), (place,), "DAY", (), None)
    present = tuple(Presence(name, words > 0, 1, words, 1) for name, words in people)
    return Scene(number, number, f"INT. {place} - DAY", heading, present, f"What happens in {number}.")


def script(*scenes: Scene) -> Script:
    return Script("Play", "fountain", (), scenes, (), ())


def test_scenes_places_and_speech() -> None:
    story = story_from_script(
        script(scene(1, "MILL - YARD", ("ANN", 10), ("BEN", 0)), scene(2, "ROAD"), scene(3, "MILL", ("ANN", 5)))
    )
    assert story.title == "Play"
    assert [s.characters for s in story.scenes] == [("ANN", "BEN"), (), ("ANN",)]
    assert [g.location for s in story.scenes for g in s.groups] == ["MILL", "MILL"]
    assert story.speech == {"ANN": 15.0, "BEN": 0.0}
    assert story.scenes[0].label == "INT. MILL - YARD - DAY"
    assert story.scenes[0].summary == "What happens in 1."


def test_locations_from_outside_go_first() -> None:
    story = story_from_script(script(scene(1, "MILL", ("A", 1)), scene(2, "BARN", ("A", 1))), locations={2: "The farm"})
    assert [g.location for s in story.scenes for g in s.groups] == ["MILL", "The farm"]


def test_no_scenes() -> None:
    with pytest.raises(InputError, match="no scene heading"):
        story_from_script(script())


FOUNTAIN = """Title: Play

# ACT ONE: COLD

INT. MILL - DAY

Water runs. ANN waits.

ANN
Hello there.

BEN
Hello.

# ACT TWO

EXT. ROAD - NIGHT

Ann walks on. Ben falls to the ground, dead.

BEN
Ann...

ANN
No.

INT. MILL - NIGHT

Ann stops dead at the door.

ANN
Who is it?
"""


def test_acts_lengths_and_deaths_of_a_script() -> None:
    story = story_from_script(read(FOUNTAIN.encode(), name="play.fountain"))
    assert [scene.part for scene in story.scenes] == ["ACT ONE: COLD", "ACT TWO", ""]
    assert story.deaths == {"BEN"}
    lengths = [scene.length for scene in story.scenes]
    assert lengths[0] > lengths[2] > 0


@pytest.mark.parametrize(
    ("narrative", "dies"),
    [
        ("Ann falls heavily to the ground, dead.", True),
        ("Ben sees Ann lying dead.", True),
        ("Ben kills Ann.", True),
        ("The body of young Ann floats by.", True),
        ("Ann's body spins into the void.", True),
        ("Ann dies.", True),
        ("Ann stops dead.", False),
        ("Ann looks at the dead tree.", False),
        ("Anna dies.", False),
        ("Ben dies. Ann weeps.", False),
        ("They are scared to death. Ann runs.", False),
    ],
)
def test_deaths_are_found_in_the_action(narrative: str, dies: bool) -> None:
    assert _dies("ANN", narrative) is dies


def test_a_heading_without_a_place_has_no_band() -> None:
    story = story_from_script(script(scene(1, "MILL", ("A", 1))), locations={1: "(no place named)"})
    assert story.scenes[0].groups[0].location is None
