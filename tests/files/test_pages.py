"""Pages from templates: hostile text stays text on every page, nothing is loaded, and the templates are packaged."""

import json
import re
import tomllib
from importlib.resources import files
from pathlib import Path
from types import SimpleNamespace

import jinja2
import numpy as np
import pytest

from diverseed import DPPKMeans
from diverseed.files.pages import counted, fragment, page, shortened
from diverseed.narrative import make_chart, to_page
from diverseed.narrative.story import parse_story
from diverseed.paper.report import to_page as to_paper_page
from diverseed.report import html_report
from diverseed.screenplay import read
from diverseed.screenplay.breakdown import analyse
from diverseed.screenplay.views.report import to_report as to_breakdown_page
from diverseed.screenplay.views.report import to_shooting_page
from diverseed.texts import cluster_texts
from diverseed.texts.report import to_report as to_texts_page
from tests.html_page import HtmlPage

EVIL = "</title></style></script><script>alert(1)</script><img src=x onerror=alert(2)>\"'><b onclick=x>&amp;{{ 7*7 }}"
CONTROLS = "a\x00b\x08c\x1bd\x7fe\ud800f"
TEMPLATES = sorted(path.name for path in (files("diverseed") / "templates").iterdir() if path.name.endswith(".html"))


def _clusters(text: str) -> str:
    points = np.random.default_rng(0).normal(size=(60, 2)) + 20 * (np.arange(60) % 3)[:, None]
    model = DPPKMeans(3, random_state=0).fit(points)
    return html_report(model, points, columns=[text, "y"], title=text, notes=[text], repeat=(text, text))


def _texts(text: str) -> str:
    lines = [f"{text} door", f"{text} doors", "a hill", text]
    return to_texts_page(cluster_texts(lines, 2, numbers="keep", random_state=0), lines, source=text)


def _log(text: str) -> str:
    lines = [f"worker {number} {text} in {number} ms" for number in range(9)]
    return to_texts_page(cluster_texts(lines, numbers="mask"), lines, source=text)


def _script(text: str):
    line = re.sub(r"[^ -~]", "", text)
    source = (
        f"Title: {line}\n\nINT. {line} - DAY\n\n@{line}\nHi.\n\n@ADAM\nHi.\n\nEXT. {line} HILL - NIGHT\n\n@ADAM\nHi.\n"
    )
    return analyse(read(source.encode(), name="x.fountain"), random_state=0)


def _breakdown(text: str) -> str:
    return to_breakdown_page(_script(text))


def _shooting_order(text: str) -> str:
    return to_shooting_page(_script(text))


def _paper(text: str) -> str:
    cell = SimpleNamespace(paper=1.0, within=True, our_text=lambda: text, paper_text=lambda: text)
    table = SimpleNamespace(title=text, corner=text, columns=[text], rows={text: [cell]}, notes=[text])
    figure = SimpleNamespace(name="figure1", svg="<svg></svg>", caption=text)
    finding = SimpleNamespace(name="figure1", title=text, lead=text, tables=[table], figures=[figure], compared=[cell])
    settings = SimpleNamespace(runs=1, seed=0, screenplays=None)
    return to_paper_page(SimpleNamespace(settings=settings, findings=[finding], compared=[cell], n_within=1))


def _chart(text: str) -> str:
    scenes = [
        {"label": text, "summary": text, "groups": [{"characters": [text, "Bo"], "location": text}]},
        {"label": "b", "groups": [{"characters": ["Bo"]}]},
    ]
    return to_page(make_chart(parse_story(json.dumps({"title": text, "scenes": scenes}))))


PAGES = {
    "clusters": _clusters,
    "texts": _texts,
    "log": _log,
    "breakdown": _breakdown,
    "shooting order": _shooting_order,
    "paper": _paper,
    "chart": _chart,
}


@pytest.mark.parametrize("name", PAGES)
def test_hostile_text_stays_text(name) -> None:
    text = PAGES[name](EVIL)
    shown = HtmlPage(text)
    assert shown.open == []
    assert shown.tags.count("script") == (2 if name == "chart" else 0)
    assert "img" not in shown.tags
    assert shown.handlers == []
    assert all(address.startswith(("#", "data:")) for address in shown.loaded)
    assert "alert(1)" in "".join(shown.words), "the text is there, as text"
    assert "49" not in "".join(re.findall(r"&amp;amp;(.{0,9})", text)), "text is no template"


@pytest.mark.parametrize("name", PAGES)
def test_nothing_may_be_loaded(name) -> None:
    directives = dict(part.strip().split(" ", 1) for part in HtmlPage(PAGES[name]("plain")).policy.split(";"))
    assert directives["default-src"] == directives["base-uri"] == directives["form-action"] == "'none'"
    assert ("script-src" in directives) == (name == "chart")
    assert "'unsafe-inline'" not in directives.get("script-src", "")


@pytest.mark.parametrize("name", PAGES)
def test_control_characters_and_half_surrogates_are_replaced(name) -> None:
    text = PAGES[name](CONTROLS)
    assert not re.search("[\x00-\x08\x0b\x0e-\x1f\x7f\ud800-\udfff]", text)
    text.encode("utf-8")


def test_a_page_allows_only_its_own_script() -> None:
    shown = HtmlPage(page("chart.html", title="x", script="let x = 1;", **_EMPTY_CHART))
    assert re.search(r"script-src 'sha256-[\w+/]+=*'", shown.policy)
    assert "let x = 1;" in "".join(shown.words)


_EMPTY_CHART = {
    "note": "",
    "is_poster": False,
    "has_locations": False,
    "svg": "",
    "map_box": "0 0 1 1",
    "people": [],
    "scenes": [],
    "data": {"text": "</script>"},
}


def test_json_cannot_end_its_element() -> None:
    text = page("chart.html", title="x", script="1", **_EMPTY_CHART)
    assert text.count("</script>") == 2


@pytest.mark.parametrize("name", TEMPLATES)
def test_a_value_that_is_not_given_is_an_error(name) -> None:
    with pytest.raises(jinja2.UndefinedError):
        fragment(name)


def test_helpers() -> None:
    assert (counted(1, "row"), counted(2000, "row")) == ("1 row", "2,000 rows")
    assert shortened("abcdef", 4) == "abc…"
    assert shortened("abcd", 4) == "abcd"


def test_the_wheel_is_built_from_the_folder_of_the_templates() -> None:
    """Hatchling packs every file under the package; nothing may exclude the templates."""
    root = Path(__file__).parents[2]
    build = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["hatch"]["build"]
    assert "exclude" not in str(build)
    assert (root / "src" / "diverseed" / "templates" / "page.html").is_file()
