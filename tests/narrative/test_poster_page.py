"""The page of a poster in a real browser: fitted when it opens, scenes closer up, letters that can be read."""

import re

import numpy as np
import pytest

from diverseed.narrative import make_chart, to_page
from tests.chromium import needs_chromium, running_browser

from .perceptual import example_chart
from .stories import film, hostile_story

pytestmark = needs_chromium

VIEW = {"width": 1600, "height": 900}


@pytest.fixture(scope="module")
def browser():
    with running_browser() as running:
        yield running


@pytest.fixture(scope="module")
def chart():
    return example_chart("salt-road")


@pytest.fixture
def page(browser, chart):
    context = browser.new_context(viewport=VIEW, accept_downloads=True, reduced_motion="reduce")
    opened = context.new_page()
    trouble: list[str] = []
    opened.on("console", lambda message: trouble.append(message.text))
    opened.on("pageerror", lambda error: trouble.append(str(error)))
    opened.set_content(to_page(chart))
    yield opened
    context.close()
    assert trouble == []


def view(page) -> list[float]:
    return [float(value) for value in page.locator("#chart").get_attribute("viewBox").split()]


def letters(page) -> list[float]:
    """Pixels of every text of the chart that is shown."""
    return page.evaluate(
        """() => {
          return [...document.querySelectorAll("#chart .labels text")]
            .filter((text) => getComputedStyle(text).display !== "none")
            .map((text) => parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a);
        }"""
    )


def whole(page, chart) -> bool:
    left, top, width, height = view(page)
    shapes = chart.shapes
    return (
        left <= 0.1
        and top <= shapes.head + 0.1
        and left + width >= shapes.width - 0.1
        and (top + height >= shapes.height - 0.1)
    )


def test_on_a_phone_the_chart_opens_large_enough_to_read(browser, chart) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    opened = context.new_page()
    opened.set_content(to_page(chart))
    assert min(letters(opened)) >= 8
    opened.get_by_role("button", name="Zoom in").click()
    assert min(letters(opened)) >= 10
    opened.get_by_role("button", name="Fit").click()
    assert whole(opened, chart)
    context.close()


def test_the_chart_keeps_clear_of_the_toolbar(page) -> None:
    stage, *drawn = page.evaluate(
        """() => ["#stage", "#chart .bands", "#chart .lines", "#chart .labels"].map(
          (name) => document.querySelector(name).getBoundingClientRect().top)"""
    )
    assert min(drawn) >= stage + 3


def closer(page, x: float = 800, y: float = 450) -> None:
    page.mouse.move(x, y)
    for _ in range(4):
        page.mouse.wheel(0, -200)


def test_it_opens_fitted_and_can_be_read(page, chart) -> None:
    assert whole(page, chart)
    assert min(letters(page)) >= 10
    box = page.locator("#chart").bounding_box()
    assert box["width"] >= 0.98 * VIEW["width"]
    assert not page.locator("aside").is_visible()
    assert not page.locator("#minimap").is_visible()


def test_no_text_covers_another_in_the_fonts_of_the_browser(page) -> None:
    overlaps = page.evaluate(
        """() => {
          const boxes = [...document.querySelectorAll("#chart .labels text")]
            .filter((text) => getComputedStyle(text).display !== "none")
            .map((text) => ({ text: text.textContent, box: text.getBoundingClientRect() }));
          const found = [];
          boxes.forEach((a, i) => boxes.slice(i + 1).forEach((b) => {
            const wide = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
            const high = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
            if (wide > 1 && high > 4) found.push([a.text, b.text]);
          }));
          return found;
        }"""
    )
    assert overlaps == []


def test_zooming_in_shows_scenes(page) -> None:
    assert page.locator("#chart .meetings *").count() == 0
    closer(page)
    assert page.locator("#chart.closer .meetings path").count() > 4
    assert page.locator("#minimap").is_visible()
    page.get_by_role("button", name="Fit").click()
    assert page.locator("#chart .meetings *").count() == 0


def test_letters_grow_less_than_the_chart(page) -> None:
    before, width = letters(page), view(page)[2]
    closer(page)
    nearer = width / view(page)[2]
    assert nearer > 2.5
    grown = [after / first for first, after in zip(before, letters(page), strict=True)]
    assert max(grown) < 0.6 * nearer
    assert min(grown) >= 1
    page.get_by_role("button", name="Fit").click()
    assert letters(page) == pytest.approx(before)


def test_pointing_describes_a_sequence_and_zoomed_in_a_scene(page, chart) -> None:
    tip = page.locator("#tip")
    page.mouse.move(800, 450)
    first = tip.locator("strong").inner_text()
    assert first in chart.layers.labels
    assert tip.locator(".text").count() >= 1
    closer(page)
    page.mouse.move(801, 452)
    number, heading = tip.locator("strong").inner_text().split(". ", 1)
    assert chart.story.scenes[int(number) - 1].label == heading


def test_keys_go_through_the_sequences(page, chart) -> None:
    tip = page.locator("#tip strong")
    labels = chart.layers.labels
    seen = []
    for _ in range(3):
        page.keyboard.press("ArrowRight")
        seen.append(tip.inner_text())
    assert seen == labels[:3]
    page.keyboard.press("End")
    assert tip.inner_text() == labels[-1]


