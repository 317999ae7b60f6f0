"""The honest toy has known answers, worked out by hand."""

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from touchwood.core.chance import odds
from touchwood.core.game import CHANCE, OVER
from touchwood.core.refusals import Refused
from touchwood.core.seats import SPECTATOR, Seat
from touchwood.core.values import from_json
from touchwood.testing import Run, Scenario
from touchwood.testing.run import Move, play
from touchwood.testing.samples import by_knowledge, layers
from touchwood.testing.toys.pebbles import GAME
from touchwood.testing.toys.pebbles.values import Call, Colour, Lay, Options, Phase, Point, State

ANA, BO = Seat(0), Seat(1)


def after(*moves: Move, options: Options | None = None, players: int = 2) -> State:
    state = GAME.initial(options or Options(), players, GAME.newest_version)
    for move in moves:
        state = play(GAME, state, move).state
    return state


def draws(*colours: Colour) -> list[Move]:
    return [Move(None, tuple(Colour).index(colour)) for colour in colours]


def pointing(*colours: Colour, piles: tuple[int, ...] = (1, 2)) -> State:
    return after(*draws(*colours), Move(ANA, Lay(piles)), players=len(colours))


def test_1_2_red_comes_as_often_as_it_is_in_the_bag() -> None:
    assert list(odds(GAME.chance(GAME.initial(Options(red=1, blue=3), 2, GAME.newest_version)))) == [(0, 1), (1, 3)]


@pytest.mark.parametrize("stones", [1, 2, 3, 4])
def test_2_1_a_row_of_stones_has_two_to_the_power_of_gaps_layouts(stones: int) -> None:
    state = after(*draws(Colour.RED, Colour.BLUE), options=Options(stones=stones))
    view, laying = GAME.view(state, ANA), GAME.builders[0]
    whole: set[Any] = set()
    partial: list[tuple[int, ...]] = [()]
    while partial:
        parts = partial.pop()
        if (action := laying.finish(view, parts)) is not None:
            whole.add(action)
        partial += [(*parts, choice) for choice in laying.choices(view, parts)]
    assert len(whole) == 2 ** (stones - 1)


def test_3_2_a_finger_moves_until_the_last_one_points() -> None:
    state = pointing(Colour.RED, Colour.BLUE)
    assert GAME.waiting_for(state) == (ANA, BO)
    state = GAME.apply(state, ANA, Point(0)).state
    assert (GAME.waiting_for(state), GAME.may_act(state)) == ((BO,), (ANA,))
    state = GAME.apply(state, ANA, Point(1)).state
    state = GAME.apply(state, BO, Point(0)).state
    assert GAME.waiting_for(state) is CHANCE
    with pytest.raises(Refused, match=r"not_your_turn \(rule 3.1\)"):
        GAME.apply(state, ANA, Point(0))


def test_4_2_a_lot_gives_a_point_more() -> None:
    state = pointing(Colour.RED, Colour.BLUE)
    for seat, pile in ((ANA, 1), (BO, 0)):
        state = GAME.apply(state, seat, Point(pile)).state
    assert GAME.points(GAME.apply_chance(state, 0).state) == (5, 1)
    assert GAME.points(GAME.apply_chance(state, 1).state) == (4, 2)


def test_3_3_a_colour_is_called_once() -> None:
    state = GAME.apply(pointing(Colour.RED, Colour.BLUE), BO, Call(Colour.RED)).state
    assert GAME.legal_actions(state, BO) == [Point(0), Point(1)]
    refusal = GAME.why_illegal(state, BO, Call(Colour.BLUE))
    assert refusal is not None
    assert (refusal.code, refusal.rule, refusal.facts) == ("called_already", "3.3", {"colour": Colour.RED})


@pytest.mark.parametrize(
    ("fingers", "points", "returns"),
    [
        ((0, 1), (3, 2), (1, 0)),
        ((1, 0), (5, 1), (1, 0)),
        ((0, 0), (1, 0), (1, 0)),
    ],
)
def test_5_1_stones_count_double_in_a_red_fist(
    fingers: tuple[int, int], points: tuple[int, ...], returns: tuple[Fraction, ...]
) -> None:
    state = pointing(Colour.RED, Colour.BLUE)
    for seat, finger in zip((ANA, BO), fingers, strict=True):
        state = GAME.apply(state, seat, Point(finger)).state
    state = GAME.apply_chance(state, ANA).state
    assert GAME.points(state) == points
    assert GAME.returns(state) == returns


