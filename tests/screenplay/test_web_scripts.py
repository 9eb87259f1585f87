"""Scripts as web pages hand them out: odd bytes, numbers, broken headings, titles."""

import pytest

from diverseed.screenplay import Kind, read
from diverseed.screenplay.titles import tidied

BODY = """
INT. MILL - DAY

Ada looks up at the wheel, which turns.

                    ADA
          Good morning to you.

                    BERT
          And to you as well.

EXT. ROAD - NIGHT

Bert walks on.

                    BERT
          Is anybody there?
"""


def headings(text: str) -> list[str]:
    return [scene.heading for scene in read(text.encode(), name="x.txt").scenes]


def test_windows_dashes_and_quotes() -> None:
    text = BODY.replace("you.", "you \x96 Bert\x92s friend.").replace("INT. MILL - DAY", "INT. MILL \x97 DAY")
    for data in (text.encode("latin-1"), text.encode("utf-8")):
        script = read(data, name="x.txt")
        assert any("you – Bert’s friend." in line.text for line in script.lines)
        assert script.scenes[0].parsed.time == "DAY"


def test_text_that_was_encoded_twice() -> None:
    text = BODY.replace("BERT", "• ZOË").replace("Good morning to you.", "It’s you… at £5.")
    script = read(text.encode().decode("cp1252").encode(), name="x.txt")
    assert [person.name for person in script.characters] == ["ZOË", "ADA"]
    assert any(line.text == "It’s you… at £5." for line in script.lines)


def test_the_colour_and_date_of_a_revision_are_page_furniture() -> None:
    text = BODY.replace("EXT. ROAD", "                    YELLOW 06/11/94\n\nEXT. ROAD")
    script = read(text.encode(), name="x.txt")
    assert [line.text for line in script.lines if line.furniture] == ["YELLOW 06/11/94"]
    assert {person.name for person in script.characters} == {"ADA", "BERT"}


def test_scene_numbers_on_the_line_above() -> None:
    scenes = [
        f"{number}{' ' * 60}{number}\n\nINT. ROOM {number} - DAY\n\nAda sits down in the chair.\n"
        for number in range(10, 18)
    ]
    script = read((BODY + "\n" + "\n".join(scenes)).encode(), name="x.txt")
    assert [scene.parsed.scene_number for scene in script.scenes[2:]] == [str(number) for number in range(10, 18)]


@pytest.mark.parametrize(
    ("broken", "whole"),
    [
        ("INT. THE LONG HALL OF THE OLD MILL BESIDE THE WEIR -\nNIGHT", "BESIDE THE WEIR - NIGHT"),
        ("INT. MILL - LIVING ROOM, KITCHEN AND\nSCULLERY - DAY", "AND SCULLERY - DAY"),
    ],
)
def test_headings_broken_over_two_lines(broken: str, whole: str) -> None:
    found = headings(BODY + "\n" + broken + "\n\nBert sits down.\n")
    assert len(found) == 3
    assert found[-1].endswith(whole)


def test_a_title_page_names_the_script() -> None:
    front = "\n\n              THE OLD MILL\n\n               written by\n\n                A. Nonym\n\n\n"
    assert read((front + BODY).encode(), name="some-file.txt").title == "THE OLD MILL"
    assert read(BODY.encode(), name="Old-Mill,-The.txt").title == "The Old Mill"


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("Star-Wars-Return-of-the-Jedi.txt", "Star Wars Return of the Jedi"),
        ("old_mill.fountain", "old mill"),
        ("The Old Mill.pdf", "The Old Mill"),
        ("cafe.txt", "cafe"),
    ],
)
def test_file_names_are_tidied(name: str, title: str) -> None:
    assert tidied(name) == title


def test_furniture_is_marked() -> None:
    script = read(BODY.replace("EXT. ROAD", "CONTINUED:\n\nEXT. ROAD").encode(), name="x.txt")
    line = next(line for line in script.lines if line.text == "CONTINUED:")
    assert (line.kind, line.furniture) == (Kind.OTHER, True)
    assert not any(line.furniture for line in script.lines if line.kind is not Kind.OTHER)


def test_titles_over_several_lines_with_spaced_letters_and_below_a_page_s_own_script() -> None:
    scene = "INT. HALL - DAY\n\nDust.\n\n          ANNA\n     Who is there?\n\n          BEN\n     Only me.\n\n" * 3
    for front, title in (
        ("SALT\nOF THE\nROAD\n\nby\nN. Obody\n\n", "SALT OF THE ROAD"),
        ("S A L T   R O A D\n\nWritten by\nN. Obody\n\n", "SALT ROAD"),
        ("<!--\nBreak out of frames\nLeave this notice\n-->\nSALT ROAD\n\nby\nN. Obody\n\n", "SALT ROAD"),
        ("Salt Road - by N. Obody\n\nby\nN. Obody\n\n", "Salt Road"),
        ('"SALT ROAD" -- by N. Obody\n\nby\nN. Obody\n\n', "SALT ROAD"),
        ('N. Obody\'s "Salt Road"\n\nWritten by\nN. Obody\n\n', "Salt Road"),
        ("SOME BODY\npresents\nSALT ROAD\n\nby\nN. Obody\n\n", "SALT ROAD"),
        ("SALT ROAD\nFinal draft\n\nby\nN. Obody\n\n", "SALT ROAD"),
    ):
        assert read((front + scene).encode(), name="file.txt").title == title
