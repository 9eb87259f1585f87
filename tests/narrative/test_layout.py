from itertools import combinations, pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diverseed.narrative.chart import make_chart
from diverseed.narrative.layers import layers_of
from diverseed.narrative.layout.canvas import WINDOW, Canvas
from diverseed.narrative.layout.labels import DISTANCE, HALO, Occupancy, place_labels
from diverseed.narrative.layout.lines import ABSENCES, line_widths
from diverseed.narrative.lettering import arrangements, text_width
from diverseed.narrative.shapes import Band
from diverseed.narrative.story import Group, Scene, Story, parse_story

from .stories import FILMS, film, hostile_story, stories


def overlaps(first, second) -> bool:
    return first[0] < second[2] and second[0] < first[2] and first[1] < second[3] and second[1] < first[3]


def check_labels(chart) -> None:
    shapes = chart.shapes
    for a, b in combinations(shapes.labels, 2):
        assert not overlaps(a.box, b.box), (a, b)
    for label in shapes.labels:
        left, top, right, bottom = label.box
        assert left >= 0
        assert top >= 0
        assert right <= shapes.width
        assert bottom <= shapes.height


@settings(max_examples=40, deadline=None)
@given(stories(people=8, scenes=9), st.sampled_from(ABSENCES))
def test_no_label_overlaps_another(story, absences) -> None:
    check_labels(make_chart(story, absences=absences))


@pytest.mark.parametrize("name", list(FILMS))
def test_no_label_overlaps_another_in_the_films(name: str) -> None:
    check_labels(make_chart(film(name), absences="gap"))


def test_every_line_and_place_is_named() -> None:
    chart = make_chart(hostile_story())
    named = {label.of for label in chart.shapes.labels if label.kind == "name"}
    assert named == set(range(len(chart.layers.names)))
    places = {label.of for label in chart.shapes.labels if label.kind == "place"}
    assert places == set(range(len(chart.shapes.places))) == {band.place for band in chart.shapes.bands}


def test_bands_lie_only_under_their_own_group() -> None:
    chart = make_chart(hostile_story())
    for s, scene in enumerate(chart.story.scenes):
        middle = (chart.shapes.scenes[s].left + chart.shapes.scenes[s].right) / 2
        spans = [
            (band.top[0][0], band.top[-1][0], min(y for _, y in band.top), max(y for _, y in band.bottom))
            for band in chart.shapes.bands
        ]
        under = [(top, bottom) for left, right, top, bottom in spans if left <= middle <= right]
        assert len(under) == sum(group.location is not None for group in scene.groups)
        for line in chart.shapes.lines:
            here = [
                y for run in line.runs for (x0, y), (x1, y1) in pairwise(run.points) if x0 <= middle <= x1 and y == y1
            ]
            inside = any(top < y < bottom for y in here for top, bottom in under)
            assert inside == bool(here and under and line.name in scene.characters)


def test_neighbouring_scenes_at_one_place_share_a_band_while_somebody_stays() -> None:
    def scene(names: str, place: str) -> Scene:
        return Scene("", (Group(tuple(names), place),))

    story = Story("", (scene("AB", "X"), scene("ABC", "X"), scene("A", "Y"), scene("AB", "X"), scene("CD", "X")))
    bands = make_chart(story).shapes.bands
    assert [band.place for band in bands] == [0, 1, 0, 0]


def test_long_absences() -> None:
    story = parse_story("A,B\n" + "".join(f"B,{x}\n" for x in "CDEFGHIJ") + "A,B\n")
    away = layers_of(story).away
    assert away[0] == frozenset(range(1, 9))
    assert not any(away[1:])
    gap = make_chart(story, absences="gap")
    labels = [label for label in gap.shapes.labels if label.kind == "name" and label.of == 0]
    line = gap.shapes.lines[0]
    assert [mark.line for mark in gap.shapes.marks if mark.kind == "return"] == [0]
    assert len(labels) == 2  # at the start and at the return, which is close to the end
    assert {run.kind for run in line.runs} == {"present"}
    dashed = make_chart(story, absences="dashed").shapes.lines[0]
    assert {run.kind for run in dashed.runs} == {"present", "away"}
    assert {run.kind for run in make_chart(story).shapes.lines[0].runs} == {"present", "absent"}


def test_lines_are_whole() -> None:
    """The runs of a line follow each other without a jump."""
    for line in make_chart(film("heist")).shapes.lines:
        for run, after in zip(line.runs, line.runs[1:], strict=False):
            assert run.points[-1] == after.points[0]
        xs = [x for run in line.runs for x, _ in run.points]
        assert xs == sorted(xs)


def test_who_speaks_more_has_the_thicker_line() -> None:
    story = hostile_story()
    widths = dict(zip(story.characters, line_widths(story), strict=True))
    by_speech = sorted(widths, key=lambda name: story.speech[name])
    assert [widths[name] for name in by_speech] == sorted(widths.values())
    assert len(set(line_widths(film("heist")))) == 1


def test_text_width_is_an_upper_estimate() -> None:
    text_path = pytest.importorskip("matplotlib.textpath")
    font_manager = pytest.importorskip("matplotlib.font_manager")
    font = font_manager.FontProperties(family="DejaVu Sans")
    for text in ("MORPHEUS", "Count Wolfgang W.", "illicit", "Élodie Ängström", "12, 40th St.", "MMWW@%", "xyz-abc_q"):
        real = text_path.TextPath((0, 0), text, size=12, prop=font).get_extents().width
        assert real <= text_width(text, 12), text


