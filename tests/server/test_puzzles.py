"""Puzzles at a server: shown without thinking, and played out at a table of one's own against a perfect bot."""

import asyncio

import httpx
import msgspec
import pytest
from msgspec.structs import replace

from tests.server.wire import Client, until_made
from touchwood.core.puzzle import Puzzle
from touchwood.core.seats import Seat
from touchwood.games.cant_touch_this import solving
from touchwood.games.cant_touch_this.make_puzzles import kept_by
from touchwood.games.cant_touch_this.state import Placed
from touchwood.games.discovery import find_game
from touchwood.server.protocol import Seated

GAME = "cant_touch_this"
DAY = "day-2026-11-17"


def book(name: str) -> Puzzle:
    puzzles = find_game(GAME).puzzles
    assert puzzles is not None
    found = puzzles.named(name)
    assert found is not None
    return found


async def opened(address: str, puzzle: str) -> Client:
    async with httpx.AsyncClient(base_url=address, timeout=60) as http:
        answer = await http.post("/api/puzzles", json={"game": GAME, "name": "Ana", "puzzle": puzzle})
    assert answer.status_code == 201, answer.text
    return Client.of(address, msgspec.json.decode(answer.content, type=Seated))


def test_a_puzzle_is_shown_as_its_seat_sees_it_with_what_keeps_the_win(
    server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(solving, "solve_duel", None)
    monkeypatch.setattr(solving, "move_values", None)
    shown = httpx.get(f"{server}/api/games/{GAME}/puzzles/hard-3").json()
    puzzle, game = book("hard-3"), find_game(GAME)
    assert (shown["name"], shown["level"], shown["seat"]) == ("hard-3", "hard", 0)
    assert shown["view"] == msgspec.json.decode(msgspec.json.encode(game.view(puzzle.state, Seat(0))))
    assert shown["keeps"] == msgspec.json.decode(msgspec.json.encode(puzzle.keeps))
    assert all(action in [offered["action"] for offered in shown["legal"]] for action in shown["keeps"])


def test_what_wins_the_puzzle_of_a_day_is_not_told_before_it_is_played(server: str) -> None:
    shown = httpx.get(f"{server}/api/games/{GAME}/puzzles/{DAY}").json()
    assert (shown["level"], shown["keeps"]) == ("day", [])
    assert shown["view"]["placed"]


def test_a_puzzle_is_played_out_at_a_table_for_one_and_its_record_verifies(server: str) -> None:
    async def run() -> None:
        async with await opened(server, DAY) as ana:
            state = book(DAY).state
            assert ana.table["puzzle"] == DAY
            assert ana.table["code"] == ""
            assert [seat["bot"] for seat in ana.table["seats"]] == [None, "best"]
            assert (ana.is_asked, ana.situation["view"]["bid"]) == (True, state.bid)
            hint = await ana.ask("AskHint", decision=ana.situation["decision"])
            assert (hint["type"], hint["code"]) == ("Refused", "no_hints_in_puzzles")
            while not ana.is_over:
                await ana.until(lambda client: client.is_asked or client.is_over)
                if ana.is_asked:
                    placed = msgspec.convert(ana.situation["view"]["placed"], tuple[Placed, ...])
                    keeps = kept_by(replace(state, placed=placed))
                    await ana.act({"type": "PlaceClip", "clip": list(keeps[0])})
            assert ana.situation["view"]["winner"] == 0, "who keeps to the solver wins"
        async with httpx.AsyncClient(base_url=server, timeout=60) as http:
            verified = (await until_made(http, f"/api/matches/{ana.table_id}/verify")).json()
            header = msgspec.json.decode((await http.get(f"/api/matches/{ana.table_id}/record")).text.splitlines()[0])
        assert (verified["holds"], verified["proof"], verified["is_start_given"]) == (True, "given", True)
        assert "origin" not in header["header"]

    asyncio.run(run())


@pytest.mark.parametrize(
    ("game", "puzzle", "code"),
    [
        (GAME, "hard-0", "no_such_puzzle"),
        (GAME, "day-yesterday", "no_such_puzzle"),
        ("tag", "hard-1", "no_such_puzzle"),
        ("chess", "hard-1", "unknown_game"),
    ],
)
def test_what_is_no_puzzle_is_not_found(server: str, game: str, puzzle: str, code: str) -> None:
    read = httpx.get(f"{server}/api/games/{game}/puzzles/{puzzle}")
    played = httpx.post(f"{server}/api/puzzles", json={"game": game, "name": "Ana", "puzzle": puzzle})
    for answer in (read, played):
        assert (answer.status_code, answer.json()["code"]) == (404, code), answer.text
