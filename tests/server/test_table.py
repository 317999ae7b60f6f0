"""A table is the fold of its log: what it does, without sockets."""

from contextlib import suppress
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from tests.server.sitting import CODE, NAMES, TABLE, Sitting, games_under_test
from touchwood.core.refusals import InputError, Refused
from touchwood.core.seats import SPECTATOR, Seat
from touchwood.games.point_a_pile.state import WINDOWS
from touchwood.games.tactile_crane.actions import CloseEyes
from touchwood.games.tag.actions import CallGool, GiveIt, LetStand
from touchwood.games.tag.state import Phase as TagPhase
from touchwood.match.record import ChanceOutcome, Chose, Mover
from touchwood.server import protocol
from touchwood.server.protocol import Pace, Phase, Settings
from touchwood.server.store.interface import StoredTable
from touchwood.server.table import log
from touchwood.server.table.decisions import Planned, choice, of_match, take_back_is_granted
from touchwood.server.table.log import UnreadableLine, read_line
from touchwood.server.table.seating import opened
from touchwood.server.table.snapshots import clock_shown, situation, table_shown
from touchwood.server.table.table import Table
from touchwood.server.table.timing import (
    AnswersShown,
    ConsentOverdue,
    HostToFollow,
    Presence,
    StandInDue,
    TimeOut,
    deadlines,
)


def due(sitting: Sitting, *, away: dict[int, int] | None = None, serving_since: int = 0) -> dict[object, int]:
    """What will be due, and in how many milliseconds."""
    presence = Presence(away or {}, serving_since)
    return {what: at - sitting.at for at, what in deadlines(sitting.table, presence, grace_ms=10_000)}


def until_tagged(sitting: Sitting, seed: int = 5) -> tuple[int, int]:
    """Play TAG at random until somebody must answer; the one who is asked, and by whom."""
    rng = Random(seed)
    while sitting.play.position.state.phase is not TagPhase.ANSWER:
        assert not sitting.is_over
        sitting.at += 1_000
        (seat,) = sitting.play.asked_at
        sitting.choose(seat, sitting.random_action(seat, rng))
    state = sitting.play.position.state
    return next(iter(sitting.play.asked_at)), state.tagger


def heard(sitting: Sitting, seat: int) -> list[str]:
    """The kinds of events a device that comes now is told."""
    return [event["type"] for event in msgspec.json.decode(sitting.welcome(Seat(seat)))["events"]]


# -- The fold -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "seats"), games_under_test())
def test_a_table_read_back_is_the_table_that_was(game: str, seats: int) -> None:
    """After any line: same snapshots, same events, same numbers, byte by byte."""
    rng = Random(3)
    sitting = Sitting(game, NAMES[:seats]).start()
    steps = 0
    while not sitting.is_over:
        if steps % 23 == 0:
            again = sitting.reloaded()
            for viewer in sitting.viewers:
                assert sitting.welcome(viewer, table=again) == sitting.welcome(viewer)
            assert again.n == sitting.table.n
        sitting.random_step(rng)
        if steps % 11 == 0:
            sitting.say(rng.randrange(seats), protocol.Talk, f"line {steps}")
        steps += 1
    assert steps > 5
    assert sitting.reloaded().seating == sitting.table.seating


def test_a_token_is_stored_only_as_a_hash() -> None:
    sitting = Sitting("tag").start()
    assert all(b"token of" not in line for line in sitting.lines)
    assert sitting.table.seating.seat_of(Sitting.token_hash("Bo")) == 1
    assert sitting.table.seating.seat_of("token of Bo") is None


def test_a_repeated_message_is_known_also_after_a_restart() -> None:
    sitting = Sitting("tag").start()
    sitting.send(1, protocol.Talk("once", "hello"))
    for table in (sitting.table, sitting.reloaded()):
        assert table.knows_message(Sitting.token_hash("Bo"), "once")
        assert not table.knows_message(Sitting.token_hash("Ana"), "once")


def test_a_late_tap_does_not_answer_a_newer_question() -> None:
    sitting = Sitting("tag").start()
    (seat,) = sitting.play.asked_at
    action = msgspec.Raw(msgspec.json.encode(sitting.random_action(seat, Random(1))))
    tap = protocol.Act("first", sitting.play.decision[seat], action)
    sitting.send(seat, tap)
    while seat not in sitting.play.asked_at:
        sitting.random_step(Random(2))
    with pytest.raises(InputError, match="stale_decision"):
        sitting.send(seat, msgspec.structs.replace(tap, id="second"))


