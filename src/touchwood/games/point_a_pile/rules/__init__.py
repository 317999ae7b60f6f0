"""The rules of Point-a-Pile: the truth, pure and readable.

Start with `round.py`, which reads as a round is played; `pointing.py` and `judging.py` are its heart, `splitting.py`
says what a good layout is, `scoring.py` and `winning.py` count. The expansions: `police.py`, `missions.py`, `shy.py`,
and for actions `windows.py`, `reach.py`, `effects.py`, `battle.py`, `redo.py`. `legality.py` says no. Here are only the
functions that the contract asks for, and the course of a match: which stretch follows which.
"""

from collections.abc import Callable

from touchwood.core.chance import Chance, Outcome, Uniform
from touchwood.core.game import Step
from touchwood.core.seats import Seat
from touchwood.games.point_a_pile.actions import (
    Action,
    Hand,
    KeepFingerUp,
    LayOut,
    Pass,
    Point,
    PointAtEmptySpace,
    SplitPile,
    Throw,
    ThrowByLot,
    Trigger,
)
from touchwood.games.point_a_pile.events import AddressedEvents, Event
from touchwood.games.point_a_pile.rules import battle, pointing, round, windows
from touchwood.games.point_a_pile.state import EMPTY_SPACE, KEPT_UP, Phase, State

FORCED: dict[Phase, Callable[[State, AddressedEvents], State]] = {
    Phase.ROUND_BEGINS: round.begin_round,
    Phase.BEFORE_DRAW: windows.open_window,
    Phase.DRAW_BEGINS: round.begin_draw,
    Phase.AFTER_LAYOUT: windows.open_window,
    Phase.FIRST_POINTING: pointing.begin_first_pointing,
    Phase.AFTER_PICKS: windows.open_window,
    Phase.PICKS_SETTLE: pointing.settle_picks,
    Phase.CONTESTS: round.next_contest,
    Phase.ROUND_SETTLES: round.settle_round,
    Phase.AFTER_ROUND: windows.open_window,
    Phase.ROUND_ENDS: round.end_round,
}


def go_on(state: State, told: AddressedEvents) -> State:
    """Through everything in which nobody has to be asked. In an open window somebody is."""
    while state.phase in FORCED and not state.round.asked:
        state = FORCED[state.phase](state, told)
    return state


def act(state: State, seat: Seat, action: Action) -> Step[State, Event]:
    told: AddressedEvents = []
    after = go_on(done(state, seat, action, told), told)
    # 12.2: a layout or a split that asks nobody but for fingers tells nothing that taking it back could not undo.
    is_free = isinstance(action, LayOut | SplitPile) and after.phase is Phase.POINTING
    return Step(after, tuple(told), is_binding=not is_free)


def done(state: State, seat: Seat, action: Action, told: AddressedEvents) -> State:
    match action:
        case LayOut(piles):
            return round.lay_out(state, piles, told)
        case SplitPile(piles):
            return round.split(state, piles, told)
        case Point(place):
            return pointing.point(state, seat, place, told)
        case PointAtEmptySpace():
            return pointing.point(state, seat, EMPTY_SPACE, told)
        case KeepFingerUp():
            return pointing.point(state, seat, KEPT_UP, told)
        case Trigger() | Pass():
            return windows.choose(state, seat, action, told)
        case Throw(hand):
            return battle.throw(state, seat, hand, told)
        case ThrowByLot():
            return battle.throw(state, seat, None, told)


# -- Chance ---------------------------------------------------------------------------------------------------------
def chance(state: State) -> Chance:
    """12.1: the first Headpointer, missions by seat, draws, the throws and the lot of a battle; all alike."""
    match state.phase:
        case Phase.FIRST:
            return Uniform(len(state.players))
        case Phase.MISSIONS:
            return Uniform(len(state.missions))
        case Phase.THROW_LOT:
            return Uniform(len(Hand))
        case Phase.LOT:
            return Uniform(len(battle.battle_of(state).seats))
        case _:
            return Uniform(len(state.deck))


def apply_chance(state: State, outcome: Outcome) -> Step[State, Event]:
    assert isinstance(outcome, int)  # every chance here is a number
    told: AddressedEvents = []
    match state.phase:
        case Phase.FIRST:
            after = round.name_headpointer(state, Seat(outcome), told)
        case Phase.MISSIONS:
            after = round.deal_mission(state, outcome, told)
        case Phase.THROW_LOT:
            after = battle.name_throw(state, outcome, told)
        case Phase.LOT:
            after = battle.draw_lot(state, outcome, told)
        case _:
            after = round.draw_card(state, outcome, told)
    return Step(go_on(after, told), tuple(told))
