"""From spectra to scores, partitions, levels and a verdict, against their definitions."""

from collections import Counter
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from diverseed.engine.representatives import Summary
from diverseed.kernels.vectors import squared_distances
from diverseed.walk import curve as walk_curve
from diverseed.walk.curve import MOST_CLUSTERS, Curve, Partition, _partition, score_curve
from diverseed.walk.evidence import NOTHING_TO_SEE, Evidence, judged
from diverseed.walk.graph import Graph, kernel_graphs
from diverseed.walk.levels import Branch, levels_tree
from diverseed.walk.null import Null
from diverseed.walk.partition import diverse_nodes, partition
from diverseed.walk.separation import contrast, separation, time_scale
from diverseed.walk.spectrum import Spectrum, spectrum_of
from tests.data import grid

VALUES = np.array([[1, 0.99, 0.98, 0.5, 0.4, 0.3], [1, 0.999, 0.6, 0.59, 0.58, 0.1]])


def curve_with(scores: dict[int, float], n_modes: dict[int, int] | None = None) -> Curve:
    """Of two graphs with six eigenvalues each, one of them in single width."""
    spectra = tuple(
        Spectrum(bandwidth, values, lambda k: np.zeros((9, k)), np.ones(9))
        for bandwidth, values in zip((0.5, 2.0), (VALUES[0], VALUES[1][:5]), strict=True)
    )
    contrasts = np.zeros((2, 5))
    for row, spectrum in zip(contrasts, spectra, strict=True):
        row[: spectrum.eigenvalues.size - 1] = contrast(spectrum.eigenvalues)
    modes = {k: k for k in scores} | (n_modes or {})
    partitions = {k: Partition(m, np.arange(9) % m, np.arange(m) >= k, float(k)) for k, m in modes.items()}
    values = np.array([scores.get(k, 0.0) for k in range(1, 6)])
    return Curve(np.arange(9), spectra, contrasts, values, partitions)


def contrast_of(k: int, n_modes: int | None = None) -> float:
    """The scaled contrast of k equal clusters on these two graphs."""
    both = np.array([[*contrast(VALUES[0])], [*contrast(VALUES[1][:5]), 0]])
    return float(both.mean(axis=0)[(n_modes or k) - 1] * (k - 1) ** 0.4)


def null_with(line: float) -> Null:
    """A null whose line between chance and structure is this, and from which nothing stands out clearly."""
    return Null(line, np.inf)


@pytest.mark.parametrize("clear", [-1e-6, 1e-6])
@pytest.mark.parametrize("above", [-1e-6, 1e-6, 1.0])
def test_the_verdict_depends_on_the_contrast(above: float, clear: float) -> None:
    found = contrast_of(3)
    evidence = judged(curve_with({3: 0.8}), Null(found - above, found + clear))
    if above < 0:
        assert (evidence.verdict, evidence.n_clusters, evidence.levels) == ("none", 1, ())
        assert (evidence.candidates, evidence.shares) == ([1], {1: 1.0})
    else:
        assert (evidence.verdict, evidence.n_clusters) == ("clear" if clear < 0 else "weak", 3)
        assert evidence.candidates[0] == 3
    assert evidence.best_n_clusters == 3
    assert evidence.null_level == pytest.approx(separation(np.array((found - above) / 2**0.4)) * 2**0.4)
    assert evidence.strength == pytest.approx(0.8 - evidence.null_level)


def test_the_best_number_is_the_best_of_those_that_chance_does_not_reach() -> None:
    """Four clusters have the best score, but random data has such ratios of time scales too."""
    assert contrast_of(4) < contrast_of(2, 3) < contrast_of(3)
    curve = curve_with({4: 1.4, 2: 0.9, 3: 0.8}, n_modes={2: 3})
    evidence = judged(curve, null_with(contrast_of(4) + 1e-6))
    assert (evidence.n_clusters, evidence.best_n_clusters, evidence.candidates) == (2, 2, [2, 3])
    assert evidence.strength == pytest.approx(0.9 - evidence.null_level)
    assert judged(curve, null_with(contrast_of(4) - 1e-6)).candidates == [4, 2, 3]
    assert judged(curve, null_with(99.0)).best_n_clusters == 4


