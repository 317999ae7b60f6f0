"""Who is asked, what they may do, and why not.

`why_illegal` is the primitive. `legal_actions` lists the same quickly; a test holds them together over all actions.
A seat may try a thousand pinches, so refusals are ready-made values.
"""

from collections.abc import Callable, Sequence
from typing import Any

from touchwood.core.game import CHANCE, OVER, Waiting
from touchwood.core.refusals import Refusal
from touchwood.core.seats import Seat
from touchwood.core.shown_text import has_nothing_to_see, without_hidden
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
from touchwood.games.tactile_crane.cards import BET_CARDS, JACKPOTS, CallKind
from touchwood.games.tactile_crane.rules.betting import has_bet_card
from touchwood.games.tactile_crane.rules.calling import CALLS_A_TURN, LONGEST_WORDS, calls_made
from touchwood.games.tactile_crane.rules.grabbing import grabs_left
from touchwood.games.tactile_crane.rules.hand import FULL_PINCH
from touchwood.games.tactile_crane.rules.seating import audience, challenger
from touchwood.games.tactile_crane.rulings import can_end_during_bets
from touchwood.games.tactile_crane.state import Phase, State

WAITS_FOR_CHANCE = frozenset({Phase.FIRST, Phase.FLIP, Phase.GAIN, Phase.SLIP, Phase.FEEL, Phase.LOOK})
_MOST_SEATS = 6


# -- Who is asked -------------------------------------------------------------------------------------------------
def waiting_for(state: State) -> Waiting:
    if state.phase in WAITS_FOR_CHANCE:
        return CHANCE
    if state.phase is Phase.OVER:
        return OVER
    if state.phase is Phase.BETS:
        return tuple([seat for seat in audience(state) if state.bets[seat] is None])
    return (challenger(state),)


def may_act(state: State) -> tuple[Seat, ...]:
    """While bets are awaited bettors may bet anew and the challenger may peek or be gone; in the grab the audience may
    call."""
    if state.phase is Phase.BETS:
        return (*[seat for seat in audience(state) if state.bets[seat] is not None], challenger(state))
    if state.phase is Phase.GRAB:
        return tuple([seat for seat in audience(state) if calls_made(state, seat) < CALLS_A_TURN])
    return ()


# -- Why not ------------------------------------------------------------------------------------------------------
_GAME_OVER = Refusal("game_over", "8.1")
_CHANCE_FALLS = Refusal("chance_falls", "4.9")
_NOT_THE_CHALLENGER = tuple(Refusal("not_the_challenger", "2.3", {"seat": seat}) for seat in range(_MOST_SEATS))
_NOT_THE_AUDIENCE = Refusal("not_the_audience", "3.1")
_INSTEAD = {
    Phase.EYES: Refusal("close_eyes_first", "2.2"),
    Phase.BETS: Refusal("bets_first", "2.3"),
    Phase.GRAB: Refusal("grab_now", "2.3"),
    Phase.JACKPOT: Refusal("choose_jackpot_now", "7.2"),
}
_EYES_ARE_OPEN = Refusal("eyes_are_open", "5.7")
_NO_GRAB_LEFT = Refusal("no_grab_left", "5.3")
_NOTHING_HELD = Refusal("nothing_held", "5.2")
_WOULD_BE_THE_LAST = Refusal("would_be_the_last", "5.5")
_CALLS_SPENT = Refusal("calls_spent", "6.2", {"most": CALLS_A_TURN})


def why_illegal(state: State, seat: Seat, action: Action) -> Refusal | None:
    phase = state.phase
    if phase in WAITS_FOR_CHANCE:
        return _CHANCE_FALLS
    if phase is Phase.OVER:
        return _GAME_OVER
    phases, is_challengers, judge = _JUDGED_BY[type(action)]
    turn = challenger(state)
    if is_challengers and seat != turn:
        return _NOT_THE_CHALLENGER[turn]
    if not is_challengers and seat == turn:
        return _NOT_THE_AUDIENCE
    if phase not in phases:
        return _EYES_ARE_OPEN if isinstance(action, OpenEyes) else _INSTEAD[phase]
    return judge(state, seat, action)


def why_not_anything(state: State, seat: Seat, action: Action) -> Refusal | None:
    return None


def why_not_end(state: State, seat: Seat, action: EndWithoutOutcome) -> Refusal | None:
    """10.2"""
    return _INSTEAD[Phase.BETS] if state.phase is Phase.BETS and not can_end_during_bets(state) else None


