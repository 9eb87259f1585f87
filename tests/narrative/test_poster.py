"""Posters: a page is filled, everything on it can be read, and nothing overlaps."""

import re
from dataclasses import replace
from functools import cache
from itertools import combinations, pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diverseed.errors import InputError
from diverseed.narrative import make_chart, to_page, to_pdf, to_png, to_svg
from diverseed.narrative.chart import Chart
from diverseed.narrative.from_script import story_from_script
from diverseed.narrative.layout import ABSENCES
from diverseed.narrative.layout.frame import shrunk
from diverseed.narrative.layout.labels import first_meetings
from diverseed.narrative.legibility import overlaps
from diverseed.narrative.sequences import find_sequences
from diverseed.narrative.sheet import Sheet, read_sheet
from diverseed.narrative.story import Group, Scene, Story, leads, parse_story, select_characters
from diverseed.screenplay import read

from .perceptual import NAMES, SCRIPTS
from .stories import crowded_story, hostile_story, stories

PAGES = ("screen", "a4", "a3", "a2", "a1", "1200x900", "90x30cm")


@cache
def bundled(name: str, page: str = "screen") -> Chart:
    return poster(story_from_script(read(SCRIPTS / f"{name}.fountain")), page)


@cache
def crowd(page: str = "screen") -> Chart:
    return poster(crowded_story(), page)


def poster(story: Story, page: str = "screen", **options) -> Chart:
    return make_chart(
        select_characters(story, leads(story, read_sheet(page).people)), detail="sequences", page=page, **options
    )


def check_legible(chart: Chart) -> None:
    found, sheet = chart.legibility(), chart.sheet
    assert found["smallest_px"] >= 10
    assert found["smallest_pt"] >= 8
    assert found["aspect"] == pytest.approx(sheet.width / sheet.height, rel=1e-3)
    assert found["drawing_aspect"] == pytest.approx(found["aspect"], rel=0.1)
    assert found["coverage"] >= 0.6
    assert found["filled"] >= 0.5
    assert found["label_overlaps"] == 0
    assert found["crossings"] == chart.ordering.crossings
    assert 0 <= found["conflict"] < 0.5


@pytest.mark.parametrize("name", NAMES)
def test_bundled_screenplays_are_legible(name: str) -> None:
    chart = bundled(name)
    check_legible(chart)
    assert 12 <= len(chart.layers.names) <= 16
    assert 10 <= len(chart.layers) <= 40


@pytest.mark.parametrize("page", PAGES)
def test_a_long_film_is_legible_on_every_page(page: str) -> None:
    check_legible(crowd(page))


@pytest.mark.parametrize("page", ["a4", "a2"])
def test_a_screenplay_is_legible_on_paper(page: str) -> None:
    check_legible(bundled("salt-road", page))


@settings(max_examples=40, deadline=None)
@given(stories(people=8, scenes=14), st.sampled_from(["screen", "a4", "500x700"]), st.sampled_from(ABSENCES))
def test_any_story_stays_on_its_page(story, page: str, absences: str) -> None:
    chart = make_chart(story, detail="sequences", page=page, absences=absences)
    shapes = chart.shapes
    assert (shapes.width, shapes.height) == (chart.sheet.width, chart.sheet.height)
    assert overlaps(shapes) == 0
    for line in shapes.lines:
        for x, y in (point for run in line.runs for point in run.points):
            assert 0 <= x <= shapes.width
            assert shapes.head <= y <= shapes.height
        xs = [x for run in line.runs for x, _ in run.points]
        assert xs == sorted(xs)


def test_more_people_than_a_page_bears_still_overlap_nowhere() -> None:
    chart = make_chart(crowded_story(60, 80), detail="sequences", page="a4")
    assert len(chart.layers.names) > 40
    assert chart.legibility()["label_overlaps"] == 0


def longer_names(story: Story) -> Story:
    """The same people under names as long as a chart writes them."""

    def longer(group: Group) -> Group:
        return Group(tuple(f"{name} OF THE LONG NAME"[:26] for name in group.characters), group.location)

    scenes = tuple(replace(scene, groups=tuple(map(longer, scene.groups))) for scene in story.scenes)
    return Story(story.title, scenes)


@pytest.mark.parametrize("page", ["500x1000", "300x600"])
@pytest.mark.parametrize("name", NAMES)
def test_a_narrow_page_cuts_long_names_rather_than_the_film(name: str, page: str) -> None:
    chart = poster(longer_names(bundled(name).story), page)
    assert len(chart.layers) >= 4
    assert overlaps(chart.shapes) == 0
    names = [label for label in chart.shapes.labels if label.kind == "name"]
    assert {label.of for label in names} == set(range(len(chart.layers.names)))
    for step, after in pairwise(chart.shapes.steps):
        assert step.left < step.right <= after.left


