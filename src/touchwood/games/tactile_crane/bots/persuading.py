"""What to call: whatever makes the challenger do what is best for the caller.

The challenger is taken for a listener as `voices.py` has it, who knows the caller's record: for each count of cards
that the own look allows, and for each way they may feel, it is asked whether the bundle is lifted after this call.
"""

from collections.abc import Callable
from math import exp, log, sqrt
from typing import Final

from msgspec.structs import replace

from touchwood.core.seats import Seat
from touchwood.games.tactile_crane.bots.belief import (
    Normal,
    Spread,
    after_sensing,
    chances_of_cards,
    evenly_likely,
    gain_after,
)
from touchwood.games.tactile_crane.bots.fitted import Fitted
from touchwood.games.tactile_crane.bots.planning import Prospects, aimed_well, best_plan, grabs_thought_of
from touchwood.games.tactile_crane.bots.voices import weights_of_calls
from touchwood.games.tactile_crane.cards import CallKind
from touchwood.games.tactile_crane.rules.hand import CARD
from touchwood.games.tactile_crane.state import Call
from touchwood.games.tactile_crane.view import View

_FEELINGS: Final = evenly_likely(7)


def worths_of_calls(
    view: View, seat: Seat, fit: Fitted, worth_of: Callable[[int], float], going_on: float
) -> dict[CallKind | None, float]:
    """Of each call, and of silence: what the turn is then worth, if a lifted bundle is worth `worth_of` its cards, and
    grabbing on is worth so much."""
    assert view.face is not None  # there is a card while there are grabs
    number, jackpot, spread = view.face.number, max(view.jackpots), Spread.of(view.options, view.face)
    aimed, asked = _listener(view, spread, number, jackpot)
    felt = [
        (chance, worth_of(count), [Prospects.of(bundle, number, jackpot) for bundle in _feelings(aimed, spread, count)])
        for count, chance in _cards_seen(aimed, log(view.looks[-1] / CARD), spread.look, view.deck)
    ]
    worths: dict[CallKind | None, float] = {}
    for kind in (None, *CallKind):
        calls = view.calls if kind is None else (*view.calls, Call(seat, view.attempts, kind))
        weights = weights_of_calls(replace(view, calls=calls), view.attempts, fit) or (1.0, 1.0, 1.0)
        least = asked * (fit.eagerness if calls else 1.0)
        total = 0.0
        for chance, worth, bundles in felt:
            lifts = sum([bundle.worth(weights) >= least for bundle in bundles]) / len(bundles)
            total += chance * (lifts * worth + (1.0 - lifts) * going_on)
        worths[kind] = total
    return worths


def _listener(view: View, spread: Spread, number: int, jackpot: int) -> tuple[Normal, float]:
    """Where a challenger thinks the bundle is before it is felt, and what grabbing on is worth to one afterwards."""
    grabs = grabs_thought_of(view)
    aimed = aimed_well(number, jackpot, spread, view.attempts, grabs + 1)
    felt = after_sensing(aimed.bundle, aimed.bundle.mean, spread.feel)
    gain = gain_after(aimed.gain, aimed.bundle, felt)
    return aimed.bundle, best_plan(number, jackpot, gain.variance, spread.slip, spread.feel, max(1, grabs)).worth


def _feelings(aimed: Normal, spread: Spread, cards: int) -> list[Normal]:
    """What the challenger may believe of a bundle of so many cards, all alike."""
    sigma = sqrt(spread.feel)
    return [after_sensing(aimed, log(cards) + sigma * feeling, spread.feel) for feeling in _FEELINGS]


def _cards_seen(aimed: Normal, look: float, error: float, deck: int) -> list[tuple[int, float]]:
    weighed = [
        (cards, chance * exp(-0.5 * (look - log(cards)) ** 2 / error))
        for cards, chance in chances_of_cards(aimed, deck)
    ]
    total = sum(chance for _, chance in weighed)
    if total <= 0.0:
        return [(min(deck, max(1, round(exp(look)))), 1.0)]
    return [(cards, chance / total) for cards, chance in weighed if chance > 1e-3 * total]
