"""Time that ran out is told and marked, where that gives no secret away."""

import json

import msgspec
import pytest

from tests.server.sitting import NAMES, Sitting, games_under_test
from touchwood.core.refusals import InputError
from touchwood.core.seats import SPECTATOR, Seat
from touchwood.games.discovery import find_game
from touchwood.games.point_a_pile.actions import LayOut
from touchwood.games.tactile_crane.actions import CloseEyes
from touchwood.match.record import Chose, Mover
from touchwood.server import protocol
from touchwood.server.table import log
from touchwood.server.table.decisions import time_out
from touchwood.server.table.log import read_line


def run_out(sitting: Sitting) -> int:
    """The clock chooses for somebody who is asked."""
    seat = next(iter(sitting.play.asked_at))
    view = sitting.play.game.view(sitting.play.position.state, Seat(seat))
    sitting.keep(time_out(sitting.table, seat, sitting.play.game.default_action(view)))
    return seat


def told_of(sitting: Sitting) -> list[int]:
    events = json.loads(sitting.welcome(SPECTATOR))["events"]
    return [event["seat"] for event in events if event["type"] == "TimeRanOut"]


@pytest.mark.parametrize(("game", "seats"), games_under_test())
def test_everybody_hears_for_whom_time_ran_out_before_what_the_clock_chose(game: str, seats: int) -> None:
    sitting = Sitting(game, NAMES[:seats]).start()
    if not find_game(game).is_time_up_told(sitting.play.position.state):
        pytest.skip("the first choice of this game is a secret one")
    before = len(sitting.lines)
    seat = run_out(sitting)
    assert told_of(sitting) == [seat]
    first, second = (read_line(line).entry for line in sitting.lines[before : before + 2])
    assert first == log.TimeRanOut(seat)
    assert isinstance(second, log.GameLine)
    assert isinstance(second.line.entry, Chose)
    assert second.line.entry.by is Mover.CLOCK
    assert sitting.welcome(SPECTATOR) == sitting.welcome(SPECTATOR, table=sitting.reloaded())


def laying() -> tuple[Sitting, tuple[str, ...]]:
    sitting = Sitting("point_a_pile", NAMES[:3], options={"first": 0}).start()
    return sitting, sitting.play.game.view(sitting.play.position.state, Seat(0)).hand


def draft(sitting: Sitting, seat: int, action: object) -> None:
    sitting.say(seat, protocol.Draft, sitting.play.decision.get(seat, 0), msgspec.Raw(msgspec.json.encode(action)))


def test_cards_laid_stay_when_time_runs_out() -> None:
    sitting, hand = laying()
    draft(sitting, 0, LayOut((hand[2:4],)))
    draft(sitting, 0, LayOut((hand[2:4], hand[4:5])))
    assert sitting.reloaded().play.drafts == sitting.play.drafts  # type: ignore[union-attr]
    assert sitting.play.out_of_time(Seat(0)) == LayOut((hand[2:4], (hand[4], *hand[:2], *hand[5:])))


def test_nobody_notices_what_is_begun() -> None:
    sitting, hand = laying()
    before = [sitting.welcome(viewer) for viewer in sitting.viewers]
    draft(sitting, 0, LayOut((hand[:1],)))
    assert [sitting.welcome(viewer) for viewer in sitting.viewers] == before


def test_what_nothing_can_be_made_of_is_the_default() -> None:
    sitting, hand = laying()
    draft(sitting, 0, LayOut((hand[:1], hand[:1])))
    assert sitting.play.out_of_time(Seat(0)) == LayOut((hand,))
    with pytest.raises(InputError, match="stale_decision"):
        draft(sitting, 1, LayOut((hand[:1],)))
    earlier, begun = sitting.play.decision[0] - 1, msgspec.Raw(msgspec.json.encode(LayOut((hand[:2],))))
    with pytest.raises(InputError, match="stale_decision"):
        sitting.say(0, protocol.Draft, earlier, begun)


def test_what_was_begun_is_void_once_it_is_done() -> None:
    sitting, hand = laying()
    draft(sitting, 0, LayOut((hand[:1],)))
    sitting.act(0, LayOut((hand,)))
    assert sitting.play.drafts == {}


def test_not_of_bets_in_the_dark() -> None:
    sitting = Sitting("tactile_crane", NAMES[:3], options={"first": 0}).start()
    sitting.act(0, CloseEyes())
    run_out(sitting)
    assert told_of(sitting) == []


def test_not_of_a_finger_kept_up_while_others_still_choose() -> None:
    sitting = Sitting("point_a_pile", NAMES[:3], options={"first": 0}).start()
    view = sitting.play.game.view(sitting.play.position.state, Seat(0))
    layout = sitting.play.game.default_action(view)
    assert isinstance(layout, LayOut)
    sitting.choose(0, layout)
    run_out(sitting)
    assert told_of(sitting) == []
