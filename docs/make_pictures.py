"""Make the pictures of the README and the documentation, from the code they show."""

from pathlib import Path

import matplotlib.pyplot as plt
from sklearn.datasets import make_circles

from diverseed import DPPKMeans, DPPSpectralClustering
from diverseed.displays import ClustersDisplay, EvidenceDisplay
from diverseed.examples import example_path, load_example
from diverseed.files import write_whole
from diverseed.narrative import Chart, make_chart, to_png, to_svg
from diverseed.narrative.from_script import story_from_script
from diverseed.narrative.sheet import read_sheet
from diverseed.narrative.story import leads, select_characters
from diverseed.screenplay import read
from diverseed.screenplay.breakdown import analyse

IMAGES = Path(__file__).parent / "images"


def clusters_and_evidence() -> None:
    X = load_example("grid25").values
    model = DPPKMeans(random_state=0).fit(X)
    figure, axes = plt.subplots(1, 3, figsize=(14, 4.4), layout="constrained")
    ClustersDisplay.from_estimator(model, X, feature_names=["x", "y"], ax=axes[0])
    EvidenceDisplay.from_estimator(model, ax=axes[1:])
    figure.savefig(IMAGES / "clusters.png", dpi=110)


def rings() -> None:
    X, _ = make_circles(900, noise=0.05, factor=0.45, random_state=0)
    model = DPPSpectralClustering(random_state=0).fit(X)
    figure, axes = plt.subplots(1, 3, figsize=(14, 4.4), layout="constrained")
    ClustersDisplay.from_estimator(model, X, feature_names=["x", "y"], ax=axes[0])
    EvidenceDisplay.from_estimator(model, ax=axes[1:])
    figure.savefig(IMAGES / "rings.png", dpi=110)


def narrative_chart() -> None:
    """A whole script on one page."""
    write_whole(IMAGES / "chart.svg", to_svg(_poster("long-orbit", page="screen")))


def poster() -> None:
    """Another one as a poster drawn by hand."""
    write_whole(IMAGES / "poster.png", to_png(_poster("salt-road", page="a4", style="xkcd")))


def _poster(name: str, *, page: str, style: str = "clean") -> Chart:
    breakdown = analyse(read(example_path(name)), random_state=0)
    story = story_from_script(breakdown.script, locations=breakdown.location_names)
    drawn = select_characters(story, leads(story, read_sheet(page).people))
    return make_chart(drawn, detail="sequences", page=page, style=style, seed=0)


if __name__ == "__main__":
    clusters_and_evidence()
    rings()
    narrative_chart()
    poster()
