"""In the dark the challenger hears nothing but the game: not what others say or make the table do."""

import json
from random import Random
from typing import Any

import pytest

from tests.server.sitting import CODE, NAMES, TABLE, WATCH_KEY, Sitting
from touchwood.bots import RandomBot, play_match
from touchwood.core.refusals import InputError
from touchwood.core.seats import SPECTATOR, Seat, Viewer
from touchwood.games.discovery import find_game
from touchwood.games.tactile_crane.actions import CallOut, CloseEyes, Grab, Lift, PlaceBet
from touchwood.games.tactile_crane.cards import Bet, CallKind
from touchwood.games.tactile_crane.state import Phase
from touchwood.match.dealer import CommittedDealer, seed_from_number
from touchwood.match.forking import branch_off
from touchwood.match.match import Match
from touchwood.server import protocol
from touchwood.server.protocol import PlayOn
from touchwood.server.rooms.connection import Connection
from touchwood.server.rooms.updates import Attendance, UpdateWriter
from touchwood.server.store.interface import StoredTable
from touchwood.server.table.decisions import check_hint, join, just, open_branch, start
from touchwood.server.table.hush import HELD_AT_MOST, hushed_viewers
from touchwood.server.table.log import (
    GivenBack,
    HostNamed,
    LogLine,
    Said,
    StandInSeated,
    TakeBackDropped,
    WentAway,
    write_line,
)
from touchwood.server.table.table import Table
from touchwood.server.table.timing import Presence

ANA, BO, CY, DI = Seat(0), Seat(1), Seat(2), Seat(3)
HUSHED: tuple[Viewer, ...] = (BO, SPECTATOR)


def in_the_dark() -> Sitting:
    """Bo is challenger and has closed the eyes."""
    sitting = Sitting("tactile_crane", NAMES[:4], options={"first": 1}).start()
    sitting.act(BO, CloseEyes())
    return sitting


def make_noise(sitting: Sitting) -> None:
    """All that others can do without making a move, and that somebody could read as Morse."""
    sitting.say(ANA, protocol.Talk, "I see 23 cards")
    sitting.say(ANA, protocol.Emote, protocol.EmoteKind.WOW)
    sitting.say(ANA, protocol.Lock, True)
    sitting.say(ANA, protocol.Mute, CY, True)
    sitting.store(just(StandInSeated(DI)))
    if CY in sitting.play.last_choice:
        sitting.say(CY, protocol.TakeBack)
        sitting.store(just(TakeBackDropped()))
    sitting.store(just(HostNamed(CY)))
    sitting.store(just(HostNamed(ANA)))
    sitting.store(just(GivenBack(DI)))
    sitting.say(ANA, protocol.Talk, "Twenty-three!")


def bytes_of(sitting: Sitting, viewer: Viewer) -> tuple[bytes, bytes, bytes]:
    """What a device of this viewer would get that comes anew, comes back, or comes to a server that was restarted."""
    seen = sitting.table.stream(viewer).seq - 1
    return (
        sitting.welcome(viewer),
        sitting.welcome(viewer, seen=seen),
        sitting.welcome(viewer, table=sitting.reloaded()),
    )


def turn(sitting: Sitting) -> list[Any]:
    """Bo's turn from the bets up to, and without, the lift, in small steps."""
    return [
        lambda: sitting.act(ANA, PlaceBet(Bet.LOW)),
        lambda: sitting.act(CY, PlaceBet(Bet.HIGH)),
        lambda: sitting.act(DI, PlaceBet(Bet.JUST)),
        lambda: sitting.act(BO, Grab(200)),
        lambda: sitting.act(CY, CallOut(CallKind.MORE)),
    ]


def test_a_hushed_viewers_bytes_are_the_same_with_and_without_talk() -> None:
    quiet, loud = in_the_dark(), in_the_dark()
    for calm, shrill in zip(turn(quiet), turn(loud), strict=True):
        make_noise(loud)
        for viewer in HUSHED:
            assert bytes_of(quiet, viewer) == bytes_of(loud, viewer)
        calm()
        shrill()
        for viewer in HUSHED:
            assert bytes_of(quiet, viewer) == bytes_of(loud, viewer)
    assert b"23 cards" in loud.welcome(CY)  # the audience hears it at once


