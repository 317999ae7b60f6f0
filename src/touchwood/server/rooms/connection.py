"""One device at a table: what it has been sent, and what it is sent next.

There is no queue of news. A connection remembers the number of the last event it sent and the pictures it sent last;
what comes next is worked out when the device is ready for it. So pictures in between are left out for a slow device,
and one that falls behind by more events than the stream keeps is closed and comes back.
"""

import asyncio
from collections import deque
from typing import Final

import msgspec

from touchwood.server.protocol import Close, FromServer

MOST_REPLIES: Final = 100
"""Answers that wait to be sent; while there are so many, nothing more is read from the device."""


class Connection:
    def __init__(self, token_hash: str | None, language: str) -> None:
        """`token_hash` is the seat's; None: a watcher."""
        self.token_hash = token_hash
        self.language = language
        self.k = 0
        self.you: int | None = None
        self.table: bytes | None = None
        self.situation: bytes | None = None
        self.replies: deque[bytes] = deque()
        self.closing: Close | None = None
        self.said_goodbye = asyncio.Event()
        self._woken = asyncio.Event()
        self._has_room = asyncio.Event()
        self._has_room.set()

    @property
    def is_watching(self) -> bool:
        return self.token_hash is None

    def wake(self) -> None:
        self._woken.set()

    async def woken(self) -> None:
        await self._woken.wait()
        self._woken.clear()

    def reply(self, message: FromServer) -> None:
        """To this device alone."""
        self.replies.append(msgspec.json.encode(message))
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
