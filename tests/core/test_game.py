"""What a game does not say of itself is the careful answer: nothing is shown, hurried or allowed by itself."""

from dataclasses import replace
from typing import Annotated, Any

import pytest
from msgspec import Meta

from touchwood.core.bot import Thinker
from touchwood.core.game import AnyGame, Step
from touchwood.core.refusals import InputError, Refusal, Refused
from touchwood.core.seats import SPECTATOR, Seat
from touchwood.core.values import Tagged
from touchwood.testing.toys.pebbles import GAME
from touchwood.testing.toys.pebbles.values import Lay, Options, Point

STATE = GAME.initial(Options(), 2, 1)


def test_what_is_refused_is_refused_for_that_reason_and_never_done() -> None:
    refusal, done = Refusal("over", "5.2"), []

    def act(state: Any, seat: Seat, action: Any) -> Step[Any, Any]:
        done.append(action)
        return Step(state, ())

    strict = replace(GAME, why_illegal=lambda *_: refusal, act=act)
    with pytest.raises(Refused) as refused:
        strict.apply(STATE, Seat(0), Point(0))
    assert refused.value.refusal is refusal
    assert done == []
    assert replace(strict, why_illegal=lambda *_: None).apply(STATE, Seat(0), Point(0)).state is STATE
    assert done == [Point(0)]


class Hop(Tagged, frozen=True):
    to: Annotated[int, Meta(ge=0)]


def test_what_is_typed_is_bounded_as_what_a_device_sends_is() -> None:
    """`parse` builds a value, and a value knows no bounds: -1 was played, and nobody could read the record."""

    def parse(text: str) -> Any:
        return Hop(int(text))

    game: AnyGame = replace(GAME, action_type=Hop, codec=replace(GAME.codec, parse=parse))
    assert game.typed("2") == Hop(2)
    with pytest.raises(InputError, match="action_out_of_bounds"):
        game.typed("-1")


def test_a_game_that_says_nothing_of_it_tells_of_nobody_that_time_ran_out() -> None:
    assert not GAME.is_time_up_told(STATE)


def test_a_game_that_says_nothing_of_it_shows_nobody_what_is_begun() -> None:
    assert not GAME.is_begun_open(GAME.view(STATE, SPECTATOR), Seat(0), Lay((1,)))


def test_a_game_that_says_nothing_of_it_leaves_every_action_to_people_and_every_answer_open() -> None:
    assert not GAME.clock_only(Point(0))
    assert GAME.answer_shown_after(STATE) is None
    assert GAME.shown_for(()) == 0


def test_how_many_seats_a_view_is_of_is_what_the_game_reads_off_it_or_else_imagines() -> None:
    for seats in GAME.player_counts:
        view = GAME.knowledge(GAME.initial(Options(), seats, 1), Seat(0))
        assert replace(GAME, seats_seen=None).seats_of(view) == seats
        assert replace(GAME, seats_seen=lambda _: 99).seats_of(view) == 99


def test_a_bot_that_says_nothing_of_it_thinks_by_the_rules_and_not_on_a_twin() -> None:
    thinker = Thinker[Any, Any, Any](worlds=1, playout=lambda state, seat, rng: Point(0), value=lambda state, seat: 0.0)
    assert (thinker.twin_worlds, thinker.twin_worlds_an_opponent) == (0, 0)
