"""The page in a real browser: each kind from drop to export, corrections, cancel, reload, keyboard, hostile files."""

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from diverseed.cli import app
from tests.chromium import needs_chromium, running_browser, sync_api

from .conftest import PATIENCE, SCRIPT, long_text, nested, running
from .test_detection import LISTS

pytestmark = needs_chromium
HOSTILE = "<img src=x onerror=alert(1)>"


def expect(what):
    """An assertion that waits as long as a busy machine needs."""
    sync_api.expect.set_options(timeout=1000 * PATIENCE)
    return sync_api.expect(what)


@pytest.fixture(scope="module")
def browser():
    with running_browser() as started:
        yield started


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


def tab(page, name: str) -> None:
    page.get_by_role("tab", name=name).click()


def lines_drawn(page):
    return page.locator("svg.drawn g.line")


def test_a_screenplay_from_drop_to_export(page, tmp_path: Path) -> None:
    drop(page, "affair.fountain", SCRIPT)
    expect(lines_drawn(page)).to_have_count(4)
    expect(page.locator(".figures")).to_contain_text("4 scenes")
    tab(page, "Locations")
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


def test_merge_split_undo_and_redo(page) -> None:
    drop(page, "affair.fountain", SCRIPT)
    expect(page.locator("svg.drawn")).to_be_visible()
    tab(page, "Locations")
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
    tab(page, "People")
    page.get_by_role("button", name="Merge BENJAMIN", exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name="Merge").click()  # nobody is chosen yet
    expect(page.get_by_role("dialog")).to_be_visible()
    page.get_by_label("Into").select_option("BEN")
    page.get_by_role("dialog").get_by_role("button", name="Merge").click()
    expect(lines_drawn(page)).to_have_count(3)
    expect(page.locator(".people")).to_contain_text("also BENJAMIN")

    page.get_by_role("button", name="Undo", exact=True).click()
    expect(lines_drawn(page)).to_have_count(4)
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+z")
    expect(page.get_by_role("button", name="Undo", exact=True)).to_be_disabled()
    tab(page, "Locations")
    expect(place(page, "KITCHEN").locator(".scene")).to_have_count(2)
    page.keyboard.press("Control+Shift+z")
    expect(place(page, "LARDER").locator(".scene")).to_have_count(1)
    page.reload()  # what was undone can be done again even then
    page.get_by_role("button", name="Redo").click()
    page.get_by_role("button", name="Redo").click()
    expect(lines_drawn(page)).to_have_count(3)
    expect(page.get_by_role("button", name="Redo")).to_be_disabled()
    page.get_by_role("button", name="Undo all").click()
    expect(page.get_by_role("dialog")).to_contain_text("Undo all corrections?")
    page.get_by_role("dialog").get_by_role("button", name="Undo all").click()
    expect(lines_drawn(page)).to_have_count(4)
    page.get_by_role("button", name="Redo").click()
    tab(page, "Locations")
    expect(place(page, "LARDER")).to_be_visible()


def test_people_are_found_hidden_merged_and_limited(page) -> None:
    drop(page, "affair.fountain", SCRIPT)
    expect(lines_drawn(page)).to_have_count(4)
    slider = page.get_by_label("Most present")
    slider.focus()
    page.keyboard.press("ArrowLeft")
    expect(lines_drawn(page)).to_have_count(3)
    page.keyboard.press("End")
    expect(lines_drawn(page)).to_have_count(4)
    tab(page, "People")
    page.get_by_label("Find a person").fill("ann")
    expect(page.locator(".people li")).to_have_count(1)
    page.get_by_label("Find a person").fill("")
    page.get_by_role("button", name="Hide ANNA").click()
    expect(lines_drawn(page)).to_have_count(3)
    expect(page.locator("svg.drawn text.name", has_text="ANNA")).to_have_count(0)
    expect(page.locator(".people .hidden-one")).to_contain_text("ANNA")
    page.get_by_role("button", name="Show ANNA").click()
    expect(lines_drawn(page)).to_have_count(4)


