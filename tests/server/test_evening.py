"""The group moves on together: everybody is asked, roles and scores follow people, nobody is lost on the way."""

import asyncio
from fractions import Fraction
from random import Random
from typing import Any

import httpx
import msgspec
import pytest

from tests.parts import games_with
from tests.server.memory_store import MemoryStore
from tests.server.players import play_all
from tests.server.sitting import NAMES, Sitting
from tests.server.test_wire import close_all
from tests.server.wire import PATIENCE, Client, seat_all
from touchwood.core.refusals import InputError
from touchwood.games.discovery import find_game
from touchwood.server import protocol
from touchwood.server.bots import OwnThread
from touchwood.server.metrics import Metrics
from touchwood.server.rooms.connection import Connection
from touchwood.server.rooms.registry import TableRegistry
from touchwood.server.rooms.services import Services
from touchwood.server.store.interface import StoredTable, Trouble
from touchwood.server.table import log
from touchwood.server.table.decisions import Planned, come_back, decline, open_table, rematch
from touchwood.server.table.evening import MOST_SCORES, MOST_TABLES, evening_shown, evening_so_far
from touchwood.server.table.log import LogLine, read_line, write_line
from touchwood.server.table.table import Table

ANA, BO, CY, DI = 0, 1, 2, 3


def played(sitting: Sitting, seed: int = 3) -> Sitting:
    rng = Random(seed)
    while not sitting.is_over:
        sitting.random_step(rng)
    return sitting


def moved_on(sitting: Sitting, by: str = "Ana", *, game: str | None = None, host: int | None = ANA) -> Sitting:
    """The group at its next table; the one who asked is there."""
    first = rematch(sitting.table, seed=sitting.seed, asked_by=Sitting.token_hash(by), game=game, host=host)
    there = Sitting(first.game, ("Nobody",))
    line = LogLine(there.at, first)
    there.lines, there.table = [write_line(line)], Table("N" * 22, "NNNNNN", there.seed, line)
    return there


def come(sitting: Sitting, *names: str) -> None:
    for name in names:
        seat = sitting.table.seating.seat_of(Sitting.token_hash(name))
        assert seat is not None
        sitting.store([Planned(log.Came(seat))])


def names(sitting: Sitting) -> list[str]:
    return [seat.name for seat in sitting.table.seating.seats]


# -- Roles follow people --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", games_with("option first"))
def test_who_begins_is_a_person_and_no_number(game: str) -> None:
    last = find_game(game).player_counts[-1] - 1
    sitting = Sitting(game, NAMES[: last + 1], options={"first": last})
    sitting.say(ANA, protocol.Leave)
    assert sitting.table.seating.options["first"] == last - 1
    assert sitting.reloaded().seating == sitting.table.seating


@pytest.mark.parametrize("game", games_with("option first"))
def test_who_begins_falls_to_chance_when_that_one_goes(game: str) -> None:
    last = find_game(game).player_counts[-1] - 1
    sitting = Sitting(game, NAMES[: last + 1], options={"first": last})
    sitting.say(last, protocol.Leave)
    assert sitting.table.seating.options["first"] == "random"


def test_the_winner_defends_against_a_newcomer_too() -> None:
    """CTT 6.3, after the loser left the lobby of the rematch."""
    sitting = played(Sitting("cant_touch_this", NAMES[:2]).start())
    state = sitting.play.position.state
    winner = sitting.play.game.returns(state).index(Fraction(1))
    loser = 1 - winner
    there = moved_on(sitting, NAMES[winner], host=winner)
    assert there.table.seating.options["first"] == winner
    there.store(decline(there.table, Sitting.token_hash(NAMES[loser])))
    there.join("Zoe")
    assert names(there) == [NAMES[winner], "Zoe"]
    assert there.table.seating.options["first"] == 0
    there.start()


# -- Everybody is asked ---------------------------------------------------------------------------------------------


def test_all_but_the_one_who_asked_are_invited_and_the_host_stays_host() -> None:
    there = moved_on(played(Sitting("tag", NAMES[:3]).start()), "Cy", host=BO)
    assert [seat.is_invited for seat in there.table.seating.seats] == [True, True, False]
    assert there.table.seating.host == BO
    assert moved_on(played(Sitting("tag", NAMES[:3]).start()), "Cy", host=None).table.seating.host == CY


