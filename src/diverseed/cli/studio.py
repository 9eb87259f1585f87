"""``diverseed studio``: everything on a page in the browser."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def studio(
    port: Annotated[int, typer.Option(min=0, max=65535, help="Listen on this port; 0 takes a free one.")] = 8657,
    browser: Annotated[
        bool, typer.Option("--browser/--no-browser", help="Open the page in the browser, or only print its address.")
    ] = True,
    folder: Annotated[
        Path | None,
        typer.Option(help="Keep files and corrections here instead of in your data directory.", show_default=False),
    ] = None,
    space: Annotated[float, typer.Option(min=0.001, help="Disk space for all files together, in GB.")] = 2.0,
    token: Annotated[
        bool,
        typer.Option(
            "--token/--no-token",
            help="Ask for the token in the address. Without it, every user and every program of this machine can read, "
            "change and delete the files in the studio.",
        ),
    ] = True,
) -> None:
    """Open a page in the browser: drop a screenplay, a table or a text on it; look, correct, export.

    It listens on this computer only (127.0.0.1), and asks for the token in its address. Ctrl-C ends it. Your files and
    corrections are there again the next time, until you remove them on the page.

    Examples:

      diverseed studio

      diverseed studio --port 9000 --no-browser

      diverseed studio --folder ./studio-files --space 5
    """
    from ..studio.serving import serve

    serve(port, open_browser=browser, folder=folder, with_token=token, gigabytes=space)
