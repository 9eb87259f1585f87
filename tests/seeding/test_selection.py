"""Quality and diversity in one call: the two ends, what lies between, and the law behind it."""

import numpy as np
import pytest
from sklearn.datasets import load_digits

import diverseed
from diverseed import select_diverse
from diverseed.errors import InputError
from diverseed.kernels import scale
from diverseed.kernels.vectors import rbf
from diverseed.seeding import selection
from tests.oracles import counts_fit, dpp_law
from tests.point_process.test_conditioning import given

METHODS = ["sample", "map"]
X = load_digits().data[:300]
SCORES = 1 / (1 + np.linalg.norm(X - X[0], axis=1) / 50)


@pytest.mark.parametrize("method", METHODS)
def test_no_diversity_is_the_best_scores_in_order(method: str) -> None:
    best = np.argsort(-SCORES, kind="stable")
    assert select_diverse(X, 7, scores=SCORES, diversity=0, method=method).tolist() == best[:7].tolist()
    assert select_diverse(X, 7, scores=SCORES, diversity=0, given=best[:2]).tolist() == best[2:9].tolist()
    large = np.full((300, 2), 1e37, dtype=np.float32)  # finite, though their sum is not in 32 bits
    assert select_diverse(large, 7, scores=SCORES, diversity=0, method=method).tolist() == best[:7].tolist()


@pytest.mark.parametrize("method", METHODS)
def test_full_diversity_ignores_the_scores(method: str) -> None:
    other = np.where(np.arange(300) % 30, 0.0, np.random.default_rng(0).random(300))  # also those of 0
    with_scores, without = (
        select_diverse(X, 9, scores=s, diversity=d, method=method, random_state=3) for s, d in ((other, 1), (None, 0.5))
    )
    assert with_scores.tolist() == without.tolist()


@pytest.mark.parametrize("method", METHODS)
def test_more_diversity_gives_up_score_for_difference(method: str) -> None:
    relevance, coverage = [], []
    for diversity in (0, 0.1, 0.25, 0.5, 1):
        draws = [
            select_diverse(X, 12, scores=SCORES, diversity=diversity, method=method, random_state=seed)
            for seed in range(1 if method == "map" else 40)
        ]
        relevance.append(np.mean([SCORES[d].mean() for d in draws]))
        spread = [np.linalg.norm(X[:, None] - X[d], axis=2).min(axis=1).mean() for d in draws]
        coverage.append(-np.mean(spread))
    assert relevance == sorted(relevance, reverse=True)
    assert coverage[0] < coverage[2] < max(coverage[3:])
    assert relevance[0] > 1.2 * relevance[-1]


def test_only_ratios_of_scores_count() -> None:
    for method in METHODS:
        one, other = (select_diverse(X, 8, scores=f * SCORES, method=method, random_state=1) for f in (1, 1e6))
        assert one.tolist() == other.tolist()


