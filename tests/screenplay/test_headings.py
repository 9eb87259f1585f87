import pytest
from hypothesis import given
from hypothesis import strategies as st

from diverseed.screenplay.places.headings import parse_heading


@pytest.mark.parametrize(
    ("text", "setting", "place", "time", "modifiers", "number"),
    [
        ("INT. MINAS TIRITH - DOCKS - NIGHT (LATER)", "INT", "MINAS TIRITH - DOCKS", "NIGHT", ("LATER",), None),
        ("12A  INT. HOUSE - DAY  12A", "INT", "HOUSE", "DAY", (), "12A"),
        ("12 INT. HOUSE - DAY 12", "INT", "HOUSE", "DAY", (), "12"),
        ("INT./EXT. CAR - MOVING - DAY", "INT-EXT", "CAR", "DAY", ("MOVING",), None),
        ("INT. LOBBY - DAY - M.L.S.", "INT", "LOBBY", "DAY", ("M.L.S",), None),  # a medium long shot
        ("EXT. H.M.S. VICTORY - DECK - DAY", "EXT", "H.M.S. VICTORY - DECK", "DAY", (), None),
        ("EXT. L.A. NIGHT", "EXT", "L.A", "NIGHT", (), None),
        ("EXT. LAKE - C.S.", "EXT", "LAKE", "", ("C.S",), None),
        ("I/E CAR, NIGHT", "INT-EXT", "CAR", "NIGHT", (), None),
        ("EST. PARIS", "EST", "PARIS", "", (), None),
        ("INTERIOR - HOUSE - KITCHEN", "INT", "HOUSE - KITCHEN", "", (), None),
        ("INT. NIGHT CLUB - NIGHT", "INT", "NIGHT CLUB", "NIGHT", (), None),
        ("INT. HOUSE. KITCHEN. NIGHT.", "INT", "HOUSE. KITCHEN", "NIGHT", (), None),
        ("ext. garden - late afternoon", "EXT", "garden", "LATE AFTERNOON", (), None),
        ("HOUSE - DAY", "", "HOUSE", "DAY", (), None),
        ("INT. JOE'S - CONTINUOUS", "INT", "JOE'S", "", ("CONTINUOUS",), None),
        ("INT. HOUSE -- DAY -- FLASHBACK", "INT", "HOUSE", "DAY", ("FLASHBACK",), None),
        ("EXT. HIGHWAY 12 - DAY", "EXT", "HIGHWAY 12", "DAY", (), None),
        ("INT. ROOM #5 - DAY #7A#", "INT", "ROOM #5", "DAY", (), "7A"),
        ("INT. CO-OP - DAY", "INT", "CO-OP", "DAY", (), None),
        ("EXT. TAXI—NIGHT", "EXT", "TAXI", "NIGHT", (), None),
        ("INT. 24/7 DINER - 6:45 PM", "INT", "24/7 DINER", "6:45 PM", (), None),
        ("EXT. STREET DAY", "EXT", "STREET", "DAY", (), None),
        ("INT. CLINT'S HOUSE - SAME", "INT", "CLINT'S HOUSE", "", ("SAME",), None),
        ("FLASHBACK - INT. HOUSE - NIGHT", "INT", "HOUSE", "NIGHT", ("FLASHBACK",), None),
        ("BACK TO: EXT. ROAD - DAY", "EXT", "ROAD", "DAY", ("BACK TO",), None),
        ("ANGLE, INT. BAR - DAY", "INT", "BAR", "DAY", ("ANGLE",), None),
        ("BEACH - EXT - NIGHT", "EXT", "BEACH", "NIGHT", (), None),
        ("PLAGE - EXTÉRIEUR JOUR", "EXT", "PLAGE", "JOUR", (), None),
        ("INT DAY: OFFICE", "INT", "OFFICE", "DAY", (), None),
        ("EXT. NIGHT - HARBOUR WALL", "EXT", "HARBOUR WALL", "NIGHT", (), None),
        ("INT. BAR - NITE", "INT", "BAR", "NITE", (), None),
        ("3.80 INT. HALL - DAY", "INT", "HALL", "DAY", (), "3.80"),
        ("215C-G  EXT. SEA - NIGHT  215C-G", "EXT", "SEA", "NIGHT", (), "215C-G"),
        ("TNT. HOUSE - DAY", "INT", "HOUSE", "DAY", (), None),
        ("SCENE 12: INT. HOUSE - DAY", "INT", "HOUSE", "DAY", (), "12"),
        ("SCENE 12 INT. HOUSE - DAY", "INT", "HOUSE", "DAY", (), "12"),
        ("SCENES 15A - B OMITTED", "", "SCENES 15A - B OMITTED", "", (), None),
        ("INT. LAUNDRY -- DAY (1947) 41", "INT", "LAUNDRY", "DAY", ("1947",), "41"),
        ("INT. FLAT NO. 12", "INT", "FLAT NO. 12", "", (), None),
        ("INT. MILL - PRE-DAWN", "INT", "MILL", "PRE-DAWN", (), None),
        ("EXT. MILL-DAWN", "EXT", "MILL", "DAWN", (), None),
        ("INT_ HOUSE - DAY", "INT", "HOUSE", "DAY", (), None),
        ("Sc 12     EXT     JETTY          DUSK     Sc 12", "EXT", "JETTY", "DUSK", (), "12"),
        ("Sc 107INT     JETTY          DUSK     Sc 107", "INT", "JETTY", "DUSK", (), "107"),
        ("A1INT. MILL - MORNING A1", "INT", "MILL", "MORNING", (), "A1"),
        ("73INT/ EXT. MILL - LATER", "INT-EXT", "MILL", "", ("LATER",), "73"),
        ("EXT. MILL - (DAWN)", "EXT", "MILL", "DAWN", (), None),
        ("INT. CAR (DAWN) FROM THE ROAD", "INT", "CAR FROM THE ROAD", "DAWN", (), None),
        ("EXT. MILL - NIGHT (DAWN)", "EXT", "MILL", "NIGHT", ("DAWN",), None),
        ("EXT. CREEK - NIGHT - MOONLIGHT", "EXT", "CREEK", "NIGHT", ("MOONLIGHT",), None),
        ("INT. MILL. DAY. CONTINUOUS --", "INT", "MILL", "DAY", ("CONTINUOUS",), None),
        ("EXT. LONG, LOW WALL.  DAY, SIX YEARS EARLIER.", "EXT", "LONG, LOW WALL", "DAY", ("SIX YEARS EARLIER",), None),
        ("EXT. MILL - NIGHT, 1947. FLASHBACK.", "EXT", "MILL", "NIGHT", ("1947", "FLASHBACK"), None),
        ("ANOTHER DAY - LATE AFTERNOON", "", "", "ANOTHER DAY", ("LATE AFTERNOON",), None),
        ("THE DAY - AFTER", "", "THE DAY - AFTER", "", (), None),
        ("THE MILL - LOFT - INTERIOR NIGHT", "INT", "THE MILL - LOFT", "NIGHT", (), None),
        ("", "", "", "", (), None),
    ],
)
def test_headings_are_taken_apart(text, setting, place, time, modifiers, number):
    heading = parse_heading(text)
    assert (heading.setting, heading.place, heading.time) == (setting, place, time)
    assert heading.modifiers == modifiers
    assert heading.scene_number == number


