"""From tagged lines to scenes and speeches: labels above headings, omitted scenes, two speakers side by side."""

import pytest

from diverseed.screenplay import Kind, read
from diverseed.screenplay.records import SourceLine
from diverseed.screenplay.tagging.margins import strip_margins

TALK = "\n\n                    ANNA\n          Where were you?\n\n                    BEN\n          I was here.\n\n"


@pytest.mark.parametrize("between", ["\n\n", "\n\nFADE IN:\n\n", "\n"])
@pytest.mark.parametrize("label", ["SCENE B", "SCENE 4", "ACT ONE, SCENE TWO", "                    SCENE B"])
def test_a_label_above_a_heading_makes_no_scene(label, between):
    text = f"{label}{between}INT. HOUSE - DAY{TALK}" + f"EXT. ROAD - NIGHT{TALK}"
    scenes = read(text.encode(), name="x.txt").scenes
    assert [scene.heading for scene in scenes] == ["INT. HOUSE - DAY", "EXT. ROAD - NIGHT"]


def test_a_label_without_a_heading_is_the_heading():
    text = f"SCENE ONE{TALK}SCENE TWO{TALK}"
    assert [scene.heading for scene in read(text.encode(), name="x.txt").scenes] == ["SCENE ONE", "SCENE TWO"]


@pytest.mark.parametrize(
    "text",
    [
        "3-5 OMITTED",
        "3-5  OMITTED                                    3-5",
        "3 thru 5   OMITTED   3 thru 5",
        "12A AND 12B OMITTED",
        "SCENES 3-5 OMITTED",
        "SCENE 12 OMITTED",
        "12   SCENE OMITTED   12",
        "A12-B14   OMITTED   A12-B14",
        "12   (OMITTED)",
        "OMIT 12",
    ],
)
def test_omitted_scenes_are_not_scenes(text):
    assert strip_margins([SourceLine(1, text)])[0].furniture
    script = read(f"INT. HOUSE - DAY{TALK}{text}\n\nEXT. ROAD - NIGHT{TALK}".encode(), name="x.txt")
    assert [scene.heading for scene in script.scenes] == ["INT. HOUSE - DAY", "EXT. ROAD - NIGHT"]


@pytest.mark.parametrize("text", ["He omitted 12.", "Omitted from the list.", "DELETED SCENES ARE BEST"])
def test_other_lines_omit_nothing(text):
    assert not strip_margins([SourceLine(1, text)])[0].furniture


def test_two_speakers_side_by_side_are_two():
    dual = (
        "          ANNA                          BEN (O.S.)\n"
        "     I told you so.                I never did.\n"
        "     Every time.                   You never listen, do you?\n\n"
    )
    script = read(f"INT. HOUSE - DAY{TALK}{dual}{TALK}".encode(), name="x.txt")
    assert {person.name: (person.speeches, person.words) for person in script.characters} == {
        "ANNA": (3, 12),
        "BEN": (3, 14),
    }


def test_a_name_of_two_words_is_one_speaker():
    text = f"INT. HOUSE - DAY{TALK}                    MARY  ANN\n          Hello.\n\n{TALK}"
    assert {person.name for person in read(text.encode(), name="x.txt").characters} == {"ANNA", "BEN", "MARY ANN"}


@pytest.mark.parametrize("speech", ["12?", "June 6, 1944.", "1984.", "9...", "12!"])
def test_numbers_that_are_spoken_stay(speech):
    text = f"INT. HOUSE - DAY{TALK}                    ANNA\n          {speech}\n{TALK}"
    kinds = {line.text: line.kind for line in read(text.encode(), name="x.txt").lines}
    assert kinds[speech] is Kind.DIALOGUE


def test_title_case_headings_without_a_setting():
    talk = "ANNA\nWhere were you?\n\nBEN\nI was here.\n\n"
    headings = ["The Kitchen. Morning.", "The Garden. Late Afternoon.", "The Kitchen, Night"]
    text = "".join(f"{heading}\n\nSomeone waits there for a while.\n\n{talk}" for heading in headings)
    scenes = read(text.encode(), name="x.txt").scenes
    assert [scene.heading for scene in scenes] == headings
    assert [(scene.parsed.place, scene.parsed.time) for scene in scenes] == [
        ("The Kitchen", "MORNING"),
        ("The Garden", "LATE AFTERNOON"),
        ("The Kitchen", "NIGHT"),
    ]