# -- Seats ----------------------------------------------------------------------------------------------------------


def test_in_the_lobby_later_seats_move_up() -> None:
    sitting = Sitting("tag", NAMES[:4])
    sitting.say(0, protocol.Kick, 1)
    assert [seat.name for seat in sitting.table.seating.seats] == ["Ana", "Cy", "Di"]
    assert sitting.table.seating.seat_of(Sitting.token_hash("Bo")) is None
    assert sitting.table.seating.seat_of(Sitting.token_hash("Di")) == 2


def test_a_host_who_leaves_is_followed_by_the_next_person() -> None:
    sitting = Sitting("tag", NAMES[:2], bots=("random",))
    # Ana, a bot, Bo
    assert [seat.bot for seat in sitting.table.seating.seats] == [None, "random", None]
    sitting.say(0, protocol.Leave)
    host = sitting.table.seating.host
    assert host is not None
    assert sitting.table.seating.seats[host].name == "Bo"


def test_a_seat_given_up_in_a_match_goes_on_as_a_bot_and_can_be_taken_over() -> None:
    sitting = Sitting("tag", NAMES[:3]).start()
    sitting.say(1, protocol.Leave)
    assert sitting.table.seating.seats[1].bot == "simple"
    sitting.say(2, protocol.Leave)
    assert sitting.join("Zoe") == 1
    assert sitting.table.seating.seats[1].name == "Zoe"
    assert sitting.table.seating.seat_of(Sitting.token_hash("Bo")) is None
    with pytest.raises(InputError, match="seat_not_open"):
        sitting.join("Late", seat=1)


def test_a_locked_table_lets_nobody_in() -> None:
    sitting = Sitting("tag")
    sitting.say(0, protocol.Lock, True)
    with pytest.raises(InputError, match="table_locked"):
        sitting.join("Cy")


def test_only_the_host_has_the_hosts_powers() -> None:
    sitting = Sitting("tag", NAMES[:3])
    messages: list[tuple[Any, ...]] = [
        (protocol.Start,),
        (protocol.Lock, True),
        (protocol.Kick, 0),
        (protocol.Mute, 0, True),
        (protocol.HandOver, 1),
        (protocol.AddBot, "random"),
        (protocol.Configure, {}, Settings()),
        (protocol.Pause, True),
    ]
    for kind, *fields in messages:
        with pytest.raises(InputError, match="host_only"):
            sitting.say(1, kind, *fields)


def test_the_match_starts_when_enough_sit_and_not_before() -> None:
    sitting = Sitting("tag", ("Ana",))
    with pytest.raises(InputError, match="bad_player_count"):
        sitting.start()
    sitting.say(0, protocol.AddBot, "random")
    assert sitting.start().table.seating.phase is Phase.PLAYING


def test_muted_people_cannot_talk() -> None:
    sitting = Sitting("tag")
    sitting.say(0, protocol.Mute, 1, True)
    with pytest.raises(InputError, match="muted"):
        sitting.say(1, protocol.Talk, "hello")


def test_names_cannot_hide_or_turn_text() -> None:
    sitting = Sitting("tag", ("Ana", "Bo\u202e\u0007  x"))
    assert sitting.table.seating.seats[1].name == "Bo x"
    with pytest.raises(InputError, match="name_taken"):
        sitting.join("bo  X")
    with pytest.raises(InputError, match="name_empty"):
        sitting.join("\u202e \u0007")


def test_entropy_of_devices_is_in_the_header_and_each_gives_once() -> None:
    sitting = Sitting("tag")
    sitting.say(1, protocol.AddEntropy, "ab" * 16)
    with pytest.raises(InputError, match="entropy_given"):
        sitting.say(1, protocol.AddEntropy, "cd" * 16)
    sitting.start()
    assert sitting.play.header.deal.entropy == ("ab" * 16,)  # type: ignore[union-attr]  # a live table deals from a committed seed
    with pytest.raises(InputError, match="match_began"):
        sitting.say(0, protocol.AddEntropy, "ef" * 16)


# -- Answers that are shown later -----------------------------------------------------------------------------------


