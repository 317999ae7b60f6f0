"""A round between two, solved: the matrices, what pairs of picks lead to, the cuts, and the strength it gives."""

from dataclasses import replace
from itertools import product
from random import Random

import pytest
from pile_table import Position, table
from pile_walks import walk
from test_pile_bots import shares

from touchwood.bots import find_player
from touchwood.bots.candidate_search import CandidateSearch
from touchwood.bots.tree_search import TreeSearch
from touchwood.core.bot import Weigher
from touchwood.core.game import OVER
from touchwood.core.linking import has_numba
from touchwood.core.seats import Seat
from touchwood.games.point_a_pile import GAME
from touchwood.games.point_a_pile.actions import Point, PointAtEmptySpace
from touchwood.games.point_a_pile.bots import PLAYERS, Cutter
from touchwood.games.point_a_pile.bots.duel import Duel, is_duel, partitions
from touchwood.games.point_a_pile.bots.matrix import solve
from touchwood.games.point_a_pile.bots.worth import FULL_SCALE, WIN
from touchwood.games.point_a_pile.cards import shipped_cards
from touchwood.games.point_a_pile.options import Options
from touchwood.games.point_a_pile.rules.round import laying_of
from touchwood.games.point_a_pile.rules.splitting import why_not_piles
from touchwood.games.point_a_pile.state import Phase, State

needs_numba = pytest.mark.skipif(not has_numba(), reason="numba is not installed: there is nothing to search with")


# -- Matrices -------------------------------------------------------------------------------------------------------
def test_rock_paper_scissors_is_mixed_evenly():
    solved = solve([[0, -1, 1], [1, 0, -1], [-1, 1, 0]])
    assert solved.value == pytest.approx(0)
    assert solved.rows == pytest.approx([1 / 3] * 3)
    assert solved.columns == pytest.approx([1 / 3] * 3)


def test_where_one_choice_is_best_whatever_the_other_does_it_is_taken():
    solved = solve([[3, 2], [1, 0]])
    assert (solved.value, solved.rows, solved.columns) == (2, [1, 0], [0, 1])


def test_against_a_solved_mix_no_choice_gains_anything():
    rng = Random(5)
    for _ in range(300):
        height, width = rng.randint(1, 6), rng.randint(1, 6)
        # Few different payoffs make many ties, on which a careless simplex goes in circles.
        payoffs = [[rng.choice((0.0, 1.0, 2.0, rng.random())) for _ in range(width)] for _ in range(height)]
        solved = solve(payoffs)
        assert sum(solved.rows) == pytest.approx(1)
        assert sum(solved.columns) == pytest.approx(1)
        by_column = [sum(solved.rows[row] * payoffs[row][column] for row in range(height)) for column in range(width)]
        by_row = [
            sum(solved.columns[column] * payoffs[row][column] for column in range(width)) for row in range(height)
        ]
        assert min(by_column) == pytest.approx(solved.value)
        assert max(by_row) == pytest.approx(solved.value)


# -- What picks lead to ---------------------------------------------------------------------------------------------
def after(state: State, first: int, second: int) -> State:
    """By the rules: both point."""
    for seat, place in enumerate((first, second)):
        action = Point(place) if place else PointAtEmptySpace()
        state = GAME.apply(state, Seat(seat), action).state
    return state


@pytest.mark.parametrize("mix", [{}, {"point_a_police": True}, {"dont_a_touchme": True}])
def test_apart_both_are_left_with_what_the_rules_give_them(mix):
    """Every pair of picks of many pointings, walked by the rules and by the solver."""
    compared = won = 0
    for seed in range(6):
        for state in walk(Options(**mix, target=5), 2, seed):
            if state.phase is not Phase.POINTING or state.round.later or state.round.fingers != (None, None):
                continue
            duel = Duel(state, (5, 5))
            outcomes = duel.pointing_now().outcomes
            places = [0, *(pile.place for pile in state.round.piles)]
            for (row, first), (column, second) in product(enumerate(places), repeat=2):
                end = after(state, first, second)
                if end.phase is Phase.SPLIT or (first == second and first):
                    continue
                compared += 1
                found = outcomes[row][column]
                if GAME.waiting_for(end) is OVER:
                    won += 1
                    shares_of_win = GAME.returns(end)
                    assert [hope == WIN + FULL_SCALE for hope in found] == [share > 0 for share in shares_of_win]
                else:
                    rows = [player.row for player in end.players]
                    assert found == pytest.approx(duel.hoped(rows[0], rows[1], end.headpointer))
    assert compared > 100
    assert won > 5


def test_a_contested_pile_of_two_alike_leaves_both_level():
    """Two cards of one point each, wanted by both: split, neither gets ahead. Alone one would."""
    position = table("-", "-", hand="B25 B26 B01 B08").does(0, "lay B25 B26 | B01 B08")
    outcomes = Duel(position.state, (10, 10)).pointing_now().outcomes
    assert outcomes[1][1].lead == pytest.approx(0)
    assert outcomes[1][0].lead > 1.5


