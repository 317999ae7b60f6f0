"""Nothing that was acknowledged is ever lost or done twice, whatever dies.

With TOUCHWOOD_SOAK=1 twenty times as many kills and ten times as many drops.
"""

import asyncio
import os
import re
import sqlite3
from collections import Counter
from collections.abc import Callable, Collection, Coroutine
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import httpx
import pytest
from websockets.exceptions import WebSocketException

from tests.server.players import Stubborn, play_all
from tests.server.running import KillableServer, free_address, quick_settings, serving
from tests.server.wire import Client, create, join, seat_all
from touchwood.match.record import parse_record
from touchwood.match.replay import Proof, verify
from touchwood.server.protocol import Seated
from touchwood.server.store.sqlite import SqliteStore
from touchwood.server.table.log import Said, read_line

IS_SOAK = os.environ.get("TOUCHWOOD_SOAK") == "1"
KILLS = 200 if IS_SOAK else 10
DROPS = 1_000 if IS_SOAK else 100

SHORT_MATCH = {"answer_seconds": 1, "deck": {"T": 6, "A": 6, "G": 6, "TAG": 3, "Gool": 3, "Freeze": 1}}

Result = TypeVar("Result")


async def insist(work: Callable[[], Coroutine[Any, Any, Result]]) -> Result:
    """Try until the server is there."""
    while True:
        try:
            return await work()
        except (httpx.HTTPError, WebSocketException, OSError, TimeoutError):
            await asyncio.sleep(0.05)


async def play_match(address: str, names: list[str], *, seed: int, chaos: float = 0.0) -> list[Stubborn]:
    """One match of people with bad connections, whatever happens to the server."""

    async def one_more(code: str, name: str) -> tuple[str, Seated]:
        # A join whose answer was lost has taken the name all the same.
        own_name = f"{name}{Random().randrange(10**6)}"
        return own_name, await join(address, code, own_name)

    first = await insist(lambda: create(address, "tag", names[0], options=SHORT_MATCH))
    seats = {names[0]: first, **dict([await insist(partial(one_more, first.code, name)) for name in names[1:]])}
    clients = [Client.of(address, seated) for seated in seats.values()]
    await insist(partial(start, clients[0], seats.keys()))
    group = [Stubborn(client, seed + number, chaos=chaos) for number, client in enumerate(clients)]
    await asyncio.gather(*(person.play() for person in group))
    return group


async def start(host: Client, names: Collection[str]) -> None:
    if not host.is_open:
        await host.open()
    # Seats that were taken by a join without an answer are empty chairs.
    taken = [seat["name"] for seat in host.table["seats"]]
    for seat in reversed(range(len(taken))):
        if taken[seat] not in names:
            await host.ask("Kick", seat=seat)
    answer = await host.ask("Start")
    assert answer["type"] == "Accepted" or answer["code"] == "match_began", answer


def check_the_log(data: Path, played: list[Stubborn]) -> int:
    """Every acknowledged message is in the log once; all matches hold. How many there were."""
    with sqlite3.connect(data / "touchwood.sqlite") as connection:
        rows = connection.execute("SELECT table_id, body FROM lines ORDER BY table_id, n").fetchall()
    connection.close()
    done: Counter[tuple[str, str]] = Counter()
    said: Counter[str] = Counter()
    for table, body in rows:
        line = read_line(body)
        if line.id is not None:
            done[table, line.id] += 1
        if isinstance(line.entry, Said):
            said[line.entry.text] += 1
    assert max(done.values()) == 1, "nothing is done twice"
    assert max(said.values(), default=1) == 1
    acknowledged = [(person.client.table_id, message) for person in played for message in person.acknowledged]
    missing = [each for each in acknowledged if done[each] != 1]
    assert not missing, "nothing acknowledged is lost"
    return len(acknowledged)


async def check_the_matches(address: str, played: list[Stubborn]) -> None:
    async with httpx.AsyncClient() as http:
        for table in {person.client.table_id for person in played}:
            record = parse_record((await http.get(f"{address}/api/matches/{table}/record")).content)
            assert verify(record).proof is Proof.PROVEN
    for person in played:
        # The client itself checks, event by event, that nothing is missing and nothing comes twice.
        assert person.client.is_over
        talked = Counter(event["text"] for event in person.client.told("Talked"))
        assert max(talked.values(), default=1) == 1


@pytest.mark.soak
def test_kill_9_at_random_moments_loses_and_doubles_nothing(tmp_path: Path) -> None:
    rng = Random(9)
    kills = 0

    async def kill_again_and_again(server: KillableServer) -> None:
        nonlocal kills
        while kills < KILLS:
            await asyncio.sleep(0.05 + rng.random() * 0.5)
            server.kill()
            kills += 1
            await asyncio.to_thread(server.start)

    async def run(server: KillableServer) -> list[Stubborn]:
        killer = asyncio.create_task(kill_again_and_again(server))
        played: list[Stubborn] = []

        async def play_on(names: list[str], seed: int) -> None:
            while not killer.done():
                played.extend(await play_match(server.address, names, seed=seed))
                seed += 100

        await asyncio.gather(play_on(["Ana", "Bo"], 1), play_on(["Cy", "Di", "Em"], 2))
        await killer
        await check_the_matches(server.address, played)
        return played

    with KillableServer(tmp_path) as server:
        played = asyncio.run(run(server))
        assert server.stop()
    assert kills == KILLS
    assert check_the_log(tmp_path, played) > 3 * KILLS
    resumes = Counter(resume for person in played for resume in person.client.resumes)
    assert resumes["events"] + resumes["up_to_date"] >= KILLS


