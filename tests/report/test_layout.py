"""The page in a browser of any width: pictures shrink, and a table takes the room there is."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from diverseed import DPPKMeans
from diverseed.examples import load_example
from diverseed.report import html_report
from tests.chromium import needs_chromium, running_browser

pytestmark = needs_chromium


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    example = load_example("breast-cancer")
    model = DPPKMeans(random_state=0).fit(example.values)
    place: Path = tmp_path_factory.mktemp("report") / "report.html"
    place.write_text(html_report(model, example.values, columns=example.columns), encoding="utf-8")
    with running_browser() as browser:
        opened = browser.new_page()
        opened.goto(place.as_uri())
        yield opened


@pytest.mark.filterwarnings("ignore:no clusters found")
@pytest.mark.parametrize("width", [1200, 500, 390])
def test_nothing_is_cut_off(page, width) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    boxes = [svg.bounding_box() for svg in page.locator("figure svg").all()]
    assert len(boxes) == 3
    assert all(box["x"] >= 0 and box["x"] + box["width"] <= width for box in boxes)
    beside = boxes[1]["y"] == boxes[2]["y"]
    assert beside == (width == 1200)
    head = page.get_by_role("columnheader").nth(-1 if width == 1200 else 3).bounding_box()
    assert head["x"] + head["width"] <= width
