"""How to install the packages that an optional part needs: from where diverseed itself came."""

import shlex
import sys
from importlib import metadata
from json import loads
from urllib.parse import unquote, urlparse


def how_to_install(extra: str) -> str:
    """A sentence with the command that installs an extra.

    A clone, a folder or a wheel that was given to pip is named again: the package index need not have this package.
    """
    return f"Install what it needs: {shlex.quote(sys.executable)} -m pip install {shlex.quote(_source(extra))}"


def _source(extra: str) -> str:
    try:
        record = metadata.distribution("diverseed").read_text("direct_url.json")
        url = str(loads(record or "{}").get("url", ""))
    except (metadata.PackageNotFoundError, ValueError):
        url = ""
    if not url:
        return f"diverseed[{extra}]"
    parts = urlparse(url)
    is_folder = parts.scheme == "file" and not parts.path.endswith((".whl", ".tar.gz"))
    return f"{unquote(parts.path)}[{extra}]" if is_folder else f"diverseed[{extra}] @ {url}"
