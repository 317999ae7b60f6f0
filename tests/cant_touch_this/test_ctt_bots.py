"""The bots: legal, repeatable, weaker by less sight, and one that is perfect.

With TOUCHWOOD_SOAK=1 the whole count: 200 cards an edition against every other bot.
"""

import os
from itertools import pairwise
from random import Random

import pytest
from ctt_table import start, table

from touchwood.bots import RandomBot
from touchwood.core.bot import Bot
from touchwood.core.seats import Seat
from touchwood.games.cant_touch_this import GAME
from touchwood.games.cant_touch_this.actions import Action, PlaceClip
from touchwood.games.cant_touch_this.bots import PLAYERS, Limited, hardness
from touchwood.games.cant_touch_this.cards import deck
from touchwood.games.cant_touch_this.rules.bidding import wins_facing
from touchwood.games.cant_touch_this.rules.ending import winner
from touchwood.games.cant_touch_this.rules.legality import asked
from touchwood.games.cant_touch_this.solver import solve_solo
from touchwood.games.cant_touch_this.solving import best_clips, card_value
from touchwood.games.cant_touch_this.state import Phase, State, other, with_clip
from touchwood.games.cant_touch_this.view import View

IS_SOAK = os.environ.get("TOUCHWOOD_SOAK") == "1"
CARDS = 200 if IS_SOAK else 10

Player = Bot[View, Action]
OTHERS: dict[str, Player] = {"random": RandomBot(GAME), **PLAYERS}


def choice(player: Player, state: State, seed: int = 1) -> Action:
    seat = asked(state)
    assert seat is not None
    actions = GAME.legal_actions(state, seat)
    chosen = player.choose(GAME.view(state, seat), actions, Random(seed))
    assert chosen in actions
    return chosen


def played(state: State, players: tuple[Player, ...], seed: int) -> list[State]:
    states = [state]
    while (seat := asked(states[-1])) is not None:
        action = choice(players[seat], states[-1], seed + len(states))
        states.append(GAME.apply(states[-1], seat, action).state)
    return states


def text(state: State, player: str, seed: int = 1) -> str:
    return GAME.codec.text(choice(PLAYERS[player], state, seed))


def test_the_levels_go_from_weak_to_perfect():
    assert list(PLAYERS) == ["simple", "easy", "medium", "hard", "best"]


# -- Perfect --------------------------------------------------------------------------------------------------------
def stands_to_win(state: State, seat: Seat) -> bool:
    """At the first clip, with the bid and the tie rule counted."""
    margin = card_value(state.grid, state.options) - state.bid
    return (margin > 0) == (seat == state.first)


@pytest.mark.soak
@pytest.mark.parametrize("edition", [1, 2])
@pytest.mark.parametrize("opponent", [name for name in OTHERS if name != "best"])
def test_perfect_never_loses_a_duel_it_entered_with_a_winning_bid(opponent, edition):
    entered = 0
    for seed in range(CARDS):
        perfect = Seat(seed % 2)
        players = (PLAYERS["best"], OTHERS[opponent])[:: 1 if perfect == 0 else -1]
        states = played(start(edition=edition, card="random", rng=Random(seed)), players, seed)
        won = winner(states[-1]) == perfect
        value = card_value(states[0].grid, states[0].options)
        for state in states:
            if state.phase is Phase.BID and asked(state) == perfect and wins_facing(value, state.bid):
                assert won, f"seed {seed}: lost a won bidding"
        if stands_to_win(next(state for state in states if state.phase is Phase.CLIP), perfect):
            entered += 1
            assert won, f"seed {seed}: lost a won duel"
    assert entered >= CARDS // 3


@pytest.mark.soak
@pytest.mark.parametrize("edition", [1, 2])
def test_perfect_against_perfect_ends_as_the_bidding_says(edition):
    for seed in range(CARDS):
        state = start(edition=edition, card="random", first=Seat(0), rng=Random(seed))
        value = card_value(state.grid, state.options)
        over = played(state, (PLAYERS["best"], PLAYERS["best"]), seed)[-1]
        assert (winner(over) == 1) == wins_facing(value, 0)
        assert over.first is not None
        first, second = GAME.points(over)[over.first], GAME.points(over)[other(over.first)]
        assert first - second == value - over.bid == min(value, 0)


def test_perfect_bids_up_to_the_value_and_no_further():
    state = start(card="random", first=Seat(0), rng=Random(4))
    value = card_value(state.grid, state.options)
    assert value > 0
    for bid in range(value + 3):
        assert text(state, "best") == ("raise" if bid < value else "pass")
        state = GAME.apply(state, asked(state), GAME.legal_actions(state, asked(state))[0]).state


def test_perfect_chooses_the_side_that_wins():
    chosen = set()
    for seed in range(12):
        state = start(first=Seat(0), rng=Random(seed))
        assert state.card is not None
        assert state.side is not None
        this, that = (
            card_value(deck(2)[state.card].sides[side], state.options) for side in (state.side, 1 - state.side)
        )
        # The defender wins where the challenger, facing 0, does not.
        turns = wins_facing(this, 0) and not wins_facing(that, 0)
        assert text(state, "best") == ("other side" if turns else "keep side")
        chosen.add(turns)
    assert chosen == {True, False}


