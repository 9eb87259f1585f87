"""``diverseed studio``: a page in the browser for screenplays, tables and short texts."""

from pathlib import Path
from typing import Annotated

import typer

from .options import described


@described(
    """
    --port N  Port to listen on; 0 picks a free one.
    --browser/--no-browser  Open the page in the browser, or only print its address.
    --folder DIR  Keep files and corrections in this folder instead of your data directory.
    --space GB  Disk space for all files together.
    --token/--no-token  Require the token in the address. Without it, every user and every program on this computer can
      read, change and delete the files in the studio.
    """
)
def studio(
    port: Annotated[int, typer.Option(min=0, max=65535)] = 8657,
    browser: bool = True,
    folder: Path | None = None,
    space: Annotated[float, typer.Option(min=0.001)] = 2.0,
    token: bool = True,
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
