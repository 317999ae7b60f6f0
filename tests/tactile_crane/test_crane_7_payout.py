"""RULES.md 7: count and payout, as tables. Seat 0 is the challenger."""

import pytest
from crane_table import grabbing, table
from msgspec.structs import replace

from touchwood.core.events import AddressedEvent
from touchwood.core.seats import SPECTATOR, Seat
from touchwood.games.tactile_crane.cards import Bet, Jackpot, Result
from touchwood.games.tactile_crane.events import (
    BetAchieved,
    BetPaid,
    BundleLifted,
    CardsCounted,
    CardsReturned,
    Event,
    GrabTaken,
    JackpotRefilled,
    JackpotShared,
    JackpotTaken,
    LeftoversAdded,
)
from touchwood.games.tactile_crane.rules.payout import refill_jackpots
from touchwood.games.tactile_crane.state import ChallengeRecord


def after(position, choice: str | None = "jackpot left"):
    """The turn paid out; the choice is made if it is asked for."""
    return position.does(position.turn, choice) if position.phase == "jackpot" else position


def test_7_1_the_count_shows_all_what_was_held_and_bet():
    position = grabbing(number=10).holds(8).lifts()
    for viewer in (0, 1, SPECTATOR):
        assert position.events(viewer)[:2] == (BundleLifted(Seat(0)), CardsCounted(Seat(0), 10, 8, Result.LOW))
        assert position.heard(viewer)[2] == "BetsRevealed"
        last = position.view(viewer).last
        assert last is not None
        assert last.held == 8
        assert last.bets == (None, Bet.LOW, Bet.LOW)


@pytest.mark.parametrize(
    ("held", "record"), [(9, ChallengeRecord(low=1)), (10, ChallengeRecord(exact=1)), (11, ChallengeRecord(high=1))]
)
def test_7_1_everybody_remembers_how_turns_ended(held, record):
    position = grabbing(number=10).holds(held).lifts()
    assert [player.challenges for player in position.view(SPECTATOR).players] == [
        record,
        ChallengeRecord(),
        ChallengeRecord(),
    ]


@pytest.mark.parametrize(
    ("jackpots", "choice", "won", "left"),
    [
        ("3 5", "jackpot left", 13, [3, 5]),  # refilled
        ("3 5", "jackpot right", 15, [3, 3]),
        ("0 5", None, 15, [3, 3]),  # one possibility is not asked about
        ("4 0", None, 14, [3, 3]),
        ("0 0", None, 10, [3, 3]),  # nothing to take
    ],
)
def test_7_2_exact_the_grab_and_one_jackpot_that_has_cards(jackpots, choice, won, left):
    position = table(jackpots=jackpots).plays(10, 10)
    assert position.phase == ("jackpot" if choice else "flip")
    position = after(position, choice)
    assert (position.won, position.jackpots) == ([won, 0, 0], left)


def test_7_2_the_choice_is_the_challengers_after_seeing_the_bets():
    position = table(jackpots="3 5").plays(10, 10, "just", "high")
    assert (position.asked, position.may(0), position.free) == ((0,), ["jackpot left", "jackpot right"], ())
    assert [player.bet for player in position.view(0).players] == [None, Bet.JUST, Bet.HIGH]
    assert (position.view(0).counted, position.deck) == (10, 118)
    assert position.why_not(0, "lift") == ("choose_jackpot_now", "7.2")


def test_7_2_grab_and_jackpot_are_told():
    position = table(jackpots="3 5").plays(10, 10).does(0, "jackpot right")
    told = position.events(SPECTATOR)
    assert told[:2] == (GrabTaken(Seat(0), 10), JackpotTaken(Seat(0), Jackpot.RIGHT, 5))


@pytest.mark.parametrize(
    ("number", "held", "won", "leftovers"),
    [
        (10, 8, 6, 2),
        (10, 9, 8, 1),
        (10, 6, 2, 4),
        (10, 5, 0, 5),  # the shortfall is the whole grab
        (10, 4, 0, 4),  # and never more than that
        (20, 1, 0, 1),
        (4, 3, 2, 1),
    ],
)
def test_7_3_lower_the_shortfall_goes_to_a_jackpot_the_rest_to_the_challenger(number, held, won, leftovers):
    position = table().plays(number, held)
    assert (position.won, position.jackpots) == ([won, 0, 0], [3 + leftovers, 3])
    assert position.deck == 130 - held
    told = [GrabTaken(Seat(0), won)] if won else []
    assert list(position.events(1)[3:]) == [LeftoversAdded(Jackpot.LEFT, leftovers), *told]


