"""What a challenger believes who takes every voice for what it can be: of the gain, and of each count of cards.

The same chance as in `belief.py`, but on a grid of gains and in whole cards, so that a call can be asked of each count:
how likely is it that whoever sees so many cards calls that? A caller is one of a few characters, and shows which by
what it calls in this turn and by its record:

    honest           says how the bundle looks
    selfish, by bet  speaks for a HIGH, a LOW or a JUST bet, as `voices.py` does
    schemer, by bet  calls what makes a trusting listener do what serves the bet, as `persuading.py` does
    other            any call, whatever is held

Which bet somebody has placed is not seen, but mostly guessed: the best by the odds that everybody knows.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import erf, exp, log, sqrt
from typing import Final

from touchwood.core.seats import Seat
from touchwood.games.tactile_crane.bots.belief import (
    LEAST_VARIANCE,
    RESULTS,
    Normal,
    Spread,
    after_sensing,
    chances_of_results,
)
from touchwood.games.tactile_crane.bots.betting import bet_values
from touchwood.games.tactile_crane.bots.fitted import Fitted
from touchwood.games.tactile_crane.bots.planning import OWN_PATIENCE, aimed_well
from touchwood.games.tactile_crane.bots.stakes import BetChances
from touchwood.games.tactile_crane.bots.voices import HONEST_CALL, newest_calls
from touchwood.games.tactile_crane.cards import BET_CARDS, CallKind, Result, result_of
from touchwood.games.tactile_crane.rules.betting import WINS
from touchwood.games.tactile_crane.rules.calling import selfish_call
from touchwood.games.tactile_crane.rules.hand import CARD
from touchwood.games.tactile_crane.state import CallRecord
from touchwood.games.tactile_crane.view import View

_GAINS: Final = 49
_WIDEST: Final = 3.6
"""Gains on the grid, and how many standard deviations it reaches to each side."""
_FAR: Final = 3.8
"""Standard deviations beyond which a slip is not thought of."""
_NOTHING_FITS: Final = 1e-200
"""What was felt is so unlike anything that a hand does that chances are at the end of their digits."""
_OTHER: Final = 0.06
"""Callers whose calls say nothing."""
_RECORD: Final = ((0.45, 0.06, 0.22), (0.25, 0.64, 0.6), (0.3, 0.3, 0.18))
"""How often a judged call is unselfish, wrong, or right and not unselfish: of honest, selfish and scheming callers."""
_SCHEMES: Final = (
    ((0.80, 0.12, 0.08), (0.65, 0.07, 0.28), (0.50, 0.03, 0.47)),
    ((0.36, 0.30, 0.34), (0.40, 0.38, 0.22), (0.60, 0.33, 0.07)),
    ((0.45, 0.27, 0.28), (0.40, 0.23, 0.37), (0.42, 0.34, 0.24)),
)
"""By bet, in the order of BET_CARDS, and by what the bundle is, low, exact or high: how often a schemer calls more,
less and stop. Counted in matches of `persuading.py`; it says little of the bundle, which is the point."""
_PLACES: Final = {call: place for place, call in enumerate(CallKind)}
_SURE: Final = 0.03
"""No record makes surer of a character than this."""

Cards = Mapping[int, float]
"""Counts of cards, and how likely they are."""
Characters = Sequence[float]
"""How likely a caller is honest, selfish with each bet, a schemer with each bet, other."""


@dataclass(frozen=True)
class Heard:
    """Where a challenger stands who listens."""

    gain: Normal
    cards: Cards | None
    """Of the bundle in hand; None: nothing is held, or nothing fits."""
    callers: Mapping[Seat, Characters]
    """Who has called in this turn, as far as it is known by now."""


# -- Who says what ----------------------------------------------------------------------------------------------------
_SAYS: Final[tuple[tuple[CallKind, ...], ...]] = (
    tuple(HONEST_CALL[result] for result in RESULTS),
    *(tuple(selfish_call(WINS[bet], result) for result in RESULTS) for bet in BET_CARDS),
)
"""By character, honest first and then by bet: what is called of a bundle taken for low, exact or high."""
_MEANING_LITTLE: Final = slice(len(_SAYS), None)
"""Schemers and others, among the characters."""


def guessed_bet(view: View, seat: Seat, fit: Fitted) -> BetChances:
    """Of somebody who mostly bets what is best, as far as that can be told."""
    values = bet_values(view, seat, fit)
    usable = [count > 0 for count in view.players[seat].bet_cards]
    best = max(values)
    weights = [exp((value - best) / fit.bet_temperature) * has for value, has in zip(values, usable, strict=True)]
    total, kinds = sum(weights), max(1, sum(usable))
    high, low, just = (
        (1.0 - fit.unlike_best) * weight / total + fit.unlike_best * has / kinds
        for weight, has in zip(weights, usable, strict=True)
    )
    return high, low, just


def characters(view: View, seat: Seat, fit: Fitted) -> list[float]:
    """Before anything is called in this turn."""
    honest, selfish, schemer = by_record(view.players[seat].calls, fit)
    bets = guessed_bet(view, seat, fit)
    known = [honest, *(selfish * chance for chance in bets), *(schemer * chance for chance in bets)]
    return [*((1.0 - _OTHER) * chance for chance in known), _OTHER]


def by_record(record: CallRecord, fit: Fitted) -> tuple[float, float, float]:
    """How likely a caller with this record is honest, selfish or a schemer."""
    seen = (record.unselfish, record.wrong, record.right - record.unselfish)
    weights = list(fit.characters)
    for count, often in zip(seen, _RECORD, strict=True):
        weights = [weight * each**count for weight, each in zip(weights, often, strict=True)]
    total = sum(weights)
    honest, selfish, schemer = ((weight / total + _SURE) / (1.0 + 3 * _SURE) for weight in weights)
    return honest, selfish, schemer


# -- How a bundle looks -----------------------------------------------------------------------------------------------
def bounds_of_looks(view: View, spread: Spread, attempt: int) -> tuple[float, float]:
    """Below the first a look, as a logarithm, is taken for low, above the second for high."""
    assert view.face is not None  # there is a card while there are grabs
    grabs = max(0, (view.options.patience or OWN_PATIENCE) - attempt) + 1
    return _bounds(view.face.number, max(view.jackpots), spread, attempt, grabs)


@lru_cache(maxsize=4_000)
def _bounds(number: int, jackpot: int, spread: Spread, attempt: int, grabs: int) -> tuple[float, float]:
    aimed = aimed_well(number, jackpot, spread, attempt, grabs).bundle

    def first_look_not(taken: Result, *, is_last: bool) -> float:
        low, high = log(number) - 2.0, log(number) + 2.0
        for _ in range(24):
            middle = (low + high) / 2
            chances = chances_of_results(after_sensing(aimed, middle, spread.look), number)
            is_taken = max(RESULTS, key=chances.__getitem__) is taken
            if is_taken != is_last:
                low = middle
            else:
                high = middle
        return (low + high) / 2

    low = first_look_not(Result.LOW, is_last=False)
    return low, max(low, first_look_not(Result.HIGH, is_last=True))


def _below(value: float) -> float:
    return 0.5 * (1.0 + erf(value * 0.7071067811865476))


@lru_cache(maxsize=8_000)
def _chances_of_calls(
    bounds: tuple[float, float], look: float, number: int, cards: int
) -> tuple[tuple[float, ...], ...]:
    """By call, in the order of CallKind: how likely each character is to call so, of so many cards."""
    held, error = log(cards), sqrt(look)
    low = _below((bounds[0] - held) / error)
    not_high = _below((bounds[1] - held) / error)
    taken = (low, not_high - low, 1.0 - not_high)
    result = RESULTS.index(result_of(cards, number))
    return tuple(
        (
            *(sum(chance for chance, said in zip(taken, says, strict=True) if said is call) for says in _SAYS),
            *(scheme[result][place] for scheme in _SCHEMES),
            1.0 / len(CallKind),
        )
        for place, call in enumerate(CallKind)
    )


# -- Feeling and listening --------------------------------------------------------------------------------------------
def heard(view: View, spread: Spread, fit: Fitted, *, listens: bool = True) -> Heard:
    """Goes through the grabs of the turn. A caller's character is weighed anew by each of its calls."""
    assert view.face is not None  # there is a card while there are grabs
    number, gains = view.face.number, _grid(spread.gain)
    chances = [exp(-0.5 * gain * gain / spread.gain) for gain in gains]
    callers: dict[Seat, list[float]] = {}
    cards: dict[int, float] | None = None
    for place, felt in enumerate(view.felt):
        if felt.feel is None:
            continue
        cells = _cells(spread.gain, spread.expected(felt.pinch), spread.slip, view.deck)
        likely = {count: _likeness(felt.feel / CARD, count, spread.feel) for count in cells}
        said = newest_calls(view, place + 1) if listens else {}
        if said:
            bounds = bounds_of_looks(view, spread, place + 1)
            before = _summed(cells, chances, likely)
            for seat, call in said.items():
                who = callers.setdefault(seat, characters(view, seat, fit))
                calls = {count: _chances_of_calls(bounds, spread.look, number, count)[_PLACES[call]] for count in cells}
                for count in cells:
                    likely[count] *= sum([chance * says for chance, says in zip(who, calls[count], strict=True)])
                _recognise(who, calls, before)
        found = _summed(cells, chances, likely)
        total = sum(found.values())
        if total < _NOTHING_FITS:
            return Heard(Normal(0.0, spread.gain), None, {})
        cards = {count: chance / total for count, chance in found.items()}
        for gain in range(_GAINS):
            # Made chances again after each grab: unmade, those of many grabs would run out of digits.
            fits = sum([shares[gain] * likely[count] for count, shares in cells.items() if gain in shares])
            chances[gain] *= fits / total
    return Heard(_normal(gains, chances), cards if view.is_holding else None, callers)