@pytest.mark.parametrize("page", ["screen", "600x900"])
def test_lines_that_restart_have_room_for_their_names(page: str) -> None:
    chart = poster(bundled("last-tram").story, page, absences="gap")
    shapes = chart.shapes
    names = {(label.of, round(label.y)) for label in shapes.labels if label.kind == "name" and label.anchor == "end"}
    for mark in shapes.marks:
        if mark.kind in ("entrance", "return"):
            assert any(line == mark.line and abs(y - mark.y) < chart.sheet.smallest for line, y in names)
    for run in (run for line in shapes.lines for run in line.runs):
        xs = [x for x, _ in run.points]
        assert xs == sorted(xs)


def test_room_for_names_beyond_the_end_is_kept_only_where_there_are_any() -> None:
    for page in ("500x1000", "screen"):
        chart = poster(longer_names(bundled("lido").story), page)
        right = chart.shapes.steps[-1].right
        beyond = [label for label in chart.shapes.labels if label.kind == "name" and label.x > right]
        assert bool(beyond) == (page == "screen")
        assert (chart.shapes.width - right > 5 * chart.sheet.smallest) == bool(beyond)


def test_names_of_acts_are_not_cut_until_they_look_the_same() -> None:
    chart = poster(bundled("salt-road").story, "500x1000")
    parts = [label.text for label in chart.shapes.labels if label.kind == "part"]
    assert {"ACT ONE"} <= set(parts) < {"ACT ONE", "ACT TWO", "ACT THREE"}  # there is no room for all of them
    assert sum(rule.kind == "part" for rule in chart.shapes.rules) == 3


def test_no_text_overlaps_a_line() -> None:
    for chart in (bundled("salt-road"), crowd()):
        for label in chart.shapes.labels:
            left, top, right, bottom = label.box
            own = label.of if label.kind == "name" else None
            for line in chart.shapes.lines:
                for run in line.runs:
                    for (x0, y0), (x1, y1) in pairwise(run.points):
                        if y0 == y1 and line.line != own:
                            assert not (x0 < right and left < x1 and top < y0 < bottom), (label, line.name)


def test_every_line_has_its_name_where_it_starts() -> None:
    chart = bundled("salt-road")
    for line in chart.shapes.lines:
        x, y = line.runs[0].points[0]
        names = [label for label in chart.shapes.labels if label.kind == "name" and label.of == line.line]
        assert any(abs(label.box[2] - x) < 12 and label.box[1] < y < label.box[3] for label in names)


def test_every_line_that_lasts_has_its_name_where_the_chart_ends() -> None:
    story = parse_story("A,B\nA,B\nA\tB,C\nA\tB,C\nA,B,C\nA,B,C\n")
    chart = make_chart(story, detail="sequences")
    assert len(chart.layers) < 5
    right = max(step.right for step in chart.shapes.steps)
    ends = [label.text for label in chart.shapes.labels if label.kind == "name" and label.x > right]
    assert sorted(ends) == ["A", "B", "C"]


@pytest.mark.parametrize("page", ["screen", "a4"])
def test_the_text_of_a_meeting_starts_or_ends_where_it_happens(page: str) -> None:
    chart = crowd(page)
    events = [label for label in chart.shapes.labels if label.kind == "event"]
    assert events
    for label in events:
        step = chart.shapes.steps[label.of]
        assert step.left <= label.x <= step.right


def test_first_and_second_names_meet_uncut() -> None:
    one, other = "GABRIEL FOUQUET", "SUZANNE QUENTIN"
    lines = [f"{one},B", f"{one},B", f"{other},C", f"{other},C", f"{one},{other}", f"{one},{other}"]
    chart = make_chart(parse_story("\n".join(lines)), detail="sequences")
    written = " ".join(label.text for label in chart.shapes.labels if label.kind == "event")
    assert written == f"{one} meets {other}"


def test_bends_are_as_wide_as_the_page_allows() -> None:
    chart = make_chart(parse_story("A,B,C\tD,E,F\nA,E,C\tD,B,F\nA,B,C\tD,E,F\n"), detail="sequences")
    bends = [
        (x1 - x0, abs(y1 - y0))
        for line in chart.shapes.lines
        for run in line.runs
        for (x0, y0), (x1, y1) in pairwise(run.points)
        if y0 != y1
    ]
    assert bends
    small = chart.legibility()["smallest_pt"]
    for width, height in bends:
        assert width >= 0.3 * min(height, 8 * small / 0.3)  # a page of three layers has room


