"""What if, at a live table: a moment of a finished match becomes a table of its own."""

import asyncio
from random import Random
from typing import Any

import httpx
import msgspec
import pytest

from tests.server.players import play_all, play_on
from tests.server.sitting import CODE, TABLE, WATCH_KEY, Sitting
from tests.server.wire import Client, create, join, seat_all, until_made
from touchwood.core.seats import Seat
from touchwood.games.discovery import find_game, game_names
from touchwood.match.dealer import seed_from_number
from touchwood.match.match import Match
from touchwood.match.record import Chose, Origin, parse_record
from touchwood.match.replay import restore
from touchwood.server import replays
from touchwood.server.protocol import PlayOn, Seated
from touchwood.server.replays import branched_off
from touchwood.server.store.interface import StoredTable
from touchwood.server.table.decisions import open_branch, start
from touchwood.server.table.log import LogLine, write_line
from touchwood.server.table.table import Table


async def finished(address: str, game: str) -> str:
    clients = await seat_all(address, game, ["Ana", "Bo"])
    await clients[0].do("Start")
    await play_all(clients, seed=4)
    await asyncio.gather(*(client.close() for client in clients))
    return clients[0].table_id


async def asked_to(http: httpx.AsyncClient, table: str, **changed: Any) -> httpx.Response:
    wanted = {"name": "Cy", "entry": 3, "seat": 1, "bots": ["random"], **changed}
    return await http.post(f"/api/matches/{table}/play-on", json=wanted)


@pytest.mark.parametrize("game", game_names())
def test_one_plays_on_from_a_moment_in_any_seat_against_bots_and_the_record_verifies(server: str, game: str) -> None:
    async def run() -> None:
        table = await finished(server, game)
        async with httpx.AsyncClient(base_url=server, timeout=60) as http:
            record = (await http.get(f"/api/matches/{table}/record")).text.splitlines()
            entry = len(record) // 2
            then = (await http.get(f"/api/matches/{table}/replay?entry={entry}&viewer=1")).json()["view"]
            for is_dealt_anew in (True, False):
                answer = await asked_to(http, table, entry=entry, is_dealt_anew=is_dealt_anew)
                assert answer.status_code == 201, answer.text
                seated = msgspec.json.decode(answer.content, type=Seated)
                async with Client.of(server, seated) as cy:
                    assert (seated.seat, cy.you) == (1, 1)
                    assert [seat["bot"] for seat in cy.table["seats"]] == ["random", None]
                    assert cy.situation["view"]["options"] == then["options"]
                    await play_on(cy, Random(1))
                    assert not [text for text in cy.raw if '"branch"' in text or '"start":' in text]
                forked = (await http.get(f"/api/matches/{seated.table}/record")).text.splitlines()
                header = msgspec.json.decode(forked[0])["header"]
                first_hash = msgspec.json.decode(record[0])["hash"]
                origin = Origin(first_hash, entry, Seat(1), is_dealt_anew=is_dealt_anew)
                assert header["origin"] == msgspec.to_builtins(origin)
                verified = (await until_made(http, f"/api/matches/{seated.table}/verify")).json()
                assert (verified["proof"], verified["is_start_given"]) == ("given", True)

    asyncio.run(run())


@pytest.mark.parametrize("game", [*game_names(), "pebbles", "my_game"])
def test_another_choice_can_be_watched_with_what_bots_make_of_it(server: str, game: str) -> None:
    async def run() -> None:
        table = await finished(server, game)
        async with httpx.AsyncClient(base_url=server, timeout=60) as http:
            match = restore(parse_record((await http.get(f"/api/matches/{table}/record")).content))
            entry, seat, other = another_choice(match)

            async def shown(**asked: Any) -> httpx.Response:
                wanted = {"instead_of": entry, "choice": other, "viewer": seat, **asked}
                return await http.get(f"/api/matches/{table}/another-way", params=wanted)

            before = (await http.get(f"/api/matches/{table}/replay?entry={entry - 1}&viewer={seat}")).json()
            first, then = (await shown()).json(), (await shown(entry=1)).json()
            assert (first["n"], first["view"]) == (0, before["view"])
            assert (then["n"], then["text"], then["entry"]["seat"]) == (1, other, seat)
            assert then["events"], "the table sees it"
            last = await shown(entry=then["newest"])
            assert last.json()["entry"]["type"] in ("chose", "fell", "closed")
            replays.forget()
            assert (await shown(entry=then["newest"])).content == last.content, "it goes the same way each time"
            for refused in (await shown(choice="fly"), await shown(instead_of=chance_in(match))):
                assert (refused.status_code, refused.json()["code"]) == (400, "choice_not_open")
                assert "could not be chosen" in refused.json()["sentence"]
            assert (await shown(instead_of=10_000)).json()["code"] == "no_such_entry"

    asyncio.run(run())