def test_hidden_people_are_saved_with_the_corrections(page, tmp_path: Path) -> None:
    drop(page, "affair.fountain", SCRIPT)
    expect(lines_drawn(page)).to_have_count(4)
    tab(page, "People")
    page.get_by_role("button", name="Hide ANNA").click()
    expect(lines_drawn(page)).to_have_count(3)
    with page.expect_download() as saving:
        page.get_by_role("link", name="Save corrections").click()
    saved = tmp_path / "corrections.toml"
    saving.value.save_as(saved)
    page.get_by_role("button", name="Undo", exact=True).click()
    expect(lines_drawn(page)).to_have_count(4)
    page.locator("#load-overrides").set_input_files(saved)
    expect(lines_drawn(page)).to_have_count(3)
    expect(page.locator(".people .hidden-one")).to_contain_text("ANNA")
    page.get_by_role("button", name="Show ANNA").click()
    expect(lines_drawn(page)).to_have_count(4)


JOINS = """INT. PARK - DAY

TIM
Look there.

LEX
Where?

TIMMY
Up there.

EXT. GATE - NIGHT

ROSS
Shut it.

ROS
It will not shut.

LEX
Then run.

ED REGIS
Run!

TIM
I am running.
"""


def test_names_that_may_be_one_person_are_suggested(page) -> None:
    drop(page, "park.fountain", JOINS)
    expect(page.locator("svg.drawn")).to_be_visible()
    tab(page, "People")
    suggested = page.get_by_role("region", name="The same person?")
    expect(suggested.locator("li")).to_have_count(2)
    suggested.get_by_role("button", name="Merge TIMMY into TIM").click()
    expect(suggested.locator("li")).to_have_count(1)
    expect(page.locator(".people li", has_text="also TIMMY")).to_have_count(1)
    expect(suggested).to_contain_text("ROS")
    suggested.get_by_role("button", name="ROS and ROSS are different people").click()
    expect(suggested).to_have_count(0)
    page.reload()
    tab(page, "People")
    expect(page.locator(".people li", has_text="also TIMMY")).to_have_count(1)
    expect(suggested).to_have_count(0)
    page.get_by_role("button", name="Undo", exact=True).click()
    expect(suggested).to_contain_text("ROS")


MORE = "".join(f"\nINT. {room} - DAY\n\nBEN\nNobody here.\n" for room in ("ATTIC", "CELLAR", "BARN"))
DOUBTFUL = SCRIPT.replace("Out.\n", "Out.\n\n.THE LETTER\n\nShe reads it. It is long.\n") + MORE


def test_from_a_review_entry_to_its_line_and_a_false_heading(page) -> None:
    drop(page, "affair.fountain", DOUBTFUL)
    expect(page.locator(".figures")).to_contain_text("8 scenes")
    tab(page, "Needs review")
    doubt = page.locator(".review li", has_text="THE LETTER")
    doubt.get_by_role("button", name=re.compile(r"^Line \d+$")).click()
    marked = page.locator(".line-of.marked")
    expect(marked).to_be_in_viewport()
    expect(marked).to_contain_text("THE LETTER")
    marked.get_by_role("button", name="not a heading").click()
    expect(page.locator(".figures")).to_contain_text("7 scenes")
    expect(page.locator(".line-of.heading", has_text="THE LETTER")).to_have_count(0)
    page.get_by_role("button", name="Undo", exact=True).click()
    expect(page.locator(".figures")).to_contain_text("8 scenes")
    tab(page, "Scenes")
    page.get_by_role("button", name="INT. KITCHEN - NIGHT").click()
    expect(page.locator(".line-of.marked")).to_contain_text("INT. KITCHEN - NIGHT")


SMALLEST = """() => Math.min(...[...document.querySelectorAll("svg.drawn text")]
  .filter((text) => text.getClientRects().length)
  .map((text) => parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a))"""


