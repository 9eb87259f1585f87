import tomllib

import pytest

from diverseed.errors import InputError
from diverseed.examples import example_path
from diverseed.screenplay import read
from diverseed.screenplay.breakdown import analyse
from diverseed.screenplay.corrections import apply_overrides, overrides_template
from diverseed.screenplay.overrides import Overrides, read_overrides
from diverseed.screenplay.places.locations import find_locations


@pytest.fixture(scope="module")
def script():
    return read(example_path("night-desk"))


@pytest.fixture(scope="module")
def locations(script):
    return find_locations(script.scenes)


def names(locations) -> dict[str, tuple[int, ...]]:
    return {location.name: location.scenes for location in locations}


def test_merge_split_rename_locations(script, locations) -> None:
    overrides = read_overrides("""
        [[locations.merge]]
        names = ["Crown Court", "COURT FOUR"]
        [[locations.split]]
        name = "HARBOUR"
        scenes = [12]
        new = "FISH QUAY"
        [locations.rename]
        "THE SILL" = "TIDE BARRIER"
    """)
    _, corrected, missed = apply_overrides(script, locations, overrides)
    before, after = names(locations), names(corrected)
    assert missed == ()
    assert after["CROWN COURT"] == (29, 30, 31)
    assert after["FISH QUAY"] == (12,)
    assert after["HARBOUR"] == (11, 48)
    assert after["TIDE BARRIER"] == tuple(sorted(before["THE SILL"] + before["TIDE BARRIER"]))
    assert sorted(scene for scenes in after.values() for scene in scenes) == [scene.id for scene in script.scenes]
    assert [location.id for location in corrected] == list(range(1, len(corrected) + 1))


def test_merged_characters_add_up(script, locations) -> None:
    overrides = read_overrides('[[characters.merge]]\nnames = ["PAUL", "ELENA"]')
    corrected, _, missed = apply_overrides(script, locations, overrides)
    before = {character.name: character for character in script.characters}
    after = {character.name: character for character in corrected.characters}
    assert missed == ()
    assert "ELENA" not in after
    assert "ELENA" in after["PAUL"].aliases
    assert after["PAUL"].words == before["PAUL"].words + before["ELENA"].words
    assert set(after["PAUL"].scenes) == set(before["PAUL"].scenes) | set(before["ELENA"].scenes)
    for scene in corrected.scenes:
        people = [presence.name for presence in scene.characters]
        assert len(people) == len(set(people))


def test_renamed_people_keep_the_lines_they_exchange(script) -> None:
    overrides = read_overrides('[characters.rename]\n"PAUL" = "PAULA"')
    before, after = (analyse(script, random_state=0, overrides=given).network for given in (None, overrides))
    exchanged = {other: tie["exchanges"] for other, tie in before["PAUL"].items()}
    assert max(exchanged.values()) > 0
    assert {other: tie["exchanges"] for other, tie in after["PAULA"].items()} == exchanged


def test_split_characters(script, locations) -> None:
    overrides = read_overrides('[[characters.split]]\nname = "DES"\nscenes = [1, 7]\nnew = "OLD DES"')
    corrected, _, _ = apply_overrides(script, locations, overrides)
    after = {character.name: character for character in corrected.characters}
    assert after["OLD DES"].scenes == (1, 7)
    assert not {1, 7} & set(after["DES"].scenes)


def test_what_matches_nothing_is_reported(script) -> None:
    overrides = read_overrides("""
        [[locations.merge]]
        names = ["CROWN COURT", "NO SUCH PLACE"]
        [[locations.split]]
        name = "CROWN COURT"
        scenes = [1]
        new = "X"
        [locations.rename]
        "ATLANTIS" = "SEA"
        [characters.rename]
        "NOBODY" = "SOMEBODY"
    """)
    messages = [w.message for w in analyse(script, random_state=0, overrides=overrides).script.warnings]
    found = [message for message in messages if message.startswith("override matched nothing")]
    assert len(found) == 4
    for word in ("NO SUCH PLACE", "scene 1", "ATLANTIS", "NOBODY"):
        assert any(word in message for message in found)


def test_the_first_file_changes_nothing(script, locations) -> None:
    overrides = read_overrides(overrides_template(script, locations))
    corrected, places, missed = apply_overrides(script, locations, overrides)
    assert missed == ()
    assert names(places) == names(locations)
    assert {c.name: c.words for c in corrected.characters} == {c.name: c.words for c in script.characters}
    assert apply_overrides(script, locations, Overrides())[1] == locations


def test_the_first_file_survives_strange_names() -> None:
    strange = read(b'INT. "QUOTED" \\ PLACE = X # Y - DAY\n\n@J"O\\E\nHello.\n', name="x.fountain")
    text = overrides_template(strange, find_locations(strange.scenes))
    table = tomllib.loads(text)
    assert table["locations"]["rename"]
    assert table["characters"]["rename"]


@pytest.mark.parametrize(
    "text",
    [
        "[locations",
        "places = 1",
        "locations = 3",
        "[locations]\nmerge = 3",
        '[[locations.merge]]\nnames = ["ONE"]',
        '[[locations.merge]]\nnames = ["ONE", 2]',
        '[[locations.merge]]\nnamez = ["ONE", "TWO"]',
        '[[characters.split]]\nname = "A"\nscenes = ["x"]\nnew = "B"',
        '[[characters.split]]\nname = "A"\nscenes = [1]',
        "[characters.rename]\nA = 3",
        '[characters.rename]\nA = ""',
    ],
)
def test_files_that_are_not_understood(text: str) -> None:
    with pytest.raises(InputError):
        read_overrides(text)


def test_a_false_heading_joins_its_scene_to_the_one_before(script) -> None:
    second = script.scenes[1]
    corrected = analyse(script, random_state=0, overrides=read_overrides(f"not_headings = [{second.line}]")).script
    assert [scene.line for scene in corrected.scenes] == [scene.line for scene in script.scenes if scene is not second]
    both = {one.name for scene in script.scenes[:2] for one in scene.characters}
    assert {one.name for one in corrected.scenes[0].characters} == both
    assert second.heading in corrected.scenes[0].narrative
    assert len(corrected.lines) == len(script.lines)


@pytest.mark.parametrize("text", ["not_headings = 3", 'not_headings = ["3"]', "not_headings = [true]"])
def test_lines_that_are_not_numbers(text) -> None:
    with pytest.raises(InputError, match="list of line numbers"):
        read_overrides(text)


def test_a_line_that_is_not_a_heading_is_reported(script) -> None:
    corrected = analyse(script, random_state=0, overrides=Overrides(not_headings=(1_000_000,))).script
    assert "override matched nothing: line 1000000 is not a heading" in [one.message for one in corrected.warnings]
    assert corrected.scenes == script.scenes
