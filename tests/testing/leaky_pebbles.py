"""Pebbles that leaks, each in one way. The secrets check must name that way."""

from random import Random
from typing import Any

from msgspec.structs import asdict
from msgspec.structs import replace as with_fields

from tests.testing.bending import bent, others_hold_red
from touchwood.core.events import AddressedEvent, to_everyone
from touchwood.core.game import Step
from touchwood.core.refusals import Refusal
from touchwood.core.seats import SPECTATOR, Seat, Viewer
from touchwood.testing.toys.pebbles import GAME
from touchwood.testing.toys.pebbles.rules import show_picks
from touchwood.testing.toys.pebbles.values import (
    Call,
    Colour,
    Phase,
    Point,
    Pointed,
    State,
    View,
)


class PeekingView(View, frozen=True):
    others: tuple[int | None, ...] = ()


def peeking_view(state: State, viewer: Viewer) -> PeekingView:
    return PeekingView(**asdict(GAME.view(state, viewer)), others=state.picks)


@bent
def view_shows_sealed_picks() -> dict[str, Any]:
    return {"view": peeking_view, "view_type": PeekingView}


@bent
def view_and_sampler_agree_on_sealed_picks() -> dict[str, Any]:
    """The sampler believes what the view lets slip, so all samples fit."""

    def sample_state(view: PeekingView, rng: Random) -> State:
        return with_fields(GAME.sample_state(view, rng), picks=view.others)

    return {"view": peeking_view, "view_type": PeekingView, "sample_state": sample_state}


@bent
def event_tells_where_others_point() -> dict[str, Any]:
    def act(state: State, seat: Seat, action: Any) -> Step[State, Any]:
        step = GAME.act(state, seat, action)
        if not isinstance(action, Point) or step.state.phase is Phase.LOT:
            return step
        return Step(step.state, (to_everyone(Pointed(seat, action.pile)),))

    return {"act": act}


@bent
def event_tells_what_others_draw() -> dict[str, Any]:
    def apply_chance(state: State, outcome: Any) -> Step[State, Any]:
        step = GAME.apply_chance(state, outcome)
        if state.phase is not Phase.DRAW:
            return step
        return Step(step.state, (to_everyone(step.events[0].event),))

    return {"apply_chance": apply_chance}


@bent
def event_depends_on_a_hidden_pebble() -> dict[str, Any]:
    """A call that is a lie sounds different."""

    def act(state: State, seat: Seat, action: Any) -> Step[State, Any]:
        step = GAME.act(state, seat, action)
        is_lie = isinstance(action, Call) and action.colour is not state.fists[seat]
        return Step(step.state, step.events * 2) if is_lie else step

    return {"act": act}


@bent
def refusal_counts_hidden_pebbles() -> dict[str, Any]:
    def why_illegal(state: State, seat: Seat, action: Any) -> Refusal | None:
        refusal = GAME.why_illegal(state, seat, action)
        if refusal is None or None in state.fists:
            return refusal
        return Refusal(refusal.code, refusal.rule, {**refusal.facts, "red": int(others_hold_red(state, seat))})

    return {"why_illegal": why_illegal}


@bent
def legal_actions_depend_on_hidden_pebbles() -> dict[str, Any]:
    """Red can be called only if somebody else has it."""

    def why_illegal(state: State, seat: Seat, action: Any) -> Refusal | None:
        if state.phase is Phase.POINT and action == Call(Colour.RED) and not others_hold_red(state, seat):
            return Refusal("not_your_turn", "3.3")
        return GAME.why_illegal(state, seat, action)

    def legal_actions(state: State, seat: Seat) -> list[Any]:
        every = GAME.codec.numbered(state.options, len(state.fists))
        return [action for action in every if why_illegal(state, seat, action) is None]

    return {"why_illegal": why_illegal, "legal_actions": legal_actions}


class PaddedView(View, frozen=True):
    padding: int | bool = 0


