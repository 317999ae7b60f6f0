"""What a seat is sent depends on nothing it may not know: two worlds, the same bytes.

A world is a table; its twin has the same history before the viewer's eyes and another truth behind it (hands dealt
anew, other sealed picks), drawn by the game's own `sample_state`. Both are asked the same things. Every answer must be
the same, byte by byte: the first sync, every kind of resume, the watcher's view, every refusal, and what comes when
somebody else moves.
"""

import asyncio
import re
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from tests.server.memory_store import MemoryStore
from tests.server.running import NO_HURRY
from tests.server.sitting import CODE, NAMES, TABLE, Sitting, games_under_test
from tests.server.toys import PEBBLES, offered
from touchwood.core.seats import SPECTATOR, Seat, Viewer
from touchwood.match.record import Mover
from touchwood.server import protocol
from touchwood.server.bots import OwnThread
from touchwood.server.metrics import Metrics
from touchwood.server.rooms import updates as updates_module
from touchwood.server.rooms.connection import Connection
from touchwood.server.rooms.room import Room
from touchwood.server.rooms.services import Services
from touchwood.server.store.interface import StoredTable
from touchwood.server.table.decisions import choice
from touchwood.server.table.snapshots import situation

EXPANSIONS = {"point_a_police": True, "complete_a_mission": True, "dont_a_touchme": True, "wait_a_minute": True}
_HASH = re.compile(rb'"hash":"[0-9a-f]{64}"')


class StandingClock:
    """Time stands still, so that clocks of two worlds show the same."""

    def now(self) -> int:
        return 2_000_000

    def seconds(self, milliseconds: int) -> float:
        return 3_600.0


class World:
    """A room around a copy of a sitting's table, maybe with another truth in it."""

    def __init__(self, sitting: Sitting, other_state: Any | None = None) -> None:
        store = MemoryStore()
        store.tables[TABLE] = StoredTable(TABLE, CODE, sitting.seed, tuple(sitting.lines))
        self.services = Services(
            store=store, bot_executor=OwnThread(), metrics=Metrics(), clock=StandingClock(), limits=NO_HURRY
        )
        table = sitting.reloaded()
        assert table.play is not None
        if other_state is not None:
            table.play.position = replace(table.play.position, state=other_state)
            table.play.ask(table.table_time(sitting.at))
        self.room = Room(table, self.services)

    async def sync(self, viewer: Viewer, seen: int | None) -> bytes:
        """What a device of this viewer is welcomed with."""
        connection = self._connection(viewer)
        welcome = await self.room.attend(connection, seen)
        assert welcome is not None
        self.room.depart(connection)
        return welcome

    async def answer_to(self, viewer: Viewer, message: Any) -> bytes:
        connection = self._connection(viewer)
        await self.room.attend(connection, None)
        await self.room.submit(connection, message)
        self.room.depart(connection)
        return b"\n".join(connection.replies)

    async def seen_by(self, viewer: Viewer, mover: Seat, action: Any) -> bytes:
        """What this viewer is sent when somebody moves."""
        connection = self._connection(viewer)
        await self.room.attend(connection, None)
        self.room.update_for(connection)
        await self.room.store(choice(self.room.table, mover, action, Mover.PERSON))
        update = self.room.update_for(connection)
        self.room.depart(connection)
        return update or b""

    def _connection(self, viewer: Viewer) -> Connection:
        if viewer is SPECTATOR:
            return Connection(None, "en")
        return Connection(self.room.table.seating.seats[viewer].token_hash, "en")

    def close(self) -> None:
        self.room.drop()
        self.services.bot_executor.close()


def positions(
    game: str, seats: int, *, matches: int, every: int, options: dict[str, Any] | None = None
) -> Iterator[tuple[Sitting, Random]]:
    """Sittings of that game at many of their positions."""
    for number in range(matches):
        rng = Random(number)
        sitting = Sitting(game, NAMES[:seats], seed=number, options=options).start()
        steps = 0
        while not sitting.is_over:
            if steps % every == 0:
                yield sitting, rng
            seat = rng.choice(list(sitting.play.asked_at))
            sitting.choose(seat, sitting.random_action(seat, rng))
            speak(sitting, rng)
            if sitting.play.sealed and rng.random() < 0.5:
                sitting.show_answers()
            steps += 1


def speak(sitting: Sitting, rng: Random) -> None:
    """Now and then somebody acts who may but need not."""
    play = sitting.play
    speakers = [] if play.is_over else play.game.may_act(play.position.state)
    if speakers and rng.random() < 0.5:
        seat = rng.choice(speakers)
        actions = play.game.legal_actions(play.position.state, seat)
        if actions:
            sitting.choose(seat, rng.choice(actions))


def twin_state(sitting: Sitting, viewer: Seat, rng: Random) -> Any | None:
    """Another truth that fits all the viewer knows; None if the game has none here."""
    game, state = sitting.play.game, sitting.play.position.state
    other = game.sample_state(game.knowledge(state, viewer), rng)
    return None if other == state else other


async def compare(sitting: Sitting, viewer: Seat, other_state: Any, rng: Random) -> int:
    """Ask both worlds the same things; how many answers were held against each other."""
    compared = 0
    truth, twin = World(sitting), World(sitting, other_state)
    try:
        seq = sitting.table.stream(viewer).seq
        for seen in (None, seq, max(0, seq - 3), 0, seq + 5):
            for each in (viewer, SPECTATOR):
                assert await truth.sync(each, seen) == await twin.sync(each, seen)
                compared += 1
        for message in messages_that_change_nothing(sitting, viewer):
            for each in (viewer, SPECTATOR):
                assert await truth.answer_to(each, message) == await twin.answer_to(each, message)
                compared += 1
        compared += await compare_a_move(sitting, truth, twin, viewer, rng)
    finally:
        truth.close()
        twin.close()
    return compared