@pytest.mark.parametrize(("number", "held"), [(10, 13), (10, 11), (4, 30), (20, 21)])
def test_7_4_higher_the_excess_goes_to_a_jackpot_the_rest_back(number, held):
    position = table().plays(number, held)
    excess = held - number
    assert (position.won, position.jackpots, position.deck) == ([0, 0, 0], [3 + excess, 3], 130 - excess)
    assert position.events(1)[3:] == (LeftoversAdded(Jackpot.LEFT, excess), CardsReturned(number))


@pytest.mark.parametrize(("jackpots", "after_it"), [("3 3", [5, 3]), ("4 3", [4, 5]), ("3 4", [5, 4]), ("9 0", [9, 2])])
def test_7_5_leftovers_go_to_the_smaller_jackpot_equal_to_the_left(jackpots, after_it):
    for held in (8, 12):
        assert table(jackpots=jackpots).plays(10, held).jackpots == after_it


@pytest.mark.parametrize("held", [8, 12])
def test_7_5_leftovers_challenger_the_challenger_chooses(held):
    position = table(jackpots="3 4", options={"leftovers": "challenger"}).plays(10, held)
    assert (position.phase, position.may(0)) == ("jackpot", ["jackpot left", "jackpot right"])
    assert position.does(0, "jackpot right").jackpots == [3, 6]
    assert position.does(0, "jackpot left").jackpots == [5, 4]


def test_7_5_with_one_jackpot_nothing_is_chosen():
    for held in (8, 10, 12):
        position = table("0 0", options={"leftovers": "challenger"}).plays(10, held, "just")
        assert position.phase == "flip"


@pytest.mark.parametrize(
    ("deck", "paid"),
    [
        (60, [2, 2, 2]),
        (8 + 5, [2, 2, 1]),
        (8 + 4, [2, 2, 0]),
        (8 + 3, [2, 1, 0]),
        (8 + 1, [1, 0, 0]),
        (8, [0, 0, 0]),  # the grab was the whole deck
    ],
)
def test_7_6_low_pays_two_cards_from_the_deck_while_it_lasts(deck, paid):
    position = table("0 0 0 0", deck=deck).plays(10, 8, "low", "low", "low")
    assert position.won == [6, *paid]


def test_7_6_clockwise_from_the_challengers_left():
    position = table("0 0 0 0", deck=8 + 3, turns=2).plays(10, 8, "low", "low", "low")
    assert position.won == [1, 0, 6, 2]  # seat 2 is the challenger, then 3, 0, 1


def test_7_6_high_is_paid_after_the_rest_of_the_grab_went_back():
    position = table("0 0 0", deck=13).plays(10, 13, "high", "high")
    assert (position.won, position.deck, position.jackpots) == ([0, 2, 2], 6, [6, 3])
    assert BetPaid(Seat(1), Bet.HIGH, 2) in position.events(2)


@pytest.mark.parametrize(
    ("held", "bet"), [(8, "high"), (8, "just"), (12, "low"), (12, "just"), (10, "high"), (10, "low"), (8, "nothing")]
)
def test_7_6_a_wrong_bet_pays_nothing(held, bet):
    position = after(table(jackpots="3 9").plays(10, held, bet, bet))
    assert position.won[1:] == [0, 0]