@pytest.mark.parametrize(("width", "height"), [(1600, 900), (390, 844)])
def test_the_lettering_of_the_chart_is_legible(page, width, height) -> None:
    page.set_viewport_size({"width": width, "height": height})
    page.get_by_role("button", name="lido 58 scenes", exact=True).click()
    expect(page.locator("svg.drawn")).to_be_visible()
    assert page.evaluate(SMALLEST) >= 10
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    if width == 1600:  # the whole chart is in sight
        box = page.locator("svg.drawn").bounding_box()
        assert box["x"] + box["width"] <= width
        assert box["y"] + box["height"] <= height


def test_a_small_laptop_shows_the_whole_chart(page) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    page.get_by_role("button", name="lido 58 scenes", exact=True).click()
    expect(page.locator("svg.drawn")).to_be_visible()
    box, panel = page.locator("svg.drawn").bounding_box(), page.locator(".stage").bounding_box()
    assert box["x"] + box["width"] <= panel["x"] + panel["width"] + 1
    assert page.evaluate(SMALLEST) >= 8


def table() -> str:
    rows = [f"{10 * (i % 3) + 0.1 * (i % 7):.1f},{20 * (i % 3 == 1) + 0.1 * (i % 5):.1f},n{i}" for i in range(120)]
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
    expect(page.locator(".clusters thead")).to_contain_text("Distinguishing features")
    expect(page.locator(".lead")).to_contain_text(re.compile(r"3 clusters score .*Random data"))
    expect(page.locator(".verdict")).to_be_hidden()  # which would say the same again
    ticks = page.locator(".bars .tick").all_inner_texts()
    assert ticks[:3] == ["1", "2", "3"]
    assert page.locator(".bars .axis-y").inner_text() == "Score"
    expect(page.locator(".shape")).to_contain_text("The clusters are round.")

    slider = page.get_by_label("Number of clusters:")
    slider.focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".headline")).to_have_text("4 clusters (you chose this)")
    expect(page.locator(".lead")).to_have_text("Without your choice: 3 clusters (strong evidence).")
    compared = re.compile(r"4 clusters score .*, (not )?clearly above random data")
    expect(page.locator(".verdict")).to_have_text(compared)
    expect(page.locator(".clusters tbody tr")).to_have_count(4)
    found = export(page, tmp_path, "Your table with clusters, CSV").read_text().splitlines()
    assert found[0] == f"width,height {HOSTILE},name,cluster,distance,outlier_score"
    assert [line.rsplit(",", 3)[0] for line in found[1:]] == table().splitlines()[1:]
    assert {line.split(",")[3] for line in found[1:]} == {"0", "1", "2", "3"}
    page.get_by_role("button", name="Back to 3").click()
    expect(page.locator(".headline")).to_have_text("3 clusters (strong evidence)")
    assert export(page, tmp_path, "Clusters, PNG").read_bytes().startswith(b"\x89PNG")
    assert export(page, tmp_path, "Your table with clusters, Excel").read_bytes().startswith(b"PK")


def test_clusters_are_named_merged_and_noted(page, tmp_path: Path) -> None:
    drop(page, "points.csv", table())
    rows = page.locator(".clusters tbody tr")
    expect(rows).to_have_count(3)
    page.get_by_role("button", name="Rename Cluster 0").click()
    page.keyboard.type("Left <b>ones</b>")
    page.keyboard.press("Enter")
    expect(rows.first).to_contain_text("Left <b>ones</b>")
    expect(page.get_by_role("button", name="Rename Left")).to_be_focused()
    page.get_by_role("button", name="Note Left").click()
    page.get_by_role("textbox", name="Note").fill("ask Anna about these")
    page.keyboard.press("Enter")
    expect(rows.first).to_contain_text("ask Anna about these")
    page.get_by_role("button", name="Merge Cluster 2").click()
    page.get_by_label("Into").select_option("Left <b>ones</b>")
    page.get_by_role("dialog").get_by_role("button", name="Merge").click()
    expect(rows).to_have_count(2)
    expect(rows.first).to_contain_text("80")
    expect(page.locator(".headline")).to_have_text("2 clusters (merged by you)")
    found = export(page, tmp_path, "Your table with clusters, CSV").read_text().splitlines()[1:]
    assert sorted({line.split(",")[3] for line in found}) == ["1", "Left <b>ones</b>"]
    assert "Left &lt;b&gt;ones" in export(page, tmp_path, "Report, HTML page").read_text(encoding="utf-8")
    page.keyboard.press("Control+z")
    expect(rows).to_have_count(3)
    # names belong to these clusters: they are gone with others and there again with the same
    page.get_by_label("Number of clusters:").focus()
    page.keyboard.press("ArrowRight")
    expect(rows).to_have_count(4)
    expect(page.locator(".clusters")).not_to_contain_text("Left")
    expect(page.get_by_role("button", name="Undo", exact=True)).to_be_disabled()
    page.get_by_role("button", name="Back to 3").click()
    expect(rows.first).to_contain_text("Left <b>ones</b>")


