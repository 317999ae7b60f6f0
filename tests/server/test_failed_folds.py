"""The log is the truth and a room is a cache: one that could not apply what is stored is dropped, and loaded anew."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.server.running import quick_settings, serving
from tests.server.sitting import TABLE, Sitting
from tests.server.test_absence import log_of
from tests.server.two_worlds import Side
from tests.server.wire import Client, seat_all
from touchwood.core.seats import Seat
from touchwood.server import protocol
from touchwood.server.protocol import Close
from touchwood.server.rooms import room as room_module
from touchwood.server.rooms.connection import Connection
from touchwood.server.rooms.room import Room
from touchwood.server.table.decisions import decide
from touchwood.server.table.table import Table

COME_BACK, LOST = Close.UNAVAILABLE.value, 1006


class Bent:
    """A method that fails the next time, once it is told to, and never again."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, owner: type, name: str) -> None:
        self.fails_next = False
        whole: Callable[..., None] = getattr(owner, name)

        def bent(this: Any, *given: Any) -> None:
            if self.fails_next:
                self.fails_next = False
                raise ZeroDivisionError
            whole(this, *given)

        monkeypatch.setattr(owner, name, bent)


async def begun(address: str) -> tuple[Client, Client]:
    ana, bo = await seat_all(address, "tag", ["Ana", "Bo"], options={"first": 0})
    await ana.do("Start")
    await ana.until(lambda client: client.is_asked)
    return ana, bo


def act(client: Client) -> dict[str, Any]:
    """The quick path."""
    action = client.situation["legal"][0]["action"]
    return {"kind": "Act", "decision": client.situation["decision"], "action": action}


def talk(client: Client) -> dict[str, Any]:
    """The other one, which takes a task."""
    return {"kind": "Talk", "text": "hello"}


@pytest.mark.parametrize("message", [act, talk])
@pytest.mark.parametrize(
    ("owner", "name"),
    [(Table, "_fold"), (Table, "_stop_or_go_on"), (Room, "changed")],
    ids=["nothing of it", "half of it", "all but the telling"],
)
def test_a_stored_line_whose_fold_fails_drops_the_room_and_is_there_when_all_come_back(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    message: Callable[[Client], Any],
    owner: type,
    name: str,
) -> None:
    bent = Bent(monkeypatch, owner, name)

    async def run(address: str) -> None:
        ana, bo = await begun(address)
        heard, lines = bo.seq, len(log_of(tmp_path, ana.table_id))
        sent = message(ana)
        bent.fails_next = True
        with pytest.raises(ConnectionError):
            await ana.ask(message_id="again", **sent)
        assert await ana.until_closed() in (COME_BACK, LOST)
        assert await bo.until_closed() == COME_BACK
        assert bo.seq == heard, "of a table that is folded by half nobody is told"
        stored = len(log_of(tmp_path, ana.table_id))
        assert stored > lines
        await asyncio.gather(ana.open(), bo.open())
        assert bo.seq > heard
        assert (await ana.ask(message_id="again", **sent))["type"] == "Accepted"
        assert len(log_of(tmp_path, ana.table_id)) == stored, "it was done once"
        await bo.do("Talk", text="and the table goes on")
        await asyncio.gather(ana.close(), bo.close())

    with serving(quick_settings(tmp_path)) as address:
        asyncio.run(run(address))
    assert "ZeroDivisionError" in caplog.text, "nobody swallows it"


def test_a_clock_whose_fold_fails_drops_the_room_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    bent = Bent(monkeypatch, Table, "_apply_told")

    async def run(address: str) -> None:
        ana, bo = await seat_all(address, "tag", ["Ana", "Bo"], settings={"clock_seconds": 5})
        await ana.do("Start")
        bent.fails_next = True
        assert [await client.until_closed() for client in (ana, bo)] == [COME_BACK] * 2
        await asyncio.gather(ana.open(), bo.open())
        await ana.until(lambda client: client.told("TimeRanOut"))
        await asyncio.gather(ana.close(), bo.close())

    with serving(quick_settings(tmp_path)) as address:
        asyncio.run(run(address))
    assert "ZeroDivisionError" in caplog.text


def test_who_waited_meanwhile_is_not_judged_by_a_table_folded_by_half(monkeypatch: pytest.MonkeyPatch) -> None:
    bent, judged = Bent(monkeypatch, Table, "_stop_or_go_on"), list[str]()

    async def run() -> None:
        side = Side(Sitting("tag").start())
        for name in ("Ana", "Bo"):
            await side.come(name, Sitting.token_hash(name))
        bent.fails_next = True
        first, second = [side.send(name, protocol.Talk(f"{name} says", "hello")) for name in ("Ana", "Bo")]
        monkeypatch.setattr(room_module, "decide", noting)
        failed, _ = await asyncio.gather(first, second, return_exceptions=True)
        assert isinstance(failed, ZeroDivisionError)
        assert judged == ["Ana says"]
        assert {device.connection.closing for device in side.devices.values()} == {Close.UNAVAILABLE}
        assert not side.room._lock.is_held
        side.services.bot_executor.close()

    def noting(table: Table, seat: int, message: Any) -> Any:
        judged.append(message.id)
        return decide(table, seat, message)

    asyncio.run(run())


# -- Before anything is stored ----------------------------------------------------------------------------------------
def fail(*_: Any) -> Any:
    raise ZeroDivisionError


@pytest.mark.parametrize("is_quick", [True, False], ids=["at once", "in a task"])
def test_what_planning_fails_with_escapes_and_leaves_the_table_free_and_as_it_was(
    monkeypatch: pytest.MonkeyPatch, is_quick: bool
) -> None:
    async def run() -> None:
        sitting = Sitting("tag", options={"first": 0}).start()
        side = Side(sitting)
        await side.come("Ana", Sitting.token_hash("Ana"))
        ana = side.devices["Ana"].connection
        action = msgspec.Raw(msgspec.json.encode(side.play.game.legal_actions(side.play.position.state, Seat(0))[0]))
        message = protocol.Act("a tap", side.play.decision[0], action)
        lines = side.store.tables[TABLE].lines

        async def at_once(connection: Connection, message: protocol.Act) -> None:
            side.room.submit_at_once(connection, message)

        with monkeypatch.context() as bent:
            bent.setattr(room_module, "decide", fail)
            with pytest.raises(ZeroDivisionError):
                await (at_once if is_quick else side.room.submit)(ana, message)
        assert not side.room._lock.is_held
        assert not ana.awaits_answer
        assert not side.room.is_dropped
        assert side.store.tables[TABLE].lines == lines
        await side.room.submit(ana, message)
        assert len(side.store.tables[TABLE].lines) > len(lines)
        side.room.drop()
        side.services.bot_executor.close()

    asyncio.run(run())
