"""Generated sets of near-duplicates: floors that a worse comparison, tree or cut falls through."""

import pytest

from benchmarks.near_duplicates import near_duplicates
from diverseed.scores import adjusted_rand
from diverseed.texts import cluster_texts


@pytest.mark.parametrize("domain", ["products", "addresses"])
@pytest.mark.parametrize("n_groups", [30, 80])
def test_groups_are_found(domain, n_groups):
    data = near_duplicates(domain, seed=900, n_groups=n_groups, mean_size=4)
    assert adjusted_rand(data.groups, cluster_texts(data.texts, random_state=0).labels) > 0.75
