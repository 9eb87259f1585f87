"""Connections with a time limit: one that falls silent in the middle of a request is closed."""

from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

PATIENCE_SECONDS = 20.0


def impatient(seconds: float = PATIENCE_SECONDS) -> type[H11Protocol]:
    """uvicorn's protocol, with a limit: closes a connection if no request arrives for ``seconds``, or its body stops
    arriving for as long. A client that is waiting for its answer is not affected."""

    class Impatient(H11Protocol):
        def connection_made(self, transport: Any) -> None:
            super().connection_made(transport)
            self._limit = self.loop.call_later(seconds, transport.close)

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            if self.cycle is not None and not self.cycle.response_complete:  # else this is only part of a head
                self._start_over()

        def on_response_complete(self) -> None:
            super().on_response_complete()
            self._start_over()

        def connection_lost(self, exc: Exception | None) -> None:
            self._limit.cancel()
            super().connection_lost(exc)

        def _start_over(self) -> None:
            self._limit.cancel()
            if self.cycle.response_complete or self.cycle.more_body:
                self._limit = self.loop.call_later(seconds, self.transport.close)

    return Impatient