@pytest.mark.parametrize(
    ("bets", "other", "shares"),
    [
        (("just", "low", "low", "high"), 7, [7, 0, 0, 0]),
        (("just", "low", "just", "high"), 7, [4, 0, 3, 0]),
        (("low", "just", "just", "just"), 7, [0, 3, 2, 2]),
        (("low", "just", "just", "just"), 8, [0, 3, 3, 2]),
        (("just", "just", "just", "just"), 3, [1, 1, 1, 0]),
        (("just", "just", "just", "just"), 12, [3, 3, 3, 3]),
        (("just", "low", "low", "high"), 0, [0, 0, 0, 0]),  # empty: nothing
        (("low", "low", "high", "high"), 7, [0, 0, 0, 0]),
    ],
)
def test_7_7_just_shares_the_other_jackpot_the_remainder_clockwise(bets, other, shares):
    position = after(table("0 0 0 0 0", jackpots=f"5 {other}").plays(10, 10, *bets))
    assert position.won == [15, *shares]
    assert position.jackpots == [3, 3 if any(shares) or not other else other]


def test_7_7_clockwise_from_the_challenger_wherever_that_is():
    position = after(table("0 0 0 0", jackpots="5 4", turns=1).plays(10, 10, "just", "just", "just"))
    assert position.won == [1, 15, 2, 1]  # seat 1 is the challenger, then 2, 3, 0


def test_7_7_the_jackpot_that_the_challenger_left():
    position = table(jackpots="5 4").plays(10, 10, "just").does(0, "jackpot right")
    assert position.won == [14, 5, 0]
    assert JackpotShared(Seat(1), Jackpot.LEFT, 5) in position.events(0)


def test_7_7_both_empty_nothing_for_anybody():
    assert table(jackpots="0 0").plays(10, 10, "just").won == [10, 0, 0]


@pytest.mark.parametrize(
    ("deck", "jackpots", "filled", "left"),
    [
        (60, "0 0", [3, 3], 44),
        (10 + 5, "0 0", [3, 2], 0),
        (10 + 3, "0 0", [3, 0], 0),
        (10 + 1, "0 0", [1, 0], 0),
        (10, "0 0", [0, 0], 0),
        (60, "0 4", [3, 3], 44),  # the right one was taken
    ],
)
def test_7_8_empty_jackpots_get_three_cards_the_left_first_while_the_deck_lasts(deck, jackpots, filled, left):
    position = table(deck=deck, jackpots=jackpots).plays(10, 10)
    assert (position.jackpots, position.deck) == (filled, left)


def test_7_8_after_the_bets_are_paid():
    position = table(deck=10 + 4, jackpots="0 6").plays(10, 9, "low", "low")
    # Nine cards are grabbed, one is left over for the left jackpot; five stay, four are paid.
    assert (position.won, position.jackpots, position.deck) == ([8, 2, 2], [1, 6], 1)
    taken = after(table(jackpots="4 2").plays(10, 10, "just"))
    assert [type(event) for event in taken.events(1)][:5] == [
        GrabTaken,
        JackpotTaken,
        JackpotShared,
        JackpotRefilled,
        JackpotRefilled,
    ]


@pytest.mark.parametrize(
    ("held", "bet", "achieved", "won", "jackpot"),
    [
        (9, "low", (0, 1, 0), 8, 4),
        (9, "high", (0, 0, 0), 8, 4),
        (12, "high", (1, 0, 0), 0, 5),
        (10, "just", (0, 0, 1), 13, 3),
        (10, "low", (0, 0, 0), 13, 3),
    ],
)
def test_7_9_two_players_no_payout_but_right_bet_cards_are_achieved(held, bet, achieved, won, jackpot):
    position = table("0 0").plays(10, held, bet)
    assert position.won == [won, 0]
    assert position.jackpots == [jackpot]
    assert position.state.players[1].achieved == achieved
    total = [a + b for a, b in zip(position.state.players[1].bet_cards, achieved, strict=True)]
    assert total == [2, 2, 1]
    told = [event for event in position.events(0) if isinstance(event, BetAchieved)]
    assert told == ([BetAchieved(Seat(1), Bet(bet))] if any(achieved) else [])


def test_7_8_nobody_hears_of_a_jackpot_that_no_card_is_left_for():
    state = replace(table().state, deck=0, jackpots=(0, 0))
    told: list[AddressedEvent[Event]] = []
    assert refill_jackpots(state, told) == state
    assert told == []
    assert refill_jackpots(replace(state, deck=4), told).jackpots == (3, 1)
    assert [each.event.cards for each in told if isinstance(each.event, JackpotRefilled)] == [3, 1]