def test_parts_and_alternatives():
    assert parse_heading("INT. MINAS TIRITH - DOCKS - DAY").parts == ("MINAS TIRITH", "DOCKS")
    joined = parse_heading("EXT. PELENNOR FIELDS/MINAS TIRITH - DAY")
    assert joined.alternatives == ("PELENNOR FIELDS", "MINAS TIRITH")
    assert parse_heading("INT. ST. ALDA'S. CHAPEL - DAY").parts == ("ST. ALDA'S", "CHAPEL")
    assert parse_heading("EXT. FIFTH AVE. STATION. STAIRS").parts == ("FIFTH AVE. STATION", "STAIRS")
    assert parse_heading("INT. DR. J. R. HOLT'S OFFICE, NO. 12").parts == ("DR. J. R. HOLT'S OFFICE", "NO. 12")
    assert parse_heading("INT. 24/7 DINER").alternatives == ("24/7 DINER",)


@given(st.text(max_size=400))
def test_any_text_is_a_heading_of_some_sort(text):
    heading = parse_heading(text)
    assert heading.setting in {"", "INT", "EXT", "INT-EXT", "EST"}


def test_an_abbreviation_does_not_end_a_part() -> None:
    assert parse_heading("EXT. H.M.S. VICTORY - DECK - DAY").parts == ("H.M.S. VICTORY", "DECK")
