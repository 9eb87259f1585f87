"""Who may use the studio: requests with its token, from its own pages, to its own address, of limited size.

Every user of a machine can reach 127.0.0.1, so each request must carry the token: in the address at first, then in the
cookie that the answer to it sets, or in an Authorization header.

A web page from elsewhere can send requests to 127.0.0.1, and a host name that resolves to 127.0.0.1 (DNS rebinding) can
even read the answers. So every request must name this server as its host, and must not come from another origin.
"""

import secrets

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse, PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
    )
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cache-control": "no-store",
}
_MOST_SMALL, _MOST_DROPPED = 4_000_000, 500_000_000
NO_TOKEN = "Open the complete address that the terminal shows, including the token."
_NAMES = ("127.0.0.1", "localhost", "[::1]")


class Guard:
    """ASGI middleware: refuses requests without the token and from other hosts or origins, limits bodies, adds headers.

    A token of None admits everybody. Bodies have at most ``most_bytes`` at ``upload_path``, elsewhere 4 MB.
    """

    def __init__(self, app: ASGIApp, *, port: int, token: str | None, most_bytes: int, upload_path: str) -> None:
        self._app = app
        self._token = token
        self._cookie = f"diverseed-{port}"  # cookies are shared by all ports of a host
        self._hosts = {f"{name}:{port}" for name in _NAMES} | (set(_NAMES) if port == 80 else set())
        self._origins = {f"http://{host}" for host in self._hosts}
        self._most_bytes, self._upload_path = most_bytes, upload_path

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            return  # no websockets here
        request, added = HTTPConnection(scope), dict(HEADERS)
        if self._token is not None and self._is_token(request.query_params.get("token", "")):
            added["set-cookie"] = f"{self._cookie}={self._token}; Path=/; HttpOnly; SameSite=Strict"
        send = _with_headers(send, added)
        why = self._refusal(request)
        if why:  # as text for somebody who has opened the page itself
            answer = PlainTextResponse(why, 403) if scope["path"] == "/" else JSONResponse({"detail": why}, 403)
            await answer(scope, receive, send)
            return
        await self._bounded(scope, receive, send)

    def _refusal(self, request: HTTPConnection) -> str:
        """Why the request is refused; "" if it is not."""
        scope, headers = request.scope, request.headers
        hosts = headers.getlist("host")
        if len(hosts) != 1 or hosts[0].lower() not in self._hosts:
            return "The studio answers only at its own address on this computer."
        if any(origin not in self._origins for origin in headers.getlist("origin")):
            return "The studio does not accept requests from other pages."
        site = headers.get("sec-fetch-site", "none")
        # a link to the studio's first page may be anywhere
        followed = scope["path"] == "/" and scope["method"] == "GET" and headers.get("sec-fetch-mode") == "navigate"
        if site not in ("same-origin", "none") and not followed:
            return "The studio does not accept requests from other pages."
        if self._token is not None and not any(map(self._is_token, self._tokens(request))):
            return NO_TOKEN
        return ""

    def _tokens(self, request: HTTPConnection) -> list[str]:
        """The tokens that a request carries: in its address, a cookie or a header."""
        scheme, _, value = request.headers.get("authorization", "").partition(" ")
        given = [request.query_params.get("token", ""), request.cookies.get(self._cookie, "")]
        return [*given, value] if scheme.lower() == "bearer" else given

    def _is_token(self, given: str) -> bool:
        return secrets.compare_digest(given.encode(), (self._token or "").encode())

    async def _bounded(self, scope: Scope, receive: Receive, send: Send) -> None:
        most = self._most_bytes if scope["path"] == self._upload_path else _MOST_SMALL
        declared = int(Headers(scope=scope).get("content-length", 0))  # the server refuses what is no number
        too_large = f"The request exceeds the limit of {most / 1e6:g} MB."
        if declared > most:
            await _drain(receive)
            await JSONResponse({"detail": too_large}, 413)(scope, receive, send)
            return
        taken = 0

        async def counted() -> Message:
            nonlocal taken
            received = await receive()
            taken += len(received.get("body", b""))
            if taken > most:
                if received.get("more_body"):
                    await _drain(receive)
                raise HTTPException(413, too_large)  # raised where the application reads, which answers with it
            return received

        await self._app(scope, counted, send)


async def _drain(receive: Receive) -> None:
    """Read and drop the rest of a body, up to a limit: a client does not read the answer while it is still sending."""
    taken = 0
    while taken <= _MOST_DROPPED:
        message = await receive()
        taken += len(message.get("body", b""))
        if not message.get("more_body"):
            return


def _with_headers(send: Send, added: dict[str, str]) -> Send:
    """Answers with these headers, unless they have them of their own."""

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in added.items():
                headers.setdefault(name, value)
        await send(message)

    return sending
