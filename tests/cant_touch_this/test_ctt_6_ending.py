"""Rules 6 and 7: points, the winner, the rematch, and the match alone."""

from fractions import Fraction
from random import Random

import pytest
from ctt_table import VECTORS, clips, do, events, legal, random_states, start, table
from msgspec.structs import replace

from touchwood.core.seats import Seat
from touchwood.games.cant_touch_this import GAME
from touchwood.games.cant_touch_this.cards import deck
from touchwood.games.cant_touch_this.events import DuelWon, SoloEnded
from touchwood.games.cant_touch_this.options import Mix, Options, why_not_options
from touchwood.games.cant_touch_this.review import facts_alone
from touchwood.games.cant_touch_this.rules.ending import rating, rematch_options, sheet, winner
from touchwood.games.cant_touch_this.state import Phase

LEVEL = "12221 11111 11111 11111"
PRINTED = " ".join(deck(2)[0].sides[0])


# -- 6.1 ------------------------------------------------------------------------------------------------------------
def test_6_1_the_lines_of_a_sheet_add_up():
    for seed in range(30):
        state = start(card="random", edition=1 + seed % 2, rng=Random(seed))
        for position in random_states(state, Random(seed)):
            for seat, points in enumerate(GAME.points(position)):
                own = sheet(position, Seat(seat))
                assert own.total == points == sum(line.points for line in own.lines) - own.penalty
                assert own.penalty == (position.bid if seat == position.first else 0)


@pytest.mark.parametrize("edition", ["1", "2"])
def test_6_1_the_scores_of_the_vectors(edition):
    finals = VECTORS["editions"][edition]["finals"]
    assert len(finals) == 34
    for final in finals:
        first, second = ([f"{edge}{line}x{depth}" for edge, line, depth in final[side]] for side in ("first", "second"))
        in_turn = " ".join(clip for pair in zip(first, second, strict=True) for clip in pair)
        card = " ".join(final["grid"])
        state = table(card, edition=int(edition), placed=in_turn)
        assert GAME.points(state) == (final["score_first"], final["score_second"])
        alone = table(card, edition=int(edition), seats=1, placed=in_turn)
        assert GAME.points(alone) == (final["score_as_solo"],)


# -- 6.2 ------------------------------------------------------------------------------------------------------------
def test_6_2_more_points_win():
    state = table(LEVEL, clips_each=1, placed="N1x1")
    assert events(state, "N0x1")[-1] == DuelWon(Seat(0), (2, 1), tied=None)
    over = do(state, "N0x1")
    assert winner(over) == 0
    assert GAME.returns(over) == (Fraction(1), Fraction(0))


@pytest.mark.parametrize(("bid", "second"), [(0, "N2x1"), (1, "N0x1")])
def test_6_2_the_second_player_wins_ties(bid, second):
    # Both level: two points each, or two less the bid of one against one.
    state = table(LEVEL, clips_each=1, bid=bid, placed="N1x1")
    assert events(state, second)[-1] == DuelWon(Seat(1), (2 - bid, 2 - bid), tied=2 - bid)
    assert GAME.returns(do(state, second)) == (Fraction(0), Fraction(1))


# -- 6.3 ------------------------------------------------------------------------------------------------------------
def test_6_3_the_winner_defends_in_a_rematch():
    for seed in range(10):
        over = random_states(start(rng=Random(seed)), Random(seed))[-1]
        options = rematch_options(over)
        assert options == replace(over.options, first=winner(over))
        assert start(card="111/111/111", first=options.first).defender == winner(over)


def test_6_3_a_rematch_draws_a_new_card():
    over = do(table("12G 1BS 1*1", clips_each=1), "N0x1", "N1x1")
    options = rematch_options(over)
    assert (options.card, options.columns, options.rows) == ("random", 3, 3)
    assert options.mix == Mix(one=4, two=1, swirl=1, gem=1, bomb=1, star=1)
    assert why_not_options(options, 2) is None
    assert rematch_options(replace(over, options=Options(card="random"))).card == "random"
    alone = random_states(start(1), Random(1))[-1]
    assert rematch_options(alone) == alone.options


# -- 7 --------------------------------------------------------------------------------------------------------------
def test_7_1_six_clips_and_no_bidding():
    state = start(1, card="random")
    assert state.phase is Phase.CLIP
    states = random_states(state, Random(1))
    assert len(states) == 7
    assert {placed.seat for placed in states[-1].placed} == {0}
    assert len(random_states(start(1, card="random", clips_each=1), Random(1))) == 3


def test_7_1_nobody_may_stop_early():
    state = table("BBB BBB BBB", seats=1)
    # All clips cost points, and there is nothing else to do.
    assert all(move[0] in "NESW" for move in legal(state))
    assert GAME.points(random_states(state, Random(1))[-1])[0] <= -18


@pytest.mark.parametrize(
    ("score", "rated"),
    [
        (-3, "bomb_exploded"),
        (20, "bomb_exploded"),
        (21, "touched_poop"),
        (25, "touched_poop"),
        (26, "emerald"),
        (30, "emerald"),
        (31, "you_are_a_star"),
        (35, "you_are_a_star"),
        (36, "impossible"),
        (60, "impossible"),
    ],
)
def test_7_2_the_printed_ratings(score, rated, monkeypatch):
    state = table(PRINTED, seats=1)
    monkeypatch.setattr("touchwood.games.cant_touch_this.rules.ending.points", lambda state: (score,))
    assert rating(state) == rated
    assert rating(replace(state, options=Options(edition=1))) is None


@pytest.mark.parametrize("clips_each", [1, 2, 3])
@pytest.mark.parametrize("gems_from_second", [False, True])
def test_7_2_only_where_the_printed_scale_means_something(clips_each, gems_from_second):
    """A side of the deck is one whichever way it came: drawn, or by its rows as the card of the day is."""
    played = {"clips_each": clips_each, "gems_from_second": gems_from_second}
    drawn = start(1, edition=2, side_by_chance=True, **played)
    given = table(PRINTED, seats=1, **played)
    for state in (drawn, given):
        over = random_states(state, Random(1))[-1]
        is_as_printed = clips_each == 3 and not gems_from_second
        assert (GAME.view(over, Seat(0)).rating is not None) == is_as_printed
        assert ("rating" in facts_alone(over)) == is_as_printed
    assert rating(random_states(start(1, edition=2, card="random", **played), Random(1))[-1]) is None
    another = PRINTED.replace(PRINTED[0], "1" if PRINTED[0] != "1" else "2", 1)
    assert rating(random_states(table(another, seats=1, **played), Random(1))[-1]) is None


def test_7_3_no_rating_in_the_first_edition_but_the_best_possible():
    state = table("121 111 111", seats=1, edition=1, clips_each=1, placed="N0x1")
    assert events(state, "N2x3")[-1] == SoloEnded(Seat(0), 4, rating=None)
    over = do(state, "N2x3")
    assert GAME.returns(over) == (Fraction(4),)
    assert facts_alone(over) == {"score": 4, "best": 7}
    unrated = do(table("121 111 111", seats=1, clips_each=1, placed="N0x1"), "N2x3")
    assert facts_alone(unrated) == {"score": 4, "best": 7}
    assert clips("N2x3") == [unrated.placed[-1].clip]
