"""`/health` says whether people can play: 503 while the store is ill, 200 when it is well again."""

import asyncio
import sqlite3
from pathlib import Path

import httpx

from tests.server.running import KillableServer, quick_settings, serving
from tests.server.wire import create, seat_all
from touchwood.server.store.sqlite import SqliteStore


def health(address: str) -> tuple[int, str]:
    answer = httpx.get(f"{address}/health", timeout=30)
    body = answer.json()
    if answer.status_code == 503:
        assert answer.headers["retry-after"]
        assert body["sentence"]
    return answer.status_code, body.get("code", body.get("status"))


def test_a_file_that_somebody_else_has_locked_is_ill_until_it_is_free(tmp_path: Path) -> None:
    with KillableServer(tmp_path) as server:
        assert health(server.address) == (200, "ok")
        other = sqlite3.connect(tmp_path / "touchwood.sqlite", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        assert health(server.address) == (503, "store_locked")
        other.execute("ROLLBACK")
        other.close()
        assert health(server.address) == (200, "ok")


def test_a_full_disk_is_ill_until_something_could_be_written(tmp_path: Path) -> None:
    stores: list[SqliteStore] = []

    def small_store(path: Path) -> SqliteStore:
        stores.append(SqliteStore(path, most_pages=40))
        return stores[-1]

    async def fill(address: str) -> None:
        (ana,) = await seat_all(address, "tag", ["Ana"])
        while (answer := await ana.ask("Talk", text="x" * 190))["type"] == "Accepted":
            pass
        assert answer["code"] == "store_full"
        await ana.close()

    with serving(quick_settings(tmp_path, store=small_store)) as address:
        assert health(address) == (200, "ok")
        asyncio.run(fill(address))
        assert health(address) == (503, "store_full")
        stores[0]._writing.execute("PRAGMA max_page_count=100000")
        asyncio.run(create(address, "tag"))
        assert health(address) == (200, "ok")


def test_a_store_that_cannot_be_read_is_ill(tmp_path: Path) -> None:
    stores: list[SqliteStore] = []

    def store(path: Path) -> SqliteStore:
        stores.append(SqliteStore(path))
        return stores[-1]

    with serving(quick_settings(tmp_path, store=store)) as address:
        assert health(address) == (200, "ok")
        # Whatever the reason, the question cannot be answered.
        stores[0]._reading.execute("ALTER TABLE tables RENAME TO gone")
        assert health(address) == (503, "store_failed")
        stores[0]._reading.execute("ALTER TABLE gone RENAME TO tables")
        assert health(address) == (200, "ok")