@pytest.mark.parametrize(
    ("noise", "tried"),
    [
        (lambda sitting: sitting.say(ANA, protocol.Mute, BO, True), (protocol.Talk, "ready?")),
        (lambda sitting: sitting.say(ANA, protocol.Mute, BO, True), (protocol.Emote, protocol.EmoteKind.HMM)),
        (lambda sitting: sitting.say(ANA, protocol.HandOver, BO), (protocol.Lock, True)),
        (lambda sitting: sitting.say(ANA, protocol.HandOver, BO), (protocol.Pause, True)),
        (lambda sitting: sitting.say(ANA, protocol.HandOver, BO), (protocol.SitOut, CY, True)),
        (lambda sitting: sitting.say(CY, protocol.TakeBack), (protocol.TakeBack,)),
        (lambda sitting: sitting.say(CY, protocol.TakeBack), (protocol.AnswerTakeBack, 1, True)),
    ],
    ids=["mute", "mute of drawings", "host", "host pauses", "host lets sit out", "take-back", "answer"],
)
def test_what_others_do_in_the_dark_does_not_speak_through_refusals(noise: Any, tried: tuple[Any, ...]) -> None:
    """A changed client could try without end, and be answered now this way and now that."""

    def answer(*, is_loud: bool) -> str:
        sitting = in_the_dark()
        for seat, bet in ((CY, Bet.HIGH), (ANA, Bet.LOW), (DI, Bet.JUST)):
            sitting.act(seat, PlaceBet(bet))
        if is_loud:
            noise(sitting)
        try:
            sitting.say(BO, *tried)
        except InputError as refused:
            return refused.code
        return "done"

    assert answer(is_loud=True) == answer(is_loud=False)


def test_who_leaves_in_the_dark_does_not_speak_through_hints() -> None:
    """Those are for who sits with bots alone. The bot has Bo's seat."""
    sitting = Sitting("tactile_crane", NAMES[:2], bots=("random",), options={"first": 2}).start()
    sitting.act(CY, CloseEyes())
    assert CY in sitting.table.hushed
    for is_alone in (False, True):
        if is_alone:
            sitting.say(ANA, protocol.Leave)
            assert sitting.table.seating.people == (CY,)
            assert CY in sitting.table.hushed
        with pytest.raises(InputError, match="hints_against_bots_only"):
            check_hint(sitting.table, CY, protocol.AskHint("h", sitting.play.decision.get(CY, 0)))


@pytest.mark.parametrize("present", [{0}, {0, 1, 2, 3}, {1}])
def test_coming_and_going_is_no_morse(present: set[int]) -> None:
    from touchwood.server.table.snapshots import table_shown

    sitting = in_the_dark()
    still = table_shown(sitting.table, BO, present=frozenset({0, 1}), watchers=3)
    assert table_shown(sitting.table, BO, present=frozenset(present), watchers=len(present)) == still
    assert table_shown(sitting.table, SPECTATOR, present=frozenset(present), watchers=9).watchers == 0


def test_after_the_lift_all_of_it_is_heard_the_newest_twenty() -> None:
    sitting = in_the_dark()
    for step in turn(sitting):
        step()
    for number in range(30):
        sitting.store(just(Said(CY, f"line {number}")))
    sitting.act(BO, Lift())
    for viewer in HUSHED:
        events = json.loads(sitting.welcome(viewer))["events"]
        said = [event["text"] for event in events if event["type"] == "Talked"]
        assert said == [f"line {number}" for number in range(30 - HELD_AT_MOST, 30)]
    assert sitting.welcome(BO) == sitting.welcome(BO, table=sitting.reloaded())


def test_the_table_as_it_is_now_is_seen_again_after_the_lift() -> None:
    sitting = in_the_dark()
    for step in turn(sitting):
        step()
    sitting.say(ANA, protocol.Lock, True)
    assert not json.loads(sitting.welcome(BO))["table"]["is_locked"]
    sitting.act(BO, Lift())
    assert json.loads(sitting.welcome(BO))["table"]["is_locked"]


