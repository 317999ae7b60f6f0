"""Who may hear nothing but the game for a while: the crane's challenger in the dark, and with it all watchers, since
anybody can open the watch link.

For a hushed viewer free talk waits until the hush ends, and the table stands still: names, who is there, votes, locks.
Whatever moved could be made to speak. Only pauses, take-backs and the game itself get through. All of it follows from
the log alone, so a table read back from the store is as hushed as it was.
"""

from collections import deque
from typing import Final

from touchwood.core.game import AnyGame
from touchwood.core.seats import SPECTATOR, Seat, Viewer
from touchwood.core.values import Tagged
from touchwood.server import protocol
from touchwood.server.table.seating import Seating

HELD_AT_MOST: Final = 20
"""The newest of what was said; more at once would overrun the stream."""
_HEARD_ALL_THE_SAME: Final = (protocol.Paused, protocol.Resumed, protocol.TookBack, protocol.MatchOver)


class Hush:
    """One viewer's: how the table looked when it began, and what it will hear afterwards."""

    __slots__ = ("held", "seating")

    def __init__(self, seating: Seating) -> None:
        self.seating = seating
        self.held: deque[bytes] = deque(maxlen=HELD_AT_MOST)


def hushed_viewers(game: AnyGame, state: object) -> tuple[Viewer, ...]:
    seats: tuple[Seat, ...] = () if game.hushed is None else game.hushed(state)
    return (*seats, SPECTATOR) if seats else ()


def is_held_back(event: Tagged) -> bool:
    """Whether hushed viewers hear this event of the table only later."""
    return not isinstance(event, _HEARD_ALL_THE_SAME)