def test_start_names_who_is_missing_and_can_go_without_them() -> None:
    there = moved_on(played(Sitting("tag", NAMES[:4]).start()))
    come(there, "Di")
    with pytest.raises(InputError, match="people_missing") as refused:
        there.say(ANA, protocol.Start)
    assert refused.value.facts == {"names": "Bo, Cy"}
    there.say(ANA, protocol.Start, True)
    assert names(there) == ["Ana", "Di"]
    assert [one.name for one in there.table.seating.looking_on] == ["Bo", "Cy"]
    assert [player.name for player in there.play.header.seats] == ["Ana", "Di"]


def test_who_begins_is_the_same_person_when_others_look_on() -> None:
    there = moved_on(played(Sitting("tag", NAMES[:4], options={"first": DI}).start()))
    come(there, "Di")
    there.say(ANA, protocol.Start, True)
    assert there.play.header.options["first"] == 1


def test_who_does_not_come_gives_up_the_seat() -> None:
    there = moved_on(played(Sitting("tag", NAMES[:3]).start()))
    there.store(decline(there.table, Sitting.token_hash("Bo")))
    assert names(there) == ["Ana", "Cy"]
    assert decline(there.table, Sitting.token_hash("Bo")) == []
    assert [left.name for left in there.table.seating.left] == ["Bo"], "who may think better of it"


def test_who_thinks_better_of_it_comes_as_the_same_person_however_late_and_full() -> None:
    there = moved_on(played(Sitting("tag", NAMES[:3]).start()), game="cant_touch_this")
    come(there, "Cy")
    there.store(decline(there.table, Sitting.token_hash("Bo")))
    there.at += 3_600_000
    plan, seat = come_back(there.table, Sitting.token_hash("Bo"), there.at)
    there.store(plan)
    assert names(there) == ["Ana", "Cy", "Bo"]
    assert seat == 2
    assert len(shown(there)) == 3
    there.store(decline(there.table, Sitting.token_hash("Bo")))
    there.say(ANA, protocol.Lock, True)
    there.at += 3_600_000
    with pytest.raises(InputError, match="table_locked"):
        come_back(there.table, Sitting.token_hash("Bo"), there.at)


def test_who_leaves_the_next_lobby_by_mistake_comes_back_although_it_is_full_by_then() -> None:
    there = moved_on(played(Sitting("cant_touch_this", NAMES[:2]).start()))
    come(there, "Bo")
    there.say(BO, protocol.Leave)
    there.join("Zoe")
    plan, _ = come_back(there.table, Sitting.token_hash("Bo"), there.at)
    there.store(plan)
    assert names(there) == ["Ana", "Zoe", "Bo"]


def test_who_left_for_good_leaves_no_bot_of_their_name_behind() -> None:
    sitting = Sitting("tag", NAMES[:4]).start()
    sitting.say(BO, protocol.Leave)
    assert sitting.table.seating.seats[BO].bot is not None
    there = moved_on(played(sitting))
    assert names(there) == ["Ana", "Cy", "Di"]
    assert sorted(shown(there)) == ["Ana", "Cy", "Di"]


def test_a_bot_that_was_there_from_the_start_comes_along_although_a_guest_had_its_seat() -> None:
    sitting = Sitting("tag", NAMES[:2], bots=("random",)).start()
    bot = next(number for number, seat in enumerate(sitting.table.seating.seats) if seat.bot is not None)
    sitting.store([Planned(log.GuestSeated(bot, "Zoe", Sitting.token_hash("Zoe")))])
    sitting.say(bot, protocol.Leave)
    assert moved_on(played(sitting)).table.seating.seats[bot].bot == "random"


# -- The next game --------------------------------------------------------------------------------------------------


def four_for_two() -> Sitting:
    there = moved_on(played(Sitting("tag", NAMES[:4]).start()), game="cant_touch_this")
    come(there, "Bo", "Cy", "Di")
    return there


def test_another_game_has_its_own_options_and_more_people_than_seats() -> None:
    there = four_for_two()
    assert names(there) == ["Ana", "Bo", "Cy", "Di"]
    assert there.table.seating.game == "cant_touch_this"
    with pytest.raises(InputError, match="bad_player_count"):
        there.say(ANA, protocol.Start)