def test_bends_share_a_full_page_so_that_the_summed_slope_is_the_least() -> None:
    widths = np.array([0.0, 20.0, 45.0, 80.0])
    assert np.array_equal(shrunk(widths, 1000.0), widths)
    found = shrunk(widths, 70.0)
    assert found.sum() == pytest.approx(70)
    least = (widths[1:] / found[1:]).sum()
    for i, j in combinations(range(1, 4), 2):
        for step in (-1.0, 1.0):
            other = found.copy()
            other[[i, j]] += step, -step
            assert (widths[1:] / other[1:]).sum() > least


def test_widths_follow_the_screen_time() -> None:
    def widths(*lengths: float) -> np.ndarray:
        who = ("AB", "AC", "AB", "AC", "BC")
        scenes = (Scene("", (Group(tuple(names)),), length=length) for names, length in zip(who, lengths, strict=True))
        return np.array(
            [step.right - step.left for step in make_chart(Story("", tuple(scenes)), detail="sequences").shapes.steps]
        )

    _, _, short, middle, long = widths(1, 1, 1, 3, 9)
    assert long - middle == pytest.approx(3 * (middle - short), rel=0.05)
    assert widths(0, 0, 0, 0, 0).max() < 1600


def test_scenes_follow_each_other_within_their_sequence() -> None:
    chart = crowd()
    boxes = chart.shapes.scenes
    assert len(boxes) == len(chart.story.scenes)
    assert all(a.right <= b.left + 1e-6 for a, b in pairwise(boxes))
    for scenes, step in zip(chart.layers.scenes, chart.shapes.steps, strict=True):
        inside = [boxes[s] for s in scenes]
        assert min(box.left for box in inside) >= step.left - 1e-6
        assert max(box.right for box in inside) <= step.right + 1e-6
        lengths = [chart.story.scenes[s].length for s in scenes]
        widths = [box.right - box.left for box in inside]
        assert np.allclose(np.array(widths) * sum(lengths), np.array(lengths) * sum(widths))


def test_marks() -> None:
    story = parse_story("A,B,C\nA,B,C\nA,B\nA,D\nA,D\nA,B\nA,D\n")
    story = Story("", story.scenes, {}, frozenset("C"))
    chart = make_chart(story, detail="sequences")
    marks = {(mark.kind, chart.layers.names[mark.line]) for mark in chart.shapes.marks}
    assert {("entrance", name) for name in "ABCD"} <= marks
    assert ("death", "C") in marks
    assert not {name for kind, name in marks if kind == "departure"} & {"A", "C", "D"}
    for mark in chart.shapes.marks:
        line = chart.shapes.lines[mark.line]
        end = line.runs[0].points[0] if mark.kind == "entrance" else line.runs[-1].points[-1]
        assert (mark.x, mark.y) == end


def test_acts_and_scene_numbers_are_on_the_chart() -> None:
    chart = bundled("lido")
    parts = [label.text for label in chart.shapes.labels if label.kind == "part"]
    assert [part.split(":")[0] for part in parts] == ["ACT ONE", "ACT TWO", "ACT THREE"]
    numbers = [label for label in chart.shapes.labels if label.kind == "scene" and label.text.isdigit()]
    assert len(numbers) >= 5
    assert [int(label.text) - 1 for label in numbers] == [label.of for label in numbers]
    assert [label.x for label in numbers] == sorted(label.x for label in numbers)
    ticks = [rule.begin[0] for rule in chart.shapes.rules if rule.kind == "tick"]
    assert ticks == [chart.shapes.scenes[label.of].left for label in chart.shapes.labels if label.kind == "scene"][1:]


def test_bands_lie_under_their_own_people() -> None:
    chart = bundled("long-orbit")
    assert len(chart.shapes.places) > 5
    for band in chart.shapes.bands:
        (left, top), (right, _) = band.top[0], band.top[1]
        bottom = band.bottom[0][1]
        inside = {
            line.line
            for line in chart.shapes.lines
            for run in line.runs
            for (x0, y0), (x1, y1) in pairwise(run.points)
            if y0 == y1 and x0 < right - 6 and left + 6 < x1 and top < y0 < bottom
        }
        assert inside <= set(band.lines)
    for one, other in combinations(chart.shapes.bands, 2):
        if one.place == other.place and set(one.lines) & set(other.lines):
            assert one.top[0][0] != other.top[0][0]