def messages_that_change_nothing(sitting: Sitting, viewer: Seat) -> Iterator[Any]:
    """Every action the viewer may not do now, and messages that are refused for other reasons."""
    play = sitting.play
    decision = play.decision.get(viewer, 0)
    numbered = play.game.codec.numbered(play.options, len(play.header.seats))
    unnumbered = play.game.codec.unnumbered(play.options, len(play.header.seats))
    for number, action in enumerate((*numbered, *unnumbered)):
        if play.game.why_illegal(play.position.state, viewer, action) is not None:
            yield protocol.Act(f"a{number}", decision, msgspec.Raw(msgspec.json.encode(action)))
    yield protocol.Act("stale", decision + 7, msgspec.Raw(b"{}"))
    yield protocol.Act("bad", decision, msgspec.Raw(b'{"type":"Nonsense"}'))
    yield protocol.Build("build", "nothing", (0, 1))
    yield protocol.Start("start")
    yield protocol.AnswerTakeBack("consent", 99, False)
    yield protocol.AnswerGuest("let in", 99, True)


async def compare_a_move(sitting: Sitting, truth: World, twin: World, viewer: Seat, rng: Random) -> int:
    """Somebody else moves alike in both worlds: unless the move shows a difference, updates are the same."""
    play, other = truth.room.table.play, twin.room.table.play
    assert play is not None
    assert other is not None
    asked = [seat for seat in play.asked_at if seat in other.asked_at]
    movers = [seat for seat in (*asked, *play.game.may_act(play.position.state)) if seat != viewer]
    if not movers:
        return 0
    mover = Seat(rng.choice(movers))
    if not play.game.legal_actions(play.position.state, mover) and mover not in asked:
        return 0
    action = sitting.random_action(mover, rng)
    if other.game.why_illegal(other.position.state, mover, action) is not None:
        return 0
    updates, twins_updates = await truth.seen_by(viewer, mover, action), await twin.seen_by(viewer, mover, action)
    if truth.room.table.stream(viewer).events != twin.room.table.stream(viewer).events:
        return 0
    assert play.game.view(play.position.state, viewer) == other.game.view(other.position.state, viewer)
    # A hash is another one when what it hides is; nobody can tell which is which.
    assert _HASH.sub(b"", updates) == _HASH.sub(b"", twins_updates)
    assert len(updates) == len(twins_updates)
    return 1


async def compare_worlds(
    game: str, seats: int, *, matches: int, every: int, options: dict[str, Any] | None = None
) -> int:
    compared = 0
    for sitting, rng in positions(game, seats, matches=matches, every=every, options=options):
        for number in range(seats):
            other_state = twin_state(sitting, Seat(number), rng)
            if other_state is not None:
                compared += await compare(sitting, Seat(number), other_state, rng)
    return compared


@pytest.mark.parametrize(("game", "seats"), games_under_test())
def test_two_worlds_a_seat_cannot_tell_apart_give_the_same_bytes(game: str, seats: int) -> None:
    compared = asyncio.run(compare_worlds(game, seats, matches=1, every=29 if seats > 2 else 3))
    if compared <= 100:
        # Matches of three choices are over before; so all positions of some more.
        compared += asyncio.run(compare_worlds(game, seats, matches=8, every=1))
    # A game without secrets has no second world.
    assert compared > 100 or compared == 0


@pytest.mark.parametrize(
    ("game", "seats", "options", "every"),
    [
        ("point_a_pile", 3, {**EXPANSIONS, "round_limit": 6}, 2),
        ("point_a_pile", 3, {**EXPANSIONS, "memory": True, "round_limit": 6}, 2),
        ("tactile_crane", 3, {"leftovers": "challenger", "patience": 2}, 9),
        ("tactile_crane", 2, {"achieve": "any_three", "patience": 2}, 9),
    ],
    ids=["all expansions", "all expansions, memory", "crane, calls", "crane, duel"],
)
def test_two_worlds_with_what_the_options_bring_give_the_same_bytes(
    game: str, seats: int, options: dict[str, Any], every: int
) -> None:
    assert asyncio.run(compare_worlds(game, seats, matches=1, every=every, options=options)) > 100


def test_two_worlds_of_sealed_picks_give_the_same_bytes() -> None:
    with offered(PEBBLES):
        assert asyncio.run(compare_worlds("pebbles", 3, matches=8, every=1)) > 1_000


def test_there_is_a_game_with_secrets_among_those_compared() -> None:
    assert asyncio.run(compare_worlds("tag", 3, matches=1, every=60)) > 100


# -- The check itself -----------------------------------------------------------------------------------------------


def _a_card_of_another_hand(table: Any, viewer: Viewer) -> Any:
    shown = situation(table, viewer)
    hands = [player.hand for player in table.play.position.state.players]
    return shown and msgspec.structs.replace(shown, builders=tuple(str(hand[:1]) for hand in hands))


def _length_of_the_truth(table: Any, viewer: Viewer) -> Any:
    shown = situation(table, viewer)
    truth = msgspec.json.encode(table.play.position.state)
    return shown and msgspec.structs.replace(shown, builders=("x" * len(truth),))


@pytest.mark.parametrize("leak", [_a_card_of_another_hand, _length_of_the_truth])
def test_a_leak_in_the_picture_turns_the_check_red(leak: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(updates_module, "situation", leak)
    with pytest.raises(AssertionError):
        asyncio.run(compare_worlds("tag", 3, matches=1, every=10))