def test_null_scores_are_those_of_the_contrast_that_chance_reaches() -> None:
    curve = curve_with({2: 0.9, 3: 1.4})
    curve.partitions[2] = replace(curve.partitions[2], n_effective=1.3)
    evidence = judged(curve, null_with(0.7))
    sizes = np.array([1.0, 1.3, 3, 4, 5])[1:] - 1
    expected = [0.0, *separation(0.7 / sizes**0.4) * sizes**0.4]
    np.testing.assert_allclose(evidence.null_scores, expected)
    assert evidence.null_level == evidence.null_scores[2]


def test_levels_are_all_numbers_well_above_the_null_level() -> None:
    curve = curve_with({2: 0.9, 3: 1.4, 4: 0.8, 5: 0.7}, n_modes={2: 3})
    contrasts = {k: contrast_of(k, m) for k, m in {2: 3, 3: 3, 4: 4, 5: 5}.items()}
    assert contrasts[5] < contrasts[4] < contrasts[2] < contrasts[3]
    line = contrasts[5] - 1e-6
    evidence = judged(replace(curve, partitions={k: curve.partitions[k] for k in (2, 3, 4)}), null_with(line))
    assert evidence.candidates == [3, 2, 4]
    assert judged(curve, null_with(line)).candidates == [3, 2, 4, 5]
    assert judged(curve, null_with(line + 2e-6)).candidates == [3, 2, 4]
    excess = np.array([1.4, 0.9, 0.8]) - evidence.null_scores[[2, 1, 3]]
    assert [level.share for level in evidence.levels] == pytest.approx(excess / excess.sum())
    assert evidence.shares == {
        level.n_clusters: level.share for level in sorted(evidence.levels, key=lambda x: x.n_clusters)
    }
    assert list(evidence.shares) == [2, 3, 4]
    assert [level.score for level in evidence.levels] == [1.4, 0.9, 0.8]
    for level, modes in zip(evidence.levels, (3, 3, 4), strict=True):  # two clusters and an outlier are three modes
        spectrum = max(curve.spectra, key=lambda s, m=modes: contrast(s.eigenvalues)[m - 1])
        assert level.bandwidth == spectrum.bandwidth
        assert level.time_scale == time_scale(spectrum.eigenvalues, modes)
    assert evidence.bandwidth == evidence.levels[0].bandwidth
    assert evidence.bandwidths.tolist() == [0.5, 2.0]
    np.testing.assert_array_equal(evidence.eigenvalues[0], VALUES[0])
    np.testing.assert_array_equal(evidence.eigenvalues[1], [*VALUES[1][:5], np.nan])
    both = np.array([[*contrast(VALUES[0])], [*contrast(VALUES[1][:5]), 0]])
    np.testing.assert_allclose(evidence.separations, separation(both.mean(axis=0)))
    assert evidence.is_round is evidence.agreement is None


@pytest.mark.parametrize("best", [2, 3])
def test_the_bandwidth_is_that_of_the_best_level(best: int) -> None:
    evidence = judged(curve_with({2: 0.9, 3: 0.8} | {best: 1.4}), null_with(0.01))
    one, other = (level.bandwidth for level in evidence.levels)
    assert (evidence.candidates[0], evidence.bandwidth) == (best, one)
    assert one != other


def test_of_three_graphs_the_two_best_count() -> None:
    curve = Curve(np.arange(2), (), np.array([[0.0, 0.1, 0.9], [0.2, 0.5, 0.3], [0.4, 0.3, 0.6]]), np.zeros(3), {})
    assert curve.mean_contrasts == pytest.approx([0.3, 0.4, 0.75])
    assert curve.separations == pytest.approx(separation(np.array([0.3, 0.4, 0.75])))
    assert (curve.ranked, curve.largest_contrast) == ([], 0.0)