def test_people_can_be_shown(page) -> None:
    button = page.get_by_role("button", name="People")
    button.click()
    assert button.get_attribute("aria-expanded") == "true"
    assert page.locator("aside").is_visible()
    page.locator("#people button").first.hover()
    assert page.locator("#chart.focused .line.on").count() == 1
    assert page.locator("#chart .marks .on").count() >= 1
    button.click()
    assert not page.locator("aside").is_visible()


def test_it_stays_fitted_when_the_window_changes(page, chart) -> None:
    page.set_viewport_size({"width": 1100, "height": 800})
    page.wait_for_function("document.getElementById('chart').clientWidth < 1200")
    page.wait_for_timeout(100)
    assert whole(page, chart)


def test_the_saved_chart_is_the_original(page, tmp_path, chart) -> None:
    closer(page)
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Save SVG").click()
    target = tmp_path / "chart.svg"
    waiting.value.save_as(target)
    text = target.read_text(encoding="utf-8")
    assert "meetings" not in text
    assert f'viewBox="0 0 {chart.shapes.width:g} {chart.shapes.height:g}"' in text
    sizes = {label.size for label in chart.shapes.labels}
    assert all(f'font-size="{size:.1f}"'.replace(".0", "") in text or f"{size:.1f}" in text for size in sizes)


def test_hand_lettering_keeps_its_place_and_its_people(browser) -> None:
    opened = browser.new_page(viewport=VIEW)
    opened.set_content(to_page(make_chart(hostile_story(), detail="sequences", style="xkcd")))
    assert opened.locator('#chart .labels g.name[aria-label="Ada"]').count() >= 1
    fills = "() => [...document.querySelectorAll('#chart [data-at] path')].map((path) => getComputedStyle(path).fill)"
    assert set(opened.evaluate(fills)) == {"none"}
    before = opened.locator('#chart .labels g.name[aria-label="Ada"]').first.bounding_box()
    closer(opened)
    after = opened.locator('#chart .labels g.name[aria-label="Ada"]').first.bounding_box()
    assert after["height"] < 2 * before["height"]
    opened.close()


@pytest.mark.parametrize("style", ["clean", "xkcd"])
def test_a_place_is_named_as_long_as_one_of_its_bands_is_shown(browser, chart, style: str) -> None:
    opened = browser.new_page()
    opened.set_content(to_page(make_chart(chart.story, detail="sequences", style=style, like=chart)))
    opened.locator("#top").evaluate("e => { e.value = 2; e.dispatchEvent(new Event('input')); }")
    places, named = (
        set(opened.locator(selector).evaluate_all("found => found.map((element) => element.dataset.place)"))
        for selector in ("#chart .band:not(.hidden)", "#chart .labels .place:not(.hidden)")
    )
    everywhere = {str(label.of) for label in chart.shapes.labels if label.kind == "place"}
    assert named == places & everywhere
    assert named < everywhere
    opened.close()


@pytest.mark.parametrize(("style", "detail"), [("clean", "scenes"), ("xkcd", "sequences")])
def test_a_meeting_is_described_only_while_both_are_shown(browser, style: str, detail: str) -> None:
    opened = browser.new_page()
    opened.set_content(to_page(make_chart(film("trilogy"), style=style, detail=detail)))
    ranked = opened.locator("#people button span:first-of-type").all_text_contents()
    told = events(opened)
    assert len(told) > 2
    for top in (2, 5, len(ranked)):
        slide(opened, top)
        assert events(opened) == {pair for pair in told if pair <= set(ranked[:top])}
    opened.close()


def test_zoomed_in_hidden_people_meet_nobody(page, chart) -> None:
    closer(page)
    ranked = page.locator("#people button").evaluate_all(
        "found => found.map((element) => Number(element.dataset.line))"
    )
    both, small = dots(page), minimap(page)
    slide(page, 2)
    few = dots(page)
    assert minimap(page) != small
    assert 0 < len(few) < len(both)
    assert few < both
    lines = chart.heights[:, ranked[:2]]
    heights = {round(float(height), 1) for height in lines[np.isfinite(lines)]}
    assert {y for _, y in few} <= heights
    slide(page, len(ranked))
    assert dots(page) == both


def minimap(page) -> bytes:
    """A picture of its inside; what is behind it would show through."""
    page.locator("#minimap").evaluate("e => { e.style.opacity = 1; e.style.padding = '2px'; }")
    return page.locator("#minimap svg").screenshot()


def slide(page, top: int) -> None:
    page.locator("#top").evaluate("(e, top) => { e.value = top; e.dispatchEvent(new Event('input')); }", top)


def events(page) -> set[frozenset[str]]:
    """The pairs of people whose meeting can be read."""
    by_step: dict[str, list[str]] = {}
    for step, text in page.evaluate(
        """() => [...document.querySelectorAll("#chart .labels .event:not(.hidden)")]
            .map((one) => [one.dataset.step, one.getAttribute("aria-label") ?? one.textContent])"""
    ):
        by_step.setdefault(step, []).append(text)
    return {frozenset(" ".join(lines).split(" meets ")) for lines in by_step.values()}


def dots(page) -> set[tuple[float, float]]:
    """Where a scene, seen from closer up, marks the line of somebody who is in it."""
    paths = page.locator("#chart .meetings path").evaluate_all("all => all.map((path) => path.getAttribute('d'))")
    found = (dot for path in paths if "h" in path for dot in re.findall(r"M([\d.]+),([\d.]+)h", path))
    return {(float(x), float(y)) for x, y in found}
