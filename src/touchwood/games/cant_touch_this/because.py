"""The facts behind a choice, exact: what it leaves if both play perfectly on, and what the best one leaves."""

from random import Random

from touchwood.core.review import Because
from touchwood.games.cant_touch_this.actions import Action, KeepSide, PlaceClip
from touchwood.games.cant_touch_this.review import worth_of_choices
from touchwood.games.cant_touch_this.rules import on_side
from touchwood.games.cant_touch_this.sampling import sample_state
from touchwood.games.cant_touch_this.solving import best_alone, card_value
from touchwood.games.cant_touch_this.state import Phase, State
from touchwood.games.cant_touch_this.view import View


def because(seen: View, action: Action) -> Because | None:
    state = sample_state(seen, Random(0))  # nothing is hidden
    if state.phase is Phase.BID:
        return Because("bid", {"value": card_value(state.grid, state.options), "bid": state.bid})
    if state.phase is Phase.CHOOSE_SIDE:
        return _of_a_side(state, action)
    if not isinstance(action, PlaceClip):
        return None
    worths = worth_of_choices(state)
    margins = [margin for _, margin in worths.values()]
    is_alone = state.seats == 1
    left, best = worths[action][1], max(margins)
    if is_alone:
        return Because("alone", {"left": left, "best": best})
    return Because("clip", {"left": f"{left:+d}", "best": f"{best:+d}", "ways": margins.count(best)})


def _of_a_side(state: State, action: Action) -> Because:
    assert state.side is not None
    kept, turned = state, on_side(state, 1 - state.side)
    this, other = (kept, turned) if isinstance(action, KeepSide) else (turned, kept)
    if state.seats == 1:
        return Because("side_alone", {"left": best_alone(this).optimum, "other": best_alone(other).optimum})
    values = [card_value(side.grid, side.options) for side in (this, other)]
    return Because("side", {"value": values[0], "other": values[1]})
