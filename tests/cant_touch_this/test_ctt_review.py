"""The review: what every choice cost, the best ones, the turning point; alone the score against the best possible."""

from random import Random
from typing import Any

import pytest
from ctt_table import do, start

from touchwood.core.review import Judgement, Review
from touchwood.core.seats import Seat
from touchwood.games.cant_touch_this import GAME
from touchwood.games.cant_touch_this.bots import PLAYERS
from touchwood.games.cant_touch_this.cards import deck
from touchwood.games.cant_touch_this.codec import text
from touchwood.games.cant_touch_this.options import Options
from touchwood.games.cant_touch_this.rules.bidding import wins_facing
from touchwood.games.cant_touch_this.rules.ending import winner
from touchwood.games.cant_touch_this.rules.legality import asked
from touchwood.games.cant_touch_this.solving import card_value, position_value
from touchwood.games.cant_touch_this.state import Phase, State, other

ChoicesMade = list[tuple[int, State, Seat, Any]]


def walk(state: State, choose: Any) -> tuple[ChoicesMade, State]:
    """A match from here to its end, as a reviewer gets it; entries are counted from 1."""
    made: ChoicesMade = []
    while (seat := asked(state)) is not None:
        action = choose(state, seat)
        made.append((len(made) + 1, state, seat, action))
        state = GAME.apply(state, seat, action).state
    return made, state


def at_random(seed: int) -> Any:
    rng = Random(seed)
    return lambda state, seat: rng.choice(GAME.legal_actions(state, seat))


def by_words(*moves: str) -> Any:
    left = iter(moves)
    return lambda state, seat: GAME.codec.parse(next(left))


def review(made: ChoicesMade, final: State) -> Review:
    assert GAME.reviewer is not None
    return GAME.reviewer.review(made, final)


# A card on which going first is worth 1: whoever begins takes the 2, the other a 1.
WORTH_ONE = "2BB/BBB/BB1"


def test_a_small_match_judged_choice_by_choice():
    """One clip each, first edition: the first takes the two, the second is left with the one."""
    state = start(edition=1, card=WORTH_ONE, clips_each=1, first=Seat(0))
    assert card_value(state.grid, state.options) == 1
    made, final = walk(state, by_words("raise", "raise", "pass", "S2x1", "N0x1"))
    judged = review(made, final).judgements
    assert [(choice.action, choice.cost, choice.best) for choice in judged] == [
        ("raise", 0, ("raise",)),  # facing 0, worth 1: lost either way, but level instead of one behind
        ("raise", 1, ("pass",)),  # facing 1: passing would have won the level match
        ("pass", 0, ("pass",)),
        ("S2x1", 2, ("N0x1", "W0x1")),  # one of two corners: 1 instead of 2, and the two for the opponent
        ("N0x1", 0, ("N0x1", "W0x1")),
    ]
    assert [choice.is_turning_point for choice in judged] == [False, True, False, True, False]
    assert all(choice.margin is None for choice in judged)
    # Seat 0 stood to win facing 1 and bid 2: from there seat 1 won.
    assert review(made, final).facts == {"value": 1, "bid": 2, "first": 0, "winner": 1, "decisive": 2}


@pytest.mark.parametrize(("raises", "cost_of_pass"), [(0, 1), (1, 0), (2, 0)])
def test_what_a_pass_costs(raises, cost_of_pass):
    state = do(start(edition=1, card=WORTH_ONE, clips_each=1, first=Seat(0)), *["raise"] * raises)
    made, final = walk(state, by_words("pass", "N0x1", "S2x1"))
    assert review(made, final).judgements[0].cost == cost_of_pass


@pytest.mark.parametrize("edition", [1, 2])
def test_costs_add_up_to_the_final_margin(edition):
    for seed in range(8):
        state = start(edition=edition, card="random", rng=Random(seed), clips_each=1 + seed % 3)
        made, final = walk(state, at_random(seed))
        judged = review(made, final)
        cost = dict.fromkeys((Seat(0), Seat(1)), 0)
        for (_, before, seat, action), choice in zip(made, judged.judgements, strict=True):
            assert (choice.action, choice.seat) == (text(action), seat)
            assert choice.cost >= 0
            assert (choice.cost == 0) == (choice.action in choice.best)
            if before.phase is Phase.CLIP:
                cost[seat] += choice.cost
        assert final.first is not None
        points = GAME.points(final)
        margin = points[final.first] - points[other(final.first)]
        value = judged.facts["value"]
        assert isinstance(value, int)
        assert margin == value - final.bid - cost[final.first] + cost[other(final.first)]


def stands_to_win(state: State) -> Seat:
    """Who wins from here if both play perfectly."""
    if state.phase is Phase.BID:
        speaker = asked(state)
        assert speaker is not None
        return speaker if wins_facing(card_value(state.grid, state.options), state.bid) else other(speaker)
    assert state.first is not None
    return state.first if position_value(state) - state.bid > 0 else other(state.first)


@pytest.mark.parametrize("edition", [1, 2])
def test_the_last_choice_that_gave_the_win_away_was_decisive(edition):
    changes = []
    for seed in range(15):
        made, final = walk(start(edition=edition, card="random", rng=Random(seed)), at_random(seed))
        states = [state for _, state, _, _ in made] + [final]
        given_away = [
            entry
            for (entry, _, seat, _), before, after in zip(made, states, states[1:], strict=False)
            if stands_to_win(before) == seat != stands_to_win(after)
        ]
        facts = review(made, final).facts
        assert ([facts["decisive"]] if "decisive" in facts else []) == given_away[-1:]
        changes.append(len(given_away))
    assert max(changes) > 1


