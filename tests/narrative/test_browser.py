"""The page in a real browser: it must work, stay silent and ask nobody for anything."""

from itertools import pairwise
from pathlib import Path

import pytest

from diverseed.narrative import Group, Scene, Story, make_chart, to_page
from tests.chromium import needs_chromium, running_browser

from .stories import HOSTILE, hostile_story

pytestmark = needs_chromium


@pytest.fixture(scope="module")
def browser():
    with running_browser() as running:
        yield running


@pytest.fixture(scope="module")
def address(tmp_path_factory) -> str:
    path: Path = tmp_path_factory.mktemp("page") / "chart.html"
    path.write_text(to_page(make_chart(hostile_story())), encoding="utf-8")
    return path.as_uri()


@pytest.fixture
def page(browser, address):
    """The open page; afterwards: no error, no dialog, no request but for the page itself."""
    context = browser.new_context(viewport={"width": 1300, "height": 760}, accept_downloads=True)
    opened = context.new_page()
    trouble: list[str] = []
    opened.on("console", lambda message: trouble.append(message.text) if message.type != "debug" else None)
    opened.on("pageerror", lambda error: trouble.append(str(error)))
    opened.on("dialog", lambda dialog: trouble.append(f"dialog {dialog.message}"))
    opened.on("request", lambda request: trouble.append(request.url) if not _own(request.url, address) else None)
    opened.goto(address)
    yield opened
    context.close()
    assert trouble == []


def _own(url: str, address: str) -> bool:
    return url == address or url.startswith(("blob:", "data:"))


def view(page) -> list[float]:
    return [float(value) for value in page.locator("#chart").get_attribute("viewBox").split()]


def on_a_line(page, line: int) -> tuple[float, float]:
    """A spot of the window where the pointer hits the line."""
    return tuple(
        page.evaluate(
            """line => {
              for (const path of document.querySelectorAll(`#chart g[data-line="${line}"] .hit`)) {
                for (let share = 0.1; share < 1; share += 0.1) {
                  const p = path.getPointAtLength(share * path.getTotalLength());
                  const at = new DOMPoint(p.x, p.y).matrixTransform(path.getScreenCTM());
                  if (document.elementFromPoint(at.x, at.y)?.closest("[data-line]")?.dataset.line === String(line))
                    return [at.x, at.y];
                }
              }
            }""",
            line,
        )
    )


def test_hover_fades_the_others_and_click_pins(page) -> None:
    page.mouse.move(*on_a_line(page, 1))
    assert page.locator("#chart.focused g.line.on").count() == 1
    assert page.locator("#chart g.line.on").get_attribute("data-line") == "1"
    page.mouse.click(*on_a_line(page, 1))
    page.mouse.move(5, 5)
    assert page.locator("#chart.focused g.line.on").get_attribute("data-line") == "1"
    assert page.locator("#people button[aria-pressed=true]").count() == 1
    page.keyboard.press("Escape")
    assert page.locator("#chart.focused").count() == 0


def test_faded_lines_are_faint(page) -> None:
    page.locator("#people button").first.focus()
    page.wait_for_timeout(300)
    faint = page.evaluate("getComputedStyle(document.querySelector('#chart g.line:not(.on)')).opacity")
    assert float(faint) < 0.2


def test_wheel_zooms_drag_pans_and_fit_returns(page) -> None:
    before = view(page)
    page.mouse.move(500, 350)
    page.mouse.wheel(0, -500)
    closer = view(page)
    assert closer[2] < 0.8 * before[2]
    page.mouse.down()
    page.mouse.move(350, 330, steps=5)
    page.mouse.up()
    assert view(page)[0] > closer[0]
    assert page.locator("#people button[aria-pressed=true]").count() == 0  # a drag is no click
    page.get_by_role("button", name="Fit").click()
    fitted = view(page)
    width = page.evaluate("JSON.parse(document.getElementById('data').textContent).width")
    assert fitted[0] <= 0.1
    assert fitted[0] + fitted[2] >= width - 0.1
    page.get_by_role("button", name="Zoom in").click()
    assert view(page)[2] < fitted[2]


def test_minimap_moves_the_view(page) -> None:
    page.mouse.move(500, 350)
    page.mouse.wheel(0, -1200)
    before = view(page)
    box = page.locator("#minimap").bounding_box()
    page.mouse.click(box["x"] + 0.9 * box["width"], box["y"] + 0.5 * box["height"])
    assert view(page)[0] > before[0]


def test_scene_note_under_the_pointer(page) -> None:
    page.mouse.move(*on_a_line(page, 0))
    tip = page.locator("#tip")
    assert tip.is_visible()
    assert HOSTILE in tip.inner_text()
    assert tip.locator("script, b").count() == 0


def test_search_finds_and_pins(page) -> None:
    page.keyboard.press("/")
    page.keyboard.type("cy")
    assert page.locator("#people li:visible").count() == 1
    assert page.locator("#chart.focused g.line.on").count() == 1
    page.keyboard.press("Enter")
    assert page.locator("#people button[aria-pressed=true]").inner_text().startswith("Cy")
    page.keyboard.press("Escape")
    assert page.locator("#people li:visible").count() == 5


