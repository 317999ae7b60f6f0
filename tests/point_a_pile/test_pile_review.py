"""Looking back: mistakes are found and explained by what was known, and nothing near the best is called one."""

from collections import defaultdict
from random import Random
from typing import Any

import pytest
from pile_table import Position, table
from pile_walks import steps

from touchwood.bots import coach, find_player, play_match
from touchwood.bots.candidate_search import CandidateSearch
from touchwood.bots.finding import strongest_level
from touchwood.core.linking import has_numba
from touchwood.core.review import Judgement, Review
from touchwood.core.seats import Seat
from touchwood.core.words import languages, words_of
from touchwood.games.point_a_pile import GAME
from touchwood.games.point_a_pile.actions import Point, PointAtEmptySpace
from touchwood.games.point_a_pile.options import Options
from touchwood.games.point_a_pile.review import why
from touchwood.games.point_a_pile.review.choices import Option
from touchwood.match.dealer import PlainDealer
from touchwood.match.match import Match
from touchwood.match.reviewing import choices_in_force, review_match

needs_numba = pytest.mark.skipif(not has_numba(), reason="numba is not installed: there is nothing to know better with")
ChoicesMade = list[tuple[int, Any, Seat, Any]]
ALL = {"point_a_police": True, "complete_a_mission": True, "dont_a_touchme": True, "wait_a_minute": True}


def made_of(position: Position, *moves: tuple[int, str]) -> tuple[ChoicesMade, Position]:
    made: ChoicesMade = []
    for seat, move in moves:
        made.append((len(made) + 1, position.state, Seat(seat), GAME.codec.parse(move)))
        position = position.does(seat, move)
    return made, position


def review(position: Position, *moves: tuple[int, str]) -> Review:
    assert GAME.reviewer is not None
    made, end = made_of(position, *moves)
    return GAME.reviewer.review(made, end.state)


def first_of(position: Position, *moves: tuple[int, str]) -> tuple[Judgement, str | int | None]:
    """The first judgement, and why it is a mistake."""
    found = review(position, *moves)
    judged = found.judgements[0]
    return judged, found.facts.get(f"{judged.entry}.why")


ONE_GOOD_CARD = table("-", "-", hand="B25 B01 B02 B03").does(0, "lay B25 | B01 B02 B03")


# -- Picks of two ---------------------------------------------------------------------------------------------------
def test_to_leave_the_other_what_wins_is_a_mistake():
    """The card in pile 1 wins for player 0."""
    position = table("B25 B26", "-", hand="B29 B01 B02 B03", target=4).does(0, "lay B29 | B01 B02 B03")
    judged, reason = first_of(position, (1, "point 2"))
    assert judged.margin == 1
    assert judged.cost > judged.margin
    assert judged.best == ("point 1",)
    assert reason == "denies"


def test_to_walk_past_ones_own_win_is_a_mistake():
    """Pile 1 wins for the Headpointer, and nobody else may touch it: S01 is shy."""
    position = table("B25 B26", "-", hand="B29 S01 B01 B02", target=4).does(0, "lay B29 S01 | B01 B02")
    assert 1 in position.fouls(1)
    judged, reason = first_of(position, (0, "point 2"))
    assert judged.cost > 1
    assert judged.best == ("point 1",)
    assert reason == "brings"


def test_a_best_pick_costs_nothing():
    position = table("B25 B26", "-", hand="B29 B01 B02 B03", target=4).does(0, "lay B29 | B01 B02 B03")
    judged, reason = first_of(position, (1, "point 1"))
    assert (judged.cost, judged.best[0], reason) == (0, "point 1", None)


@pytest.mark.parametrize("pick", ["1", "2", "empty"])
def test_where_all_is_about_as_good_nothing_is_a_mistake(pick):
    position = table("-", "-", hand="B01 B02 B03 B06").does(0, "lay B01 B02 | B03 B06")
    judged, reason = first_of(position, (0, f"point {pick}"))
    assert (judged.cost, judged.action in judged.best, reason) == (0, True, None)


@pytest.mark.parametrize("players", [2, 3])
def test_what_others_secretly_did_plays_no_part(players):
    hand = ["B25", "B01", "B02", "B03", "B26", "B04"][: 2 * players]
    laid = table(*["-"] * players, hand=" ".join(hand)).does(0, f"lay {' '.join(hand[:2])} | {' '.join(hand[2:])}")
    judgements = [review(laid, (1, f"point {secret}"), (0, "point 2")).judgements[1] for secret in ("1", "2", "empty")]
    assert judgements[0] == judgements[1] == judgements[2]
    assert judgements[0].seat == 0


