"""What one viewer has heard: numbered events, the newest of them at hand for those who come back.

What a game lets be told only once (cards that players have to remember) is left out whenever something is told again.
"""

from collections import deque
from collections.abc import Sequence
from typing import Final

from touchwood.core.values import Tagged, canonical_json
from touchwood.server.protocol import ToldOnce

MOST_EVENTS: Final = 48
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


_LEFT_OUT: Final = table_event(ToldOnce(0))


class Stream:
    """A viewer's events, and what the viewer knows of the match's progress through them."""

    __slots__ = ("can_take_back", "events", "hash", "heard_at", "once", "seq")

    def __init__(self, most_events: int | None = MOST_EVENTS) -> None:
        self.seq = 0
        self.events: deque[bytes] = deque(maxlen=most_events)
        self.once: frozenset[int] = frozenset()
        """The numbers of those that are not told again."""
        self.heard_at = 0
        """When the match was last heard of, on the table's own time, which stands still in pauses."""
        self.hash = ""
        self.can_take_back = False

    def copy(self) -> "Stream":
        copied = Stream()
        copied.seq, copied.heard_at, copied.hash = self.seq, self.heard_at, self.hash
        copied.events, copied.once = self.events.copy(), self.once
        return copied

    def tell(self, rests: Sequence[bytes]) -> None:
        self.seq += len(rests)
        self.events.extend(rests)

    def tell_once(self, rests: Sequence[bytes], once: frozenset[bytes]) -> None:
        """Like `tell`; those of `once` are not told again."""
        numbers = {seq for seq, rest in enumerate(rests, self.seq + 1) if rest in once}
        self.tell(rests)
        oldest = self.seq - len(self.events) + 1
        self.once = frozenset(seq for seq in self.once | numbers if seq >= oldest)

    def since(self, seen: int) -> list[bytes] | None:
        """The events after number `seen`, ready to be sent; None if they are not all at hand."""
        missed = self.seq - seen
        if not 0 <= missed <= len(self.events):
            return None
        return [_NUMBERED % (self.seq + 1 + index, self.events[index]) for index in range(-missed, 0)]

    def again_since(self, seen: int) -> list[bytes] | None:
        """The same for who comes back, who may have heard them before."""
        missed = self.seq - seen
        return self.again()[len(self.events) - missed :] if 0 <= missed <= len(self.events) else None

    def again(self) -> list[bytes]:
        """All at hand, as they are told again."""
        first = self.seq - len(self.events) + 1
        return [
            _NUMBERED % (seq, _LEFT_OUT if seq in self.once else rest) for seq, rest in enumerate(self.events, first)
        ]
