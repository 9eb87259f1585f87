import pytest

from diverseed.screenplay.cast.cues import cue_name, speakers_of, voice_owner
from diverseed.screenplay.cast.joins import same_people


def test_relatives_keep_their_surname_apart():
    scenes = {"LINN": {1, 2, 3}, "QUIST": {1, 2}, "CAPTAIN QUIST": {4}, "CAPTAIN LINN QUIST": {5}}
    assert same_people(scenes, []) == {"CAPTAIN QUIST": "QUIST", "CAPTAIN LINN QUIST": "LINN"}


@pytest.mark.parametrize(
    ("cue", "name"),
    [
        ("JOHN (V.O.) (CONT'D) ^", "JOHN"),
        ("12  JOHN", "JOHN"),
        ("I JOHN", "JOHN"),
        ("JOHN V.O.", "JOHN"),
        ("JOHN - O.S.", "JOHN"),
        ("JOHN CONT'D", "JOHN"),
        ("JOHN (2)", "JOHN"),
        ("JOHN:", "JOHN"),
        ("John [softly]:", "John"),
        ("C-3PO", "C-3PO"),
        ("GROUPIE #1", "GROUPIE #1"),
        ("2ND GUARD", "2ND GUARD"),
        ("SARAH’S FRIEND (into phone)", "SARAH'S FRIEND"),
        ("BILL / THE MONSTER", "BILL / THE MONSTER"),
        ("MR. WAYNE", "MR. WAYNE"),
        ("Ольга", "Ольга"),
        ("小林", "小林"),
        ("DR. (MRS.) LEE (V.O.)", "DR. (MRS.) LEE"),
        ("BEN [AS HAMLET] CRANE", "BEN [AS HAMLET] CRANE"),
        ("(YOUNG) BEN", "(YOUNG) BEN"),
        ("JOHN (V.O.) AND MARY", "JOHN AND MARY"),
        ("(JOHN)", "JOHN"),
        ("JOHN (in French", "JOHN"),
        ("JOHN V/0", "JOHN"),
        ("JOHN V.0.", "JOHN"),
        ("JOHN VOICEOVER", "JOHN"),
        ("(SIGHS", ""),
        ("BEAT)", ""),
        ("JOHN O.S.)", "JOHN"),
        ("T1000", "T1000"),
        ("COP 10", "COP 10"),
    ],
)
def test_cues_lose_their_trimmings_and_nothing_else(cue, name):
    assert cue_name(cue) == name


def test_short_name_joins_the_only_longer_one():
    assert same_people({"BRUCE": {1, 2}, "BRUCE WAYNE": {3}}, []) == {"BRUCE WAYNE": "BRUCE"}


def test_titled_name_joins_through_the_full_name():
    joined = same_people({"BRUCE": {1, 2}, "MR WAYNE": {3}, "BRUCE WAYNE": {4}}, [])
    assert joined == {"MR WAYNE": "BRUCE", "BRUCE WAYNE": "BRUCE"}
    assert same_people({"BRUCE": {1, 2}, "MR WAYNE": {3}}, [("BRUCE", "WAYNE")]) == {"MR WAYNE": "BRUCE"}


@pytest.mark.parametrize(
    "scenes",
    [
        {"BRUCE": {1}, "BRUCE WAYNE": {1}},  # they talk to each other
        {"WAYNE": {1}, "BRUCE WAYNE": {2}, "MARTHA WAYNE": {3}},  # two candidates
        {"MR WAYNE": {1}, "MRS WAYNE": {2}, "WAYNE": {3}},
        {"GUARD": {1}, "TOWER GUARD": {2}},  # a role, not a name
        {"GROUPIE": {1}, "GROUPIE #1": {2}},
        {"SARAH": {1}, "SARAH'S FRIEND": {2}},
        {"BRUNO": {1}, "YOUNG BRUNO": {2}},
        {"BILL": {1}, "BILL / THE MONSTER": {2}},
    ],
)
def test_nobody_is_joined_without_evidence(scenes):
    assert same_people(scenes, []) == {}


