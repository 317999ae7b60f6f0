"""Guests who come late: a bot's seat in a running match, with its hand, is given only by all people at the table."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import httpx
import msgspec
import pytest

from tests.server.running import quick_settings, serving
from tests.server.sitting import Sitting
from tests.server.test_secrets import World
from tests.server.test_table import due
from tests.server.wire import Client, create, join, seat_all
from touchwood.cli import main
from touchwood.core.refusals import InputError
from touchwood.core.seats import Seat
from touchwood.games.tactile_crane.actions import CloseEyes
from touchwood.match.record import Header, Player, Record, Replaced, parse_record
from touchwood.match.replay import Proof, verify
from touchwood.server import protocol
from touchwood.server.clocks import WallClock
from touchwood.server.protocol import Close, LateGuests, Settings
from touchwood.server.replays import record_file, record_of
from touchwood.server.store.interface import StoredTable
from touchwood.server.table import log
from touchwood.server.table.decisions import Planned, decide, give_up, let_in, of_match, stand_in
from touchwood.server.table.log import read_line
from touchwood.server.table.play import Play
from touchwood.server.table.snapshots import table_shown
from touchwood.server.table.timing import GuestOverdue

ANA, BOT, BO = 0, 1, 2
"""Where they sit: a table is opened with its bots, the others come after."""


def with_a_bot(bot: str = "random", **wanted: Any) -> Sitting:
    return Sitting("tag", ("Ana", "Bo"), bots=(bot,), **wanted).start()


def answer(sitting: Sitting, seat: int, *, lets_in: bool) -> None:
    sitting.say(seat, protocol.AnswerGuest, sitting.table.seating.requests, lets_in)


def seat_of(sitting: Sitting, name: str) -> int | None:
    return sitting.table.seating.seat_of(Sitting.token_hash(name))


def people_let_in(sitting: Sitting) -> None:
    for seat in sitting.table.seating.people:
        answer(sitting, seat, lets_in=True)
    sitting.store(let_in(sitting.table, frozenset(), sitting.at))


def played_out(sitting: Sitting) -> Record:
    """To the end of the match; its record, as it is handed out."""
    rng = Random(3)
    while not sitting.is_over:
        sitting.random_step(rng)
    stored = StoredTable(sitting.table.id, sitting.table.code, sitting.seed, tuple(sitting.lines))
    return parse_record(record_file(record_of(stored)))


def replacements(record: Record) -> list[tuple[int, Player]]:
    return [(line.entry.seat, line.entry.player) for line in record.lines if isinstance(line.entry, Replaced)]


# -- Who decides ----------------------------------------------------------------------------------------------------


def test_a_bots_seat_is_given_when_every_person_has_consented_and_not_before() -> None:
    sitting = with_a_bot()
    assert sitting.join("Zoe") == BOT
    assert let_in(sitting.table, frozenset(), sitting.at) == []
    answer(sitting, ANA, lets_in=True)
    answer(sitting, ANA, lets_in=True)  # the host alone, however often
    assert let_in(sitting.table, frozenset(), sitting.at) == []
    assert seat_of(sitting, "Zoe") is None
    answer(sitting, BO, lets_in=True)
    sitting.store(let_in(sitting.table, frozenset(), sitting.at))
    assert seat_of(sitting, "Zoe") == BOT
    assert sitting.table.seating.guest is None
    assert sitting.table.seating.host == ANA
    assert sitting.reloaded().seating == sitting.table.seating


@pytest.mark.parametrize("who", [ANA, BO])
def test_one_no_turns_the_guest_away(who: int) -> None:
    sitting = with_a_bot()
    sitting.join("Zoe")
    answer(sitting, who, lets_in=False)
    assert sitting.table.seating.guest is None
    assert seat_of(sitting, "Zoe") is None
    with pytest.raises(InputError, match="no_such_request"):
        answer(sitting, ANA, lets_in=True)


def test_the_people_see_who_asks_under_the_name_they_would_have() -> None:
    sitting = with_a_bot()
    sitting.join("Аna")  # with a Cyrillic A
    shown = table_shown(sitting.table, Seat(ANA), present=frozenset(), watchers=0)
    assert shown.guest == protocol.GuestShown(1, BOT, "Аna ■", ())
    answer(sitting, ANA, lets_in=True)
    shown = table_shown(sitting.table, Seat(ANA), present=frozenset(), watchers=0)
    assert shown.guest is not None
    assert shown.guest.consented == (ANA,)


def test_those_for_whom_a_bot_plays_are_not_waited_for() -> None:
    sitting = with_a_bot()
    sitting.join("Zoe")
    answer(sitting, ANA, lets_in=True)
    sitting.store([Planned(log.StandInSeated(BO))])
    assert let_in(sitting.table, frozenset(), sitting.at)
    sitting.store([Planned(log.GivenBack(BO))])
    assert not let_in(sitting.table, frozenset(), sitting.at)


def test_a_lone_person_is_not_asked() -> None:
    sitting = Sitting("tag", ("Ana",), bots=("random",)).start()
    sitting.join("Ana again")
    assert seat_of(sitting, "Ana again") == BOT
    assert replacements(played_out(sitting)) == [(BOT, Player("Ana again"))]


def test_a_table_may_let_nobody_in_late() -> None:
    sitting = with_a_bot(settings=Settings(late_guests=LateGuests.NOBODY))
    with pytest.raises(InputError, match="no_late_guests"):
        sitting.join("Zoe")


# -- While a guest waits --------------------------------------------------------------------------------------------


def test_one_guest_asks_at_a_time_and_for_a_minute() -> None:
    sitting = with_a_bot()
    sitting.join("Zoe")
    with pytest.raises(InputError, match="guest_pending"):
        sitting.join("Yan")
    assert due(sitting)[GuestOverdue()] == 60_000
    # At a table that was not in memory nobody has turned the first one away in time.
    sitting.at += 60_000
    sitting.join("Yan")
    guest = sitting.table.seating.guest
    assert guest is not None
    assert (guest.name, guest.request) == ("Yan", 2)


def test_a_guest_can_give_up() -> None:
    sitting = with_a_bot()
    sitting.join("Zoe")
    assert give_up(sitting.table, Sitting.token_hash("Yan")) == []
    sitting.store(give_up(sitting.table, Sitting.token_hash("Zoe")))
    assert sitting.table.seating.guest is None


def test_with_the_match_the_request_is_over() -> None:
    sitting = with_a_bot()
    sitting.join("Zoe")
    record = played_out(sitting)
    assert sitting.table.seating.guest is None
    assert replacements(record) == []


# -- In the dark ----------------------------------------------------------------------------------------------------


def in_the_dark(*, asks_before: bool) -> Sitting:
    """Bo, a person, is challenger and has closed the eyes."""
    sitting = Sitting("tactile_crane", ("Ana", "Bo"), bots=("random",), options={"first": BO}).start()
    if asks_before:
        sitting.join("Zoe")
    sitting.act(BO, CloseEyes())
    return sitting


def test_who_is_hushed_hears_nothing_by_asking_in_another_window() -> None:
    for is_locked in (False, True):
        sitting = in_the_dark(asks_before=False)
        sitting.say(ANA, protocol.Lock, is_locked)
        with pytest.raises(InputError, match="no_guests_now"):
            sitting.join("Bo again")


def test_what_was_decided_in_the_dark_is_heard_and_done_after_it() -> None:
    async def run() -> None:
        for lets_in in (True, False):
            sitting = in_the_dark(asks_before=True)
            answer(sitting, BO, lets_in=True)
            answer(sitting, ANA, lets_in=lets_in)
            assert let_in(sitting.table, frozenset(), sitting.at) == []
            world = World(sitting)
            assert world.room.is_asked_by(Sitting.token_hash("Zoe"))
            world.close()
            sitting.say(BO, protocol.Leave)
            assert bool(let_in(sitting.table, frozenset(), sitting.at)) == lets_in
            world = World(sitting)
            assert world.room.is_asked_by(Sitting.token_hash("Zoe")) == lets_in
            world.close()

    asyncio.run(run())


def test_who_answers_an_earlier_guest_in_the_dark_does_not_answer_the_next_one() -> None:
    sitting = in_the_dark(asks_before=True)
    sitting.store([Planned(log.StandInSeated(BO))])
    answer(sitting, ANA, lets_in=False)
    sitting.join("Yan")
    for lets_in in (True, False):
        sitting.say(BO, protocol.AnswerGuest, 1, lets_in)
    guest = sitting.table.seating.guest
    assert guest is not None
    assert (guest.name, guest.request, guest.consented) == ("Yan", 2, ())


def test_in_a_bots_dark_guests_may_ask() -> None:
    sitting = Sitting("tactile_crane", ("Ana", "Bo"), bots=("random",), options={"first": BOT}).start()
    sitting.choose(BOT, CloseEyes())
    assert sitting.table.hushed
    sitting.join("Zoe")
    people_let_in(sitting)
    assert seat_of(sitting, "Zoe") == BOT


# -- Who sits there afterwards --------------------------------------------------------------------------------------


def test_the_bot_that_sat_there_comes_back_at_its_level_and_the_record_tells() -> None:
    sitting = with_a_bot("hard")
    bot = sitting.table.seating.seats[BOT]
    rng = Random(1)
    for guest in ("Zoe", "Yan"):
        sitting.join(guest)
        people_let_in(sitting)
        assert stand_in(sitting.table, BOT) == Player(bot.name, "hard")
        sitting.random_step(rng)
        sitting.say(BOT, protocol.Leave)
        assert sitting.table.seating.seats[BOT] == bot
        sitting.random_step(rng)
    again = sitting.reloaded()
    assert again.seating == sitting.table.seating
    assert again.play is not None
    assert again.play.position == sitting.play.position
    record = played_out(sitting)
    hard = Player(bot.name, "hard")
    assert replacements(record) == [(BOT, Player("Zoe")), (BOT, hard), (BOT, Player("Yan")), (BOT, hard)]
    assert verify(record).proof is Proof.PROVEN


def test_a_replay_says_who_took_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sitting = Sitting("tag", ("Ana",), bots=("random",)).start()
    sitting.join("Zoe")
    sitting.say(BOT, protocol.Leave)
    file = tmp_path / "match.jsonl"
    file.write_bytes(record_file(played_out(sitting)))
    assert main(["replay", str(file)]) == 0
    told = capsys.readouterr().out
    assert told.index("Zoe takes over the seat of Random.") < told.index("Random takes over the seat of Zoe.")


def test_who_sat_there_from_the_start_is_followed_by_a_simple_bot_of_the_same_name() -> None:
    sitting = with_a_bot()
    sitting.say(ANA, protocol.Kick, BO)
    assert (sitting.table.seating.seats[BO].name, sitting.table.seating.seats[BO].bot) == ("Bo", "simple")
    assert replacements(played_out(sitting)) == [(BO, Player("Bo", "simple"))]


def test_that_somebody_sits_down_moves_nothing_in_the_match() -> None:
    """What a seat is shown of the match is the same before and after, whatever others have chosen in secret."""
    sitting = with_a_bot()
    (asked,) = sitting.play.asked_at
    before = [sitting.welcome(seat) for seat in (Seat(ANA), Seat(BO))]
    sitting.join("Zoe")
    people_let_in(sitting)
    assert set(sitting.play.asked_at) == {asked}
    after = [sitting.welcome(seat) for seat in (Seat(ANA), Seat(BO))]
    situations = [[json.loads(welcome)["situation"] for welcome in shown] for shown in (before, after)]
    assert situations[0] == situations[1]


def test_a_match_in_the_older_format_goes_on_without_the_new_entry() -> None:
    sitting = Sitting("tag", ("Ana",), bots=("random",))
    began = decide(sitting.table, ANA, protocol.Start("start"))[0].entry
    assert isinstance(began, log.Began)
    header: Header = msgspec.structs.replace(began.header, format=1)
    sitting.store([Planned(log.Began(header)), *of_match(Play(header, sitting.seed).gone_on())])
    sitting.join("Zoe")
    sitting.say(BOT, protocol.Leave)
    record = played_out(sitting)
    assert replacements(record) == []
    assert verify(record).proof is Proof.PROVEN


def test_lines_of_old_are_read_as_they_were_meant() -> None:
    """A seat taken over without asking, and left to a simple bot under the person's name."""
    sitting = with_a_bot("hard")
    lines: tuple[dict[str, Any], ...] = (
        {"type": "TookOver", "seat": BOT, "name": "Zoe", "token_hash": Sitting.token_hash("Zoe")},
        {"type": "WentAway", "seat": BOT, "was_kicked": False, "keeper": "simple"},
    )
    for entry in lines:
        sitting.table.apply(read_line(json.dumps({"at": sitting.at, "entry": entry}).encode()))
    assert sitting.table.seating.seats[BOT] == log.SeatHeld("Zoe", bot="simple", badge=BOT)
    settings = Settings(late_guests=LateGuests.NOBODY)
    old = {key: value for key, value in msgspec.to_builtins(settings).items() if key != "late_guests"}
    assert msgspec.convert(old, Settings).late_guests is LateGuests.ASK


