"""Looking back at a match: what grabs, lifts, bets and jackpots cost, in tenths of a card, by what their seat knew.

By the belief of a listener (`bots/players.py`): what a bundle is worth that is lifted, what a grab is worth that goes
on as is best, and what a bet pays by the rates of the number and the challenger's record. That is an estimate, so less
than half a card is too close to call. So is what the strongest player would do: it plays for the match, and gives up
cards where that wins it. Not judged: calls, which are worth what others make of them, and with two players bets, which
win no cards; nor where leftovers go, which brings the chooser none. Of a bet that was changed only the last counts.
"""

from math import log
from random import Random
from typing import Any, Final

from touchwood.core.review import ChoicesMade, Judgement, Review, with_turning_points
from touchwood.core.seats import Seat
from touchwood.games.tactile_crane.actions import Action, ChooseJackpot, Grab, Lift, PlaceBet
from touchwood.games.tactile_crane.bots.belief import Spread
from touchwood.games.tactile_crane.bots.betting import bet_values
from touchwood.games.tactile_crane.bots.fitted import fitted
from touchwood.games.tactile_crane.bots.levels import PLAYERS
from touchwood.games.tactile_crane.bots.planning import best_plan, worth_of_aim, worth_with_odds
from touchwood.games.tactile_crane.bots.players import LISTENER
from touchwood.games.tactile_crane.cards import BET_CARDS, JACKPOTS, Bet
from touchwood.games.tactile_crane.codec import CODEC
from touchwood.games.tactile_crane.state import Phase
from touchwood.games.tactile_crane.view import View, view

LEAST_COST: Final = 0.5
"""Cards. The belief knows no whole cards, and grids stand for what is continuous: they err by less."""
_STRONGEST: Final = PLAYERS["hard"]

Worths = dict[Action, float]
"""Of some choices, the one that was made and the best one among them, in cards."""


class CraneReviewer:
    def review(self, made: ChoicesMade, final: Any) -> Review:
        judgements: dict[object, Judgement] = {}
        for entry, state, seat, action in made:
            seen = view(state, seat)
            worths = worth_of_choices(seen, seat, action)
            if worths is not None:
                # A later bet takes the place of an earlier one.
                key = (seat, state.turns) if isinstance(action, PlaceBet) else entry
                judgements.pop(key, None)
                judgements[key] = judged(entry, seat, action, worths, is_strongest=is_strongest(seen, action))
        told = sorted(judgements.values(), key=lambda one: one.entry)
        return Review(with_turning_points(told), {"judged": len(told)}, unit="tenths")


REVIEWER = CraneReviewer()


def is_strongest(seen: View, action: Action) -> bool:
    """Whether the strongest player would do the same; its bets, grabs and lifts leave nothing to luck."""
    return _STRONGEST.choose(seen, (), Random(0)) == action


def judged(entry: int, seat: Seat, action: Action, worths: Worths, *, is_strongest: bool = False) -> Judgement:
    best = max(worths, key=worths.__getitem__)
    cost = worths[best] - worths[action]
    is_close = cost > 0 and (cost < LEAST_COST or is_strongest)
    if cost < LEAST_COST or is_strongest:
        best, cost = action, 0.0
    return Judgement(
        entry=entry,
        seat=seat,
        action=CODEC.text(action),
        cost=round(10 * cost),
        best=(CODEC.text(best),),
        margin=round(10 * LEAST_COST),
        is_close=is_close,
    )


def worth_of_choices(seen: View, seat: Seat, action: Action) -> Worths | None:
    """None: not judged."""
    match action:
        case PlaceBet(bet) if bet in BET_CARDS and len(seen.players) > 2:
            return worth_of_bets(seen, seat)
        case Grab() | Lift() if seen.phase is Phase.GRAB:
            return worth_of_grabs(seen, action)
        case ChooseJackpot() if seen.face is not None and seen.counted == seen.face.number:
            return {ChooseJackpot(each): float(cards) for each, cards in zip(JACKPOTS, seen.jackpots, strict=True)}
        case _:
            return None


def worth_of_bets(seen: View, seat: Seat) -> Worths:
    values, left = bet_values(seen, seat, fitted()), seen.players[seat].bet_cards
    bets: list[tuple[Bet, float, int]] = list(zip(BET_CARDS, values, left, strict=True))
    own = seen.players[seat].bet
    # The card that lies there already can be bet again.
    return {PlaceBet(bet): value for bet, value, count in bets if count or bet is own}


def worth_of_grabs(seen: View, action: Grab | Lift) -> Worths:
    """Lifting what is held, the best grab, and the one that was made."""
    assert seen.face is not None  # there is a card while there are grabs
    spread, number, jackpot = Spread.of(seen.options, seen.face), seen.face.number, max(seen.jackpots)
    grip, left = LISTENER.grip(seen, spread), max(1, LISTENER.grabs_left(seen))
    worths: Worths = {}
    if grip.bundle is not None and seen.is_holding:
        worths[Lift()] = worth_with_odds(grip.bundle, number, jackpot, grip.weights)
    spreads = grip.gain.variance, spread.slip, spread.feel, left
    if LISTENER.grabs_left(seen) > 0:
        plan = best_plan(number, jackpot, *spreads)
        # With grabs to spare all aims may be worth the same. Then the number is what a player is told to aim at.
        is_same = round(plan.worth - worth_of_aim(number, jackpot, *spreads, 0.0), 9) <= 0.0
        worths[Grab(spread.pinch_for(log(number) if is_same else plan.aim, grip.gain.mean))] = plan.worth
    if isinstance(action, Grab):
        aim = spread.expected(action.pinch) + grip.gain.mean - log(number)
        worths[action] = worth_of_aim(number, jackpot, *spreads, aim)
    return worths
