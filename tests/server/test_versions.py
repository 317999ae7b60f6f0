"""A running table is carried over an update of the server: it goes on by the rules it began with."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import httpx
import msgspec
import pytest

from tests.bots.test_old_matches import covering
from tests.server.players import play_all
from tests.server.running import TIMES_FASTER, quick_settings, serving
from tests.server.sitting import CODE, NAMES, TABLE, WATCH_KEY, Sitting
from tests.server.test_absence import choices_in, happened, log_of
from tests.server.wire import Client, seat_all
from touchwood.core.game import AnyGame
from touchwood.core.linking import has_numba
from touchwood.core.seats import Seat
from touchwood.games.discovery import find_game
from touchwood.games.point_a_pile import GAME as PILES
from touchwood.games.tactile_crane import GAME as CRANE
from touchwood.games.tactile_crane.actions import CloseEyes, PlaceBet
from touchwood.games.tactile_crane.cards import Bet
from touchwood.games.tag import GAME
from touchwood.match.forking import Branch
from touchwood.match.record import Chose, Mover, Origin, parse_record
from touchwood.match.replay import Proof, verify
from touchwood.server.clocks import FastClock
from touchwood.server.protocol import Leave, PlayOn, Settings
from touchwood.server.settings import TABLES_FILE
from touchwood.server.store.interface import NewTable
from touchwood.server.store.sqlite import SqliteStore
from touchwood.server.table.decisions import (
    NOTHING,
    Plan,
    decide,
    for_the_absent,
    for_who_went_in_the_dark,
    just,
    open_branch,
    start,
)
from touchwood.server.table.log import Began, GameLine, GivenBack, LogLine, StandInSeated
from touchwood.server.table.table import Table

ONLY_TAGS = {"first": 0, "answer_seconds": 1, "deck": {"T": 0, "A": 0, "G": 0, "TAG": 14, "Gool": 0, "Freeze": 0}}
"""Every card moves IT, and nobody can have a Gool: version 1 asks for one all the same, version 2 does not."""
AN_HOUR = 3_600_000
GIVE_IT_TO_BO = {"type": "GiveIt", "to": 1}


@contextmanager
def knowing_only(*versions: int, game: AnyGame = GAME) -> Iterator[None]:
    """A game as a server knew it that was older."""
    known = game.versions
    object.__setattr__(game, "versions", versions)
    try:
        yield
    finally:
        object.__setattr__(game, "versions", known)


async def begin(address: str) -> list[Client]:
    clients = await seat_all(address, "tag", ["Ana", "Bo"], options=ONLY_TAGS)
    await clients[0].do("Start")
    await clients[0].until(lambda client: client.is_asked)
    await play_a_tag(clients[0])
    return clients


async def play_a_tag(client: Client) -> None:
    if client.situation["view"]["phase"] == "choose_card":
        answer = await client.act({"type": "Play", "kind": "TAG"})
        assert answer["type"] == "Accepted"
    await client.until(lambda client: client.situation["view"]["phase"] == "move_it")


async def give_it(clients: list[Client]) -> Any:
    """Where the match stands once IT lies before Bo."""
    answer = await clients[0].act(GIVE_IT_TO_BO)
    assert answer["type"] == "Accepted"
    await clients[1].until(lambda client: client.situation["view"]["it"] == 1)
    return clients[1].situation["view"]["phase"]


async def begin_and_leave(address: str) -> list[Client]:
    clients = await begin(address)
    for client in clients:
        await client.close()
    return clients


def test_a_running_table_goes_on_by_its_own_rules_after_an_update(tmp_path: Path) -> None:
    async def after(address: str, old: list[Client]) -> None:
        carried = [Client(address, client.table_id, client.token) for client in old]
        for client in carried:
            await client.open()
        assert carried[0].table["rules_version"] == 1
        assert await give_it(carried) == "answer"
        new = await begin(address)
        assert new[0].table["rules_version"] == GAME.newest_version
        assert await give_it(new) != "answer"
        await play_all(carried, seed=1)
        async with httpx.AsyncClient() as http:
            record = await http.get(f"{address}/api/matches/{carried[0].table_id}/record")
        read = parse_record(record.content)
        assert read.header.rules_version == 1
        assert verify(read).proof is Proof.PROVEN
        for client in (*carried, *new):
            await client.close()

    with knowing_only(1), serving(quick_settings(tmp_path)) as address:
        old = asyncio.run(begin_and_leave(address))
    with serving(quick_settings(tmp_path)) as address:
        asyncio.run(after(address, old))


def left_behind(folder: Path, game: str, version: int, phase: str, options: dict[str, Any], settings: Settings) -> int:
    """A table in the store of a server that was ended in the middle of that phase; how many lines it has."""

    def played(seed: int) -> Sitting | None:
        """None: with this deal it does not come to that."""
        rng, at = Random(seed), FastClock(TIMES_FASTER).now() - AN_HOUR
        sitting = Sitting(game, NAMES[:3], options=options, settings=settings, seed=seed, at=at).start()
        while not sitting.is_over and sitting.play.position.state.phase.value != phase:
            sitting.random_step(rng)
        return None if sitting.is_over else sitting

    with knowing_only(*range(1, version + 1), game=find_game(game)):
        sitting = next(filter(None, map(played, count(1))))

    async def store() -> None:
        tables = SqliteStore(folder / TABLES_FILE)
        await tables.create(NewTable(TABLE, CODE, sitting.at, sitting.seed, tuple(sitting.lines)))
        await tables.close()

    asyncio.run(store())
    return len(sitting.lines)


def watched(folder: Path, names: tuple[str, ...], until: Callable[[Client], Any]) -> None:
    """These come back to the table that was left behind, and do nothing."""

    async def watch(address: str) -> None:
        back = [Client(address, TABLE, Sitting.token(name)) for name in names]
        for client in back:
            await client.open()
        await back[0].until(until)
        for client in back:
            await client.close()

    with serving(quick_settings(folder)) as address:
        asyncio.run(watch(address))


def chosen_by_the_clock(folder: Path, since: int) -> list[Any]:
    entries = [line.entry.line.entry for line in log_of(folder, TABLE)[since:] if isinstance(line.entry, GameLine)]
    return [entry.action for entry in entries if isinstance(entry, Chose) and entry.by is Mover.CLOCK]


@pytest.mark.parametrize(("version", "chosen"), [(1, {"type": "Throw", "hand": "rock"}), (2, {"type": "ThrowByLot"})])
def test_a_throw_out_of_time_after_an_update_is_by_the_rules_of_the_table(
    tmp_path: Path, version: int, chosen: Any
) -> None:
    options, settings = {"wait_a_minute": True, "target": 99}, Settings(clock_seconds=5)
    lines = left_behind(tmp_path, "point_a_pile", version, "throw", options, settings)
    watched(tmp_path, NAMES[:3], until=lambda client: happened(client, "ThrowShown"))
    assert chosen_by_the_clock(tmp_path, lines)[0] == chosen


@pytest.mark.parametrize(("version", "has_to_bet"), [(1, [1, 2]), (2, [])])
def test_bets_whose_challenger_is_gone_after_an_update_end_by_the_rules_of_the_table(
    tmp_path: Path, version: int, has_to_bet: list[int]
) -> None:
    """Under any of them no bot grabs in a turn that a person began; under the first all bet before it ends."""
    settings = Settings(stand_in_after_seconds=10)
    lines = left_behind(tmp_path, "tactile_crane", version, "bets", {"first": 0}, settings)

    async def bet(address: str) -> None:
        audience = {seat: Client(address, TABLE, Sitting.token(NAMES[seat])) for seat in (1, 2)}
        for client in audience.values():
            await client.open()
        await audience[1].until(lambda client: client.told("SeatKept"))
        assert len(happened(audience[1], "TurnEndedWithoutOutcome")) == (not has_to_bet)
        for seat in has_to_bet:
            assert (await audience[seat].act({"type": "PlaceBet", "bet": "low"}))["type"] == "Accepted"
        await audience[1].until(lambda client: happened(client, "TurnEndedWithoutOutcome"))
        for client in audience.values():
            await client.close()

    with serving(quick_settings(tmp_path)) as address:
        asyncio.run(bet(address))
    assert [chose.seat for _, chose in choices_in(log_of(tmp_path, TABLE)[lines:])] == [*has_to_bet, 0]
    assert chosen_by_the_clock(tmp_path, lines) == [{"type": "EndWithoutOutcome"}]


def gone_in_the_bets(*going: Callable[[Sitting], Plan], is_turn_of_a_bot: bool = False) -> Sitting:
    """Under version 1: the challenger went while the audience bet, and the bot in that seat is to grab."""
    with knowing_only(1, game=CRANE):
        sitting = Sitting("tactile_crane", NAMES[:2], options={"first": 0}).start()
    if is_turn_of_a_bot:
        sitting.store(just(StandInSeated(0)))
    sitting.choose(0, CloseEyes())
    for go in going:
        sitting.store(go(sitting))
    sitting.choose(1, PlaceBet(Bet.LOW))
    assert 0 in sitting.play.asked_at
    return sitting


def seats_a_stand_in(sitting: Sitting) -> Plan:
    return [*for_the_absent(sitting.table, 0), *just(StandInSeated(0))]


def gives_back(sitting: Sitting) -> Plan:
    return just(GivenBack(0))


def leaves(sitting: Sitting) -> Plan:
    return decide(sitting.table, 0, Leave("leave"))


@pytest.mark.parametrize("going", [(seats_a_stand_in,), (leaves,), (seats_a_stand_in, gives_back, seats_a_stand_in)])
def test_no_bot_grabs_in_a_turn_that_a_person_began_however_they_went(going: tuple[Any, ...]) -> None:
    sitting = gone_in_the_bets(*going)
    sitting.store(for_who_went_in_the_dark(sitting.table, 0))
    assert sitting.play.position.state.players[0].challenges.without_outcome == 1


def test_a_bot_grabs_in_a_turn_that_a_bot_began() -> None:
    sitting = gone_in_the_bets(is_turn_of_a_bot=True)
    assert for_who_went_in_the_dark(sitting.table, 0) == NOTHING


@pytest.mark.skipif(not has_numba(), reason="numba is not installed: then no twin is asked for")
@pytest.mark.parametrize(("covered", "seated"), [(1, "best"), (2, "hard")])
def test_bots_of_a_table_that_goes_on_from_an_old_match_are_those_of_its_rules(covered: int, seated: str) -> None:
    with knowing_only(1, game=PILES):
        old = Sitting("point_a_pile", NAMES[:4]).start()
    state, options = old.play.position.state, msgspec.to_builtins(old.play.options)
    branch = Branch(
        PILES.name, 1, options, 4, Origin("0" * 64, 1, Seat(0), is_dealt_anew=False), msgspec.to_builtins(state)
    )
    wanted = PlayOn("Cy", 1, 0, ("best",) * 3)
    with covering(PILES, covered):
        opened = open_branch(wanted, branch, token_hash=Sitting.token_hash("Cy"), seed=old.seed, watch_key=WATCH_KEY)
        assert [seat.bot for seat in opened.seats] == [None, *[seated] * 3]
        began = next(planned.entry for planned in start(Table(TABLE, CODE, old.seed, LogLine(5, opened))))
    assert isinstance(began, Began)
    assert began.header.rules_version == 1


def test_a_lobby_opened_before_an_update_begins_under_the_newest_rules(tmp_path: Path) -> None:
    """A match stays on the rules it began with; a lobby is none yet."""

    async def open_lobby(address: str) -> list[Client]:
        clients = await seat_all(address, "tag", ["Ana", "Bo"], options=ONLY_TAGS)
        assert clients[0].table["rules_version"] == 1
        for client in clients:
            await client.close()
        return clients

    async def after(address: str, old: list[Client]) -> None:
        clients = [await Client(address, client.table_id, client.token).open() for client in old]
        await clients[0].do("Start")
        await clients[0].until(lambda client: client.is_asked)
        assert [client.table["rules_version"] for client in clients] == [GAME.newest_version] * 2
        await play_a_tag(clients[0])
        assert await give_it(clients) != "answer"
        for client in clients:
            await client.close()

    with knowing_only(1), serving(quick_settings(tmp_path)) as address:
        old = asyncio.run(open_lobby(address))
    with serving(quick_settings(tmp_path)) as address:
        asyncio.run(after(address, old))


def test_a_table_of_newer_rules_is_told_so_and_waits_for_a_server_that_knows_them(tmp_path: Path) -> None:
    with serving(quick_settings(tmp_path)) as address:
        newer = asyncio.run(begin_and_leave(address))
    with knowing_only(1), serving(quick_settings(tmp_path)) as address:
        answer = httpx.get(f"{address}/api/tables/{newer[0].table['code']}")
        assert (answer.status_code, answer.json()["code"]) == (409, "record_rules_version")
    with serving(quick_settings(tmp_path)) as address:

        async def again() -> None:
            async with Client(address, newer[0].table_id, newer[0].token) as client:
                assert client.situation["view"]["phase"] == "move_it"

        asyncio.run(again())
