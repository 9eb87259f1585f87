"""What a file is recognised as: lists of short lines, tables in text files, screenplays."""

from pathlib import Path

import pytest

from diverseed.studio.detection import kind_of

from .conftest import SCRIPT

LISTS = {
    "survey": [
        "Great service",
        "Too slow!",
        "STAFF",
        "The room was clean",
        "Why is it so dear?",
        "Great service",
        "N/A",
    ],
    "tweets": ["@shop good day!! #deal", "RT @you: I love it", "OMG", "lol", "Good morning everyone!", "OMG", "lol"],
    "questions": ["How do I reset it?", "HELP", "Where is my order?", "Can you change it?", "HELP", "Where are you?"],
    "names": ["ANNA SMITH", "BEN JONES", "ANNA SMITH", "CARLA BROWN", "BEN JONES", "ANNA SMITHE"],
    "products": ["red shoe 36", "red shoe 37", "green hat", "the green hat", "blue shirt", "red shoe"],
    "addresses": ["12 Oak St", "12 Oak Street", "4 Elm Rd., Springfield", "300 High Ave", "4 Elm Rd"],
    "queries": ["weather london", "cheap flights", "python sort list", "cheap flight", "near me"],
    "headlines": ["Mayor opens bridge", "Storm hits harbour", "Police warn city", "Mayor opens new bridge"],
    "todo": ["- buy milk", "- call mum", "- fix bike", "- buy milk", "- read book"],
    "chat": ["Hi", "Hello!", "How are you?", "Fine, thanks.", "YES", "NO", "YES", "See you", "Where are you?", "NO"],
    "double": ["Great staff", "", "Too slow!", "", "STAFF", "", "You were rude", "", "STAFF", "", "No", ""],
}
TABLES = {
    "comma": "a,b\n" + "".join(f"{i},{i % 3}\n" for i in range(20)),
    "semicolon": "name;price\n" + "".join(f"n{i};{i},50\n" for i in range(20)),
    "blanks": "".join(f"{i} {i % 3} {i / 7:.3f}\n" for i in range(20)),
}


@pytest.mark.parametrize("name", LISTS)
def test_a_list_is_recognised_by_its_lines(tmp_path: Path, name: str) -> None:
    file = tmp_path / "file.txt"
    file.write_text("\n".join(20 * LISTS[name]))
    assert kind_of(file, file.name) == "text"


@pytest.mark.parametrize("name", TABLES)
def test_a_table_is_recognised_by_its_cells(tmp_path: Path, name: str) -> None:
    file = tmp_path / "file.txt"
    file.write_text(TABLES[name])
    assert kind_of(file, file.name) == "table"


def test_a_play_without_headings_is_a_screenplay(tmp_path: Path) -> None:
    file = tmp_path / "file.txt"
    file.write_text("\n".join(line for line in SCRIPT.splitlines() if not line.startswith(("INT", "EXT", "Title"))))
    assert kind_of(file, file.name) == "screenplay"