def why_not_bet(state: State, seat: Seat, action: PlaceBet) -> Refusal | None:
    """3.6"""
    if has_bet_card(state, seat, action.bet):
        return None
    return Refusal("no_such_bet_card", "3.6", {"bet": action.bet.value})


def why_not_grab(state: State, seat: Seat, action: Grab) -> Refusal | None:
    if not 0 <= action.pinch <= FULL_PINCH:
        return Refusal("no_such_pinch", "4.1", {"pinch": action.pinch, "most": FULL_PINCH})
    return _NO_GRAB_LEFT if grabs_left(state) == 0 else None


def why_not_release(state: State, seat: Seat, action: Release) -> Refusal | None:
    if not state.is_holding:
        return _NOTHING_HELD
    return _NO_GRAB_LEFT if grabs_left(state) == 0 else None


def why_not_lift(state: State, seat: Seat, action: Lift) -> Refusal | None:
    return None if state.is_holding else _NOTHING_HELD


def why_not_press(state: State, seat: Seat, action: PressBarred) -> Refusal | None:
    """5.5: an empty hand spends a grab by it, a held bundle's is spent already."""
    left = grabs_left(state)
    return None if left is None or left > (not state.is_holding) else _WOULD_BE_THE_LAST


def why_not_call(state: State, seat: Seat, action: CallOut | Say) -> Refusal | None:
    if calls_made(state, seat) >= CALLS_A_TURN:
        return _CALLS_SPENT
    return why_not_words(action.words) if isinstance(action, Say) else None


def why_not_words(words: str) -> Refusal | None:
    """6.3"""
    if len(words) > LONGEST_WORDS:
        return Refusal("words_too_long", "6.3", {"length": len(words), "most": LONGEST_WORDS})
    if without_hidden(words) != words:
        return Refusal("words_not_printable", "6.3")
    return Refusal("no_words", "6.3") if has_nothing_to_see(words) else None


_GRABBING = frozenset({Phase.GRAB})
_JUDGED_BY: dict[type, tuple[frozenset[Phase], bool, Callable[[State, Seat, Any], Refusal | None]]] = {
    # in which phases, whether it is the challenger's, and why not then
    CloseEyes: (frozenset({Phase.EYES}), True, why_not_anything),
    PlaceBet: (frozenset({Phase.BETS}), False, why_not_bet),
    Grab: (_GRABBING, True, why_not_grab),
    Release: (_GRABBING, True, why_not_release),
    Lift: (_GRABBING, True, why_not_lift),
    PressBarred: (_GRABBING, True, why_not_press),
    OpenEyes: (frozenset({Phase.BETS, Phase.GRAB}), True, why_not_anything),
    EndWithoutOutcome: (frozenset({Phase.EYES, Phase.BETS, Phase.GRAB}), True, why_not_end),
    CallOut: (_GRABBING, False, why_not_call),
    Say: (_GRABBING, False, why_not_call),
    ChooseJackpot: (frozenset({Phase.JACKPOT}), True, why_not_anything),
}


# -- What is legal, in the order of the numbers (codec.numbered) --------------------------------------------------
CLOSE_EYES: tuple[Action, ...] = (CloseEyes(),)
PLACED_BETS: tuple[PlaceBet, ...] = tuple(PlaceBet(bet) for bet in BET_CARDS)
GRABS: tuple[Action, ...] = tuple(Grab(pinch) for pinch in range(FULL_PINCH + 1))
CALLS: tuple[Action, ...] = tuple(CallOut(kind) for kind in CallKind)
CHOSEN_JACKPOTS: tuple[Action, ...] = tuple(ChooseJackpot(jackpot) for jackpot in JACKPOTS)


def legal_actions(state: State, seat: Seat) -> Sequence[Action]:
    phase = state.phase
    if phase is Phase.OVER or phase in WAITS_FOR_CHANCE:
        return ()
    if seat != challenger(state):
        if phase is Phase.BETS:
            return [placed for placed in PLACED_BETS if has_bet_card(state, seat, placed.bet)]
        return CALLS if phase is Phase.GRAB and calls_made(state, seat) < CALLS_A_TURN else ()
    if phase is Phase.EYES:
        return CLOSE_EYES
    if phase is Phase.JACKPOT:
        return CHOSEN_JACKPOTS
    return grab_actions(state) if phase is Phase.GRAB else ()


def grab_actions(state: State) -> Sequence[Action]:
    left, is_holding = grabs_left(state), state.is_holding
    if left == 0:
        return (Lift(),)
    others: list[Action] = [Lift(), Release()] if is_holding else []
    if is_holding or left != 1:
        others.append(PressBarred())
    return (*others, *GRABS)
