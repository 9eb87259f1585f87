import csv

import numpy as np
import pytest

from diverseed.errors import InputError
from diverseed.examples import NUMERIC, SCREENPLAYS, example_path, load_example


@pytest.mark.parametrize("name", NUMERIC)
def test_the_cards_tell_the_truth(name) -> None:
    card, example = NUMERIC[name], load_example(name)
    assert example.values.shape == (card.n, card.d)
    assert len(example.columns) == card.d
    assert np.unique(example.labels).size == card.k
    assert np.isfinite(example.values).all()


@pytest.mark.parametrize("name", ["grid25", "uneven", "noise"])
def test_generated_sets_are_the_same_each_time(name) -> None:
    np.testing.assert_array_equal(load_example(name).values, load_example(name).values)


def test_the_grid_is_the_papers() -> None:
    """100 points each, variance 1, centres 10 apart."""
    grid = load_example("grid25")
    assert set(np.bincount(grid.labels)) == {100}
    centres = np.array([grid.values[grid.labels == label].mean(axis=0) for label in range(25)])
    np.testing.assert_allclose(centres, 10 * np.round(centres / 10), atol=0.5)
    assert np.unique(np.round(centres / 10), axis=0).shape == (25, 2)
    residuals = grid.values - centres[grid.labels]
    assert residuals.var() == pytest.approx(1, abs=0.06)


@pytest.mark.parametrize("name", SCREENPLAYS)
def test_the_cards_of_screenplays_tell_the_truth(name) -> None:
    card, script = SCREENPLAYS[name], example_path(name)
    assert script.read_text(encoding="utf-8").startswith("Title:")
    with script.with_name(f"{name}.locations.csv").open(encoding="utf-8", newline="") as file:
        locations = [row["location"] for row in csv.DictReader(file)]
    assert (card.n, card.k) == (len(locations), len(set(locations)))
    assert {path.stem for path in script.parent.glob("*.fountain")} == set(SCREENPLAYS)


def test_unknown_names_are_refused() -> None:
    with pytest.raises(InputError, match=r"'absent'. Use one of grid25"):
        load_example("absent")
    with pytest.raises(InputError, match=r"'../secret'. Use one of last-tram"):
        example_path("../secret")
