"""Legibility: measured on shapes whose answer is known."""

import pytest

from diverseed.narrative import make_chart, parse_story
from diverseed.narrative.legibility import legibility, overlaps
from diverseed.narrative.shapes import Label, LineRun, LineShape, Shapes


def shapes(*labels: Label, width: float = 800.0, height: float = 500.0) -> Shapes:
    line = LineShape(0, "A", 2.0, (LineRun(((80.0, 100.0), (720.0, 100.0), (730.0, 400.0)), "present"),))
    return Shapes(width, height, (line,), labels, (), (), (), (), 0.0)


def label(x: float, y: float, text: str = "AAAA", size: float = 10.0) -> Label:
    return Label(text, x, y, size, "start", "name", 0)


def test_the_smallest_letters_on_a_screen() -> None:
    found = legibility(shapes(label(100, 200, size=9.0), label(300, 200)))
    assert found["smallest_pt"] == 9
    assert found["smallest_px"] == pytest.approx(9 * 900 / 500)
    assert found["aspect"] == 1.6


def test_coverage_is_the_box_around_the_drawing() -> None:
    found = legibility(shapes(label(200, 200)))
    assert found["coverage"] == pytest.approx(650 * 300 / (800 * 500), abs=1e-4)
    assert found["drawing_aspect"] == pytest.approx(650 / 300, abs=1e-4)
    assert 0.05 < found["filled"] < 0.2  # a line along the top and one down the side, each three squares wide


def test_overlaps() -> None:
    apart = [label(100, 200), label(100, 220), label(200, 200)]
    assert overlaps(shapes(*apart)) == 0
    assert overlaps(shapes(*apart, label(110, 205))) == 1
    assert overlaps(shapes(*apart, label(110, 210))) == 2
    assert overlaps(shapes(*apart, label(790, 300))) == 1  # leaves the page
    assert overlaps(shapes(*apart, label(10, 2))) == 1


def test_a_wide_chart_says_how_small_its_letters_get() -> None:
    story = parse_story("\n".join(f"A,{'BCD'[i % 3]}" for i in range(120)))
    wide, page = make_chart(story), make_chart(story, detail="sequences")
    assert wide.legibility()["smallest_px"] < 4
    assert page.legibility()["smallest_px"] >= 10


def test_every_measure_is_a_plain_number() -> None:
    chart = make_chart(parse_story("A,B\nA,C\n"), detail="sequences")
    values = chart.legibility()
    assert all(type(value) in (int, float) for value in values.values())
    assert values["wiggles"] == chart.measures()["wiggles"]