def test_options_are_set_although_the_group_is_larger_than_the_game() -> None:
    there = four_for_two()
    there.say(ANA, protocol.Configure, {"clips_each": 1}, there.table.seating.settings)
    assert there.table.seating.options["clips_each"] == 1
    with pytest.raises(InputError, match="table_full"):
        there.say(ANA, protocol.Configure, {}, msgspec.structs.replace(there.table.seating.settings, most_seats=2))


def test_the_group_picks_who_plays_and_the_rest_look_on_and_are_asked_again() -> None:
    there = four_for_two()
    there.say(BO, protocol.SitOut, BO, True)
    there.say(ANA, protocol.SitOut, DI, True)
    with pytest.raises(InputError, match="host_only"):
        there.say(BO, protocol.SitOut, CY, True)
    there.start()
    assert names(there) == ["Ana", "Cy"]
    assert there.table.seating.is_of_group(Sitting.token_hash("Bo"))
    assert there.table.seating.seat_of(Sitting.token_hash("Bo")) is None
    again = moved_on(played(there), game="tag")
    assert names(again) == ["Ana", "Cy", "Bo", "Di"]


def test_bots_come_along_where_the_game_knows_them_and_has_room() -> None:
    sitting = played(Sitting("tag", NAMES[:2], bots=("random", "random")).start())
    assert [seat.bot for seat in moved_on(sitting).table.seating.seats] == [None, "random", "random", None]
    two = moved_on(sitting, game="cant_touch_this")
    assert names(two) == ["Ana", "Bo"]


# -- The score of the evening ---------------------------------------------------------------------------------------


def shown(sitting: Sitting) -> dict[str, tuple[str, int]]:
    return {each.name: (each.shares, each.matches) for each in evening_shown(sitting.table, sitting.table.seating)}


def test_shares_of_wins_are_summed_over_games_and_rematches() -> None:
    first = Sitting("tag", NAMES[:3]).start()
    assert shown(first) == {}
    played(first)
    second = moved_on(first, game="tactile_crane")
    come(second, "Bo", "Cy")
    assert shown(second) == shown(first)
    played(second.start(), seed=5)
    scores = evening_so_far(second.table)
    assert sum(Fraction(score.shares) for score in scores.scores) == 2
    assert [score.matches for score in scores.scores] == [2, 2, 2]
    assert scores.tables == (first.table.id, second.table.id)
    for sitting in (first, second):
        state, game = sitting.play.position.state, sitting.play.game
        for score, share in zip(scores.scores, game.returns(state), strict=True):
            assert Fraction(score.shares) >= share
    assert [Fraction(shares) for shares, _ in shown(second).values()] == sorted(
        (Fraction(score.shares) for score in scores.scores), reverse=True
    )


def test_bots_have_a_score_and_the_bot_that_plays_on_for_somebody_has_none() -> None:
    sitting = Sitting("tag", NAMES[:2], bots=("random",)).start()
    sitting.say(2, protocol.Leave)
    ana, bot, left = played(sitting).table.seating.seats
    assert (bot.is_left, left.is_left) == (False, True)
    assert None not in (bot.bot, left.bot)
    assert shown(sitting).keys() == {ana.name, bot.name}


def test_an_evening_without_end_does_not_grow_without_end() -> None:
    """A program could come to each match as somebody new, and every table would carry all of them."""
    sitting = Sitting("cant_touch_this", NAMES[:2]).start()
    passers_by = tuple(log.EveningScore(f"P{number}", f"hash {number}", "1", 1) for number in range(500))
    long_one = log.Evening(("t" * 22,) * 500, passers_by)
    sitting.table.seating = msgspec.structs.replace(sitting.table.seating, evening=long_one)
    played(sitting)
    evening = evening_so_far(sitting.table)
    kept = [score.name for score in evening.scores]
    assert (len(kept), kept[0], kept[-2:]) == (MOST_SCORES, "P442", ["Ana", "Bo"])
    assert evening.tables[-1] == sitting.table.id
    assert len(evening.tables) == MOST_TABLES


