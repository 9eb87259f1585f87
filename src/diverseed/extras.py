"""How to install the packages that an optional part needs: from where diverseed itself came."""

import shlex
import sys
from importlib import metadata
from json import loads
from urllib.parse import unquote, urlparse


def how_to_install(extra: str) -> str:
    """A sentence with the command that installs an extra.

    A clone that was installed in place, or a folder or wheel that was given to pip, is named again: the package index
    need not have this package.
    """
    return f"Install what it needs: {shlex.quote(sys.executable)} -m pip install {shlex.quote(_source(extra))}"


def _source(extra: str) -> str:
    try:
        record = metadata.distribution("diverseed").read_text("direct_url.json")
        url = urlparse(loads(record or "{}").get("url", ""))
    except (metadata.PackageNotFoundError, ValueError):
        return f"diverseed[{extra}]"
    if url.scheme != "file":
        return f"diverseed[{extra}]"
    path = unquote(url.path)
    return f"diverseed[{extra}] @ {url.geturl()}" if path.endswith(".whl") else f"{path}[{extra}]"