def test_only_the_last_of_several_fingers_is_judged():
    found = review(ONE_GOOD_CARD, (0, "point 2"), (0, "point empty"), (0, "point 1"), (1, "point 1"))
    assert [(judged.entry, judged.action) for judged in found.judgements] == [(3, "point 1"), (4, "point 1")]


# -- More players, and piles that are invalid -----------------------------------------------------------------------
def test_a_pick_that_is_sure_to_be_invalid_says_so():
    """The shy card on pile 1 is not for the Headpointer, whom pile 2 wins the game."""
    shy = "S03"
    position = table("B25", "-", "-", hand=f"B01 {shy} B26 B02 B03 B04", target=2)
    position = position.does(0, f"lay B01 {shy} | B26 B02 | B03 B04")
    assert 1 in position.fouls(0)
    judged, reason = first_of(position, (0, "point 1"))
    assert judged.cost > 0
    assert judged.best[0] == "point 2"
    assert reason == "foul"


def test_to_walk_past_the_winning_pile_is_a_mistake_among_many_too():
    position = table("B25 B26", "-", "-", "-", hand="B29 B06 B01 B02 B03 B04 B05 B07", target=5)
    position = position.does(0, "lay B29 B06 | B01 B02 | B03 B04 | B05 B07")
    judged, reason = first_of(position, (0, "point 3"))
    assert judged.cost > 1
    assert judged.best[0] == "point 1"
    assert reason is not None


def test_why_tells_where_most_of_the_difference_comes_from():
    def pick(own: float, others: float, at_best: float, alone: float) -> Option:
        return Option(Point(1), own=own, others=others, at_best=at_best, alone=alone)

    best = pick(own=3.0, others=1.0, at_best=3.0, alone=0.9)
    assert why(pick(own=1.0, others=1.0, at_best=4.0, alone=0.2), best) == "crowded"
    assert why(pick(own=1.0, others=1.0, at_best=4.0, alone=0.8), best) == "brings"
    assert why(pick(own=1.0, others=1.0, at_best=1.5, alone=0.2), best) == "brings"
    assert why(pick(own=2.5, others=3.0, at_best=4.0, alone=0.2), best) == "denies"


# -- Cuts -----------------------------------------------------------------------------------------------------------
def test_a_cut_that_hands_the_win_over_is_a_mistake():
    """Either pile wins for player 1, who lacks a purple card (B35) and a point, and the Headpointer can point at one of
    them only. At one pile of all cards the Headpointer can."""
    position = table("B04 B27", "B05 B26 B35", hand="B30 B12 B21 B25", target=6)
    apart, reason = first_of(position, (0, "lay B30 B12 | B21 B25"))
    assert apart.cost > 3
    assert "lay B30 B12 B21 B25" in apart.best
    assert reason == "cut_denies"
    together, reason = first_of(position, (0, "lay B21 B12 B30 B25"))
    assert (together.cost, reason) == (0, None)


def test_where_there_is_one_way_to_cut_nothing_is_judged():
    position = table("-", "-", hand="B25 B26 B01 B08").does(0, "lay B25 B26 | B01 B08").points("1", "1")
    assert position.phase == "split"
    assert review(position, (0, "split B25 | B26")).judgements == ()


def test_cuts_of_more_than_two_are_not_judged():
    position = table("-", "-", "-", hand="B25 B26 B01 B08 B02 B03")
    assert review(position, (0, "lay B25 B26 B01 B08 B02 B03")).judgements == ()


# -- What the strongest level knows better --------------------------------------------------------------------------
@pytest.fixture(scope="module")
def last_round() -> Match:
    """One round and no more. Whoever has pile 1 has two promises that can never be kept (5 points for 6 cards, a point
    for each card without text), and pile 2 is worth less than nothing: who points at empty space loses nothing."""
    piles = ("B48 B50", "B51 B23 B33 B44")
    options = Options(deck=tuple(sorted(" ".join(piles).split())), first=Seat(0), round_limit=1)
    match = Match.start(GAME, options=options, players=["Ana", "Bo", "Cy"], dealer=PlainDealer(1))
    match.act(Seat(0), GAME.codec.parse(f"lay {piles[0]} | {piles[1]}"))
    for seat, place in enumerate(("empty", "1", "2")):
        match.act(Seat(seat), GAME.codec.parse(f"point {place}"))
    assert match.is_over
    return match


