"""RULES.md 8: the end."""

from fractions import Fraction

import pytest
from crane_table import table

from touchwood.core.seats import SPECTATOR, Seat
from touchwood.games.tactile_crane import GAME
from touchwood.games.tactile_crane.events import ExtraTurnsBegan, GameEnded
from touchwood.games.tactile_crane.rules.ending import WonBy


def shares(position):
    return [str(share) for share in GAME.returns(position.state)]


def without_outcome(position):
    return position.flips(20, "ring").does(position.turn, "no outcome")


# -- Three to six players ---------------------------------------------------------------------------------------------
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_8_1_after_everyone_was_challenger_twice_most_cards_win(seats):
    position = table("5 " * (seats - 1) + "9")
    for turn in range(2 * seats):
        assert (position.phase, position.turn) == ("flip", turn % seats)
        position = without_outcome(position)
    assert position.phase == "over"
    assert position.winners == (seats - 1,)
    assert shares(position) == ["0"] * (seats - 1) + ["1"]


def test_8_1_a_multiplier_counts_20():
    position = without_outcome(table("19 5 18", multipliers="0 1 0", turns=5))
    assert position.events(0)[-1] == GameEnded((19, 25, 18), (Seat(1),))


def test_8_1_then_nothing_more_can_be_done():
    position = without_outcome(table("1 5 4", turns=5))
    assert (position.asked, position.free) == ("over", ())
    for move in ("close eyes", "grab 1", "call more", "bet high"):
        assert position.why_not(0, move) == ("game_over", "8.1")


def test_8_2_a_tie_for_the_most_means_one_more_turn_for_each_of_the_tied():
    position = without_outcome(table("7 9 2 9", turns=7, first=2))
    # Clockwise from the first challenger, seat 2: 3 comes before 1.
    assert position.events(0)[-1] == ExtraTurnsBegan((Seat(3), Seat(1)))
    assert (position.turn, position.phase) == (3, "flip")
    still_tied = without_outcome(position)
    assert (still_tied.turn, still_tied.heard(0).count("ExtraTurnsBegan")) == (1, 0), "they have begun already"
    position = position.plays(10, 6)
    assert (position.turn, position.won) == (1, [7, 9, 2, 11])
    position = position.plays(10, 7)
    assert (position.phase, position.winners) == ("over", (1,))


def test_8_2_no_extra_turns_for_a_tie_further_down():
    assert without_outcome(table("7 9 7", turns=5)).phase == "over"


def test_8_2_everybody_else_is_audience_as_usual():
    position = without_outcome(table("9 9 2", turns=5)).flips(10).closes()
    assert position.asked == (1, 2)


def test_8_2_trades_go_on():
    position = without_outcome(table("30 30 2", deck=39, turns=5))
    assert position.heard(SPECTATOR)[-2:] == ["ExtraTurnsBegan", "CardsTraded"]


def test_8_3_most_cards_among_the_tied_win():
    # Seat 2 was not tied; two right bets bring it past both, and count for nothing.
    position = without_outcome(table("9 9 8", turns=5))
    position = position.plays(20, 1, "nothing", "low").plays(20, 1, "low", "nothing")
    assert (position.won, position.phase, position.winners) == ([9, 9, 12], "over", (0, 1))


def test_8_3_still_tied_they_share():
    position = without_outcome(without_outcome(without_outcome(table("9 9 2", turns=5))))
    assert (position.phase, shares(position)) == ("over", ["1/2", "1/2", "0"])
    assert sum(GAME.returns(position.state)) == Fraction(1)


# -- Two players ------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("achieved", "achieve", "is_over"),
    [
        ((1, 1, 0), "kinds", True),  # and now JUST
        ((2, 0, 0), "kinds", False),
        ((2, 1, 0), "kinds", True),
        ((2, 0, 0), "any_three", True),
        ((1, 0, 0), "any_three", False),
        ((1, 1, 0), "any_three", True),
    ],
)
def test_8_4_all_three_kinds_achieved_win(achieved, achieve, is_over):
    position = table("0 0", achieved=[(0, 0, 0), achieved], options={"achieve": achieve}).plays(10, 10, "just")
    assert (position.phase == "over") == is_over
    if is_over:
        assert shares(position) == ["0", "1"]


@pytest.mark.parametrize(("before", "is_over"), [(31, False), (32, True), (33, True)])
def test_8_4_40_cards_win(before, is_over):
    position = table(f"{before} 0").plays(10, 9, "high")
    assert (position.phase == "over") == is_over


def test_8_4_multipliers_count_for_the_40():
    assert table("12 0", multipliers="1 0").plays(10, 9, "high").winners == (0,)