def test_evidence_is_equal_by_its_answers() -> None:
    one, same, other = (judged(curve_with({3: score}), null_with(0.2)) for score in (1.0, 1.0, 1.1))
    assert one == same != other
    assert hash(one) == hash(same) != hash(other)
    assert one != "evidence"
    assert "levels=[3 (1.00)]" in repr(one)
    assert (NOTHING_TO_SEE.bandwidth, NOTHING_TO_SEE.candidates, NOTHING_TO_SEE.n_clusters) == (0.0, [1], 1)
    assert isinstance(NOTHING_TO_SEE, Evidence)
    assert (NOTHING_TO_SEE.strength, NOTHING_TO_SEE.null_level, NOTHING_TO_SEE.best_n_clusters) == (0.0, 0.0, 1)


def test_nothing_to_see_is_one_graph_with_one_mode() -> None:
    assert NOTHING_TO_SEE.eigenvalues.tolist() == [[1, 0]]
    for values in (
        NOTHING_TO_SEE.bandwidths,
        NOTHING_TO_SEE.separations,
        NOTHING_TO_SEE.scores,
        NOTHING_TO_SEE.null_scores,
    ):
        assert values.tolist() == [0]


def blobs(side: int = 3) -> tuple[np.ndarray, list[Graph]]:
    X, labels = grid(side, per_cluster=12)
    return labels, list(kernel_graphs(squared_distances(X), np.ones(len(X))))


def test_scores_by_definition() -> None:
    """``s (n - 1)^0.4`` with n the effective number of clusters; elsewhere an upper bound, with k equal ones."""
    labels, graphs = blobs()
    n, rng = len(labels), np.random.default_rng(0)
    weights = rng.uniform(0.5, 2, n)
    curve = score_curve(np.arange(n), graphs, 12 * 20, weights)
    spectra = [spectrum_of(graph, 12) for graph in graphs]
    contrasts = np.array([contrast(spectrum.eigenvalues) for spectrum in spectra])
    np.testing.assert_allclose(curve.contrasts, contrasts, rtol=1e-4, atol=1e-6)
    mean = np.sort(contrasts, axis=0)[-2:].mean(axis=0)
    bounds = separation(mean) * np.arange(12) ** 0.4
    assert curve.ranked[0] == 9
    assert len(curve.partitions) >= 4
    for k, found in curve.partitions.items():
        spectrum = spectra[contrasts[:, found.n_modes - 1].argmax()]
        expected = partition(spectrum, diverse_nodes(spectrum, found.n_modes))[0]
        np.testing.assert_array_equal(found.labels, expected)
        shares = np.bincount(expected, weights=weights) / weights.sum()
        effective = 1 / (shares**2).sum()
        assert found.n_effective == pytest.approx(effective)
        plain = mean[found.n_modes - 1]
        assert curve.scores[k - 1] == pytest.approx(separation(plain) * (effective - 1) ** 0.4, rel=1e-5)
        assert curve.contrast_of(k) == pytest.approx(plain * (effective - 1) ** 0.4, rel=1e-4)
        assert curve.scores[k - 1] <= bounds[found.n_modes - 1] + 1e-9
    looked_at = np.argsort(-bounds, kind="stable")[:8]
    others = np.setdiff1d(np.arange(12), [*looked_at, *(k - 1 for k in curve.partitions)])
    np.testing.assert_allclose(curve.scores[others], bounds[others], atol=1e-6)
    assert curve.scores.max() == curve.scores[curve.ranked[0] - 1]
    assert curve.largest_contrast == max(map(curve.contrast_of, curve.partitions))


