"""Rules 3: who speaks, what it costs, who wins under perfect play."""

from functools import cache

import pytest
from ctt_table import do, events, legal, refusal, start

from touchwood.core.chance import Uniform
from touchwood.core.game import CHANCE
from touchwood.core.options import options_from_pairs
from touchwood.core.refusals import InputError
from touchwood.core.seats import Seat
from touchwood.games.cant_touch_this import GAME
from touchwood.games.cant_touch_this.events import BidPassed, BidRaised, DefenderNamed
from touchwood.games.cant_touch_this.options import Options
from touchwood.games.cant_touch_this.rules.bidding import (
    cost_of_pass,
    cost_of_raise,
    margin_facing,
    should_raise,
    wins_facing,
    worth_to_defender,
)
from touchwood.games.cant_touch_this.rules.legality import asked
from touchwood.games.cant_touch_this.state import Phase

CARD = "12G/111/111"


# -- 3.1 ------------------------------------------------------------------------------------------------------------
def test_3_1_chance_names_the_first_defender():
    state = GAME.initial(Options(card=CARD), 2, GAME.newest_version)
    assert GAME.waiting_for(state) is CHANCE
    assert GAME.chance(state) == Uniform(2)
    for seat in (0, 1):
        step = GAME.apply_chance(state, seat)
        assert step.state.defender == seat
        assert [told.event for told in step.events] == [DefenderNamed(Seat(seat))]
        assert step.state.bid == 0


def test_3_1_first_names_the_defender():
    for seat in (Seat(0), Seat(1)):
        assert GAME.initial(Options(card=CARD, first=seat), 2, GAME.newest_version).defender == seat


def test_3_1_first_is_a_seat_of_the_table():
    for pair, seats, code in (("first=1", 1, "first_is_not_a_seat"), ("first=2", 2, "bad_option")):
        with pytest.raises(InputError) as raised:
            options_from_pairs(GAME, [pair], seats)
        assert raised.value.code == code
    assert options_from_pairs(GAME, ["first=random"], 2) == Options()


# -- 3.2 ------------------------------------------------------------------------------------------------------------
def test_3_2_the_challenger_speaks_first_and_they_take_turns():
    state = start(card=CARD, first=Seat(0))
    for bid, seat in enumerate([1, 0, 1, 0]):
        assert (asked(state), state.bid) == (seat, bid)
        assert legal(state) == ["raise", "pass"]
        assert events(state, "raise") == [BidRaised(Seat(seat), bid + 1)]
        assert refusal(state, "raise", seat=1 - seat).rule == "3.2"
        state = do(state, "raise")


def test_3_2_no_clip_before_the_bid_is_settled():
    refused = refusal(start(card=CARD, first=Seat(0)), "N0x1")
    assert (refused.code, refused.rule) == ("bid_first", "3.2")


# -- 3.3 ------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("raises", "first", "bid"), [(0, 0, 0), (1, 1, 1), (2, 0, 2), (3, 1, 3)])
def test_3_3_whoever_passes_goes_second(raises, first, bid):
    state = do(start(card=CARD, first=Seat(0)), *["raise"] * raises)
    assert events(state, "pass") == [BidPassed(Seat(1 - first), Seat(first), bid)]
    state = do(state, "pass")
    assert (state.first, state.bid, asked(state), state.phase) == (first, bid, first, Phase.CLIP)


def test_3_3_no_bid_after_the_pass():
    state = do(start(card=CARD, first=Seat(0)), "pass")
    for move in ("raise", "pass"):
        assert refusal(state, move).code == "place_clip_now"


# -- 3.4 ------------------------------------------------------------------------------------------------------------
def test_3_4_the_first_player_loses_the_own_last_bid():
    at_once = do(start(card=CARD, first=Seat(0)), "pass", "E0x1")
    assert GAME.points(at_once) == (1, 0)
    # The challenger's last bid was 3, the defender's 2.
    raised = do(start(card=CARD, first=Seat(0)), "raise", "raise", "raise", "pass", "E0x1")
    assert GAME.points(raised) == (0, 1 - 3)


# -- 3.5 ------------------------------------------------------------------------------------------------------------
def test_3_5_a_bid_above_60_is_refused():
    state = do(start(card=CARD, first=Seat(0)), *["raise"] * 60)
    assert state.bid == 60
    refused = refusal(state, "raise")
    assert (refused.code, refused.rule, refused.facts) == ("bid_too_high", "3.5", {"most": 60})
    assert legal(state) == ["pass"]
    assert do(state, "pass").bid == 60


# -- 3.6: against the whole tree ------------------------------------------------------------------------------------
@cache
def facing(value: int, bid: int) -> dict[str, tuple[bool, int]]:
    """Both answers of the player who faces the bid, by trying everything: whether it wins, and the margin at best."""
    passed = (value - bid <= 0, bid - value)
    if bid >= 60:
        return {"pass": passed}
    answers = facing(value, bid + 1)
    wins = not any(won for won, _ in answers.values())
    return {"pass": passed, "raise": (wins, -max(margin for _, margin in answers.values()))}


CASES = [(value, bid) for value in range(-12, 30) for bid in range(30)]


def test_3_6_who_wins_the_bidding_under_perfect_play():
    for value, bid in CASES:
        assert wins_facing(value, bid) == any(won for won, _ in facing(value, bid).values())


def test_3_6_the_best_answer_wins_whenever_one_does():
    for value, bid in CASES:
        answers = facing(value, bid)
        chosen = answers["raise" if should_raise(value, bid) else "pass"]
        assert chosen == max(answers.values())


def test_3_6_costs_of_bids_are_what_the_whole_tree_says():
    for value, bid in CASES:
        answers = facing(value, bid)
        best = max(margin for _, margin in answers.values())
        assert margin_facing(value, bid) == best
        assert cost_of_pass(value, bid) == best - answers["pass"][1]
        assert cost_of_raise(value, bid) == best - answers["raise"][1]
        assert worth_to_defender(value) == (
            not any(won for won, _ in facing(value, 0).values()),
            -max(margin for _, margin in facing(value, 0).values()),
        )