def test_8_4_both_at_once_the_bet_cards_win():
    position = table("35 0", achieved=[(0, 0, 0), (1, 0, 1)]).plays(10, 9, "low")
    assert position.won == [43, 0]
    assert (position.phase, position.winners) == ("over", (1,))


def test_8_4_no_number_of_turns_is_fixed():
    assert without_outcome(table("9 3", turns=20)).phase == "flip"


@pytest.mark.parametrize(
    ("won", "achieved", "second", "winners"),
    [
        ("45 0", [(0, 0, 0), (0, 0, 0)], (10, 9, "high"), (0,)),
        ("45 38", [(0, 0, 0), (0, 0, 0)], (10, 9, "high"), (1,)),  # both by cards: more cards
        ("45 37", [(0, 0, 0), (0, 0, 0)], (10, 9, "high"), (0, 1)),  # 45 each: shared
        ("45 39", [(0, 0, 0), (1, 1, 1)], (10, 9, "high"), (1,)),  # one each way: the bet cards
        ("1 0", [(1, 0, 1), (1, 1, 1)], (10, 9, "low"), (1,)),  # both by bet cards: more cards
        ("8 0", [(1, 0, 1), (1, 1, 1)], (10, 9, "low"), (0, 1)),
    ],
)
def test_8_5_equal_turns_decided_only_when_both_were_challenger_equally_often(won, achieved, second, winners):
    """It is seat 1's turn, and somebody has fulfilled a condition in seat 0's turn before."""
    position = table(won, achieved=achieved, turns=1, deck=60, options={"equal_turns": True})
    number, held, bet = second
    position = position.plays(number, held, bet)
    assert (position.phase, position.winners) == ("over", winners)


def test_8_5_equal_turns_the_match_goes_on_after_the_first_of_two_turns():
    assert table("33 0", options={"equal_turns": True}).plays(10, 9, "high").phase == "flip"
    assert table("33 0").plays(10, 9, "high").phase == "over"


@pytest.mark.parametrize(("won", "winners"), [("9 3", (0,)), ("3 9", (1,)), ("9 9", (0, 1))])
def test_8_6_after_60_turns_most_cards_win(won, winners):
    assert without_outcome(table(won, turns=58)).phase == "flip"
    position = without_outcome(table(won, turns=59))
    assert position.heard(0)[-2:] == ["TurnLimitReached", "GameEnded"]
    assert position.winners == winners


def test_8_6_a_win_in_the_last_turn_is_a_win():
    position = table("0 33", turns=59).plays(10, 9, "high")
    assert (position.heard(0)[-2:], position.winners) == (["GrabTaken", "GameEnded"], (1,))


# -- An empty deck ----------------------------------------------------------------------------------------------------
def test_8_7_no_card_to_flip_and_no_trade_ends_the_match():
    position = table("10 12 3", deck=8, turns=2).plays(10, 8)
    assert position.heard(0)[-2:] == ["DeckRanOut", "GameEnded"]
    assert (position.phase, position.winners) == ("over", (1,))


def test_8_7_a_trade_goes_before():
    assert table("30 12 3", deck=8, turns=2).plays(10, 8).phase == "flip"


def test_8_7_no_extra_turns_then():
    position = table("12 12 3", deck=8, turns=2).plays(10, 8)
    assert (position.phase, shares(position)) == ("over", ["1/2", "1/2", "0"])


def test_8_7_in_extra_turns_only_the_tied_are_counted():
    position = without_outcome(table("9 9 8", deck=1, turns=5)).plays(20, 1, "nothing", "low")
    assert (position.phase, position.winners) == ("over", (0, 1))
    thin = without_outcome(table("9 9 8", deck=3, turns=5)).plays(20, 1, "nothing", "low")
    assert (thin.won, thin.phase, thin.winners) == ([9, 9, 10], "over", (0, 1))


@pytest.mark.parametrize(
    ("achieved", "won", "winners"),
    [
        ([(0, 0, 0), (1, 1, 1)], "12 3", (1,)),  # bet cards first, though the turns are unequal
        ([(0, 0, 0), (0, 0, 0)], "12 3", (0,)),
        ([(0, 0, 0), (0, 0, 0)], "3 9", (0, 1)),
    ],
)
def test_8_7_two_players_bet_cards_first_then_cards_then_shared(achieved, won, winners):
    position = table(won, deck=8, achieved=achieved, options={"equal_turns": True}).plays(10, 8, "high")
    assert (position.state.turns, position.phase, position.winners) == (1, "over", winners)
    assert position.heard(0)[-2:] == ["DeckRanOut", "GameEnded"], "no word of a limit of turns"


# -- By what it was won -----------------------------------------------------------------------------------------------
NOTHING, ALL_KINDS, THREE_CARDS = (0, 0, 0), (1, 1, 1), (2, 1, 0)