MESSY = "\n".join(
    [
        "Export of 2021",
        "",
        "customer_id;age;spend;joined;answer",
        *(
            f"{5000 + i};{'' if i % 20 == 7 else 20 + 20 * (i % 2) + i % 3};{900 * (i % 2) + i % 50},50 €;"
            f"2021-03-{1 + i % 28:02d};"
            f"{('it was very good today', 'much too slow for me', 'will come again soon')[i % 3]} {i}"
            for i in range(200)
        ),
    ]
)


def test_columns_scaling_and_missing_values_are_chosen(page) -> None:
    drop(page, "messy.csv", MESSY)
    expect(page.locator(".clusters")).to_be_visible()
    tab(page, "Data")
    types = page.locator(".preview .types td")
    expect(page.locator(".preview tbody tr")).to_have_count(8)
    assert [types.nth(i).inner_text().split("\n")[0] for i in range(1, 6)] == [
        "id",
        "number 10 missing",
        "number",
        "date",
        "text",
    ]
    expect(page.get_by_label("Use customer_id")).not_to_be_checked()
    page.get_by_label("Missing values").select_option("drop")
    expect(page.locator(".top")).to_contain_text("190 rows of 200")
    page.get_by_label("Use joined").uncheck()
    page.get_by_role("button", name="Use 2 columns").click()
    expect(page.locator(".top")).to_contain_text("2 of 5 columns used")
    expect(page.locator(".headline")).to_contain_text("clusters (strong evidence)")
    page.get_by_label("Scaling").select_option("none")
    expect(page.locator(".top")).to_contain_text("columns as they are")
    page.get_by_role("button", name="Choose columns automatically").click()
    expect(page.locator(".top")).to_contain_text("3 of 5 columns used")
    tab(page, "Clusters")
    page.get_by_role("button", name="Group the texts in answer").click()
    expect(page.locator(".text-view .lead")).to_contain_text("200 lines in column answer")
    page.get_by_text("Table", exact=True).last.click()
    expect(page.locator(".table-view")).to_be_visible()


