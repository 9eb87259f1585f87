"""Connections with a time limit: one that falls silent in the middle of a request is closed."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

PATIENCE_SECONDS = 20.0


def impatient(seconds: float = PATIENCE_SECONDS) -> type[H11Protocol]:
    """uvicorn's protocol, with a limit: closes a connection if no request arrives for ``seconds``, or its body stops
    arriving for as long. A client that is waiting for its answer is not affected."""

    class Impatient(H11Protocol):
        def connection_made(self, transport: Any) -> None:
            super().connection_made(transport)
            self._heard = self._began = self.loop.time()
            self._seen: tuple[object, bool] = (None, True)
            self._look: asyncio.TimerHandle | None = self.loop.call_later(seconds / 4, self._check)

        def data_received(self, data: bytes) -> None:
            self._heard = self.loop.time()
            super().data_received(data)

        def connection_lost(self, exc: Exception | None) -> None:
            if self._look is not None:
                self._look.cancel()
            super().connection_lost(exc)

        def _check(self) -> None:
            now = self.loop.time()
            answered = self.cycle is None or self.cycle.response_complete
            if (self.cycle, answered) != self._seen:  # another request has come since, or has been answered
                self._seen, self._began = (self.cycle, answered), now
            silent_since = self._began if answered else self._heard if self.cycle.more_body else now
            if now - silent_since >= seconds:
                self.transport.close()
            else:
                self._look = self.loop.call_later(seconds / 4, self._check)

    return Impatient
