"""Hostile devices: nothing breaks, nothing leaks, nothing grows.

The server's memory after 10,000 messages (with TOUCHWOOD_SOAK=1: 100,000) is held against that after a tenth.
"""

import asyncio
import json
import os
import re
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tests.server.hostile import HAS_A_RIGHT_TO, KINDS, WELL_FORMED, hostile_messages
from tests.server.memory_store import MemoryStore
from tests.server.players import play_all
from tests.server.running import NO_HURRY, KillableServer, quick_settings, serving
from tests.server.wire import PATIENCE, Client, create, seat_all
from touchwood.core.seats import SPECTATOR
from touchwood.server.bots import OwnThread
from touchwood.server.limits import Limits, RateLimiter
from touchwood.server.metrics import Metrics
from touchwood.server.protocol import Close, CreateTable, Talk
from touchwood.server.rooms.connection import Connection
from touchwood.server.rooms.registry import TableRegistry
from touchwood.server.rooms.services import Services
from touchwood.server.table.log import hash_of_token
from touchwood.server.websocket import WebSocketEndpoint

HOSTILE = 100_000 if os.environ.get("TOUCHWOOD_SOAK") == "1" else 10_000
SHORT_MATCH = {"answer_seconds": 1, "deck": {"T": 6, "A": 6, "G": 6, "TAG": 3, "Gool": 3, "Freeze": 1}}


async def attack(victim: Client, seed: int, count: int, *, actions: list[object], secrets: list[str]) -> list[str]:
    """Send all that with the token of one seat, in as many connections as it takes; what came back."""
    answers: list[str] = []
    messages = iter(list(hostile_messages(seed, count, actions=actions, secrets=secrets)))
    is_done = asyncio.Event()

    async def read(socket: ClientConnection) -> None:
        async for text in socket:
            assert isinstance(text, str)
            answers.append(text)
            if text == '{"type":"Pong","id":"done"}':
                is_done.set()

    # One connection is closed for good reasons now and then; a whole attack needs only a few.
    for _ in range(20):
        if is_done.is_set():
            return answers
        async with connect(victim.socket_address, max_size=None) as socket:
            await socket.send(json.dumps({"type": "Hello", "table": victim.table_id, "token": victim.token}))
            reader = asyncio.create_task(read(socket))
            with suppress(ConnectionClosed):
                for message in messages:
                    await socket.send(message)
                await socket.send('{"type":"Ping","id":"done"}')
            await asyncio.wait([reader, asyncio.create_task(is_done.wait())], return_when=asyncio.FIRST_COMPLETED)
        await asyncio.gather(reader, return_exceptions=True)
    raise AssertionError("the server did not answer to the end")


def test_every_kind_of_message_is_tried_or_everybodys_right() -> None:
    """Whoever adds one decides which."""
    assert set(KINDS) == {*WELL_FORMED, *HAS_A_RIGHT_TO}
    assert not HAS_A_RIGHT_TO & set(WELL_FORMED)


