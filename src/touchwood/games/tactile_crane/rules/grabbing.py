"""The grab: pinching, what chance makes of it, letting go, the barred finger, opening the eyes (RULES.md 4.9, 5)."""

from msgspec.structs import replace

from touchwood.core.events import to_all_but, to_everyone, to_only
from touchwood.games.tactile_crane.events import (
    AddressedEvents,
    BundleDropped,
    BundleFelt,
    BundleGrabbed,
    BundleReleased,
    BundleSeen,
    EyesOpened,
    GrabWasted,
)
from touchwood.games.tactile_crane.rules.hand import feel_of, gain_of, held_cards, look_of, slip_of
from touchwood.games.tactile_crane.rules.seating import audience, challenger, flipped, seated
from touchwood.games.tactile_crane.rules.turn import end_without_outcome
from touchwood.games.tactile_crane.state import Attempt, Phase, State


def grabs_left(state: State) -> int | None:
    """5.1: None: as often as one wants."""
    return state.options.patience - state.spent if state.options.patience else None


def learn_gain(state: State, outcome: int) -> State:
    """4.2: drawn once a turn, after the last bet; nobody is told."""
    return replace(state, gain=gain_of(state.options.hand, outcome), phase=Phase.GRAB)


# -- A grab and its chance: slip, feel, looks ---------------------------------------------------------------------
def grab(state: State, pinch: int, told: AddressedEvents) -> State:
    """5.6: a grab while holding releases first."""
    seat = challenger(state)
    state = replace(
        state,
        attempts=(*state.attempts, Attempt(pinch)),
        spent=state.spent + 1,
        is_holding=False,
        phase=Phase.SLIP,
    )
    told.append(to_only(seat, BundleGrabbed(seat, grabs_left(state), pinch)))
    told.append(to_all_but(seat, BundleGrabbed(seat, grabs_left(state))))
    return state


def with_last_attempt(state: State, attempt: Attempt) -> State:
    return replace(state, attempts=(*state.attempts[:-1], attempt))


def let_slip(state: State, outcome: int) -> State:
    """4.1, 4.4: now it is settled what is held, though nobody knows."""
    hand, finger, attempt = state.options.hand, flipped(state).finger, state.attempts[-1]
    assert state.gain is not None  # drawn before the first grab
    slip = slip_of(hand, finger, outcome)
    held = held_cards(hand, finger, pinch=attempt.pinch, gain=state.gain, slip=slip, deck=state.deck)
    return replace(with_last_attempt(state, replace(attempt, slip=slip, held=held)), phase=Phase.FEEL)


def held_now(state: State) -> int:
    held = state.attempts[-1].held
    assert held is not None  # settled with the slip
    return held


def let_feel(state: State, outcome: int, told: AddressedEvents) -> State:
    """4.5"""
    seat = challenger(state)
    feel = feel_of(state.options.hand, held_now(state), outcome)
    told.append(to_only(seat, BundleFelt(seat, feel)))
    return replace(with_last_attempt(state, replace(state.attempts[-1], feel=feel)), phase=Phase.LOOK)


def let_look(state: State, outcome: int, told: AddressedEvents) -> State:
    """4.6, 4.9: clockwise from the challenger's left. After the last look the bundle is in the hand."""
    attempt, bettors = state.attempts[-1], audience(state)
    seat = bettors[len(attempt.looks)]
    look = look_of(state.options.hand, held_now(state), outcome)
    told.append(to_only(seat, BundleSeen(seat, look)))
    state = with_last_attempt(state, replace(attempt, looks=(*attempt.looks, look)))
    if seat == bettors[-1]:
        return replace(state, is_holding=True, phase=Phase.GRAB)
    return state


# -- Letting go ---------------------------------------------------------------------------------------------------
def release(state: State, told: AddressedEvents) -> State:
    """5.4"""
    told.append(to_everyone(BundleReleased(challenger(state))))
    return replace(state, is_holding=False)


def press_barred(state: State, told: AddressedEvents) -> State:
    """5.5: a held bundle is dropped, its grab spent as it is; an empty hand spends a grab."""
    seat = challenger(state)
    if state.is_holding:
        told.append(to_everyone(BundleDropped(seat)))
        return replace(state, is_holding=False)
    state = replace(state, spent=state.spent + 1)
    told.append(to_everyone(GrabWasted(seat, grabs_left(state))))
    return state


def open_eyes(state: State, told: AddressedEvents) -> State:
    """5.7, 5.8: the turn ends with no outcome, and the peek is counted."""
    seat = challenger(state)
    told.append(to_everyone(EyesOpened(seat)))
    player = state.players[seat]
    return end_without_outcome(seated(state, seat, replace(player, peeks=player.peeks + 1)), told)
