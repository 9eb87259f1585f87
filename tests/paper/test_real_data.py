"""Tables 2 and 3. The paper's k: iris 3.80, ecoli 6.23, dermatology 32.63; recovered: 3.83, 6.15, 32.64, exact."""

import numpy as np
import pytest

from diverseed.errors import InputError
from diverseed.kernels.vectors import rbf
from diverseed.paper.real_data import linear_process, load_real_sets, rbf_process
from diverseed.paper.real_tables import flat_process, sizes_by_features, table2, table3
from diverseed.paper.settings import RunSettings


@pytest.fixture(scope="module")
def sets():
    return {data.name: data for data in load_real_sets()}


@pytest.mark.parametrize(
    ("name", "shape", "sizes"),
    [
        ("iris", (150, 4), [50, 50, 50]),
        ("ecoli", (336, 7), [143, 77, 52, 35, 20, 5, 2, 2]),
        ("dermatology", (358, 33), [111, 71, 60, 48, 48, 20]),
    ],
)
def test_sets_are_whole(sets, name, shape, sizes) -> None:
    assert sets[name].points.shape == shape
    assert sorted(np.bincount(sets[name].classes).tolist(), reverse=True) == sizes


@pytest.mark.parametrize(
    ("name", "mean", "deviation"), [("iris", 3.83, 0.39), ("ecoli", 6.15, 0.80), ("dermatology", 32.64, 0.59)]
)
def test_size_of_the_linear_process_to_two_decimals(sets, name, mean, deviation) -> None:
    process = linear_process(sets[name].points)
    assert round(process.expected_size, 2) == mean
    assert round(np.sqrt(process.size_variance), 2) == deviation
    kernel = 2 * sets[name].points @ sets[name].points.T
    inverse = np.linalg.inv(np.eye(len(kernel)) + kernel)
    assert process.expected_size == pytest.approx(len(kernel) - np.trace(inverse), abs=1e-6)


def test_rbf_process_has_the_median_distance(sets) -> None:
    points = sets["iris"].points
    pairs = np.linalg.norm(points[:, None] - points, axis=2)[np.triu_indices(150, 1)]
    kernel = rbf(points, gamma=1 / (2 * np.median(pairs) ** 2))
    inverse = np.linalg.inv(np.eye(150) + kernel)
    assert rbf_process(points).expected_size == pytest.approx(150 - np.trace(inverse), abs=1e-6)


def test_flat_limit_is_the_centred_linear_kernel_and_one_more() -> None:
    points = np.random.default_rng(0).normal(size=(200, 5))
    limit = 1 + linear_process(points - points.mean(axis=0)).expected_size
    assert flat_process(points, 2000.0).expected_size == pytest.approx(limit, abs=0.01)
    assert 5.9 < limit < 6


def test_a_linear_kernel_counts_features_not_clusters(sets) -> None:
    derm = sets["dermatology"]
    sizes = sizes_by_features(derm.points, np.random.default_rng(0))
    features = np.arange(1, 34)
    assert np.abs(sizes["linear"] - features).max() < 0.5
    assert np.abs(sizes["shuffled"] - features).max() < 0.5
    assert np.abs(sizes["flat"] - features - 1).max() < 0.5


def test_table2_lies_near_the_recovered_f1() -> None:
    finding = table2(RunSettings(runs=8))
    (table,) = finding.tables
    rows = table.rows
    for name, recovered in (("iris", 0.87), ("ecoli", 0.54), ("dermatology", 0.74)):
        assert rows[name][1].ours == pytest.approx(recovered, abs=0.1), name
    assert len(finding.compared) == 6


def test_table3_lies_near_the_recovered_costs_and_explains_dermatology() -> None:
    finding = table3(RunSettings(runs=8))
    linear, rbf_table, why = finding.tables
    rows = linear.rows
    assert all(cells[1].within for cells in rows.values())
    assert rows["dermatology"][2].ours == pytest.approx(2236, rel=0.06)
    assert rows["dermatology"][3].ours == pytest.approx(3669, rel=0.12)
    assert len(finding.compared) == 9
    assert all(cell.paper is None for cells in rbf_table.rows.values() for cell in cells)
    counted = {name: [cell.ours for cell in cells] for name, cells in why.rows.items()}
    assert counted["dermatology"][:2] == [33, 6]
    assert counted["dermatology"][5] < 10  # "auto" does not count features
    assert finding.data["auto"]["dermatology"]["raw"]["n_clusters"] == counted["dermatology"][5]
    assert [figure.name for figure in finding.figures] == ["dermatology", "dermatology-evidence"]


def test_missing_extra_says_how_to_install_it(monkeypatch) -> None:
    monkeypatch.setattr("diverseed.paper.real_data.find_spec", lambda name: None)
    with pytest.raises(InputError, match=r"pip install .*\[paper\]"):
        load_real_sets()
