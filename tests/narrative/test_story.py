import json
from dataclasses import replace

import pytest

from diverseed.errors import InputError
from diverseed.narrative.layers import layers_of
from diverseed.narrative.story import (
    Group,
    Scene,
    Story,
    clean_text,
    given_story,
    is_story,
    leads,
    most_present,
    parse_story,
    read_story,
    select_characters,
)

from .stories import FILMS, SIZES, film

SAMPLE = {
    "title": "Trip",
    "scenes": [
        {"label": "Quay", "groups": [{"characters": ["A", "B"], "location": "Harbour"}], "summary": "Rain."},
        {"label": "Sea", "groups": [{"characters": ["A"]}, {"characters": ["C"]}]},
    ],
    "speech": {"A": 12},
}


def test_json_form() -> None:
    story = parse_story(json.dumps(SAMPLE))
    assert story == Story(
        "Trip",
        (Scene("Quay", (Group(("A", "B"), "Harbour"),), "Rain."), Scene("Sea", (Group(("A",)), Group(("C",))))),
        {"A": 12.0},
    )
    assert story.characters == ("A", "B", "C")


def test_json_form_takes_numbers_as_text_and_null_as_absent() -> None:
    scene = {"label": 7, "summary": None, "groups": [{"characters": ["A", 2, 1.5], "location": 12}]}
    other = {"label": None, "groups": [{"characters": ["A"], "location": None}]}
    story = parse_story(
        json.dumps({"title": None, "scenes": [scene, other, {"groups": None}], "speech": None}), title="file"
    )
    assert story == Story(
        "file",
        (Scene("7", (Group(("A", "2", "1.5"), "12"),)), Scene("Scene 2", (Group(("A",)),)), Scene("Scene 3", ())),
        {},
    )
    assert parse_story(json.dumps({"title": None, "scenes": [scene]})).title == ""


def test_text_form_and_layers() -> None:
    story = parse_story("A,B\tC\nC\tB,A\n\nA\tB,C\n", title="t")
    assert [scene.groups for scene in story.scenes] == [
        (Group(("A", "B")), Group(("C",))),
        (Group(("C",)), Group(("B", "A"))),
        (Group(("A",)), Group(("B", "C"))),
    ]
    layers = layers_of(story)
    assert len(layers) == 2  # the first two steps have the same groups
    assert layers.of_scene == (0, 0, 1)


def test_lines_exist_from_first_to_last_appearance() -> None:
    layers = layers_of(parse_story("A,B\nA\nA,C\nB\n"))
    assert layers.spans == ((0, 2), (0, 3), (2, 2))
    assert layers.blocks[1] == ((0,), (1,))  # B passes
    assert layers.blocks[2] == ((0, 2), (1,))
    assert layers.blocks[3] == ((1,),)


def test_scene_without_characters_belongs_to_the_layer_before() -> None:
    story = Story("", (Scene("0", ()), Scene("1", (Group(("A",)),)), Scene("2", ()), Scene("3", (Group(("A", "B")),))))
    assert layers_of(story).of_scene == (0, 0, 0, 1)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"scenes": 3}', "scenes must be a list"),
        ('{"scenes": {"a": 1}}', 'scenes must be a list, not {"a": 1}'),
        ('{"scenes": [7]}', "scenes[0] must be an object, not 7"),
        ('{"scenes": [{"groups": {"characters": []}}]}', "scenes[0].groups must be a list"),
        ('{"scenes": [{"groups": ["A"]}]}', 'scenes[0].groups[0] must be an object, not "A"'),
        ('{"scenes": [{"groups": [{"characters": "A"}]}]}', 'characters must be a list of names, not "A"'),
        ('{"scenes": [{"groups": [{"characters": ["A", ["B"]]}]}]}', "characters[1] must be text or a number"),
        ('{"scenes": [{"groups": [{"characters": [null]}]}]}', "empty name"),
        ('{"scenes": [{"label": true, "groups": []}]}', "scenes[0].label must be text or a number, not true"),
        ('{"title": {}, "scenes": []}', "title must be text or a number, not {}"),
        ('{"scenes": [{"groups": [{"characters": ["A"], "location": ["X"]}]}]}', "location must be text or a number"),
        ('{"scenes": [{"groups": [{"characters": ["A"]}]}], "speech": [1]}', "speech must be an object of numbers"),
        ('{"scenes": [{"groups": [{"characters": ["A", "A"]}]}]}', "'A' twice"),
        ('{"scenes": [{"groups": [{"characters": [" "]}]}]}', "empty name"),
        ('{"scenes": [{"groups": [{"characters": []}]}]}', "without characters"),
        ('{"scenes": [{"groups": [{"characters": ["A"]}]}], "speech": {"A": -1}}', "speech['A']"),
        ('{"scenes": [', "not valid JSON"),
        ('{"scenes": ' + "9" * 5000 + "}", "not valid JSON"),
        ("[1]", "JSON list"),
        ("\n \n", "nothing to draw"),
        ("A,B\tA", "'A' twice"),
    ],
)
def test_bad_stories_say_what_is_wrong(text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_story(text)
    assert message in str(caught.value)


def test_unreadable_files(tmp_path) -> None:
    with pytest.raises(InputError, match="there is no file"):
        read_story(tmp_path / "none.json")
    (tmp_path / "latin.txt").write_bytes(b"\xe9t\xe9,B\n")
    with pytest.raises(InputError, match="UTF-8"):
        read_story(tmp_path / "latin.txt")


def test_errors_in_a_file_begin_with_its_name(tmp_path) -> None:
    path = tmp_path / "story.json"
    path.write_text('{"scenes": [')
    with pytest.raises(InputError, match=r"story\.json: the story is not valid JSON: .*line 1 column 13.*Correct it"):
        given_story(path)
    path.write_text('{"scenes": []}')
    with pytest.raises(InputError, match=r"story\.json: .* nothing to draw"):
        read_story(path)
    with pytest.raises(InputError, match=r"standard input: scenes must be a list"):
        given_story(b'{"scenes": 3}')


def test_selection() -> None:
    story = parse_story("A,B\tC\nA\nA,C\nD\n")
    assert most_present(story, 2) == ("A", "C")
    few = select_characters(story, ["C", "D"])
    assert few.characters == ("C", "D")
    assert len(few.scenes) == 4
    with pytest.raises(InputError, match="no character named 'Z'"):
        select_characters(story, ["Z"])


def test_characters_are_found_in_small_and_capital_letters() -> None:
    story = parse_story("LUKE,Leia\nLUKE,leia\n")
    assert select_characters(story, ["luke"]).characters == ("LUKE",)
    assert select_characters(story, ["leia"]).characters == ("leia",)  # their own name before that of another
    assert select_characters(story, ["LEIA", "Luke"]).characters == ("LUKE", "Leia")
    with pytest.raises(InputError, match="'han'"):
        select_characters(story, ["luke", "han"])


def test_clean_text_is_one_bounded_line() -> None:
    assert clean_text(" a\tb\x00\u202e\n c ") == "a b c"
    assert len(clean_text("x" * 999)) == 400


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('{"scenes": []}', True),
        ("A,B\tC\nA\n", True),
        ("INT. HOUSE, KITCHEN - DAY\n\nA, B\n", False),
        ("    JOHN\n  Hello, you\n", False),
        ("One fine day\nnothing happened\n", False),
    ],
)
def test_is_story(text: str, expected: bool) -> None:
    assert is_story(text) is expected


