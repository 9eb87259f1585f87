"""``diverseed studio``: everything on a page in the browser."""

from __future__ import annotations

from typing import Annotated

import typer


def studio(
    port: Annotated[int, typer.Option(min=0, max=65535, help="Listen on this port; 0 takes a free one.")] = 8657,
    browser: Annotated[
        bool, typer.Option("--browser/--no-browser", help="Open the page in the browser, or only print its address.")
    ] = True,
) -> None:
    """Open a page in the browser: drop a screenplay, a table or a text on it; look, correct, export.

    It answers this machine alone (127.0.0.1), and ends with Ctrl-C.

    Examples:

      diverseed studio

      diverseed studio --port 9000 --no-browser
    """
    from ..studio.serving import serve

    serve(port, open_browser=browser)
