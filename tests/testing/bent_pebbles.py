"""Pebbles that breaks the contract in other ways than by leaking, one at a time."""

from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any

from msgspec.structs import force_setattr
from msgspec.structs import replace as with_fields

from tests.testing.bending import bent
from touchwood.core.events import to_everyone
from touchwood.core.game import Step
from touchwood.core.refusals import InputError, Refusal, Refused
from touchwood.core.seats import Seat, Viewer
from touchwood.core.words import Words
from touchwood.testing.toys.pebbles import GAME
from touchwood.testing.toys.pebbles.values import (
    Call,
    Called,
    Lay,
    LotFell,
    PebbleDrawn,
    Phase,
    PicksShown,
    PilesLaid,
    Point,
    Pointed,
    State,
    View,
)

# -- Its sampler is wrong --------------------------------------------------------------------------------------------


@bent
def sampler_returns_the_truth() -> dict[str, Any]:
    """It cannot see the state, so somebody remembered it for it."""
    remembered: dict[View, State] = {}

    def view(state: State, viewer: Viewer) -> View:
        seen = GAME.view(state, viewer)
        remembered[seen] = state
        return seen

    return {"view": view, "sample_state": lambda view, rng: remembered[view]}


@bent
def sampler_thinks_red_as_likely_as_blue() -> dict[str, Any]:
    def sample_state(view: View, rng: Random) -> State:
        worlds = {world.fists: world for world in (GAME.sample_state(view, rng) for _ in range(60))}
        chosen = worlds[rng.choice(sorted(worlds, key=str))]
        return with_fields(chosen, picks=GAME.sample_state(view, rng).picks)

    return {"sample_state": sample_state}


@bent
def sampler_loses_a_pebble() -> dict[str, Any]:
    def sample_state(view: View, rng: Random) -> State:
        return with_fields(GAME.sample_state(view, rng), bag=(0, 0))

    return {"sample_state": sample_state}


@bent
def sampler_forgets_calls() -> dict[str, Any]:
    def sample_state(view: View, rng: Random) -> State:
        return with_fields(GAME.sample_state(view, rng), calls=(None,) * len(view.calls))

    return {"sample_state": sample_state}


@bent
def seats_that_have_not_drawn_are_not_counted() -> dict[str, Any]:
    return {"seats_seen": lambda view: view.have_drawn}


# -- It changes or spoils its values ---------------------------------------------------------------------------------


@bent
def calling_changes_the_old_state() -> dict[str, Any]:
    def act(state: State, seat: Seat, action: Any) -> Step[State, Any]:
        step = GAME.act(state, seat, action)
        if isinstance(action, Call):
            force_setattr(state, "calls", step.state.calls)
        return step

    return {"act": act}


@bent
def looking_changes_the_state() -> dict[str, Any]:
    def view(state: State, viewer: Viewer) -> View:
        seen = GAME.view(state, viewer)
        if state.phase is Phase.LAY:
            force_setattr(state, "piles", (9,))
        return seen

    return {"view": view}


@bent
def event_holds_a_float() -> dict[str, Any]:
    def act(state: State, seat: Seat, action: Any) -> Step[State, Any]:
        step = GAME.act(state, seat, action)
        if not isinstance(action, Lay):
            return step
        event = with_fields(step.events[0].event, piles=tuple(float(pile) for pile in action.piles))
        return Step(step.state, (to_everyone(event),))

    return {"act": act}


@bent
def a_pebble_rolls_off_the_table() -> dict[str, Any]:
    def act(state: State, seat: Seat, action: Any) -> Step[State, Any]:
        step = GAME.act(state, seat, action)
        return Step(with_fields(step.state, bag=(0, 0)), step.events) if isinstance(action, Lay) else step

    return {"act": act}


@bent
def red_cannot_be_drawn_last() -> dict[str, Any]:
    def apply_chance(state: State, outcome: Any) -> Step[State, Any]:
        if outcome == 0 and state.phase is Phase.DRAW and state.fists.count(None) == 1:
            raise IndexError("no room for red")
        return GAME.apply_chance(state, outcome)

    return {"apply_chance": apply_chance}


@bent
def an_event_is_not_declared() -> dict[str, Any]:
    return {"event_type": PebbleDrawn | PilesLaid | Pointed | Called | PicksShown | LotFell}


@bent
def every_second_call_is_told_twice() -> dict[str, Any]:
    """A replay would tell it differently."""
    calls: list[Any] = []

    def act(state: State, seat: Seat, action: Any) -> Step[State, Any]:
        step = GAME.act(state, seat, action)
        calls.append(action)
        return Step(step.state, step.events * (1 + len(calls) % 2)) if isinstance(action, Call) else step

    return {"act": act}


# -- It refuses badly ------------------------------------------------------------------------------------------------


@bent
def a_legal_action_is_not_listed() -> dict[str, Any]:
    return {"legal_actions": lambda state, seat: GAME.legal_actions(state, seat)[:-1]}


