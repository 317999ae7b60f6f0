"""The rules (RULES.md), top to bottom as a turn is played."""

from collections.abc import Sequence
from fractions import Fraction

from msgspec.structs import replace

from my_game.actions import Action, Reach, Stop
from my_game.events import AddressedEvents, Event, GameEnded, PebbleDrawn, Stopped
from my_game.options import Options
from my_game.state import COLOURS, Colour, Hand, Phase, State
from touchwood.core.chance import Chance, Outcome, WeightedChoice
from touchwood.core.events import to_all_but, to_everyone, to_only
from touchwood.core.game import CHANCE, OVER, Step, Waiting
from touchwood.core.refusals import Refusal
from touchwood.core.seats import Seat, all_seats, clockwise_from
from touchwood.core.winning import shares_of

CHOICES: tuple[Action, ...] = (Reach(), Stop())


def initial(options: Options, seats: int, version: int) -> State:
    """1.2, 2.1: a full bag, empty hands, and seat 0 begins."""
    return State(options, Phase.CHOOSE, Seat(0), options.white, options.black, (Hand(),) * seats)


def waiting_for(state: State) -> Waiting:
    match state.phase:
        case Phase.CHOOSE:
            return (state.turn,)
        case Phase.DRAW:
            return CHANCE
        case Phase.OVER:
            return OVER


# -- 2 A turn ---------------------------------------------------------------------------------------------------------


def why_illegal(state: State, seat: Seat, action: Action) -> Refusal | None:
    if state.phase is Phase.OVER:
        return Refusal("game_over", "3.1")
    if state.phase is Phase.DRAW or seat != state.turn:
        return Refusal("not_your_turn", "2.2", {"seat": state.turn})
    return None


def legal_actions(state: State, seat: Seat) -> Sequence[Action]:
    """On a turn both choices are open: where only one was left, nobody is asked."""
    return CHOICES if state.phase is Phase.CHOOSE and seat == state.turn else ()


def act(state: State, seat: Seat, action: Action) -> Step[State, Event]:
    match action:
        case Reach():
            return Step(replace(state, phase=Phase.DRAW), ())
        case Stop():
            return stop(state, ())


def stop(state: State, told: AddressedEvents) -> Step[State, Event]:
    """2.2, 2.5: the player whose turn it is has no more turns."""
    stopped = with_hand(state, replace(state.hands[state.turn], has_stopped=True))
    return next_turn(stopped, (*told, to_everyone(Stopped(state.turn))))


def chance(state: State) -> Chance:
    """2.3: what may come out of the bag, in the order of COLOURS."""
    return WeightedChoice((state.white, state.black))


def apply_chance(state: State, outcome: Outcome) -> Step[State, Event]:
    assert isinstance(outcome, int)  # a weighted choice gives an index
    return draw_pebble(state, COLOURS[outcome])


def draw_pebble(state: State, colour: Colour) -> Step[State, Event]:
    seat, hand = state.turn, state.hands[state.turn]
    if colour is Colour.WHITE:
        drawn = with_hand(replace(state, white=state.white - 1), replace(hand, white=hand.white + 1))
    else:
        drawn = with_hand(replace(state, black=state.black - 1), replace(hand, black=hand.black + 1))
    # 2.4: told twice, to audiences that do not overlap.
    told: AddressedEvents = (to_only(seat, PebbleDrawn(seat, colour)), to_all_but(seat, PebbleDrawn(seat)))
    is_full = drawn.hands[seat].size >= state.options.room
    return stop(drawn, told) if is_full else next_turn(drawn, told)


def next_turn(state: State, told: AddressedEvents) -> Step[State, Event]:
    seat = next_seat(state)
    if seat is None or state.white + state.black == 0:
        return end(state, told)
    return Step(replace(state, phase=Phase.CHOOSE, turn=seat), told)


def next_seat(state: State) -> Seat | None:
    """2.1: clockwise, whoever has not stopped; the same seat comes last."""
    _, *others = clockwise_from(state.turn, len(state.hands))
    return next((seat for seat in (*others, state.turn) if not state.hands[seat].has_stopped), None)


def with_hand(state: State, hand: Hand) -> State:
    """The same with another hand for the player whose turn it is."""
    return replace(state, hands=(*state.hands[: state.turn], hand, *state.hands[state.turn + 1 :]))


# -- 3 The end --------------------------------------------------------------------------------------------------------


def end(state: State, told: AddressedEvents) -> Step[State, Event]:
    """3.1"""
    over = replace(state, phase=Phase.OVER)
    return Step(over, (*told, to_everyone(GameEnded(points(over), winners(over)))))


def points(state: State) -> tuple[int, ...]:
    """3.2"""
    return tuple(0 if hand.black >= state.options.spoils else hand.white for hand in state.hands)


def winners(state: State) -> tuple[Seat, ...]:
    scored = points(state)
    return tuple(seat for seat in all_seats(len(scored)) if scored[seat] == max(scored))


def returns(state: State) -> tuple[Fraction, ...]:
    """3.3"""
    return shares_of(winners(state), len(state.hands))
