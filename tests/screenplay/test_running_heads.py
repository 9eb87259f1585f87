"""Running heads go, recurring content stays."""

import pytest

from diverseed.screenplay.reader_warnings import reader_warnings
from diverseed.screenplay.records import Kind, Line, SourceLine
from diverseed.screenplay.scenes import build_scenes
from diverseed.screenplay.tagging.margins import strip_margins


def _furniture(texts):
    lines = strip_margins([SourceLine(number, text) for number, text in enumerate(texts, 1)])
    return {line.text for line in lines if line.furniture}


def _script(recurring, distance, times):
    """A script in which a line comes back at even distances, among others that never do."""
    texts = []
    for time in range(times):
        texts += [recurring, ""]
        texts += [f"Something happens here, of the sort {time * distance + i:b}." for i in range(distance - 2)]
    return texts


@pytest.mark.parametrize(
    "content",
    [
        "                    ANNA",
        "LATER THAT NIGHT",
        "Night.",
        "THE KITCHEN - NIGHT",
        "He waits.",
        "THE KITCHEN",
        "DAY 4",
    ],
)
@pytest.mark.parametrize("distance", [25, 40, 200])
def test_content_that_comes_back_evenly_stays(content, distance):
    assert _furniture(_script(content, distance, 12)) == set()


def test_a_notice_on_every_page_is_removed_but_not_one_per_chapter():
    notice = "Reading copy of the archive, not for sale"
    assert _furniture(_script(notice, 54, 8)) == {notice}
    assert _furniture(_script(notice, 400, 8)) == set()


@pytest.mark.parametrize("pages", [2, 3, 5])
def test_a_head_with_a_page_number_is_removed_in_short_scripts_too(pages):
    texts = []
    for page in range(2, 2 + pages):
        texts += [f"THE SALT HOUSE{' ' * 40}{page}.", ""]
        texts += [f"Something happens here, of the sort {page * 60 + i:b}." for i in range(50)]
    assert _furniture(texts) == {"THE SALT HOUSE"}


def test_head_beside_page_numbers_goes():
    texts = []
    for page in range(4):
        texts += ["THE SALT HOUSE", "", f"{page + 2}.", ""]
        texts += [f"Something happens here, of the sort {page * 60 + i:b}." for i in range(50 + page % 3)]
    assert "THE SALT HOUSE" in _furniture(texts)


@pytest.mark.parametrize("cue", ["ANNA (CONT'D)", "ANNA (con't)"])
def test_cue_continued_on_every_page_stays(cue):
    texts = []
    for page in range(6):
        texts += [f"{page + 2}.", "", f"                    {cue}", "          Where was I?", ""]
        texts += [f"Something happens here, of the sort {page * 60 + i:b}." for i in range(50)]
    assert cue not in _furniture(texts)


def test_head_between_the_same_marks_of_every_page_goes():
    texts = []
    for page in range(8):
        texts += ["(CONTINUED)", "", "THE SALT HOUSE - 3/4/98", "", "CONTINUED:", ""]
        texts += [f"Something, of the sort {page * 60 + i:b}." for i in range(50)]
    assert "THE SALT HOUSE - 3/4/98" in _furniture(texts)


def test_scenes_numbered_on_both_sides_are_not_running_heads():
    texts = []
    for scene in range(2, 6):
        texts += [f"{scene}    THE YARD{' ' * 40}{scene}", ""]
        texts += [f"Something happens here, of the sort {scene * 60 + i:b}." for i in range(50)]
    assert _furniture(texts) == set()


def test_a_passage_that_is_repeated_whole_stays():
    passage = ["They wait for the boat.", "", "Nobody comes down the hill to them.", ""]
    passage += [f"Something happens here, of the sort {i:b}." for i in range(40)]
    assert _furniture(passage * 9) == set()


def test_page_furniture_is_marked_and_never_reported_while_other_lines_of_no_kind_are():
    script = [Line(1, Kind.HEADING, 1.0, "INT. MILL - DAY"), Line(2, Kind.NARRATIVE, 1.0, "Rain.")]
    for confidence in (0.3, 0.9, 0.91, 0.999):
        head = Line(3, Kind.OTHER, confidence, "THE SALT HOUSE", furniture=True)
        stray = Line(4, Kind.OTHER, confidence, "qwertz uiop")
        scenes, people = build_scenes([*script, head, stray])
        assert [warning.line for warning in reader_warnings([*script, head, stray], scenes, people)] == [4]
