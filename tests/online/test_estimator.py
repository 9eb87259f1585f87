"""ExpertsKMeans: scikit-learn's contract, blocks, bounds on whole streams, following changes, bad input."""

import pickle
import warnings

import numpy as np
import pytest
from sklearn.cluster import DBSCAN, KMeans
from sklearn.metrics import adjusted_rand_score
from sklearn.utils.estimator_checks import parametrize_with_checks

from diverseed.errors import InputError
from diverseed.online import ExpertsKMeans
from diverseed.seeding import SEEDINGS

from .streams import cheapest_sequence

SAME_K = [("k-means++", 4), ("k-means#", 4), ("random", 4), ("k-dpp", 4), ("local-search", 4)]


def drifting(n: int, *, k: int = 4, seed: int = 0) -> np.ndarray:
    """Gaussians that walk round a circle."""
    rng = np.random.default_rng(seed)
    angles = 2 * np.pi * (rng.integers(k, size=n) / k + np.arange(n) / n)
    return 10 * np.column_stack([np.cos(angles), np.sin(angles)]) + rng.standard_normal((n, 2))


def adversarial(n: int, seed: int = 0) -> np.ndarray:
    """Far outliers, repeated points and jumps, so that experts are wrong in turn."""
    rng = np.random.default_rng(seed)
    X = rng.standard_normal((n, 3)) * rng.choice([0.01, 1, 50], size=(n, 1))
    X[n // 3 : n // 2] = X[n // 3]
    X[n // 2 :] += 100
    return X


STREAMS = {"drifting": drifting, "adversarial": adversarial}


@parametrize_with_checks([ExpertsKMeans(["auto", ("k-means++", 3)], window=100, random_state=0)])
def test_scikit_learn_contract(estimator, check) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check(estimator)


@pytest.mark.parametrize("update", ["static", "fixed_share", "learn_alpha"])
def test_blocks_make_no_difference(update: str) -> None:
    X = drifting(240)
    settings = {"experts": [("k-means++", 4), ("k-dpp", 4), "auto"], "window": 90, "update": update, "random_state": 0}
    whole = ExpertsKMeans(**settings).fit(X)
    for cuts in ([1, 2, 3, 77, 78, 230], list(range(25, 240, 25))):
        parts = ExpertsKMeans(**settings)
        for block in np.split(X, cuts):
            parts.partial_fit(block)
        assert parts.loss_ == whole.loss_
        assert np.array_equal(parts.expert_weights_, whole.expert_weights_)
        assert np.array_equal(parts.expert_losses_, whole.expert_losses_)
        assert np.array_equal(parts.cluster_centers_, whole.cluster_centers_)


@pytest.mark.parametrize("stream", STREAMS)
@pytest.mark.parametrize("update", ["static", "fixed_share", "learn_alpha"])
def test_the_papers_bounds_on_whole_streams(stream: str, update: str) -> None:
    X, n = STREAMS[stream](600), len(SAME_K)
    model = ExpertsKMeans(SAME_K, window=120, update=update, random_state=1)
    costs = [np.zeros(n)]
    for point in X:
        model.partial_fit(point[None])
        costs.append(model._stream.mixture.expert_costs)
    losses = np.diff(costs, axis=0)[1:] / model._stream.mixture.unit  # nobody predicts the first point
    np.testing.assert_allclose(losses.sum(axis=0), model.expert_losses_, rtol=1e-9)
    bound = min(cheapest_sequence(losses, rate) for rate in model.rates_) + 2 * np.log(model.rates_.size)
    assert model.loss_ <= bound
    if update == "static":
        assert model.regret_ <= 2 * np.log(n)


def test_learned_rates_follow_a_stream_whose_best_expert_changes() -> None:
    """Two experts that always know one place each; the points change places every 500."""

    class Fixed(KMeans):
        def __init__(self, place: float = 0.0) -> None:
            self.place = place

        def fit(self, X, y=None):
            self.cluster_centers_ = np.full((1, X.shape[1]), self.place)
            return self

    rng = np.random.default_rng(0)
    place = np.repeat([-1.0, 1.0, -1.0, 1.0], 500)
    X = (place + 0.3 * rng.standard_normal(2000))[:, None]
    experts = [Fixed(-1.0), Fixed(1.0)]
    loss, followed = {}, {}
    for update in ("static", "learn_alpha"):
        model = ExpertsKMeans(experts, window=50, update=update)
        right = []
        for block, expected in zip(np.split(X, 80), place[::25], strict=True):
            model.partial_fit(block)
            right.append(model.leader_ == int(expected > 0))
        loss[update], followed[update] = model.loss_, np.mean(right)
    assert followed["learn_alpha"] > 0.9 > 0.8 > followed["static"]
    assert loss["learn_alpha"] < 0.5 * loss["static"]
    # three switches in 2,000 points: the rates that are believed are near that
    assert 1e-4 < model.rates_ @ model.rate_weights_ < 2e-2


def test_the_number_of_clusters_follows_the_stream() -> None:
    rng = np.random.default_rng(0)
    centres = 10.0 * np.array([(i, j) for i in range(3) for j in range(2)])
    model, found = ExpertsKMeans(["auto"], window=400, random_state=0), []
    for k in (2, 6):
        for _ in range(4):
            model.partial_fit(centres[rng.integers(k, size=200)] + rng.standard_normal((200, 2)))
        found.append(model.n_clusters_)
    assert found == [2, 6]
    labels = rng.integers(6, size=300)
    new = centres[labels] + rng.standard_normal((300, 2))
    assert adjusted_rand_score(labels, model.predict(new)) > 0.99


def test_every_seeding_is_an_expert() -> None:
    X = drifting(120)
    model = ExpertsKMeans([*SEEDINGS, ("dpp", "sample"), 3, KMeans(3), "auto"], window=100, random_state=0).fit(X)
    assert len(model.expert_names_) == len(SEEDINGS) + 4
    assert model.expert_weights_.sum() == pytest.approx(1)
    assert np.isfinite(model.expert_losses_).all()


def test_reconstruct_gives_the_prediction_that_the_loss_counts() -> None:
    X = drifting(301)
    model = ExpertsKMeans(SAME_K, window=120, radius=50.0, random_state=0).fit(X[:-1])
    before, offered = model.loss_, model.reconstruct(X[-1:])
    model.partial_fit(X[-1:])
    assert model.loss_ - before == pytest.approx(((offered - X[-1]) ** 2).sum() / (4 * 50.0**2))


def test_memory_does_not_grow_with_the_stream() -> None:
    model = ExpertsKMeans([("k-means++", 3), ("random", 3)], window=100, random_state=0)
    sizes = [len(pickle.dumps(model.partial_fit(drifting(200, seed=seed)))) for seed in range(6)]
    assert max(sizes[1:]) - min(sizes[1:]) < 200


def test_an_error_leaves_the_stream_where_it_was() -> None:
    X = drifting(250)
    model = ExpertsKMeans(SAME_K, window=60, random_state=0).fit(X)
    loss = model.loss_
    with pytest.raises(InputError, match="too large"):
        model.partial_fit(np.array([[1e200, 0], [0, 1e200]]))
    with pytest.raises(InputError, match="too large"):
        model.partial_fit(np.array([[1e200, 0.0]]))
    with pytest.raises(InputError, match="experts have changed since the stream began"):
        model.set_params(experts=["auto"]).partial_fit(X)
    model.set_params(experts=SAME_K)
    assert (model.loss_, model.n_seen_) == (loss, 250)
    assert model.partial_fit(X).n_seen_ == 500


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"experts": "auto"}, "must be a list"),
        ({"experts": []}, "must be a list"),
        ({"experts": ["k-means+"]}, "no seeding 'k-means\\+'"),
        ({"experts": [("k-means++", 0)]}, "is not an expert"),
        ({"experts": [0]}, "is not an expert"),
        ({"experts": [DBSCAN()]}, "the expert DBSCAN\\(\\) has no cluster_centers_"),
        ({"window": 0}, "window must be a positive integer"),
        ({"refresh": 1.5}, "refresh must be a positive integer"),
        ({"update": "best"}, '"static", "fixed_share" or "learn_alpha"'),
        ({"radius": -1}, 'radius must be "auto" or a positive number'),
        ({"update": "fixed_share", "alpha": [0.1, 0.2]}, "takes one rate"),
        ({"alpha": 0.9}, "between 0 and 0.833, which is 1 - 1/n"),
        ({"alpha": []}, "not a rate"),
    ],
)
def test_bad_parameters(settings: dict, message: str) -> None:
    with pytest.raises(InputError, match=message):
        ExpertsKMeans(**settings).fit(drifting(20))