@pytest.mark.parametrize("seats", [1, 2])
def test_the_three_dearest_choices_are_told_and_the_decisive_one_among_them(seats):
    """Alone too, where nobody is to be beaten."""
    were_cheap = 0
    for seed in range(15):
        judged = review(*walk(start(seats, card="random", rng=Random(seed)), at_random(seed)))
        costs = sorted([choice.cost for choice in judged.judgements], reverse=True)
        told = [choice for choice in judged.judgements if choice.is_turning_point]
        decisive = judged.facts.get("decisive")
        others = sorted([choice.cost for choice in told if choice.entry != decisive], reverse=True)
        if decisive is None:
            assert others == [cost for cost in costs[:3] if cost]
        else:
            assert decisive in [choice.entry for choice in told]
            assert 1 <= len(told) <= 3
            assert others == [c.cost for c in dearest_but(judged, decisive)[: len(others)]]
            were_cheap += told != [choice for choice in judged.judgements if choice.cost >= costs[2]]
    assert seats == 1 or were_cheap, "in some the decisive one was none of the dearest"


def dearest_but(judged: Review, entry: object) -> list[Judgement]:
    return sorted([c for c in judged.judgements if c.entry != entry and c.cost], key=lambda c: -c.cost)


@pytest.mark.parametrize("edition", [1, 2])
def test_chances_are_the_solvers_all_or_nothing(edition):
    for seed in range(6):
        made, final = walk(start(edition=edition, card="random", rng=Random(seed)), at_random(seed))
        states = [state for _, state, _, _ in made] + [final]
        judged = review(made, final)
        assert judged.assumes == "perfect"
        dealt, chances = judged.chances[:2], judged.chances[2:]
        assert [(chance.entry, chance.seat) for chance in dealt] == [(0, 0), (0, 1)], "as it was dealt"
        assert [(chance.entry, chance.seat) for chance in chances] == [(entry, seat) for entry, _, seat, _ in made]
        for chance, after in zip(chances, states[1:], strict=True):
            assert (chance.percent, chance.margin) == (100 if stands_to_win(after) == chance.seat else 0, 0)
        assert chances[-1].percent == (100 if winner(final) == chances[-1].seat else 0)
        assert sum(chance.percent for chance in dealt) == 100
        if states[0].phase is not Phase.CHOOSE_SIDE:
            assert dealt[stands_to_win(states[0])].percent == 100


def test_alone_nobody_is_to_be_beaten():
    assert review(*walk(start(1, rng=Random(1)), at_random(1))).chances == ()


@pytest.mark.parametrize("seats", [1, 2])
def test_perfect_play_costs_nothing(seats):
    for seed in range(4):
        rng = Random(seed)
        made, final = walk(
            start(seats, rng=Random(seed)),
            lambda state, seat, rng=rng: PLAYERS["best"].choose(
                GAME.view(state, seat), GAME.legal_actions(state, seat), rng
            ),
        )
        judged = review(made, final).judgements
        assert [choice.cost for choice in judged] == [0] * len(made)
        assert not any(choice.is_turning_point for choice in judged)
        assert all(choice.action in choice.best for choice in judged)


def test_a_side_may_cost_no_points_and_still_lose_the_match():
    """A defender who keeps an even side when the other one is odd hands the level match over."""
    card, side = next(
        (number, side)
        for number, card in enumerate(deck(2))
        for side in (0, 1)
        if card_value(card.sides[side], Options()) % 2 == 0 < card_value(card.sides[side], Options())
        and card_value(card.sides[1 - side], Options()) % 2 == 1
        and card_value(card.sides[1 - side], Options()) > 0
    )
    state = GAME.apply_chance(
        GAME.apply_chance(GAME.initial(Options(first=Seat(0)), 2, GAME.newest_version), card).state, side
    ).state
    rng = Random(1)

    def keep_then_perfect(state: State, seat: Seat) -> Any:
        if state.phase is Phase.CHOOSE_SIDE:
            return GAME.codec.parse("keep side")
        return PLAYERS["best"].choose(GAME.view(state, seat), GAME.legal_actions(state, seat), rng)

    made, final = walk(state, keep_then_perfect)
    kept = review(made, final).judgements[0]
    assert (kept.action, kept.cost, kept.best, kept.is_turning_point) == ("keep side", 0, ("other side",), True)
    assert winner(final) == 1


@pytest.mark.parametrize("edition", [1, 2])
def test_alone_the_costs_are_what_is_missing_to_the_best(edition):
    for seed in range(2):
        made, final = walk(start(1, edition=edition, card="random", rng=Random(seed)), at_random(seed))
        judged = review(made, final)
        (score,) = GAME.points(final)
        assert judged.facts["score"] == score
        assert judged.facts["best"] == score + sum(choice.cost for choice in judged.judgements)
        assert "rating" not in judged.facts, "a shuffled card has none (7.2)"


def test_a_match_that_was_broken_off_can_be_reviewed():
    made, _ = walk(start(card="random", rng=Random(3)), at_random(3))
    for end in range(1, len(made)):
        judged = review(made[:end], made[end][1])
        assert len(judged.judgements) == end
        assert "winner" not in judged.facts