@pytest.mark.soak
def test_drops_duplicates_and_delays_lose_and_double_nothing(tmp_path: Path) -> None:
    cuts = 0

    async def run(address: str) -> list[Stubborn]:
        nonlocal cuts
        played: list[Stubborn] = []
        seed = 0
        while cuts < DROPS:
            seed += 1_000
            played += await play_match(address, ["Ana", "Bo", "Cy"], seed=seed, chaos=0.25)
            cuts = sum(person.cuts for person in played)
        await check_the_matches(address, played)
        return played

    with serving(quick_settings(tmp_path)) as address:
        played = asyncio.run(run(address))
    assert check_the_log(tmp_path, played) > DROPS


# -- A store in trouble ---------------------------------------------------------------------------------------------


def test_with_a_full_store_players_are_told_and_play_goes_on_when_there_is_room(tmp_path: Path) -> None:
    stores: list[SqliteStore] = []

    def small_store(path: Path) -> SqliteStore:
        stores.append(SqliteStore(path, most_pages=40))
        return stores[-1]

    async def run(address: str) -> None:
        ana, bo = await seat_all(address, "cant_touch_this", ["Ana", "Bo"])
        await ana.do("Start")
        said = 0
        while (answer := await bo.ask("Talk", text=f"{said:04} " + "x" * 190))["type"] == "Accepted":
            said += 1
        assert answer["code"] == "store_full"
        assert "full" in answer["sentence"]
        assert said > 20
        await ana.until(lambda client: client.told("Talked")[-1]["text"].startswith(f"{said - 1:04}"))
        async with httpx.AsyncClient(base_url=address) as http:
            # A page that is not quite full may have room for a small table.
            refused = [await http.post("/api/tables", json={"game": "tag", "name": "Cy"}) for _ in range(20)][-1]
            assert (refused.status_code, refused.json()["code"]) == (503, "store_full")
        # There is room again.
        stores[0]._writing.execute("PRAGMA max_page_count=100000")
        await play_all([ana, bo], seed=1)
        assert [event["text"][:4] for event in ana.told("Talked")] == [f"{number:04}" for number in range(said)]
        await asyncio.gather(ana.close(), bo.close())

    with serving(quick_settings(tmp_path, store=small_store)) as address:
        asyncio.run(run(address))


def test_with_a_locked_store_bots_and_clocks_wait_and_go_on(tmp_path: Path) -> None:
    def impatient_store(path: Path) -> SqliteStore:
        return SqliteStore(path, busy_seconds=0.05)

    async def run(address: str) -> None:
        settings = {"clock_seconds": 5}
        (ana,) = await seat_all(address, "tag", ["Ana"], bots=["random"], options=SHORT_MATCH, settings=settings)
        other = sqlite3.connect(tmp_path / "touchwood.sqlite", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        answer = await ana.ask("Start")
        assert answer["code"] == "store_locked"
        other.execute("ROLLBACK")
        await ana.do("Start")
        await ana.until(lambda client: client.situation)
        other.execute("BEGIN IMMEDIATE")
        # What was stored just before may still be on its way, but this answer comes behind it.
        answer = await ana.ask("Talk", text="is anybody there?")
        assert answer["code"] == "store_locked"
        heard, tries = ana.seq, await writes_in_vain(metrics)
        while await writes_in_vain(metrics) < tries + 3:
            await asyncio.sleep(0.01)
        assert ana.seq == heard, "nothing is told that is not stored"
        other.execute("ROLLBACK")
        other.close()
        # Only clocks and bots move now, to the end.
        await ana.until(lambda client: client.is_over)
        await ana.close()

    metrics = free_address()
    with serving(quick_settings(tmp_path, store=impatient_store, metrics=metrics)) as address:
        asyncio.run(run(address))


async def writes_in_vain(metrics: str) -> float:
    """How often somebody (a person, a clock, a bot) found the store locked."""
    async with httpx.AsyncClient() as http:
        figures = (await http.get(f"http://{metrics}/metrics")).text
    found = re.search(r'^touchwood_store_troubles_total\{.*"locked".*\} (\S+)$', figures, re.MULTILINE)
    return 0.0 if found is None else float(found[1])


# -- Stopping -------------------------------------------------------------------------------------------------------


def test_a_server_told_to_stop_says_so_and_is_there_again_as_it_was(tmp_path: Path) -> None:
    async def before(server: KillableServer) -> list[Client]:
        clients = await seat_all(server.address, "tag", ["Ana", "Bo"], settings={"clock_seconds": 3_600})
        await clients[0].do("Start")
        await asyncio.gather(*(client.until(lambda c: c.situation) for client in clients))
        assert await asyncio.to_thread(server.stop)
        assert [await client.until_closed() for client in clients] == [1012, 1012]
        return clients

    async def after(old: list[Client]) -> None:
        for client in old:
            again = await Client(client.address, client.table_id, client.token).open()
            assert again.situation == client.situation
            if client.is_asked:
                assert 0 < again.clock["yours"] < client.clock["yours"], "the clock went on"
            await again.close()

    with KillableServer(tmp_path) as server:
        clients = asyncio.run(before(server))
        server.start()
        asyncio.run(after(clients))
