"""Who goes leaves nothing behind that only the collector could find: it is spared (`serve.py`), and looks too seldom
for a server where people come and go."""

import asyncio
import functools
import gc
import importlib
import pkgutil
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

import touchwood
from tests.server.running import quick_settings, serving
from tests.server.wire import Client, create, plain_http, seat_all
from touchwood.server import maintenance
from touchwood.server.http_guard import MOST_WAITING
from touchwood.server.rooms.registry import TableRegistry
from touchwood.server.store.sqlite import SqliteStore

VISITS = 5
MOST_KEPT = 20_000
"""Results that a function may remember: some megabytes."""


@contextmanager
def garbage() -> Iterator[Counter[str]]:
    """What had to be collected, by the names of its types."""
    found: Counter[str] = Counter()
    gc.collect()
    gc.disable()
    gc.set_debug(gc.DEBUG_SAVEALL)
    try:
        yield found
        gc.collect()
        found.update(f"{type(thing).__module__}.{type(thing).__name__}" for thing in gc.garbage)
    finally:
        gc.set_debug(0)
        gc.enable()
        gc.garbage.clear()


def test_a_device_that_is_gone_and_a_table_that_is_unloaded_are_freed_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(maintenance, "ROUND_SECONDS", 0.05)
    unload, registries = TableRegistry.unload_idle, set[TableRegistry]()

    def unload_idle(registry: TableRegistry) -> int:
        registries.add(registry)
        return unload(registry)

    monkeypatch.setattr(TableRegistry, "unload_idle", unload_idle)
    settings = replace(quick_settings(tmp_path), idle_seconds=1)

    async def visit(address: str) -> None:
        for _ in range(VISITS):
            async with Client.of(address, await create(address, "tag", bots=["random"])) as client:
                await client.do("Start")
                await client.until(lambda client: client.situation)
        while not registries or any(registry.tables for registry in registries):
            await asyncio.sleep(0.05)

    with serving(settings) as address:
        asyncio.run(visit(address))
        with garbage() as found:
            asyncio.run(visit(address))
    assert of_servers(found) == {}


def of_servers(found: Counter[str]) -> dict[str, int]:
    servers = ("touchwood.", "uvicorn.", "uvloop.", "websockets.server.", "httptools.")
    return {name: count for name, count in found.items() if name.startswith(servers)}


def test_requests_that_were_never_begun_are_freed_with_their_connection(tmp_path: Path) -> None:
    request = b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n"

    async def hang_up_on(port: int) -> None:
        """While the server is at the first of many that came at once."""
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(request * (MOST_WAITING - 1))
        await reader.readline()
        writer.transport.abort()

    async def hang_up(address: str) -> None:
        for _ in range(VISITS):
            await hang_up_on(int(address.rpartition(":")[2]))
        async with plain_http(address) as http:
            await http.get("/health")

    with serving(quick_settings(tmp_path)) as address:
        asyncio.run(hang_up(address))
        with garbage() as found:
            asyncio.run(hang_up(address))
    assert of_servers(found) == {}


def test_moves_and_talk_that_a_full_store_refused_are_freed_at_once(tmp_path: Path) -> None:
    stores: list[SqliteStore] = []

    def bounded_store(path: Path) -> SqliteStore:
        stores.append(SqliteStore(path))
        return stores[-1]

    async def try_to_move(address: str, found: Counter[str]) -> None:
        ana, bo = await seat_all(address, "tag", ["Ana", "Bo"])
        await ana.do("Start")
        await asyncio.gather(*(client.until(lambda client: client.situation) for client in (ana, bo)))
        stores[0]._writing.execute("PRAGMA max_page_count=1")
        while (await bo.ask("Talk", text="x" * 190))["type"] == "Accepted":
            pass  # the last page has some room
        asked = next(client for client in (ana, bo) if client.situation["asked"])
        action = asked.situation["legal"][0]["action"]
        with garbage() as left:
            refused = [(await asked.act(action))["code"] for _ in range(VISITS)]
            refused += [(await bo.ask("Talk", text="x" * 190))["code"] for _ in range(VISITS)]
        assert set(refused) == {"store_full"}
        found.update(left)
        await asyncio.gather(ana.close(), bo.close())

    found: Counter[str] = Counter()
    with serving(quick_settings(tmp_path, store=bounded_store)) as address:
        asyncio.run(try_to_move(address, found))
    assert of_servers(found) == {}


def test_what_functions_remember_stays_small() -> None:
    """Else a server or a bot's worker grows for hours, by what no table needs any more."""
    for module in pkgutil.walk_packages(touchwood.__path__, "touchwood."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    gc.unfreeze()  # what was set aside, by a league say, would not be listed
    remembering = [thing for thing in gc.get_objects() if type(thing) is functools._lru_cache_wrapper]
    sizes = {
        f"{thing.__module__}.{thing.__qualname__}": thing.cache_parameters()["maxsize"]
        for thing in remembering
        if (thing.__module__ or "").startswith("touchwood.")
    }
    assert "touchwood.games.cant_touch_this.previews.points_added" in sizes
    assert {name: size for name, size in sizes.items() if size is not None and size > MOST_KEPT} == {}
