"""Hints about missing extras name what works from where the package came."""

import json
import shlex
import sys
from importlib import metadata

import pytest

from diverseed.errors import how_to_install


class Installed:
    def __init__(self, url: str | None) -> None:
        self.url = url

    def read_text(self, name: str) -> str | None:
        assert name == "direct_url.json"
        return None if self.url is None else json.dumps({"url": self.url})


@pytest.mark.parametrize(
    ("url", "wanted"),
    [
        ("file:///home/ann/my%20clone", "/home/ann/my clone[studio]"),
        (
            "file:///tmp/diverseed-1.0-py3-none-any.whl",
            "diverseed[studio] @ file:///tmp/diverseed-1.0-py3-none-any.whl",
        ),
        ("https://example.org/diverseed.whl", "diverseed[studio] @ https://example.org/diverseed.whl"),
        (None, "diverseed[studio]"),
    ],
)
def test_where_it_came_from(url, wanted, monkeypatch) -> None:
    monkeypatch.setattr(metadata, "distribution", lambda name: Installed(url))
    command = shlex.split(how_to_install("studio").partition(": ")[2])
    assert command == [sys.executable, "-m", "pip", "install", wanted]


def test_not_installed(monkeypatch) -> None:
    def absent(name):
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(metadata, "distribution", absent)
    assert how_to_install("io").endswith("'diverseed[io]'")
