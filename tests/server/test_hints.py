"""Hints at a live table: from the strongest bot, by what the seat knows, only against bots, and the record tells."""

import asyncio
from random import Random
from typing import Any

import httpx
import msgspec
import pytest

from tests.bots.asked import PERCENT, Setting, Twice, asked_twice
from tests.server.players import play_on
from tests.server.wire import Client, create, join, until_made
from touchwood.bots.advising import Advice, advise
from touchwood.bots.finding import strongest_level
from touchwood.core.linking import has_numba
from touchwood.core.running import Unrecorded
from touchwood.core.seats import Seat
from touchwood.core.values import from_json
from touchwood.games.discovery import find_game, game_names


async def at_table(address: str, game: str) -> Client:
    client = Client.of(address, await create(address, game, bots=["random"]))
    await client.open()
    await client.do("Start")
    await client.until(lambda client: client.is_asked)
    return client


async def hint(client: Client, **changed: Any) -> Any:
    return await client.ask("AskHint", **{"decision": client.situation["decision"], **changed})


@pytest.mark.parametrize("game", [*game_names(), "pebbles", "my_game"])
def test_a_hint_can_be_played_as_it_is_and_the_record_tells_of_it(server: str, game: str) -> None:
    async def run() -> None:
        ana = await at_table(server, game)
        given = await hint(ana)
        assert given["type"] == "Hint", given
        assert given["bot"] == strongest_level(find_game(game))
        assert (
            find_game(game).codec.text(msgspec.convert(given["action"], find_game(game).action_type)) == given["text"]
        )
        assert (given["other"] is None) == (given["other_action"] is None)
        if given["other"] is not None:
            other = msgspec.convert(given["other_action"], find_game(game).action_type)
            assert find_game(game).codec.text(other) == given["other"]
        assert (await ana.act(given["action"]))["type"] == "Accepted"
        await play_on(ana, Random(1))
        async with httpx.AsyncClient(base_url=server, timeout=60) as http:
            record = (await http.get(f"/api/matches/{ana.table_id}/record")).text.splitlines()
            proof = (await until_made(http, f"/api/matches/{ana.table_id}/verify")).json()["proof"]
        entries = [msgspec.json.decode(line)["entry"] for line in record[1:]]
        hinted = {"type": "hinted", "seat": 0, "bot": given["bot"]}
        assert [entry for entry in entries if entry["type"] == "hinted"] == [hinted]
        assert proof == "proven"
        await ana.close()

    asyncio.run(run())


def test_no_hint_before_a_question_is_the_current_one_nor_where_other_people_sit(server: str) -> None:
    async def run() -> None:
        ana = await at_table(server, "tag")
        stale = await hint(ana, decision=ana.situation["decision"] - 1)
        assert (stale["type"], stale["code"]) == ("Refused", "stale_decision")
        await join(server, ana.table["code"], "Bo")
        refused = await hint(ana)
        assert (refused["type"], refused["code"]) == ("Refused", "hints_against_bots_only")
        await ana.close()

    asyncio.run(run())


def asked(course: Unrecorded) -> Seat:
    waiting = course.game.waiting_for(course.state)
    assert isinstance(waiting, tuple)
    return waiting[0]


@pytest.mark.skipif(not has_numba(), reason="numba is not installed: nothing is compiled")
def test_where_chances_are_reckoned_they_come_with_the_best_of_the_other_choices() -> None:
    game, rng = find_game("tag"), Random(3)
    course = Unrecorded(game, game.initial(game.options_type(), 2, game.newest_version), rng)
    made, seat = 0, Seat(0)
    while made < 30 or len(game.legal_actions(course.state, seat)) < 3:
        course.act(asked(course), rng.choice(game.legal_actions(course.state, asked(course))))
        made, seat = made + 1, asked(course)
    view, legal = game.knowledge(course.state, seat), game.legal_actions(course.state, seat)
    advice = advise(game, view, legal, Random(1))
    assert advice.action in legal
    assert advice.percent is not None
    assert advice.margin is not None
    assert 0 <= advice.percent <= 100
    assert advice.margin >= 1
    assert advice.other in [game.codec.text(each) for each in legal if each != advice.action]


@pytest.mark.parametrize(
    "setting",
    [Setting(name, seats) for name in game_names() for seats in sorted({2, find_game(name).player_counts[-1]})],
    ids=str,
)
def test_a_hint_is_by_what_the_seat_knows_and_nothing_else(setting: Setting) -> None:
    """In two states it cannot tell apart the advice is the same, with all its figures and reasons."""
    game, asked = find_game(setting.game), [each for each in asked_twice(setting) if each.is_awaited]

    def advice(one: Twice, written: bytes) -> Advice:
        state = from_json(written, game.state_type)
        view, actions = game.knowledge(state, one.seat), game.legal_actions(state, one.seat)
        return advise(game, view, actions, Random(one.luck), PERCENT)

    truths = [advice(each, each.truth) for each in asked]
    assert truths == [advice(each, each.imagined) for each in reversed(asked)][::-1]
