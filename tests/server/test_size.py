"""What tables cost: in memory when loaded, and at the start when stored."""

import asyncio
import gc
import sqlite3
import time
import tracemalloc
from pathlib import Path
from random import Random

import httpx

from tests.server.memory_store import MemoryStore
from tests.server.running import KillableServer
from tests.server.sitting import NAMES, Sitting
from tests.server.wire import Client
from touchwood.server import protocol
from touchwood.server.bots import OwnThread
from touchwood.server.metrics import Metrics
from touchwood.server.protocol import CreateTable, JoinTable
from touchwood.server.rooms.connection import Connection
from touchwood.server.rooms.registry import TableRegistry
from touchwood.server.rooms.room import Room
from touchwood.server.rooms.services import Services
from touchwood.server.store.sqlite import SqliteStore
from touchwood.server.table.log import hash_of_token

MOST_BYTES = 50_000
STORED = 10_000


def test_a_loaded_table_costs_under_50_kb_besides_its_sockets() -> None:
    """The middle of a match of four, with talk, after every device has been sent its snapshots."""
    rng = Random(1)
    sitting = Sitting("tag", NAMES[:4]).start()
    for number in range(150):
        sitting.random_step(rng)
        if number % 5 == 0:
            sitting.send(number % 4, protocol.Talk(f"some-rather-long-id-{number:016}", "x" * 200))

    async def run() -> int:
        services = Services(store=MemoryStore(), bot_executor=OwnThread(), metrics=Metrics())
        count = 20

        async def loaded() -> Room:
            room = Room(sitting.reloaded(), services)
            for viewer in sitting.viewers:
                connection = sitting.connection(viewer)
                await room.attend(connection, None)
                room.depart(connection)
            return room

        # The first fills caches that all share, and under coverage its book of lines.
        rooms = [await loaded()]
        gc.collect()
        tracemalloc.start()
        before = tracemalloc.get_traced_memory()[0]
        rooms += [await loaded() for _ in range(count)]
        gc.collect()
        after = tracemalloc.get_traced_memory()[0]
        tracemalloc.stop()
        for room in rooms:
            room.drop()
        services.bot_executor.close()
        return (after - before) // count

    cost = asyncio.run(run())
    assert 1_000 < cost < MOST_BYTES, cost


def test_with_10_000_stored_tables_the_server_starts_without_loading_one(tmp_path: Path) -> None:
    """Tables are loaded when somebody comes. How long the start takes is printed, not judged: machines are noisy."""
    rng = Random(1)
    sitting = Sitting("tag", NAMES[:4]).start()
    for _ in range(8):
        sitting.random_step(rng)
    _store_copies(tmp_path, sitting)
    with KillableServer(tmp_path) as server:
        server.kill()
        started = time.perf_counter()
        server.start()
        took = time.perf_counter() - started
        print(f"{took:.2f} s from the fork of the process to its first answer, {STORED:,} tables stored")
        metrics = httpx.get(server.metrics).text
        assert "touchwood_tables 0.0" in metrics

        async def come_back() -> None:
            table = f"{STORED // 2:022}"
            again = await Client(server.address, table, "token of Bo".ljust(22)).open()
            assert again.situation["view"]["players"][1]["hand"]
            await again.close()

        asyncio.run(come_back())


def _store_copies(folder: Path, sitting: Sitting) -> None:
    """The same table many times over, straight into the file."""
    asyncio.run(SqliteStore(folder / "touchwood.sqlite").close())
    now = time.time_ns() // 1_000_000 * 50
    token_hash = Sitting.token_hash("Bo")
    own = hash_of_token("token of Bo".ljust(22))
    lines = [line.replace(token_hash.encode(), own.encode()) for line in sitting.lines]
    with sqlite3.connect(folder / "touchwood.sqlite") as connection:
        connection.execute("PRAGMA synchronous=OFF")
        for number in range(STORED):
            table = f"{number:022}"
            connection.execute(
                "INSERT INTO tables (id, code, created, seed) VALUES (?, ?, ?, ?)",
                (table, f"#{number}", now, sitting.seed),
            )
            connection.executemany(
                "INSERT INTO lines (table_id, n, at, body) VALUES (?, ?, ?, ?)",
                [(table, n, now, line) for n, line in enumerate(lines, 1)],
            )
    connection.close()


def test_idle_tables_are_unloaded_and_come_back_as_they_were() -> None:
    async def run() -> None:
        store = MemoryStore()
        services = Services(store=store, bot_executor=OwnThread(), metrics=Metrics())
        registry = TableRegistry(services, idle_seconds=0)
        seated = await registry.create(CreateTable("tag", "Ana"))
        await registry.join(seated.code, JoinTable("Bo"))
        assert registry.tables == 1
        here = Connection(hash_of_token(seated.token), "en")
        room = await registry.room(seated.table)
        assert room is not None
        await room.attend(here, None)
        assert registry.unload_idle() == 0, "somebody is there"
        room.depart(here)
        assert registry.unload_idle() == 1
        assert registry.tables == 0
        again = await registry.room(seated.table)
        assert again is not None
        assert again is not room
        assert [seat.name for seat in again.table.seating.seats] == ["Ana", "Bo"]
        # And after the time they are kept for they are closed.
        store.touched[seated.table] = 0
        assert (await registry.forget_old(1_000)).set_aside == (seated.table,)
        assert await registry.room(seated.table) is None
        services.bot_executor.close()

    asyncio.run(run())