def test_the_picture_has_axes_values_and_zoom(page) -> None:
    page.get_by_role("button", name="iris", exact=False).first.click()
    expect(page.locator(".clusters")).to_be_visible()
    canvas = page.locator(".canvas canvas")
    canvas.scroll_into_view_if_needed()
    drawn = "() => document.querySelector('.canvas canvas').toDataURL().length"
    pictures = [page.evaluate(drawn)]
    for label, value in (("Horizontal axis", 2), ("Vertical axis", 3), ("Colour by", 1)):
        page.get_by_label(label).select_option(index=value)
        pictures.append(page.evaluate(drawn))
    expect(page.locator(".plane > .quiet")).to_contain_text("Orange:")
    page.get_by_role("button", name="Zoom in").click()
    pictures.append(page.evaluate(drawn))
    canvas.focus()
    page.keyboard.press("ArrowRight")
    pictures.append(page.evaluate(drawn))
    assert len(set(pictures)) == len(pictures)
    page.keyboard.press("0")
    assert page.evaluate(drawn) == pictures[3]
    # somewhere there is a point; its tip has the row, the cluster and values
    box = canvas.bounding_box()
    tip = page.locator(".tip")
    for step in range(400):
        page.mouse.move(box["x"] + 60 + step % 20 * (box["width"] - 80) / 20, box["y"] + 15 + step // 20 * 15)
        if tip.is_visible():
            break
    expect(tip).to_contain_text(re.compile(r"Row \d+ · Cluster \d"))
    assert tip.locator("dt").count() == 4


def test_levels_are_steps_to_click_and_shapes_a_choice(page) -> None:
    drop(page, "nested.csv", nested())
    expect(page.locator(".clusters")).to_be_visible()
    coarse, fine = (page.get_by_role("button", name=re.compile(f"^{k} clusters, ")) for k in (4, 16))
    expect(fine).to_be_visible()
    number, other = (16, fine) if coarse.get_attribute("aria-pressed") == "true" else (4, coarse)
    other.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".headline")).to_have_text(f"{number} clusters (another level)")
    expect(page.locator(".clusters tbody tr")).to_have_count(number)
    expect(other).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".shape")).not_to_contain_text("round.")  # known of the first number only
    with page.expect_response(re.compile("/result$")):
        page.get_by_text("Any shape", exact=True).click()
    expect(page.get_by_role("radio", name="Any shape")).to_be_checked()
    expect(page.locator(".headline")).to_have_text(f"{number} clusters (another level)")
    page.get_by_role("button", name=f"Back to {20 - number}").click()
    expect(page.locator(".headline")).to_contain_text("strong evidence")
    expect(page.locator(".shape")).to_contain_text("The clusters are round.")


def test_the_line_of_random_data_stays_on_its_card(page) -> None:
    """Of few numbers of clusters, half a step is wide."""
    points = [f"{50 * (i % 2) + i // 2 % 4 / 3},{i // 4 / 2}" for i in range(12)]
    drop(page, "few.csv", "\n".join(["x,y", *points]))
    expect(page.locator(".bars rect")).to_have_count(5)
    card, line = (page.locator(name).bounding_box() for name in (".evidence", ".bars .level"))
    assert line["x"] + line["width"] < card["x"] + card["width"]


def test_how_stable_it_is_on_demand(page) -> None:
    drop(page, "points.csv", table())
    page.get_by_role("button", name="How stable is this?").click()
    expect(page.locator(".row.stable")).to_contain_text("20 of 20 random halves of the rows also have 3 clusters.")
    expect(page.locator(".clusters thead")).to_contain_text("Stability")
    expect(page.locator(".clusters td .stable")).to_have_text(["100%", "100%", "100%"])


def test_a_text_from_drop_to_export(page, tmp_path: Path) -> None:
    drop(page, "lines.txt", "\n".join([f"red shoe {HOSTILE}", "the red shoe", "red shoe", "green hat", "a green hat"]))
    expect(page.locator(".headline")).to_contain_text("group")
    expect(page.locator(".words", has_text="shoe").first).to_be_visible()
    page.get_by_label("Number of groups").fill("2")
    page.keyboard.press("Enter")
    expect(page.locator(".headline")).to_have_text("2 groups (you chose this)")
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
    tab(page, "Locations")
    page.get_by_role("button", name="Rename KITCHEN").click()
    page.get_by_role("textbox", name="Name").fill("GALLEY")
    page.keyboard.press("Enter")
    expect(place(page, "GALLEY")).to_be_visible()
    expect(page.locator("svg.drawn text.place", has_text="GALLEY")).not_to_have_count(0)
    labels = chart_labels(page)
    page.reload()
    tab(page, "Locations")
    expect(place(page, "GALLEY")).to_be_visible()
    expect(page.locator("svg.drawn text.place")).to_have_text(labels)
    expect(page.get_by_role("heading", level=1)).to_have_text("affair.fountain")
    page.get_by_role("button", name="Undo", exact=True).click()
    expect(place(page, "KITCHEN")).to_be_visible()


