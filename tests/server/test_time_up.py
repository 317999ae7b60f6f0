"""Time that ran out is told and marked, where that gives no secret away."""

import json
from typing import Any

import msgspec
import pytest

from tests.parts import WITH_EVERY_PART
from tests.server.sitting import NAMES, Sitting, games_under_test
from touchwood.core.seats import SPECTATOR, Seat
from touchwood.core.words import words_of
from touchwood.games.point_a_pile.actions import LayOut
from touchwood.games.point_a_pile.events import NoFingerShown
from touchwood.games.tactile_crane.actions import CloseEyes, Grab
from touchwood.games.tactile_crane.events import BetsRevealed
from touchwood.match.record import Chose, Mover
from touchwood.server.table import log
from touchwood.server.table.decisions import time_out
from touchwood.server.table.log import read_line


def run_out(sitting: Sitting) -> int:
    """The clock chooses for somebody who is asked."""
    seat = next(iter(sitting.play.asked_at))
    view = sitting.play.game.view(sitting.play.position.state, Seat(seat))
    sitting.store(time_out(sitting.table, seat, sitting.play.game.default_action(view)))
    return seat


def told_of(sitting: Sitting) -> list[int]:
    events = json.loads(sitting.welcome(SPECTATOR))["events"]
    return [event["seat"] for event in events if event["type"] == "TimeRanOut"]


def told_sentence(sitting: Sitting, kind: type[Any]) -> str:
    """The newest of this kind that watchers have heard, in words."""
    heard = [
        event["event"] for event in json.loads(sitting.welcome(SPECTATOR))["events"] if event["type"] == "GameEvent"
    ]
    newest = next(event for event in reversed(heard) if event["type"] == kind.__name__)
    return words_of(sitting.play.game.words, names=NAMES).event(msgspec.convert(newest, kind))


def told_of_the_first_choice() -> list[tuple[str, int]]:
    """Games that may say at once for whom time ran out when the first is asked."""
    begun = {(game, seats): Sitting(game, NAMES[:seats]).start().play for game, seats in games_under_test()}
    return [of for of, play in begun.items() if play.game.is_time_up_told(play.position.state)]


def test_games_do_say_so() -> None:
    assert {game for game, _ in told_of_the_first_choice()} >= WITH_EVERY_PART


@pytest.mark.parametrize(("game", "seats"), told_of_the_first_choice())
def test_everybody_hears_for_whom_time_ran_out_before_what_the_clock_chose(game: str, seats: int) -> None:
    sitting = Sitting(game, NAMES[:seats]).start()
    before = len(sitting.lines)
    seat = run_out(sitting)
    assert told_of(sitting) == [seat]
    first, second = (read_line(line).entry for line in sitting.lines[before : before + 2])
    assert first == log.TimeRanOut(seat)
    assert isinstance(second, log.GameLine)
    assert isinstance(second.line.entry, Chose)
    assert second.line.entry.by is Mover.CLOCK
    assert sitting.welcome(SPECTATOR) == sitting.welcome(SPECTATOR, table=sitting.reloaded())


def test_not_of_bets_in_the_dark() -> None:
    sitting = Sitting("tactile_crane", NAMES[:3], options={"first": 0}).start()
    sitting.act(0, CloseEyes())
    run_out(sitting)
    assert told_of(sitting) == []


def test_of_a_grab_whose_time_is_up_and_of_bets_when_all_are_shown() -> None:
    sitting = Sitting("tactile_crane", NAMES[:3], options={"first": 0}).start()
    sitting.act(0, CloseEyes())
    run_out(sitting)
    run_out(sitting)
    sitting.act(0, Grab(300))
    assert told_of(sitting) == []
    assert run_out(sitting) == 0
    assert told_of(sitting) == [0]
    assert told_sentence(sitting, BetsRevealed) == "The bets were: Bo too late, Cy too late."


def test_of_a_finger_that_did_not_come_down_when_all_are_shown() -> None:
    sitting = Sitting("point_a_pile", NAMES[:2], options={"first": 0}).start()
    for _ in range(3):
        run_out(sitting)
    assert told_sentence(sitting, NoFingerShown) == "Time ran out for Bo: no finger."


def test_not_of_a_finger_kept_up_while_others_still_choose() -> None:
    sitting = Sitting("point_a_pile", NAMES[:3], options={"first": 0}).start()
    view = sitting.play.game.view(sitting.play.position.state, Seat(0))
    layout = sitting.play.game.default_action(view)
    assert isinstance(layout, LayOut)
    sitting.choose(0, layout)
    run_out(sitting)
    assert told_of(sitting) == []