def test_an_answer_is_shown_when_its_time_is_up_whatever_came() -> None:
    sitting = Sitting("tag", NAMES[:3]).start()
    asked, _ = until_tagged(sitting)
    assert due(sitting) == {AnswersShown((asked,)): 6_000}
    before = {viewer: sitting.welcome(viewer) for viewer in sitting.viewers if viewer != asked}
    sitting.act(asked, LetStand())
    assert due(sitting) == {AnswersShown((asked,)): 6_000}
    assert {viewer: sitting.welcome(viewer) for viewer in before} == before, "others see nothing, not even ready"
    shown = situation(sitting.table, Seat(asked))
    assert shown is not None
    assert shown.sealed == LetStand()
    assert sitting.reloaded().play.sealed == sitting.play.sealed  # type: ignore[union-attr]  # the match has begun


def test_an_answer_can_be_changed_until_it_is_shown_and_the_last_one_counts() -> None:
    for seed in range(1, 60):
        sitting = Sitting("tag", NAMES[:3], seed=seed).start()
        asked, _ = until_tagged(sitting, seed)
        if sitting.play.game.why_illegal(sitting.play.position.state, Seat(asked), CallGool()) is None:
            break
    sitting.act(asked, LetStand())
    sitting.act(asked, CallGool())
    sitting.show_answers()
    last = [read_line(line).entry for line in sitting.lines if b'"GameLine"' in line][-1]
    assert isinstance(last, log.GameLine)
    assert isinstance(last.line.entry, Chose)
    assert (last.line.entry.seat, last.line.entry.by) == (asked, Mover.PERSON)
    assert sitting.play.position.state.it != asked


def test_a_gool_one_does_not_hold_is_refused_to_that_seat_only() -> None:
    for seed in range(1, 60):
        sitting = Sitting("tag", NAMES[:3], seed=seed).start()
        asked, _ = until_tagged(sitting, seed)
        if sitting.play.game.why_illegal(sitting.play.position.state, Seat(asked), CallGool()) is not None:
            break
    before = [sitting.welcome(viewer) for viewer in sitting.viewers]
    with pytest.raises(Refused):
        sitting.act(asked, CallGool())
    assert [sitting.welcome(viewer) for viewer in sitting.viewers] == before


def test_with_one_person_a_bots_answer_takes_a_second_and_the_persons_counts_at_once() -> None:
    for seed in range(1, 80):
        sitting = Sitting("tag", ("Ana",), bots=("random", "random"), seed=seed).start()
        asked, _ = until_tagged(sitting, seed)
        if asked == 0:
            assert due(sitting) == {}
            sitting.act(0, LetStand())
            assert not sitting.play.sealed
            assert 0 not in sitting.play.asked_at or sitting.play.decision[0] > 1
            persons_turn = True
        else:
            assert due(sitting) == {AnswersShown((asked,)): 1_000}
            bots_turn = True
        if seed > 40 and persons_turn and bots_turn:
            return
    raise AssertionError("both kinds of answer must come up")


@pytest.mark.parametrize("clock", [None, 20])
def test_for_the_only_person_a_table_without_clocks_waits_and_with_them_the_clock_answers(clock: int | None) -> None:
    for seed in range(1, 80):
        settings = Settings(clock_seconds=clock)
        sitting = Sitting("tag", ("Ana",), bots=("random", "random"), settings=settings, seed=seed).start()
        if until_tagged(sitting, seed)[0] == 0:
            break
    assert list(sitting.play.asked_at) == [0]
    before = len(sitting.lines)
    sitting.at += 24 * 3_600_000
    if any(left <= 0 for left in due(sitting).values()):
        sitting.show_answers()
    entries = [read_line(line).entry for line in sitting.lines[before:]]
    chosen = [line.line.entry for line in entries if isinstance(line, log.GameLine)]
    answers = [(entry.seat, entry.by) for entry in chosen if isinstance(entry, Chose)]
    assert answers == ([] if clock is None else [(0, Mover.CLOCK)])
    assert (sitting.play.position.state.phase is TagPhase.ANSWER) == (clock is None)


def with_one_of_two_asked(clock: int | None = None) -> tuple[Sitting, int, int]:
    """Two people and a bot; the seat of who is asked, and of the other one."""
    for seed in range(1, 80):
        settings = Settings(clock_seconds=clock)
        sitting = Sitting("tag", NAMES[:2], bots=("random",), settings=settings, seed=seed).start()
        asked, _ = until_tagged(sitting, seed)
        others = [seat for seat in sitting.table.seating.people if seat != asked]
        if len(others) == 1:
            return sitting, asked, others[0]
    raise AssertionError("a person must be asked")


