"""Calls: what to call, and what a call is worth to the one who hears it.

A caller takes the bundle for low, exact or high from one look. The honest call says so; the selfish one serves the own
bet (`selfish_call`). The listener cannot see bets, so a caller is a mixture:

    P(call | result) = h * honest + (1 - h) * sum over bets of P(bet) * selfish

h is how honest this caller has been: unselfish right calls against wrong ones, beside the fitted prior. P(bet) is what
the caller gains: which bet pays best against the challenger's own record.
"""

from functools import cache
from math import exp, log

from touchwood.core.seats import Seat
from touchwood.games.tactile_crane.bots.belief import RESULTS, Spread, after_sensing, chances_of_results
from touchwood.games.tactile_crane.bots.betting import bet_values
from touchwood.games.tactile_crane.bots.fitted import Fitted, Odds
from touchwood.games.tactile_crane.bots.planning import aimed_well, grabs_thought_of
from touchwood.games.tactile_crane.cards import BET_CARDS, Bet, CallKind, Result
from touchwood.games.tactile_crane.rules.betting import WINS
from touchwood.games.tactile_crane.rules.calling import TRUE_OF, selfish_call
from touchwood.games.tactile_crane.rules.hand import CARD
from touchwood.games.tactile_crane.state import CallRecord
from touchwood.games.tactile_crane.view import View

HONEST_CALL = {result: call for call, result in TRUE_OF.items()}


# -- Calling ----------------------------------------------------------------------------------------------------------
def perceived(view: View) -> Result:
    """What the newest bundle most likely is, from one's own look and from where a good challenger aims."""
    assert view.face is not None  # there is a card while there are grabs
    number, spread = view.face.number, Spread.of(view.options, view.face)
    aimed = aimed_well(number, max(view.jackpots), spread, view.attempts, grabs_thought_of(view) + 1)
    bundle = after_sensing(aimed.bundle, log(view.looks[-1] / CARD), spread.look)
    chances = chances_of_results(bundle, number)
    return max(RESULTS, key=chances.__getitem__)


def call_for(bet: Bet | None, result: Result, *, is_selfish: bool) -> CallKind:
    if not is_selfish or bet not in WINS:
        return HONEST_CALL[result]
    return selfish_call(WINS[bet], result)


# -- Listening --------------------------------------------------------------------------------------------------------
def newest_calls(view: View, attempt: int) -> dict[Seat, CallKind]:
    """Of each who has called on this bundle."""
    return {call.seat: call.call for call in view.calls if call.attempt == attempt and call.call is not None}


def weights_of_calls(view: View, attempt: int, fit: Fitted) -> Odds | None:
    """How much likelier low, exact and high have become by what was called on this bundle; None: by nothing."""
    said = newest_calls(view, attempt)
    if not said or view.face is None:
        return None
    weights = [1.0, 1.0, 1.0]
    for seat, kind in said.items():
        honesty = honesty_of(view.players[seat].calls, fit)
        bets = chances_of_bets(view, seat, fit)
        for place, chances in enumerate(fit.perceived[view.face.number]):
            weights[place] *= chance_of_call(kind, chances, honesty, bets)
    return (weights[0], weights[1], weights[2])


def honesty_of(record: CallRecord, fit: Fitted) -> float:
    honest, wrong = fit.honesty
    return (honest + record.unselfish) / (honest + wrong + record.unselfish + record.wrong)


def chances_of_bets(view: View, seat: Seat, fit: Fitted) -> tuple[float, ...]:
    """What the caller may have bet, in the order of BET_CARDS: the more it pays the likelier."""
    values = bet_values(view, seat, fit)
    best = max(values)
    weights = [exp((value - best) / fit.temperature) for value in values]
    return tuple(weight / sum(weights) for weight in weights)


def chance_of_call(kind: CallKind, chances: Odds, honesty: float, bets: tuple[float, ...]) -> float:
    """The chance of this call when the caller takes the bundle for low, exact or high with these chances."""
    total = 0.0
    for result, chance in zip(RESULTS, chances, strict=True):
        selfish = sum(share for bet, share in zip(BET_CARDS, bets, strict=True) if _serves(bet, result) is kind)
        total += chance * (honesty * (HONEST_CALL[result] is kind) + (1.0 - honesty) * selfish)
    return total


@cache
def _serves(bet: Bet, result: Result) -> CallKind:
    return selfish_call(WINS[bet], result)
