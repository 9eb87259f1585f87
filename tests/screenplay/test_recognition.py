"""What is a screenplay and what is not."""

import random

import pytest

from diverseed.errors import InputError
from diverseed.screenplay import read

LICENCE = """
SAMPLE PUBLIC LICENCE

TERMS

You may copy this work and you may give it to others, provided that you keep this notice.

WARRANTY

THE WORK IS PROVIDED AS IT IS, AND YOU USE IT AT A RISK OF YOUR OWN.

TERMS

Each copy shall carry the name of the one who changed it and the date of every change.

WARRANTY

No holder of the copyright shall be liable to you for damages of any sort.

TERMS

Section headings are for reference and shall not change what the words above them mean.

WARRANTY

Where the law does not allow this, the remedy that you have is to return the copy.
"""
SETTINGS = (
    "".join(f"service_{i}:\n  image: store/app\n  restart: always\n  ports:\n    - 80{i:02}\n\n" for i in range(40))
    + "INT: 4\nEXT: 5\n"
)
FAQ = "".join(f"Q: Do you know option {i}?\nA: Yes, I do. It's for you.\n\n" for i in range(20))
LOG = "".join(
    f"{level}: job {i} of queue {i % 7} finished in {i * 13 % 97} ms\n"
    for i in range(200)
    for level in (("INFO", "ERROR", "WARNING")[i % 3],)
)
CODE = "".join(
    f"int value_{i} = 0;\n\nint main_{i}(void)\n{{\n    ext = INT;\n    return value_{i};\n}}\n\n" for i in range(60)
)
STYLES = "".join(f"/* part {i} */\n.block{i} {{\n  color: red;\n}}\n\n@media print\n\n" for i in range(30))
MANUAL = """# Using the thing

Install it first.

===========

## Options

> Note: the order matters.

[[a link]] to another page.

= Set this to true

~ about ten minutes

OPTIONS

The options are read from the file of settings, and from the line of the command.
"""


def _novel():
    rng = random.Random(3)
    words = ["rain", "house", "never", "walked", "old", "letters", "quiet", "upon", "river", "and", "the", "was"]
    lines = []
    for chapter in range(1, 20):
        lines += ["", f"CHAPTER {chapter}", ""]
        for _ in range(40):
            lines += [" ".join(rng.choices(words, k=10)).capitalize() + "." for _ in range(rng.randint(2, 6))]
            lines += ["", '"You never told me," said Anna. "Why?"', "", '"I did," he said.', ""]
    return "\n".join(lines)


@pytest.mark.parametrize(
    "text",
    [LICENCE, LICENCE * 20, SETTINGS, LOG, CODE, STYLES, MANUAL, _novel(), FAQ, FAQ.replace(": ", "\n")],
    ids=["licence", "long licence", "settings", "log", "code", "styles", "manual", "novel", "questions", "their lines"],
)
def test_other_texts_are_refused(text):
    with pytest.raises(InputError, match="does not look like a screenplay"):
        read(text.encode(), name="thing.txt")


def test_the_error_counts_headings_and_cues():
    with pytest.raises(InputError, match="1 scene heading and 0 cues in 1 line\\."):
        read(b"INT: 4", name="thing.txt")


TURNS = "ANNA\nWhere were you?\n\nBEN\nI was here.\n\nANNA\nI didn't see you.\n\nBEN\nYou didn't look.\n\n"


@pytest.mark.parametrize(
    "text",
    [
        "INT. HOUSE - DAY\n\nNobody.\n",
        "int. house - day\n\nanna sits.\n\next. road - night\n\nanna walks.\n",
        "The Kitchen. Morning.\n\nPans.\n\n" + TURNS,
        "KITCHEN - NIGHT\n\nNobody speaks here at all. A tap drips.\n\nGARDEN - DAY\n\nRain.\n",
        "SCENE ONE\n\nA bare stage.\n\n" + TURNS,
        TURNS * 2,
        "Anna: Where were you?\n\nBen: I was here.\n\n" * 5,
        "Anna:\n   Where were you?\n\nBen [softly]:\n   I was here.\n\n[He sits.]\n\n" * 9,
        "FADE IN:\n\nA desert. A man walks towards us for a long time.\n\n"
        + "NARRATOR\nYou would have liked him. I did.\n\nHe walks.\n\n" * 4
        + "FADE OUT.\n",
        "АННА\nГде ты был?\n\nБОРИС\nЯ был здесь.\n\n" * 4,
        "小林\n何処へ行く。\n\n田中\n東京へ。\n\n" * 4,
        "<b>INT. HOUSE - DAY</b>\n\nNobody.\n\n<b>                    ANNA</b>\n          Hello&nbsp;you.\n",
    ],
)
def test_odd_screenplays_are_read(text):
    assert read(text.encode(), name="thing.txt").scenes


@pytest.mark.parametrize("mark", ["=====", "# 12", "[[x]]", "~~~", "> quoted text\n\n# Part"])
def test_marks_that_others_use_do_not_make_it_fountain(mark):
    text = f"INT. HOUSE - DAY\n\n{mark}\n\n" + TURNS
    assert read(text.encode(), name="thing.txt").format == "text"


@pytest.mark.parametrize(
    "mark", ["INT. HOUSE - DAY #4#\n\n# Act", "BEN ^\nYes.\n\n@McKay\nNo.", "= It begins\n\n.THE VOID"]
)
def test_marks_of_its_own_make_it_fountain(mark):
    assert read(f"{mark}\n\nINT. HOUSE - DAY\n\n{TURNS}".encode(), name="thing.txt").format == "fountain"
