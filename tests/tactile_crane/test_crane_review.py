"""Looking back at the crane: what was clearly worse by what the seat knew, and nothing else."""

from random import Random
from typing import Any

import pytest

from touchwood import Match
from touchwood.bots import coach, find_player, play_match
from touchwood.core.review import Review
from touchwood.core.seats import Seat
from touchwood.games.tactile_crane import GAME
from touchwood.games.tactile_crane.actions import CallOut, Grab, Lift, PlaceBet
from touchwood.games.tactile_crane.cards import Bet
from touchwood.games.tactile_crane.options import Options
from touchwood.games.tactile_crane.review import LEAST_COST, REVIEWER, judged, worth_of_choices
from touchwood.games.tactile_crane.state import Phase
from touchwood.games.tactile_crane.view import view
from touchwood.match.dealer import PlainDealer
from touchwood.match.reviewing import choices_in_force


def played(names: list[str], deal: int, patience: int = 5) -> Match:
    options = Options(patience=patience)
    match = Match.start(GAME, players=names, options=options, dealer=PlainDealer(deal))
    play_match(match, {Seat(seat): find_player(GAME, name) for seat, name in enumerate(names)}, Random(deal))
    return match


def costs_by_name(review: Review, names: list[str]) -> dict[str, int]:
    return {
        name: sum(judged.cost for judged in review.judgements if judged.seat == seat) for seat, name in enumerate(names)
    }


def test_the_strongest_player_is_told_next_to_nothing_and_weaker_ones_more() -> None:
    names, sums = ["hard", "easy", "naive", "random"], dict.fromkeys(["hard", "easy", "naive", "random"], 0)
    for deal in range(6):
        review = coach.review(played(names, deal))
        assert review.unit == "tenths"
        for name, cost in costs_by_name(review, names).items():
            sums[name] += cost
    assert 5 * sums["hard"] < sums["easy"] < sums["naive"] < sums["random"]


def at(phase: Phase, names: list[str], deal: int, is_holding: bool = False, patience: int = 5) -> tuple[Any, Seat]:
    """The first position of that kind in a match of bots, and whom the match waits for."""
    for _, state, seat, action in choices_in_force(played(names, deal, patience)):
        is_asked = not isinstance(action, CallOut)
        if is_asked and state.phase is phase and view(state, seat).is_holding == is_holding:
            return state, seat
    raise AssertionError("there is none")


def test_an_empty_pinch_and_a_crushing_one_are_mistakes() -> None:
    """Where there is one grab only: with more of them a wrong one costs little."""
    state, seat = at(Phase.GRAB, ["hard"] * 3, 1, patience=1)
    for pinch in (1, 1000):
        (judged,) = REVIEWER.review([(7, state, seat, Grab(pinch))], state).judgements
        assert judged.cost >= 10 * LEAST_COST
        assert judged.best[0].startswith("grab")
        assert judged.is_turning_point


def test_the_best_of_what_was_known_is_never_blamed() -> None:
    for deal in range(3):
        for is_holding in (False, True):
            state, seat = at(Phase.GRAB, ["hard"] * 3, deal, is_holding)
            worths = worth_of_choices(view(state, seat), seat, Lift() if is_holding else Grab(400))
            assert worths is not None
            best = max(worths, key=worths.__getitem__)
            (judged,) = REVIEWER.review([(7, state, seat, best)], state).judgements
            assert (judged.cost, judged.best) == (0, (judged.action,))


def test_what_errs_by_less_than_the_grids_do_is_too_close_to_call() -> None:
    low, high = PlaceBet(Bet.LOW), PlaceBet(Bet.HIGH)
    told = [judged(7, Seat(0), low, {low: 1.0, high: better}) for better in (0.5, 1.0, 1.3, 1.6)]
    assert [(one.cost, one.is_close) for one in told] == [(0, False), (0, False), (0, True), (6, False)]


def test_of_a_bet_that_was_changed_only_the_last_is_judged() -> None:
    state, seat = at(Phase.BETS, ["hard"] * 4, 2)
    made = [(5, state, seat, PlaceBet(Bet.HIGH)), (6, state, seat, PlaceBet(Bet.LOW))]
    assert [judged.entry for judged in REVIEWER.review(made, state).judgements] == [6]


def test_what_the_seat_could_not_know_plays_no_part() -> None:
    for deal in range(3):
        state, seat = at(Phase.GRAB, ["hard"] * 3, deal, is_holding=True)
        truth = REVIEWER.review([(7, state, seat, Lift())], state)
        for seed in range(3):
            imagined = GAME.sample_state(view(state, seat), Random(seed))
            assert REVIEWER.review([(7, imagined, seat, Lift())], state) == truth


@pytest.mark.parametrize("players", [2, 3])
def test_calls_are_not_judged_nor_bets_between_two(players: int) -> None:
    match = played(["hard"] * players, 4)
    judged = {one.entry for one in coach.review(match).judgements}
    for entry, _, _, action in choices_in_force(match):
        if isinstance(action, CallOut):
            assert entry not in judged
        if isinstance(action, PlaceBet):
            assert (entry in judged) == (players > 2)
