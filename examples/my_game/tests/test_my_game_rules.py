"""Every rule of My Game, by its number in RULES.md."""

from fractions import Fraction

import msgspec
import pytest

from my_game import GAME
from my_game.actions import Reach, Stop
from my_game.events import PebbleDrawn, Stopped
from my_game.options import Options
from my_game.state import COLOURS, Colour, Hand, Phase, State
from touchwood.core.chance import WeightedChoice
from touchwood.core.events import heard_by
from touchwood.core.game import CHANCE, OVER
from touchwood.core.refusals import Refused
from touchwood.core.seats import SPECTATOR, Seat

ANA, BO, CY = Seat(0), Seat(1), Seat(2)
WHITE, BLACK = COLOURS.index(Colour.WHITE), COLOURS.index(Colour.BLACK)


def start(seats: int = 2, **options: int) -> State:
    return GAME.initial(Options(**options), seats, GAME.newest_version)


def draw(state: State, outcome: int) -> State:
    """Whoever has the turn reaches, and this comes out of the bag."""
    reached = GAME.apply(state, state.turn, Reach()).state
    return GAME.apply_chance(reached, outcome).state


def stop(state: State) -> State:
    return GAME.apply(state, state.turn, Stop()).state


def test_1_1_two_to_four_players() -> None:
    assert list(GAME.player_counts) == [2, 3, 4]


def test_1_2_the_bag_is_filled_as_agreed() -> None:
    assert (start().white, start().black) == (12, 6)
    assert (start(white=2, black=0).white, start(white=2, black=0).black) == (2, 0)
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"white": 31}, Options)


def test_1_3_a_pebble_a_player_at_least() -> None:
    assert GAME.why_not_options(Options(white=1, black=1), 2) is None
    error = GAME.why_not_options(Options(white=1, black=1), 3)
    assert error is not None
    assert error.code == "too_few_pebbles"


def test_2_1_turns_pass_clockwise_over_those_who_have_stopped() -> None:
    state = start(3)
    turns = []
    for step in (stop, lambda state: draw(state, WHITE), lambda state: draw(state, WHITE), stop):
        turns.append(state.turn)
        state = step(state)
    assert [*turns, state.turn] == [ANA, BO, CY, BO, CY]


def test_2_2_reach_or_stop_and_only_on_ones_turn() -> None:
    state = start()
    assert list(GAME.legal_actions(state, ANA)) == [Reach(), Stop()]
    assert list(GAME.legal_actions(state, BO)) == []
    with pytest.raises(Refused, match=r"not_your_turn \(rule 2.2\)"):
        GAME.apply(state, BO, Stop())
    assert GAME.apply(state, ANA, Stop()).state.hands[ANA].has_stopped


def test_2_3_all_pebbles_of_the_bag_are_alike() -> None:
    reached = GAME.apply(start(white=3, black=2), ANA, Reach()).state
    assert GAME.waiting_for(reached) is CHANCE
    assert GAME.chance(reached) == WeightedChoice((3, 2))
    drawn = GAME.apply_chance(reached, BLACK).state
    assert (drawn.white, drawn.black, drawn.hands[ANA]) == (3, 1, Hand(black=1))


def test_2_4_only_the_owner_sees_a_pebble() -> None:
    step = GAME.apply_chance(GAME.apply(start(), ANA, Reach()).state, BLACK)
    assert heard_by(ANA, step.events) == (PebbleDrawn(ANA, Colour.BLACK),)
    for other in (BO, SPECTATOR):
        assert heard_by(other, step.events) == (PebbleDrawn(ANA),)
        seen = GAME.view(step.state, other).hands[ANA]
        assert (seen.size, seen.white, seen.black) == (1, None, None)
    assert GAME.view(step.state, ANA).hands[ANA].black == 1


def test_2_5_a_full_hand_stops_by_itself() -> None:
    state = draw(start(room=1), WHITE)
    assert state.hands[ANA].has_stopped
    assert not draw(start(room=2), WHITE).hands[ANA].has_stopped
    step = GAME.apply_chance(GAME.apply(start(room=1), ANA, Reach()).state, WHITE)
    assert Stopped(ANA) in heard_by(BO, step.events)


def test_2_6_out_of_time_is_stopping() -> None:
    assert GAME.default_action(GAME.view(start(), ANA)) == Stop()


def test_3_1_all_have_stopped() -> None:
    over = stop(stop(start()))
    assert GAME.waiting_for(over) is OVER
    refusal = GAME.why_illegal(over, ANA, Reach())
    assert refusal is not None
    assert (refusal.code, refusal.rule) == ("game_over", "3.1")


def test_3_1_the_bag_is_empty() -> None:
    over = draw(draw(start(white=1, black=1), WHITE), BLACK)
    assert over.phase is Phase.OVER
    assert GAME.view(over, SPECTATOR).hands[ANA].white == 1


@pytest.mark.parametrize(("black", "points"), [(2, 1), (3, 0)])
def test_3_2_white_pebbles_count_unless_the_black_ones_spoil_them(black: int, points: int) -> None:
    state = msgspec.structs.replace(start(), hands=(Hand(white=1, black=black), Hand()))
    assert GAME.points(state) == (points, 0)


def test_3_3_most_points_win_and_equal_ones_share() -> None:
    won = stop(draw(stop(start()), WHITE))
    assert GAME.points(won) == (0, 1)
    assert GAME.returns(won) == (Fraction(0), Fraction(1))
    assert GAME.returns(stop(stop(start()))) == (Fraction(1, 2), Fraction(1, 2))