def test_long_texts_take_several_lines() -> None:
    assert arrangements("HARBOUR") == [("HARBOUR",)]
    tower = ("HARBOUR", "CONTROL", "TOWER")
    assert arrangements(" ".join(tower)) == [("HARBOUR", "CONTROL TOWER"), tower, (" ".join(tower),)]
    assert arrangements("OLD HARBOUR - SHED")[0] == ("OLD HARBOUR", "SHED")
    assert arrangements("A - B") == [("A - B",), ("A", "B")]
    assert arrangements("X" * 60) == [("X" * 31 + "…",)]


def long_story(scenes: int = 90) -> Story:
    """Four who are apart most of the time, over a chart many screens wide."""
    steps = []
    for number in range(scenes):
        together = ("ANN", "BEN") if number % 7 else ("ANN", "CY OF THE HILLS", "DEE")
        steps.append(Scene(str(number), (Group(together, f"PLACE {number // 9}"),)))
    return Story("Long", (*steps, Scene("last", (Group(("ANN", "BEN", "CY OF THE HILLS", "DEE")),))))


@pytest.mark.parametrize("absences", ABSENCES)
def test_names_are_repeated_along_long_lines(absences: str) -> None:
    chart = make_chart(long_story(), absences=absences)
    check_labels(chart)
    for line in chart.shapes.lines:
        names = sorted(label.box for label in chart.shapes.labels if label.kind == "name" and label.of == line.line)
        gaps = [after[0] - before[2] for before, after in pairwise(names)]
        assert len(names) >= 3
        assert min(gaps) > DISTANCE * WINDOW / 3
        assert max(gaps) < 3 * DISTANCE * WINDOW


def meets(begin, finish, box) -> bool:
    """Whether a straight piece of a line, or the S of a bend, passes through a box."""
    share = np.linspace(0, 1, 200)
    weights = np.array([(1 - share) ** 3, 3 * (1 - share) ** 2 * share, 3 * (1 - share) * share**2, share**3])
    middle = (begin[0] + finish[0]) / 2
    x, y = np.array([begin, (middle, begin[1]), (middle, finish[1]), finish]).T @ weights
    left, top, right, bottom = box
    return bool(((left < x) & (x < right) & (top < y) & (y < bottom)).any())


def check_repeats(chart) -> int:
    """Repeated names stand on a straight part of their own line and meet no other; how many there are."""
    repeated = [label for label in chart.shapes.labels if label.kind == "name" and label.halo == HALO * label.size]
    for label in repeated:
        left, _, right, _ = label.box
        for line in chart.shapes.lines:
            pieces = [
                piece for run in line.runs for piece in pairwise(run.points) if meets(piece[0], piece[1], label.box)
            ]
            assert bool(pieces) == (line.line == label.of)
            assert all(x0 <= left and right <= x1 and y0 == y1 for (x0, y0), (x1, y1) in pieces)
    return len(repeated)


@settings(max_examples=15, deadline=None)
@given(stories(people=8, scenes=40))
def test_repeated_names_meet_no_other_line(story) -> None:
    chart = make_chart(story)
    check_labels(chart)
    check_repeats(chart)


@pytest.mark.parametrize("name", list(FILMS))
def test_repeated_names_meet_no_other_line_in_the_films(name: str) -> None:
    chart = make_chart(film(name))
    check_labels(chart)
    assert check_repeats(chart) > len(chart.layers.names)


def test_a_short_chart_repeats_no_name() -> None:
    chart = make_chart(parse_story("A,B\nA,C\nB,C\n"))
    assert sorted(label.text for label in chart.shapes.labels if label.kind == "name") == ["A", "B", "C"]


def test_capitals_have_room() -> None:
    assert text_width("illicit", 12) == text_width("ILLICIT", 12) > 12 * 2.6


def test_a_band_has_straight_edges_where_its_height_does_not_change() -> None:
    band = Band(0, (0, 1), ((0.0, 5.0, 10.0, 20.0), (14.0, 5.0, 30.0, 40.0)))
    assert band.top == ((0.0, 5.0), (30.0, 5.0))
    assert band.bottom == ((0.0, 20.0), (10.0, 20.0), (14.0, 40.0), (30.0, 40.0))


def test_no_place_is_written_on_the_band_of_another() -> None:
    """The band of X is wide from its second layer on, where only its lower edge moves: Y must not be written there."""
    wide = Band(0, (0, 1), ((0.0, 100.0, 100.0, 110.0), (104.0, 100.0, 400.0, 300.0)))
    over = Band(1, (2,), ((150.0, 290.0, 160.0, 299.0),))
    canvas = Canvas(True, 10.0, 1600.0, left=0.0, top=0.0, right=1600.0, bottom=1000.0, width=1600.0, height=1000.0)
    labels = place_labels([wide, over], ["X", "YONDER"], Occupancy(), canvas)
    assert {label.text for label in labels} == {"X", "YONDER"}
    yonder = next(label for label in labels if label.text == "YONDER")
    assert not overlaps(yonder.box, wide.boxes[1])