def test_leavers_are_not_counted_as_people() -> None:
    """A bot goes on for who was asked and left; with one person left, its answer takes a second."""
    sitting, asked, _ = with_one_of_two_asked()
    assert due(sitting) == {AnswersShown((asked,)): 6_000}
    sitting.say(asked, protocol.Leave)
    assert due(sitting) == {AnswersShown((asked,)): 1_000}


@pytest.mark.parametrize("clock", [None, 20])
def test_a_sealed_answer_is_shown_also_when_everybody_else_has_left(clock: int | None) -> None:
    sitting, asked, other = with_one_of_two_asked(clock)
    sitting.act(asked, LetStand())
    sitting.say(other, protocol.Leave)
    assert due(sitting) == {AnswersShown((asked,)): 1_000}
    sitting.show_answers()
    last = [read_line(line).entry for line in sitting.lines if b'"GameLine"' in line][-1]
    assert isinstance(last, log.GameLine)
    assert isinstance(last.line.entry, Chose)
    assert (last.line.entry.seat, last.line.entry.by) == (asked, Mover.PERSON)


def test_who_was_alone_has_the_whole_time_for_an_answer_when_a_friend_comes() -> None:
    for seed in range(1, 80):
        sitting = Sitting("tag", ("Ana",), bots=("random", "random"), seed=seed).start()
        if until_tagged(sitting, seed)[0] == 0:
            break
    sitting.at += 30_000
    assert due(sitting) == {}
    sitting.join("Bo")
    assert due(sitting) == {AnswersShown((0,)): 6_000}
    again = sitting.reloaded()
    assert again.play is not None
    assert again.play.asked_at == sitting.play.asked_at
    sitting.at += 2_000
    sitting.join("Cy")  # who asks, and is no second person yet
    assert AnswersShown((0,)) in due(sitting)
    assert due(sitting)[AnswersShown((0,))] == 4_000


# -- Clocks ---------------------------------------------------------------------------------------------------------


def test_the_clock_runs_out_after_its_seconds_and_stands_in_a_pause() -> None:
    sitting = Sitting("tag", settings=Settings(clock_seconds=20)).start()
    (seat,) = sitting.play.asked_at
    assert due(sitting) == {TimeOut(seat): 20_000}
    sitting.at += 5_000
    sitting.say(0, protocol.Pause, True)
    assert due(sitting) == {}
    sitting.at += 60_000
    shown = clock_shown(sitting.table, Seat(seat), sitting.at)
    assert shown is not None
    assert (shown.yours, shown.is_running) == (15_000, False)
    sitting.say(0, protocol.Pause, False)
    assert due(sitting) == {TimeOut(seat): 15_000}
    again = sitting.reloaded()
    assert clock_shown(again, Seat(seat), sitting.at) == clock_shown(sitting.table, Seat(seat), sitting.at)


def test_nothing_can_be_done_in_a_pause() -> None:
    sitting = Sitting("tag").start()
    sitting.say(0, protocol.Pause, True)
    (seat,) = sitting.play.asked_at
    with pytest.raises(InputError, match="table_paused"):
        sitting.act(seat, sitting.random_action(seat, Random(1)))


def test_after_a_restart_players_have_a_moment_to_come_back() -> None:
    sitting = Sitting("tag", settings=Settings(clock_seconds=20)).start()
    (seat,) = sitting.play.asked_at
    sitting.at += 3_600_000
    assert due(sitting, serving_since=sitting.at) == {TimeOut(seat): 10_000}


def test_the_clock_of_others_is_told_only_by_what_one_has_heard() -> None:
    """`since` counts from the last thing the viewer heard, so it cannot tell who is waited for."""
    sitting = Sitting("tag", NAMES[:3], settings=Settings(clock_seconds=20)).start()
    (seat,) = sitting.play.asked_at
    sitting.at += 7_000
    for viewer in sitting.viewers:
        shown = clock_shown(sitting.table, viewer, sitting.at)
        assert shown is not None
        assert (shown.since, shown.limit) == (7_000, 20_000)
        assert shown.yours == (13_000 if viewer == seat else None)