def test_a_second_dark_shows_the_table_as_it_was_when_that_one_began() -> None:
    """Not as it was at the first: snapshots are kept, and the watchers' dark comes again with every turn."""
    sitting = in_the_dark()
    updates = UpdateWriter(sitting.table)
    watcher = sitting.connection(SPECTATOR)
    watcher.viewer = SPECTATOR
    for step in turn(sitting):
        step()
    sitting.say(ANA, protocol.Lock, True)
    there = Attendance(sitting.table.seating, frozenset({0}), 1, Presence({}, 0))
    assert not json.loads(updates.welcome(watcher, there, None, sitting.at))["table"]["is_locked"]
    sitting.act(BO, Lift())
    while not sitting.table.hushed:
        sitting.random_step(Random(1))
    assert there.seating is sitting.table.seating
    assert json.loads(updates.welcome(watcher, there, None, sitting.at))["table"]["is_locked"]


def test_pause_and_clock_get_through() -> None:
    sitting = in_the_dark()
    sitting.say(ANA, protocol.Pause, True)
    told = json.loads(sitting.welcome(BO))
    assert told["table"]["is_paused"]
    assert told["events"][-1]["type"] == "Paused"


def test_the_turn_of_a_challenger_who_leaves_or_is_sent_away_ends_without_outcome() -> None:
    for steps in (0, 3, 5):
        for was_kicked in (False, True):
            sitting = in_the_dark()
            for step in turn(sitting)[:steps]:
                step()
            if was_kicked:
                sitting.say(ANA, protocol.Kick, BO)
            else:
                sitting.say(BO, protocol.Leave)
            state = sitting.play.position.state
            assert state.players[BO].challenges.without_outcome == 1
            assert state.players[BO].peeks == 0
            assert sitting.table.seating.seats[BO].bot is not None
            assert not sitting.table.hushed
            line = json.loads(sitting.lines[-1])
            assert line["entry"]["type"] == WentAway.__name__


@pytest.mark.parametrize("phase", [Phase.BETS, Phase.GRAB])
def test_a_match_that_goes_on_from_the_dark_is_dark_from_its_first_line(phase: Phase) -> None:
    game, dealer = find_game("tactile_crane"), CommittedDealer(seed_from_number(3))
    match = Match.start(game, players=["a", "b", "c"], dealer=dealer)
    play_match(match, {Seat(seat): RandomBot(game) for seat in range(3)}, Random(3))
    entry = next(position.n for position in match.positions if position.state.phase is phase)
    blind, _ = hushed_viewers(game, match.positions[entry].state)
    assert isinstance(blind, int)
    branch, seed = branch_off(match, entry, Seat(blind), anew=None), seed_from_number(9)
    wanted = PlayOn("Cy", entry, blind, ("easy", "easy"))
    opened = open_branch(wanted, branch, token_hash=Sitting.token_hash("Cy"), seed=seed, watch_key=WATCH_KEY)
    lines = [LogLine(5, opened)]
    table = Table(TABLE, CODE, seed, lines[0])
    for planned in start(table):
        lines.append(LogLine(6, planned.entry))
        table.apply(lines[-1], planned.applied)
    assert len(lines) == 2, "nothing was chosen yet"
    listening = Connection(Sitting.token_hash("Cy"), "en")
    listening.viewer = Seat(blind)
    for dark in (table, Table.read(StoredTable(TABLE, CODE, seed, tuple(write_line(line) for line in lines)))):
        assert set(dark.hushed) == {blind, SPECTATOR}
        assert b"MatchStarted" in UpdateWriter(dark).welcome(
            listening, Attendance(dark.seating, frozenset({0}), 1, Presence({}, 0)), None, 7
        ), "that it began is heard before the dark"
        with pytest.raises(InputError, match="no_guests_now"):
            join(dark, protocol.JoinTable("Bo"), Sitting.token_hash("Bo"), 7)
