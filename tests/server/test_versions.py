"""A running table is carried over an update of the server: it goes on by the rules it began with."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

from tests.server.players import play_all
from tests.server.running import quick_settings, serving
from tests.server.wire import Client, seat_all
from touchwood.games.tag import GAME
from touchwood.match.record import parse_record
from touchwood.match.replay import Proof, verify

ONLY_TAGS = {"first": 0, "answer_seconds": 1, "deck": {"T": 0, "A": 0, "G": 0, "TAG": 14, "Gool": 0, "Freeze": 0}}
"""Every card moves IT, and nobody can have a Gool: version 1 asks for one all the same, version 2 does not."""
GIVE_IT_TO_BO = {"type": "GiveIt", "to": 1}


@contextmanager
def knowing_only(*versions: int) -> Iterator[None]:
    """TAG as a server knew it that was older."""
    known = GAME.versions
    object.__setattr__(GAME, "versions", versions)
    try:
        yield
    finally:
        object.__setattr__(GAME, "versions", known)


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
