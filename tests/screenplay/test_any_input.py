"""Every reader on mixtures of the lines scripts are made of, in every format and encoding: read, or refused."""

import string
from xml.sax.saxutils import escape, quoteattr

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diverseed.errors import InputError
from diverseed.files.decoding import split_lines
from diverseed.screenplay import Kind, read
from diverseed.screenplay.breakdown import analyse
from diverseed.screenplay.views.tables import characters_csv, line_records, locations_csv, scenes_csv, to_json

NAMES = st.sampled_from(
    ["ANNA", "Ben", "DR. (MRS.) LEE", "C-3PO", "COP #2", "O'BRIEN/PILOT", "小林", "ОЛЬГА", "M", "ßETA"]
)
PLACES = st.sampled_from(
    ["HOUSE", "ST. ALDA'S", 'ROVER "TURTLE', "A/B", "24/7 DINER", "", "=1+2", "DOCKS - PIER 4", "((("]
)
TIMES = st.sampled_from(["DAY", "NIGHT", "LATER", "6:45 PM", "", "CONTINUOUS (FLASHBACK)", "DAY/NIGHT"])
SETTINGS = st.sampled_from(["INT. ", "EXT. ", "INT./EXT. ", "I/E ", "int ", "EST. ", "", "SCENE 4: ", "INTERIOR - "])
EXTENSIONS = st.sampled_from(["", " (V.O.)", " (CONT'D)", " ^", ":", " --", "          BEN", " (", " []"])
WORDS = st.lists(
    st.sampled_from(
        ["I", "you", "door", "Anna", "BEN", "(beat)", "--", "...", "12", "1984.", "?", "*", "<b>", "&amp;", "\t"]
    ),
    max_size=14,
).map(" ".join)
FURNITURE = st.sampled_from(
    ["(MORE)", "CONTINUED: (2)", "3-5 OMITTED", "12.", "\f", "Rev. 3/4/98   12.", "THE TITLE          3.", "SCENE B",
     "ACT ONE", "=====", "# Act", "[[note", "]]", "/*", "*/", "> CUT TO:", ">centred<", "~la la", "@anna",
     ".45 automatic", "CUT TO:", ""]
)  # fmt: skip
HEADINGS = st.tuples(SETTINGS, PLACES, st.sampled_from([" - ", ", ", ". ", " "]), TIMES).map("".join)
CUES = st.tuples(NAMES, EXTENSIONS).map("".join)
LINES = HEADINGS | CUES | WORDS | WORDS.map(lambda words: f"({words})") | FURNITURE | st.text(max_size=30)
INDENTED = st.tuples(st.sampled_from(["", "", " " * 10, " " * 20, "\t\t", "4    ", "*  "]), LINES).map("".join)
PAGES = st.lists(INDENTED, max_size=60)


def _faults(data: bytes, name: str) -> list[str]:
    """What is wrong with what was read; nothing where it is refused. What is read is whole and can be written down."""
    try:
        script = read(data, name=name)
    except InputError:
        return []
    numbers = [line.number for line in script.lines]
    names = [person.name for person in script.characters]
    breakdown = analyse(script, random_state=0)
    scenes = [scene.id for scene in script.scenes]
    holds = {
        "lines are in order": numbers == sorted(numbers),
        "kinds and confidences are such": all(
            record["kind"] in set(Kind) and 0 <= record["confidence"] <= 1 for record in line_records(script)
        ),
        "people are different": len(names) == len(set(names)),
        "every scene has a place and a plot": sorted(breakdown.location_of) == sorted(breakdown.plot_of) == scenes,
        "the format is told": to_json(breakdown)["format"] == script.format,
        "tables are filled": all(table(breakdown) for table in (scenes_csv, locations_csv, characters_csv)),
    }
    return [what for what, true in holds.items() if not true]


@settings(max_examples=80, deadline=None)
@given(
    PAGES,
    st.sampled_from(["\n", "\r\n", "\r", "\n\n"]),
    st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "utf-16-be", "cp1252", "latin-1", "utf-32"]),
    st.sampled_from(["x.txt", "x.fountain"]),
)
def test_plain_text_and_fountain(page, end, encoding, name):
    assert not _faults(end.join(page).encode(encoding, errors="replace"), name)