@needs_numba
def test_what_was_best_by_what_was_known_is_cleared_of_what_a_few_guesses_said(last_round):
    """The game's own reviewer counts promises, and blames Ana for the two of pile 1, and Cy for taking pile 2. In many
    worlds empty space was best for her; for Cy it stays a mistake."""
    assert GAME.reviewer is not None
    guessed = review_match(last_round, GAME.reviewer)
    assert [judged.cost > 0 for judged in guessed.judgements] == [True, False, True]
    state, seat = choices_in_force(last_round)[1][1:3]
    bot = find_player(GAME, strongest_level(GAME))
    assert isinstance(bot, CandidateSearch)
    tried = bot.with_nodes(200).weighed(GAME.knowledge(state, seat), GAME.legal_actions(state, seat), Random(1))
    assert max(tried, key=lambda one: one.mean).action == PointAtEmptySpace()

    ana, bo, cy = (cleared := coach.confirmed(last_round, guessed)).judgements
    assert (ana.cost, ana.is_close, ana.best[0]) == (0, True, "point empty")
    assert (bo, cy) == guessed.judgements[1:]
    assert (guessed.facts["mistakes"], cleared.facts["mistakes"]) == (2, 1)
    assert {f"{ana.entry}.why", f"{cy.entry}.why"} <= set(guessed.facts)
    assert f"{ana.entry}.why" not in cleared.facts
    assert cleared.facts[f"{cy.entry}.why"] == guessed.facts[f"{cy.entry}.why"]
    assert [judged.cost for judged in coach.review(last_round).judgements] == [0, 0, cy.cost]


# -- Whole matches --------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("mix", "seats"), [({}, 2), ({}, 5), (ALL, 2), (ALL, 4), ({**ALL, "complete_a_mission": False, "memory": True}, 2)]
)
def test_any_match_can_be_looked_back_at(mix, seats):
    made: ChoicesMade = []
    for number, (state, actor, choice, step) in enumerate(steps(Options(**mix, round_limit=4), seats, 7), start=1):
        if actor is not None:
            made.append((number, state, actor, choice))
        final = step.state
    assert GAME.reviewer is not None
    found = GAME.reviewer.review(made, final)
    assert found == GAME.reviewer.review(made, final)
    by_entry = {entry: (state, seat, action) for entry, state, seat, action in made}
    for judged in found.judgements:
        state, seat, action = by_entry[judged.entry]
        assert (judged.seat, judged.action) == (seat, GAME.codec.text(action))
        assert judged.margin is not None
        assert judged.cost == 0 or judged.margin <= judged.cost <= 10
        assert not (judged.is_close and judged.cost)
        assert (judged.cost == 0) == (judged.action in judged.best)
        assert (f"{judged.entry}.why" in found.facts) == (judged.cost > 0)
        for best in judged.best:
            assert GAME.why_illegal(state, seat, GAME.codec.parse(best)) is None
    assert found.facts["judged"] == len(found.judgements) > 5
    assert any(judged.is_close for judged in found.judgements)
    assert found.facts["goal"] == ("missions" if mix.get("complete_a_mission") else "points")
    for language in languages(GAME.words):
        assert str(found.facts["judged"]) in words_of(GAME.words, language=language).label(
            "review.judged", **found.facts
        )


@pytest.mark.parametrize("players", [("medium", "random"), ("hard", "greedy", "random")])
def test_better_players_are_told_less(players):
    """Points given away a choice, over some matches."""
    costs: dict[str, list[int]] = defaultdict(list)
    for deal in range(6):
        match = Match.start(GAME, players=list(players), dealer=PlainDealer(deal))
        play_match(match, {Seat(seat): find_player(GAME, name) for seat, name in enumerate(players)}, Random(deal))
        for judged in coach.review(match).judgements:
            costs[players[judged.seat]].append(judged.cost)
    means = [sum(costs[name]) / len(costs[name]) for name in players]
    assert means == sorted(means)
    assert means[-1] > 0.4
    # Who looks ahead over the match now and then gives a point of the round away for it.
    assert means[0] < 0.2
