"""Names at a live table: cleaned, refused where nothing can be seen, told apart by badge where they look alike."""

import asyncio
from random import Random

import httpx
import pytest

from tests.server.players import play_all
from tests.server.sitting import Sitting
from tests.server.wire import Client, create, join
from touchwood.core.refusals import InputError
from touchwood.core.seats import Seat
from touchwood.server import protocol
from touchwood.server.table.decisions import rematch
from touchwood.server.table.snapshots import table_shown


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
        # Seats move up, and badges stay with their people.
        await bo.do("Leave")
        await ana.until(lambda client: len(client.table["seats"]) == 2)
        assert [seat["name"] for seat in ana.table["seats"]] == ["Ana ●", "Аnа ▲"]
        await ana.do("Start")
        await play_all([ana, false_ana], seed=1)
        header = httpx.get(f"{server}/api/matches/{first.table}/record").text.splitlines()[0]
        assert "Ana ●" in header
        assert "Аnа ▲" in header
        await asyncio.gather(ana.close(), bo.close(), false_ana.close())

    asyncio.run(run())


def test_the_same_name_twice_is_still_refused(server: str) -> None:
    async def run() -> None:
        first = await create(server, "pebbles", "Ana")
        answer = httpx.post(f"{server}/api/tables/{first.code}/join", json={"name": "ANA"})
        assert (answer.status_code, answer.json()["code"]) == (409, "name_taken")
        assert answer.json()["sentence"] == "Somebody here is called ANA already."

    asyncio.run(run())


# -- In the lobby ---------------------------------------------------------------------------------------------------


def badges(sitting: Sitting) -> list[str]:
    shown = table_shown(sitting.table, Seat(0), present=frozenset(), watchers=0)
    return [seat.badge.shape for seat in shown.seats]


def test_everybody_chooses_a_badge_that_no_other_person_has() -> None:
    sitting = Sitting("tag", ("Ana", "Bo"), bots=("easy",))
    assert badges(sitting) == ["circle", "square", "triangle"]
    sitting.say(0, protocol.ChooseBadge, 5)
    sitting.say(2, protocol.ChooseBadge, 1)
    # The bot has what Bo has given up for its badge.
    assert badges(sitting) == ["star", "triangle", "square"]
    with pytest.raises(InputError, match="badge_taken") as refused:
        sitting.say(2, protocol.ChooseBadge, 5)
    assert refused.value.facts == {"name": "Ana"}
    sitting.say(2, protocol.Leave)
    sitting.join("Cy")
    assert badges(sitting) == ["star", "triangle", "circle"]
    assert sitting.reloaded().seating == sitting.table.seating
    sitting.start()
    with pytest.raises(InputError, match="match_began"):
        sitting.say(0, protocol.ChooseBadge, 3)


def test_everybody_can_change_their_name_in_the_lobby() -> None:
    sitting = Sitting("tag", ("Ana", "Bo"))
    sitting.say(1, protocol.Rename, " Bo  B ")
    assert [seat.name for seat in sitting.table.seating.seats] == ["Ana", "Bo B"]
    sitting.say(1, protocol.Rename, "BO B")
    for name, code in (("ana", "name_taken"), ("\u200b", "name_empty")):
        with pytest.raises(InputError, match=code):
            sitting.say(1, protocol.Rename, name)
    assert sitting.reloaded().seating == sitting.table.seating
    sitting.start()
    assert [player.name for player in sitting.play.header.seats] == ["Ana", "BO B"]
    with pytest.raises(InputError, match="match_began"):
        sitting.say(1, protocol.Rename, "Bo")


def test_names_and_badges_go_along_to_the_next_table() -> None:
    sitting = Sitting("cant_touch_this", ("Ana", "Bo"), options={"clips_each": 1})
    sitting.say(1, protocol.ChooseBadge, 4)
    sitting.start()
    rng = Random(1)
    while not sitting.is_over:
        sitting.random_step(rng)
    first = rematch(sitting.table, seed=sitting.seed, asked_by=Sitting.token_hash("Ana"), game="tag", host=0)
    assert [seat.badge for seat in first.seats] == [0, 4]