@pytest.mark.parametrize(
    ("n_points", "at_least", "most"), [(1, 1, 5), (100, 1, 5), (140, 1, 7), (140, 9, 9), (10**6, 1, 106)]
)
def test_a_cluster_has_twenty_points_or_more(n_points: int, at_least: int, most: int) -> None:
    """At least five clusters are looked for, and no more than the nodes of the graph allow."""
    _, graphs = blobs()
    curve = score_curve(np.arange(108), graphs[:2], n_points, np.ones(108), at_least=at_least)
    assert MOST_CLUSTERS == 300
    assert curve.scores.size == most
    assert score_curve(np.arange(108), [], n_points, np.ones(108)) is None


@pytest.mark.parametrize(("weight", "light"), [(1.0, 1), (2.0, 0), (30.0, 0)])
def test_clusters_lighter_than_a_neighbourhood_are_outliers(weight: float, light: int) -> None:
    """Of no more mass than a given one, unless they make up more than a twentieth of all."""
    X = np.vstack([np.random.default_rng(0).standard_normal((80, 2)), 100 + np.random.default_rng(1).random((3, 2))])
    spectrum = spectrum_of(list(kernel_graphs(squared_distances(X), np.ones(83)))[3], 5)
    masses = np.where(np.arange(83) < 80, 1.0, weight)
    found = _partition(spectrum, 2, masses, 4.0)
    sizes = np.bincount(found.labels, weights=masses)
    assert sorted(sizes) == sorted([80, 3 * weight])
    assert int(found.light.sum()) == light
    assert found.n_clusters == 2 - light
    assert light == 0 or sizes[found.light].tolist() == [3]
    shares = sizes / sizes.sum()
    assert found.n_effective == pytest.approx(1 / (shares**2).sum())
    few = _partition(spectrum, 2, np.where(np.arange(83) < 80, 0.5, 1.0), 4.0)
    assert not few.light.any()  # 3 of 43


def test_a_mode_that_shows_nothing_is_no_cluster() -> None:
    """All nodes have the same direction, so that one of two clusters is empty."""
    spectrum = Spectrum(1.0, np.ones(3), lambda k: np.ones((30, k)), np.ones(30))
    found = _partition(spectrum, 2, np.ones(30), 4.0)
    assert (found.light.tolist(), found.n_clusters, found.n_effective) == ([False, True], 1, 1.0)


