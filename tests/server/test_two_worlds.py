"""Evenings at two tables that one viewer cannot tell apart, and what turns the comparison red."""

import asyncio
from collections import Counter
from typing import Any

import msgspec
import pytest

from tests.server.two_worlds import KINDS, walk
from touchwood.games.discovery import game_names
from touchwood.server import protocol
from touchwood.server.rooms import room as room_module
from touchwood.server.rooms import updates as updates_module
from touchwood.server.rooms.connection import Connection, PassedOn
from touchwood.server.rooms.room import Room
from touchwood.server.table import table as table_module
from touchwood.server.table.decisions import begin
from touchwood.server.table.play import Begun
from touchwood.server.table.snapshots import situation
from touchwood.server.table.table import Table

WALKS = 10


def walks(game: str, numbers: range) -> Counter[str]:
    async def all_of_them() -> Counter[str]:
        tally: Counter[str] = Counter()
        for number in numbers:
            tally += await walk(game, number)
        return tally

    return asyncio.run(all_of_them())


@pytest.mark.parametrize("game", game_names())
def test_a_viewer_gets_the_same_in_worlds_it_cannot_tell_apart(game: str) -> None:
    tally = walks(game, range(WALKS))
    assert tally["messages compared"] > 150
    assert tally["to the end"] + tally["told apart by the rules"] == WALKS


def test_every_kind_of_message_has_its_place_in_the_evening() -> None:
    """Whoever adds one decides what the evening does with it."""
    assert set(KINDS) == set(protocol.FromSeat.__args__)  # type: ignore[attr-defined]  # a union's parts


def test_worlds_differ_in_secret_choices_and_in_what_is_done_in_the_dark() -> None:
    tally = walks("tactile_crane", range(20, 45))
    assert tally["chose apart"] > 5
    assert tally["unheard"] > 5
    assert tally["noise"] > 5
    assert tally["left and came back unheard"] > 0
    assert tally["logs compared"] > 5


def test_hands_differ_that_the_viewer_does_not_see() -> None:
    assert walks("tag", range(8))["messages compared"] > 300


# -- What turns it red ----------------------------------------------------------------------------------------------


def _length_of_the_truth(table: Any, viewer: Any) -> Any:
    shown = situation(table, viewer)
    truth = msgspec.json.encode(table.play.position.state)
    return shown and msgspec.structs.replace(shown, builders=("x" * len(truth),))


def _progress_of_the_record(table: Any, viewer: Any) -> Any:
    shown = situation(table, viewer)
    return shown and msgspec.structs.replace(shown, decision=table.play.position.n)


def _begun_for_all_to_see(table: Any, seat: int, message: protocol.Laying) -> Begun:
    return msgspec.structs.replace(begin(table, seat, message), is_open=True)


def _shown_in_the_dark(room: Room, shown: PassedOn, *, by: Connection) -> None:
    for other in room.connections - {by}:
        other.show_in_passing(shown, msgspec.json.encode(shown))


@pytest.mark.parametrize(
    ("game", "module", "name", "leak"),
    [
        ("tag", updates_module, "situation", _length_of_the_truth),
        ("tactile_crane", updates_module, "situation", _progress_of_the_record),
        ("tactile_crane", table_module, "hears", lambda viewer, audience: True),
        ("tactile_crane", table_module, "is_held_back", lambda event: False),
        ("tactile_crane", Table, "seating_for", lambda table, viewer: table.seating),
        ("point_a_pile", room_module, "begin", _begun_for_all_to_see),
        ("tactile_crane", Room, "_show_in_passing", _shown_in_the_dark),
    ],
    ids=["length", "count", "audience", "hush", "seating", "laying", "in passing"],
)
def test_a_leak_turns_it_red(game: str, module: Any, name: str, leak: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, name, leak)
    with pytest.raises(AssertionError):
        walks(game, range(20, 80))
