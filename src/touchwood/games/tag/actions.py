"""What a player of TAG may choose to do. Cards of a kind are alike, so a card is named by its kind."""

from typing import Annotated, TypeAlias

from msgspec import Meta

from touchwood.core.seats import Seat
from touchwood.core.values import Tagged
from touchwood.games.tag.state import Kind, Pile


class Draw(Tagged, frozen=True):
    pile: Pile


class StopDrawing(Tagged, frozen=True):
    """The freezer's, in the return turn."""


class Play(Tagged, frozen=True):
    kind: Kind


class Discard(Tagged, frozen=True):
    kind: Kind


class GiveIt(Tagged, frozen=True):
    """Put IT in front of a player: an opponent, who is asked for a Gool (also if IT lies there already), or oneself."""

    to: Annotated[Seat, Meta(ge=0)]


class LeaveIt(Tagged, frozen=True):
    """Leave IT where it is; nobody is asked."""


class CallGool(Tagged, frozen=True):
    """Answer with a Gool: IT goes in front of the opponent instead."""


class LetStand(Tagged, frozen=True):
    """Answer without a Gool, held or not."""


Action: TypeAlias = Draw | StopDrawing | Play | Discard | GiveIt | LeaveIt | CallGool | LetStand
