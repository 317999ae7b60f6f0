"""The strongest player: whatever it does is worth the share of the match that it may expect to win by it.

`stakes.py` and `duel.py` say what the end of a turn is worth, `hearing.py` what is held, `aiming.py` where to aim and
when to lift, and `persuading.py` what to call. Everything else is as in `players.py`.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Final

from touchwood.core.seats import Seat
from touchwood.games.tactile_crane.actions import Action, CallOut, Grab, Lift
from touchwood.games.tactile_crane.bots import duel
from touchwood.games.tactile_crane.bots.aiming import Worths, best_aim
from touchwood.games.tactile_crane.bots.belief import Spread, evenly_likely
from touchwood.games.tactile_crane.bots.betting import best_bet, bet_values, odds_of_results
from touchwood.games.tactile_crane.bots.fitted import Fitted
from touchwood.games.tactile_crane.bots.hearing import guessed_bet, heard, voices_to_come
from touchwood.games.tactile_crane.bots.persuading import worths_of_calls
from touchwood.games.tactile_crane.bots.planning import grabs_thought_of
from touchwood.games.tactile_crane.bots.players import CranePlayer, face_of, own_seat
from touchwood.games.tactile_crane.bots.stakes import NO_BET, BetChances, CardsAlone, Race, Stakes
from touchwood.games.tactile_crane.cards import BET_CARDS, Bet
from touchwood.games.tactile_crane.view import View

_LOW_HELD: Final = 0.84
_LOW_SIGMA: Final = 0.085
"""What is held in turns that end low, and its standard deviation, in parts of the number: counted with the rates."""
_DIGITS: Final = 9
"""Worths that differ in later ones are equal: what the last digits are is the machine's affair."""


@dataclass(frozen=True, kw_only=True)
class Reckoner(CranePlayer):
    """Challenger and audience, for the match."""

    # -- The challenger -----------------------------------------------------------------------------------------------
    def grab_or_lift(self, view: View) -> Action:
        spread, left = Spread.of(view.options, face_of(view)), self.grabs_left(view)
        if view.is_holding and left <= 0:
            return Lift()
        fit = self.fit_for(view)
        found = heard(view, spread, fit, listens=self.listens)
        if view.is_holding and found.cards is None:  # a hand far out in the tails
            return super().grab_or_lift(view)
        voices = voices_to_come(view, found.callers, fit) if self.listens else 0.0
        sensing = 1.0 / (1.0 / spread.feel + fit.voice * voices / spread.look)
        worths = self.worths(view)
        aim = best_aim(worths, found.gain.variance, spread.slip, sensing, max(1, left))
        if view.is_holding and found.cards is not None and round(worths.mean(found.cards) - aim.worth, _DIGITS) >= 0.0:
            return Lift()
        return Grab(spread.pinch_for(aim.mean, found.gain.mean))

    def worths(self, view: View) -> Worths:
        """Of each count of cards, lifted. A third of the number stands for all that leave nothing to take."""
        number, stakes, bets = face_of(view).number, self.stakes(view), self.bets_of_others(view)
        nothing, *taken, high = (
            worth_of_lift(stakes, number, cards, bets) for cards in (number // 3, *range(number // 2 + 1, number + 2))
        )
        return Worths(number, nothing, tuple(taken), high)

    def fit_for(self, view: View) -> Fitted:
        return self.numbers.for_match(len(view.players))

    def stakes(self, view: View) -> Stakes:
        seat = own_seat(view)
        if len(view.players) > 2:
            return Race.of(view, seat)
        return duel.Duel.of(view, seat) if duel.is_solved(view.options) else CardsAlone.of(view, seat)

    def bets_of_others(self, view: View) -> list[BetChances]:
        """Of each seat, as far as they can be guessed before they are seen."""
        nobody, fit = (view.viewer, view.challenger), self.fit_for(view)
        return [NO_BET if seat in nobody else guessed_bet(view, Seat(seat), fit) for seat in range(len(view.players))]

    # -- The audience -------------------------------------------------------------------------------------------------
    def bet(self, view: View, rng: Random) -> Bet:
        """What leaves the largest share; where that is the same, what pays best."""
        seat, stakes, fit = own_seat(view), self.stakes(view), self.fit_for(view)
        if isinstance(stakes, CardsAlone):
            return best_bet(view, seat, fit)
        bets, worths = self.bets_of_others(view), {}
        pays = bet_values(view, seat, fit)
        for place, (bet, count) in enumerate(zip(BET_CARDS, view.players[seat].bet_cards, strict=True)):
            if count:
                bets[seat] = _SURE_OF[place]
                worths[bet] = (round(self.worth_of_turn(view, stakes, bets), _DIGITS), pays[place])
        return max(worths, key=worths.__getitem__)

    def worth_of_turn(self, view: View, stakes: Stakes, bets: Sequence[BetChances]) -> float:
        """With these bets, before anything is known of the bundle."""
        number = face_of(view).number
        low, exact, high = odds_of_results(view, self.fit_for(view))
        if_low = [share * worth_of_lift(stakes, number, cards, bets) for cards, share in held_if_low(number)]
        return low * sum(if_low) + exact * stakes.after_exact(number, bets) + high * stakes.after_high(bets)

    def interject(self, view: View, actions: Sequence[Action], rng: Random) -> Action | None:
        usual = super().interject(view, actions, rng)
        if not isinstance(usual, CallOut):
            return usual
        stakes = self.stakes(view)
        if isinstance(stakes, CardsAlone) or grabs_thought_of(view) == 0:  # then it is lifted whatever is called
            return usual
        bets = [
            NO_BET if player.bet not in BET_CARDS else _SURE_OF[BET_CARDS.index(player.bet)] for player in view.players
        ]
        worths = worths_of_calls(
            view,
            own_seat(view),
            self.fit_for(view),
            lambda cards: worth_of_lift(stakes, face_of(view).number, cards, bets),
            self.worth_of_turn(view, stakes, bets),
        )
        best = max(worths, key=worths.__getitem__)
        if round(worths[best] - worths[usual.call], _DIGITS) <= 0.0:
            return usual
        return None if best is None else CallOut(best)


_SURE_OF: Final[tuple[BetChances, ...]] = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
"""In the order of BET_CARDS."""


def worth_of_lift(stakes: Stakes, number: int, cards: int, bets: Sequence[BetChances]) -> float:
    if cards > number:
        return stakes.after_high(bets)
    if cards == number:
        return stakes.after_exact(number, bets)
    taken = max(0, 2 * cards - number)
    return stakes.after_low(taken, cards - taken, bets)


@cache
def held_if_low(number: int) -> tuple[tuple[int, float], ...]:
    """Counts of cards in turns that end low, and their shares: at least one card, and less than the number."""
    luck = evenly_likely(15)
    counts = Counter(min(number - 1, max(1, round(number * (_LOW_HELD + _LOW_SIGMA * each)))) for each in luck)
    return tuple((cards, count / len(luck)) for cards, count in counts.items())
