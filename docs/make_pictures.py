"""Make the pictures of the README and the documentation, from the code they show."""

import shutil
from dataclasses import replace
from pathlib import Path

import matplotlib.pyplot as plt

from diverseed import DPPKMeans
from diverseed.displays import ClustersDisplay, EvidenceDisplay
from diverseed.examples import example_path, load_example
from diverseed.files import write_whole
from diverseed.narrative import make_chart, to_page, to_svg
from diverseed.narrative.from_script import story_from_script
from diverseed.narrative.story import most_present, select_characters
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


def narrative_chart() -> None:
    """The first half of a script: a picture of all of it would be too wide to read on a page."""
    breakdown = analyse(read(example_path("long-orbit")), random_state=0)
    story = story_from_script(breakdown.script, locations=breakdown.location_names)
    opening = replace(story, scenes=story.scenes[:26])
    chart = make_chart(select_characters(opening, most_present(opening, 8)), "fast", seed=0)
    write_whole(IMAGES / "chart.svg", to_svg(chart))


def chart_page() -> None:
    """The page of a whole script in a browser."""
    from playwright.sync_api import sync_playwright

    breakdown = analyse(read(example_path("salt-road")), random_state=0)
    story = story_from_script(breakdown.script, locations=breakdown.location_names)
    page = to_page(make_chart(select_characters(story, most_present(story, 12)), "fast", seed=0))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        opened = browser.new_page(viewport={"width": 1280, "height": 640}, reduced_motion="reduce")
        opened.set_content(page)
        opened.screenshot(path=IMAGES / "page.png")
        browser.close()


if __name__ == "__main__":
    clusters_and_evidence()
    narrative_chart()
    chart_page()
