"""Windows (Wait-a-Minute): when one opens, who is asked, and in which order actions happen.

Who is asked and who has decided is a secret: events and views say only that a window is open.
"""

from msgspec.structs import replace

from touchwood.core.events import to_everyone, to_only
from touchwood.core.seats import Seat, all_seats, clockwise_from
from touchwood.games.point_a_pile.actions import Pass, Trigger
from touchwood.games.point_a_pile.cards import Kind
from touchwood.games.point_a_pile.events import (
    ActionLost,
    ActionReturned,
    ActionTriggered,
    AddressedEvents,
    ChoiceMade,
    WindowClosed,
    WindowOpened,
)
from touchwood.games.point_a_pile.rules.effects import do_effect, is_possible, spend
from touchwood.games.point_a_pile.rules.reach import has_action, partners_of, reach_of
from touchwood.games.point_a_pile.rules.redo import redo
from touchwood.games.point_a_pile.rules.table import cards_of, in_round
from touchwood.games.point_a_pile.rules.winning import check_winning
from touchwood.games.point_a_pile.state import Cards, Intent, Phase, State

AFTER_WINDOW = {
    Phase.BEFORE_DRAW: Phase.DRAW_BEGINS,
    Phase.AFTER_LAYOUT: Phase.FIRST_POINTING,
    Phase.AFTER_PICKS: Phase.PICKS_SETTLE,
    Phase.AFTER_ROUND: Phase.ROUND_ENDS,
}


# -- Opening --------------------------------------------------------------------------------------------------------
def open_window(state: State, told: AddressedEvents) -> State:
    """9.6: only if someone has a legal action in it, and only those are waited for."""
    asked = with_an_action(state, state.phase)
    if not asked:
        return replace(state, phase=AFTER_WINDOW[state.phase])
    told.append(to_everyone(WindowOpened(state.phase)))
    return in_round(state, asked=asked, choices=(None,) * len(state.players))


def with_an_action(state: State, window: Phase) -> tuple[Seat, ...]:
    """9.7: one action a player a round."""
    now = state.round
    if not state.options.wait_a_minute or now.are_actions_stopped:
        return ()
    able = [seat for seat in all_seats(len(state.players)) if seat not in now.acted]
    return tuple([seat for seat in able if has_action(reach_of(state, seat, window))])


def awaited_in_window(state: State) -> tuple[Seat, ...]:
    return tuple([seat for seat in state.round.asked if state.round.choices[seat] is None])


# -- Choosing -------------------------------------------------------------------------------------------------------
def choose(state: State, seat: Seat, choice: Trigger | Pass, told: AddressedEvents) -> State:
    told.append(to_only(seat, ChoiceMade(seat, None if isinstance(choice, Pass) else choice.card)))
    choices = state.round.choices
    state = in_round(state, choices=(*choices[:seat], choice, *choices[seat + 1 :]))
    return state if awaited_in_window(state) else close_window(state, told)


def close_window(state: State, told: AddressedEvents) -> State:
    """9.9: clockwise from the Headpointer of the window's start, that player first."""
    told.append(to_everyone(WindowClosed(state.phase)))
    order, choices = clockwise_from(state.headpointer, len(state.players)), state.round.choices
    queue = [intent_of(state, seat, choice) for seat in order if isinstance(choice := choices[seat], Trigger)]
    return resolve(in_round(state, asked=(), choices=(), queue=tuple(queue)), told)


def intent_of(state: State, seat: Seat, trigger: Trigger) -> Intent:
    """5.4: which cards are meant is fixed now, whatever moves before its turn comes."""
    fingers = partners_of(state, seat) if cards_of(state)[trigger.card].kind is Kind.TRADE else ()
    return Intent(seat, trigger, cards_named(state, seat, trigger), fingers)


def cards_named(state: State, seat: Seat, trigger: Trigger) -> Cards:
    """Places are in one's own row, but for the last one where another player is named."""
    rows = [state.players[seat].row] * len(trigger.places)
    if trigger.seat is not None:
        rows[-1] = state.players[trigger.seat].row
    return tuple([row[place - 1] for row, place in zip(rows, trigger.places, strict=True)])


# -- What happens ---------------------------------------------------------------------------------------------------
def resolve(state: State, told: AddressedEvents) -> State:
    """The actions of a closed window, one after the other. A battle breaks it off; `resolve` is called again then."""
    window = state.phase
    while state.round.queue:
        intent, *later = state.round.queue
        state = resolve_one(in_round(state, queue=tuple(later)), intent, told)
        if state.phase is not window:
            return state
    return replace(state, phase=AFTER_WINDOW[window])


def resolve_one(state: State, intent: Intent, told: AddressedEvents) -> State:
    seat, card = intent.seat, intent.trigger.card
    if card not in state.players[seat].row:
        told.append(to_only(seat, ActionLost(seat, card)))  # 9.11
        return state
    if not is_possible(state, intent):
        told.append(to_only(seat, ActionReturned(seat, card)))  # 9.10
        return state
    trigger = intent.trigger
    told.append(to_everyone(ActionTriggered(seat, card, trigger.piles, trigger.colour, trigger.seat, intent.cards)))
    match cards_of(state)[card].kind:
        case Kind.REDO:
            return_all(state, told)
            return redo(state, seat, card, told)
        case Kind.NO_ACTIONS:
            return_all(state, told)
            state = in_round(state, queue=())
    state = do_effect(state, intent, told)
    return state if state.phase is Phase.THROW else after_action(state, seat, intent, told)


def after_action(state: State, seat: Seat, intent: Intent, told: AddressedEvents) -> State:
    """9.8: the card leaves the row after its effect; then winning is checked, but in the window after the picks only
    with the scoring that follows."""
    state = spend(state, seat, intent.trigger.card, told)
    return state if state.phase is Phase.AFTER_PICKS else check_winning(state, told)


def return_all(state: State, told: AddressedEvents) -> None:
    """All that were still to come."""
    for intent in state.round.queue:
        told.append(to_only(intent.seat, ActionReturned(intent.seat, intent.trigger.card)))