@pytest.mark.parametrize(("pace", "times"), [(Pace.RELAXED, 2), (Pace.NORMAL, 1), (Pace.BRISK, 0.5)])
def test_a_clock_fits_the_decision_at_the_pace_of_the_group(pace: Pace, times: float) -> None:
    sitting = Sitting("point_a_pile", NAMES[:4], options={"first": 0}, settings=Settings(pace=pace)).start()
    cards = len(sitting.play.game.view(sitting.play.position.state, Seat(0)).hand)
    assert due(sitting) == {TimeOut(0): (20 + 5 * cards) * times * 1_000}
    sitting.choose(0, sitting.random_action(0, Random(1)))
    assert due(sitting) == {TimeOut(seat): 20 * times * 1_000 for seat in range(4)}
    for viewer in sitting.viewers:
        shown = clock_shown(sitting.table, viewer, sitting.at)
        assert shown is not None
        assert shown.limit == 20 * times * 1_000


def test_a_window_closes_by_itself_at_a_table_without_a_clock() -> None:
    """Who is waited for stays unsaid: everybody is told the same time."""
    sitting, rng = Sitting("point_a_pile", NAMES[:3], options={"first": 0, "wait_a_minute": True}).start(), Random(1)
    while sitting.play.position.state.phase not in WINDOWS:
        assert due(sitting) == {}
        sitting.random_step(rng)
    waited_for = {TimeOut(seat) for seat in sitting.play.asked_at}
    assert due(sitting).keys() == waited_for
    assert all(45_000 <= left < 60_000 for left in due(sitting).values()), "after what is shown first"
    for viewer in sitting.viewers:
        shown = clock_shown(sitting.table, viewer, sitting.at)
        assert shown is not None
        assert shown.limit == 45_000


def test_no_clock_begins_before_what_happened_has_been_shown_to_all() -> None:
    settings = Settings(clock_seconds=20)
    sitting = Sitting("tactile_crane", NAMES[:3], options={"first": 0}, settings=settings, seed=4).start()
    rng, state = Random(2), sitting.play.position.state
    while state.turns == 0 and state.counted is None:
        sitting.random_step(rng)
        state = sitting.play.position.state
    (seat,) = sitting.play.asked_at
    shown = clock_shown(sitting.table, Seat(seat), sitting.at)
    assert shown is not None
    assert shown.yours is not None
    showing = shown.yours - 20_000
    assert showing >= 3_000
    assert {clock.since for viewer in sitting.viewers if (clock := clock_shown(sitting.table, viewer, sitting.at))} == {
        -showing
    }
    assert due(sitting) == {TimeOut(seat): 20_000 + showing}
    assert sitting.reloaded().play.asked_at == sitting.play.asked_at  # type: ignore[union-attr]


def test_the_clock_stands_while_a_take_back_is_voted_on() -> None:
    sitting = Sitting("cant_touch_this", settings=Settings(clock_seconds=20)).start()
    rng = Random(1)
    for _ in range(3):
        sitting.random_step(rng)
    before = due(sitting)
    (seat,) = sitting.play.asked_at
    sitting.say(seat, protocol.TakeBack)
    assert sitting.table.seating.take_back is not None
    sitting.at += 15_000
    shown = clock_shown(sitting.table, Seat(seat), sitting.at)
    assert shown is not None
    assert not shown.is_running
    assert TimeOut(seat) not in due(sitting)
    sitting.say(1 - seat, protocol.AnswerTakeBack, 1, False)
    assert due(sitting) == before


def test_whoever_is_hushed_cannot_tell_by_the_clock_that_others_vote() -> None:
    sitting = Sitting("tactile_crane", NAMES[:3], options={"first": 0}, settings=Settings(clock_seconds=30)).start()
    sitting.act(0, CloseEyes())
    for seat in (1, 2):
        sitting.choose(seat, sitting.random_action(seat, Random(seat)))
    quiet = clock_shown(sitting.table, Seat(0), sitting.at + 4_000)
    sitting.say(1, protocol.TakeBack)
    assert sitting.table.seating.take_back is not None
    assert clock_shown(sitting.table, Seat(0), sitting.at + 4_000) == quiet


# -- Absence --------------------------------------------------------------------------------------------------------


def test_a_bot_stands_in_after_the_limit_if_somebody_else_is_there() -> None:
    sitting = Sitting("tag", NAMES[:3], settings=Settings(stand_in_after_seconds=30)).start()
    assert due(sitting, away={1: sitting.at}) == {StandInDue(1): 30_000}
    assert due(sitting, away={0: sitting.at, 1: sitting.at, 2: sitting.at}) == {}
    sitting.store([Planned(log.StandInSeated(1))])
    assert sitting.table.seating.is_automatic(1)
    assert due(sitting, away={1: sitting.at}) == {}
    sitting.store([Planned(log.GivenBack(1))])
    assert not sitting.table.seating.is_automatic(1)


