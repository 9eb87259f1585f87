"""What a screenshot looks like, as a small text: how much ink there is in each of its squares.

``tests/narrative/baseline`` keeps one such text per bundled screenplay. After a change that is meant to be seen, look
at the new screenshots and remake the texts::

    python -m tests.narrative.perceptual FOLDER_FOR_SCREENSHOTS
"""

import hashlib
import io
import sys
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diverseed.narrative import Chart, make_chart, to_page
from diverseed.narrative.from_script import story_from_script
from diverseed.narrative.story import leads, select_characters
from diverseed.screenplay import read

BASELINE = Path(__file__).parent / "baseline"
SCRIPTS = Path(__file__).parents[2] / "src" / "diverseed" / "examples" / "screenplays"
NAMES = tuple(sorted(path.stem for path in SCRIPTS.glob("*.fountain")))

WIDTH, HEIGHT, SQUARE = 1600, 900, 10
LEVELS = "0123456789abcdefghijklmnopqrstuvwxyz"
FULL = 60.0
"""Mean ink of a square (of 255) that the last level stands for; most lines and text stay below."""

STRIP = 50

FloatArray = NDArray[np.float64]


@dataclass(frozen=True)
class Impression:
    """Ink per square, and what it was made from: the layout's digest, and the versions that decide between equals."""

    ink: FloatArray
    layout: str
    versions: str

    def to_text(self) -> str:
        rows = ("".join(LEVELS[round(value)] for value in row) for row in self.ink)
        return "\n".join([f"{self.layout} {self.versions}", *rows, ""])

    @staticmethod
    def from_text(text: str) -> "Impression":
        head, *rows = text.splitlines()
        layout, versions = head.split(" ", 1)
        return Impression(np.array([[float(LEVELS.index(letter)) for letter in row] for row in rows]), layout, versions)


def example_chart(name: str) -> Chart:
    """The poster of a bundled screenplay, with the places of its headings."""
    story = story_from_script(read(SCRIPTS / f"{name}.fountain"))
    return make_chart(select_characters(story, leads(story, 14)), detail="sequences")


def layout_digest(chart: Chart) -> str:
    heights = np.round(np.nan_to_num(chart.heights, nan=-1.0), 3)
    return hashlib.sha256(heights.tobytes()).hexdigest()[:16]


def solver_versions() -> str:
    return f"numpy {version('numpy')} scipy {version('scipy')}"


def screenshot(browser: Any, page: str, *, style: str = "", script: str = "") -> bytes:
    """The page with its whole chart in sight, as PNG; ``style`` and ``script`` change it first."""
    context = browser.new_context(viewport={"width": WIDTH, "height": HEIGHT}, bypass_csp=True, reduced_motion="reduce")
    try:
        opened = context.new_page()
        opened.set_content(page)
        opened.get_by_role("button", name="Fit").click()
        if style:
            opened.add_style_tag(content=style)
        if script:
            opened.evaluate(script)
        opened.mouse.move(WIDTH - 5, 5)
        png: bytes = opened.screenshot()
        return png
    finally:
        context.close()


def ink_of(png: bytes) -> FloatArray:
    """(rows, columns) mean over each square of how far its colours are from white, in levels."""
    from PIL import Image

    with Image.open(io.BytesIO(png)) as picture:
        pixels = np.asarray(picture.convert("RGB"), dtype=float)
    ink = 255 - pixels.min(axis=2)
    squares = ink.reshape(HEIGHT // SQUARE, SQUARE, WIDTH // SQUARE, SQUARE).mean(axis=(1, 3))
    return np.minimum(squares / FULL, 1.0) * (len(LEVELS) - 1)


def unlikeness(first: FloatArray, second: FloatArray) -> tuple[float, float]:
    """How different two pictures look: over all of it, and in the strip where they differ most.

    Ink is spread over the neighbouring squares first, so that a shift of a few pixels or another font matters little.
    The first number is the summed difference as a share of the ink. The second is the largest difference in mean
    ink over a strip of one row and fifty columns, a third of the chart: what a line leaves when it goes.
    """
    difference = _spread(first) - _spread(second)
    whole = float(np.abs(difference).sum() / max(first.sum(), second.sum()))
    strips = np.lib.stride_tricks.sliding_window_view(difference, STRIP, axis=1).mean(axis=2)
    return whole, float(np.abs(strips).max())


def _spread(ink: FloatArray) -> FloatArray:
    for axis in (0, 1):
        ink = np.apply_along_axis(np.convolve, axis, ink, [0.25, 0.5, 0.25], mode="same")
    return ink


def main(folder: Path) -> None:
    from tests.chromium import running_browser

    folder.mkdir(parents=True, exist_ok=True)
    BASELINE.mkdir(exist_ok=True)
    with running_browser() as browser:
        for name in NAMES:
            chart = example_chart(name)
            png = screenshot(browser, to_page(chart))
            (folder / f"{name}.png").write_bytes(png)
            seen = Impression(ink_of(png), layout_digest(chart), solver_versions())
            (BASELINE / f"{name}.txt").write_text(seen.to_text(), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
