"""Scene headings are recognised as such, and grouped by place."""

import numpy as np
import pytest

from diverseed.scores import pairwise_f1
from diverseed.texts import cluster_texts
from diverseed.texts.headings import places_of

HEADINGS = [
    "INT. OLD MILL - DAY",
    "EXT. HARBOUR WALL - NIGHT",
    "12A  INT/EXT. CAR - LATER",
    "I/E BOAT",
    "int. barn, dusk",
]


def test_places_of_headings() -> None:
    assert places_of(HEADINGS) == ["OLD MILL", "HARBOUR WALL", "CAR", "BOAT", "barn"]


def test_a_heading_without_a_place_stays_as_it_is() -> None:
    assert places_of(["INT. - DAY"]) == ["INT. - DAY"]


@pytest.mark.parametrize(
    "line", ["Internal error 5", "Exterior paint, white, 5 l", "The old mill", "", "estate, large"]
)
def test_other_lines_are_no_headings(line: str) -> None:
    assert places_of([line, *HEADINGS]) is None


def test_nearly_all_lines_must_be_headings() -> None:
    assert places_of([*HEADINGS * 8, "MEANWHILE", "LATER"]) is not None
    assert places_of([*HEADINGS * 8, "MEANWHILE", "LATER", "THE END"]) is None


def test_setting_and_time_do_not_tell_places_apart() -> None:
    rng = np.random.default_rng(0)
    names = ["OLD MILL", "HARBOUR WALL", "TOWN HALL", "RAILWAY BRIDGE", "CORNER SHOP", "GREENHOUSE"]
    gold = rng.integers(6, size=60)
    settings, times = rng.choice(["INT.", "EXT.", "INT./EXT."], 60), rng.choice(["DAY", "NIGHT", "LATER"], 60)
    lines = [f"{s} {names[place]} - {t}" for s, place, t in zip(settings, gold, times, strict=True)]
    found = cluster_texts(lines, random_state=0)
    assert found.n_clusters == 6
    assert pairwise_f1(gold, found.labels) == 1
    assert {word for cluster in found.clusters for word in cluster.shared_words} <= set(" ".join(names).lower().split())
    assert any("scene headings" in note for note in found.notes)
    assert not any("scene headings" in note for note in cluster_texts(names, random_state=0).notes)
