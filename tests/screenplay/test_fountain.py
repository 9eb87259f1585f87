import pytest

from diverseed.screenplay import Kind, read
from diverseed.screenplay.readers.fountain import looks_like_fountain, plain

SCRIPT = """Title:
    **THE WELL**
Author: Nobody

# ACT ONE

= They meet.

INT. HOUSE - DAY #1A#

A man, OTTO (50), waits. [[A note
over two lines]]

/* CUT SCENE

EXT. NOWHERE - DAY

*/

OTTO (V.O.)
(tired)
I waited.
{two_spaces}
Still I waited.

@小林 ^
你好。

!OTTO
stands.

.SNIPER SCOPE POV

OTTO LOOKS UP

> FADE TO BLUE.

> THE END <

CUT TO:

~A song
""".replace("{two_spaces}", "  ")


def _kinds():
    return {line.number: line for line in read(SCRIPT.encode(), name="well.fountain").lines}


def test_every_source_line_has_its_kind():
    lines = _kinds()
    text = SCRIPT.split("\n")
    expected = {
        "INT. HOUSE - DAY #1A#": Kind.HEADING,
        "A man, OTTO (50), waits. [[A note": Kind.NARRATIVE,
        "over two lines]]": Kind.OTHER,
        "EXT. NOWHERE - DAY": Kind.OTHER,
        "OTTO (V.O.)": Kind.CHARACTER,
        "(tired)": Kind.EXPRESSION,
        "I waited.": Kind.DIALOGUE,
        "@小林 ^": Kind.CHARACTER,
        "你好。": Kind.DIALOGUE,
        "!OTTO": Kind.NARRATIVE,
        "stands.": Kind.NARRATIVE,
        ".SNIPER SCOPE POV": Kind.HEADING,
        "OTTO LOOKS UP": Kind.NARRATIVE,
        "> FADE TO BLUE.": Kind.TRANSITION,
        "> THE END <": Kind.NARRATIVE,
        "CUT TO:": Kind.TRANSITION,
        "# ACT ONE": Kind.OTHER,
        "= They meet.": Kind.OTHER,
    }
    for content, kind in expected.items():
        assert lines[text.index(content) + 1].kind is kind, content


def test_two_spaces_keep_a_speech_open():
    lines = _kinds()
    number = SCRIPT.split("\n").index("Still I waited.") + 1
    assert lines[number - 1].kind is Kind.BLANK
    assert lines[number].kind is Kind.DIALOGUE


def test_script_from_fountain():
    script = read(SCRIPT.encode(), name="well.fountain")
    assert (script.title, script.format) == ("THE WELL", "fountain")
    assert [scene.heading for scene in script.scenes] == ["INT. HOUSE - DAY", "SNIPER SCOPE POV"]
    assert script.scenes[0].parsed.scene_number == "1A"
    assert [(person.name, person.speaks) for person in script.scenes[0].characters] == [("OTTO", True), ("小林", True)]
    assert [(person.name, person.speaks) for person in script.scenes[1].characters] == [("OTTO", False)]


def test_recognised_without_its_name():
    assert looks_like_fountain(SCRIPT.split("\n"))
    assert read(SCRIPT.encode(), name="well.txt").format == "fountain"


def test_emphasis_and_escapes():
    assert plain("_**LIDO**_ and *so* on, 2 \\* 3") == "LIDO and so on, 2 * 3"
    assert plain("a * b * c") == "a * b * c"


def test_unclosed_comments_are_text():
    script = read(b"INT. A - DAY\n\n[[open\n\nBOB\nHi /* there.\n", name="x.fountain")
    assert [line.text for line in script.lines if line.kind is Kind.CHARACTER] == ["BOB"]


@pytest.mark.parametrize(
    ("lines", "title"),
    [
        ("    _**LIDO**_\n    **A Comedy of Cold Water**\n", "LIDO: A Comedy of Cold Water"),
        ("    THE WELL AT\n    THE WORLD'S END\n", "THE WELL AT THE WORLD'S END"),
    ],
)
def test_a_subtitle_is_set_off(lines, title) -> None:
    script = read(f"Title:\n{lines}\nINT. HALL - DAY\n\nRain.\n".encode(), name="a.fountain")
    assert script.title == title
