"""The whole log of a viewer on wish, and what is in nobody's log: cards that players have to remember."""

import asyncio
import json
from random import Random
from typing import Any

import pytest

from tests.server.sitting import CODE, NAMES, TABLE, Sitting, games_under_test
from tests.server.wire import Client, create, join, plain_http
from touchwood.core.seats import SPECTATOR, Viewer
from touchwood.server.replays import log_read
from touchwood.server.store.interface import StoredTable
from touchwood.server.table.streams import MOST_EVENTS

MEMORY = {"memory": True, "round_limit": 8}


def log_of(sitting: Sitting, viewer: Viewer) -> list[Any]:
    stored = StoredTable(TABLE, CODE, sitting.seed, tuple(sitting.lines))
    events: list[Any] = json.loads(log_read(stored, None if viewer is SPECTATOR else int(viewer)))["events"]
    return events


def told_again(sitting: Sitting, viewer: Viewer, seen: int | None = None) -> list[Any]:
    events: list[Any] = json.loads(sitting.welcome(viewer, seen=seen))["events"]
    return events


@pytest.mark.parametrize(("game", "players"), games_under_test())
def test_the_log_is_all_that_was_heard_and_nothing_else(game: str, players: int) -> None:
    sitting, rng = Sitting(game, NAMES[:players]).start(), Random(4)
    heard: dict[Viewer, list[Any]] = {viewer: told_again(sitting, viewer) for viewer in sitting.viewers}
    while not sitting.is_over and min(map(len, heard.values())) < 2 * MOST_EVENTS:
        sitting.random_step(rng)
        for viewer, events in heard.items():
            missed = sitting.table.stream(viewer).since(events[-1]["k"])
            assert missed is not None
            events += map(json.loads, missed)
    for viewer, events in heard.items():
        assert log_of(sitting, viewer) == events


def buried(sitting: Sitting, viewer: Viewer) -> set[str]:
    """Cards of rows that this viewer's view does not show."""
    play = sitting.play
    seen = play.game.view(play.position.state, viewer).players
    rows = [(player.row, shown) for player, shown in zip(play.position.state.players, seen, strict=True)]
    return {card for row, shown in rows if shown.row is None for card in row if card != shown.last}


def named_in(events: list[Any]) -> set[str]:
    text = json.dumps(events)
    return {piece for piece in text.replace('"', " ").replace(",", " ").split() if piece[:1].isalpha()}


def test_5_2_what_lies_buried_is_in_no_log_and_no_welcome() -> None:
    sitting, rng = Sitting("point_a_pile", NAMES[:3], options=MEMORY).start(), Random(2)
    most = 0
    while not sitting.is_over:
        sitting.random_step(rng)
        if sitting.is_over:
            break
        for viewer in sitting.viewers:
            hidden = buried(sitting, viewer)
            most = max(most, len(hidden))
            stream = sitting.table.stream(viewer)
            for events in (told_again(sitting, viewer), told_again(sitting, viewer, max(0, stream.seq - 20))):
                assert not hidden & named_in(events)
            assert [event["k"] for event in told_again(sitting, viewer)][-1] == stream.seq
    assert most > 5, "there was something to hide"
    # Over: everything is open, as in the record.
    for viewer in sitting.viewers:
        assert "ToldOnce" not in {event["type"] for event in log_of(sitting, viewer)}


def test_5_2_the_log_leaves_it_out_too_while_the_match_runs() -> None:
    sitting, rng = Sitting("point_a_pile", NAMES[:3], options=MEMORY).start(), Random(2)
    while len(buried(sitting, SPECTATOR)) < 6:
        sitting.random_step(rng)
    for viewer in sitting.viewers:
        assert not buried(sitting, viewer) & named_in(log_of(sitting, viewer))
    open_table = Sitting("point_a_pile", NAMES[:3]).start()
    for _ in range(5):
        open_table.random_step(rng)
    assert "ToldOnce" not in {event["type"] for event in log_of(open_table, SPECTATOR)}


def test_a_seats_token_opens_its_own_log_and_the_watch_key_the_watchers(server: str) -> None:
    asyncio.run(_open_logs(server))


async def _open_logs(server: str) -> None:
    seated = await create(server, "tag")
    other = await join(server, seated.code, "Bo")
    client, second = await Client.of(server, seated).open(), await Client.of(server, other).open()
    await client.do("Start")
    await client.until(lambda one: one.situation is not None)
    key = client.table["watch_key"]
    logs = {}
    async with plain_http(server) as http:
        for name, token in {"Ana": seated.token, "Bo": other.token, "watcher": key}.items():
            answer = await http.post(f"/api/matches/{seated.table}/log", json={"token": token})
            assert answer.status_code == 200, answer.text
            logs[name] = answer.json()["events"]
        wrong = await http.post(f"/api/matches/{seated.table}/log", json={"token": "x" * 32})
    assert logs["Ana"] == client.events
    assert logs["Ana"] != logs["Bo"], "each sees the own cards"
    assert logs["watcher"] not in (logs["Ana"], logs["Bo"])
    assert (wrong.status_code, wrong.json()["code"]) == (404, "no_such_table")
    await client.close()
    await second.close()
