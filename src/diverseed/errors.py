"""What goes wrong because of the input, what the user should know about it, and how to install what is missing."""

import sys
import warnings
from importlib import import_module
from typing import Any

# Warnings are about the code that calls these.
_LIBRARIES = ("diverseed", "sklearn")


class InputError(ValueError):
    """Input that cannot be used. The message names the value, the limit and the fix.

    The command line prints the message and exits with code 2.
    """


class NoStructureWarning(UserWarning):
    """No clusters were found: the result is one cluster, or the number of clusters that was given."""


class NotRoundWarning(UserWarning):
    """The clusters are not round, so k-means splits or merges them."""


def warn_caller(message: str, category: type[Warning] = UserWarning) -> None:
    """Warn at the line that called the library, whether by ``fit``, ``fit_predict`` or a pipeline.

    That is the innermost line outside of this package and of scikit-learn. (``warnings.warn`` itself can skip packages
    from Python 3.12 on.)
    """
    level, frame = 1, sys._getframe()
    while frame.f_back is not None and frame.f_globals.get("__name__", "").partition(".")[0] in _LIBRARIES:
        level, frame = level + 1, frame.f_back
    warnings.warn(message, category, stacklevel=level)


def optional_module(name: str, why: str, extra: str) -> Any:
    """A module that an extra installs; where it is missing, an error says why it is needed and how to install it."""
    try:
        return import_module(name)
    except ImportError as error:
        raise InputError(f"{why} {how_to_install(extra)}") from error


def how_to_install(extra: str) -> str:
    """A sentence with the command that installs an extra.

    A clone, a folder or a wheel that was given to pip is named again: the package index need not have this package.
    """
    import shlex

    return f"Install what it needs: {shlex.quote(sys.executable)} -m pip install {shlex.quote(_source(extra))}"


def _source(extra: str) -> str:
    from importlib import metadata
    from json import loads
    from urllib.parse import unquote, urlparse

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
