"""The card in notebooks: what it says, what it draws, and scikit-learn's own diagram."""

from xml.etree import ElementTree

import numpy as np
import pytest
import sklearn
from sklearn.datasets import make_blobs, make_moons
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils import estimator_html_repr

import diverseed
from diverseed import DPPKernelKMeans, DPPKMeans, DPPSpectralClustering
from diverseed.online import ExpertsKMeans

X, _ = make_blobs(200, centers=[[0, 0, 0], [12, 0, 0], [0, 12, 0]], random_state=0)


def marks(html: str) -> tuple[int, int]:
    """Points and crosses of the picture."""
    start = html.index("<svg width")
    picture = ElementTree.fromstring(html[start : html.index("</svg>", start) + 6])
    for circle in picture.iter("circle"):
        assert 0 <= float(circle.get("cx")) <= 220
        assert 0 <= float(circle.get("cy")) <= 150
    return len(list(picture.iter("circle"))), len(list(picture.iter("path")))


def test_the_card_shows_number_verdict_and_points() -> None:
    html = DPPKMeans(random_state=0).fit(X)._repr_html_()
    assert "3 clusters" in html
    assert ">clear</span>" in html
    assert "sizes 67, 67, 66" in html
    assert marks(html) == (200, 3)


@pytest.mark.parametrize("d", [1, 2, 5])
def test_any_number_of_columns(d: int) -> None:
    rows = np.random.default_rng(0).standard_normal((900, d))
    html = DPPKMeans(2, random_state=0).fit(rows)._repr_html_()
    assert marks(html) == (500, 2)
    assert "number given" in html


def test_other_models() -> None:
    moons = DPPSpectralClustering(random_state=0).fit(make_moons(300, noise=0.05, random_state=0)[0])._repr_html_()
    assert "not round" in moons
    assert marks(moons) == (300, 0)
    stream = ExpertsKMeans([("k-means++", 3)], window=50, random_state=0).fit(X)._repr_html_()
    assert "200 points seen" in stream
    assert "leading expert: k-means++, k=3 (100%)" in stream
    assert marks(stream) == (50, 3)
    kernel = DPPKernelKMeans(3, kernel="precomputed", random_state=0).fit(X @ X.T)._repr_html_()
    assert "3 clusters" in kernel
    assert "<svg width" not in kernel


def test_a_model_from_a_file_shows_its_centres(tmp_path) -> None:
    DPPKMeans(random_state=0).fit(X).save(tmp_path / "m.npz")
    html = diverseed.load(tmp_path / "m.npz")._repr_html_()
    assert marks(html) == (3, 0)
    assert ">clear</span>" in html


def test_scikit_learns_diagram_is_there_and_can_be_turned_off() -> None:
    model = DPPKMeans(random_state=0)
    assert model._repr_html_().count("<svg width") == 0  # not fitted: the diagram alone
    model.fit(X)
    diagram = estimator_html_repr(model)
    assert "sk-" in diagram
    assert "3 clusters" not in diagram
    assert "<details" in model._repr_html_()
    assert "sk-container-id" in model._repr_html_()
    bundle = model._repr_mimebundle_()
    assert bundle["text/plain"] == "DPPKMeans(random_state=0)"
    assert "3 clusters" in bundle["text/html"]
    with sklearn.config_context(display="text"):
        assert "text/html" not in model._repr_mimebundle_()
        assert not hasattr(model, "_repr_html_")
    assert "DPPKMeans" in make_pipeline(StandardScaler(), model)._repr_html_()


def test_names_are_escaped() -> None:
    model = ExpertsKMeans([("k-means++", 3)], window=50, random_state=0).fit(X)
    model.expert_names_ = ["<script>alert(1)</script>"]
    assert "<script>alert(1)" not in model._repr_html_().split("<details")[0]
