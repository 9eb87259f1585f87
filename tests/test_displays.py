"""The displays draw what the estimator found."""

import sys
from dataclasses import replace

import matplotlib
import numpy as np
import pytest
import scipy.sparse

matplotlib.use("Agg")
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import to_hex
from matplotlib.figure import Figure

from diverseed import DPPKMeans
from diverseed.displays import ClustersDisplay, EvidenceDisplay, SizeDistributionDisplay
from diverseed.displays.clusters import Projection
from diverseed.displays.drawing import COLOURS, QUIET, cluster_colours
from diverseed.errors import InputError
from diverseed.examples import load_example
from diverseed.walk import Evidence
from diverseed.walk.evidence import Level


@pytest.fixture(scope="module")
def fitted():
    points = load_example("uneven").values
    return DPPKMeans(random_state=0).fit(points), points


@pytest.fixture
def axes():
    return Figure().subplots(1, 2)


def test_evidence(fitted, axes) -> None:
    model, _ = fitted
    display = EvidenceDisplay.from_estimator(model, ax=axes)
    heights = [bar.get_height() for bar in display.ax_[1].patches]
    np.testing.assert_allclose(heights, model.evidence_.scores[: len(heights)])
    assert len(heights) > model.n_clusters_
    row = model.evidence_.bandwidths.tolist().index(model.evidence_.bandwidth)
    slow, fast = (line.get_ydata() for line in display.ax_[0].lines)
    times = -1 / np.log(np.clip(model.evidence_.eigenvalues[row], 1e-12, 1 - 1e-5))
    np.testing.assert_allclose([*slow, *fast], times[1 : 1 + slow.size + fast.size])
    assert slow.size == model.n_clusters_ - 1
    assert slow.min() > 3 * fast.max()
    assert display.figure_ is axes[0].figure


def test_evidence_needs_two_axes_and_evidence(fitted, axes) -> None:
    model, points = fitted
    with pytest.raises(InputError, match="two axes"):
        EvidenceDisplay.from_estimator(model, ax=axes[0])
    with pytest.raises(InputError, match="n_clusters"):
        EvidenceDisplay.from_estimator(DPPKMeans(3, random_state=0).fit(points[:50]))


@pytest.mark.filterwarnings("ignore:no clusters found")
def test_evidence_of_next_to_nothing(axes) -> None:
    model = DPPKMeans(random_state=0).fit([[0.0], [1.0], [2.0]])
    display = EvidenceDisplay.from_estimator(model, ax=axes)
    display.figure_.savefig("/dev/null", format="png")
    assert display.evidence.n_clusters == 1
    assert len(display.ax_) == 2
    for ax in display.ax_:
        ticks = ax.get_xticks()
        assert ticks.size > 0
        assert (ticks == ticks.round()).all()


def of_many(n: int, best: int) -> Evidence:
    """Evidence for one number of clusters among many."""
    scores = np.full(n, 0.05)
    scores[best - 1] = 9.0
    eigenvalues = np.where(np.arange(n + 1) < best, 0.999, 0.2)[None]
    level = Level(best, 9.0, 1.0, 1.0, 10.0)
    return Evidence(
        best, "clear", 8.0, 1.0, best, (level,), None, None, np.ones(1), eigenvalues, scores, scores, np.ones(n)
    )


def pixels(display: EvidenceDisplay, *, dpi: int) -> np.ndarray:
    """(height, width, 4) the picture of the scores alone."""
    figure = display.figure_
    figure.set_dpi(dpi)
    canvas = FigureCanvasAgg(figure)
    canvas.draw()
    box = display.ax_[1].get_window_extent()
    picture = np.asarray(canvas.buffer_rgba())[::-1]
    return picture[int(box.y0) : int(box.y1), int(box.x0) : int(box.x1)]


@pytest.mark.parametrize("best", [2, 25, 150, 299, 300])
def test_the_best_of_many_numbers_is_seen_on_a_small_picture(best) -> None:
    axes = Figure(figsize=(9.2, 3.4), layout="constrained").subplots(1, 2)
    picture = pixels(EvidenceDisplay(of_many(300, best)).plot(axes), dpi=70)
    coloured = (np.abs(picture[..., :3].astype(int) - np.array([213, 94, 0])) < 12).all(axis=2)
    assert coloured.any(axis=1).sum() > 0.75 * len(picture)  # as high as its score
    columns = np.flatnonzero(coloured.any(axis=0))
    assert 1 <= np.ptp(columns) + 1 <= 0.1 * picture.shape[1]
    last = axes[1].patches[-1].get_x() + 0.4
    assert columns.mean() / picture.shape[1] == pytest.approx(best / last, abs=0.05)


@pytest.mark.parametrize("best", [2, 300])
def test_labels_of_the_scores_hide_no_bar(best) -> None:
    axes = Figure(figsize=(9.2, 3.4), layout="constrained").subplots(1, 2)
    display = EvidenceDisplay(of_many(300, best)).plot(axes)
    pixels(display, dpi=70)
    inside, whole = axes[1].get_window_extent(), display.figure_.bbox
    texts = {text.get_text(): text.get_window_extent() for text in axes[1].texts}
    assert texts.keys() == {"random\ndata", f"k = {best}"}
    assert texts["random\ndata"].x0 >= inside.x1
    assert all(whole.x0 <= box.x0 and box.x1 <= whole.x1 for box in texts.values())