def test_hostile_files_stay_text(page) -> None:
    drop(page, f"{HOSTILE}.fountain", SCRIPT)
    expect(page.locator("svg.drawn")).to_be_visible()
    expect(page.locator("svg.drawn text.name", has_text="<SCRIPT>ALERT(1)</SCRIPT>")).to_have_count(1)
    expect(page.get_by_role("heading", level=1)).to_have_text(f"{HOSTILE}.fountain")
    tab(page, "Locations")
    page.get_by_role("button", name="Rename HARBOUR", exact=True).click()
    page.get_by_role("textbox", name="Name").fill("<script>alert(2)</script>")
    page.keyboard.press("Enter")
    expect(place(page, "<script>alert(2)</script>")).to_be_visible()
    assert page.locator("script").count() == 1  # the page's own
    assert page.locator("main img, main b b, svg.drawn script").count() == 0


def test_a_file_that_cannot_be_read(page) -> None:
    drop(page, "answers.csv", "id,answer\n" + "".join(f"{i},{HOSTILE} said so {i * 7919 % 101}\n" for i in range(60)))
    expect(page.get_by_role("alert")).to_contain_text("Could not be read")
    page.get_by_role("button", name="Texts in column answer").click()
    expect(page.locator(".headline")).to_contain_text("group")


def test_a_wrong_guess_is_changed_with_one_click(page) -> None:
    drop(page, "answers.txt", "\n".join(10 * LISTS["survey"]))
    expect(page.locator(".text-view")).to_be_visible()
    page.get_by_text("Screenplay", exact=True).click()
    expect(page.locator(".screenplay")).to_be_visible()
    page.get_by_text("Short texts", exact=True).first.click()
    expect(page.locator(".text-view")).to_be_visible()


def test_a_wrong_kind_keeps_the_current_result(page) -> None:
    drop(page, "points.csv", table())
    expect(page.locator(".table-view")).to_be_visible()
    page.get_by_text("Screenplay", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("does not look like a screenplay")
    expect(page.locator(".table-view")).to_be_visible()
    expect(page.get_by_role("radio", name="Table")).to_be_checked()


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


def test_with_only_the_keyboard(page) -> None:
    tab_to(page, "long-orbit 55 scenes")
    page.keyboard.press("Enter")
    expect(page.locator("svg.drawn")).to_be_visible()
    tab_to(page, "Chart")
    page.keyboard.press("ArrowRight")
    first = page.locator("section.place").first
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
    page.keyboard.press("Control+z")
    expect(place(page, "BETA")).to_have_count(0)
    page.locator("#skip").focus()
    tab_to(page, "Locations")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".people")).to_be_visible()
    name = page.locator(".people .name").first.inner_text()
    tab_to(page, f"Hide {name}")
    page.keyboard.press("Enter")
    expect(page.locator(".people .hidden-one")).to_contain_text(name)


def test_narrow_and_dark(page) -> None:
    page.set_viewport_size({"width": 400, "height": 800})
    page.emulate_media(color_scheme="dark")
    drop(page, "affair.fountain", SCRIPT)
    expect(page.locator("svg.drawn")).to_be_visible()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(21, 24, 28)"
    assert page.evaluate("document.documentElement.scrollWidth") <= 400


WORDS_OF_PROGRAMS = re.compile(r"(^|\s)--[a-z]|n_clusters|random_state|granularity=|Traceback")


def test_the_page_shows_no_option_or_parameter(page) -> None:
    for name, content in (
        ("affair.fountain", DOUBTFUL),
        ("words.csv", "a,b\nx,y\nz,w\nx,u\n"),
        ("holes.csv", "a,b\n1,2\n,4\n5,6\n"),
        ("empty.csv", ""),
        ("broken.toml.fountain", ""),
    ):
        page.goto(page.url.split("#")[0] + "#/")
        drop(page, name, content)
        expect(page.get_by_role("heading", level=1)).to_have_text(name)
        expect(page.locator(".file", has_text=name)).to_have_class(re.compile("done|failed"))
        for one in page.get_by_role("tab").all():
            one.click()
            assert not WORDS_OF_PROGRAMS.search(page.locator("body").inner_text()), name