def voices_to_come(view: View, callers: Mapping[Seat, Characters], fit: Fitted) -> float:
    """How many will call on the next bundle and mean something: those who have called. Of the first one everybody is
    expected to."""
    expected = list(callers.values())
    if not view.attempts:
        expected = [characters(view, Seat(seat), fit) for seat in range(len(view.players)) if seat != view.viewer]
    return sum([1.0 - sum(who[_MEANING_LITTLE]) for who in expected])


@lru_cache(maxsize=64)
def _grid(variance: float) -> tuple[float, ...]:
    """Gains, as logarithms."""
    step = 2 * _WIDEST * sqrt(variance) / (_GAINS - 1)
    return tuple(step * (place - (_GAINS - 1) / 2) for place in range(_GAINS))


@lru_cache(maxsize=64)
def _cells(variance: float, expected: float, slip_variance: float, deck: int) -> dict[int, dict[int, float]]:
    """By count of cards: of which gains, by their place on the grid, it is how likely."""
    cells: dict[int, dict[int, float]] = {}
    gains = _grid(variance)
    slip = sqrt(slip_variance + (gains[1] - gains[0]) ** 2 / 12)  # a gain stands for all that are nearest to it
    for place, gain in enumerate(gains):
        mean = expected + gain
        fewest = max(1, min(deck, int(exp(min(mean - _FAR * slip, 10.0)) + 0.5)))
        most = max(1, min(deck, int(exp(min(mean + _FAR * slip, 10.0)) + 0.5)))
        below = 0.0
        for count in range(fewest, most):
            until = _below((log(count + 0.5) - mean) / slip)
            cells.setdefault(count, {})[place] = until - below
            below = until
        cells.setdefault(most, {})[place] = 1.0 - below
    return cells


def _likeness(feel: float, cards: int, error: float) -> float:
    off = log(feel / cards)
    return exp(-0.5 * off * off / error)


def _summed(
    cells: Mapping[int, Mapping[int, float]], chances: Sequence[float], likely: Mapping[int, float]
) -> dict[int, float]:
    return {
        count: likely[count] * sum([share * chances[place] for place, share in shares.items()])
        for count, shares in cells.items()
    }


def _recognise(who: list[float], calls: Mapping[int, Sequence[float]], cards: Cards) -> None:
    """What the call says of the caller, whatever is held."""
    total = sum(cards.values())
    if total <= 0.0:
        return
    for place in range(len(who)):
        who[place] *= sum([chance * calls[count][place] for count, chance in cards.items()]) / total
    total = sum(who)
    for place in range(len(who)):
        who[place] /= total


def _normal(values: Sequence[float], chances: Sequence[float]) -> Normal:
    total = sum(chances)
    mean = sum([value * chance for value, chance in zip(values, chances, strict=True)]) / total
    variance = sum([(value - mean) ** 2 * chance for value, chance in zip(values, chances, strict=True)]) / total
    return Normal(mean, max(LEAST_VARIANCE, variance))