def test_a_host_who_vanishes_is_followed_after_a_minute() -> None:
    sitting = Sitting("tag", NAMES[:3])
    assert due(sitting, away={0: sitting.at}) == {HostToFollow(1): 60_000}
    assert due(sitting, away={0: sitting.at, 1: sitting.at}) == {HostToFollow(2): 60_000}


# -- Taking back ----------------------------------------------------------------------------------------------------


def to_a_free_choice(sitting: Sitting) -> int:
    """Play Can't Touch This at random until a choice can be taken back freely; whose it is."""
    rng = Random(7)
    while not sitting.play.undo_stack:
        sitting.random_step(rng)
    return sitting.play.undo_stack[-1].seat


def test_a_choice_can_be_taken_back_until_somebody_else_acts() -> None:
    sitting = Sitting("cant_touch_this").start()
    seat = to_a_free_choice(sitting)
    before, other = sitting.play.undo_stack[-1].before, 1 - seat
    assert situation(sitting.table, Seat(seat)).can_take_back  # type: ignore[union-attr]  # the match has begun
    assert not situation(sitting.table, Seat(other)).can_take_back  # type: ignore[union-attr]  # the match has begun
    sitting.say(seat, protocol.TakeBack)
    assert sitting.play.position.state == before.state
    assert sitting.play.position.draws == before.draws
    for viewer in sitting.viewers:
        assert sitting.welcome(viewer, table=sitting.reloaded()) == sitting.welcome(viewer)


def test_whoever_chose_is_where_the_match_is_though_nobody_was_told_anything() -> None:
    """No shipped game has a choice like that; the device could not go on from it."""
    sitting = Sitting("tag").start()
    (seat,) = sitting.play.asked_at
    (made, *_) = choice(sitting.table, seat, sitting.random_action(seat, Random(1)), Mover.PERSON)
    assert made.applied is not None
    before: dict[Any, str] = {viewer: sitting.table.streams[viewer].hash for viewer in sitting.viewers}
    sitting.store([replace(made, applied=replace(made.applied, events=()))])
    after = {viewer: sitting.table.streams[viewer].hash for viewer in sitting.viewers}
    assert after == before | {seat: made.applied.line.hash}
    assert after != before


def can_take_back(sitting: Sitting, seat: int) -> bool:
    shown = situation(sitting.table, Seat(seat))
    assert shown is not None
    return shown.can_take_back


def test_whoever_looks_on_takes_nothing_back_and_nobody_does_once_it_is_over() -> None:
    sitting, rng = Sitting("cant_touch_this").start(), Random(7)
    to_a_free_choice(sitting)
    assert not situation(sitting.table, SPECTATOR).can_take_back  # type: ignore[union-attr]  # the match has begun
    while not sitting.is_over:
        sitting.random_step(rng)
    for viewer in sitting.viewers:
        assert not situation(sitting.table, viewer).can_take_back  # type: ignore[union-attr]  # the match has begun


def test_choices_taken_back_one_after_the_other_lead_back_step_by_step() -> None:
    """Each take-back goes one choice further, also after a restart; then there is nothing left to take back."""
    sitting = Sitting("cant_touch_this", NAMES[:1]).start()
    sitting.random_step(Random(7))
    while not can_take_back(sitting, 0):
        sitting.random_step(Random(7))
    views = []
    for _ in range(3):
        views.append(situation(sitting.table, Seat(0)).view)  # type: ignore[union-attr]  # the match has begun
        sitting.random_step(Random(7))
    while views:
        assert can_take_back(sitting, 0)
        sitting.say(0, protocol.TakeBack)
        assert situation(sitting.table, Seat(0)).view == views.pop()  # type: ignore[union-attr]  # the match has begun
        assert sitting.welcome(Seat(0), table=sitting.reloaded()) == sitting.welcome(Seat(0))


@pytest.mark.parametrize(("game", "seats"), games_under_test())
def test_after_chance_has_fallen_no_choice_before_it_is_free(game: str, seats: int) -> None:
    """Whoever has seen a card cannot unsee it. All others must consent."""
    sitting, rng = Sitting(game, NAMES[:seats]).start(), Random(3)
    chances = 0
    while not sitting.is_over and chances < 5:
        sitting.random_step(rng)
        newest = read_line(sitting.lines[-1]).entry
        if not (isinstance(newest, log.GameLine) and isinstance(newest.line.entry, ChanceOutcome)):
            continue
        chances += 1
        assert not any(can_take_back(sitting, seat) for seat in range(seats))
        for seat in range(seats):
            before = len(sitting.lines)
            with suppress(InputError):
                sitting.say(seat, protocol.TakeBack)
            entries = [read_line(line).entry for line in sitting.lines[before:]]
            assert not any(isinstance(entry, log.GameLine) for entry in entries)
    assert chances or game == "cant_touch_this", "which has no chance after its beginning"


