"""One device at a table: what it has been sent, and what it is sent next.

There is no queue of updates. A connection remembers the number of the last event and the last snapshots it sent; what
comes next is worked out when the device is ready for it. So snapshots in between are left out for a slow device, and
one that falls behind by more events than the stream keeps is closed and comes back.
"""

import asyncio
import time
from collections import deque
from collections.abc import Callable
from typing import Final, Protocol, TypeAlias

import msgspec

from touchwood.core.seats import Viewer
from touchwood.server.protocol import BeingLaid, Close, FromServer, WentOn

MOST_REPLIES: Final = 100
"""Answers that wait to be sent; while there are so many, nothing more is read from the device."""


_encode: Final = msgspec.json.Encoder().encode

MessageHandler: TypeAlias = Callable[[bytes], bool]
"""Takes a message as it comes; False: not this one, or not now. Then nothing has been done."""


PassedOn: TypeAlias = BeingLaid | WentOn


class Transport(Protocol):
    """The way to a device and from it."""

    message_handler: MessageHandler | None

    def write_texts(self, *messages: bytes) -> bool:
        """In one piece; whether it was written. False: not now."""


class Connection:
    def __init__(self, token_hash: str | None, language: str, address: str = "") -> None:
        """`token_hash` is the seat's; None: a watcher."""
        self.address = address
        self.since = time.monotonic()
        self.transport: Transport | None = None
        """Where updates can be written at once; None: only the task that writes may."""
        self.token_hash = token_hash
        self.language = language
        self.seq = 0
        self.viewer: Viewer | None = None
        """As whom the device looks on, which its room keeps up; None: it has no place at the table any more."""
        self.table: bytes | None = None
        self.situation: bytes | None = None
        self.unsent: bytes | None = None
        """An update that could not be written at once."""
        self.in_passing: dict[tuple[type[PassedOn], int], bytes] = {}
        """By kind and seat, what could not be shown at once; the newest is enough."""
        self.replies: deque[bytes] = deque()
        self.is_busy = False
        """The task that writes is at it; nobody else may."""
        self.awaits_answer = False
        """A message of this device is being done; what is new by then goes out together with the answer."""
        self.closing: Close | None = None
        self.said_goodbye = asyncio.Event()
        self._is_awake = False
        self._sleeping: asyncio.Future[None] | None = None
        self._has_room = asyncio.Event()
        self._has_room.set()

    @property
    def is_watching(self) -> bool:
        return self.token_hash is None

    @property
    def can_be_written_to(self) -> bool:
        """What is written now overtakes nothing."""
        return self.transport is not None and not self.is_busy and self.unsent is None and not self.replies

    def update(self, message: bytes) -> None:
        """Written at once if the device takes it, else by the task that writes."""
        if self.transport is None or not self.transport.write_texts(message):
            self.unsent = message
            self.wake()

    def show_in_passing(self, shown: PassedOn, message: bytes) -> None:
        """What another seat is at, and nothing keeps: at once if the device takes it, else when it can."""
        if self.transport is None or not self.can_be_written_to or not self.transport.write_texts(message):
            self.in_passing[type(shown), shown.seat] = message
            self.wake()

    def wake(self) -> None:
        self._is_awake = True
        if self._sleeping is not None and not self._sleeping.done():
            self._sleeping.set_result(None)

    async def woken(self) -> None:
        """For the one task that writes to the device; an `asyncio.Event` costs several times as much."""
        if not self._is_awake:
            self._sleeping = asyncio.get_running_loop().create_future()
            await self._sleeping
        self._is_awake = False

    def reply(self, message: FromServer, *, after: bytes | None = None) -> None:
        """To this device alone; `after` an update, which only a device that can be written to is handed."""
        written = _encode(message)
        messages = (written,) if after is None else (after, written)
        if self.transport is not None and self.can_be_written_to and self.transport.write_texts(*messages):
            return
        self.unsent = after or self.unsent
        self.replies.append(written)
        if len(self.replies) >= MOST_REPLIES:
            self._has_room.clear()
        self.wake()

    def next_reply(self) -> bytes:
        self._has_room.set()
        return self.replies.popleft()

    async def has_room(self) -> None:
        await self._has_room.wait()

    def close(self, code: Close) -> None:
        self.closing = self.closing or code
        self._has_room.set()
        self.wake()