def test_what_somebody_scored_follows_them_to_another_phone() -> None:
    first = played(Sitting("cant_touch_this", NAMES[:2]).start())
    there = moved_on(first)
    other = Sitting.token_hash("Bo on another phone")
    there.store([Planned(log.OtherPhoneAsked(BO, other)), Planned(log.PhoneChanged(BO, other))])
    there.store([Planned(log.Came(BO))])
    played(there.start())
    assert sorted(shown(there)) == ["Ana", "Bo"]
    assert [matches for _, matches in shown(there).values()] == [2, 2]
    assert sum(Fraction(shares) for shares, _ in shown(there).values()) == 2


def test_who_comes_again_by_the_same_name_goes_on_with_the_score() -> None:
    """Sent away, or gone for long: it is another token, and still the same friend."""
    there = moved_on(played(Sitting("cant_touch_this", NAMES[:2]).start()))
    before = shown(there)
    there.say(ANA, protocol.Kick, BO)
    there.join("bo")
    assert shown(there) == before
    seats = {each.name: each.seat for each in evening_shown(there.table, there.table.seating)}
    assert seats == {"Ana": 0, "Bo": 1}


def test_a_namesake_does_not_take_the_score_of_somebody_who_is_here() -> None:
    there = moved_on(played(Sitting("tag", NAMES[:2]).start()))
    there.store([Planned(log.SatDown(log.SeatHeld("Bo", Sitting.token_hash("another Bo"))))])
    seats = {each.name: each.seat for each in evening_shown(there.table, there.table.seating)}
    assert seats == {"Ana": 0, "Bo": 1}


def test_who_looks_on_keeps_the_score_and_has_no_seat() -> None:
    there = four_for_two()
    there.say(ANA, protocol.SitOut, BO, True)
    there.say(ANA, protocol.SitOut, DI, True)
    played(there.start())
    seats = {each.name: each.seat for each in evening_shown(there.table, there.table.seating)}
    assert seats == {"Ana": 0, "Cy": 1, "Bo": None, "Di": None}
    assert {name: matches for name, (_, matches) in shown(there).items()} == {"Ana": 2, "Cy": 2, "Bo": 1, "Di": 1}


def test_a_table_read_back_is_the_same_evening() -> None:
    there = four_for_two()
    there.say(ANA, protocol.SitOut, BO, True)
    there.say(ANA, protocol.SitOut, DI, True)
    played(there.start())
    again = Table.read(StoredTable(there.table.id, there.table.code, there.seed, tuple(there.lines)))
    assert again.seating == there.table.seating
    assert evening_so_far(again) == evening_so_far(there.table)


# -- Over the wire --------------------------------------------------------------------------------------------------


async def over(server: str, game: str, people: list[str], **wanted: Any) -> list[Client]:
    clients = await seat_all(server, game, people, **wanted)
    await clients[0].do("Start")
    await play_all(clients, seed=5)
    return clients


async def follow(client: Client, server: str) -> Client:
    await client.until(lambda client: client.table["next_table"])
    return await Client(server, client.table["next_table"]["table"], client.token).open()


def test_the_old_code_leads_to_where_the_group_is(server: str) -> None:
    async def run() -> None:
        ana, bo = await over(server, "cant_touch_this", ["Ana", "Bo"])
        await bo.do("Rematch", game="tag")
        there = await follow(bo, server)
        assert ana.table["next_table"]["asked_by"] == 1
        assert ana.table["next_table"]["game"] == "tag"
        async with httpx.AsyncClient(base_url=f"{server}/api/tables") as http:
            found = (await http.get(f"/{ana.table['code']}")).json()
        assert (found["code"], found["game"]) == (there.table["code"], "tag")
        await close_all(ana, bo, there)

    asyncio.run(run())


def test_a_device_of_the_group_finds_its_place_by_any_code(server: str) -> None:
    async def run() -> None:
        ana, bo = await over(server, "cant_touch_this", ["Ana", "Bo"])
        await ana.do("Rematch", game="tag")
        there = await follow(ana, server)
        async with httpx.AsyncClient(base_url=f"{server}/api/tables") as http:
            for code in (ana.table["code"], there.table["code"]):
                place = (await http.post(f"/{code}/place", json={"tokens": ["x" * 32, bo.token]})).json()
                assert place == {"table": there.table_id, "code": there.table["code"], "tokens": [bo.token]}
            stranger = await http.post(f"/{ana.table['code']}/place", json={"tokens": ["x" * 32]})
            assert (stranger.status_code, stranger.json()) == (200, None)
        with_bo = await Client(server, there.table_id, bo.token).open()
        assert with_bo.you == 1
        await close_all(ana, bo, there, with_bo)

    asyncio.run(run())