def test_the_null_level_of_each_number_is_a_step_over_it() -> None:
    null = np.linspace(0.2, 2, 30)
    display = EvidenceDisplay(replace(of_many(30, 3), null_scores=null)).plot(Figure().subplots(1, 2))
    (line,) = display.ax_[1].lines
    starts, ends = line.get_xydata()[::2], line.get_xydata()[1::2]
    np.testing.assert_allclose(starts, np.column_stack([np.arange(1.5, 12), null[1:12]]))
    np.testing.assert_allclose(ends, np.column_stack([np.arange(2.5, 13), null[1:12]]))


def test_every_level_is_in_the_picture(axes) -> None:
    evidence = of_many(60, 4)
    levels = (*evidence.levels, Level(16, 2.0, 0.2, 1.0, 10.0))
    display = EvidenceDisplay(replace(evidence, levels=levels)).plot(axes)
    assert len(display.ax_[1].patches) > 16


def test_without_clusters_none_are_drawn(axes) -> None:
    """The best number is named, in grey, and no mode is called one between clusters; there need be no levels."""
    none = replace(of_many(60, 4), n_clusters=1, verdict="none", levels=())
    display = EvidenceDisplay(none).plot(axes)
    (modes,) = display.ax_[0].lines
    assert modes.get_label() == "inside clusters"
    assert len({bar.get_facecolor() for bar in display.ax_[1].patches}) == 1
    assert "k = 4" in [text.get_text() for text in display.ax_[1].texts]
    display.figure_.savefig("/dev/null", format="png")


def test_size_distribution(fitted, axes) -> None:
    display = SizeDistributionDisplay.from_estimator(fitted[0], ax=axes[0])
    bars = {round(bar.get_x() + bar.get_width() / 2): bar.get_height() for bar in display.ax_.patches}
    assert bars == pytest.approx({k: p for k, p in fitted[0].size_distribution_.items() if p >= 0.001})


def test_clusters_in_two_dimensions(fitted, axes) -> None:
    model, points = fitted
    display = ClustersDisplay.from_estimator(model, points, feature_names=["$a_1", "<b>"], ax=axes[0])
    dots, seeds = display.ax_.collections
    np.testing.assert_allclose(dots.get_offsets(), points)
    np.testing.assert_allclose(seeds.get_offsets(), points[model.seed_indices_])
    colours = {label: {tuple(c) for c in dots.get_facecolors()[model.labels_ == label]} for label in range(8)}
    assert all(len(of_one) == 1 for of_one in colours.values())
    assert len(set.union(*colours.values())) == 8
    assert sorted(int(text.get_text()) for text in display.ax_.texts) == list(range(8))
    display.figure_.savefig("/dev/null", format="png")  # an unpaired dollar sign starts no formula


@pytest.mark.parametrize("convert", [np.asarray, scipy.sparse.csr_array])
def test_more_dimensions_are_projected(convert) -> None:
    rng = np.random.default_rng(0)
    points = rng.standard_normal((200, 6)) * [9, 4, 1, 1, 1, 1]
    points -= points.mean(axis=0)
    shown = Projection.of(convert(points))
    distances = np.linalg.norm(shown.positions, axis=1)
    exact = points @ np.linalg.svd(points)[2][:2].T
    np.testing.assert_allclose(distances, np.linalg.norm(exact, axis=1), rtol=1e-6)
    assert shown.share == pytest.approx((exact**2).sum() / (points**2).sum())


def test_one_dimension_keeps_its_values() -> None:
    np.testing.assert_array_equal(Projection.of(np.array([[3.0], [5.0]])).positions[:, 0], [3, 5])


def test_large_values_are_written_out(axes) -> None:
    values = np.random.default_rng(0).uniform(0, 1e6, (50, 2))
    display = ClustersDisplay(Projection.of(values), np.zeros(50, dtype=int), seed_indices=np.array([0])).plot(axes[0])
    display.figure_.canvas.draw()
    assert "1,000,000" in [label.get_text() for label in display.ax_.get_xticklabels()]
    assert display.ax_.xaxis.get_offset_text().get_text() == ""
    assert (display.ax_.get_xlabel(), display.ax_.get_legend()) == ("column 0", None)


def test_points_in_no_cluster_are_grey_and_have_no_number(axes) -> None:
    points = np.array([[0.0, 0], [0, 1], [9, 0], [9, 1], [50, 50]])
    display = ClustersDisplay(Projection.of(points), np.array([0, 0, 1, 1, -1])).plot(axes[0])
    colours = [to_hex(colour) for colour in display.ax_.collections[0].get_facecolors()]
    assert colours[4] == QUIET
    assert colours[0] == colours[1] != colours[2] == colours[3] != QUIET
    assert [text.get_text() for text in display.ax_.texts] == ["0", "1"]


def test_many_points_are_thinned_out(axes) -> None:
    rng = np.random.default_rng(0)
    labels = rng.integers(0, 30, 30_000)
    display = ClustersDisplay(Projection.of(rng.standard_normal((30_000, 2))), labels).plot(axes[0])
    assert len(display.ax_.collections[0].get_offsets()) == 20_000


def test_clusters_of_one_colour_lie_apart() -> None:
    grid = np.stack(np.meshgrid(range(10), range(10)), axis=-1).reshape(-1, 2).astype(float)
    colours = cluster_colours(grid)
    assert set(colours) == set(range(len(COLOURS)))
    same = (colours[:, None] == colours) & ~np.eye(100, dtype=bool)
    distances = np.linalg.norm(grid[:, None] - grid, axis=-1)
    assert distances[same].min() > 1.4


def test_other_data_is_refused(fitted) -> None:
    model, points = fitted
    with pytest.raises(InputError, match=r"shape \(10, 2\), but"):
        ClustersDisplay.from_estimator(model, points[:10])


def test_without_matplotlib(fitted, monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(InputError, match=r"pip install .*\[plot\]"):
        SizeDistributionDisplay.from_estimator(fitted[0])
