"""The rules of Pebbles (RULES.md), top to bottom as it is played."""

from fractions import Fraction

from msgspec.structs import replace

from touchwood.core.chance import Chance, Outcome, Uniform, WeightedChoice
from touchwood.core.events import AddressedEvent, to_all_but, to_everyone, to_only
from touchwood.core.game import CHANCE, OVER, Step, Waiting
from touchwood.core.refusals import InputError, Refusal
from touchwood.core.seats import Seat
from touchwood.testing.toys.pebbles.values import (
    Action,
    Call,
    Called,
    Colour,
    Event,
    GameEnded,
    Lay,
    LotFell,
    Options,
    PebbleDrawn,
    Phase,
    PicksShown,
    PilesLaid,
    Point,
    Pointed,
    State,
)

COLOURS = tuple(Colour)
LAYER = Seat(0)


def why_not_options(options: Options, seats: int) -> InputError | None:
    pebbles = options.red + options.blue
    return None if pebbles >= seats else InputError("too_few_pebbles", pebbles=pebbles, players=seats)


def initial(options: Options, seats: int, version: int) -> State:
    nothing = (None,) * seats
    return State(options, Phase.DRAW, (options.red, options.blue), fists=nothing, picks=nothing, calls=nothing)


def waiting_for(state: State) -> Waiting:
    match state.phase:
        case Phase.DRAW | Phase.LOT:
            return CHANCE
        case Phase.LAY:
            return (LAYER,)
        case Phase.POINT:
            return tuple(Seat(seat) for seat, pick in enumerate(state.picks) if pick is None)
        case Phase.OVER:
            return OVER


def may_act(state: State) -> tuple[Seat, ...]:
    """3.2, 3.3: whoever is ready may still point anew, or call."""
    if state.phase is not Phase.POINT:
        return ()
    return tuple(Seat(seat) for seat, pick in enumerate(state.picks) if pick is not None)


# -- 1.2, 4.2 Chance --------------------------------------------------------------------------------------------------


def chance(state: State) -> Chance:
    return Uniform(len(state.fists)) if state.phase is Phase.LOT else WeightedChoice(state.bag)


def apply_chance(state: State, outcome: Outcome) -> Step[State, Event]:
    assert isinstance(outcome, int)
    return end(state, Seat(outcome)) if state.phase is Phase.LOT else draw_pebble(state, COLOURS[outcome])


def draw_pebble(state: State, colour: Colour) -> Step[State, Event]:
    seat, (red, blue) = Seat(state.fists.index(None)), state.bag
    drawn = replace(
        state,
        bag=(red - 1, blue) if colour is Colour.RED else (red, blue - 1),
        fists=_with(state.fists, seat, colour),
    )
    if None not in drawn.fists:
        drawn = replace(drawn, phase=Phase.LAY)
    return Step(drawn, (to_only(seat, PebbleDrawn(seat, colour)), to_all_but(seat, PebbleDrawn(seat))))


# -- What is legal ----------------------------------------------------------------------------------------------------


def why_illegal(state: State, seat: Seat, action: Action) -> Refusal | None:
    if state.phase is Phase.OVER:
        return Refusal("over", "5.2")
    match action:
        case Lay(piles):
            if state.phase is not Phase.LAY or seat != LAYER:
                return Refusal("not_your_turn", "2.1")
            if sum(piles) != state.options.stones or min(piles) < 1:
                return Refusal("bad_layout", "2.1", {"stones": state.options.stones})
        case Point(pile):
            if state.phase is not Phase.POINT:
                return Refusal("not_your_turn", "3.1")
            if not 0 <= pile < len(state.piles):
                return Refusal("no_such_pile", "3.1", {"count": len(state.piles)})
        case Call():
            if state.phase is not Phase.POINT:
                return Refusal("not_your_turn", "3.3")
            if (called := state.calls[seat]) is not None:
                return Refusal("called_already", "3.3", {"colour": called})
    return None


def numbered(options: Options, seats: int) -> tuple[Action, ...]:
    return (*(Point(pile) for pile in range(options.stones)), *(Call(colour) for colour in COLOURS))


def legal_actions(state: State, seat: Seat) -> list[Action]:
    every = numbered(state.options, len(state.fists))
    return [action for action in every if why_illegal(state, seat, action) is None]


# -- 2, 3 Laying, pointing, calling -----------------------------------------------------------------------------------


def act(state: State, seat: Seat, action: Action) -> Step[State, Event]:
    match action:
        case Lay(piles):
            return Step(replace(state, phase=Phase.POINT, piles=piles), (to_everyone(PilesLaid(seat, piles)),))
        case Call(colour):
            calls = _with(state.calls, seat, colour)
            return Step(replace(state, calls=calls), (to_everyone(Called(seat, colour)),))
        case Point(pile):
            told: list[AddressedEvent[Event]] = [to_only(seat, Pointed(seat, pile))]
            if state.picks[seat] is None:
                # 3.2: that somebody points anew is nobody else's business.
                told.append(to_all_but(seat, Pointed(seat)))
            pointed = replace(state, picks=_with(state.picks, seat, pile))
            return show_picks(pointed, told) if None not in pointed.picks else Step(pointed, tuple(told))


# -- 4, 5 Showing and the end -----------------------------------------------------------------------------------------


def show_picks(state: State, told: list[AddressedEvent[Event]]) -> Step[State, Event]:
    return Step(replace(state, phase=Phase.LOT), (*told, to_everyone(PicksShown(state.picks))))


def end(state: State, lucky: Seat) -> Step[State, Event]:
    over = replace(state, phase=Phase.OVER, lucky=lucky)
    return Step(over, (to_everyone(LotFell(lucky)), to_everyone(GameEnded(over.fists, points(over)))))


def points(state: State) -> tuple[int, ...]:
    """5.1; nothing counts before the end."""
    seats = [Seat(seat) for seat in range(len(state.fists))]
    if state.phase is not Phase.OVER:
        return (0,) * len(seats)
    return tuple(stones_of(state, seat) * _worth(state, seat) + (seat == state.lucky) for seat in seats)


def stones_of(state: State, seat: Seat) -> int:
    """4.1"""
    pick = state.picks[seat]
    return 0 if pick is None or state.picks.count(pick) > 1 else state.piles[pick]


def _worth(state: State, seat: Seat) -> int:
    return 2 if state.fists[seat] is Colour.RED else 1


def returns(state: State) -> tuple[Fraction, ...]:
    """5.2"""
    scored = points(state)
    best = max(scored)
    return tuple(Fraction(number == best, scored.count(best)) for number in scored)


def pieces(state: State) -> dict[str, int]:
    red, blue = state.bag
    return {"red": red + state.fists.count(Colour.RED), "blue": blue + state.fists.count(Colour.BLUE)}


def longest(options: Options, seats: int) -> int:
    """A pebble, a call and a finger for each, one layout, one lot."""
    return 3 * seats + 2


def _with(row: tuple, seat: Seat, value: object) -> tuple:  # type: ignore[type-arg]  # rows of different things
    return (*row[:seat], value, *row[seat + 1 :])
