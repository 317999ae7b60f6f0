"""One thing at a time, first come first served: an `asyncio.Lock` that can also be taken without waiting."""

import asyncio


class TableLock:
    __slots__ = ("_waiting", "is_held")

    def __init__(self) -> None:
        self.is_held = False
        self._waiting: list[asyncio.Future[None]] = []

    def try_acquire(self) -> bool:
        """Whether it was free; then it is taken now, and whoever took it releases it."""
        if self.is_held:
            return False
        self.is_held = True
        return True

    def release(self) -> None:
        """It goes to the next one who waits, without being free in between."""
        while self._waiting:
            waiting = self._waiting.pop(0)
            if not waiting.done():
                waiting.set_result(None)
                return
        self.is_held = False

    async def __aenter__(self) -> None:
        if self.try_acquire():
            return
        handed_over = asyncio.get_running_loop().create_future()
        self._waiting.append(handed_over)
        try:
            await handed_over
        except asyncio.CancelledError:
            if not handed_over.cancelled():
                # It came in the very moment in which the waiting ended.
                self.release()
            raise

    async def __aexit__(self, *_: object) -> None:
        self.release()