@bent
def payload_is_longer_for_red() -> dict[str, Any]:
    """1 and True are equal, but `1` and `true` are not equally long."""

    def view(state: State, viewer: Viewer) -> PaddedView:
        padding = True if others_hold_red(state, viewer) and state.phase is Phase.POINT else 1
        return PaddedView(**asdict(GAME.view(state, viewer)), padding=padding)

    return {"view": view, "view_type": PaddedView}


@bent
def only_red_is_asked_to_point() -> dict[str, Any]:
    """Whoever has nothing to gain is passed over, and everybody can hear it."""

    def is_asked(state: State, seat: int) -> bool:
        return state.fists[seat] is Colour.RED or seat == 0

    def waiting_for(state: State) -> Any:
        waiting: Any = GAME.waiting_for(state)
        return tuple(seat for seat in waiting if is_asked(state, seat)) if state.phase is Phase.POINT else waiting

    def act(state: State, seat: Seat, action: Any) -> Step[State, Any]:
        step = GAME.act(state, seat, action)
        is_all_in = step.state.phase is Phase.POINT and not waiting_for(step.state)
        return show_picks(step.state, list(step.events)) if is_all_in else step

    def may_act(state: State) -> tuple[Seat, ...]:
        waiting = waiting_for(state)
        return tuple(Seat(seat) for seat in range(len(state.fists)) if seat not in waiting and state.piles)

    def may_act_until_the_end(state: State) -> tuple[Seat, ...]:
        return may_act(state) if state.phase is Phase.POINT else ()

    return {"waiting_for": waiting_for, "act": act, "may_act": may_act_until_the_end}


@bent
def red_is_asked_first() -> dict[str, Any]:
    """Whether one is asked now or later depends on what others hold."""

    def waiting_for(state: State) -> Any:
        waiting: Any = GAME.waiting_for(state)
        if state.phase is not Phase.POINT:
            return waiting
        return tuple(seat for seat in waiting if state.fists[seat] is Colour.RED) or waiting

    def may_act(state: State) -> tuple[Seat, ...]:
        if state.phase is not Phase.POINT:
            return ()
        return tuple(Seat(seat) for seat in range(len(state.fists)) if seat not in waiting_for(state))

    return {"waiting_for": waiting_for, "may_act": may_act}


@bent
def default_action_remembers_the_truth() -> dict[str, Any]:
    newest: list[State] = []

    def view(state: State, viewer: Viewer) -> View:
        newest[:] = [state]
        return GAME.view(state, viewer)

    def default_action(view: View) -> Any:
        usual = GAME.default_action(view)
        knows_better = view.phase is Phase.POINT and others_hold_red(newest[0], view.viewer or Seat(0))
        return Point(len(view.piles) - 1) if knows_better else usual

    return {"view": view, "default_action": default_action}


@bent
def may_act_depends_on_hidden_pebbles() -> dict[str, Any]:
    def may_act(state: State) -> tuple[Seat, ...]:
        return tuple(seat for seat in GAME.may_act(state) if others_hold_red(state, seat))

    return {"may_act": may_act}


@bent
def spectators_see_fists() -> dict[str, Any]:
    def view(state: State, viewer: Viewer) -> View:
        seen = GAME.view(state, viewer)
        return with_fields(seen, fists=state.fists) if viewer is SPECTATOR else seen

    return {"view": view}


@bent
def spectators_hear_what_is_drawn() -> dict[str, Any]:
    def apply_chance(state: State, outcome: Any) -> Step[State, Any]:
        step = GAME.apply_chance(state, outcome)
        if state.phase is not Phase.DRAW:
            return step
        first = step.events[0]
        seats = tuple(Seat(seat) for seat in range(len(state.fists)))
        secret = AddressedEvent(with_fields(step.events[1].audience, seats=seats), first.event)
        return Step(step.state, (*step.events, secret))

    return {"apply_chance": apply_chance}
