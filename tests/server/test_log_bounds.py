"""A table's log has a bound, and what is no move has a pace; a long log is read while others play."""

import asyncio
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

from tests.server.memory_store import MemoryStore
from tests.server.players import build, play_all
from tests.server.running import NO_HURRY, quick_settings, serving
from tests.server.sitting import CODE, TABLE, Sitting
from tests.server.test_absence import log_of
from tests.server.wire import Client, join, seat_all
from touchwood.core.refusals import InputError
from touchwood.match.record import Mover
from touchwood.server import protocol, slices
from touchwood.server.bots import OwnThread, Tempo
from touchwood.server.clocks import FastClock
from touchwood.server.limits import Limits
from touchwood.server.metrics import Metrics
from touchwood.server.protocol import CreateTable, JoinTable, Settings
from touchwood.server.rooms.allowance import Allowance
from touchwood.server.rooms.connection import Connection
from touchwood.server.rooms.reading import read_table
from touchwood.server.rooms.registry import TableRegistry
from touchwood.server.rooms.services import Services
from touchwood.server.store.interface import StoredTable
from touchwood.server.table import log
from touchwood.server.table.decisions import just
from touchwood.server.table.log import hash_of_token


def at(data: Path, limits: Limits) -> Any:
    return serving(quick_settings(data, limits=limits))


def test_what_is_no_move_is_slowed_down_and_the_match_is_not(tmp_path: Path) -> None:
    async def run(address: str) -> str:
        ana, bo = await seat_all(address, "tag", ["Ana", "Bo"])
        await ana.do("Start")
        answers = [await ana.ask("Mute", seat=1, muted=number % 2 == 0) for number in range(20)]
        codes = [answer.get("code") for answer in answers]
        # Starting was one, too.
        assert codes == [None] * 9 + ["too_many"] * 11
        await ana.do("Talk", text="talk has a pace of its own")
        await play_all([ana, bo], seed=3)
        await asyncio.gather(ana.close(), bo.close())
        return ana.table_id

    with at(tmp_path, replace(NO_HURRY, other_lines_a_second=0.0, other_lines_at_once=10)) as address:
        table = asyncio.run(run(address))
    assert sum(type(line.entry).__name__ == "MuteSet" for line in log_of(tmp_path, table)) == 9


def test_a_drawing_is_talk_it_is_slowed_down_and_muted_with_it(tmp_path: Path) -> None:
    async def run(address: str) -> None:
        ana, bo = await seat_all(address, "tag", ["Ana", "Bo"])
        await bo.do("Talk", text="hello")
        answers = [await bo.ask("Emote", shows="wow") for _ in range(3)]
        assert [answer.get("code") for answer in answers] == [None, None, "too_many"]
        await ana.until(lambda client: len(client.told("Emoted")) == 2)
        assert ana.told("Emoted")[0]["shows"] == "wow"
        await ana.do("Mute", seat=0, muted=True)
        assert (await ana.ask("Emote", shows="luck"))["code"] == "muted"
        await asyncio.gather(ana.close(), bo.close())

    with at(tmp_path, replace(NO_HURRY, talk_a_second=0.0, talk_at_once=3)) as address:
        asyncio.run(run(address))


def test_a_sealed_answer_changed_again_and_again_is_slowed_down_too(tmp_path: Path) -> None:
    async def run(address: str) -> None:
        clients = await seat_all(address, "point_a_pile", ["Ana", "Bo", "Cy"])
        await clients[0].do("Start")
        await asyncio.gather(*(client.until(lambda c: c.situation) for client in clients))
        (asked,) = [client for client in clients if client.is_asked]
        # Whoever lays piles goes first; then all point, and may move their finger until the last one is down.
        (layout,) = asked.situation["builders"]
        await asked.act(await build(asked, layout, Random(1)))
        await clients[1].until(lambda client: client.is_asked)
        answers = []
        for _ in range(12):
            decision, action = clients[1].situation["decision"], clients[1].situation["legal"][0]["action"]
            answers.append(await clients[1].act(action, decision=decision))
            await asyncio.sleep(0)
        codes = [answer.get("code") for answer in answers]
        assert codes.count("too_many") >= 5
        await asyncio.gather(*(client.close() for client in clients))

    with at(tmp_path, replace(NO_HURRY, other_lines_a_second=0.0, other_lines_at_once=4)) as address:
        asyncio.run(run(address))


def test_the_last_quarter_of_what_a_seat_may_write_is_for_moves_and_the_match_ends(tmp_path: Path) -> None:
    async def run(address: str) -> None:
        ana, bo = await seat_all(address, "cant_touch_this", ["Ana", "Bo"])
        await ana.do("Start")
        said = 0
        while (answer := await bo.ask("Talk", text="on and on"))["type"] == "Accepted":
            said += 1
        assert said == 75
        assert answer["code"] == "log_full"
        assert "new one" in answer["sentence"]
        await ana.do("Talk", text="I have said nothing yet")
        await asyncio.gather(ana.close(), bo.close())

    with at(tmp_path, replace(NO_HURRY, lines_a_seat=100)) as address:
        asyncio.run(run(address))