@pytest.mark.parametrize("heavy", [1.0, 300.0])
def test_eight_numbers_are_looked_at_and_those_that_may_be_better(
    heavy: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One heavy cluster of nine: scores fall far below their bounds, so that more have to be looked at."""
    labels, graphs = blobs()
    seen: list[int] = []

    def counted(spectrum: Spectrum, k: int, *rest: Any) -> Partition:
        seen.append(k)
        return _partition(spectrum, k, *rest)

    monkeypatch.setattr(walk_curve, "_partition", counted)
    weights = np.where(labels == 0, heavy, 1.0)
    curve = score_curve(np.arange(108), graphs, 40 * 20, weights, n_neighbors=4)
    bounds = curve.separations * np.arange(40) ** 0.4
    order = (np.argsort(-bounds, kind="stable") + 1).tolist()
    assert seen == order[: len(seen)]
    assert (len(seen) > 8) == (heavy > 1)
    assert bounds[order[len(seen)] - 1] <= curve.scores[curve.ranked[0] - 1]
    for rank, k in enumerate(seen[8:], 8):
        modes = {found.n_modes: number for number, found in curve.partitions.items()}
        so_far = [curve.scores[modes[m] - 1] for m in seen[:rank] if m in modes]
        assert bounds[k - 1] > max(so_far, default=0)


@pytest.mark.parametrize("count", [4, 10])
def test_no_more_usual_points_than_a_point_has_neighbours_are_no_cluster(count: int) -> None:
    far = 100 + np.random.default_rng(1).random((count, 2))
    X = np.vstack([np.random.default_rng(0).standard_normal((200, 2)), far])
    n = len(X)
    graphs = list(kernel_graphs(squared_distances(X), np.ones(n)))
    for weights, light in ((np.ones(n), 1), (np.where(np.arange(n) < 200, 1.0, 1.2), 0)):
        curve = score_curve(np.arange(n), graphs, n, weights, n_neighbors=count)
        usual = Summary(weights, weights).resolution
        assert (weights[200:].sum() <= count * usual) == light
        two = _partition(curve.spectrum_for(2), 2, weights, count * usual)
        assert int(two.light.sum()) == light
        assert (2 in curve.partitions and curve.partitions[2].n_modes == 2) == (not light)
        for unit in (1e-3, 1e3):
            same = score_curve(np.arange(n), graphs, n, unit * weights, n_neighbors=count)
            np.testing.assert_allclose(same.scores, curve.scores)
        assert 1 not in curve.partitions
        assert curve.scores[0] == 0
        assert curve.scores[1] > 0 if 2 in curve.partitions else curve.scores[1] == 0  # one cluster and outliers


def test_partitions_are_spherical_k_means_and_tell_how_good_they_are() -> None:
    """On a graph whose nodes the walk is at more and less often."""
    X, labels = grid(3, per_cluster=12)
    graphs = list(kernel_graphs(squared_distances(X), np.random.default_rng(0).uniform(0.2, 3, 108)))
    spectrum = spectrum_of(graphs[2], 12)
    found, quality = partition(spectrum, diverse_nodes(spectrum, 9))
    assert len(set(zip(labels.tolist(), found.tolist(), strict=True))) == 9
    rows = spectrum.vectors(9).astype(float)
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    sums = np.array([(spectrum.degrees[:, None] * rows)[found == c].sum(axis=0) for c in range(9)])
    centres = sums / np.linalg.norm(sums, axis=1, keepdims=True)
    np.testing.assert_array_equal(found, (rows @ centres.T).argmax(axis=1))  # it has come to rest
    cosines = np.einsum("ij,ij->i", rows, centres[found])
    assert quality == pytest.approx((cosines * spectrum.degrees).sum() / spectrum.degrees.sum())
    for unit in (1e-6, 1e6):
        again, same = partition(replace(spectrum, degrees=unit * spectrum.degrees), diverse_nodes(spectrum, 9))
        np.testing.assert_array_equal(again, found)
        assert same == pytest.approx(quality, rel=1e-12)


@pytest.mark.parametrize("seed", range(3))
def test_the_tree_of_levels_by_counting(seed: int) -> None:
    """Also with a cluster that is empty."""
    rng = np.random.default_rng(seed)
    labels = {k: rng.integers(0, k, 40) for k in (7, 2, 4)}
    labels[4][labels[4] == 3] = 0
    weights = rng.uniform(0, 2, 40)
    branches = iter(levels_tree(labels, weights))
    for coarse, fine in ((None, 2), (2, 4), (4, 7)):
        for cluster in range(fine):
            inside = labels[fine] == cluster
            parents = Counter() if coarse is None else Counter(dict.fromkeys(range(coarse), 0.0))
            for i in np.flatnonzero(inside):
                parents[0 if coarse is None else labels[coarse][i]] += weights[i]
            parent, mass = parents.most_common(1)[0]
            total = weights[inside].sum()
            found = next(branches)
            assert (found.n_clusters, found.cluster) == (fine, cluster)
            assert found.parent == (None if coarse is None else parent)
            assert found.share == pytest.approx(total / weights.sum())
            assert found.inside == pytest.approx(mass / total if total and coarse else 1.0)
    assert next(branches, None) is None
    parts = [[branch.inside for branch in levels_tree(labels, unit * weights)] for unit in (1, 1e-6, 1e6)]
    np.testing.assert_allclose(parts[1:], [parts[0]] * 2)
    assert levels_tree({}, weights) == ()
    assert [branch.share for branch in levels_tree({3: np.zeros(40, dtype=int)}, weights)] == pytest.approx([1, 0, 0])
    assert levels_tree({1: np.zeros(40, dtype=int)}, weights) == (Branch(1, 0, pytest.approx(1.0), None, 1.0),)
