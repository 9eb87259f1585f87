import numpy as np
import pytest

from benchmarks.near_duplicates import DOMAINS, EDITS, group_sizes, near_duplicates


@pytest.mark.parametrize("domain", DOMAINS)
def test_sets_are_reproducible_and_hold_every_group(domain: str) -> None:
    first, again = (near_duplicates(domain, seed=5, n_groups=50) for _ in range(2))
    assert first.texts == again.texts
    np.testing.assert_array_equal(first.groups, again.groups)
    assert np.unique(first.groups).size == 50
    assert len(first.texts) == first.groups.size
    assert near_duplicates(domain, seed=6, n_groups=50).texts != first.texts


@pytest.mark.parametrize("domain", ["products", "addresses"])
def test_without_edits_and_variation_groups_never_share_a_text(domain: str) -> None:
    made = near_duplicates(domain, seed=0, n_groups=200, edits=0)
    assert len(set(zip(made.texts, made.groups.tolist(), strict=True))) == len(set(made.texts))


@pytest.mark.parametrize("size_law", ["equal", "geometric", "zipf"])
def test_group_sizes(size_law: str) -> None:
    sizes = group_sizes(np.random.default_rng(0), 1000, 6.0, size_law, 0.4)
    assert (sizes[:400] == 1).all()
    assert sizes.min() == 1
    assert sizes[400:].mean() == pytest.approx(6, rel=0.15)


@pytest.mark.parametrize("edit", EDITS)
def test_edits_keep_the_first_field_in_the_line(edit) -> None:
    rng = np.random.default_rng(0)
    fields = ["12 Elm Street", "Rear House", "Ashford", "40512"]
    seen = {" ".join(edit(fields, rng)) for _ in range(40)}
    assert seen != {" ".join(fields)}
    assert all("12" in line for line in seen)
    assert edit(["x"], rng) == ["x"]


def test_too_many_groups_are_refused() -> None:
    with pytest.raises(ValueError, match="160 groups are more than"):
        near_duplicates("survey answers", seed=0, n_groups=160)
