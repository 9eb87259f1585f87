"""Table 1 and Figure 1. Recovered k (median of 50): 6, 11, 18, 29, 39, 104; the paper: 4, 11, 18, 28, 39, 105."""

import numpy as np
import pytest

from diverseed.kernels import get_kernel
from diverseed.paper.grids import GAMMA, draw_grid, figure1, missed_by_chance, paper_process, table1
from diverseed.paper.settings import RunSettings
from diverseed.point_process import LEnsemble
from diverseed.progress import heard_by


def test_grid_has_the_papers_shape() -> None:
    grid = draw_grid(3, rng=np.random.default_rng(0))
    assert grid.points.shape == (900, 2)
    assert np.bincount(grid.gaussians).tolist() == [100] * 9
    means = np.array([grid.points[grid.gaussians == one].mean(axis=0) for one in range(9)])
    assert np.abs(means - 10 * np.stack(np.divmod(np.arange(9), 3), axis=1)).max() < 0.5
    within = grid.points - means[grid.gaussians]
    assert within.var() == pytest.approx(1, abs=0.1)


def test_low_rank_process_is_the_dense_one() -> None:
    points = draw_grid(3, rng=np.random.default_rng(1)).points
    dense = LEnsemble(get_kernel("rbf")(points, gamma=GAMMA))
    quick = paper_process(points, rng=np.random.default_rng(2))
    assert quick.expected_size == pytest.approx(dense.expected_size, abs=1e-4)
    assert quick.size_variance == pytest.approx(dense.size_variance, abs=1e-4)


@pytest.mark.parametrize(("side", "recovered"), [(2, 6), (3, 11), (4, 18), (5, 29), (6, 39), (10, 104)])
def test_expected_size_is_the_recovered_number(side, recovered) -> None:
    rng = np.random.default_rng(side)
    size = paper_process(draw_grid(side, rng=rng).points, rng=rng).expected_size
    assert size == pytest.approx(recovered, abs=1.5)


def test_table1_one_run() -> None:
    reported = []
    with heard_by(lambda stage, done, total: reported.append((done, total))):
        finding = table1(RunSettings(runs=1, seed=5))
    missed, sizes = finding.tables
    assert len(finding.compared) == 4 * 7 + 7
    rows = {name: [cell.ours for cell in cells] for name, cells in missed.rows.items()}
    assert rows["diverseed (k automatic)"] == [0] * 7
    assert sum(rows["kmeansRand"]) > sum(rows["kmeans++"]) > sum(rows["greedy k-means++ (scikit-learn)"])
    found = {name: [cell.ours for cell in cells] for name, cells in sizes.rows.items()}
    assert found["diverseed (k automatic)"][:6] == [4, 9, 16, 25, 36, 100]
    drawn = np.array(found["kmeansD++"][:6])
    assert (np.abs(drawn - [6, 11, 18, 29, 39, 104]) <= 4 * np.array([1.1, 1.5, 1.8, 2.2, 2.5, 3.9])).all()
    assert finding.data["exact_runs_of_default"] == [1] * 6
    assert [one for one in reported if one[1] == 6] == [(done, 6) for done in range(1, 7)]


def test_figure1_shows_as_many_seeds_as_were_drawn() -> None:
    finding = figure1(RunSettings(runs=1))
    assert finding.data["diverseed"] == {"seeds": 25, "missed": 0}
    assert finding.data["kmeansDk++"]["seeds"] == 25
    assert finding.data["kmeansD++"]["seeds"] == pytest.approx(28.3, abs=9)
    assert "a) kmeansD++" in finding.figures[0].svg


def test_random_rows_miss_as_many_as_chance_says() -> None:
    rng = np.random.default_rng(0)
    clusters = np.repeat(np.arange(9), 100)
    missed = [9 - np.unique(clusters[rng.choice(900, 9, replace=False)]).size for _ in range(4000)]
    assert missed_by_chance(9) == pytest.approx(np.mean(missed), abs=4 * np.std(missed) / np.sqrt(4000))
    assert missed_by_chance(100) == pytest.approx(36.4, abs=0.1)  # the paper's median of 50 runs is 31
