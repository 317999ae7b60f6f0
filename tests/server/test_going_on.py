"""Everybody hears who has read how a round went; but for who is in the dark, and nothing is written down."""

import json

import pytest

from tests.server.sitting import NAMES, Sitting
from tests.server.test_laying import Evening, at_the_table, laying
from touchwood.core.refusals import InputError
from touchwood.games.tactile_crane.actions import CloseEyes
from touchwood.server import protocol


async def reads(evening: Evening, name: str, card: int) -> None:
    await evening.side.send(name, protocol.GoOn(f"{name}{card}", card))


def ticks_seen_by(evening: Evening, name: str) -> list[tuple[int, int]]:
    heard = [json.loads(message) for message in evening.side.devices[name].heard]
    return [(message["seat"], message["card"]) for message in heard if message["type"] == "WentOn"]


def test_all_others_hear_who_has_read_it_and_nothing_is_written() -> None:
    sitting, _hand, evening = laying()

    async def play() -> None:
        before = len(evening.side.store.tables[sitting.table.id].lines)
        await reads(evening, "Ana", 3)
        await reads(evening, "Cy", 3)
        seen = {name: ticks_seen_by(evening, name) for name in (*NAMES[:3], "watcher")}
        assert seen == {"Ana": [(2, 3)], "Bo": [(0, 3), (2, 3)], "Cy": [(0, 3)], "watcher": [(0, 3), (2, 3)]}
        assert len(evening.side.store.tables[sitting.table.id].lines) == before

    at_the_table(evening, play())


def test_in_the_dark_nobody_hears_of_it() -> None:
    sitting = Sitting("tactile_crane", NAMES[:3], options={"first": 0}).start()
    sitting.act(0, CloseEyes())
    evening = Evening(sitting)

    async def play() -> None:
        await reads(evening, "Bo", 1)
        seen = [ticks_seen_by(evening, name) for name in (*NAMES[:3], "watcher")]
        assert seen == [[], [], [(1, 1)], []]

    at_the_table(evening, play())


def test_it_is_for_seats_in_a_match() -> None:
    _sitting, _hand, evening = laying()

    async def play() -> None:
        watcher = evening.side.devices["watcher"].connection
        with pytest.raises(InputError, match="watchers_only_watch"):
            await evening.room.submitted(watcher, protocol.GoOn("w", 1))

    at_the_table(evening, play())
    lobby = Evening(Sitting("point_a_pile", NAMES[:3]))

    async def too_early() -> None:
        await reads(lobby, "Ana", 0)
        assert json.loads(lobby.side.devices["Ana"].heard[-1])["code"] == "match_not_begun"

    at_the_table(lobby, too_early())