def test_later_only_with_the_consent_of_all_others() -> None:
    sitting = Sitting("tag", NAMES[:3]).start()
    rng = Random(4)
    for _ in range(12):
        sitting.random_step(rng)
    seat = next(seat for seat in sitting.play.last_choice if seat != sitting.play.may_take_back)
    to = sitting.play.last_choice[seat] - 1
    sitting.say(seat, protocol.TakeBack)
    pending = sitting.table.seating.take_back
    assert pending is not None
    assert (pending.seat, pending.to) == (seat, to)
    assert due(sitting)[ConsentOverdue()] == 60_000
    others = [other for other in range(3) if other != seat]
    assert not take_back_is_granted(sitting.table)
    sitting.say(others[0], protocol.AnswerTakeBack, pending.request, True)
    assert not take_back_is_granted(sitting.table)
    sitting.say(others[1], protocol.AnswerTakeBack, pending.request, True)
    assert take_back_is_granted(sitting.table)


def test_one_no_ends_a_request() -> None:
    sitting = Sitting("tag", NAMES[:3]).start()
    rng = Random(4)
    for _ in range(12):
        sitting.random_step(rng)
    seat = next(seat for seat in sitting.play.last_choice if seat != sitting.play.may_take_back)
    sitting.say(seat, protocol.TakeBack)
    request = sitting.table.seating.requests
    sitting.say((seat + 1) % 3, protocol.AnswerTakeBack, request, False)
    assert sitting.table.seating.take_back is None
    assert heard(sitting, seat)[-1] == "TakeBackDenied"
    with pytest.raises(InputError, match="no_such_request"):
        sitting.say((seat + 2) % 3, protocol.AnswerTakeBack, request, True)


def test_an_answer_that_was_shown_is_never_free() -> None:
    sitting = Sitting("tag", NAMES[:3]).start()
    asked, _ = until_tagged(sitting)
    sitting.act(asked, LetStand())
    sitting.show_answers()
    assert sitting.play.may_take_back != asked


def test_giving_it_to_another_is_never_free() -> None:
    """Somebody was asked by it."""
    sitting = Sitting("tag", NAMES[:3]).start()
    _, tagger = until_tagged(sitting)
    last = [read_line(line).entry for line in sitting.lines if b'"GameLine"' in line][-1]
    assert isinstance(last, log.GameLine)
    assert isinstance(last.line.entry, Chose)
    assert last.line.entry.action["type"] == GiveIt.__name__
    assert sitting.play.may_take_back != tagger


# -- What is shown --------------------------------------------------------------------------------------------------


def test_a_watcher_gets_no_watch_key_no_legal_actions_and_is_never_asked() -> None:
    sitting = Sitting("tag").start()
    assert table_shown(sitting.table, SPECTATOR, present=frozenset(), watchers=1).watch_key is None
    assert table_shown(sitting.table, Seat(0), present=frozenset(), watchers=1).watch_key is not None
    shown = situation(sitting.table, SPECTATOR)
    assert shown is not None
    assert (shown.asked, shown.legal, shown.builders) == (False, (), ())


def test_the_seed_is_shown_only_at_the_end() -> None:
    sitting = Sitting("cant_touch_this").start()
    rng = Random(1)
    while not sitting.is_over:
        for viewer in sitting.viewers:
            assert sitting.seed.hex().encode() not in sitting.welcome(viewer)
        sitting.random_step(rng)
    for viewer in sitting.viewers:
        assert sitting.seed.hex().encode() in sitting.welcome(viewer)


# -- Lines of the log -----------------------------------------------------------------------------------------------


