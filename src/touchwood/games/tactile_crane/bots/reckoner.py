"""The strongest player: whatever it does is worth the share of the match that it may expect to win by it.

`stakes.py` and `duel.py` say what the end of a turn is worth, `hearing.py` what is held, `aiming.py` where to aim and
when to lift, and `persuading.py` what to call. Everything else is as in `players.py`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from msgspec.structs import replace

from touchwood.core.seats import Seat
from touchwood.games.tactile_crane.actions import Action, CallOut, Grab, Lift
from touchwood.games.tactile_crane.bots import duel
from touchwood.games.tactile_crane.bots.aiming import Worths, best_aim
from touchwood.games.tactile_crane.bots.belief import Spread
from touchwood.games.tactile_crane.bots.betting import bent_rates, best_bet
from touchwood.games.tactile_crane.bots.fitted import Fitted, Odds
from touchwood.games.tactile_crane.bots.hearing import chances_of_bet, heard
from touchwood.games.tactile_crane.bots.persuading import worths_of_calls
from touchwood.games.tactile_crane.bots.planning import grabs_thought_of
from touchwood.games.tactile_crane.bots.players import CranePlayer, face_of, own_seat
from touchwood.games.tactile_crane.bots.stakes import NO_BET, BetChances, CardsAlone, Race, Stakes
from touchwood.games.tactile_crane.cards import BET_CARDS, Bet
from touchwood.games.tactile_crane.view import View

_VOICE: Final = 0.3
"""How much of a look a voice brings to the challenger, when bundles to come are thought of."""
_LOW_TAKEN: Final = 0.7
_LOW_SPREAD: Final = 0.2
"""What a challenger takes of a number that came out low, and its standard deviation, in parts of the number."""


@dataclass(frozen=True, kw_only=True)
class Reckoner(CranePlayer):
    """Challenger and audience, for the match."""

    # -- The challenger -----------------------------------------------------------------------------------------------
    def grab_or_lift(self, view: View) -> Action:
        spread, left = Spread.of(view.options, face_of(view)), self.grabs_left(view)
        if view.is_holding and left <= 0:
            return Lift()
        grip = heard(view, spread, self.numbers, listens=self.listens)
        if view.is_holding and grip.cards is None:  # a hand far out in the tails
            return super().grab_or_lift(view)
        worths = self.worths(view)
        sensing = 1.0 / (1.0 / spread.feel + _VOICE * grip.voices / spread.look)
        aim = best_aim(worths, grip.gain.variance, spread.slip, sensing, max(1, left))
        if view.is_holding and grip.cards is not None and worths.mean(grip.cards) >= aim.worth:
            return Lift()
        return Grab(spread.pinch_for(aim.mean, grip.gain.mean))

    def worths(self, view: View) -> Worths:
        """Of each count of cards, lifted."""
        number, stakes = face_of(view).number, self.stakes(view)
        bets = self.bets_of_others(view)
        taken = [stakes.after_low(2 * cards - number, number - cards, bets) for cards in range(number // 2 + 1, number)]
        return Worths(
            number,
            stakes.after_low(0, number // 3, bets),
            (*taken, stakes.after_exact(number, bets)),
            stakes.after_high(bets),
        )

    def stakes(self, view: View) -> Stakes:
        seat = own_seat(view)
        if len(view.players) > 2:
            return Race.of(view, seat)
        return duel.Duel.of(view, seat) if duel.is_solved(view.options) else CardsAlone.of(view, seat)

    def bets_of_others(self, view: View) -> list[BetChances]:
        """Of each seat, as far as they can be guessed before they are seen."""
        nobody = (view.viewer, view.challenger)
        return [
            NO_BET if seat in nobody else chances_of_bet(view, Seat(seat), self.numbers)
            for seat in range(len(view.players))
        ]

    # -- The audience -------------------------------------------------------------------------------------------------
    def bet(self, view: View, rng: Random) -> Bet:
        seat, stakes = own_seat(view), self.stakes(view)
        if isinstance(stakes, CardsAlone):
            return best_bet(view, seat, self.numbers)
        bets, values = self.bets_of_others(view), {}
        for place, (bet, count) in enumerate(zip(BET_CARDS, view.players[seat].bet_cards, strict=True)):
            if count:
                bets[seat] = _SURE_OF[place]
                values[bet] = self.worth_of_turn(view, stakes, bets)
        return max(values, key=values.__getitem__)

    def worth_of_turn(self, view: View, stakes: Stakes, bets: Sequence[BetChances]) -> float:
        """With these bets, before anything is known of the bundle."""
        number = face_of(view).number
        low, exact, high = odds_of(view, self.numbers)
        shortfall = (1.0 - _LOW_TAKEN) * number / 2
        return (
            low * stakes.after_low(_LOW_TAKEN * number, shortfall, bets, (_LOW_SPREAD * number) ** 2)
            + exact * stakes.after_exact(number, bets)
            + high * stakes.after_high(bets)
        )

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
            self.numbers,
            lambda cards: worth_of_lift(stakes, face_of(view).number, cards, bets),
            self.worth_of_turn(view, stakes, bets),
        )
        best = max(worths, key=worths.__getitem__)
        if worths[best] <= worths[usual.call]:
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


def odds_of(view: View, fit: Fitted) -> Odds:
    """Low, exact and high for the present challenger."""
    assert view.challenger is not None  # there is one in a turn
    record = view.players[view.challenger].challenges
    return bent_rates(_between_two(fit) if len(view.players) == 2 else fit, face_of(view).number, record)


def _between_two(fit: Fitted) -> Fitted:
    """With one voice alone turns end otherwise."""
    return replace(fit, rates=duel.table().rates)