def test_marks_of_a_page_saved_as_text_are_taken_off():
    text = (
        f"<b>INT. JOHN&#39;S HOUSE - DAY</b>{TALK}<b>                    ANNA</b>\n          Hello&nbsp;you &amp; me.\n"
    )
    script = read(text.encode(), name="x.txt")
    assert script.scenes[0].heading == "INT. JOHN'S HOUSE - DAY"
    assert script.lines[-1].text == "Hello you & me."


def test_a_pistol_is_not_a_heading_in_fountain():
    text = "INT. HOUSE - DAY\n\nHe draws a\n\n.45 automatic.\n\n.221B BAKER STREET\n\nRain.\n"
    scenes = read(text.encode(), name="x.fountain").scenes
    assert [scene.heading for scene in scenes] == ["INT. HOUSE - DAY", "221B BAKER STREET"]


@pytest.mark.parametrize(
    "heading", ["- INT. CELLAR - NIGHT -", "[INT. CELLAR - NIGHT]", "(INT. CELLAR - NIGHT)", "* INT. CELLAR - NIGHT"]
)
def test_decorated_headings(heading):
    scene = read(f"{heading}{TALK}".encode(), name="x.txt").scenes[0]
    assert (scene.parsed.setting, scene.parsed.place, scene.parsed.time) == ("INT", "CELLAR", "NIGHT")


def test_names_on_lines_of_their_own_in_the_narrative_are_not_cues():
    talk = "          POLICEMAN\n     Ma'am! Step back!\n\n          JUNO\n     I came for my kite.\n\n"
    shots = "JUNO\n\nstands at the edge. Wind.\n\nBELOW\n\nthe crowd looks up, a hundred faces.\n\n"
    more = "The policeman looks at\n\nTHE KITE\n\ncaught on the antenna.\n\nINSERT: THE KITE\n\n"
    text = f"EXT. ROOF - NIGHT\n\n{shots}{talk}{more}{talk}INT. STAIRWELL - NIGHT\n\nA shoe each.\n\n{talk}" * 6
    cues = [line.text for line in read(text.encode(), name="x.txt").lines if line.kind is Kind.CHARACTER]
    assert cues == ["POLICEMAN", "JUNO"] * 18


def test_cues_with_a_dash_where_the_file_has_them_so():
    talk = "ANNA --\nWhere were you?\n\nBEN --\nI was here.\n\nThey look at the wall for a while.\n\n"
    script = read(f"INT. HOUSE - DAY\n\n{talk * 5}".encode(), name="x.txt")
    assert {person.name: person.speeches for person in script.characters} == {"ANNA": 5, "BEN": 5}


def test_a_dash_elsewhere_makes_no_cue():
    text = f"INT. HOUSE - DAY{TALK}SUDDENLY --\n\nthe door falls in.\n{TALK}BOOM --\n\nit is gone.\n{TALK}"
    assert {person.name for person in read(text.encode(), name="x.txt").characters} == {"ANNA", "BEN"}


@pytest.mark.parametrize(
    "shot",
    [
        "ANNA'S POV - THE YARD",
        "ANNA'S P.O.V. - THE YARD",
        "THROUGH THE WINDOW - ANNA'S POV",
        "ANNA'S VIEW - THE YARD",
    ],
)
def test_a_point_of_view_is_a_shot_and_no_heading(shot):
    headings = ["INT. MILL - DAY", "EXT. ROAD - NIGHT", "INT. BARN - NIGHT"]
    scenes = "".join(f"{heading}\n\nSomebody waits there for a while.{TALK}" for heading in headings)
    seen = f"Anna looks out.\n\n{shot}\n\nA cart stands in the rain, and nobody is in it.{TALK}"
    script = read(f"{scenes}{headings[0]}\n\n{seen}{scenes}".encode(), name="x.txt")
    assert [scene.heading for scene in script.scenes] == [*headings, headings[0], *headings]
    assert shot in script.scenes[3].narrative