@pytest.mark.parametrize("dense", [True, False])
def test_draws_have_the_law_of_the_k_dpp(dense: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Quality, difference and items already chosen, against enumeration; also by intermediate sampling."""
    monkeypatch.setattr(selection, "_DENSE", 2_000 if dense else 0)
    rng = np.random.default_rng(0)
    rows, scores, diversity = rng.random((6, 2)), rng.uniform(0.5, 1, 6), 0.4
    quality = scores ** ((1 - diversity) / diversity)
    similarity = rbf(rows, gamma=selection._gamma(rows, 3))
    law = given(dpp_law(quality[:, None] * similarity * quality, 3), (4,))
    draws = [
        [*select_diverse(rows, 2, scores=scores, diversity=diversity, given=[4], random_state=rng), 4]
        for _ in range(700)
    ]
    assert counts_fit([sorted(d) for d in draws], law)
    flat = given(dpp_law(similarity, 3), (4,))
    assert not counts_fit([sorted(d) for d in draws], flat)


def test_many_items_are_drawn_from_the_same_process_as_few(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the whole kernel in place of intermediate sampling the draws agree one by one."""
    few = [select_diverse(X, 6, scores=SCORES, given=[7, 9], random_state=seed).tolist() for seed in range(5)]
    monkeypatch.setattr(selection, "_DENSE", 0)
    monkeypatch.setattr(
        selection,
        "LazyEnsemble",
        lambda rows, *, gamma=1.0, weights=None: diverseed.LEnsemble(rbf(rows, gamma=gamma), weights=weights),
    )
    many = [select_diverse(X, 6, scores=SCORES, given=[7, 9], random_state=seed).tolist() for seed in range(5)]
    assert many == few


def test_the_search_follows_the_determinant() -> None:
    rows, chosen = X[:40].astype(np.float32), [3]
    quality = SCORES[:40]
    kernel = quality[:, None] * rbf(X[:40], gamma=selection._gamma(rows, 6)) * quality
    for _ in range(5):
        gains = [np.linalg.slogdet(kernel[np.ix_([*chosen, x], [*chosen, x])])[1] for x in range(40)]
        chosen.append(int(np.argmax([-np.inf if x in chosen else g for x, g in enumerate(gains)])))
    found = select_diverse(rows, 5, scores=quality, diversity=0.5, given=[3], method="map")
    assert found.tolist() == chosen[1:]


@pytest.mark.parametrize("method", METHODS)
def test_items_like_those_given_are_passed_over(method: str) -> None:
    rows = np.repeat(np.random.default_rng(0).random((6, 3)), 2, axis=0)  # each item twice
    found = select_diverse(rows, 3, given=[0, 5, 6], method=method, random_state=0)
    assert set(found // 2) == {1, 4, 5}
    assert not {0, 5, 6} & set(found.tolist())


def test_the_number_is_the_expected_size() -> None:
    number = select_diverse(X, random_state=0).size
    kernel = rbf(X, gamma=diverseed.which_kernel(X).gamma)
    assert number == round(diverseed.LEnsemble(kernel).expected_size)
    assert select_diverse(X, scores=SCORES, random_state=0).size < number  # low scores count for less
    assert select_diverse(X, given=[1, 2, 3], method="map").size == number - 3
    for given_number in (number - 1, number, number + 5):
        assert select_diverse(X, given=range(given_number), method="map").size == 1
    few = select_diverse(X, scores=SCORES, method="map").size
    assert select_diverse(X, scores=9 * SCORES, method="map").size == few
    assert select_diverse(X, scores=np.zeros(300), diversity=1, random_state=0).size == number
    for diversity in (0.3, 0.5, 0.8):
        quality = (SCORES / SCORES.max()) ** ((1 - diversity) / diversity)
        size = diverseed.LEnsemble(quality[:, None] * kernel * quality).expected_size
        assert select_diverse(X, scores=SCORES, diversity=diversity, method="map").size == max(round(size), 1)


@pytest.mark.parametrize("method", METHODS)
def test_all_items_that_are_left_can_be_chosen(method: str) -> None:
    rows = np.random.default_rng(0).random((5, 2))
    found = select_diverse(rows, 3, given=[4, 1], method=method, random_state=0)
    assert sorted(found) == [0, 2, 3]


def test_items_of_score_zero_are_not_chosen() -> None:
    scores = np.where(np.arange(300) % 3, SCORES, 0.0)
    for method in METHODS:
        with np.errstate(divide="raise"):
            assert (select_diverse(X, 9, scores=scores, method=method, random_state=0) % 3 > 0).all()


@pytest.mark.parametrize("n", [20, 30, 36, 40, 60])
@pytest.mark.parametrize("count", [3, 9])
def test_the_scale_is_read_off_a_sample_of_different_items(count: int, n: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of 20, or four times the number wanted; all items where there are no more."""
    seen = []
    monkeypatch.setattr(selection, "_SAMPLE", 20)
    monkeypatch.setattr(selection, "automatic_gamma", lambda points, k, *, sharp, rng: seen.append((points, k, sharp)))
    rows = np.random.default_rng(0).standard_normal((n, 2))
    selection._gamma(rows, count)
    selection._gamma(rows[:20], 1)
    (points, k, sharp), (whole, at_least, _) = seen
    assert len(points) == len(np.unique(points.rows, axis=0)) == min(n, max(20, 4 * count))
    assert (k, sharp, at_least) == (count, False, 2)
    np.testing.assert_allclose(whole.rows, rows[:20] - rows[:20].mean(axis=0))


def test_cosine_compares_only_directions() -> None:
    lengths = np.random.default_rng(0).uniform(1, 9, (300, 1))
    for method in METHODS:
        one, other = (select_diverse(r, 6, metric="cosine", method=method, random_state=2) for r in (X, lengths * X))
        assert one.tolist() == other.tolist()


@pytest.mark.parametrize("method", METHODS)
def test_neither_the_type_of_the_numbers_nor_their_origin_matters(method: str) -> None:
    plain, whole, far = (
        select_diverse(rows, 8, method=method, random_state=0).tolist() for rows in (X, X.astype(int), X + 1e7)
    )
    assert plain == whole == far


def test_equal_scores_in_the_order_of_the_items() -> None:
    scores = np.tile([1.0, 2.0], 150)
    assert select_diverse(X, 4, scores=scores, diversity=0).tolist() == [1, 3, 5, 7]


def test_draws_of_many_items_are_reproducible(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selection, "_DENSE", 0)
    first, second = (select_diverse(X[:80], 4, given=[3], random_state=5).tolist() for _ in range(2))
    assert first == second


def test_the_expected_number_of_many_items_comes_from_a_sample(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scale, "_SAMPLE", 150)
    rows = np.random.default_rng(0).standard_normal((400, 2))
    exact = diverseed.LEnsemble(rbf(rows, gamma=diverseed.which_kernel(rows).gamma)).expected_size
    quality, none = np.ones(400), np.empty(0, dtype=np.intp)
    seen = []

    def counting(kernel: np.ndarray, *, weight: float) -> tuple[float, float]:
        seen.append(kernel)
        return scale.expected_sizes(kernel, weight=weight)

    monkeypatch.setattr(selection, "expected_sizes", counting)
    monkeypatch.setattr(scale, "_scale", None)  # a table of sizes would be computed with it
    assert selection._expected_number(rows, quality, 0.5, none) == pytest.approx(exact, rel=0.12)
    assert [len(kernel) for kernel in seen] == [150]
    assert (seen[0] < 1 - 1e-12).sum() == 150 * 149  # no item twice


def test_the_search_is_the_same_in_32_bits_and_changes_nothing() -> None:
    before = X.copy()
    assert select_diverse(X.astype(np.float32), 8, method="map").tolist() == select_diverse(X, 8, method="map").tolist()
    assert (before == X).all()


def test_the_search_keeps_its_digits_far_from_the_origin() -> None:
    """In 32 bits, with another origin in each column; the sums are exact."""
    far = (X + np.linspace(1e6, 1e7, X.shape[1]).round()).astype(np.float32)
    assert select_diverse(far, 8, method="map").tolist() == select_diverse(X, 8, method="map").tolist()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"diversity": 1.5}, "diversity must lie between 0 .* it is 1.5"),
        ({"metric": "manhattan"}, "metric='manhattan' is not supported"),
        ({"method": "greedy"}, "method='greedy' is not supported"),
        ({"k": 0}, "k must be a positive integer .* it is 0"),
        ({"k": 301}, "number of items left, 300"),
        ({"scores": [1, 2]}, r"scores must hold one number per point, shape \(300,\)"),
        ({"scores": -SCORES}, "scores must be finite and non-negative"),
        ({"scores": np.arange(300) < 3, "k": 5}, "items with a positive score, 3. Ask for fewer"),
        ({"scores": np.arange(300) < 3, "k": 3, "given": [0]}, "items with a positive score, 2. Ask for fewer"),
        ({"scores": np.zeros(300), "k": None}, "items with a positive score, 0. Ask for fewer"),
        ({"given": [300]}, "given holds 300 .. 300; indices go from 0 to 299"),
        ({"X": [[1.0, np.nan]]}, "NaN or infinity"),
        ({"k": 299, "given": [0, 1]}, "number of items left, 298"),
        ({"X": [1.0, 2.0]}, r"its shape is \(2,\)"),
        ({"X": np.zeros((3, 0))}, r"its shape is \(3, 0\)"),
        ({"X": [["a", "b"]]}, "matrix of numbers"),
        ({"diversity": True}, "it is True"),
        ({"X": np.ones((5, 2)), "k": 3, "method": "map"}, "k=3 exceeds .*, 1. Ask"),
        ({"X": np.ones((5, 2)), "k": 3}, "k=3 exceeds the number of items that differ .*, 1. Ask"),
        ({"X": np.tile(np.eye(2), (3, 1)), "k": 2, "given": [0]}, "k=2 exceeds .*, 1. Ask"),
    ],
    ids=range(20),
)
def test_errors(options: dict[str, object], message: str) -> None:
    with pytest.raises(InputError, match=message):
        select_diverse(**{"X": X, "k": 5, **options})


def test_embeddings_in_single_precision_lose_no_rank() -> None:
    rows = np.random.default_rng(0).standard_normal((600, 64))
    for k in (100, 500):
        single, double = (select_diverse(rows.astype(dtype), k, random_state=0) for dtype in (np.float32, np.float64))
        assert single.size == double.size == k