def test_who_came_while_nothing_could_be_stored_is_not_waited_for_for_ever() -> None:
    async def run() -> None:
        store = MemoryStore()
        services = Services(store=store, bot_executor=OwnThread(), metrics=Metrics(), retry_seconds=0.001)
        registry = TableRegistry(services)
        wanted = protocol.CreateTable("tag", "Ana")
        first = open_table(wanted, token_hash=Sitting.token_hash("Ana"), seed=bytes(32), watch_key="k" * 32)
        asked = log.SeatHeld("Bo", Sitting.token_hash("Bo"), is_invited=True)
        table, _ = await registry._open(msgspec.structs.replace(first, seats=(*first.seats, asked)), bytes(32))
        room = await registry.room(table)
        assert room is not None
        bo = Connection(Sitting.token_hash("Bo"), "en")
        store.trouble = Trouble.FULL
        assert await room.attend(bo, None) is not None
        assert room.table.seating.seats[BO].is_invited
        store.trouble = None
        async with asyncio.timeout(PATIENCE):
            while room.table.seating.seats[BO].is_invited:
                await asyncio.sleep(0.001)
        assert [type(read_line(line).entry) for line in store.tables[table].lines] == [log.Opened, log.Came]
        room.drop()
        services.bot_executor.close()

    asyncio.run(run())


def answers(client: Client) -> tuple[list[int], list[int]] | None:
    """At the table before: who comes along, and who has said nothing yet."""
    moved = client.table["next_table"]
    return moved and (moved["coming"], moved["undecided"])


def test_ticks_and_a_no(server: str) -> None:
    async def run() -> None:
        ana, bo, cy = await over(server, "tag", ["Ana", "Bo", "Cy"])
        await ana.do("Rematch")
        there = await follow(ana, server)
        assert [seat["is_invited"] for seat in there.table["seats"]] == [False, True, True]
        with_bo = await follow(bo, server)
        await there.until(lambda client: not client.table["seats"][1]["is_invited"])
        assert (await there.ask("Start"))["facts"] == {"names": "Cy"}
        await cy.until(lambda client: answers(client) == ([0, 1], [2]))
        await cy.do("Rematch", comes=False)
        await there.until(lambda client: len(client.table["seats"]) == 2)
        # Who still looks at the result sees who comes, also when they come back to it.
        await cy.until(lambda client: answers(client) == ([0, 1], []))
        again = await Client(server, cy.table_id, cy.token).open()
        await again.until(lambda client: answers(client) == ([0, 1], []))
        await with_bo.do("Leave")
        await cy.until(lambda client: answers(client) == ([0], []))
        await close_all(ana, bo, cy, there, with_bo, again)

    asyncio.run(run())


def test_who_looks_on_gets_what_watchers_get_and_may_only_watch(server: str) -> None:
    async def run() -> None:
        ana, bo, cy = await over(server, "tag", ["Ana", "Bo", "Cy"])
        await ana.do("Rematch")
        there, with_bo, with_cy = [await follow(client, server) for client in (ana, bo, cy)]
        watcher = await Client(server, there.table_id, there.table["watch_key"]).open()
        await with_cy.do("SitOut", seat=2, sits_out=True)
        await there.do("Start")
        await with_cy.until(lambda client: client.situation)
        await watcher.until(lambda client: client.situation)
        assert with_cy.you is None
        assert with_cy.situation == watcher.situation
        assert with_cy.table == watcher.table
        assert with_cy.table["looking_on"] == ["Cy"]
        assert with_cy.table["watch_key"] is None
        assert (await with_cy.ask("Talk", text="hello"))["code"] == "watchers_only_watch"
        back = await Client(server, with_cy.table_id, with_cy.token).open()
        assert back.you is None
        await close_all(ana, bo, cy, there, with_bo, with_cy, watcher, back)

    asyncio.run(run())
