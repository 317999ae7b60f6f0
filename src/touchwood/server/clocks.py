"""The time a server goes by."""

import time
from typing import Protocol


class Clock(Protocol):
    def now(self) -> int:
        """Milliseconds since 1970."""

    def seconds(self, milliseconds: int) -> float:
        """How long to wait, in real seconds, until so many milliseconds of this clock have passed."""


class WallClock:
    def now(self) -> int:
        return time.time_ns() // 1_000_000

    def seconds(self, milliseconds: int) -> float:
        return milliseconds / 1_000


class FastClock:
    """Runs ahead of the wall: for tests in which people take their time. The same after a restart."""

    def __init__(self, times: int) -> None:
        self._times = times

    def now(self) -> int:
        return time.time_ns() * self._times // 1_000_000

    def seconds(self, milliseconds: int) -> float:
        return milliseconds / 1_000 / self._times