def test_without_a_look_into_splits_a_contested_pile_is_a_part_of_its_worth_to_both():
    """Whatever the split would bring them; apart nothing differs."""
    position = table("B29", "-", hand="B25 B26 B01 B08").does(0, "lay B25 B26 | B01 B08")
    solved = Duel(position.state, (10, 10)).pointing_now().outcomes
    duel = Duel(position.state, (10, 10), looks_into_splits=False)
    guessed = duel.pointing_now().outcomes
    ended, now = duel.end(*duel.rows), duel.hoped(*duel.rows, position.state.headpointer)
    whole = duel.hoped(("B29", "B25", "B26"), ("B25", "B26"), position.state.headpointer)
    assert guessed[1][1] == pytest.approx(
        [end + 0.425 * (more - less) for end, more, less in zip(ended, whole, now, strict=True)]
    )
    assert guessed[1][1] != pytest.approx(solved[1][1])
    assert [row[:1] for row in guessed] == [row[:1] for row in solved]
    assert guessed[1][2] == solved[1][2]


def test_a_single_card_that_both_want_is_nobodys():
    position = table("-", "-", hand="B25 B01 B02 B03").does(0, "lay B25 | B01 B02 B03")
    duel = Duel(position.state, (10, 10))
    assert duel.pointing_now().outcomes[1][1] == duel.hoped((), (), Seat(1))


# -- Cuts -----------------------------------------------------------------------------------------------------------
def test_all_ways_to_put_cards_into_piles():
    assert [len(list(partitions("ABCDE"[:count]))) for count in range(6)] == [1, 1, 2, 5, 15, 52]  # type: ignore[arg-type]  # letters stand for cards


@pytest.mark.parametrize("mix", [{}, {"point_a_police": True, "dont_a_touchme": True}])
def test_the_best_cut_is_a_legal_one_and_no_other_is_better(mix):
    tried = 0
    for state in [state for seed in range(4) for state in walk(Options(**mix), 2, seed)]:
        if state.phase in (Phase.LAYOUT, Phase.SPLIT) and is_duel(state):
            duel, laying = Duel(state, (10, 10)), laying_of(state)
            best = duel.best_piles()
            assert why_not_piles(laying, best) is None
            worths = [duel.for_headpointer(duel.pointing(piles, state.round.aside)) for piles in duel.cuts(laying)]
            assert duel.for_headpointer(duel.pointing(best, state.round.aside)) == pytest.approx(max(worths))
            tried += 1
    assert tried > 5


def test_a_layout_is_planned_with_the_rule_that_will_be_read():
    """R01: not the colour of one's last card. Pile 1 is red, as the last card of player 1, who gets nothing there."""
    position, piles = table("B25 R01", "B26", hand="B06 B09 B03 B04"), (("B06", "B09"), ("B03", "B04"))
    laid = position.does(0, "lay B06 B09 | B03 B04")
    assert laid.state.round.rule == "R01"
    duel = Duel(position.state, (10, 10))
    planned = duel.pointing(piles, ())  # type: ignore[arg-type]  # tests name cards by plain text
    assert planned == Duel(laid.state, (10, 10)).pointing_now()
    before = duel.hoped(*duel.rows, Seat(1))
    assert planned.outcomes[1][1].second == before.second
    assert planned.outcomes[1][1].first > before.first


# -- The player -----------------------------------------------------------------------------------------------------
def chosen_by(level: str, position: Position, seat: int, seed: int) -> str:
    view = GAME.knowledge(position.state, Seat(seat))
    legal = GAME.legal_actions(position.state, Seat(seat))
    return GAME.codec.text(find_player(GAME, level).choose(view, legal, Random(seed)))


@pytest.mark.parametrize("level", ["medium", "hard"])
def test_who_points_later_answers_the_finger_that_is_seen(level):
    """The last point later. Pile 1 costs a point, pile 2 brings one, empty space gets what is left."""
    rule = next(card.card for card in shipped_cards().values() if card.kind == "last_points_later")
    position = table(f"B41 {rule}", "B28", hand="B27 B25 B01 B02").does(0, "lay B27 | B25 B01 B02")
    assert position.awaited == (0,)
    answers = {
        pick: {chosen_by(level, position.does(0, f"point {pick}"), 1, seed) for seed in range(6)}
        for pick in ("empty", "1", "2")
    }
    assert answers["empty"] == {"point 2"}
    assert answers["1"] <= {"point 2", "point empty"}
    assert answers["2"] == {"point 2"}


@pytest.mark.parametrize("level", ["medium", "hard", "best"])
def test_who_solves_takes_the_win_or_denies_it(level):
    """One card wins for player 0 and is nothing to player 1: both point at it, always."""
    position = table("B25 B26", "-", hand="B29 B01 B02 B03", target=4).does(0, "lay B29 | B01 B02 B03")
    for seat in (0, 1):
        assert {chosen_by(level, position, seat, seed) for seed in range(6)} == {"point 1"}


def test_solved_rounds_beat_a_glance_clearly_for_two():
    medium = PLAYERS["medium"]
    assert isinstance(medium, Weigher)
    assert isinstance(medium.quick, Cutter)
    assert shares(medium.quick, replace(medium.quick, solves_duels=False), 12) > 0.6


@needs_numba
def test_between_two_hard_searches_on_from_the_solved_round_and_best_does_so_longer():
    """How much stronger that makes them is measured by the league, docs/bots.md."""
    position = table("B25 B26", "-", hand="B29 B01 B02 B03").does(0, "lay B29 | B01 B02 B03")
    view, legal, walked = position.view(0), GAME.legal_actions(position.state, Seat(0)), []
    for level in ("hard", "best"):
        bot = find_player(GAME, level)
        assert isinstance(bot, CandidateSearch)
        assert isinstance(bot.quick, TreeSearch)
        _, root = bot.quick.weighed(view, legal, Random(1))
        assert root is not None
        walked.append(sum(root.visits))
    assert 50 < walked[0] < walked[1] / 2