def test_a_hostile_seat_breaks_nothing_and_learns_nothing(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def run(address: str) -> None:
        ana, bo, cy = await seat_all(address, "tag", ["Ana", "Bo", "Cy"], options=SHORT_MATCH)
        await ana.do("Start")
        await asyncio.gather(*(client.until(lambda c: c.situation) for client in (ana, bo, cy)))
        other = await create(address, "tag", "Zoe")
        secrets = [other.token, other.table, ana.table_id, "x" * 32]
        actions = [legal["action"] for client in (ana, bo, cy) for legal in client.situation["legal"]]
        victim = next(client for client in (bo, cy) if not client.is_asked)
        heard = ana.seq
        hands = victim.situation["view"]["players"]
        answers = await attack(victim, seed=1, count=3_000, actions=actions, secrets=secrets)
        assert ana.seq == heard, "nothing it did reached the others"
        refused = [json.loads(text) for text in answers if '"type":"Refused"' in text]
        assert len(refused) > 2_000
        assert all(answer["code"] and answer["sentence"] for answer in refused)
        codes = {answer["code"] for answer in refused}
        assert {"unreadable_message", "stale_decision"} <= codes
        assert {"host_only", "match_began", "match_not_over", "no_such_request", "hints_against_bots_only"} <= codes
        assert "nothing_to_build" in codes
        for text in answers:
            message = json.loads(text)
            if message.get("situation"):
                assert message["situation"]["view"]["players"] == hands
            assert "Traceback" not in text
            assert other.token not in text
        await play_all([ana, bo, cy], seed=1)
        async with httpx.AsyncClient() as http:
            assert (await http.get(f"{address}/health")).status_code == 200
        await asyncio.gather(ana.close(), bo.close(), cy.close())

    with serving(quick_settings(tmp_path)) as address:
        asyncio.run(run(address))
    errors = [record for record in caplog.records if record.levelname in ("ERROR", "CRITICAL")]
    assert not errors, errors[0].getMessage()


def test_messages_that_are_too_big_or_too_many_close_the_connection(tmp_path: Path) -> None:
    limits = Limits(messages_a_second=5, messages_at_once=20, unreadable_messages=5, requests_a_second=10**6)

    async def run(address: str) -> None:
        seated = await create(address, "tag")
        for message, count, code in (("x" * 20_000, 1, 1009), ('{"type":"Ping","id":"1"}', 40, 4002), ("{}", 10, 4000)):
            client = await Client.of(address, seated).open()
            try:
                for _ in range(count):
                    await client.send(message)
            except ConnectionError:
                pass
            assert await client.until_closed() == code

    with serving(quick_settings(tmp_path, limits=limits)) as address:
        asyncio.run(run(address))


def test_a_connection_must_say_hello_and_come_from_the_page(tmp_path: Path) -> None:
    limits = Limits(hello_seconds=0.2, sockets_an_address=3)

    async def run(address: str) -> None:
        where = address.replace("http", "ws", 1) + "/socket"
        async with connect(where) as socket:
            await asyncio.wait_for(socket.wait_closed(), PATIENCE)
            assert socket.close_code == 4005
        async with connect(where) as socket:
            await socket.send('{"type":"Ping","id":"1"}')
            await asyncio.wait_for(socket.wait_closed(), PATIENCE)
            assert socket.close_code == 4000
        with pytest.raises(Exception, match="403"):
            await connect(where, origin="http://evil.example")
        with pytest.raises(Exception, match="403"):
            await connect(address.replace("http", "ws", 1) + "/elsewhere")
        many = [await connect(where) for _ in range(4)]
        await asyncio.wait_for(many[-1].wait_closed(), PATIENCE)
        assert many[-1].close_code == 4002
        await asyncio.gather(*(socket.close() for socket in many))

    with serving(quick_settings(tmp_path, limits=limits)) as address:
        asyncio.run(run(address))


def test_talk_is_limited(tmp_path: Path) -> None:
    async def run(address: str) -> None:
        seated = await create(address, "tag")
        async with Client.of(address, seated) as ana:
            answers = [await ana.ask("Talk", text=f"line {number}") for number in range(8)]
            assert [answer["type"] for answer in answers] == ["Accepted"] * 5 + ["Refused"] * 3
            assert answers[-1]["code"] == "too_many"
            long = await ana.ask("Talk", message_id="long", text="x" * 200)
            assert long["code"] == "too_many"

    with serving(quick_settings(tmp_path, limits=Limits())) as address:
        asyncio.run(run(address))


def test_a_device_that_does_not_read_is_sent_away_and_the_table_goes_on() -> None:
    """Events never pile up for a slow device: one that falls behind too far is closed, and may come back."""

    async def run() -> list[Any]:
        services = Services(store=MemoryStore(), bot_executor=OwnThread(), metrics=Metrics(), limits=NO_HURRY)
        registry = TableRegistry(services)
        seated = await registry.create(CreateTable("tag", "Ana"))
        room = await registry.room(seated.table)
        assert room is not None
        hello = {"type": "Hello", "table": seated.table, "token": seated.token}
        incoming: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        incoming.put_nowait({"type": "websocket.connect"})
        incoming.put_nowait({"type": "websocket.receive", "text": json.dumps(hello)})
        outgoing: list[Any] = []
        reads = asyncio.Event()
        reads.set()

        async def send(message: Any) -> None:
            await reads.wait()
            outgoing.append(message)

        endpoint = WebSocketEndpoint(registry, RateLimiter(NO_HURRY, time.monotonic))
        scope = {"client": ("1.2.3.4", 1), "headers": []}
        serving_it = asyncio.create_task(endpoint(scope, incoming.get, send))
        while len(outgoing) < 2:
            await asyncio.sleep(0)
        reads.clear()
        ana = Connection(hash_of_token(seated.token), "en")
        for number in range(200):
            await room.submit(ana, Talk(f"t{number}", f"line {number}"))
            await asyncio.sleep(0)
        assert room.table.stream(SPECTATOR).seq == 200
        reads.set()
        while outgoing[-1]["type"] != "websocket.close":
            await asyncio.sleep(0)
        incoming.put_nowait({"type": "websocket.disconnect"})
        await serving_it
        assert not room.connections
        registry.close()
        services.bot_executor.close()
        return outgoing

    outgoing = asyncio.run(run())
    assert outgoing[-1]["code"] == Close.TOO_SLOW.value
    assert len(outgoing) < 10, "the device was not sent what it could not take"


def messages_read(server: KillableServer) -> float:
    """By the server, good ones and bad ones."""
    metrics = httpx.get(server.metrics).text
    counted = re.findall(
        r'^touchwood_(?:messages_total\{.*|refusals_total\{code="unreadable_message")\} (\S+)$', metrics, re.MULTILINE
    )
    return sum(map(float, counted))


@pytest.mark.soak
def test_memory_does_not_grow_with_hostile_messages(tmp_path: Path) -> None:
    async def run(server: KillableServer) -> tuple[int, int]:
        ana, bo = await seat_all(server.address, "tag", ["Ana", "Bo"])
        await ana.do("Start")
        await asyncio.gather(*(client.until(lambda c: c.situation) for client in (ana, bo)))
        victim = bo if ana.is_asked else ana
        actions = [legal["action"] for legal in (ana if ana.is_asked else bo).situation["legal"]]
        few, many = HOSTILE // 10, HOSTILE
        await attack(victim, seed=1, count=few, actions=actions, secrets=["x" * 32])
        after_few = server.memory()
        await attack(victim, seed=2, count=many - few, actions=actions, secrets=["x" * 32])
        after_many = server.memory()
        assert messages_read(server) > 0.99 * many
        print(f"{after_few / 1e6:.1f} MB after {few:,} messages, {after_many / 1e6:.1f} MB after {many:,}")
        await asyncio.gather(ana.close(), bo.close())
        return after_few, after_many

    with KillableServer(tmp_path) as server:
        after_few, after_many = asyncio.run(run(server))
    assert after_many < after_few * 1.1
