"""The page in a real browser: each kind from drop to export, corrections, cancel, reload, keyboard, hostile files."""

import re
import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

from diverseed.cli import app

from .conftest import PATIENCE, SCRIPT, long_text

sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium on this machine")
HOSTILE = "<img src=x onerror=alert(1)>"


def expect(what):
    """An assertion that waits as long as a busy machine needs."""
    sync_api.expect.set_options(timeout=1000 * PATIENCE)
    return sync_api.expect(what)


@pytest.fixture(scope="module")
def browser():
    with sync_api.sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        yield running
        running.close()


@pytest.fixture
def page(browser, studio):
    """The open page; afterwards: nothing in the console, no dialog, no request to anybody else, no file left."""
    context = browser.new_context(viewport={"width": 1300, "height": 800}, accept_downloads=True)
    context.set_default_timeout(1000 * PATIENCE)
    opened = context.new_page()
    trouble: list[str] = []
    opened.on("console", lambda message: trouble.append(message.text))
    opened.on("pageerror", lambda error: trouble.append(str(error)))
    opened.on("dialog", lambda dialog: (trouble.append(f"dialog {dialog.message}"), dialog.dismiss()))
    opened.on(
        "request", lambda request: None if request.url.startswith(studio.address) else trouble.append(request.url)
    )
    opened.goto(studio.address)
    yield opened
    context.close()
    for job in studio.http.get("/api/jobs").json():
        studio.http.delete(f"/api/jobs/{job['id']}")
    assert trouble == []


def drop(page, name: str, content: str) -> None:
    """Drop a file on the page."""
    expect(page.get_by_role("heading", name="Drop a file")).to_be_visible()
    transfer = page.evaluate_handle(
        """([name, content]) => {
          const transfer = new DataTransfer();
          transfer.items.add(new File([content], name));
          return transfer;
        }""",
        [name, content],
    )
    page.dispatch_event("body", "drop", {"dataTransfer": transfer})


def place(page, name: str):
    return page.get_by_role("group", name=name, exact=True)


def scenes_of(page, name: str) -> list[str]:
    return [text.split("\n")[0] for text in place(page, name).locator(".scene .no").all_inner_texts()]


def chart_labels(page) -> list[str]:
    return page.locator("svg.drawn text.place").all_text_contents()


def export(page, tmp_path: Path, label: str) -> Path:
    """Download by the menu."""
    page.locator("summary", has_text="Export").click()
    with page.expect_download() as waiting:
        page.get_by_role("link", name=label, exact=True).click()
    target = tmp_path / waiting.value.suggested_filename
    waiting.value.save_as(target)
    page.keyboard.press("Escape")
    return target


def test_a_screenplay_from_drop_to_export(page, tmp_path: Path) -> None:
    drop(page, "affair.fountain", SCRIPT)
    expect(page.locator("svg.drawn g.line")).to_have_count(4)
    expect(page.locator(".figures")).to_contain_text("4 scenes")
    expect(page.get_by_role("tab", name="To look at")).to_be_visible()
    assert scenes_of(page, "KITCHEN") == ["1", "3"]
    before = page.locator("svg.drawn .band").count()

    # a scene dragged to another location changes the chart
    place(page, "KITCHEN").locator(".scene").last.drag_to(place(page, "HARBOUR"))
    expect(place(page, "KITCHEN").locator(".scene")).to_have_count(1)
    assert "3" in scenes_of(page, "HARBOUR")
    expect(page.locator("svg.drawn .band")).not_to_have_count(before)

    page.get_by_role("button", name="Rename KITCHEN").click()
    page.get_by_role("textbox", name="Name").fill("GALLEY")
    page.keyboard.press("Enter")
    expect(page.locator("svg.drawn text.place", has_text="GALLEY")).to_have_count(1)

    starts = {
        "Chart, SVG": b"<?xml",
        "Chart, PNG": b"\x89PNG",
        "Chart, interactive page": b"<!doctype",
        "Scenes, CSV": b"id,",
    }
    for label, start in starts.items():
        assert export(page, tmp_path, label).read_bytes().startswith(start)
    with page.expect_download() as waiting:
        page.get_by_role("link", name="Save corrections").click()
    overrides, script = tmp_path / "overrides.toml", tmp_path / "affair.fountain"
    waiting.value.save_as(overrides)
    script.write_text(SCRIPT)
    done = CliRunner().invoke(app, ["screenplay", str(script), "--overrides", str(overrides)])
    assert done.exit_code == 0, done.output
    assert re.search(r"1\s+GALLEY\n", done.stdout)
    assert "matched nothing" not in done.stdout


