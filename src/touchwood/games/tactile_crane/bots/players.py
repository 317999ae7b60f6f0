"""Players that play for cards. One is made of what it remembers and heeds; none is made to blunder."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log
from random import Random
from typing import Final

from touchwood.core.seats import Seat
from touchwood.games.tactile_crane.actions import Action, CallOut, ChooseJackpot, CloseEyes, Grab, Lift, PlaceBet
from touchwood.games.tactile_crane.bots.belief import (
    RESULTS,
    Normal,
    Spread,
    after_sensing,
    before_feeling,
    gain_after,
    reweighted,
)
from touchwood.games.tactile_crane.bots.betting import best_bet
from touchwood.games.tactile_crane.bots.fitted import Fitted, Odds, fitted
from touchwood.games.tactile_crane.bots.planning import best_plan, grabs_thought_of, worth_with_odds
from touchwood.games.tactile_crane.bots.voices import call_for, perceived, weights_of_calls
from touchwood.games.tactile_crane.cards import BET_CARDS, JACKPOTS, Bet, Face, Jackpot
from touchwood.games.tactile_crane.rules.hand import CARD
from touchwood.games.tactile_crane.state import Phase
from touchwood.games.tactile_crane.view import View

_EVEN: Odds = (1.0, 1.0, 1.0)


@dataclass(frozen=True)
class Grip:
    """Where a challenger stands: what is believed of the gain and, if one is held, of the bundle."""

    gain: Normal
    bundle: Normal | None
    weights: Odds
    """How voices have moved the odds of low, exact and high for the bundle."""


@dataclass(frozen=True, kw_only=True)
class CranePlayer:
    """Challenger and audience in one. The fields are what a level has or lacks."""

    memory: int | None = None
    """How many of the newest grabs of the turn are remembered; None: all."""
    grabs: int | None = None
    """How many grabs are ever made; None: as many as allowed."""
    listens: bool = False
    bets_by_record: bool = False
    """False: any bet, all alike."""
    calls: bool = False
    lying: float | None = None
    """How often a caller with a HIGH or LOW bet speaks for it; None: as fitted."""
    fit: Fitted | None = None
    """None: as shipped."""

    # -- The contract -------------------------------------------------------------------------------------------------
    def choose(self, view: View, actions: Sequence[Action], rng: Random) -> Action:
        match view.phase:
            case Phase.EYES:
                return CloseEyes()
            case Phase.BETS:
                return PlaceBet(self.bet(view, rng))
            case Phase.GRAB:
                return self.grab_or_lift(view)
            case _:
                return ChooseJackpot(self.jackpot(view))

    def interject(self, view: View, actions: Sequence[Action], rng: Random) -> Action | None:
        """One call on each bundle; a bet once placed stays."""
        if not self.calls or view.phase is not Phase.GRAB or not view.is_holding or not actions:
            return None
        if any(call.seat == view.viewer and call.attempt == view.attempts for call in view.calls):
            return None
        bet = view.players[own_seat(view)].bet
        lying = self.numbers.lying if self.lying is None else self.lying
        return CallOut(call_for(bet, perceived(view), is_selfish=rng.random() < lying))

    @property
    def numbers(self) -> Fitted:
        return fitted() if self.fit is None else self.fit

    # -- The audience ---------------------------------------------------------------------------------------------
    def bet(self, view: View, rng: Random) -> Bet:
        seat = own_seat(view)
        if self.bets_by_record:
            return best_bet(view, seat, self.numbers)
        return rng.choice([bet for bet, count in zip(BET_CARDS, view.players[seat].bet_cards, strict=True) if count])

    # -- The challenger -------------------------------------------------------------------------------------------
    def grab_or_lift(self, view: View) -> Action:
        face = face_of(view)
        spread, left = Spread.of(view.options, face), self.grabs_left(view)
        grip = self.grip(view, spread)
        if view.is_holding and (left <= 0 or grip.bundle is None):
            return Lift()
        jackpot = max(view.jackpots)
        plan = best_plan(face.number, jackpot, grip.gain.variance, spread.slip, spread.feel, max(1, left))
        if view.is_holding and grip.bundle is not None:
            worth = worth_with_odds(grip.bundle, face.number, jackpot, grip.weights)
            # Where voices speak, the next bundle will be spoken of too, and is worth more than feelings alone make it.
            has_voices = self.listens and bool(view.calls)
            if worth >= plan.worth * (self.numbers.eagerness if has_voices else 1.0):
                return Lift()
        return Grab(spread.pinch_for(plan.aim, grip.gain.mean))

    def grabs_left(self, view: View) -> int:
        left = grabs_thought_of(view)
        return left if self.grabs is None else min(left, self.grabs - view.spent)

    def grip(self, view: View, spread: Spread) -> Grip:
        """Goes through the grabs of the turn, as far as this level remembers them."""
        gain, bundle, weights = Normal(0.0, spread.gain), None, _EVEN
        first = 0 if self.memory is None else max(0, len(view.felt) - self.memory)
        for place, felt in enumerate(view.felt):
            if place < first or felt.feel is None:
                continue
            before = before_feeling(gain, spread, felt.pinch)
            bundle = after_sensing(before, log(felt.feel / CARD), spread.feel)
            heard = weights_of_calls(view, place + 1, self.numbers) if self.listens else None
            weights = heard or _EVEN
            found = bundle
            if heard is not None:
                odds = dict(zip(RESULTS, heard, strict=True))
                found = reweighted(bundle, face_of(view).number, view.deck, odds)
            gain = gain_after(gain, before, found)
        return Grip(gain, bundle, weights)

    def jackpot(self, view: View) -> Jackpot:
        """The larger one to take. Leftovers go to the smaller one: the next who may take a jackpot is somebody else."""
        is_taken = view.counted == face_of(view).number
        wanted = max(view.jackpots) if is_taken else min(view.jackpots)
        return JACKPOTS[view.jackpots.index(wanted)]


def own_seat(view: View) -> Seat:
    assert isinstance(view.viewer, int)  # a spectator is never asked
    return view.viewer


def face_of(view: View) -> Face:
    assert view.face is not None  # there is a card while there are grabs
    return view.face


@dataclass(frozen=True)
class Naive(CranePlayer):
    """One grab, as if the gain were what it is on average, and up it goes."""

    def grab_or_lift(self, view: View) -> Action:
        if view.is_holding:
            return Lift()
        face = face_of(view)
        spread = Spread.of(view.options, face)
        ln_of_mean_gain = spread.gain / 2
        return Grab(spread.pinch_for(log(face.number), ln_of_mean_gain))


LISTENER: Final = CranePlayer(bets_by_record=True, calls=True, listens=True)
"""Plays for cards. It was `hard` until `reckoner.py` came, and is what the coach's figures and the fits stand on."""