@pytest.mark.parametrize(
    ("before", "winners", "won_by"),
    [
        (table("7 9 2", turns=5), (1,), WonBy.MOST_CARDS),
        (table("9 9 2", turns=7, tied=(0, 1)), (0, 1), WonBy.EXTRA_TURNS),  # still tied: shared
        (table("9 8 20", turns=7, tied=(0, 1)), (0,), WonBy.EXTRA_TURNS),
        (table("50 9 2", turns=5), (0,), WonBy.MOST_CARDS),  # 40 cards are nothing special here
    ],
)
def test_8_8_what_three_to_six_players_win_by(before, winners, won_by):
    seen = without_outcome(before).view(0)
    assert (seen.phase, seen.winners, seen.won_by) == ("over", winners, won_by)


def test_8_8_what_three_to_six_players_win_by_when_the_deck_is_empty():
    seen = table("12 12 3", deck=8, turns=2).plays(10, 8).view(0)
    assert (seen.winners, seen.won_by) == ((0, 1), WonBy.MOST_CARDS)


@pytest.mark.parametrize(
    ("won", "achieved", "how", "turn", "winners", "won_by"),
    [
        ("32 0", [NOTHING, NOTHING], {}, (10, 9, "high"), (0,), WonBy.ENOUGH_CARDS),
        ("0 0", [NOTHING, (1, 1, 0)], {}, (10, 10, "just"), (1,), WonBy.BET_CARDS),
        ("35 0", [NOTHING, (1, 0, 1)], {}, (10, 9, "low"), (1,), WonBy.BET_CARDS),  # and the other has 43 cards
        ("0 0", [NOTHING, (2, 0, 0)], {"achieve": "any_three"}, (10, 10, "just"), (1,), WonBy.BET_CARDS),
        ("40 0", [NOTHING, THREE_CARDS], {}, (10, 9, "nothing"), (0,), WonBy.ENOUGH_CARDS),  # three, but not all kinds
        ("1 0", [ALL_KINDS, (1, 0, 1)], {"equal_turns": True, "turns": 1}, (10, 10, "nothing"), (0,), WonBy.BET_CARDS),
        ("1 0", [ALL_KINDS, ALL_KINDS], {"turns": 1}, (10, 9, "nothing"), (1,), WonBy.BOTH_BET_CARDS),
        ("8 0", [ALL_KINDS, ALL_KINDS], {"turns": 1}, (10, 9, "nothing"), (0, 1), WonBy.BOTH_BET_CARDS),
        ("45 38", [NOTHING, NOTHING], {"equal_turns": True, "turns": 1}, (10, 9, "high"), (1,), WonBy.ENOUGH_CARDS),
        ("45 37", [NOTHING, NOTHING], {"equal_turns": True, "turns": 1}, (10, 9, "high"), (0, 1), WonBy.ENOUGH_CARDS),
        ("9 3", [NOTHING, NOTHING], {"turns": 59}, (10, 20, "nothing"), (0,), WonBy.MOST_CARDS),
        ("3 3", [NOTHING, NOTHING], {"turns": 59}, (10, 20, "nothing"), (0, 1), WonBy.MOST_CARDS),
        ("33 0", [NOTHING, NOTHING], {"turns": 58}, (10, 9, "high"), (0,), WonBy.ENOUGH_CARDS),
        ("12 3", [NOTHING, NOTHING], {"deck": 8}, (10, 8, "high"), (0,), WonBy.MOST_CARDS),
        ("12 3", [NOTHING, ALL_KINDS], {"deck": 8, "equal_turns": True}, (10, 8, "high"), (1,), WonBy.BET_CARDS),
        # An empty deck while turns are unequal: the 40 cards have not decided it, the count has.
        (
            "34 3",
            [NOTHING, NOTHING],
            {"deck": 8, "equal_turns": True, "multiplier": 99},
            (10, 8),
            (0,),
            WonBy.MOST_CARDS,
        ),
    ],
)
def test_8_8_what_two_players_win_by(won, achieved, how, turn, winners, won_by):
    at = {name: how[name] for name in ("turns", "deck") if name in how}
    options = {name: value for name, value in how.items() if name not in at}
    seen = table(won, achieved=achieved, options=options, **at).plays(*turn).view(0)
    assert (seen.phase, seen.winners, seen.won_by) == ("over", winners, won_by)


def test_8_8_nobody_is_told_before_the_end_and_everybody_then():
    position = table("9 9 2", turns=5)
    for going_on in (position, position.flips(10), without_outcome(position)):
        assert [going_on.view(viewer).won_by for viewer in (0, 1, 2, SPECTATOR)] == [None] * 4
    over = without_outcome(without_outcome(without_outcome(position)))
    assert [over.view(viewer).won_by for viewer in (0, 1, 2, SPECTATOR)] == [WonBy.EXTRA_TURNS] * 4
