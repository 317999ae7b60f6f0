"""The rules of Tactile Crane Championship: the truth, pure and readable.

Start with `turn.py`, which reads as a turn begins and ends; between lie `betting.py`, `grabbing.py` (on the numbers of
`hand.py`), `calling.py` and `payout.py`. `ending.py` comes last, `legality.py` says no, `seating.py` knows who is who.
Here are only the functions the contract asks for.
"""

from touchwood.core.chance import Chance, Outcome, Uniform, WeightedChoice
from touchwood.core.game import Step
from touchwood.core.seats import Seat
from touchwood.games.tactile_crane.actions import (
    Action,
    CallOut,
    ChooseJackpot,
    CloseEyes,
    EndWithoutOutcome,
    Grab,
    Lift,
    OpenEyes,
    PlaceBet,
    PressBarred,
    Release,
    Say,
)
from touchwood.games.tactile_crane.events import AddressedEvents, Event
from touchwood.games.tactile_crane.quantiles import OUTCOMES
from touchwood.games.tactile_crane.rules import betting, calling, grabbing, payout, turn
from touchwood.games.tactile_crane.state import Phase, State


def act(state: State, seat: Seat, action: Action) -> Step[State, Event]:
    """Every step binds: what was seen, heard or bet cannot be taken back (10.3)."""
    told: AddressedEvents = []
    return Step(done(state, seat, action, told), tuple(told))


def done(state: State, seat: Seat, action: Action, told: AddressedEvents) -> State:
    match action:
        case Grab(pinch):
            return grabbing.grab(state, pinch, told)
        case CloseEyes():
            return turn.close_eyes(state, told)
        case PlaceBet(bet):
            return betting.place_bet(state, seat, bet, told)
        case Release():
            return grabbing.release(state, told)
        case PressBarred():
            return grabbing.press_barred(state, told)
        case Lift():
            return payout.lift(state, told)
        case OpenEyes():
            return grabbing.open_eyes(state, told)
        case EndWithoutOutcome():
            return turn.end_without_outcome(state, told)
        case CallOut(call):
            return calling.call_out(state, seat, call, told)
        case Say(words):
            return calling.say(state, seat, words, told)
        case ChooseJackpot(jackpot):
            return payout.pay_out(state, jackpot, told)


def chance(state: State) -> Chance:
    """Who is first is uniform, a flip is one of the cards that are not out, all else is a quantile (4.8)."""
    if state.phase is Phase.FIRST:
        return Uniform(len(state.players))
    if state.phase is Phase.FLIP:
        return WeightedChoice(turn.flip_weights(state))
    return Uniform(OUTCOMES)


def apply_chance(state: State, outcome: Outcome) -> Step[State, Event]:
    assert isinstance(outcome, int)  # none of the kinds of chance above is a shuffle
    told: AddressedEvents = []
    return Step(fallen(state, outcome, told), tuple(told))


def fallen(state: State, outcome: int, told: AddressedEvents) -> State:
    """4.9: the first challenger; then in each turn the flip, the gain, and for each grab slip, feel and looks."""
    match state.phase:
        case Phase.FIRST:
            return turn.name_first_challenger(state, Seat(outcome), told)
        case Phase.FLIP:
            return turn.flip(state, outcome, told)
        case Phase.GAIN:
            return grabbing.learn_gain(state, outcome)
        case Phase.SLIP:
            return grabbing.let_slip(state, outcome)
        case Phase.FEEL:
            return grabbing.let_feel(state, outcome, told)
        case Phase.LOOK:
            return grabbing.let_look(state, outcome, told)
        case _:
            raise ValueError(f"no chance falls in the phase {state.phase}")
