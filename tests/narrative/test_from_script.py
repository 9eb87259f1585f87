import pytest

from diverseed.errors import InputError
from diverseed.narrative.from_script import story_from_script
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
