"""What to bet: how the turn will likely end, and what each bet then pays."""

from touchwood.core.seats import Seat
from touchwood.games.tactile_crane.bots.fitted import Fitted, Odds
from touchwood.games.tactile_crane.cards import BET_CARDS, Bet
from touchwood.games.tactile_crane.rules.payout import CARDS_FOR_A_BET
from touchwood.games.tactile_crane.state import ChallengeRecord
from touchwood.games.tactile_crane.view import SeenPlayer, View

_LEAST_RATE = 0.01
_SHARING = 0.5
"""A JUST bet is shared with half the other bettors, at the worst guess; the fit does not move it much."""


def odds_of_results(view: View, fit: Fitted) -> Odds:
    """Low, exact and high for the present challenger: the rates of the number, bent by the challenger's record. Nobody
    holds more than the deck (4.1)."""
    assert view.face is not None  # bets come after the flip
    assert view.challenger is not None
    number = view.face.number
    low, exact, high = bent_rates(fit, number, view.players[view.challenger].challenges)
    if view.deck < number:
        return 1.0, 0.0, 0.0
    return (low, exact + high, 0.0) if view.deck == number else (low, exact, high)


def bent_rates(fit: Fitted, number: int, record: ChallengeRecord) -> Odds:
    seen = (record.low, record.exact, record.high)
    strength, turns = fit.record_strength, sum(seen)
    bent = [
        max(_LEAST_RATE, rate) * (strength * mean + count) / ((strength + turns) * mean)
        for rate, mean, count in zip(fit.rates[number], fit.usual, seen, strict=True)
    ]
    low, exact, high = (weight / sum(bent) for weight in bent)
    return low, exact, high


def bet_values(view: View, seat: Seat, fit: Fitted) -> tuple[float, ...]:
    """What HIGH, LOW and JUST are worth to a bettor: cards, or with two players achieved cards. None left: nothing."""
    low, exact, high = odds_of_results(view, fit)
    player = view.players[seat]
    if len(view.players) == 2:
        values = (high, low, exact)
        needed = [_is_needed(view, player, bet) for bet in BET_CARDS]
    else:
        others = len(view.players) - 2
        shared = min(view.jackpots) / (1.0 + _SHARING * exact * others)
        values = (CARDS_FOR_A_BET * high, CARDS_FOR_A_BET * low, exact * shared)
        needed = [True, True, True]
    return tuple(
        value if count and is_needed else 0.0
        for value, count, is_needed in zip(values, player.bet_cards, needed, strict=True)
    )


def _is_needed(view: View, player: SeenPlayer, bet: Bet) -> bool:
    """Two players: with `achieve=kinds` a second card of a kind wins nothing."""
    return view.options.achieve == "any_three" or not player.achieved[BET_CARDS.index(bet)]


def best_bet(view: View, seat: Seat, fit: Fitted) -> Bet:
    values = bet_values(view, seat, fit)
    usable = [bet for bet, count in zip(BET_CARDS, view.players[seat].bet_cards, strict=True) if count]
    return max(usable, key=lambda bet: values[BET_CARDS.index(bet)])
