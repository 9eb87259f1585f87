"""The pages of the bundled screenplays look as they did when they were last looked at."""

from functools import cache

import numpy as np
import pytest

from diverseed.narrative import make_chart, to_page
from diverseed.narrative.story import select_characters
from tests.chromium import needs_chromium, running_browser

from .perceptual import (
    BASELINE,
    NAMES,
    Impression,
    example_chart,
    ink_of,
    layout_digest,
    screenshot,
    solver_versions,
    unlikeness,
)

pytestmark = needs_chromium
pytest.importorskip("PIL", reason="Pillow is not installed")

WHOLE, IN_A_STRIP = 0.07, 2.1
"""The most that two pictures of the same may differ, see :func:`unlikeness`.

Other fonts give up to 0.06 and 1.5; the names gone 0.08 and 5.1, the places gone 0.06 and 2.7, the least of the long
lines gone 0.02 and 3.5.
"""

SUBJECT = "salt-road"
drawn = cache(example_chart)


@pytest.fixture(scope="module")
def browser():
    with running_browser() as running:
        yield running


def stored(name: str) -> Impression:
    return Impression.from_text((BASELINE / f"{name}.txt").read_text(encoding="utf-8"))


def looks_like(name: str, png: bytes) -> bool:
    whole, strip = unlikeness(stored(name).ink, ink_of(png))
    return whole <= WHOLE and strip <= IN_A_STRIP


def same_layout(name: str) -> None:
    """Other versions of the solver may choose another of several equally good layouts: nothing to compare then."""
    if layout_digest(drawn(name)) != stored(name).layout and solver_versions() != stored(name).versions:
        pytest.skip(f"{solver_versions()} lays {name} out differently than {stored(name).versions}")


@pytest.mark.parametrize("name", NAMES)
def test_pages_look_as_they_did(browser, name: str) -> None:
    same_layout(name)
    assert looks_like(name, screenshot(browser, to_page(drawn(name))))


@pytest.mark.parametrize("font", ["DejaVu Sans Condensed", "DejaVu Serif", "Liberation Sans"])
def test_another_font_looks_the_same(browser, font: str) -> None:
    same_layout(SUBJECT)
    style = f"* {{ font-family: '{font}' !important; }}"
    assert looks_like(SUBJECT, screenshot(browser, to_page(drawn(SUBJECT)), style=style))


@pytest.mark.parametrize(
    "style",
    [
        "#chart .band { display: none; }",
        "#chart .labels { display: none; }",
        "#chart .name { display: none; }",
        "#chart .line { transform: translateY(14px); }",
        "#chart .line { transform: translateX(60px); }",
        "#chart .bands { display: none; }",
        "#chart .place { display: none; }",
        "header { display: none; }",
    ],
)
def test_what_vanishes_or_moves_is_noticed(browser, style: str) -> None:
    assert not looks_like(SUBJECT, screenshot(browser, to_page(drawn(SUBJECT)), style=style))


def test_every_long_line_is_missed(browser) -> None:
    """Nothing else of the page changes: only the strokes of one line go."""
    chart = drawn(SUBJECT)
    long = [line.line for line in chart.shapes.lines if _length(line) > chart.shapes.width / 4]
    assert len(long) >= 6
    page = to_page(chart)
    for line in long:
        assert not looks_like(SUBJECT, screenshot(browser, page, style=f'g[data-line="{line}"] {{ display: none; }}'))


def _length(line) -> float:
    """How far it is drawn in full; where the character is away it is as thin as a hair."""
    return sum(run.points[-1][0] - run.points[0][0] for run in line.runs if run.kind == "present")


def test_a_chart_without_one_of_the_characters_is_noticed(browser) -> None:
    story = drawn(SUBJECT).story
    fewer = make_chart(select_characters(story, story.characters[1:]), detail="sequences")
    assert not looks_like(SUBJECT, screenshot(browser, to_page(fewer)))


def test_another_screenplay_looks_different() -> None:
    for name in NAMES:
        for other in set(NAMES) - {name}:
            assert unlikeness(stored(name).ink, stored(other).ink)[0] > 2 * WHOLE


def test_impressions_survive_their_text() -> None:
    ink = np.random.default_rng(0).integers(0, 36, size=(4, 9)).astype(float)
    again = Impression.from_text(Impression(ink, "abc", "numpy 1 scipy 2").to_text())
    assert (again.ink == ink).all()
    assert (again.layout, again.versions) == ("abc", "numpy 1 scipy 2")
