"""Logs that answer: every request with its route, every refusal with its cause, and nothing but JSON."""

import asyncio
import io
import json
import logging
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect

from tests.server.running import NO_HURRY, free_address, quick_settings, serving
from tests.server.wire import Client, create, seat_all
from touchwood.server import logs
from touchwood.server.serve import make_app
from touchwood.server.store.sqlite import SqliteStore


def lines_of(caplog: pytest.LogCaptureFixture, event: str) -> list[dict[str, Any]]:
    return [logs.facts_of(record) for record in caplog.records if record.getMessage() == event]


def test_a_request_is_logged_with_route_status_and_milliseconds(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", logger="touchwood")
    with serving(quick_settings(tmp_path)) as address:
        httpx.get(f"{address}/api/tables/ZZZZZZ")
        httpx.get(f"{address}/api/games")
        httpx.head(f"{address}/t/ZZZZZZ")
        httpx.post(f"{address}/api/tables", json={}, headers={"origin": "http://evil.example"})
        httpx.post(f"{address}/api/tables", content=b"\xff", headers={"content-type": "application/json"})
    logged = lines_of(caplog, "request")
    assert all(line.pop("ms") >= 0 for line in logged)
    assert logged == [
        {"method": "GET", "route": "/api/tables/{code}", "status": 404, "code": "no_such_table"},
        {"method": "GET", "route": "/api/games", "status": 200},
        {"method": "HEAD", "route": "/{path}", "status": 200},
        {"method": "POST", "route": "", "status": 403, "code": "other_origin"},
        {"method": "POST", "route": "/api/tables", "status": 400, "code": "bad_request"},
    ]


def test_every_device_that_is_refused_or_sent_away_has_a_line_with_the_cause(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", logger="touchwood")

    async def run(address: str) -> None:
        where = address.replace("http", "ws", 1)
        for path, origin in (("/elsewhere", None), ("/socket", "http://evil.example")):
            with pytest.raises(Exception, match="403"):
                await connect(where + path, origin=origin)  # type: ignore[arg-type]  # a string is one
        async with connect(where + "/socket") as socket:
            await socket.send("{}")
            await socket.wait_closed()
        seated = await create(address, "tag")
        async with Client.of(address, seated), connect(where + "/socket") as socket:
            await socket.wait_closed()

    limits = NO_HURRY.__class__(sockets_an_address=1)
    with serving(quick_settings(tmp_path, limits=limits)) as address:
        asyncio.run(run(address))
    assert lines_of(caplog, "socket_refused") == [{"cause": "no_such_path"}, {"cause": "other_origin"}]
    assert {"close": "unreadable"} in lines_of(caplog, "socket_closed")
    assert {"close": "too_many", "cause": "devices"} in lines_of(caplog, "socket_closed")
    assert lines_of(caplog, "socket_left") == [{"close": 1000}]


def test_a_full_disk_is_logged_once_and_again_when_it_is_over(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    stores: list[SqliteStore] = []

    def small_store(path: Path) -> SqliteStore:
        stores.append(SqliteStore(path, most_pages=40))
        return stores[-1]

    async def run(address: str) -> None:
        (ana,) = await seat_all(address, "tag", ["Ana"])
        while (await ana.ask("Talk", text="x" * 190))["type"] == "Accepted":
            pass
        await ana.ask("Talk", text="x" * 190)
        stores[0]._writing.execute("PRAGMA max_page_count=100000")
        await ana.do("Talk", text="there is room again")
        await ana.close()

    with serving(quick_settings(tmp_path, store=small_store)) as address:
        asyncio.run(run(address))
    assert lines_of(caplog, "store_trouble") == [{"trouble": "full"}]
    assert lines_of(caplog, "store_well_again") == [{"trouble": "full"}]


def test_head_is_get_without_the_body(server: str) -> None:
    for path in ("/", "/health", "/api/games", "/api/nothing"):
        with_body, without = httpx.get(f"{server}{path}"), httpx.head(f"{server}{path}")
        assert without.status_code == with_body.status_code
        assert without.content == b""
        assert without.headers["content-length"] == with_body.headers["content-length"]


# -- Ready ----------------------------------------------------------------------------------------------------------


def test_a_server_is_not_ready_before_its_bots_are_warm(tmp_path: Path) -> None:
    async def ask(**changes: object) -> httpx.Response:
        # Not started: nobody has told the workers to get warm.
        app = make_app(quick_settings(tmp_path, **changes))
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://table") as client:  # type: ignore[arg-type]  # an ASGI app
            return await client.get("/ready")

    cold = asyncio.run(ask(bot_workers=1))
    assert (cold.status_code, cold.json()["code"]) == (503, "warming")
    assert asyncio.run(ask()).status_code == 200


# -- Nothing but JSON -----------------------------------------------------------------------------------------------


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@contextmanager
def logs_written_to(written: io.StringIO) -> Iterator[None]:
    """As in a process that has set up its logs; everything is as before afterwards."""
    root = logging.getLogger()
    loggers = [root, *(logging.getLogger(name) for name in ("touchwood", "uvicorn", "uvicorn.error", "litestar"))]
    kept = [(logger.handlers, logger.level) for logger in loggers]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stderr", written)
        for holder, hook in ((sys, "excepthook"), (sys, "unraisablehook"), (threading, "excepthook")):
            patch.setattr(holder, hook, getattr(holder, hook))
        logs.set_up()
        yield
    for logger, (handlers, level) in zip(loggers, kept, strict=True):
        logger.handlers = handlers
        logger.setLevel(level)
    logging.captureWarnings(capture=False)


def test_what_nobody_caught_is_json_too() -> None:
    standard_error = io.StringIO()
    with logs_written_to(standard_error):
        failing = threading.Thread(target=lambda: [][0])
        failing.start()
        failing.join()
        logging.getLogger("asyncio").error("Task exception was never retrieved")
        logging.getLogger("some.library").warning("careful with %s", "that")
    lines = [json.loads(line) for line in standard_error.getvalue().splitlines()]
    assert [(line["from"], line["event"]) for line in lines] == [
        ("touchwood", "uncaught"),
        ("asyncio", "Task exception was never retrieved"),
        ("some.library", "careful with that"),
    ]
    assert lines[0]["error"] == "IndexError"
    assert "test_logs.py" in lines[0]["where"]


def test_in_a_terminal_lines_are_for_people() -> None:
    standard_error = Terminal()
    with logs_written_to(standard_error):
        logging.getLogger("touchwood.http").info("request", extra={"method": "GET", "status": 200, "token": "secret"})
    assert standard_error.getvalue().endswith("info request method=GET status=200\n")


def test_a_server_without_a_terminal_writes_nothing_but_json(tmp_path: Path) -> None:
    address = free_address()
    host, _, port = address.partition(":")
    command = [sys.executable, "-m", "touchwood", "serve", "--host", host, "--port", port]
    command += ["--data", str(tmp_path), "--bot-workers", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        while "Stop with" not in server.stdout.readline():
            assert server.poll() is None

        async def bother() -> None:
            reader, writer = await asyncio.open_connection(host, int(port))
            writer.write(b"this is no HTTP\r\n\r\n")
            await reader.read()
            writer.close()
            httpx.get(f"http://{address}/ready")

        asyncio.run(asyncio.wait_for(bother(), 60))
        server.send_signal(signal.SIGTERM)
        assert server.stderr is not None
        lines = [json.loads(line) for line in server.stderr.read().splitlines()]
    assert {"request", "Invalid HTTP request received."} <= {line["event"] for line in lines}
