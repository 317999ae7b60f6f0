"""What a seat has laid so far: seen by everybody where the game says so, kept for the clock, never written down."""

import asyncio
import json
from collections import Counter
from collections.abc import Coroutine
from itertools import count
from typing import Any

import msgspec

from tests.server.sitting import NAMES, Sitting
from tests.server.two_worlds import Side
from tests.server.wire import Client, seat_all
from touchwood.core.seats import Seat
from touchwood.games.point_a_pile.actions import LayOut
from touchwood.games.tactile_crane.actions import CloseEyes, PlaceBet
from touchwood.games.tactile_crane.cards import Bet
from touchwood.server import protocol
from touchwood.server.rooms.room import Room
from touchwood.server.table import log
from touchwood.server.table.log import LogLine, read_line, write_line

IDS = count(1)


class Evening:
    """A table with a device for each seat and one that watches."""

    def __init__(self, sitting: Sitting) -> None:
        self.sitting = sitting
        self.side = Side(sitting)

    @property
    def room(self) -> Room:
        return self.side.room

    async def come(self, name: str) -> None:
        seats = {seat.name: seat.token_hash for seat in self.sitting.table.seating.seats}
        await self.side.come(name, seats.get(name))

    async def lays(
        self, seat: int, action: Any, *, touched: int | None = None, decision: int | None = None
    ) -> dict[str, Any]:
        """The answer."""
        asked = self.side.play.decision.get(seat, 0) if decision is None else decision
        raw = msgspec.Raw(msgspec.json.encode(action))
        await self.side.send(NAMES[seat], protocol.Laying(f"l{next(IDS)}", asked, raw, touched))
        answer: dict[str, Any] = json.loads(self.side.devices[NAMES[seat]].heard[-1])
        return answer

    def seen_by(self, name: str) -> list[Any]:
        heard = [json.loads(message) for message in self.side.devices[name].heard]
        return [message["action"]["piles"] for message in heard if message["type"] == "BeingLaid"]


def at_the_table(evening: Evening, play: Coroutine[Any, Any, None]) -> None:
    async def run() -> None:
        try:
            for name in (*NAMES[:3], "watcher"):
                await evening.come(name)
            await play
        finally:
            evening.side.close()

    asyncio.run(run())


def laying() -> tuple[Sitting, tuple[str, ...], Evening]:
    sitting = Sitting("point_a_pile", NAMES[:3], options={"first": 0}).start()
    return sitting, sitting.play.game.view(sitting.play.position.state, Seat(0)).hand, Evening(sitting)


def test_everybody_else_sees_cards_as_they_are_laid_and_nothing_is_written() -> None:
    sitting, hand, evening = laying()

    async def play() -> None:
        before = len(evening.side.store.tables[sitting.table.id].lines)
        assert (await evening.lays(0, LayOut((hand[2:3],))))["type"] == "Accepted"
        await evening.lays(0, LayOut((hand[2:3], hand[4:5])))
        await evening.lays(0, LayOut((hand[2:3], hand[4:5])))
        await evening.lays(0, LayOut(()))
        shown = [[[hand[2]]], [[hand[2]], [hand[4]]], []]
        assert [evening.seen_by(name) for name in (*NAMES[:3], "watcher")] == [[], shown, shown, shown]
        assert len(evening.side.store.tables[sitting.table.id].lines) == before

    at_the_table(evening, play())


def test_who_comes_meanwhile_sees_it_too_and_nobody_once_it_is_done() -> None:
    _sitting, hand, evening = laying()

    async def play() -> None:
        await evening.lays(0, LayOut((hand[:1],)))
        evening.side.go("Bo")
        await evening.come("Bo")
        (waits,) = evening.side.devices["Bo"].connection.in_passing.values()
        assert json.loads(waits)["action"]["piles"] == [[hand[0]]]
        raw = msgspec.Raw(msgspec.json.encode(LayOut((hand,))))
        await evening.side.send("Ana", protocol.Act("done", evening.side.play.decision[0], raw))
        evening.side.go("Cy")
        await evening.come("Cy")
        assert evening.side.devices["Cy"].connection.in_passing == {}
        assert evening.room.begun_by(0) is None

    at_the_table(evening, play())