FIRST_NAME = {"AUGUST": {1, 2}, "AUGUST HALE": {1}, "EDIE": {1}}


def test_first_name_joins_the_full_name_it_was_brought_in_by():
    order = {1: ["AUGUST HALE", "EDIE", "AUGUST", "EDIE", "AUGUST"], 2: ["AUGUST"]}
    assert same_people(FIRST_NAME, [], order=order) == {"AUGUST HALE": "AUGUST"}


@pytest.mark.parametrize(
    "speeches",
    [
        ["AUGUST HALE", "AUGUST", "EDIE"],  # they answer each other
        ["AUGUST", "EDIE", "AUGUST HALE"],  # the short name comes first
        ["AUGUST HALE", "EDIE", "AUGUST", "EDIE", "AUGUST HALE"],  # both go on
    ],
)
def test_names_that_share_a_scene_are_two_people(speeches):
    assert same_people(FIRST_NAME, [], order={1: speeches, 2: ["AUGUST"]}) == {}


def test_first_name_of_two_people_joins_neither():
    scenes = FIRST_NAME | {"AUGUST BELL": {3}}
    order = {1: ["AUGUST HALE", "EDIE", "AUGUST"], 2: ["AUGUST"], 3: ["AUGUST BELL"]}
    assert same_people(scenes, [], order=order) == {}


def test_surname_in_the_same_scene_is_a_relative():
    scenes = {"HALE": {1, 2}, "AUGUST HALE": {1}, "EDIE": {1}}
    assert same_people(scenes, [], order={1: ["AUGUST HALE", "EDIE", "HALE"], 2: ["HALE"]}) == {}


@pytest.mark.parametrize(
    ("cue", "owner"),
    [
        ("JOHN'S VOICE", "JOHN"),
        ("HANS' VOICE", "HANS"),
        ("JOHN'S VOICE-OVER", "JOHN"),
        ("JOHN VOICEOVER", "JOHN"),
        ("VOICE OF JOHN", "JOHN"),
        ("RADIO VOICE", ""),
        ("VOICE", ""),
    ],
)
def test_a_voice_is_its_owner(cue, owner):
    assert voice_owner(cue) == owner
    assert speakers_of(cue, {"JOHN", "HANS", cue}) == [owner or cue]


def test_two_people_speaking_together():
    assert speakers_of("JOHN AND MARY", {"JOHN", "MARY", "JOHN AND MARY"}) == ["JOHN", "MARY"]
    assert speakers_of("JOHN/MARY", {"JOHN", "MARY", "JOHN/MARY"}) == ["JOHN", "MARY"]
    assert speakers_of("JOHN/TOM", {"JOHN", "JOHN/TOM"}) == ["JOHN"]
    assert speakers_of("JOHN & MARY", {"JOHN", "JOHN & MARY"}) == ["JOHN & MARY"]
    assert speakers_of("JOHN AS OTHELLO", {"JOHN", "JOHN AS OTHELLO"}) == ["JOHN"]
    assert speakers_of("DOG AS SUCH", {"DOG AS SUCH"}) == ["DOG AS SUCH"]
    assert speakers_of("ANN, BEN AND CY", {"ANN", "BEN", "CY"}) == ["ANN", "BEN", "CY"]


def test_two_names_that_the_narrative_has_in_full_join_where_one_is_rare_and_never_answers_the_other():
    scenes = {"WALTER": set(range(10)), "DISTEL": {9, 11}, "DOLLY": {9}}
    full = [("WALTER", "DISTEL")] * 2
    apart = {9: ["DISTEL", "DOLLY", "WALTER"], 11: ["DISTEL"]}
    assert same_people(scenes, full, order=apart) == {"DISTEL": "WALTER"}
    answering = {9: ["DISTEL", "WALTER", "DOLLY"], 11: ["DISTEL"]}
    assert same_people(scenes, full, order=answering) == {}
