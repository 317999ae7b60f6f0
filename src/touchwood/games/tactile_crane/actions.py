"""What a player of Tactile Crane Championship may choose to do.

Numbered: all but betting nothing, opening the eyes, ending a turn without an outcome, and words of one's own.
"""

from typing import Annotated, TypeAlias

from msgspec import Meta

from touchwood.core.values import Tagged
from touchwood.games.tactile_crane.cards import Bet, CallKind, Jackpot


class CloseEyes(Tagged, frozen=True):
    """The challenger's, before the bets."""


class PlaceBet(Tagged, frozen=True):
    """The audience's, in secret. Nothing is what the clock bets, and has no number."""

    bet: Bet


class Grab(Tagged, frozen=True):
    """Close the fingers by so many thousandths; what is held is released first."""

    pinch: Annotated[int, Meta(ge=0, le=1000)]


class Release(Tagged, frozen=True):
    """Let the bundle go, to grab again."""


class Lift(Tagged, frozen=True):
    """Lift the bundle out of the deck: the challenge is finished."""


class PressBarred(Tagged, frozen=True):
    """Use the finger that is not allowed."""


class OpenEyes(Tagged, frozen=True):
    """Peek. No move for bots and environments, so it has no number."""


class EndWithoutOutcome(Tagged, frozen=True):
    """What the clock does for a challenger who is out of time or whose connection stays lost. No number."""


class CallOut(Tagged, frozen=True):
    """The audience's, out of turn."""

    call: CallKind


class Say(Tagged, frozen=True):
    """A call in words of one's own. No number."""

    words: str


class ChooseJackpot(Tagged, frozen=True):
    """The challenger's: which jackpot to take, or (`leftovers=challenger`) to add to."""

    jackpot: Jackpot


Action: TypeAlias = (
    CloseEyes
    | PlaceBet
    | Grab
    | Release
    | Lift
    | PressBarred
    | OpenEyes
    | EndWithoutOutcome
    | CallOut
    | Say
    | ChooseJackpot
)