# -- Over the wire --------------------------------------------------------------------------------------------------
WAITING = '{"type":"Waiting"}'


@pytest.fixture(scope="module")
def unhurried(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server on which a minute is a minute: nobody is turned away because this machine is slow."""
    with serving(quick_settings(tmp_path_factory.mktemp("unhurried"), clock=WallClock())) as address:
        yield address


async def begun(address: str, game: str = "tag") -> tuple[Client, Client]:
    """Ana and Bo at a table with a bot."""
    options = {"first": BOT} if game == "tactile_crane" else {}
    ana, bo = await seat_all(address, game, ["Ana", "Bo"], bots=["random"], options=options)
    await ana.do("Start")
    for client in (ana, bo):
        await client.until(lambda client: client.situation)
    return ana, bo


async def guest_of(ana: Client, name: str = "Zoe") -> Client:
    seated = await join(ana.address, ana.table["code"], name, seat=BOT)
    assert seated.is_waiting
    return await Client.of(ana.address, seated).open()


async def lets_in(client: Client, *, yes: bool = True) -> None:
    await client.until(lambda client: client.table["guest"])
    await client.do("AnswerGuest", request=client.table["guest"]["request"], lets_in=yes)


async def closed_with(client: Client) -> int | None:
    await client.until(lambda client: client.close_code is not None)
    return client.close_code


def test_who_joins_their_own_table_again_does_not_read_the_bots_hand(unhurried: str) -> None:
    async def run() -> None:
        ana, bo = await begun(unhurried)
        second_window = await guest_of(ana, "Anna")
        await lets_in(ana)
        await bo.until(lambda client: client.table["guest"]["consented"] == [ANA])
        await second_window.ask("Ping")
        await lets_in(bo, yes=False)
        assert await closed_with(second_window) == Close.TURNED_AWAY.value
        assert [text for text in second_window.raw if "Pong" not in text] == [WAITING]
        await ana.until(lambda client: client.told("GuestTurnedAway"))
        assert ana.table["guest"] is None
        assert ana.table["seats"][BOT]["bot"] == "random"
        # The token opens nothing any more.
        second_window.raw.clear()
        with pytest.raises(Exception, match="4001"):
            await second_window.open()
        assert second_window.raw == []
        await asyncio.gather(ana.close(), bo.close())

    asyncio.run(run())


def test_who_is_let_in_by_all_is_welcomed_into_the_seat(unhurried: str) -> None:
    async def run() -> None:
        ana, bo = await begun(unhurried)
        zoe = await guest_of(ana)
        await lets_in(ana)
        await lets_in(bo)
        await zoe.until(lambda client: client.situation)
        assert zoe.you == BOT
        assert zoe.situation["view"]["players"][BOT]["hand"] is not None
        await ana.until(lambda client: client.table["seats"][BOT]["is_present"] and client.told("PlayerJoined"))
        assert ana.table["seats"][BOT]["name"] == "Zoe"
        # And goes again.
        await zoe.do("Leave")
        await ana.until(lambda client: client.table["seats"][BOT]["bot"] == "random")
        assert ana.table["seats"][BOT]["name"] == "Random"
        await asyncio.gather(ana.close(), bo.close(), zoe.close())

    asyncio.run(run())


def test_a_guest_who_waits_gets_the_same_bytes_whatever_goes_on_at_the_table(unhurried: str) -> None:
    """Other games, other hands, moves, talk, people who come and go: one and the same message."""

    async def heard_at(game: str, *, is_lively: bool) -> list[str]:
        ana, bo = await begun(unhurried, game)
        zoe = await guest_of(ana)
        if is_lively:
            await bo.do("Talk", text="the bot has two TAGs")
            mover = next((client for client in (ana, bo) if client.is_asked and client.situation["legal"]), None)
            if mover is not None:
                await mover.act(mover.situation["legal"][0]["action"])
            await lets_in(bo)
            await bo.close()
        for number, message in enumerate(("Ping", "Start", "Rematch", "TakeBack")):
            await zoe.ask(message, message_id=f"m{number}")
        await zoe.ask("Build", message_id="b", builder="x", parts=[])
        await zoe.ask("Act", message_id="a", decision=1, action={"type": "Draw"})
        await zoe.ask("Leave", message_id="l")
        assert await closed_with(zoe) == Close.TURNED_AWAY.value
        await asyncio.gather(ana.close(), bo.close())
        return zoe.raw

    async def run() -> None:
        games = ("tag", "point_a_pile", "tactile_crane")
        heard = [await heard_at(game, is_lively=is_lively) for game in games for is_lively in (False, True)]
        assert heard[0][0] == WAITING
        assert heard[0][-1] == '{"type":"Accepted","id":"l"}'
        assert [json.loads(text).get("code") for text in heard[0][2:-1]] == ["not_let_in"] * 5
        assert all(each == heard[0] for each in heard)

    asyncio.run(run())


def test_a_guest_whose_connection_breaks_waits_on_and_finds_the_seat(unhurried: str) -> None:
    async def run() -> None:
        ana, bo = await begun(unhurried)
        zoe = await guest_of(ana)
        zoe.cut()
        await zoe.open()
        assert zoe.raw == [WAITING, WAITING]
        await zoe.close()
        await lets_in(ana)
        await lets_in(bo)
        await ana.until(lambda client: client.told("PlayerJoined"))
        await zoe.open()
        assert zoe.you == BOT
        await asyncio.gather(ana.close(), bo.close(), zoe.close())

    asyncio.run(run())


def test_after_a_minute_the_guest_is_turned_away(server: str) -> None:
    async def run() -> None:
        ana, bo = await begun(server)
        seated = await join(server, ana.table["code"], "Zoe")
        zoe = Client.of(server, seated)
        await ana.until(lambda client: client.told("GuestTurnedAway"))
        with pytest.raises(Exception, match="4001"):
            await zoe.open()
        await asyncio.gather(ana.close(), bo.close())

    asyncio.run(run())


def test_a_table_that_lets_nobody_in_late_says_so(unhurried: str) -> None:
    async def run() -> None:
        seated = await create(unhurried, "tag", bots=["random"], settings={"late_guests": "nobody"})
        async with Client.of(unhurried, seated) as ana, httpx.AsyncClient(base_url=unhurried) as http:
            await ana.do("Start")
            found = (await http.get(f"/api/tables/{seated.code}")).json()
            assert (found["can_join"], found["open_seats"]) == (False, [])
            refused = await http.post(f"/api/tables/{seated.code}/join", json={"name": "Zoe"})
            assert (refused.status_code, refused.json()["code"]) == (403, "no_late_guests")

    asyncio.run(run())
