import numpy as np
import pytest
from scipy.spatial.distance import pdist

from benchmarks.generated_sets import KINDS, generated_sets, sets_without_clusters


@pytest.fixture(scope="module")
def few_sets():
    return list(generated_sets(per_kind=2))


def test_there_are_sets_of_every_kind_with_the_clusters_they_name(few_sets) -> None:
    assert {made.kind for made in few_sets} == set(KINDS)
    for made in few_sets:
        assert made.X.shape[0] == made.labels.size
        assert np.isfinite(made.X).all()
        assert np.unique(made.labels[made.labels >= 0]).size == made.n_clusters == made.recipe.k


def test_ranges_are_used_to_their_ends(few_sets) -> None:
    assert max(made.n_clusters for made in few_sets) == 100
    assert max(made.X.shape[1] for made in few_sets) == 300
    ratios = {made.recipe.imbalance: np.bincount(made.labels) for made in few_sets if made.kind == "imbalance"}
    assert max(ratios) == 50
    assert ratios[50].max() / ratios[50].min() == pytest.approx(50, rel=0.1)


def test_clusters_are_separated(few_sets) -> None:
    for made in few_sets:
        assert made.recall >= 0.92
        assert made.worst_recall >= 0.8
        recipe = made.recipe
        if recipe.elongation == recipe.spread == 1 and recipe.law == "gauss" and not recipe.background:
            informative = made.X[:, : recipe.d]
            means = np.array([informative[made.labels == j].mean(axis=0) for j in range(recipe.k)])
            error = 6 * np.sqrt(2 * recipe.d / np.bincount(made.labels).min())
            assert pdist(means).min() > recipe.separation - error


def test_sets_are_reproducible(few_sets) -> None:
    again = next(generated_sets(per_kind=2))
    np.testing.assert_array_equal(again.X, few_sets[0].X)
    assert not np.array_equal(next(generated_sets(per_kind=2, seed=1)).X, few_sets[0].X)


def test_sets_without_clusters() -> None:
    made = list(sets_without_clusters())
    assert len({one.name for one in made}) == len(made) == 24
    assert all(one.n_clusters == 1 for one in made)
    cube = next(one for one in made if one.name == "one cube 30-D")
    assert np.abs(cube.X).max() <= np.sqrt(3)
    np.testing.assert_allclose(cube.X.std(axis=0), 1, atol=0.1)
