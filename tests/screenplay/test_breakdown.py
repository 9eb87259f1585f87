import csv
import io
from collections import Counter
from html.parser import HTMLParser
from itertools import combinations, pairwise

import networkx as nx
import numpy as np
import pytest

from diverseed.errors import InputError
from diverseed.examples import example_path
from diverseed.files.whole_files import write_folder
from diverseed.screenplay import Kind, read
from diverseed.screenplay.breakdown import analyse
from diverseed.screenplay.views.network import to_graphml
from diverseed.screenplay.views.network_picture import place_people, to_svg, without_overlaps
from diverseed.screenplay.views.plots import cast_features, scene_kernel
from diverseed.screenplay.views.report import to_report
from diverseed.screenplay.views.tables import characters_csv, locations_csv, scenes_csv

SMALL = """Title: Small

INT. HOUSE - DAY

ANN
Hello.

BOB
Hello.

ANN
Goodbye.

EXT. FIELD - DAY

CARL
Alone.

INT. HOUSE - NIGHT

ANN
You.

CARL
Me.

BOB
And me.
"""


@pytest.fixture(scope="module")
def small():
    return analyse(read(SMALL.encode(), name="small.fountain"), random_state=0)


@pytest.fixture(scope="module")
def desk():
    return analyse(read(example_path("night-desk")), random_state=0)


def test_meetings_counted_by_hand(small) -> None:
    edges = small.network.edges(data=True)
    found = {tuple(sorted(people)): (tie["scenes"], tie["exchanges"]) for *people, tie in edges}
    assert found == {("ANN", "BOB"): (2, 2), ("ANN", "CARL"): (1, 1), ("BOB", "CARL"): (1, 1)}


def test_meetings_against_pairs_of_presences(desk) -> None:
    expected = Counter(
        pair for scene in desk.script.scenes for pair in combinations(sorted(p.name for p in scene.characters), 2)
    )
    assert {tuple(sorted(people)): scenes for *people, scenes in desk.network.edges(data="scenes")} == expected
    cues = [line for line in desk.script.lines if line.kind is Kind.CHARACTER]
    turns = sum(exchanges for _, _, exchanges in desk.network.edges(data="exchanges"))
    assert 0 < turns <= sum(a.text != b.text for a, b in pairwise(cues))


def test_centrality_of_a_bridge() -> None:
    text = "".join(
        f"INT. PLACE {a}{b} - DAY\n\n{a}\nHi.\n\n{b}\nHi.\n\n"
        for a, b in (("AL", "BO"), ("BO", "CY"), ("CY", "AL"), ("CY", "DI"), ("DI", "ED"), ("ED", "FI"), ("FI", "DI"))
    )
    network = analyse(read(text.encode(), name="x.fountain"), random_state=0).network
    between = network.nodes(data="betweenness")
    assert min(between["CY"], between["DI"]) > max(between[name] for name in ("AL", "BO", "ED", "FI"))
    community = network.nodes(data="community")
    assert community["AL"] == community["BO"] == community["CY"] != community["DI"] == community["ED"]


def test_graphml_is_read_back(desk) -> None:
    graph = nx.parse_graphml(to_graphml(desk.network, title="T & <T>"))
    assert dict(graph.nodes) == dict(desk.network.nodes)
    assert nx.utils.graphs_equal(nx.Graph(graph.edges(data=True)), nx.Graph(desk.network.edges(data=True)))


def test_threads_are_a_partition_and_separate_two_stories() -> None:
    text = "".join(
        f"INT. {'FARM' if i % 2 else 'CITY'} - DAY\n\n{a}\nHi.\n\n{b}\nHi.\n\n"
        for i in range(12)
        for a, b in [("ANN", "BOB") if i % 2 else ("CARL", "DORA")]
    )
    plots = analyse(read(text.encode(), name="x.fountain"), random_state=0).plots
    assert [plot.scenes for plot in plots] == [tuple(range(1, 12, 2)), tuple(range(2, 13, 2))]
    assert set(plots[0].people) == {"CARL", "DORA"}
    assert plots[0].span == (1, 11)


def test_every_scene_has_one_thread(desk) -> None:
    scenes = sorted(scene for plot in desk.plots for scene in plot.scenes)
    assert scenes == [scene.id for scene in desk.script.scenes]
    assert 2 <= len(desk.plots) <= 12


def test_scene_kernel_is_positive_semidefinite(desk) -> None:
    places = np.array([desk.location_of[scene.id].id for scene in desk.script.scenes])
    kernel = scene_kernel(cast_features(desk.script.scenes), places)
    np.testing.assert_allclose(kernel, kernel.T)
    assert np.linalg.eigvalsh(kernel)[0] > -1e-9
    np.testing.assert_allclose(scene_kernel(cast_features(desk.script.scenes), places, slice(5, 9)), kernel[5:9])


def overlapping(centres, halves) -> int:
    gap = np.abs(centres[:, None] - centres)
    meet = (gap < halves[:, None] + halves - 1e-9).all(axis=2)
    return int(meet.sum() - len(centres))


@pytest.mark.parametrize("n", [1, 2, 5, 40])
@pytest.mark.parametrize("spread", [0.0, 10.0, 500.0])
def test_boxes_do_not_overlap(n: int, spread: float) -> None:
    rng = np.random.default_rng(n)
    halves = rng.uniform(5, 60, (n, 2))
    assert overlapping(without_overlaps(spread * rng.normal(size=(n, 2)), halves), halves) == 0