def test_slider_keeps_the_most_present(page) -> None:
    page.locator("#top").evaluate("e => { e.value = 2; e.dispatchEvent(new Event('input')); }")
    assert page.locator("#people li:visible").count() == 2
    assert page.locator("#chart g.line:not(.hidden)").count() == 2
    assert page.locator("#top-value").inner_text() == "2"


def test_slider_takes_empty_bands_away(page) -> None:
    page.locator("#top").evaluate("e => { e.value = 1; e.dispatchEvent(new Event('input')); }")
    shown = page.locator("#chart g.line:not(.hidden)").get_attribute("data-line")
    for band in page.locator("#chart .band").all():
        assert band.is_visible() == (shown in band.get_attribute("data-lines").split())
    assert 0 < page.locator("#chart .band:visible").count() < page.locator("#chart .band").count()


def test_locations_can_be_turned_off(page) -> None:
    assert page.locator("#chart .band").first.is_visible()
    page.get_by_label("Locations").uncheck()
    assert not page.locator("#chart .band").first.is_visible()
    assert page.locator("#chart text.place:visible").count() == 0


def test_keyboard_walks_scenes_and_characters(page) -> None:
    tip = page.locator("#tip")
    page.keyboard.press("ArrowRight")
    assert tip.inner_text().startswith("1. ")
    page.keyboard.press("ArrowRight")
    assert tip.inner_text().startswith("2. ")
    page.keyboard.press("ArrowLeft")
    assert tip.inner_text().startswith("1. ")
    page.keyboard.press("End")
    assert tip.inner_text().startswith("14. ")
    page.keyboard.press("Escape")
    assert not tip.is_visible()
    page.locator("#top").focus()
    focused = []
    for _ in range(2):
        page.keyboard.press("Tab")
        focused.append(page.evaluate("document.activeElement.dataset.line"))
        assert page.locator("#chart g.line.on").get_attribute("data-line") == focused[-1]
    assert len(set(focused)) == 2
    page.keyboard.press("Enter")
    assert page.locator("#people button[aria-pressed=true]").get_attribute("data-line") == focused[-1]


@pytest.mark.parametrize(("button", "ending", "start"), [("Save SVG", "svg", b"<svg"), ("Save PNG", "png", b"\x89PNG")])
def test_export(page, tmp_path, button: str, ending: str, start: bytes) -> None:
    with page.expect_download() as waiting:
        page.get_by_role("button", name=button).click()
    target = tmp_path / waiting.value.suggested_filename
    waiting.value.save_as(target)
    assert target.suffix == f".{ending}"
    content = target.read_bytes()
    assert content.startswith(start)
    assert len(content) > 2000
    if ending == "svg":
        assert b"hit" not in content
        assert b"<script" not in content


def test_text_stays_text(page) -> None:
    assert page.locator("#people").inner_text().count(HOSTILE) == 1
    assert page.locator("script").count() == 2
    assert page.title() == f"Title {HOSTILE}"


def test_table_says_the_same(page) -> None:
    page.get_by_text("The chart as a table").click()
    rows = page.locator("tbody tr")
    assert rows.count() == 14
    story = hostile_story()
    for i, scene in enumerate(story.scenes):
        cells = rows.nth(i).locator("td, th").all_inner_texts()
        assert cells[1] == scene.label
        assert cells[3] == "; ".join(", ".join(group.characters) for group in scene.groups)


def test_dark_and_print(page) -> None:
    page.emulate_media(color_scheme="dark")
    background = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert background == "rgb(21, 24, 28)"
    page.emulate_media(media="print", color_scheme="light")
    assert not page.locator("aside").is_visible()
    assert page.locator("#chart").is_visible()


def test_a_long_chart_is_printed_as_strips_on_one_page(browser, tmp_path) -> None:
    pdfium = pytest.importorskip("pypdfium2")
    scenes = tuple(Scene(str(i), (Group(("A", "B") if i % 3 else ("A", "C"), f"P{i % 5}"),)) for i in range(30))
    opened = browser.new_page()
    opened.set_content(to_page(make_chart(Story("Long", scenes))))
    opened.evaluate("dispatchEvent(new Event('beforeprint'))")
    boxes = opened.locator(".strip").evaluate_all(
        "all => all.map((e) => e.getAttribute('viewBox').split(' ').map(Number))"
    )
    assert len(boxes) >= 2
    for before, after in pairwise(boxes):
        assert after[0] == pytest.approx(before[0] + before[2])
    printed = tmp_path / "print.pdf"
    opened.pdf(path=printed, prefer_css_page_size=True)
    assert len(pdfium.PdfDocument(printed)) == 1
    opened.evaluate("dispatchEvent(new Event('afterprint'))")
    assert opened.locator(".strip").count() == 0
    opened.close()