def test_perfect_takes_the_best_clip_that_is_hardest_to_answer():
    differing = 0
    for seed in range(12):
        state = start(edition=1, card="random", rng=Random(seed))
        state = GAME.apply(state, asked(state), GAME.codec.parse("pass")).state
        best = best_clips(state)
        hardest = {clip: hardness(with_clip(state, clip)) for clip in best}
        chosen = choice(PLAYERS["best"], state)
        assert isinstance(chosen, PlaceClip)
        assert hardest[chosen.clip] == max(hardest.values())
        differing += len(set(hardest.values())) > 1
    assert differing > 2


def test_hardness_is_few_good_answers_then_much_lost_by_the_others():
    # Two cells are open, a two and a one, each from two edges: two good answers; the other two lose 2 points,
    # as the opponent then takes the two.
    assert hardness(table("2BB BBB BB1", clips_each=1, edition=1)) == (-2, 100)
    # All alike: nothing can go wrong.
    assert hardness(table("1BB BBB BB1", clips_each=1, edition=1)) == (-4, 0)
    assert hardness(table("BBB B1B BBB", clips_each=1, edition=1)) == (0, 0)


@pytest.mark.parametrize("edition", [1, 2])
def test_perfect_alone_reaches_the_best_possible_score(edition):
    for seed in range(6):
        state = start(1, edition=edition, rng=Random(seed))
        assert state.card is not None
        best = max(solve_solo(side, edition=edition).optimum for side in deck(edition)[state.card].sides)
        assert GAME.points(played(state, (PLAYERS["best"],), seed)[-1]) == (best,)


# -- The others -----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("player", PLAYERS)
def test_every_bot_plays_whole_matches_and_repeats_itself(player):
    for seats in (1, 2):
        for options in ({}, {"edition": 1}, {"card": "BBB/B*B/BB1", "edition": 1}, {"clips_each": 1, "card": "random"}):
            state = start(seats, **options)
            once, again = (played(state, (PLAYERS[player],) * seats, 5) for _ in range(2))
            assert once == again


def test_simple_sees_two_symbols_deep_and_takes_most_at_once_and_easy_sees_three():
    state = table("1112 1111 GGG1 1111")
    # Three gems would be 6; of clips that simple sees, a one and a two are most, as are two gems.
    assert {text(state, "simple", seed) for seed in range(40)} == {"E0x2", "N3x2", "W2x2"}
    assert {text(state, "easy", seed) for seed in range(40)} == {"W2x3"}
    # A fourth gem would be 10, but easy does not see that deep.
    assert text(table("1112 1111 GGGG 1111"), "easy")[-1] == "3"
    # Where only deeper clips are legal they see those.
    assert text(table("BBB B*B BBB", edition=1), "simple")[-1] == "2"
    assert text(table("BBBBB BBBBB BB*BB BBBBB BBBBB", edition=1), "simple")[-1] == "3"
    assert text(table("BBBBBBB BBBBBBB BBBBBBB BBB*BBB BBBBBBB BBBBBBB BBBBBBB", edition=1), "easy")[-1] == "4"


def test_easy_and_medium_see_the_answer():
    # Three gems (6) are more than three ones with a gem (4), but beside them a fourth row of twos (8) would be left.
    state = table("2222 1111 1GGG 1111", clips_each=1)
    assert Limited(look_ahead=2).duel_value(state) == 8 - 7
    assert text(state, "medium") in ("W0x4", "E0x4")
    # So does easy, which does not see the four twos: it leaves one of them, or cuts the row.
    assert {text(state, "easy", seed) for seed in range(40)} == {"W0x3", "E0x3", "N1x3", "N2x3"}
    # Looking at the own gain alone is simple's way: it takes a pair of twos and leaves the other.
    assert text(state, "simple") in ("W0x2", "E0x2")


def test_weaker_levels_bid_by_playing_the_card_out_in_their_heads():
    state = start(card="2222/1111/1111/1111", clips_each=1, first=Seat(0))
    # Simple takes two twos and leaves two: so going first is worth nothing to it. Four twos against four ones are 4.
    assert Limited(look_ahead=1, reach=2).duel_value(state) == 0
    assert text(state, "simple") == "pass"
    assert card_value(state.grid, state.options) == 4
    assert [text(state, level) for level in ("easy", "medium", "hard", "best")] == ["raise"] * 4


@pytest.mark.soak
@pytest.mark.parametrize("edition", [1, 2])
def test_each_level_beats_the_one_below(edition):
    # Over 300 matches a step it is 65% at least; a sample is enough to notice an order turned over.
    matches = 100 if IS_SOAK else 24
    for weaker, stronger in pairwise(OTHERS):
        won = 0
        for seed in range(matches):
            strong = Seat(seed % 2)
            players = (OTHERS[stronger], OTHERS[weaker])[:: 1 if strong == 0 else -1]
            over = played(start(edition=edition, card="random", rng=Random(seed)), players, seed)[-1]
            won += winner(over) == strong
        assert won > matches / 2, f"{stronger} won {won} of {matches} against {weaker}"


def test_a_bot_chooses_by_its_view_alone():
    state = start(card="random", first=Seat(0), rng=Random(2))
    view = GAME.view(state, Seat(1))
    assert isinstance(view, View)
    chosen = choice(PLAYERS["best"], GAME.sample_state(view, Random(1)))
    assert chosen == choice(PLAYERS["best"], state)
