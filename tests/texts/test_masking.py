"""What is masked, and what it was."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from diverseed.texts.masking import masked, masked_parts, parameters, rendered, tokens, words_of

LINES = {
    "connection from 10.0.0.7:8080 closed": ["10.0.0.7:8080"],
    "at 12:30:01,250 on 2024-05-06 done": ["12:30:01,250", "2024-05-06"],
    "opened /var/log/app.log (uid=38)": ["/var/log/app.log", "38"],
    "block blk_-17 of rdd_2_1 lost": ["blk_-17", "rdd_2_1"],
    "clock LOCAL(0) is off": ["LOCAL(0)"],
    "GET https://example.org/a/b?c=d failed": ["https://example.org/a/b?c=d"],
    "id 0x7f3a and 550e8400-e29b-41d4-a716-446655440000 gone": ["0x7f3a", "550e8400-e29b-41d4-a716-446655440000"],
    "mail from ann@example.org refused": ["ann@example.org"],
    "addresses fe80:0:0:1:2 and [12] end": ["fe80:0:0:1:2", "12"],
    "[Sun Dec 04 04:47:44 2005] [error] state": ["Sun Dec 04 04:47:44 2005"],
    "Jul  9 12:01:01 combo ftpd: ready": ["Jul  9 12:01:01"],
    "Sent Mon, 3 July 2006 by ann": ["Mon, 3 July 2006"],
    "Sun and Mar 7 fell": ["7"],
    "no parameter here": [],
    "user <*> of <*> 12 left": ["<*>", "<*> 12"],
}


@pytest.mark.parametrize("line", LINES)
def test_parts_that_are_masked(line):
    assert masked_parts(line) == LINES[line]
    assert masked(line).count("<*>") == len(LINES[line])


@given(st.lists(st.sampled_from([*"ab1 :,=()[]/.<*>@\t-", "<*>"]), max_size=40).map("".join))
@example("a1 <*> b 2020-01-01 <*> c1 <*>")
def test_parameters_restore_the_line(line):
    hidden = masked(line)
    values = parameters(line, tokens(hidden))
    assert values == masked_parts(line)
    written = hidden.split("<*>")
    assert "".join(part + value for part, value in zip(written, [*values, ""], strict=True)) == line


def test_lines_of_the_greatest_length_are_read_once_over():
    for line in ("a" * 100_000, "a." * 50_000, "a-" * 50_000):
        assert masked(line) == line
        assert "".join(words_of(line + ".")) == line.replace(".", "").replace("-", "")


def test_parameters_where_the_template_varies():
    template = tokens("user <*> took <*> ms")
    assert parameters("user kim took 12 ms", template) == ["kim", "12"]
    assert rendered("user kim  took <*> ms", template) == "user <*>  took <*> ms"


def test_addresses_ids_dates_and_paths_are_one_word_each():
    assert words_of("GET /var/log/x.log from 10.0.0.7 at 2024-05-06") == [
        "get", "/var/log/x.log", "from", "10.0.0.7", "at", "2024-05-06",
    ]  # fmt: skip
    assert words_of("Flat 2/98-Latchford Barracks, St. James") == [
        "flat",
        "2",
        "98",
        "latchford",
        "barracks",
        "st",
        "james",
    ]
    assert words_of("and/or e.g. re-use") == ["and", "or", "e", "g", "re", "use"]
    assert words_of("this /. that //- or \\?") == ["this", "that", "or"]  # signs alone are no path
