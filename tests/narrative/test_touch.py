"""The page under fingers: real touch events in a headless Chromium."""

from itertools import pairwise

import pytest

from diverseed.narrative import make_chart, to_page
from tests.chromium import needs_chromium, running_browser

from .stories import hostile_story

pytestmark = needs_chromium


@pytest.fixture(scope="module")
def browser():
    with running_browser() as running:
        yield running


@pytest.fixture
def phone(browser, tmp_path):
    path = tmp_path / "chart.html"
    path.write_text(to_page(make_chart(hostile_story())), encoding="utf-8")
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page = context.new_page()
    page.goto(path.as_uri())
    yield page
    context.close()


def touch(page, *fingers: list[tuple[float, float]]) -> None:
    """Put fingers down, move each along its points, and lift them all."""
    session = page.context.new_cdp_session(page)
    for number, spots in enumerate(zip(*fingers, strict=True)):
        points = [{"x": x, "y": y, "id": finger} for finger, (x, y) in enumerate(spots)]
        kind = "touchMove" if number else "touchStart"
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.evaluate("new Promise(requestAnimationFrame)")


def line(start: tuple[float, float], end: tuple[float, float], steps: int = 8) -> list[tuple[float, float]]:
    return [
        (start[0] + (end[0] - start[0]) * i / steps, start[1] + (end[1] - start[1]) * i / steps)
        for i in range(steps + 1)
    ]


def chart_at(page, x: float, y: float) -> tuple[float, float]:
    """The spot of the chart that a spot of the window shows."""
    return tuple(
        page.evaluate(
            """([x, y]) => {
              const p = new DOMPoint(x, y).matrixTransform(document.getElementById("chart").getScreenCTM().inverse());
              return [p.x, p.y];
            }""",
            [x, y],
        )
    )


def pixels(page) -> float:
    """Pixels per unit of the chart."""
    return page.evaluate("document.getElementById('chart').getScreenCTM().a")


def middle(page) -> tuple[float, float]:
    box = page.locator("#stage").bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def shift(page, before: tuple[float, float], after: tuple[float, float]) -> tuple[float, float]:
    """How far apart two spots of the chart are, in pixels."""
    return (after[0] - before[0]) * pixels(page), (after[1] - before[1]) * pixels(page)


@pytest.mark.parametrize("across", [(1.0, 0.0), (0.6, 0.8)])
def test_pinch_zooms_about_the_middle_of_the_fingers(phone, across) -> None:
    x, y = middle(phone)

    def fingers(near: float, far: float):
        return [
            line(
                (x + side * near * across[0], y + side * near * across[1]),
                (x + side * far * across[0], y + side * far * across[1]),
            )
            for side in (-1, 1)
        ]

    sizes, spots = [pixels(phone)], [chart_at(phone, x, y)]
    for near, far in ((40, 120), (120, 60)):
        touch(phone, *fingers(near, far))
        sizes.append(pixels(phone))
        spots.append(chart_at(phone, x, y))
    assert sizes[1] == pytest.approx(3 * sizes[0], rel=0.05)
    assert sizes[2] == pytest.approx(sizes[1] / 2, rel=0.05)
    for before, after in pairwise(spots):
        assert shift(phone, before, after) == pytest.approx((0, 0), abs=3)


def test_one_finger_of_a_pinch_may_rest(phone) -> None:
    """The chart follows both fingers: what is under the resting one stays there."""
    x, y = middle(phone)
    before = chart_at(phone, x - 50, y)
    size = pixels(phone)
    touch(phone, line((x - 50, y), (x - 50, y)), line((x, y), (x + 50, y)))
    assert pixels(phone) == pytest.approx(2 * size, rel=0.05)
    assert shift(phone, before, chart_at(phone, x - 50, y)) == pytest.approx((0, 0), abs=3)


def test_one_finger_pans(phone) -> None:
    x, y = middle(phone)
    touch(phone, line((x - 30, y), (x - 90, y)), line((x + 30, y), (x + 90, y)))
    before, size = chart_at(phone, x, y), pixels(phone)
    touch(phone, line((x, y), (x - 60, y + 20)))
    assert pixels(phone) == size
    assert shift(phone, before, chart_at(phone, x - 60, y + 20)) == pytest.approx((0, 0), abs=3)
    assert phone.locator("#people button[aria-pressed=true]").count() == 0


def test_a_tap_describes_the_scene(phone) -> None:
    x, y = middle(phone)
    assert not phone.locator("#tip").is_visible()
    phone.touchscreen.tap(x, y)
    assert phone.locator("#tip").is_visible()
    assert phone.locator("#stage:focus-visible").count() == 0  # the frame is for the keyboard
    touch(phone, line((x, y), (x - 60, y)))
    assert not phone.locator("#tip").is_visible()
