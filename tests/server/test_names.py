"""Names at a live table: cleaned, refused where nothing can be seen, told apart by badge where they look alike."""

import asyncio

import httpx
import pytest

from tests.server.players import play_all
from tests.server.wire import Client, create, join


@pytest.mark.parametrize("name", ["\u200d", "\u3164\u3164", " \u00a0 ", "\u2800", "\u202e", "\u0301", "\ufe0f\u200d"])
def test_a_name_with_nothing_to_see_is_refused(server: str, name: str) -> None:
    answer = httpx.post(f"{server}/api/tables", json={"game": "tag", "name": name})
    assert (answer.status_code, answer.json()["code"]) == (400, "name_empty")


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("👩\u200d🚀", "👩\u200d🚀"),
        ("  A\u202ena \n B ", "Ana B"),
        ("Zoe\u0308", "Zoë"),
    ],
)
def test_a_name_is_shown_as_it_is_but_for_what_is_hidden(server: str, name: str, shown: str) -> None:
    async def run() -> str:
        async with Client.of(server, await create(server, "pebbles", name)) as client:
            return str(client.table["seats"][0]["name"])

    assert asyncio.run(run()) == shown


def test_names_that_look_alike_have_their_badges_behind_them(server: str) -> None:
    async def run() -> None:
        first = await create(server, "pebbles", "Ana")
        others = [await join(server, first.code, name) for name in ("Bo", "Аnа")]
        ana, bo, false_ana = [await Client.of(server, seated).open() for seated in (first, *others)]
        await ana.until(lambda client: len(client.table["seats"]) == 3)
        assert [seat["name"] for seat in ana.table["seats"]] == ["Ana ●", "Bo", "Аnа ▲"]
        assert [seat["badge"]["shape"] for seat in ana.table["seats"]] == ["circle", "square", "triangle"]
        # Seats move up, and badges with them.
        await bo.do("Leave")
        await ana.until(lambda client: len(client.table["seats"]) == 2)
        assert [seat["name"] for seat in ana.table["seats"]] == ["Ana ●", "Аnа ■"]
        await ana.do("Start")
        await play_all([ana, false_ana], seed=1)
        header = httpx.get(f"{server}/api/matches/{first.table}/record").text.splitlines()[0]
        assert "Ana ●" in header
        assert "Аnа ■" in header
        await asyncio.gather(ana.close(), bo.close(), false_ana.close())

    asyncio.run(run())


def test_the_same_name_twice_is_still_refused(server: str) -> None:
    async def run() -> None:
        first = await create(server, "pebbles", "Ana")
        answer = httpx.post(f"{server}/api/tables/{first.code}/join", json={"name": "ANA"})
        assert (answer.status_code, answer.json()["code"]) == (409, "name_taken")

    asyncio.run(run())