def test_a_file_or_piped_text_is_a_story_or_something_to_read_as_a_screenplay(tmp_path) -> None:
    story = parse_story("A,B\tC\nA\n")
    script = "INT. HOUSE, KITCHEN - DAY\n\nA, B\n"
    for name, text, expected in (
        ("steps.txt", "A,B\tC\nA\n", story),
        ("steps.TSV", "A,B\tC\nA\n", story),
        ("script.txt", script, None),
        ("script.fountain", "A,B\tC\nA\n", None),
    ):
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        found = given_story(path)
        assert (found and found.scenes) == (expected and expected.scenes), name
    (tmp_path / "steps.json").write_text(json.dumps(SAMPLE), encoding="utf-8")
    assert given_story(tmp_path / "steps.json") == parse_story(json.dumps(SAMPLE))
    assert given_story(b"A,B\tC\nA\n") == story
    for content in (script.encode(), b"%PDF-1.4 a, b", b"<html>a, b</html>"):
        assert given_story(content) is None
    with pytest.raises(InputError, match=r"none\.txt is not a file"):
        given_story(tmp_path / "none.txt")


@pytest.mark.parametrize("name", list(FILMS))
def test_the_films_have_the_sizes_of_the_published_ones(name: str) -> None:
    story, (people, layers, scenes, groups) = film(name), SIZES[name]
    assert (len(story.characters), len(layers_of(story)), len(story.scenes)) == (people, layers, scenes)
    assert {len(scene.groups) for scene in story.scenes} == {groups}


def test_leads_speak_and_are_there_and_the_silent_are_not_forgotten() -> None:
    scenes = [*["A,B"] * 6, *["B,C"] * 2, *["D"] * 7]
    speech = {"A": 100.0, "B": 10.0, "C": 60.0, "D": 0.0}
    story = Story("", parse_story("\n".join(scenes)).scenes, speech)
    assert leads(story, 4) == ("A", "B", "D", "C")
    assert leads(story, 1) == ("A",)
    assert leads(parse_story("\n".join(scenes)), 2) == ("B", "D")
    assert leads(replace(story, minor=frozenset("A")), 4) == ("B", "D", "C", "A")
    fewer = select_characters(replace(story, minor=frozenset("AD")), "ABC")
    assert fewer.minor == {"A"}
    assert leads(fewer, 3) == ("B", "C", "A")


def test_lengths_parts_and_deaths_of_a_json_story() -> None:
    group = {"characters": ["A", "B"]}
    data = {"scenes": [{"groups": [group], "length": 2.5, "part": "ACT ONE"}, {"groups": [group]}], "deaths": ["B"]}
    story = parse_story(json.dumps(data))
    assert [(scene.length, scene.part) for scene in story.scenes] == [(2.5, "ACT ONE"), (1.0, "")]
    assert story.deaths == {"B"}
    assert select_characters(story, ["A"]).deaths == frozenset()
    for wrong in ({"length": -1}, {"length": "long"}, {"part": []}):
        with pytest.raises(InputError, match="scenes\\[0\\]"):
            parse_story(json.dumps({"scenes": [{"groups": [group], **wrong}]}))
    with pytest.raises(InputError, match="deaths"):
        parse_story(json.dumps({"scenes": [{"groups": [group]}], "deaths": "B"}))