def test_places_are_named_and_no_place_is_named_where_it_is_not() -> None:
    chart = bundled("salt-road")
    named = {label.of for label in chart.shapes.labels if label.kind == "place"}
    assert len(named) >= len(chart.shapes.places) / 2
    assert {
        label.kind for label in make_chart(chart.story, detail="sequences", locations=False).shapes.labels
    }.isdisjoint({"place"})


def test_the_lines_of_a_text_grow_around_one_point() -> None:
    """Of a place with several lines, each says the same point; a hand writes them at the same ones."""
    chart = bundled("salt-road")
    points = [
        re.findall(r'class="place" data-place="(\d+)" data-at="([^"]+)"', to_svg(replace(chart, style=style)))
        for style in ("clean", "xkcd")
    ]
    assert points[0] == points[1]
    assert [place for place, _ in points[0]] == [str(x.of) for x in chart.shapes.labels if x.kind == "place"]
    texts = [label for label in chart.shapes.labels if label.kind == "place" and label.below <= 0]
    assert len(set(points[0])) < len(points[0])
    assert len(set(points[0])) <= len(texts)


def test_first_meetings() -> None:
    story = parse_story("A,B\tC,D\nA,B\tC,D\nA,C\tB\tD\nA,C\tB\tD\nA,B\tC,D\nA,B,C,D\n")
    layers = next(find_sequences(story, most=40))
    ranks = range(4)
    found = first_meetings(layers, ranks)
    assert found[1] == (0, 2)  # A meets C; A and B, and C and D, met when they entered
    assert found[len(layers) - 1] == (0, 3)
    assert set(found) == {1, len(layers) - 1}


def test_the_film_as_files_stays_small() -> None:
    for style in ("clean", "xkcd"):
        chart = make_chart(crowd("a2").story, detail="sequences", page="a2", style=style)
        for make in (to_png, to_pdf, to_svg, to_page):
            made = make(chart)
            assert len(made if isinstance(made, bytes) else made.encode()) < 2_000_000


def test_a_pdf_has_the_size_of_its_paper() -> None:
    pdfium = pytest.importorskip("pypdfium2")
    page = pdfium.PdfDocument(to_pdf(bundled("salt-road", "a2")))[0]
    assert page.get_width() == pytest.approx(594 / 25.4 * 72, abs=1)
    assert page.get_height() == pytest.approx(420 / 25.4 * 72, abs=1)


def test_text_of_a_hostile_story_is_escaped() -> None:
    for style in ("clean", "xkcd"):
        page = to_page(make_chart(hostile_story(), detail="sequences", style=style))
        assert page.lower().count("<script") == 2
        assert "<b>Here" not in page


def test_the_order_is_taken_over_where_the_same_lines_meet() -> None:
    chart = bundled("lido")
    renamed = Story("Other", tuple(_renamed(scene) for scene in chart.story.scenes))
    again = make_chart(renamed, detail="sequences", like=chart)
    assert again.ordering is chart.ordering
    assert again.layers.names[0] == chart.layers.names[0][::-1]
    fewer = select_characters(chart.story, chart.layers.names[1:])
    assert make_chart(fewer, detail="sequences", like=chart).ordering is not chart.ordering


def _renamed(scene: Scene) -> Scene:
    groups = tuple(Group(tuple(name[::-1] for name in group.characters)) for group in scene.groups)
    return Scene(scene.label, groups, length=scene.length)


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("screen", (1600, 1000)),
        ("A2", (1683.8, 1190.6)),
        ("1200x800", (1200, 800)),
        ("60x40cm", (1700.8, 1133.9)),
        ("11x8.5in", (792, 612)),
    ],
)
def test_pages(text: str, size: tuple[float, float]) -> None:
    sheet = read_sheet(text)
    assert (sheet.width, sheet.height) == pytest.approx(size, abs=0.1)


@pytest.mark.parametrize(
    "text", ["a9", "", "12", "0x100", "1200x", "10x10", "99999x99999", "4000x400", "-5x9", "1e3x900"]
)
def test_pages_that_are_none(text: str) -> None:
    with pytest.raises(InputError, match="page="):
        read_sheet(text)


@pytest.mark.parametrize("page", PAGES)
def test_letters_can_be_read_on_paper_and_in_the_window(page: str) -> None:
    sheet = read_sheet(page)
    assert sheet.smallest >= 8
    assert sheet.smallest * min(1600 / sheet.width, 900 / sheet.height) >= 10
    assert 12 <= sheet.people <= 16
    assert isinstance(sheet, Sheet)