def test_what_is_not_made_of_what_everybody_sees_is_shown_to_nobody() -> None:
    _sitting, hand, evening = laying()

    async def play() -> None:
        too_many = tuple((card,) for card in hand)
        for begun in (LayOut((("B99",),)), LayOut((hand[:1], hand[:1])), LayOut(too_many)):
            assert (await evening.lays(0, begun))["type"] == "Accepted"
            assert evening.side.play.out_of_time(Seat(0), evening.room.begun_by(0)) == LayOut((hand,))
        assert (await evening.lays(1, LayOut((hand[:1],))))["code"] == "stale_decision"
        early = await evening.lays(0, LayOut((hand[:2],)), decision=evening.side.play.decision[0] - 1)
        assert early["code"] == "stale_decision"
        assert [evening.seen_by(name) for name in ("Bo", "watcher")] == [[], []]

    at_the_table(evening, play())


def test_cards_laid_stay_when_time_runs_out() -> None:
    _sitting, hand, evening = laying()

    async def play() -> None:
        await evening.lays(0, LayOut((hand[2:4],)))
        await evening.lays(0, LayOut((hand[2:4], hand[4:5])))
        finished = evening.side.play.out_of_time(Seat(0), evening.room.begun_by(0))
        assert finished == LayOut((hand[2:4], (hand[4], *hand[:2], *hand[5:])))

    at_the_table(evening, play())


def test_the_rest_goes_where_was_touched_last_and_nobody_is_told_of_that_before() -> None:
    _sitting, hand, evening = laying()
    begun = LayOut((hand[2:4], hand[4:5]))

    async def play() -> None:
        for touched in (2, 1):
            assert (await evening.lays(0, begun, touched=touched))["type"] == "Accepted"
        heard = [message for message in evening.side.devices["Bo"].heard if b"BeingLaid" in message]
        assert [json.loads(message) for message in heard] == [
            {"type": "BeingLaid", "seat": 0, "action": {"type": "LayOut", "piles": [[*hand[2:4]], [hand[4]]]}}
        ]
        finished = evening.side.play.out_of_time(Seat(0), evening.room.begun_by(0))
        assert finished == LayOut(((*hand[2:4], *hand[:2], *hand[5:]), hand[4:5]))

    at_the_table(evening, play())


def test_a_bet_that_somebody_thinks_of_is_nobodys_business() -> None:
    sitting = Sitting("tactile_crane", NAMES[:3], options={"first": 0}).start()
    sitting.act(0, CloseEyes())
    evening = Evening(sitting)

    async def play() -> None:
        before = Counter({name: len(device.heard) for name, device in evening.side.devices.items()})
        await evening.lays(1, PlaceBet(Bet.HIGH))
        after = Counter({name: len(device.heard) for name, device in evening.side.devices.items()})
        assert after - before == {"Bo": 1}, "the answer"

    at_the_table(evening, play())


def test_a_log_of_an_earlier_server_that_has_it_can_still_be_read() -> None:
    sitting, hand, _ = laying()
    drafted = write_line(LogLine(sitting.at, log.Drafted(0, {"type": "LayOut", "piles": [[hand[0]]]})))
    assert isinstance(read_line(drafted).entry, log.Drafted)
    sitting.lines.append(drafted)
    assert sitting.reloaded().play is not None


def test_over_the_wire(server: str) -> None:
    async def run() -> None:
        ana, bo = await seat_all(server, "point_a_pile", ["Ana", "Bo"], options={"first": 0})
        await ana.do("Start")
        await ana.until(lambda client: client.is_asked)
        card, decision = ana.situation["view"]["hand"][0], ana.situation["decision"]
        await ana.do("Laying", decision=decision, action={"type": "LayOut", "piles": [[card]]})
        await bo.until(lambda client: any('"BeingLaid"' in text for text in client.raw))
        watcher = await Client(ana.address, ana.table_id, ana.table["watch_key"]).open()
        await watcher.until(lambda client: any('"BeingLaid"' in text for text in client.raw))
        begun = {"type": "LayOut", "piles": [[card]]}
        assert json.loads(watcher.raw[-1]) == {"type": "BeingLaid", "seat": 0, "action": begun}
        await asyncio.gather(ana.close(), bo.close(), watcher.close())

    asyncio.run(run())
