"""Reviews of finished matches: looking back takes seconds, so each is made once and kept for a while."""

import asyncio
from collections import OrderedDict
from typing import Final

from touchwood.core.review import Review
from touchwood.match.record import Record
from touchwood.server.finished import reviewed

MOST_KEPT: Final = 200


class Reviews:
    """Those who ask at the same time wait for the same one; different ones are made one after the other."""

    def __init__(self, most: int = MOST_KEPT) -> None:
        self._most = most
        self._by_hash: OrderedDict[str, asyncio.Task[Review]] = OrderedDict()
        self._making = asyncio.Lock()

    async def of(self, record: Record) -> Review:
        """Raises `Problem` if the game has no reviewer."""
        # The last hash stands for the whole record.
        key = record.lines[-1].hash
        if key not in self._by_hash:
            self._by_hash[key] = asyncio.get_running_loop().create_task(self._make(record))
        self._by_hash.move_to_end(key)
        while len(self._by_hash) > self._most:
            self._by_hash.popitem(last=False)
        making = self._by_hash[key]
        try:
            # Whoever waits may go away; the others still want it.
            return await asyncio.shield(making)
        finally:
            if making.done() and (making.cancelled() or making.exception() is not None):
                self._by_hash.pop(key, None)

    async def _make(self, record: Record) -> Review:
        async with self._making:
            return await asyncio.to_thread(reviewed, record)
