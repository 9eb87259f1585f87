"""Formats, encodings and refusals."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diverseed.errors import InputError
from diverseed.screenplay import Kind, read
from diverseed.screenplay.readers.pdf import TextRun, lay_out
from diverseed.screenplay.readers.reading import MAX_BYTES
from diverseed.screenplay.readers.web_page import page_lines

SCENE = """INT. CAFÉ - DAY

Zoë “waits”. A door.

                    ZOË
          Où êtes-vous?

                    MAN
          Here.

EXT. STREET - NIGHT

                    ZOË
          So late.
"""


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_encodings_and_line_ends(encoding, end):
    script = read(SCENE.replace("\n", end).encode(encoding), name="cafe.txt")
    assert [scene.heading for scene in script.scenes] == ["INT. CAFÉ - DAY", "EXT. STREET - NIGHT"]
    assert [scene.line for scene in script.scenes] == [1, 11]
    assert script.characters[0].name == "ZOË"


def test_latin_1():
    data = SCENE.replace("“", "").replace("”", "").encode("latin-1") + b"\n\x81\n"
    assert read(data, name="cafe.txt").characters[0].name == "ZOË"


def test_web_page_with_preformatted_text():
    page = "<html><head><title>Zo&euml;</title></head><body><a href='x'>Home</a>\n<pre>\n" + "\n".join(
        f"<b>{line}</b>" if line.isupper() else line.replace("&", "&amp;") for line in SCENE.split("\n")
    )
    script = read((page + "</pre></body></html>").encode(), name="cafe.html")
    assert (script.format, script.title) == ("html", "Zoë")
    assert [(scene.line, scene.heading) for scene in script.scenes] == [
        (3, "INT. CAFÉ - DAY"),
        (13, "EXT. STREET - NIGHT"),
    ]


def test_web_page_of_paragraphs():
    lines = page_lines(
        "<html><body><p>INT. A -\nDAY</p><p>He&nbsp;sits.<br>\nShe<script>x</script> stands.</p></body></html>"
    )
    assert [(line.number, " ".join(line.text.split())) for line in lines if line.text.strip()] == [
        (1, "INT. A - DAY"),
        (2, "He sits."),
        (3, "She stands."),
    ]


def _pdf(pages):
    """A PDF in Courier, written by hand: ``pages`` are lists of (column, row, text)."""
    objects = [b"<< /Type /Catalog /Pages 2 0 R >>", b"", b"<< /Type /Font /Subtype /Type1 /BaseFont /Courier >>"]
    kids = []
    for page in pages:
        commands = "".join(f"BT /F1 12 Tf {x * 7.2} {760 - 12 * y} Td ({text}) Tj ET\n" for x, y, text in page).encode()
        objects.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(commands), commands))
        kids.append(len(objects) + 1)
        objects.append(
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents %d 0 R "
            b"/Resources << /Font << /F1 3 0 R >> >> >>" % len(objects)
        )
    objects[1] = b"<< /Type /Pages /Count %d /Kids [%s] >>" % (len(kids), b" ".join(b"%d 0 R" % kid for kid in kids))
    body, offsets = b"%PDF-1.4\n", []
    for number, content in enumerate(objects, 1):
        offsets.append(len(body))
        body += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    table = b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    return body + b"xref\n0 %d\n0000000000 65535 f \n%strailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF" % (
        len(objects) + 1, table, len(objects) + 1, len(body),
    )  # fmt: skip


def test_a_notice_on_every_page_of_a_pdf_is_page_furniture():
    notice = "Reading copy of the archive, not for sale"
    body = [(10, 3, "INT. HOUSE - DAY"), *((10, row, f"A man sits here, and {row} more.") for row in range(5, 40))]
    script = read(_pdf([[*body, (10, 41, notice)]] * 4), name="film.pdf")
    assert [line.furniture for line in script.lines if line.text == notice] == [True] * 4


def test_pdf_with_a_text_layer():
    page = [
        (70, 0, "2."),
        (15, 2, "INT. HOUSE - DAY"),
        (15, 4, "A man sits in the dark and waits for the rain to stop."),
        (37, 6, "ANNA"),
        (25, 7, "Is it still"),
        (25, 8, "raining?"),
        (15, 10, "He nods."),
    ]
    script = read(_pdf([page, page]), name="film.pdf")
    assert script.format == "pdf"
    assert [scene.heading for scene in script.scenes] == ["INT. HOUSE - DAY"] * 2
    assert script.characters[0].name == "ANNA"
    assert script.characters[0].words == 8
    assert sum(line.kind is Kind.DIALOGUE for line in script.lines) == 4


def test_page_layout_keeps_columns_and_gaps():
    runs = [
        TextRun(72.0, 700.0, 36.0, 10.0, "ABCDE"),
        TextRun(144.0, 700.4, 14.4, 10.0, "12"),
        TextRun(72.0, 676.0, 21.6, 10.0, "xyz"),
    ]
    runs += [TextRun(72.0, 664.0, 21.6, 10.0, "uvw")]
    assert lay_out(runs) == [" " * 10 + "ABCDE" + " " * 5 + "12", "", " " * 10 + "xyz", " " * 10 + "uvw"]


WORDS = ["rain", "house", "the", "of", "never", "walked", "old", "letters", "quiet", "morning", "said", "upon", "was"]


def _novel():
    rng = random.Random(0)
    lines = []
    for chapter in range(12):
        lines += [f"CHAPTER {chapter + 1}", ""]
        for _ in range(60):
            lines += [" ".join(rng.choices(WORDS, k=11)).capitalize() + "." for _ in range(rng.randint(1, 6))] + [""]
            lines += ['"Yes," ' + " ".join(rng.choices(WORDS, k=4)) + ".", ""]
    return "\n".join(lines).encode()


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "empty"),
        (b" \r\n\t\n", "empty"),
        (_novel(), "does not look like a screenplay"),
        (b"2024-01-01 12:00:00 INFO worker-3 request served in 11 ms\n" * 20_000, "does not look like a screenplay"),
        (b"A\n" * 500_000, "500,000 lines"),
        (b"a" * 5_000_000, "5,000,000 characters"),
        (b"x" * (MAX_BYTES + 1), "20,000,001 bytes"),
        (bytes(range(256)) * 400, "not text"),
        (b"PK\x03\x04....", "ZIP"),
        (b"{\\rtf1 INT. HOUSE", "rich text"),
        (b"%PDF-1.4 rubbish", "PDF"),
        (_pdf([[]] * 30), "scanned"),
    ],
)
def test_other_files_are_refused(data, message):
    with pytest.raises(InputError, match=message):
        read(data, name="thing")


def test_files(tmp_path):
    with pytest.raises(InputError, match="cannot read"):
        read(tmp_path / "absent.txt")
    with pytest.raises(InputError, match="folder"):
        read(tmp_path)
    path = tmp_path / "cafe.txt"
    path.write_text(SCENE, encoding="utf-8")
    assert read(path).title == "cafe"


def test_silent_people_and_counts():
    text = SCENE + "\nZoë runs. Man waits behind her. MAN\nis slow. The man she saw. VERA (61) watches.\n"
    scene = read(text.encode(), name="x.txt").scenes[1]
    found = {person.name: (person.speaks, person.acts, person.speeches, person.words) for person in scene.characters}
    assert found == {"ZOË": (True, True, 1, 2), "VERA": (False, True, 0, 0)}  # a MAN is there where he speaks


def test_warnings_are_bounded():
    text = "".join(
        f"INT. ROOM {i} - DAY\n\nHe sits.\n\nODD THING {i} -- NOT A PLACE\n\nShe\nstands\n\n" for i in range(300)
    )
    script = read(text.encode(), name="x.txt")
    assert len(script.warnings) < 60


def test_dialogue_on_the_cue_line():
    talk = "".join("JOHN: Where is it?\n\nMARY: I do not know.\n\nThey look at the table.\n\n" for _ in range(6))
    script = read(("INT. HOUSE - DAY\n\n" + talk).encode(), name="x.txt")
    assert [(person.name, person.speeches, person.words) for person in script.characters] == [
        ("JOHN", 6, 18),
        ("MARY", 6, 24),
    ]
    assert script.scenes[0].narrative.count("They look") == 6


STARTS = [b"", b"%PDF-1.4\n", b"<?xml version='1.0'?><FinalDraft>", b"<html><pre>", b"\xff\xfe"]
MARKS = [
    "\f",
    "/*",
    "*/",
    "[[",
    "]]",
    "<pre>",
    "<b>",
    "</b>",
    "&amp;",
    "<",
    ">",
    ".",
    "@",
    "#1#",
    "\r",
    "\x0b",
    "\ue000",
]
PARTS = [
    "INT. HOUSE - DAY",
    "JOHN",
    "(V.O.)",
    "\n",
    "\n\n",
    "CUT TO:",
    "    ",
    "\t",
    "Hello.",
    "(",
    ")",
    "*",
    "12",
    "小林",
]
PIECES = st.sampled_from(["Title: x", *MARKS, *PARTS])


def _faults(data, name):
    """What is wrong with what was read; nothing where it is refused."""
    try:
        script = read(data, name=name)
    except InputError:
        return []
    people = {person.name for person in script.characters}
    doubtful = [line.number for line in script.lines if not 0 <= line.confidence <= 1.0001]
    return doubtful + [scene.id for scene in script.scenes if not {p.name for p in scene.characters} <= people]


@settings(max_examples=150, deadline=None)
@given(st.lists(PIECES | st.text(max_size=20), max_size=80), st.sampled_from(["x.txt", "x.fountain", "x.html"]))
def test_any_text_is_read_or_refused(pieces, name):
    assert not _faults("".join(pieces).encode("utf-8", errors="replace"), name)


@settings(max_examples=150, deadline=None)
@given(
    st.binary(max_size=2000),
    st.sampled_from([b"", b"%PDF-1.4\n", b"<?xml version='1.0'?><FinalDraft>", b"<html><pre>", b"\xff\xfe"]),
)
def test_any_bytes_are_read_or_refused(data, start):
    assert not _faults(start + data, "x")


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_damaged_pdf_is_read_or_refused(data):
    whole = bytearray(_pdf([[(10, 3, "INT. HOUSE - DAY"), (10, 5, "A man sits here.")]]))
    for _ in range(data.draw(st.integers(1, 12))):
        whole[data.draw(st.integers(0, len(whole) - 1))] = data.draw(st.integers(0, 255))
    assert not _faults(bytes(whole), "x.pdf")


def test_a_script_that_mentions_final_draft_is_not_a_final_draft_file():
    text = "\n\n".join(["INT. OFFICE - DAY", "She reads <FinalDraft> on the screen.", "EXT. YARD - NIGHT", "Rain."] * 4)
    assert read(text.encode(), name="x.txt").format == "text"