def test_people_in_the_picture_do_not_overlap(desk) -> None:
    placed = place_people(desk.network)
    centres = np.array([[one.x, one.y] for one in placed])
    halves = np.array([[one.half_width, one.half_height] for one in placed])
    assert overlapping(centres, halves) == 0
    assert to_svg(desk.network).count("<circle") == len(placed)


def test_tables_hold_everything(desk) -> None:
    scenes = list(csv.DictReader(io.StringIO(scenes_csv(desk))))
    assert [int(row["id"]) for row in scenes] == [scene.id for scene in desk.script.scenes]
    assert [row["location_name"] for row in scenes] == [desk.location_names[scene.id] for scene in desk.script.scenes]
    assert len(list(csv.DictReader(io.StringIO(locations_csv(desk))))) == len(desk.locations)
    people = list(csv.DictReader(io.StringIO(characters_csv(desk))))
    assert [row["name"] for row in people] == [character.name for character in desk.script.characters]


class Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: Counter[str] = Counter()
        self.ids: list[str] = []
        self.links: list[str] = []

    def handle_starttag(self, tag, attrs) -> None:
        self.seen[tag] += 1
        found = dict(attrs)
        self.ids += [found["id"]] if "id" in found else []
        self.links += [found["href"]] if "href" in found else []
        if tag != "meta":
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs) -> None:
        self.seen[tag] += 1

    def handle_endtag(self, tag) -> None:
        assert self.open.pop() == tag


def test_the_page_is_whole_and_its_links_lead_somewhere(desk) -> None:
    tags = Tags()
    tags.feed(to_report(desk))
    assert tags.open == []
    assert len(tags.ids) == len(set(tags.ids))
    assert {link.removeprefix("#") for link in tags.links} <= set(tags.ids)
    assert tags.seen["script"] == 0


def test_text_of_the_script_is_escaped() -> None:
    evil = b"Title: <script>alert(1)</script>\n\nINT. <IMG SRC=X> & CO - DAY\n\n@<B>EVE</B>\nHi.\n\n@\"'ADAM\nHi.\n"
    page = to_report(analyse(read(evil, name="x.fountain"), random_state=0))
    tags = Tags()
    tags.feed(page)
    assert tags.seen["script"] == tags.seen["img"] == 0
    assert "&lt;script&gt;" in page


def big(n_scenes: int, n_people: int) -> bytes:
    rng = np.random.default_rng(0)
    text = []
    for i in range(n_scenes):
        text.append(f"INT. PLACE {rng.integers(40)} - ROOM {i % 7} - DAY\n")
        text += [f"PERSON {p}X\nA line.\n" for p in rng.integers(n_people, size=4)]
    return "\n".join(text).encode()


@pytest.mark.parametrize(
    "data",
    [
        b"INT. HOUSE - DAY\n\nNobody is here.\n",
        b"INT. - DAY\n\nANN\nHi.\n",
        "INT. 家 - DAY\n\n@王\n你好。\n\n@O'BRIEN \U0001f600\nHi.\n".encode(),
        b"INT. HOUSE - DAY\n\n" + "\n".join(f"@P{i} Q\nHi.\n" for i in range(150)).encode(),
        big(300, 100),
    ],
    ids=["nobody", "nowhere", "scripts", "crowd", "big"],
)
def test_any_script_can_be_analysed(data: bytes) -> None:
    breakdown = analyse(read(data, name="x.fountain"), random_state=0)
    assert to_report(breakdown).endswith("</html>\n")
    nx.parse_graphml(to_graphml(breakdown.network))
    assert {scene.id for scene in breakdown.script.scenes} == set(breakdown.location_of) == set(breakdown.plot_of)
    scenes_csv(breakdown), locations_csv(breakdown), characters_csv(breakdown)


def test_the_same_seed_gives_the_same_breakdown(desk) -> None:
    assert analyse(read(example_path("night-desk")), random_state=0) == desk


def test_folder_is_written_whole_or_not_at_all(tmp_path) -> None:
    write_folder(tmp_path / "new", {"a.txt": "A", "b.txt": "B"})
    assert (tmp_path / "new" / "b.txt").read_text() == "B"
    (tmp_path / "new" / "keep.txt").write_text("mine")
    (tmp_path / "new" / "c.txt").mkdir()
    with pytest.raises(InputError):
        write_folder(tmp_path / "new", {"a.txt": "changed", "c.txt": "C"})
    assert (tmp_path / "new" / "a.txt").read_text() == "A"
    write_folder(tmp_path / "new", {"a.txt": "changed"})
    assert (tmp_path / "new" / "keep.txt").read_text() == "mine"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["new"]
    with pytest.raises(InputError):
        write_folder(tmp_path / "new" / "a.txt", {"x": "y"})
    with pytest.raises(InputError):
        write_folder(tmp_path / "missing" / "deep", {"x": "y"})


def test_no_cell_is_a_formula() -> None:
    text = (
        "INT. =1+2 - DAY\n\nNobody.\n\n"
        "@=HYPERLINK\nHello.\n\n@-2+3\nHello?\n\n.@SUM(1)\n\n@+4\nNo.\n\nINT. PLAIN - DAY\n\n@R-7\nYes.\n"
    )
    breakdown = analyse(read(text.encode(), name="x.fountain"), random_state=0)
    cells = [
        cell
        for table in (scenes_csv(breakdown), locations_csv(breakdown), characters_csv(breakdown))
        for row in csv.reader(io.StringIO(table))
        for cell in row
    ]
    assert not [cell for cell in cells if cell.lstrip().startswith(("=", "+", "-", "@"))]
    assert {"'=HYPERLINK", "'+4", "R-7", "INT. PLAIN - DAY"} <= set(cells)
