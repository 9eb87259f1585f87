import csv
import io
import sys

import pytest

from diverseed.errors import InputError
from diverseed.examples import example_path
from diverseed.screenplay import read
from diverseed.screenplay.breakdown import analyse
from diverseed.screenplay.views.production import pages, production_of, scene_eighths
from diverseed.screenplay.views.report import to_shooting_page
from diverseed.screenplay.views.tables import presence_csv, shooting_csv, to_json

SCRIPT = """\
INT. MILL - LOFT - DAY

Ada looks up.

ADA
Good morning to you.

EXT. MILL - YARD - NIGHT

Bert & <Cy> wait.

BERT
Well?

INT. MILL - LOFT - CONTINUOUS

Ada nods.

EXT. BRIDGE - DAWN

Rain.

INT. LOFT - 9:15 PM

ADA
Again.
"""


@pytest.fixture(scope="module")
def breakdown():
    return analyse(read(SCRIPT.encode(), name="mill.fountain"), random_state=0)


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def test_lights_and_settings(breakdown) -> None:
    strips = production_of(breakdown).strips
    assert [strip.light for strip in strips] == ["DAY", "NIGHT", "NIGHT", "DAWN/DUSK", "NIGHT"]
    found = to_json(breakdown)["production"]
    assert found["settings"] == {"INT": 3, "INT-EXT": 0, "EXT": 2, "EST": 0, "": 0}
    assert found["lights"] == {"DAY": 1, "DAWN/DUSK": 1, "NIGHT": 3, "": 0}


def test_scenes_sorted_for_shooting(breakdown) -> None:
    found = rows(shooting_csv(breakdown))
    assert [(row["location"], row["setting"], row["light"], row["scene"]) for row in found] == [
        ("BRIDGE", "EXT", "DAWN/DUSK", "4"),
        ("MILL", "INT", "DAY", "1"),
        ("MILL", "INT", "NIGHT", "3"),
        ("MILL", "INT", "NIGHT", "5"),
        ("MILL", "EXT", "NIGHT", "2"),
    ]


def test_scene_by_character_table(breakdown) -> None:
    found = rows(presence_csv(breakdown))
    assert [row["ADA"] for row in found] == ["1", "", "a", "", "1"]
    assert [row["BERT"] for row in found] == ["", "1", "", "", ""]


def test_eighths_do_not_depend_on_the_layout_of_the_file() -> None:
    action = "The wheel turns and the water falls, over and over, while nobody comes down the road. " * 40
    wide = f"INT. MILL - DAY\n\n{action}\n\nEXT. ROAD - DAY\n\nDust.\n"
    words = action.split()
    narrow = "\n".join(" ".join(words[i : i + 10]) for i in range(0, len(words), 10))
    lengths = [scene_eighths(read(text.encode(), name="x.fountain")) for text in (wide, wide.replace(action, narrow))]
    # 640 words of action in lines of 61 characters are about 58 lines, a little more than a page
    assert lengths[0][1] == pytest.approx(8, abs=1)
    assert lengths[1][1] == pytest.approx(lengths[0][1], abs=2)
    assert lengths[0][2] == 1


@pytest.mark.parametrize(("eighths", "text"), [(1, "1/8"), (8, "1"), (11, "1 3/8"), (16, "2")])
def test_pages(eighths: int, text: str) -> None:
    assert pages(eighths) == text


def test_page_to_print_escapes_the_script(breakdown) -> None:
    page = to_shooting_page(breakdown)
    assert page.count("<tr class=") == 5
    hostile = analyse(read(SCRIPT.replace("BRIDGE", "<b>BRIDGE</b>").encode(), name="mill.fountain"), random_state=0)
    assert "<b>BRIDGE" not in to_shooting_page(hostile)


def test_granularity(breakdown) -> None:
    assert [one.name for one in breakdown.places] == ["MILL", "BRIDGE"]
    assert [one.name for one in breakdown.sublocations] == ["MILL - LOFT", "MILL - YARD", "BRIDGE"]
    fine = analyse(breakdown.script, random_state=0, locations="fine")
    assert [one.scenes for one in fine.locations] == [(1, 3, 5), (2,), (4,)]
    assert {one.within for one in fine.locations} == {1, 2}
    with pytest.raises(InputError, match="coarse, fine"):
        analyse(breakdown.script, locations="medium")  # type: ignore[arg-type]


def test_every_scene_is_in_one_sublocation_within_its_place() -> None:
    found = analyse(read(example_path("night-desk")), random_state=0)
    place_of = {scene: place.id for place in found.places for scene in place.scenes}
    listed = sorted(scene for part in found.sublocations for scene in part.scenes)
    assert listed == [scene.id for scene in found.script.scenes]
    assert all(place_of[scene] == part.within for part in found.sublocations for scene in part.scenes)
    names = [one.name.casefold() for one in found.places]
    assert len(names) == len(set(names))


def test_a_chart_needs_no_graph_library(monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, "networkx", None)
    found = analyse(read(example_path("lido")), random_state=0)
    assert len(found.location_names) == len(found.script.scenes)
    with pytest.raises(InputError, match="networkx"):
        _ = found.plots


def test_threads_have_different_names() -> None:
    found = analyse(read(example_path("long-orbit")), random_state=0)
    names = [plot.name for plot in found.plots]
    assert len(set(names)) == len(names)
    assert all(": " in name for name in names)
