"""``diverseed studio``: a page in the browser for screenplays, tables and short texts."""

from pathlib import Path
from typing import Annotated

import typer

_Port = Annotated[int, typer.Option(metavar="N", min=0, max=65535, help="Port to listen on; 0 picks a free one.")]
_Browser = Annotated[
    bool, typer.Option("--browser/--no-browser", help="Open the page in the browser, or only print its address.")
]
_Folder = Annotated[
    Path | None,
    typer.Option(metavar="DIR", help="Keep files and corrections in this folder instead of your data directory."),
]
_Space = Annotated[float, typer.Option(metavar="GB", min=0.001, help="Disk space for all files together.")]
_Token = Annotated[
    bool,
    typer.Option(
        "--token/--no-token",
        help="Require the token in the address. Without it, every user and every program on this computer can read, "
        "change and delete the files in the studio.",
    ),
]


def studio(
    port: _Port = 8657,
    browser: _Browser = True,
    folder: _Folder = None,
    space: _Space = 2.0,
    token: _Token = True,
) -> None:
    """Explore, correct and export results on a page in the browser.

    It takes screenplays, tables and short texts. The page is served on this computer only (127.0.0.1), until you press
    Ctrl-C. Files and corrections are kept until you remove them on the page.

    Examples:

      diverseed studio
      diverseed studio --port 9000 --no-browser
      diverseed studio --folder ./studio-files --space 5
    """
    from ..studio.serving import serve

    serve(port, open_browser=browser, folder=folder, with_token=token, gigabytes=space)