def test_5_2_equal_points_share_the_win() -> None:
    state = pointing(Colour.BLUE, Colour.BLUE, piles=(2, 1))
    for seat, finger in ((ANA, 0), (BO, 1)):
        state = GAME.apply(state, seat, Point(finger)).state
    state = GAME.apply_chance(state, BO).state
    assert (GAME.points(state), GAME.returns(state)) == ((2, 2), (Fraction(1, 2), Fraction(1, 2)))


def test_number_of_matches_without_calls_and_second_thoughts() -> None:
    """One red, one blue: 2 deals. Two stones: one pile (1 x 1 fingers) or two (2 x 2). Either points first, 2 lots."""

    def count(state: State) -> int:
        waiting = GAME.waiting_for(state)
        if waiting is OVER:
            return 1
        if waiting is CHANCE:
            moves = [Move(None, outcome) for outcome, _ in odds(GAME.chance(state))]
        elif state.phase is Phase.LAY:
            moves = [Move(ANA, Lay(piles)) for piles in ((2,), (1, 1))]
        else:
            pairs = product(waiting, GAME.legal_actions(state, ANA))
            moves = [Move(seat, action) for seat, action in pairs if isinstance(action, Point)]
        return sum(count(play(GAME, state, move).state) for move in moves)

    assert count(GAME.initial(Options(red=1, blue=1, stones=2), 2, GAME.newest_version)) == 2 * (1 + 4) * 2 * 2


def test_a_spectator_sees_no_fist_before_the_end() -> None:
    state = pointing(Colour.RED, Colour.BLUE)
    assert GAME.view(state, SPECTATOR).fists == (None, None)
    assert GAME.view(state, BO).fists == (None, Colour.BLUE)


def test_exact_odds_of_the_other_fist() -> None:
    """One red and three blue: who holds blue thinks the other one red with 1 in 3; who holds red is sure."""
    run = Run(GAME, Scenario(name="uneven bag", players=2, options=("red=1", "blue=3"), is_tiny=True))
    dealt = list(layers(run))[1]
    groups = by_knowledge(run, dealt, BO)
    assert sorted(map(len, groups)) == [1, 2]
    unsure = next(group for group in groups if len(group) == 2)
    chances = Counter({from_json(encoded, State).fists[ANA]: world.weight for encoded, world in unsure.items()})
    assert chances == {Colour.RED: Fraction(1, 3), Colour.BLUE: Fraction(2, 3)}


def test_exact_odds_go_on_into_sealed_choices() -> None:
    """Deals, a layout and a finger: the walk does not end at the first decision."""
    run = Run(GAME, Scenario(name="small", players=2, options=("red=1", "blue=1", "stones=2"), is_tiny=True))
    walked = list(layers(run))
    assert len(walked) > 3
    pointing_now = [
        worlds for worlds in walked if any(from_json(world, State).phase is Phase.POINT for world in worlds)
    ]
    assert len(pointing_now) > 1
    assert all(sum(world.weight for world in worlds.values()) == 1 for worlds in walked)


def test_positions_are_taken_from_every_stretch_of_the_matches_and_from_anywhere_in_it() -> None:
    """Matches without calls and second thoughts all have one length: every seventh would be the same moment."""
    run = Run(GAME, Scenario(name="many", players=2, matches=40))
    every = list(run.positions)
    taken = [every.index(position) for position in run.sampled_positions(20)]
    stretch = -(-len(every) // 20)
    assert [place // stretch for place in taken] == list(range(-(-len(every) // stretch)))
    assert len({place % stretch for place in taken}) > 2
    assert {position.state.phase for position in run.sampled_positions(40)} == {*Phase}
    assert list(run.sampled_positions(len(every))) == every


def test_every_seat_is_at_times_the_one_that_does_not_know_what_others_have_chosen() -> None:
    """Of those who choose at once any may be the first, in the walk through all worlds."""
    seats = set()
    for seed in range(8):
        run = Run(GAME, Scenario(name="one stone", players=2, options=("stones=1",), seed=seed))
        for worlds in layers(run):
            states = [from_json(world, GAME.state_type) for world in worlds]
            seats |= {seat for state in states for seat in GAME.may_act(state)}
    assert seats == {ANA, BO}