def test_merge_split_join_and_undo(page) -> None:
    drop(page, "affair.fountain", SCRIPT)
    expect(page.locator("svg.drawn")).to_be_visible()
    page.get_by_role("button", name="Split KITCHEN").click()
    page.get_by_label("New location").fill("LARDER")
    page.get_by_label("1 INT. KITCHEN").check()
    page.get_by_role("dialog").get_by_role("button", name="Split").click()
    expect(place(page, "LARDER").locator(".scene")).to_have_count(1)
    page.get_by_role("button", name="Merge LARDER").click()
    page.get_by_label("Into").select_option("HARBOUR")
    page.get_by_role("dialog").get_by_role("button", name="Merge").click()
    expect(place(page, "LARDER")).to_have_count(0)
    assert "1" in scenes_of(page, "HARBOUR")

    page.get_by_role("tab", name="People").click()
    page.get_by_role("button", name="Join BENJAMIN").click()
    page.get_by_label("With").select_option("BEN")
    page.get_by_role("dialog").get_by_role("button", name="Join").click()
    expect(page.locator("svg.drawn g.line")).to_have_count(3)
    expect(page.locator(".people")).to_contain_text("also BENJAMIN")

    for _ in range(3):
        page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()
    expect(page.locator("svg.drawn g.line")).to_have_count(4)
    page.get_by_role("tab", name="Locations").click()
    expect(place(page, "KITCHEN").locator(".scene")).to_have_count(2)


def table() -> str:
    rows = [f"{10 * (i % 3) + 0.1 * (i % 7)},{20 * (i % 3 == 1) + 0.1 * (i % 5)},n{i}" for i in range(120)]
    return "\n".join([f"width,height {HOSTILE},name", *rows])


def test_a_table_from_choosing_to_export(page, tmp_path: Path) -> None:
    with page.expect_file_chooser() as waiting:
        page.get_by_text("Choose a file").click()
    file = tmp_path / "points.csv"
    file.write_text(table())
    waiting.value.set_files(file)
    expect(page.locator(".headline")).to_have_text("3 clusters (strong evidence)")
    expect(page.locator(".clusters tbody tr")).to_have_count(3)
    expect(page.locator(".clusters thead")).to_contain_text(f"height {HOSTILE}")
    expect(page.locator(".verdict")).to_contain_text("3 clusters score")

    slider = page.get_by_label("Clusters:")
    slider.focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".headline")).to_have_text("4 clusters (you chose this)")
    expect(page.locator(".clusters tbody tr")).to_have_count(4)
    labels = export(page, tmp_path, "Cluster of every row, CSV").read_text().splitlines()
    assert len(labels) == 121
    assert {line.split(",")[1] for line in labels[1:]} == {"0", "1", "2", "3"}
    page.get_by_role("button", name="Back to 3").click()
    expect(page.locator(".headline")).to_have_text("3 clusters (strong evidence)")
    assert export(page, tmp_path, "Clusters, PNG").read_bytes().startswith(b"\x89PNG")


def test_a_text_from_drop_to_export(page, tmp_path: Path) -> None:
    drop(page, "lines.txt", "\n".join([f"red shoe {HOSTILE}", "the red shoe", "red shoe", "green hat", "a green hat"]))
    expect(page.locator(".headline")).to_contain_text("group")
    expect(page.locator(".words", has_text="shoe").first).to_be_visible()
    page.get_by_label("Number of groups").fill("2")
    page.keyboard.press("Enter")
    expect(page.locator(".headline")).to_have_text("2 groups, as asked for")
    page.locator(".group summary").first.click()
    expect(page.locator(".group li").first).to_be_visible()
    rows = export(page, tmp_path, "Group of every line, CSV").read_text().splitlines()
    assert rows[0] == "line,text,cluster,canonical,similarity"
    assert len(rows) == 6


def test_cancel_and_start_again(page) -> None:
    drop(page, "long.txt", long_text().decode())
    expect(page.locator(".progress")).to_contain_text(re.compile("lines|Opening|Starting|Waiting"))
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_text("Cancelled.")).to_be_visible()
    page.get_by_role("button", name="Start again").click()
    expect(page.locator(".progress")).to_be_visible()
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_text("Cancelled.")).to_be_visible()


def test_a_reload_shows_the_same(page) -> None:
    drop(page, "affair.fountain", SCRIPT)
    expect(page.locator("svg.drawn")).to_be_visible()
    page.get_by_role("button", name="Rename KITCHEN").click()
    page.get_by_role("textbox", name="Name").fill("GALLEY")
    page.keyboard.press("Enter")
    expect(place(page, "GALLEY")).to_be_visible()
    expect(page.locator("svg.drawn text.place", has_text="GALLEY")).to_have_count(1)
    labels = chart_labels(page)
    page.reload()
    expect(place(page, "GALLEY")).to_be_visible()
    expect(page.locator("svg.drawn text.place")).to_have_text(labels)
    expect(page.get_by_role("heading", level=1)).to_have_text("affair.fountain")
    page.get_by_role("button", name="Undo").click()
    expect(place(page, "KITCHEN")).to_be_visible()