@bent
def what_is_refused_is_listed() -> dict[str, Any]:
    def why_illegal(state: State, seat: Seat, action: Any) -> Refusal | None:
        is_last = isinstance(action, Point) and action.pile == len(state.piles) - 1
        return Refusal("not_your_turn", "3.2") if is_last else GAME.why_illegal(state, seat, action)

    return {"why_illegal": why_illegal}


@bent
def the_last_pile_cannot_be_pointed_at() -> dict[str, Any]:
    def act(state: State, seat: Seat, action: Any) -> Step[State, Any]:
        assert not isinstance(action, Point) or action.pile < len(state.piles) - 1
        return GAME.act(state, seat, action)

    return {"act": act}


@bent
def nobody_can_point_anew() -> dict[str, Any]:
    def act(state: State, seat: Seat, action: Any) -> Step[State, Any]:
        if isinstance(action, Point) and state.picks[seat] is not None:
            raise Refused(Refusal("not_your_turn", "3.2"))
        return GAME.act(state, seat, action)

    return {"act": act}


@bent
def why_illegal_raises() -> dict[str, Any]:
    def why_illegal(state: State, seat: Seat, action: Any) -> Refusal | None:
        if isinstance(action, Point) and state.phase is Phase.POINT and state.piles[action.pile] < 0:
            raise AssertionError("never reached: the index is wrong first")
        return GAME.why_illegal(state, seat, action)

    return {"why_illegal": why_illegal, "legal_actions": GAME.legal_actions}


@bent
def acts_out_of_turn() -> dict[str, Any]:
    return {"may_act": lambda state: ()}


@bent
def refusal_names_no_rule() -> dict[str, Any]:
    def why_illegal(state: State, seat: Seat, action: Any) -> Refusal | None:
        refusal = GAME.why_illegal(state, seat, action)
        return refusal and Refusal(refusal.code, "17.3", refusal.facts)

    return {"why_illegal": why_illegal}


@bent
def refusal_has_no_sentence() -> dict[str, Any]:
    def why_illegal(state: State, seat: Seat, action: Any) -> Refusal | None:
        refusal = GAME.why_illegal(state, seat, action)
        return refusal and Refusal("because", refusal.rule, refusal.facts)

    return {"why_illegal": why_illegal}


# -- The rest of the contract ----------------------------------------------------------------------------------------


@bent
def default_action_is_illegal() -> dict[str, Any]:
    return {"default_action": lambda view: Point(99)}


@bent
def win_is_shared_out_twice() -> dict[str, Any]:
    return {"returns": lambda state: (Fraction(1),) * len(state.fists)}


@bent
def one_seat_has_no_points() -> dict[str, Any]:
    return {"points": lambda state: GAME.points(state)[:-1]}


@bent
def options_are_bad_for_three() -> dict[str, Any]:
    return {
        "why_not_options": lambda options, seats: (
            InputError("too_few_pebbles", pebbles=0, players=3) if seats == 3 else None
        )
    }


@bent
def picture_fails_for_spectators() -> dict[str, Any]:
    def picture(view: View, words: Words) -> str:
        return "" if view.viewer is None else GAME.picture(view, words)

    return {"picture": picture}


@bent
def match_is_longer_than_said() -> dict[str, Any]:
    return {"longest": lambda options, seats: 2 * seats}


@bent
def text_does_not_say_which_pile() -> dict[str, Any]:
    codec = GAME.codec
    return {"codec": replace(codec, text=lambda action: "point" if isinstance(action, Point) else codec.text(action))}


@bent
def a_kind_of_action_is_in_no_list() -> dict[str, Any]:
    return {"codec": replace(GAME.codec, unnumbered=lambda options, seats: ())}


@bent
def an_action_has_two_numbers() -> dict[str, Any]:
    codec = GAME.codec
    twice = replace(codec, numbered=lambda options, seats: (Point(0), *codec.numbered(options, seats)))

    def legal_actions(state: State, seat: Seat) -> list[Any]:
        legal = GAME.legal_actions(state, seat)
        return [Point(0), *legal] if Point(0) in legal else list(legal)

    return {"codec": twice, "legal_actions": legal_actions}


@bent
def builder_leads_nowhere() -> dict[str, Any]:
    """With two piles laid there is nothing more to choose."""
    laying = GAME.builders[0]
    stuck = replace(laying, choices=lambda view, parts: [1] if not parts else [])
    return {"builders": (stuck, laying)}


@bent
def builder_finishes_what_was_not_begun() -> dict[str, Any]:
    """Neither a page nor an environment can offer it: there is no part to choose."""
    laying = GAME.builders[0]
    empty = replace(laying, finish=lambda view, parts: laying.finish(view, parts or tuple([1] * view.options.stones)))
    return {"builders": (empty,)}


@bent
def builder_finishes_too_early() -> dict[str, Any]:
    laying = GAME.builders[0]
    hasty = replace(laying, name="hasty", finish=lambda view, parts: Lay(parts) if parts else None)
    return {"builders": (laying, hasty)}