def another_choice(match: Match) -> tuple[int, int, str]:
    """An entry with a choice, whose it was, and what else could have been chosen, as the codec writes it."""
    for n, line in enumerate(match.lines, start=1):
        if isinstance(line.entry, Chose):
            state, seat = match.positions[n - 1].state, line.entry.seat
            made = match.read_action(line.entry.action)
            others = [action for action in match.game.legal_actions(state, seat) if action != made]
            if others:
                return n, seat, match.game.codec.text(others[-1])
    raise AssertionError("somebody had a choice")


def chance_in(match: Match) -> int:
    return next(n for n, line in enumerate(match.lines, start=1) if not isinstance(line.entry, Chose))


def test_a_friend_comes_by_the_code_and_takes_over_from_a_bot(server: str) -> None:
    async def run() -> None:
        table = await finished(server, "tag")
        async with httpx.AsyncClient(base_url=server, timeout=60) as http:
            answer = await asked_to(http, table, entry=12)
        seated = msgspec.json.decode(answer.content, type=Seated)
        async with httpx.AsyncClient(base_url=server) as http:
            found = (await http.get(f"/api/tables/{seated.code}")).json()
            record = (await http.get(f"/api/matches/{table}/record")).text.splitlines()[0]
        origin = Origin(msgspec.json.decode(record)["hash"], 12, Seat(1), is_dealt_anew=True)
        assert found["origin"] == msgspec.to_builtins(origin), "who joins is told what it goes on from"
        async with Client.of(server, seated) as cy:
            friend = await join(server, seated.code, "Dee")
            assert (friend.seat, friend.is_waiting) == (0, False)
            async with Client.of(server, friend) as dee:
                await play_all([cy, dee], seed=1)

    asyncio.run(run())


def test_what_cannot_be_played_on_from_is_refused(server: str) -> None:
    async def run() -> None:
        table = await finished(server, "tag")
        running = (await create(server, "tag")).table
        async with httpx.AsyncClient(base_url=server, timeout=60) as http:
            end = len((await http.get(f"/api/matches/{table}/record")).text.splitlines()) - 1
            expected: list[tuple[str, dict[str, Any], int, str]] = [
                (table, {"entry": end}, 409, "fork_at_end"),
                (table, {"entry": 99_999}, 404, "no_such_entry"),
                (table, {"seat": 2}, 404, "no_such_seat"),
                (table, {"bots": []}, 400, "fork_other_seats"),
                (table, {"bots": ["wizard"]}, 400, "unknown_bot"),
                (table, {"name": " "}, 400, "name_empty"),
                (running, {}, 409, "match_not_over"),
                ("nowhere", {}, 404, "no_such_table"),
            ]
            for where, changed, status, code in expected:
                answer = await asked_to(http, where, **changed)
                assert (answer.status_code, answer.json()["code"]) == (status, code), answer.text

    asyncio.run(run())


def played_out() -> StoredTable:
    sitting, rng = Sitting("tag").start(), Random(2)
    while not sitting.is_over:
        sitting.random_step(rng)
    return StoredTable(TABLE, CODE, sitting.seed, tuple(sitting.lines))


def test_what_is_dealt_anew_is_another_deal_that_fits_what_the_seat_knew() -> None:
    game, stored = find_game("tag"), played_out()
    branches = [branched_off(stored, 40, 1, is_dealt_anew=number > 0) for number in range(5)]
    states = [msgspec.convert(branch.start, game.state_type) for branch in branches]
    assert len({msgspec.json.encode(state) for state in states}) > 1
    assert len({msgspec.json.encode(game.knowledge(state, Seat(1))) for state in states}) == 1


def test_such_a_table_read_back_from_the_store_is_the_same() -> None:
    branch, seed = branched_off(played_out(), 40, 1, is_dealt_anew=True), seed_from_number(9)
    wanted = PlayOn("Cy", 40, 1, ("easy",))
    opened = open_branch(wanted, branch, token_hash=Sitting.token_hash("Cy"), seed=seed, watch_key=WATCH_KEY)
    lines = [LogLine(5, opened)]
    table = Table(TABLE, CODE, seed, lines[0])
    for planned in start(table):
        lines.append(LogLine(6, planned.entry))
        table.apply(lines[-1], planned.applied)
    again = Table.read(StoredTable(TABLE, CODE, seed, tuple(write_line(line) for line in lines)))
    assert table.play is not None
    assert again.play is not None
    assert again.play.position == table.play.position
    assert again.seating == table.seating