SOUND = [
    line
    for number in range(1, 11)
    for line in (
        f"INT. ROOM {number} - DAY", "", "The two of them wait by the window, and nobody comes.", "",
        "          ANNA", "     We should have gone home long ago.", "",
        "          BEN", "     And miss the end of it? Not for the world.", "",
    )
]  # fmt: skip


@settings(max_examples=60, deadline=None)
@given(PAGES)
def test_a_sound_script_is_read_whatever_follows(page):
    """The other tests would pass if everything was refused. Control characters are: they are a binary file's."""
    following = [_printable(line) for line in page]
    script = read("\n".join([*SOUND, *following]).encode("utf-8", errors="replace"), name="x.txt")
    assert [scene.heading for scene in script.scenes[:10]] == [f"INT. ROOM {n} - DAY" for n in range(1, 11)]
    assert {"ANNA", "BEN"} <= {person.name for person in script.scenes[0].characters}


@settings(max_examples=60, deadline=None)
@given(PAGES)
def test_plain_text_has_one_line_for_every_line(page):
    text = "\n".join(["INT. HOUSE - DAY", *page])
    try:
        script = read(text.encode("utf-8", errors="replace"), name="x.txt")
    except InputError:
        return
    if script.format == "text":
        assert len(script.lines) == len(split_lines(text))


@settings(max_examples=60, deadline=None)
@given(
    PAGES,
    st.sampled_from(["<pre>{}</pre>", "<html><p>{}", "<!doctype html><body><table><tr><td>{}</table>"]),
    st.booleans(),
)
def test_web_pages(page, frame, escaped):
    rows = [escape(line) if escaped else line for line in page]
    assert not _faults(frame.replace("{}", "<br>\n".join(rows)).encode("utf-8", errors="replace"), "x.html")


KINDS = st.sampled_from(["Scene Heading", "Action", "Character", "Dialogue", "Parenthetical", "Transition", "Odd", ""])


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(KINDS, INDENTED, st.sampled_from(["", "1", "A2"])), max_size=40), st.integers(0, 200))
def test_final_draft(paragraphs, cut):
    body = "".join(
        f"<Paragraph Type={quoteattr(kind)} Number='{number}'><Text>{escape(_printable(text))}</Text></Paragraph>"
        for kind, text, number in paragraphs
    )
    whole = f"<?xml version='1.0' encoding='UTF-8'?><FinalDraft><Content>{body}</Content></FinalDraft>".encode()
    assert not _faults(whole, "x.fdx")
    assert not _faults(whole[: max(0, len(whole) - cut)], "x.fdx")


def _printable(text: str) -> str:
    return "".join(
        letter for letter in text if letter.isprintable() or (letter in string.whitespace and letter not in "\x0b\f")
    )


@settings(max_examples=60, deadline=None)
@given(PAGES, st.data())
def test_scratched_bytes(page, data):
    """Single bytes of a script replaced by any others, as in a damaged download."""
    raw = bytearray("\n".join(["INT. HOUSE - DAY", *page]).encode("utf-8", errors="replace"))
    for _ in range(data.draw(st.integers(1, 10))):
        raw[data.draw(st.integers(0, len(raw) - 1))] = data.draw(st.integers(0, 255))
    assert not _faults(bytes(raw), "x.txt")


@pytest.mark.parametrize(
    "line",
    ["(" * 60 + "[" * 60, "1" * 110 + "x", "1 " * 50 + "OMIT x", "- " * 90, "A - b c - " * 30, "." * 300,
     "'" * 200 + '"' * 99, " " * 390 + "x" + " " * 100 + "y", "ACT ONE SCENE " + "X" * 80,
     "INT/EXT/INT. - - DAY DAY - x", "A.B.C. " * 50, "*" * 200 + "a_" * 80],
    ids=range(12),
)  # fmt: skip
@pytest.mark.parametrize("name", ["x.txt", "x.fountain"])
def test_lines_made_to_be_slow(line, name):
    """Hundreds of lines that a careless pattern would try in thousands of ways each."""
    assert not _faults("\n\n".join(["INT. HOUSE - DAY", *[line] * 600]).encode(), name)
