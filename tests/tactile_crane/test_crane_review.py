"""Looking back at the crane: what was clearly worse by what the seat knew, and nothing else."""

from random import Random
from typing import Any

import pytest
from crane_table import STEADY, Position, table

from touchwood import Match
from touchwood.bots import coach, find_player, play_match
from touchwood.core.review import Review
from touchwood.core.seats import Seat
from touchwood.games.tactile_crane import GAME
from touchwood.games.tactile_crane.actions import CallOut, Grab, Lift, PlaceBet
from touchwood.games.tactile_crane.because import because
from touchwood.games.tactile_crane.cards import Bet
from touchwood.games.tactile_crane.codec import CODEC
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


def steady(grabs: int = 5, **fields: Any) -> Position:
    """Three players, and a hand that never errs: ten thousandths are a card. Seat 0 is about to grab ten."""
    return table(options={"patience": grabs, "hand": STEADY}, **fields).flips(10).closes().bets("low", "low")


CHOOSING: dict[str, Any] = {"jackpots": "3 7", "options": {"leftovers": "challenger"}}
PLAIN: dict[str, tuple[Position, int, str, str, int]] = {
    # What is there, whose choice it is, the right one, a wrong one, and how many cards that loses. All by counting.
    "ten held of ten, and a last grab of two": (steady(2).holds(10), 0, "lift", "grab 20", 10 + 3),
    "fifteen held of ten, and ten can be grabbed": (steady().holds(15), 0, "grab 100", "lift", 10 + 3),
    "eight held of ten bring six": (steady(jackpots="3 9").holds(8), 0, "grab 100", "lift", 10 + 9 - 6),
    "the only grab": (steady(1), 0, "grab 100", "grab 110", 10 + 3),
    "a deck of eight for ten cards": (table(deck=8).flips(10).closes(), 1, "bet low", "bet high", 2),
    "the larger jackpot": (table(**CHOOSING).plays(10, 10), 0, "jackpot right", "jackpot left", 7 - 3),
}


@pytest.mark.parametrize("name", PLAIN)
def test_where_it_is_plain_the_right_choice_is_not_blamed_and_the_wrong_one_costs_what_it_loses(name: str) -> None:
    position, seat, right, wrong, lost = PLAIN[name]
    told = {}
    for choice in (right, wrong):
        (told[choice],) = REVIEWER.review(
            [(7, position.state, Seat(seat), CODEC.parse(choice))], position.state
        ).judgements
    assert (told[right].cost, told[right].best) == (0, (right,))
    assert told[wrong].cost == pytest.approx(10 * lost, abs=2)
    assert told[wrong].best == (right,)


def test_where_leftovers_go_is_not_judged() -> None:
    """It brings the chooser nothing, and the next challenger more or less."""
    position = table(**CHOOSING).plays(10, 8)
    for choice in ("jackpot left", "jackpot right"):
        action = CODEC.parse(choice)
        assert REVIEWER.review([(7, position.state, Seat(0), action)], position.state).judgements == ()
        assert because(position.view(0), action) is None


def test_what_the_reviewer_thinks_best_is_not_blamed() -> None:
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
