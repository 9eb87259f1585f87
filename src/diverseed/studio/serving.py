"""Serving the studio on this machine alone, until Ctrl-C."""

from __future__ import annotations

import os
import socket
import sys
import threading
import webbrowser

from ..errors import InputError

HOST = "127.0.0.1"


def serve(port: int, *, open_browser: bool) -> None:
    """Serve until interrupted.

    Parameters
    ----------
    port : to listen on; 0 takes a free one

    Raises
    ------
    InputError : the port is taken, or a package is missing
    """
    try:
        import uvicorn

        from .server import create_app
    except ImportError as error:
        from ..extras import how_to_install

        raise InputError(
            f"the studio needs {error.name}, which is not installed. {how_to_install('studio')}"
        ) from error
    listener = _listener(port)
    port = listener.getsockname()[1]
    config = uvicorn.Config(
        create_app(port=port),
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        ws="none",
        timeout_graceful_shutdown=1,
    )
    address = f"http://{HOST}:{port}/"
    print(f"diverseed studio: {address} (Ctrl-C ends it)", file=sys.stderr, flush=True)
    if open_browser:
        # the listener already takes connections; a browser in the terminal would block this thread
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
    with listener:
        uvicorn.Server(config).run(sockets=[listener])


def _listener(port: int) -> socket.socket:
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    if os.name == "posix":  # elsewhere the option would let two programs share the port
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((HOST, port))
        listener.listen(128)
    except OSError as error:
        listener.close()
        raise InputError(
            f"cannot listen on port {port} of {HOST}: {error.strerror}. Another studio may be open there; "
            "name another port with --port, or --port 0 for a free one."
        ) from error
    return listener
