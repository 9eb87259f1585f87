import pytest

from diverseed.screenplay.names import cue_name, same_people, speakers_of


@pytest.mark.parametrize(
    ("cue", "name"),
    [
        ("JOHN (V.O.) (CONT'D) ^", "JOHN"),
        ("12  JOHN", "JOHN"),
        ("JOHN V.O.", "JOHN"),
        ("JOHN - O.S.", "JOHN"),
        ("JOHN CONT'D", "JOHN"),
        ("JOHN (2)", "JOHN"),
        ("JOHN:", "JOHN"),
        ("C-3PO", "C-3PO"),
        ("GROUPIE #1", "GROUPIE #1"),
        ("2ND GUARD", "2ND GUARD"),
        ("SARAH’S FRIEND (into phone)", "SARAH'S FRIEND"),
        ("BILL / THE MONSTER", "BILL / THE MONSTER"),
        ("MR. WAYNE", "MR. WAYNE"),
        ("Ольга", "Ольга"),
        ("小林", "小林"),
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


def test_relatives_keep_their_surname_apart():
    scenes = {"LINN": {1, 2, 3}, "QUIST": {1, 2}, "CAPTAIN QUIST": {4}, "CAPTAIN LINN QUIST": {5}}
    assert same_people(scenes, []) == {"CAPTAIN QUIST": "QUIST", "CAPTAIN LINN QUIST": "LINN"}


def test_a_voice_is_its_owner():
    assert same_people({"JOHN": {1}, "JOHN'S VOICE": {1}}, []) == {"JOHN'S VOICE": "JOHN"}


def test_two_people_speaking_together():
    assert speakers_of("JOHN AND MARY", {"JOHN", "MARY", "JOHN AND MARY"}) == ["JOHN", "MARY"]
    assert speakers_of("JOHN & MARY", {"JOHN", "JOHN & MARY"}) == ["JOHN & MARY"]
