"""The coach at TAG: planted positions whose worth is known."""

import pytest
from tag_exact_ends import held_in_band
from tag_table import Position, table

from touchwood.bots import kernel_search
from touchwood.bots.coach import TwinReviewer
from touchwood.core.linking import has_numba
from touchwood.core.review import Review
from touchwood.core.seats import Seat
from touchwood.core.twin import interpreted
from touchwood.games.tag import GAME
from touchwood.games.tag.packing import KERNEL

# The deck is empty, one more discard ends the match, and whoever is to discard leads. Playing a letter goes on, and
# then the other plays a TAG card: a point, and IT for the first.
LAST_DISCARD = table("T A", "TAG TAG", sets=(1, 0), streak=1)


def reviewed(position: Position, action: str, worlds: int = 20) -> Review:
    options, seat = position.state.options, Seat(position.asked)
    twin = interpreted(KERNEL, options, len(position.state.players), linked_with=(kernel_search,))
    made = [(1, position.state, seat, GAME.codec.parse(action))]
    return TwinReviewer(GAME, twin, options, worlds).review(made, position.state)


def test_a_match_thrown_away_is_told_with_what_would_have_won_it():
    (judged,) = reviewed(LAST_DISCARD, "play T").judgements
    assert judged.cost == 100
    assert judged.best[0].startswith("discard")
    assert judged.is_turning_point
    assert judged.margin == 0


def test_what_won_for_sure_costs_nothing():
    review = reviewed(LAST_DISCARD, "discard T")
    (judged,), (chance,) = review.judgements, review.chances
    assert (judged.cost, judged.best, judged.is_turning_point) == (0, ("discard T",), False)
    assert (chance.seat, chance.percent) == (0, 100)
    assert chance.margin >= 1
    assert review.unit == "percent"


# Between two with an empty deck everything is known. Each of these wins for sure, gone through to the end, yet quick
# moves lose with it; in the first one all else loses.
ONLY_WIN = table("Gool TAG TAG / T", "TAG TAG", sets=(1, 0), it=1)
SURE_WINS = [
    (ONLY_WIN, "play TAG"),
    (table("T TAG A / A T", "TAG / T", sets=(1, 2), it=1), "discard A"),
    (table("G A G A / A", "G T / G", sets=(2, 0), it=1), "play G"),
    (table("A TAG T / T G", "T TAG", sets=(1, 0), it=0, streak=1), "play TAG"),
]
IN_ONE_WORLD = 2
"""All are alike; one half says what is best, the other by how much."""


@pytest.mark.parametrize(("position", "action"), SURE_WINS)
def test_who_saw_further_than_quick_moves_do_is_not_blamed(position: Position, action: str):
    (judged,) = reviewed(position, action, IN_ONE_WORLD).judgements
    assert (judged.cost, judged.best) == (0, (action,))


def test_who_loses_whether_others_think_or_not_is_blamed():
    (judged,) = reviewed(LAST_DISCARD, "play T", IN_ONE_WORLD).judgements
    assert judged.cost == 100


@pytest.mark.skipif(not has_numba(), reason="numba is not installed: the coach has no twin")
def test_its_band_holds_what_can_be_gone_through_whole():
    """Over a thousand ends: `python tests/tag/tag_exact_ends.py 1000`."""
    assert held_in_band(60) >= 54