def test_what_a_seat_has_written_is_counted_over_restarts_and_moves_are_still_made(tmp_path: Path) -> None:
    limits = replace(NO_HURRY, lines_a_seat=100)

    async def fill(address: str) -> list[Client]:
        clients = await seat_all(address, "cant_touch_this", ["Ana", "Bo"])
        await clients[0].do("Start")
        for number in range(75):
            await clients[1].do("Talk", text=f"{number}")
        await asyncio.gather(*(client.close() for client in clients))
        return clients

    async def go_on(address: str, before: list[Client]) -> None:
        ana, bo = [await Client(address, client.table_id, client.token).open() for client in before]
        assert (await bo.ask("Talk", text="one more"))["code"] == "log_full"
        await play_all([ana, bo], seed=1)
        await asyncio.gather(ana.close(), bo.close())

    with at(tmp_path, limits) as address:
        before = asyncio.run(fill(address))
    with at(tmp_path, limits) as address:
        asyncio.run(go_on(address, before))


def test_bounds_do_not_tell_of_what_others_do_in_secret() -> None:
    """A sealed answer is a line of the log, but neither a message of mine nor anything I heard."""
    sitting = Sitting("tag", settings=Settings()).start()
    allowance = Allowance(replace(NO_HURRY, lines_a_seat=8, events_a_table=10**6))
    mine, (asked,) = sitting.token_hash("Ana"), sitting.play.asked_at
    secret = sitting.random_action(asked, Random(1))

    def refusal() -> str | None:
        try:
            allowance.check(sitting.table, 0, mine, protocol.Pause("p", paused=True))
        except InputError as error:
            return error.code
        return None

    while refusal() is None:
        sitting.say(0, protocol.Lock, sitting.table.n % 2 == 0)
        before = refusal()
        for _ in range(5):
            sitting.store(just(log.AnswerSealed(1, Mover.PERSON, secret)), sender="other", message_id="x")
        assert refusal() == before


def test_nobody_writes_on_and_on_by_leaving_and_coming_again_as_somebody_else(tmp_path: Path) -> None:
    """Each newcomer may write as much as the one before, so there is a bound of them; who was here comes back."""

    async def run(address: str) -> None:
        ana, bo = await seat_all(address, "tag", ["Ana", "Bo"])
        for number in range(8):
            newcomer = await Client.of(address, await join(address, ana.table["code"], f"Bo {number}")).open()
            await newcomer.do("Leave")
            await newcomer.close()
        where = f"{address}/api/tables/{ana.table['code']}"
        assert httpx.post(f"{where}/join", json={"name": "Zoe"}).json()["code"] == "log_full"
        await bo.do("Leave")
        assert httpx.post(f"{where}/come-back", json={"token": bo.token}).status_code == 201
        await asyncio.gather(ana.close(), bo.close())

    with at(tmp_path, replace(NO_HURRY, people_a_table=10)) as address:
        asyncio.run(run(address))


def test_who_ever_had_a_seat_is_known_after_a_restart_too() -> None:
    sitting = Sitting("tag", ("Ana", "Bo", "Cy"))
    sitting.say(1, protocol.Leave)
    sitting.start()
    sitting.say(1, protocol.Leave)  # Cy, who moved up
    assert sitting.join("Di") == 1
    everybody = {Sitting.token_hash(name) for name in ("Ana", "Bo", "Cy", "Di")}
    assert sitting.table.tokens == sitting.reloaded().tokens == everybody


def test_a_table_whose_log_is_full_rests_and_people_can_still_leave() -> None:
    async def run() -> None:
        services = Services(
            store=MemoryStore(),
            bot_executor=OwnThread(),
            metrics=Metrics(),
            limits=replace(NO_HURRY, events_a_table=40),
            tempo=Tempo(0, 0, 0),
            clock=FastClock(1_000),
        )
        registry = TableRegistry(services)
        seated = await registry.create(CreateTable("tag", "Ana", bots=("random",), settings=Settings(clock_seconds=5)))
        room = await registry.room(seated.table)
        assert room is not None
        ana = Connection(hash_of_token(seated.token), "en")
        await room.attend(ana, None)
        await room.submit(ana, protocol.Start("start"))
        # Bot and clock play it.
        while not room.is_full:
            await asyncio.sleep(0.001)
        assert room.scheduler._next_due() is None
        assert room.scheduler._bots_asked() == {}
        written = room.table.n
        for message in (protocol.Talk("talk", "hello?"), protocol.Pause("pause", True)):
            await room.submit(ana, message)
            assert b'"log_full"' in ana.replies.pop()
        with pytest.raises(InputError, match="log_full"):
            await registry.join(seated.code, JoinTable("Bo"))
        assert room.table.n == written
        await room.submit(ana, protocol.Leave("leave"))
        assert room.table.n == written + 2  # that Ana went, and in the record that a bot sits there now
        room.drop()
        services.bot_executor.close()

    asyncio.run(run())


def test_a_long_log_is_read_while_others_have_their_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = 300
    sitting = Sitting("tag").start()
    for number in range(lines):
        sitting.say(0, protocol.Mute, 1, number % 2 == 0)
    stored = StoredTable(TABLE, CODE, sitting.seed, tuple(sitting.lines))
    monkeypatch.setattr(slices, "SLICE_SECONDS", 0.0)
    turns = 0

    async def run() -> None:
        nonlocal turns
        reading = asyncio.ensure_future(read_table(stored))
        while not reading.done():
            turns += 1
            await asyncio.sleep(0)
        assert (await reading).n == len(sitting.lines)

    asyncio.run(run())
    assert turns > lines
