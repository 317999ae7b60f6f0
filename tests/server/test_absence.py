"""People whose connection is lost, in a game that says what that leads to; and what only the clock may do for them."""

import asyncio
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from tests.server.running import KillableServer
from tests.server.sitting import NAMES, Sitting
from tests.server.test_table import due
from tests.server.wire import Client, seat_all
from touchwood.core.refusals import InputError, Refused
from touchwood.core.seats import Seat
from touchwood.core.values import canonical_json
from touchwood.games.discovery import find_game, game_names
from touchwood.games.tactile_crane.actions import CloseEyes, EndWithoutOutcome, Grab, PlaceBet
from touchwood.games.tactile_crane.cards import Bet
from touchwood.match.record import Chose
from touchwood.server.protocol import Act, Settings
from touchwood.server.table.decisions import act
from touchwood.server.table.log import GameLine, LogLine, SeatHeld, StandInSeated, WentAway, read_line
from touchwood.server.table.timing import Presence, StandInDue, TimeOut, deadlines

ANA_BEGINS = {"first": 0}
BUNDLE = {"type": "Grab", "pinch": 300}


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("absence")


@pytest.fixture(scope="module")
def server(data: Path) -> Iterator[str]:
    with KillableServer(data) as running:
        yield running.address


def log_of(data: Path, table: str) -> list[LogLine]:
    connection = sqlite3.connect(data / "touchwood.sqlite")
    rows = connection.execute("SELECT body FROM lines WHERE table_id = ? ORDER BY n", (table,)).fetchall()
    connection.close()
    return [read_line(body) for (body,) in rows]


def choices_in(log: list[LogLine]) -> list[tuple[int, Chose]]:
    """When, and what."""
    return [
        (line.at, line.entry.line.entry)
        for line in log
        if isinstance(line.entry, GameLine) and isinstance(line.entry.line.entry, Chose)
    ]


def happened(client: Client, kind: str) -> list[Any]:
    return [told["event"] for told in client.told("GameEvent") if told["event"]["type"] == kind]


async def until_phase(client: Client, phase: str) -> None:
    await client.until(lambda c: c.situation and c.situation["view"]["phase"] == phase)


async def challenged(server: str, **settings: Any) -> tuple[Client, Client]:
    """Ana is challenger and holds a bundle; Bo has bet."""
    ana, bo = await seat_all(server, "tactile_crane", ["Ana", "Bo"], options=ANA_BEGINS, settings=settings)
    await ana.do("Start")
    await until_phase(ana, "eyes")
    await ana.act({"type": "CloseEyes"})
    await until_phase(bo, "bets")
    await bo.act({"type": "PlaceBet", "bet": "high"})
    await until_phase(ana, "grab")
    await ana.act(BUNDLE)
    await ana.until(lambda client: client.situation["view"]["is_holding"])
    return ana, bo


# -- A lost connection ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("clock", [None, 5])
def test_a_challenger_whose_connection_stays_lost_ends_the_turn_without_outcome(
    server: str, data: Path, clock: int | None
) -> None:
    """Not before the table's limit, clock or no clock; nothing is lifted, no peek counted; then a bot has the seat."""
    limit = 20

    async def run() -> None:
        ana, bo = await challenged(server, keep_after_seconds=limit, clock_seconds=clock)
        ana.cut()
        await bo.until(lambda client: happened(client, "TurnEndedWithoutOutcome"))
        assert not happened(bo, "CardsCounted")
        assert bo.situation["view"]["players"][0]["peeks"] == 0
        await bo.until(lambda client: client.told("SeatKept"))
        assert bo.told("SeatKept")[0]["seat"] == 0
        log = log_of(data, ana.table_id)
        (grabbed_at, _), (ended_at, ended) = choices_in(log)[2:4]
        assert msgspec.convert(ended.action, EndWithoutOutcome) == EndWithoutOutcome()
        assert (ended.seat, ended.by.value) == (0, "clock")
        assert ended_at - grabbed_at >= limit * 1_000
        assert sum(isinstance(line.entry, StandInSeated) for line in log) == 1
        await ana.open()
        await bo.until(lambda client: client.told("SeatHandedBack"))
        await asyncio.gather(ana.close(), bo.close())

    asyncio.run(run())


def test_a_bettor_whose_connection_stays_lost_bets_nothing(server: str, data: Path) -> None:
    async def run() -> None:
        settings = {"keep_after_seconds": 10}
        ana, bo = await seat_all(server, "tactile_crane", ["Ana", "Bo"], options=ANA_BEGINS, settings=settings)
        await ana.do("Start")
        await until_phase(ana, "eyes")
        await ana.act({"type": "CloseEyes"})
        await until_phase(bo, "bets")
        bo.cut()
        await until_phase(ana, "grab")
        (_, bet) = choices_in(log_of(data, ana.table_id))[1]
        assert (bet.seat, bet.by.value) == (1, "clock")
        assert msgspec.convert(bet.action, PlaceBet).bet is Bet.NOTHING
        await asyncio.gather(ana.close(), bo.close())

    asyncio.run(run())


def grabbing(**settings: Any) -> Sitting:
    sitting = Sitting("tactile_crane", NAMES[:2], options=ANA_BEGINS, settings=Settings(**settings)).start()
    sitting.choose(0, CloseEyes())
    sitting.choose(1, PlaceBet(Bet.LOW))
    sitting.choose(0, Grab(300))
    return sitting


