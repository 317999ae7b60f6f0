"""What a player of Can't Touch This may choose to do."""

from typing import TypeAlias

from touchwood.core.values import Tagged
from touchwood.games.cant_touch_this.rules.clips import Clip


class KeepSide(Tagged, frozen=True):
    """The defender's: play on the side of the card that lies up."""


class TurnCard(Tagged, frozen=True):
    """The defender's: play on the other side."""


class Raise(Tagged, frozen=True):
    """Bid one more than the standing bid."""


class Pass(Tagged, frozen=True):
    """Go second, at no cost."""


class PlaceClip(Tagged, frozen=True):
    clip: Clip


Action: TypeAlias = KeepSide | TurnCard | Raise | Pass | PlaceClip
