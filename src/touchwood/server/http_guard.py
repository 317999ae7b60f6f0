"""uvicorn's HTTP protocol with limits from the first byte on: how many connections an address holds, how long it may
take over a request, and how long that may be. Without them a few hundred half-sent requests use up all files a process
may open, and a header without end all its time (what came so far is copied with every piece); limits further in see a
request only when it is whole.

A connection that becomes a WebSocket stays counted until it is lost.
"""

import asyncio
import logging
from collections.abc import Callable, Sequence
from http import HTTPStatus
from typing import Any, Final

from httptools import HttpParserError
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from touchwood.server.frame_pace import FramePace, PacedWebSocket
from touchwood.server.internals import called_otherwise, moved
from touchwood.server.limits import HeldByAddress, Limits, limited_as
from touchwood.server.moderation import is_one_of
from touchwood.server.watched_protocol import WatchedProtocol

LOG = logging.getLogger("touchwood.connections")

HEAD_BYTES: Final = 64 * 1_024
MOST_WAITING: Final = 16
"""Requests of one connection, sent before the one before them was answered. Browsers send none."""
BYTES_A_BYTE: Final = 4
"""A body that comes in small pieces has the size of each before it. Bodies that are too long are the app's business;
this is for what is no body, such as headers behind one."""


# What this leans on and uvicorn does not promise.
_METHODS: Final = (
    "connection_made",
    "connection_lost",
    "data_received",
    "on_message_begin",
    "on_headers_complete",
    "on_message_complete",
    "handle_websocket_upgrade",
)
_FIELDS: Final = ("client", "cycle", "loop", "parser", "pipeline")
# The same of a request and its answer.
_CYCLE_FIELDS: Final = ("response_complete",)


def moved_internals(protocol: type = HttpToolsProtocol, cycle: type = RequestResponseCycle) -> list[str]:
    """Those that a version of uvicorn does not have, or calls in another way (`name()`). There is no other protocol to
    choose then: one without limits is for nobody to find out about in the log."""
    gone = moved(protocol, [*_METHODS, *_FIELDS]) | {f"cycle.{name}" for name in moved(cycle, _CYCLE_FIELDS)}
    return sorted(gone | called_otherwise(protocol, GuardedHttp, _METHODS))


class GuardedHttp(WatchedProtocol, HttpToolsProtocol):
    """Made for each connection; see `guarded_http`."""

    held: HeldByAddress
    limits: Limits
    proxies: Sequence[str]
    _counted: str | None = None
    """The address this connection counts for. A proxy's do not count: it holds those of many."""
    _late: asyncio.TimerHandle | None = None
    """Waits for the rest of a request."""
    _bytes_left = HEAD_BYTES
    """What may still come of a request."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        super().connection_made(transport)
        address = self.client[0] if self.client else ""
        if not is_one_of(address, self.proxies):
            if not self.held.acquire(limited_as(address)):
                self._refuse(HTTPStatus.TOO_MANY_REQUESTS, "too_many_connections")
                return
            self._counted = limited_as(address)
        self._wait_for("headers_late", self.limits.header_seconds)

    def connection_lost(self, exc: Exception | None) -> None:
        self._wait_no_more()
        self._release()
        super().connection_lost(exc)
        # Requests that were never begun hold the connection, and it them.
        self.pipeline.clear()
        self.cycle = None  # type: ignore[assignment]  # as uvicorn has it

    def _release(self) -> None:
        if self._counted is not None:
            self.held.release(self._counted)
            self._counted = None

    # -- Requests that do not come ----------------------------------------------------------------------------------
    def data_received(self, data: bytes) -> None:
        if self._late is None and (self.cycle is None or self.cycle.response_complete):
            # The next request of a connection that is kept; uvicorn stops waiting with its first byte.
            self._wait_for("headers_late", self.limits.header_seconds)
        if len(data) > self._bytes_left:
            self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, "request_too_long")
            return
        self._bytes_left -= len(data)
        super().data_received(data)

    def on_message_begin(self) -> None:
        if len(self.pipeline) >= MOST_WAITING:
            # The parser stops here, and uvicorn answers 400: each would be taken apart before the first is answered.
            raise HttpParserError("too many requests at once")
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        self._bytes_left += self.limits.message_bytes * BYTES_A_BYTE
        self._wait_for("body_late", self.limits.body_seconds)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._bytes_left = HEAD_BYTES
        self._wait_no_more()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        self._wait_no_more()
        super().handle_websocket_upgrade()
        socket = self.transport.get_protocol()
        assert isinstance(socket, PacedWebSocket), "see `websocket_protocol`"
        socket.when_lost = self._lost_as_socket
        socket.frame_pace = FramePace(self.limits)

    def _lost_as_socket(self) -> None:
        """What uvicorn does for a connection that stayed HTTP: its parser holds it, and it the parser."""
        self._release()
        self.parser = None  # type: ignore[assignment]  # as uvicorn has it

    def _wait_for(self, cause: str, seconds: float) -> None:
        self._wait_no_more()
        self._late = self.loop.call_later(seconds, self._refuse, HTTPStatus.REQUEST_TIMEOUT, cause)

    def _wait_no_more(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None

    def _refuse(self, status: HTTPStatus, cause: str) -> None:
        LOG.info("connection_refused", extra={"cause": cause, "status": int(status)})
        head = [f"HTTP/1.1 {int(status)} {status.phrase}", "connection: close", "content-length: 0", "retry-after: 10"]
        self.transport.write("\r\n".join([*head, "", ""]).encode())
        self.transport.close()


def guarded_http(held: HeldByAddress, limits: Limits, proxies: Sequence[str]) -> Callable[..., Any]:
    """The protocol for one server: all its connections are counted together."""
    return type("GuardedHttpOfServer", (GuardedHttp,), {"held": held, "limits": limits, "proxies": tuple(proxies)})