def test_the_clock_waits_for_a_lost_connection_in_all_until_a_bot_stands_in() -> None:
    sitting = grabbing(clock_seconds=30, stand_in_after_seconds=60)
    now = sitting.at
    assert due(sitting) == {TimeOut(0): 30_000}
    assert due(sitting, away={0: now + 20_000}).items() >= {TimeOut(0): 80_000, StandInDue(0): 80_000}.items()
    # Away with a second to go, back much later: there is a moment to go on, and it cannot be had again and again.
    for back, until in ((25_000, 35_000), (70_000, 80_000), (89_000, 90_000), (300_000, 90_000)):
        presence = Presence({}, 0, {0: now + back})
        ((at, what),) = deadlines(sitting.table, presence, grace_ms=10_000)
        assert (at - now, what) == (until, TimeOut(0))


def test_the_clock_waits_for_nobody_where_no_bot_stands_in_or_the_game_knows_no_difference() -> None:
    for_ever = grabbing(clock_seconds=30, stand_in_after_seconds=None)
    assert due(for_ever, away={0: for_ever.at})[TimeOut(0)] == 30_000
    other = Sitting("cant_touch_this", settings=Settings(clock_seconds=30, stand_in_after_seconds=60)).start()
    (seat,) = other.play.asked_at
    assert due(other, away={seat: other.at})[TimeOut(seat)] == 30_000


# -- What no page sends ---------------------------------------------------------------------------------------------


def test_nobody_can_end_a_turn_or_bet_nothing_as_the_clock_does(server: str) -> None:
    """A peek that is not counted, a card that is skipped: a changed page could not have them either."""

    async def run() -> None:
        ana, bo = await seat_all(server, "tactile_crane", ["Ana", "Bo"], options=ANA_BEGINS)
        await ana.do("Start")
        await until_phase(ana, "eyes")
        assert (await ana.act({"type": "EndWithoutOutcome"}))["code"] == "only_the_clock"
        await ana.act({"type": "CloseEyes"})
        await until_phase(bo, "bets")
        refused = await bo.act({"type": "PlaceBet", "bet": "nothing"})
        assert (refused["code"], refused["type"]) == ("only_the_clock", "Refused")
        assert refused["sentence"]
        await bo.act({"type": "PlaceBet", "bet": "just"})
        await until_phase(ana, "grab")
        assert (await ana.act({"type": "EndWithoutOutcome"}))["code"] == "only_the_clock"
        await ana.act(BUNDLE)
        await ana.until(lambda client: client.situation["view"]["is_holding"])
        assert (await ana.act({"type": "EndWithoutOutcome"}))["code"] == "only_the_clock"
        assert (await ana.act({"type": "OpenEyes"}))["type"] == "Accepted"
        await bo.until(lambda client: happened(client, "TurnEndedWithoutOutcome"))
        assert bo.situation["view"]["players"][0]["peeks"] == 1
        await asyncio.gather(ana.close(), bo.close())

    asyncio.run(run())


UNLISTED = {
    # Of other games what is built, or has no number: that is in no list.
    # Opening one's eyes, and words: the page offers both by itself.
    "tactile_crane": {"OpenEyes", "Say"},
    # What is built piece by piece, and a finger kept up, which is legal though no page offers it.
    "point_a_pile": {"LayOut", "SplitPile", "Trigger", "KeepFingerUp"},
}


@pytest.mark.parametrize("game", game_names())
def test_a_seat_can_do_only_what_is_listed_for_it_and_the_few_things_named_here(game: str) -> None:
    """At every position of a match, every action there is, sent by every seat."""
    rng = Random(4)
    expansions = {"wait_a_minute": True, "dont_a_touchme": True, "round_limit": 6} if game == "point_a_pile" else {}
    seats = max(2, find_game(game).player_counts[0])
    sitting = Sitting(game, NAMES[:seats], options=expansions).start()
    play = sitting.play
    every = [*play.game.codec.unnumbered(play.options, seats), *play.game.codec.numbered(play.options, seats)[:60]]
    done: set[str] = set()
    tried = 0
    while not sitting.is_over and tried < 40_000:
        for seat in range(seats):
            listed = play.game.legal_actions(play.position.state, Seat(seat))
            for action in every:
                tried += 1
                if action not in listed and accepts(sitting, seat, action):
                    done.add(type(action).__name__)
        sitting.random_step(rng)
    without_number = {type(action).__name__ for action in play.game.codec.unnumbered(play.options, seats)}
    assert tried > 2 * seats * len(every)
    assert done <= UNLISTED.get(game, without_number), "what is legal is listed, built, or has no number"
    assert game not in UNLISTED or done & UNLISTED[game], "the test tries what it should"


def accepts(sitting: Sitting, seat: int, action: Any) -> bool:
    """Whether the table would do it, without doing it."""
    raw = msgspec.Raw(msgspec.json.encode(action))
    try:
        act(sitting.table, seat, Act("1", sitting.play.decision.get(seat, 0), raw))
    except (Refused, InputError):
        return False
    return True


def test_logs_and_wire_have_their_own_words_for_a_bot_that_stands_in() -> None:
    """Old logs are read for ever, and old pages too."""
    assert canonical_json(StandInSeated(1)) == b'{"seat":1,"type":"KeptByBot"}'
    assert canonical_json(WentAway(1, False, "simple")).startswith(b'{"keeper":"simple"')
    assert b'"is_kept":true' in canonical_json(SeatHeld("Bo", has_stand_in=True))
    assert b'"keep_after_seconds":30' in canonical_json(Settings(stand_in_after_seconds=30))
