"""Serving the studio on this computer only, until Ctrl-C."""

import os
import socket
import sys
import threading
import webbrowser
from html import escape
from pathlib import Path

from ..errors import InputError, how_to_install
from ..files.whole_files import write_whole
from .folders import data_folder, token_of

HOST = "127.0.0.1"
_NO_TOKEN = "Without a token, every user and every program on this computer can read, change and delete its files."


def serve(port: int, *, open_browser: bool, folder: Path | None, with_token: bool, gigabytes: float) -> None:
    """Serve until interrupted. Port 0 picks a free one; the default folder is in the user's data directory."""
    try:
        import uvicorn

        from .connections import impatient
        from .server import create_app
    except ImportError as error:
        raise InputError(f"the studio needs {error.name}. {how_to_install('studio')}") from error
    folder = folder or data_folder()
    token = token_of(folder) if with_token else None
    listener = _listener(port)
    port = listener.getsockname()[1]
    config = uvicorn.Config(
        create_app(port=port, token=token, folder=folder, most_bytes=int(gigabytes * 1e9)),
        http=impatient(),
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        ws="none",
        timeout_graceful_shutdown=1,
    )
    address = f"http://{HOST}:{port}/" + (f"?token={token}" if token else "")
    print(f"diverseed studio: {address} (press Ctrl-C to stop)", file=sys.stderr, flush=True)
    if token is None:
        print(_NO_TOKEN, file=sys.stderr, flush=True)
    if open_browser:
        _open(address, folder / "open.html")
    with listener:
        uvicorn.Server(config).run(sockets=[listener])


def _open(address: str, page: Path) -> None:
    """Open the browser at a private page that redirects to the address: the arguments of a command, and a token among
    them, can be seen by every user of the machine."""
    write_whole(page, f'<!doctype html><meta http-equiv="refresh" content="0; url={escape(address)}">')
    page.chmod(0o600)
    # the listener already takes connections; a browser in the terminal would block this thread
    threading.Thread(target=webbrowser.open, args=(page.resolve().as_uri(),), daemon=True).start()


def _listener(port: int) -> socket.socket:
    try:
        return socket.create_server((HOST, port), backlog=128)
    except OSError as error:
        raise InputError(
            f"cannot listen on port {port} of {HOST}: {os.strerror(error.errno or 0)}. Perhaps another studio is "
            "running. Choose another port with --port, or --port 0 for a free one."
        ) from error