def test_hostile_files_stay_text(page) -> None:
    drop(page, f"{HOSTILE}.fountain", SCRIPT)
    expect(page.locator("svg.drawn")).to_be_visible()
    expect(page.locator("svg.drawn text.name", has_text="<SCRIPT>ALERT(1)</SCRIPT>")).to_have_count(1)
    expect(page.get_by_role("heading", level=1)).to_have_text(f"{HOSTILE}.fountain")
    page.get_by_role("button", name="Rename HARBOUR", exact=True).click()
    page.get_by_role("textbox", name="Name").fill("<script>alert(2)</script>")
    page.keyboard.press("Enter")
    expect(place(page, "<script>alert(2)</script>")).to_be_visible()
    assert page.locator("script").count() == 1  # the page's own
    assert page.locator("main img, main b b, svg.drawn script").count() == 0


def test_a_file_that_cannot_be_read(page) -> None:
    drop(page, "products.csv", "title,shop\nred shoe,a\nthe red shoe,b\ngreen hat,c\n")
    expect(page.get_by_role("alert")).to_contain_text("products.csv has no column of numbers; it has 'title', 'shop'.")
    page.get_by_role("button", name="Texts in column title").click()
    expect(page.locator(".headline")).to_contain_text("group")


def test_another_road_and_a_number_that_cannot_be(page) -> None:
    drop(page, "lines.csv", "line,weight\nred shoe,1\nthe red shoe,1\ngreen hat,9\na green hat,9\n")
    expect(page.locator(".table-view")).to_be_visible()
    page.get_by_label("Read as").select_option("text")
    expect(page.get_by_role("alert")).to_contain_text("Name the column of text")
    expect(page.locator(".table-view")).to_be_visible()  # what was shown stays
    page.get_by_role("button", name="Texts in column line").click()
    expect(page.locator(".text-view")).to_be_visible()
    expect(page.get_by_role("alert")).to_have_count(0)


def test_several_files_one_after_another(page, tmp_path: Path) -> None:
    files = []
    for number in range(3):
        files.append(tmp_path / f"points {number}.csv")
        files[-1].write_text(table())
    with page.expect_file_chooser() as waiting:
        page.get_by_text("Choose a file").click()
    waiting.value.set_files(files)
    expect(page.locator(".file.done")).to_have_count(3)
    page.get_by_role("button", name="Remove points 1.csv").click()
    expect(page.locator(".file")).to_have_count(2)


FOCUSED = """() => {
  const element = document.activeElement;
  return (element.ariaLabel ?? element.closest("label")?.innerText ?? element.innerText).replace(/\\s+/g, " ");
}"""


def tab_to(page, text: str) -> None:
    """Press Tab until what has the focus carries the text."""
    for _ in range(120):
        page.keyboard.press("Tab")
        if page.evaluate(FOCUSED).startswith(text):
            return
    raise AssertionError(f"Tab does not reach {text}")


def test_with_the_keyboard_alone(page) -> None:
    tab_to(page, "long-orbit 55 scenes")
    page.keyboard.press("Enter")
    expect(page.locator("svg.drawn")).to_be_visible()
    first = page.locator(".place").first
    name, scene = first.get_attribute("aria-label"), first.locator(".scene .no").first.inner_text()
    tab_to(page, f"Rename {name}")
    page.keyboard.press("Enter")
    page.keyboard.type("ALPHA")  # the old name is selected
    page.keyboard.press("Enter")
    expect(place(page, "ALPHA")).to_be_visible()
    # move the first scene to a location of its own, without dragging
    page.locator("#skip").focus()
    tab_to(page, f"{scene} ")
    page.keyboard.press("Space")
    tab_to(page, "New location")
    page.keyboard.press("Enter")
    page.keyboard.type("BETA")
    page.keyboard.press("Enter")
    expect(place(page, "BETA").locator(".scene")).to_have_count(1)
    page.locator("#skip").focus()
    tab_to(page, "Locations")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".people")).to_be_visible()


def test_narrow_and_dark(page) -> None:
    page.set_viewport_size({"width": 400, "height": 800})
    page.emulate_media(color_scheme="dark")
    drop(page, "affair.fountain", SCRIPT)
    expect(page.locator("svg.drawn")).to_be_visible()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(21, 24, 28)"
    assert page.evaluate("document.documentElement.scrollWidth") <= 400