def test_the_page_reconnects_after_a_restart(browser, tmp_path: Path) -> None:
    with running(folder=tmp_path / "kept", token="0123456789abcdef") as first:
        page = browser.new_page()
        page.goto(f"{first.address}/?token=0123456789abcdef")
        assert "token" not in page.url
        drop(page, "affair.fountain", SCRIPT)
        expect(page.locator("svg.drawn")).to_be_visible()
        tab(page, "Locations")
        page.get_by_role("button", name="Rename KITCHEN").click()
        page.get_by_role("textbox", name="Name").fill("GALLEY")
        page.keyboard.press("Enter")
        expect(place(page, "GALLEY")).to_be_visible()
    expect(page.locator("#lost")).to_contain_text("Connection to the studio lost.")
    expect(place(page, "GALLEY")).to_be_visible()  # what was shown stays
    with running(folder=tmp_path / "kept", token="0123456789abcdef", port=first.port):
        expect(page.locator(".toast")).to_contain_text("Reconnected: the studio was restarted.")
        expect(page.locator("#lost")).to_be_hidden()
        page.get_by_role("button", name="Undo", exact=True).click()
        expect(place(page, "KITCHEN")).to_be_visible()
        page.reload()
        tab(page, "Locations")
        expect(place(page, "KITCHEN")).to_be_visible()
        page.get_by_role("link", name="Open a file").click()
        expect(page.get_by_role("link", name="affair.fountain").last).to_be_visible()
        page.get_by_role("button", name="Remove all files").click()
        page.get_by_role("dialog").get_by_role("button", name="Remove all").click()
        expect(page.locator(".file")).to_have_count(0)
        assert list((tmp_path / "kept" / "files").iterdir()) == []
        page.close()


def test_without_the_token_nothing_is_shown(browser) -> None:
    with running(token="0123456789abcdef") as studio:
        page = browser.new_page()
        assert page.goto(studio.address).status == 403
        assert "token" in page.inner_text("body")
        assert page.goto(f"{studio.address}/?token=wrong").status == 403
        assert page.goto(f"{studio.address}/?token=0123456789abcdef").status == 200
        expect(page.get_by_role("heading", name="Drop a file")).to_be_visible()
        assert page.goto(studio.address).status == 200  # the cookie
        page.close()


def test_a_table_on_a_phone(page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    drop(page, "messy.csv", MESSY)
    expect(page.locator(".clusters")).to_be_visible()
    head = page.get_by_role("columnheader", name="Distinguishing features").bounding_box()
    assert head["x"] + head["width"] <= 390
    for name in ("Clusters", "Data"):
        tab(page, name)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, name
    page.get_by_label("Use joined").uncheck()
    page.get_by_role("button", name="Use 2 columns").click()
    expect(page.locator(".top")).to_contain_text("2 of 5 columns used")


def test_log_lines_on_a_phone(page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    drop(
        page, "app.log", "".join(f"12:00:{i:02d} ERROR cannot open /var/{'long' * 30}/file{i}.db\n" for i in range(60))
    )
    expect(page.locator(".groups")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_a_screenplay_on_a_phone(page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.get_by_role("button", name="lido 58 scenes", exact=True).click()
    expect(page.locator("svg.drawn")).to_be_visible()
    for name in ("Chart", "Locations", "People", "Scenes", "Script", "Production", "Needs review"):
        tab(page, name)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, name
    page.get_by_text("Export", exact=True).click()
    menu = page.locator(".menu ul").bounding_box()
    assert menu["x"] >= 0
    assert menu["x"] + menu["width"] <= 390
    page.get_by_text("Export", exact=True).click()
    tab(page, "People")
    page.get_by_label("Find a person").fill("nell")
    page.get_by_role("button", name="Hide NELL").click()
    expect(page.locator(".hidden-one")).to_contain_text("NELL")
