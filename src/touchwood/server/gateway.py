"""The outermost layer: where a request goes, and what holds for every answer.

Plain ASGI around the HTTP app and the socket: limits by address, the origin of requests that change something, the
security headers, and a life of its own (start, stop).
"""

import logging
import time
from collections.abc import Iterable
from typing import Final

import msgspec

from touchwood.core.refusals import InputError
from touchwood.server.admin import AdminSocket
from touchwood.server.limits import RateLimiter
from touchwood.server.maintenance import Maintenance
from touchwood.server.metrics import Metrics
from touchwood.server.moderation import Moderation
from touchwood.server.protocol import ErrorShown
from touchwood.server.sentences import say
from touchwood.server.websocket import (
    ERROR_CODE,
    Receive,
    Scope,
    Send,
    WebSocketEndpoint,
    address_of,
    header_of,
    host_of,
    is_same_origin,
)

LOG = logging.getLogger("touchwood.http")

LONGEST_HOST: Final = 300
"""A name has at most 253 signs, and a port behind it. What is longer would be drawn as a QR all the same."""

OF_ALL: Final = (
    (b"x-content-type-options", b"nosniff"),
    (b"cross-origin-resource-policy", b"same-origin"),
)
OF_DOCUMENTS: Final = (
    (
        b"content-security-policy",
        b"default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; "
        b"img-src 'self' data:; font-src 'self'; media-src 'self'; connect-src 'self'; manifest-src 'self'; "
        b"worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"permissions-policy", b"camera=(self), geolocation=(), microphone=(), payment=(), usb=()"),
)
PARTS_OF_A_PAGE: Final = (b"text/javascript", b"text/css", b"font/")
"""What no browser shows by itself, so that nothing has to be forbidden there: half a kilobyte a file, ten a page."""


def security_headers(headers: Iterable[tuple[bytes, bytes]]) -> tuple[tuple[bytes, bytes], ...]:
    """By the kind of what is sent; a picture drawn as SVG is a document, too."""
    kind = next((value for name, value in headers if name.lower() == b"content-type"), b"")
    return OF_ALL if kind.startswith(PARTS_OF_A_PAGE) else (*OF_ALL, *OF_DOCUMENTS)


class AsgiGateway:
    def __init__(
        self,
        http: object,
        socket: WebSocketEndpoint,
        maintenance: Maintenance,
        admin: AdminSocket,
        rate_limiter: RateLimiter,
        moderation: Moderation,
        metrics: Metrics,
        *,
        origins: frozenset[str],
    ) -> None:
        self._http = http
        self._socket = socket
        self._maintenance = maintenance
        self._admin = admin
        self._moderation = moderation
        self.rate_limiter = rate_limiter
        self.metrics = metrics
        self._origins = origins

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        match scope["type"]:
            case "lifespan":
                await self._live(receive, send)
            case "websocket" if scope["path"] == "/socket":
                await self._socket(scope, receive, send)
            case "websocket":
                await receive()
                LOG.info("socket_refused", extra={"cause": "no_such_path"})
                await send({"type": "websocket.close", "code": 1008})
            case _:
                await self._answer(scope, receive, send)

    async def _answer(self, asked: Scope, receive: Receive, send: Send) -> None:
        started = time.perf_counter()
        # HEAD is GET without the body, which the server itself leaves out.
        scope = {**asked, "method": "GET"} if asked["method"] == "HEAD" else asked

        async def send_with_headers(message: Scope) -> None:
            if message["type"] == "http.response.start":
                headers = message.get("headers", ())
                message["headers"] = [*headers, *security_headers(headers)]
                # The route, not the path: that can hold a table's code or id.
                facts = {
                    "method": asked["method"],
                    "route": scope.get("path_template", ""),
                    "status": message["status"],
                }
                if (code := scope.get(ERROR_CODE)) is not None:
                    facts["code"] = code
                LOG.info("request", extra={**facts, "ms": round((time.perf_counter() - started) * 1_000, 1)})
            await send(message)

        if self._moderation.bans_address(host_of(scope)):
            scope[ERROR_CODE] = "banned"
            await _refuse(send_with_headers, 403, InputError("banned"))
        elif not self.rate_limiter.requests.spend(address_of(scope)):
            scope[ERROR_CODE] = "too_many"
            await _refuse(send_with_headers, 429, InputError("too_many"))
        elif scope["method"] not in ("GET", "HEAD", "OPTIONS") and not is_same_origin(scope, self._origins):
            scope[ERROR_CODE] = "other_origin"
            await _refuse(send_with_headers, 403, InputError("bad_request", reason="origin"))
        elif len(header_of(scope, b"host") or "") > LONGEST_HOST:
            scope[ERROR_CODE] = "long_host"
            await _refuse(send_with_headers, 400, InputError("bad_request", reason="host"))
        else:
            await self._http(scope, receive, send_with_headers)  # type: ignore[operator]  # an ASGI app

    async def _live(self, receive: Receive, send: Send) -> None:
        while True:
            message = await receive()
            if message["type"] == "lifespan.startup":
                await self._maintenance.start()
                await self._admin.open()
                await send({"type": "lifespan.startup.complete"})
            else:
                await self._admin.close()
                await self._maintenance.stop()
                await send({"type": "lifespan.shutdown.complete"})
                return


async def _refuse(send: Send, status: int, error: InputError) -> None:
    body = msgspec.json.encode(ErrorShown(error.code, dict(error.facts), say(error)))
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    if status == 429:
        headers.append((b"retry-after", b"10"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
