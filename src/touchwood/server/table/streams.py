"""What one viewer has heard: numbered events, the newest of them at hand for those who come back."""

from collections import deque
from typing import Final

from touchwood.core.values import Tagged, canonical_json

KEPT: Final = 48
"""Events of a stream that are at hand; whoever missed more starts over."""
_NUMBERED: Final = b'{"k":%d%b'
"""An event's number, and the rest of it."""


def table_event(event: Tagged) -> bytes:
    """An event of the table as it is sent, from behind its number on. `event` has the number 0 in it."""
    start, number, rest = canonical_json(event).partition(b'"k":0')
    assert number, "the event has the number 0"
    assert start == b"{", "no field of an event comes before k in the alphabet"
    return rest


def game_event(body: bytes) -> bytes:
    """The same for an event of the match."""
    return b',"event":' + body + b',"type":"GameEvent"}'


class Stream:
    """A viewer's events, and what the viewer knows of the match's progress through them."""

    __slots__ = ("can_take_back", "events", "hash", "heard_at", "seq")

    def __init__(self) -> None:
        self.seq = 0
        self.events: deque[bytes] = deque(maxlen=KEPT)
        self.heard_at = 0
        """When the match was last heard of, on the table's own time, which stands still in pauses."""
        self.hash = ""
        self.can_take_back = False

    def copy(self) -> "Stream":
        copied = Stream()
        copied.seq, copied.heard_at, copied.hash = self.seq, self.heard_at, self.hash
        copied.events = self.events.copy()
        return copied

    def tell(self, *rests: bytes) -> None:
        self.seq += len(rests)
        self.events.extend(rests)

    def since(self, seen: int) -> list[bytes] | None:
        """The events after number `seen`, ready to be sent; None if they are not all at hand."""
        missed = self.seq - seen
        if not 0 <= missed <= len(self.events):
            return None
        return [_NUMBERED % (self.seq + 1 + index, self.events[index]) for index in range(-missed, 0)]

    def latest(self) -> list[bytes]:
        return [_NUMBERED % (seq, rest) for seq, rest in enumerate(self.events, self.seq - len(self.events) + 1)]
