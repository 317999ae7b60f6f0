"""How many frames a WebSocket may send. The pace of messages is checked where they are read, but a frame costs time
before that: some tens of thousands of empty ones (pings, or pieces of a message that never ends) come in a second, and
while they are taken apart everybody at every table waits. So they are counted by their first bytes, unread.
"""

import logging
import time
from typing import TYPE_CHECKING, Final

from touchwood.server.limits import Bucket, Limits
from touchwood.server.protocol import Close
from touchwood.server.watched_protocol import WatchedProtocol

LOG = logging.getLogger("touchwood.connections")

FRAMES_A_MESSAGE: Final = 4
"""Mostly it is one; but answers to pings come in between, and a message may come in pieces."""
MOST_PIECES: Final = 64
"""Of one message."""
_LAST: Final = 0x80
_CONTROL: Final = 0x08
"""In a frame's first byte, beside its kind: pings, pongs and goodbyes, which may stand between a message's pieces."""
_TOO_MANY: Final = b"\x88\x02" + Close.TOO_MANY.value.to_bytes(2, "big")
"""A goodbye of two bytes, as a server sends it (RFC 6455, 5.5.1)."""


class FramePace:
    """Follows the bytes of one device from frame to frame."""

    __slots__ = ("_bucket", "_head", "_most", "_pieces", "_to_skip")

    def __init__(self, limits: Limits) -> None:
        rate, self._most = limits.messages_a_second * FRAMES_A_MESSAGE, limits.messages_at_once * FRAMES_A_MESSAGE
        self._bucket = Bucket(rate, self._most, time.monotonic())
        self._head = b""
        """The first bytes of a frame whose size is not known yet."""
        self._to_skip = 0
        """Of a frame that has begun."""
        self._pieces = 0
        """Of the message that is being sent."""

    def allows(self, data: bytes) -> bool:
        begun = self._count(data)
        return self._pieces <= MOST_PIECES and (begun == 0 or self._bucket.spend(time.monotonic(), begun))

    def _count(self, data: bytes) -> int:
        """How many frames begin here; no further than there may be."""
        data = self._head + data
        place, begun = self._to_skip, 0
        while (left := len(data) - place) >= 2 and begun <= self._most:
            size, head = data[place + 1] & 0x7F, 6
            if size > 125:
                digits = 2 if size == 126 else 8
                size, head = int.from_bytes(data[place + 2 : place + 2 + digits], "big"), 6 + digits
            if left < head:
                break
            if not data[place] & _CONTROL:
                self._pieces = 0 if data[place] & _LAST else self._pieces + 1
            place += head + size
            begun += 1
        self._to_skip = max(0, place - len(data))
        self._head = data[place:]
        return begun


if TYPE_CHECKING:

    class _Protocol(WatchedProtocol):
        def data_received(self, data: bytes) -> None: ...
else:
    _Protocol = WatchedProtocol


class PacedWebSocket(_Protocol):
    """Mixed into a WebSocket protocol: a device that sends more frames than it may is told so and cut off."""

    frame_pace: FramePace | None = None
    """None: as many as it likes."""

    def data_received(self, data: bytes) -> None:
        if self.frame_pace is None or self.frame_pace.allows(data):
            super().data_received(data)
        else:
            LOG.info("connection_cut", extra={"cause": "too_many_frames"})
            self.transport.write(_TOO_MANY)
            self.transport.close()
