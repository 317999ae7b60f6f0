"""The fast protocol leans on the inside of uvicorn and websockets; where that has moved, uvicorn's own is used
and the tables go on. The limits of HTTP lean on it too, and have no such other: the test here says what has moved."""

import asyncio
import logging
import re
from pathlib import Path

import pytest
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from tests.server.players import play_all
from tests.server.running import quick_settings, serving
from tests.server.wire import seat_all
from touchwood.server import fast_websocket, http_guard, serve
from touchwood.server.websocket_protocol import PlainWebSocketProtocol, websocket_protocol


def test_uvicorn_and_websockets_have_all_that_the_fast_protocol_leans_on() -> None:
    why = "uvicorn or websockets (what begins with conn.) has changed: mend fast_websocket.py, or lower its cap"
    assert fast_websocket.moved_internals() == [], why
    assert websocket_protocol() is fast_websocket.FastWebSocketProtocol


def test_what_the_fast_protocol_uses_is_what_it_says_it_leans_on() -> None:
    source = Path(fast_websocket.__file__).read_text()
    own = {"message_handler", "_is_between_messages", "_handles", "transport"}
    used = set(re.findall(r"\bself\.(\w+)", source)) | set(re.findall(r"super\(\)\.(\w+)", source))
    assert used - own == {*fast_websocket._METHODS, *fast_websocket._FIELDS}
    assert set(re.findall(r"\bself\.conn\.(\w+)", source)) == {*fast_websocket._CONN_FIELDS}


def test_uvicorn_has_all_that_the_limits_of_http_lean_on() -> None:
    assert http_guard.moved_internals() == [], "uvicorn has changed: mend http_guard.py, or lower its cap"


def test_what_the_limits_of_http_use_is_what_they_say_they_lean_on() -> None:
    source = Path(http_guard.__file__).read_text()
    own = {*vars(http_guard.GuardedHttp), *http_guard.GuardedHttp.__annotations__, "transport"}
    used = set(re.findall(r"\bself\.(\w+)", source)) | set(re.findall(r"super\(\)\.(\w+)", source))
    assert used - (own - {*http_guard._METHODS}) == {*http_guard._METHODS, *http_guard._FIELDS}
    assert set(re.findall(r"\bself\.cycle\.(\w+)", source)) == {*http_guard._CYCLE_FIELDS}


class Moved(asyncio.Protocol):
    def handle_connect(self, event: object) -> None: ...


def test_what_has_moved_is_named() -> None:
    moved = fast_websocket.moved_internals(Moved)
    assert "data_received" in moved
    assert "conn" in moved
    assert "handle_connect" not in moved
    assert "handle_connect()" not in moved
    assert fast_websocket.moved_internals(conn=Moved) == ["conn.parser", "conn.state"]


class OneMoreArgument(WebSocketsSansIOProtocol):
    def handle_connect(self, event: object, early: bytes = b"") -> None: ...  # type: ignore[override]


class Awaited(WebSocketsSansIOProtocol):
    async def handle_connect(self, event: object) -> None: ...  # type: ignore[override]


class OtherName(WebSocketsSansIOProtocol):
    def handle_connect(self, request: object) -> None: ...


@pytest.mark.parametrize("changed", [OneMoreArgument, Awaited])
def test_a_method_that_is_called_in_another_way_has_moved(changed: type) -> None:
    assert "handle_connect()" in fast_websocket.moved_internals(changed)


class UpgradeWithRequest(HttpToolsProtocol):
    def handle_websocket_upgrade(self, request: object) -> None: ...  # type: ignore[override]


def test_what_has_moved_under_the_limits_of_http_is_named() -> None:
    assert "pipeline" in http_guard.moved_internals(Moved)
    assert "connection_made()" not in http_guard.moved_internals(Moved)
    assert "handle_websocket_upgrade()" in http_guard.moved_internals(UpgradeWithRequest)
    assert http_guard.moved_internals(cycle=Moved) == ["cycle.response_complete"]


def test_what_an_argument_is_called_does_not_matter() -> None:
    assert "handle_connect()" not in fast_websocket.moved_internals(OtherName)


def test_a_module_that_is_gone_is_logged_and_the_plain_protocol_taken(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        assert websocket_protocol("touchwood.server.no_such_module") is PlainWebSocketProtocol
    assert "no_such_module" in caplog.records[-1].__dict__["cause"]


def test_internals_that_have_moved_are_logged_and_the_plain_protocol_taken(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fast_websocket, "moved_internals", lambda: ["conn", "conn.parser"])
    with caplog.at_level(logging.WARNING):
        assert websocket_protocol() is PlainWebSocketProtocol
    assert caplog.records[-1].__dict__["cause"] == "conn, conn.parser"


def test_a_match_is_played_on_the_plain_protocol(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serve, "websocket_protocol", lambda: PlainWebSocketProtocol)

    async def run(address: str) -> None:
        clients = await seat_all(address, "tag", ["Ana", "Bo"])
        await clients[0].do("Start")
        await play_all(clients, seed=3)
        assert clients[0].table is not None
        assert clients[0].table["phase"] == "over"
        await asyncio.gather(*(client.close() for client in clients))

    with serving(quick_settings(tmp_path)) as address:
        asyncio.run(run(address))
