import io
from xml.etree import ElementTree

import numpy as np
import pytest

from diverseed.errors import InputError
from diverseed.narrative import Group, Scene, Story, make_chart, to_page, to_pdf, to_png, to_svg
from diverseed.narrative.chart import STYLES
from diverseed.narrative.svg import path_data

from .stories import HOSTILE, film, hostile_story

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("style", STYLES)
def test_svg_is_well_formed_and_text_stays_text(style: str) -> None:
    chart = make_chart(hostile_story(), style=style)
    text = to_svg(chart)
    root = ElementTree.fromstring(text.encode())
    kinds = {element.tag.removeprefix(SVG) for element in root.iter()}
    assert kinds <= {"svg", "rect", "text", "g", "path", "circle"}
    written = [element.text for element in root.iter(f"{SVG}text")]
    assert (HOSTILE.upper() if style == "xkcd" else HOSTILE) in written
    assert len(root.findall(f".//{SVG}g[@class='line']")) == len(chart.layers.names)


def test_dots_follow_the_colour_of_their_line() -> None:
    """A page lightens the strokes of a line on dark paper: a dot must have no colour but that of its stroke."""
    chart = make_chart(hostile_story())
    root = ElementTree.fromstring(to_svg(chart).encode())
    dots = root.findall(f".//{SVG}circle[@class='entrance']")
    assert len(dots) == len(chart.layers.names)
    for dot in dots:
        assert dot.get("fill") == "none"
        assert dot.get("stroke") == chart.colours[int(dot.get("data-line"))]
        assert float(dot.get("stroke-width")) >= 2 * float(dot.get("r")) - 0.1  # no hole


@pytest.mark.parametrize("style", STYLES)
def test_same_input_same_bytes(style: str) -> None:
    first, second = (make_chart(hostile_story(), style=style, seed=5) for _ in range(2))
    assert to_svg(first) == to_svg(second)
    assert to_page(first) == to_page(second)
    assert to_png(first) == to_png(second)
    assert to_pdf(first) == to_pdf(second)


def test_xkcd_strokes_depend_on_the_seed() -> None:
    story = hostile_story()
    paths = []
    for seed in (1, 2):
        chart = make_chart(story, style="xkcd", seed=1)
        paths.append(to_svg(chart if seed == 1 else type(chart)(**{**vars(chart), "seed": seed})))
    assert paths[0] != paths[1]


def test_png_and_pdf() -> None:
    image = pytest.importorskip("PIL.Image")
    chart = make_chart(hostile_story(), absences="gap")
    with image.open(io.BytesIO(to_png(chart))) as picture:
        assert picture.size == (int(chart.shapes.width * 2), int(chart.shapes.height * 2))
        assert len(picture.convert("RGB").getcolors(1 << 24)) > 20
    assert to_pdf(chart).startswith(b"%PDF-")


def test_page_stays_small_and_holds_no_address() -> None:
    page = to_page(make_chart(film("dream"), style="xkcd"))
    assert len(page.encode()) < 1_000_000
    assert "http" not in page.replace("http://www.w3.org/2000/svg", "").replace('http-equiv="', "")


def test_page_of_a_long_film_stays_small() -> None:
    """Thirty characters through 200 scenes, each with a place and lines of its own."""
    rng = np.random.default_rng(0)
    scenes = []
    for number in range(200):
        present = tuple(f"CHARACTER {i}" for i in sorted(rng.choice(30, size=3, replace=False)))
        scenes.append(Scene(f"INT. PLACE {number % 40} - DAY", (Group(present, f"PLACE {number % 40}"),), "x" * 180))
    page = to_page(make_chart(Story("Film", tuple(scenes)), style="xkcd"))
    assert len(page.encode()) < 1_100_000


def test_page_text_is_escaped() -> None:
    page = to_page(make_chart(hostile_story()))
    assert page.lower().count("<script") == 2  # the data and the code
    assert page.count("</script>") == 2
    assert "<b>Here" not in page


def test_unknown_style_and_absences() -> None:
    with pytest.raises(InputError, match="style='oil'"):
        make_chart(hostile_story(), style="oil")
    with pytest.raises(InputError, match="absences='ghost'"):
        make_chart(hostile_story(), absences="ghost")


def test_path_steps_add_up_to_the_points() -> None:
    segments = [((1.04, 2.0),), ((3.08, 2.0),), ((4.0, 2.0), (5.0, 7.0), (6.06, 7.01)), ((9.1, 8.0),)]
    assert path_data(segments) == "M1,2l2.1,0c0.9,0 1.9,5 3,5l3,1"
    assert path_data(segments[:2], closed=True) == "M1,2l2.1,0Z"
