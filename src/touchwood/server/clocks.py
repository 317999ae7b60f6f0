"""The time a server goes by: the machine's when the server started, and from then on what has really passed.

So a machine's clock that is put right (or wrong) while the server runs moves nobody's deadline.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol


class Clock(Protocol):
    def now(self) -> int:
        """Milliseconds since 1970; never less than it was."""

    def seconds(self, milliseconds: int) -> float:
        """How long to wait, in real seconds, until so many milliseconds of this clock have passed."""


class WallClock:
    def __init__(self, wall: Callable[[], int] = time.time_ns, passed: Callable[[], int] = time.monotonic_ns) -> None:
        """Both in nanoseconds; `wall` is looked at once."""
        self._passed = passed
        self._passed_at_1970 = passed() - wall()

    def now(self) -> int:
        return (self._passed() - self._passed_at_1970) // 1_000_000

    def seconds(self, milliseconds: int) -> float:
        return milliseconds / 1_000


class FastClock(WallClock):
    """Runs ahead of the wall: for tests in which people take their time. The same after a restart."""

    def __init__(self, times: int) -> None:
        super().__init__()
        self._times = times

    def now(self) -> int:
        return (self._passed() - self._passed_at_1970) // 1_000_000 * self._times

    def seconds(self, milliseconds: int) -> float:
        return milliseconds / 1_000 / self._times


@dataclass(frozen=True)
class SetForward:
    """A clock that is behind what was written by it before, set forward by so much."""

    clock: Clock
    milliseconds: int

    def now(self) -> int:
        return self.clock.now() + self.milliseconds

    def seconds(self, milliseconds: int) -> float:
        return self.clock.seconds(milliseconds)


def not_before(clock: Clock, at: int) -> Clock:
    """The clock as it is; set forward if it is behind `at`."""
    behind = at - clock.now()
    return clock if behind <= 0 else SetForward(clock, behind)
