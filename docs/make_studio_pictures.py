"""Make the pictures of the guide to the studio: a studio is started, and looked at with Chromium."""

import os
import shutil
import tempfile
import threading
from pathlib import Path

import numpy as np
import uvicorn
from playwright.sync_api import Page, expect, sync_playwright

from diverseed.studio.folders import data_folder
from diverseed.studio.server import create_app

IMAGES = Path(__file__).parent / "images"
PORT = 8658
WAIT = 120_000


def customers() -> bytes:
    """A table as people have it, made up: an id, missing values, a currency, categories and dates."""
    rng = np.random.default_rng(3)
    segment = rng.integers(0, 4, 600)
    age = np.array([27, 46, 34, 63])[segment] + rng.normal(0, 3, 600)
    spend = np.array([320, 1900, 1150, 640])[segment] + rng.normal(0, 70, 600)
    orders = np.maximum(1, np.array([21, 5, 12, 2])[segment] + rng.normal(0, 1.1, 600))
    city, month, day = rng.choice(["Lyon", "Oslo", "Turin"], 600), rng.integers(1, 13, 600), rng.integers(1, 29, 600)
    missing = rng.random(600) < 0.03
    rows = ["customer_id;age;spend;orders;city;joined"]
    for i in range(600):
        years = "" if missing[i] else f"{age[i]:.0f}"
        money = f"{spend[i]:,.2f}".replace(",", " ").replace(".", ",")
        rows.append(f"{40_001 + i};{years};{money} €;{orders[i]:.0f};{city[i]};2024-{month[i]:02d}-{day[i]:02d}")
    return "\n".join(rows).encode()


def take(page: Page, name: str) -> None:
    page.wait_for_timeout(500)
    page.screenshot(path=IMAGES / f"studio-{name}.png")


def pictures(page: Page) -> None:
    page.goto(f"http://127.0.0.1:{PORT}/")
    page.set_input_files("#chooser", {"name": "customers.csv", "mimeType": "text/csv", "buffer": customers()})
    expect(page.locator(".clusters")).to_be_visible(timeout=WAIT)
    page.get_by_role("tab", name="Data").click()
    take(page, "data")
    for column in ("city", "joined"):
        page.get_by_label(f"Use {column}").uncheck()
    page.get_by_role("button", name="Use 3 columns").click()
    expect(page.locator(".top")).to_contain_text("3 of 6 columns used", timeout=WAIT)
    page.get_by_role("tab", name="Clusters").click()
    take(page, "table")
    page.goto(f"http://127.0.0.1:{PORT}/#/")
    page.get_by_role("button", name="lido 58 scenes", exact=True).click()
    expect(page.locator("svg.drawn")).to_be_visible(timeout=WAIT)
    take(page, "chart")
    page.get_by_role("tab", name="People").click()
    take(page, "people")
    page.goto(f"http://127.0.0.1:{PORT}/#/")
    expect(page.get_by_role("heading", name="Recent files")).to_be_visible(timeout=WAIT)
    take(page, "start")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        os.environ |= {"HOME": folder, "XDG_DATA_HOME": f"{folder}/.local/share"}
        app = create_app(port=PORT, folder=data_folder())
        server = uvicorn.Server(uvicorn.Config(app, port=PORT, log_level="error"))
        thread = threading.Thread(target=server.run, daemon=True)
        thread.start()
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1600, "height": 900})
        page.set_default_timeout(WAIT)
        page.goto("about:blank")
        while not server.started:
            page.wait_for_timeout(100)
        pictures(page)
        browser.close()
        server.should_exit = True
        thread.join(timeout=30)