def test_after_a_take_back_nobody_has_chosen_what_was_taken_back() -> None:
    sitting = Sitting("tag", NAMES[:3]).start()
    rng = Random(4)
    for _ in range(12):
        sitting.random_step(rng)
    seat = min(sitting.play.last_choice, key=sitting.play.last_choice.__getitem__)
    to = sitting.play.last_choice[seat] - 1
    earlier = Table.read(StoredTable(TABLE, CODE, sitting.seed, tuple(sitting.lines)), until=to).play
    assert earlier is not None
    sitting.store(of_match([sitting.play.taken_back(Seat(seat), to, earlier.position)]))
    assert all(n <= to for n in sitting.play.last_choice.values())
    assert seat not in sitting.play.last_choice


def test_who_consents_twice_has_consented_once() -> None:
    sitting = Sitting("tag", NAMES[:3]).start()
    rng = Random(4)
    for _ in range(12):
        sitting.random_step(rng)
    seat = next(seat for seat in sitting.play.last_choice if seat != sitting.play.may_take_back)
    sitting.say(seat, protocol.TakeBack)
    for who in ((seat + 1) % 3, (seat + 1) % 3, seat):
        sitting.say(who, protocol.AnswerTakeBack, sitting.table.seating.requests, True)
    pending = sitting.table.seating.take_back
    assert pending is not None
    assert pending.consented == ((seat + 1) % 3,)


def test_everybody_hears_once_that_a_match_is_over() -> None:
    sitting = Sitting("tag", NAMES[:3]).start()
    rng = Random(7)
    while not sitting.is_over:
        sitting.random_step(rng)
    assert [heard(sitting, seat).count("MatchOver") for seat in range(3)] == [1, 1, 1]


def test_a_table_can_be_made_as_small_as_the_group_and_no_smaller() -> None:
    sitting = Sitting("tag", NAMES[:3])
    settings = sitting.table.seating.settings
    with pytest.raises(InputError, match="table_full"):
        sitting.say(0, protocol.Configure, {}, replace(settings, most_seats=2))
    sitting.say(0, protocol.Configure, {}, replace(settings, most_seats=3))
    with pytest.raises(InputError, match="table_full"):
        sitting.join("Di")


def test_a_match_that_is_over_stands_still_by_itself_and_is_not_paused() -> None:
    sitting, rng = Sitting("cant_touch_this").start(), Random(1)
    while not sitting.is_over:
        sitting.random_step(rng)
    assert sitting.table.seating.phase is Phase.OVER
    assert not sitting.table.seating.is_paused


def test_nobody_without_a_token_is_of_the_group_not_even_with_bots_at_the_table() -> None:
    seating = Sitting("tag", NAMES[:1], bots=("simple",)).table.seating
    assert seating.is_of_group(Sitting.token_hash("Ana"))
    assert not seating.is_of_group(None)


def test_bots_are_always_there_and_people_when_they_are() -> None:
    table = Sitting("tag", NAMES[:2], bots=("simple",)).table
    shown = table_shown(table, Seat(0), present=frozenset({0}), watchers=0)
    assert {seat.name: seat.is_present for seat in shown.seats if seat.bot is None} == {"Ana": True, "Bo": False}
    assert [seat.is_present for seat in shown.seats if seat.bot is not None] == [True]


def test_who_has_no_badge_yet_gets_none_that_somebody_brought_along() -> None:
    opened_by = read_line(Sitting("tag", NAMES[:1], bots=("simple", "simple")).lines[0]).entry
    assert isinstance(opened_by, log.Opened)
    first, *others = opened_by.seats
    seats = (replace(first, badge=None), *(replace(seat, badge=number) for number, seat in enumerate(others)))
    badges = [seat.badge for seat in opened(replace(opened_by, seats=seats)).seats]
    assert badges == [2, 0, 1]


def test_what_somebody_gave_to_the_deal_goes_with_them_out_of_the_lobby() -> None:
    sitting = Sitting("tag", NAMES[:3])
    for seat, given in enumerate(("aa", "bb", "cc")):
        sitting.say(seat, protocol.AddEntropy, given * 16)
    sitting.say(1, protocol.Leave)
    assert sitting.table.seating.entropy == ((0, "aa" * 16), (1, "cc" * 16))


def test_a_log_without_a_line_is_no_table() -> None:
    with pytest.raises(UnreadableLine) as found:
        Table.read(StoredTable(TABLE, CODE, b"", ()))
    assert found.value.n == 0


def test_a_person_may_have_the_name_of_a_bot_and_of_no_other_person() -> None:
    sitting = Sitting("tag", NAMES[:1], bots=("simple",))
    bot = sitting.table.seating.seats[1].name
    sitting.join(bot.upper())
    with pytest.raises(InputError, match="name_taken"):
        sitting.join("ANA")
