"""The facts behind a choice, exact: what it leaves if both play perfectly on, and what the best one leaves."""

from random import Random

from touchwood.core.review import Because
from touchwood.games.cant_touch_this.actions import Action, PlaceClip
from touchwood.games.cant_touch_this.review import worth_of_choices
from touchwood.games.cant_touch_this.sampling import sample_state
from touchwood.games.cant_touch_this.solving import card_value
from touchwood.games.cant_touch_this.state import Phase
from touchwood.games.cant_touch_this.view import View


def because(seen: View, action: Action) -> Because | None:
    state = sample_state(seen, Random(0))  # nothing is hidden
    if state.phase is Phase.BID:
        return Because("bid", {"value": card_value(state.grid, state.options), "bid": state.bid})
    if not isinstance(action, PlaceClip):
        return None
    worths = worth_of_choices(state)
    margins = [margin for _, margin in worths.values()]
    is_alone = state.seats == 1
    left, best = worths[action][1], max(margins)
    if is_alone:
        return Because("alone", {"left": left, "best": best})
    return Because("clip", {"left": f"{left:+d}", "best": f"{best:+d}", "ways": margins.count(best)})
