"""How much one device or one address may ask for.

A bucket holds tokens and is filled at a steady rate; asking takes one out. Addresses are forgotten when their buckets
are full again, so memory stays bounded by what is going on, not by what ever came.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

MOST_ADDRESSES: Final = 50_000


@dataclass(frozen=True)
class Limits:
    """What an operator may set; the defaults suit a house full of friends."""

    message_bytes: int = 16_384
    messages_a_second: float = 20.0
    messages_at_once: int = 60
    unreadable_messages: int = 20
    """In one connection; then it is closed."""
    talk_a_second: float = 0.5
    talk_at_once: int = 5
    sockets_an_address: int = 64
    sockets: int = 5_000
    tables_an_hour: int = 60
    """Made by one address."""
    joins_an_hour: int = 240
    """Seats taken by one address."""
    wrong_codes_a_minute: int = 10
    """Asked for by one address; five letters give four million codes."""
    looks_back_a_minute: int = 30
    """Proofs and reviews that are not made yet, asked for by one address."""
    requests_a_second: float = 50.0
    """Of any kind, by one address."""
    watchers_a_table: int = 100
    hello_seconds: float = 10.0


class Bucket:
    """`rate` tokens a second, at most `size` of them."""

    __slots__ = ("_at", "_rate", "_size", "_tokens")

    def __init__(self, rate: float, size: float, now: float) -> None:
        self._rate = rate
        self._size = size
        self._tokens = size
        self._at = now

    def take(self, now: float) -> bool:
        """Whether one may be taken, and takes it."""
        self._fill(now)
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True

    def has_one(self, now: float) -> bool:
        self._fill(now)
        return self._tokens >= 1

    def is_full(self, now: float) -> bool:
        self._fill(now)
        return self._tokens >= self._size

    def _fill(self, now: float) -> None:
        self._tokens = min(self._size, self._tokens + max(0.0, now - self._at) * self._rate)
        self._at = now


class ByAddress:
    """A bucket for each address."""

    def __init__(self, rate: float, size: float, clock: Callable[[], float]) -> None:
        self._rate = rate
        self._size = size
        self._clock = clock
        self._buckets: dict[str, Bucket] = {}

    def take(self, address: str) -> bool:
        return self._bucket(address).take(self._clock())

    def has_one(self, address: str) -> bool:
        bucket = self._buckets.get(address)
        return bucket is None or bucket.has_one(self._clock())

    def _bucket(self, address: str) -> Bucket:
        if address not in self._buckets:
            if len(self._buckets) >= MOST_ADDRESSES:
                self._forget_full_ones()
            self._buckets[address] = Bucket(self._rate, self._size, self._clock())
        return self._buckets[address]

    def _forget_full_ones(self) -> None:
        now = self._clock()
        self._buckets = {address: bucket for address, bucket in self._buckets.items() if not bucket.is_full(now)}
        if len(self._buckets) >= MOST_ADDRESSES:
            self._buckets.clear()


class Doorkeeper:
    """All limits that go by address."""

    def __init__(self, limits: Limits, clock: Callable[[], float]) -> None:
        self.limits = limits
        self.tables = ByAddress(limits.tables_an_hour / 3_600, limits.tables_an_hour, clock)
        self.joins = ByAddress(limits.joins_an_hour / 3_600, limits.joins_an_hour, clock)
        self.wrong_codes = ByAddress(limits.wrong_codes_a_minute / 60, limits.wrong_codes_a_minute, clock)
        self.looks_back = ByAddress(limits.looks_back_a_minute / 60, limits.looks_back_a_minute, clock)
        self.requests = ByAddress(limits.requests_a_second, limits.requests_a_second * 4, clock)
        self._sockets: dict[str, int] = {}

    @property
    def sockets(self) -> int:
        return sum(self._sockets.values())

    def open_socket(self, address: str) -> bool:
        """Whether one more is allowed, and counts it."""
        held = self._sockets.get(address, 0)
        if held >= self.limits.sockets_an_address or self.sockets >= self.limits.sockets:
            return False
        self._sockets[address] = held + 1
        return True

    def close_socket(self, address: str) -> None:
        left = self._sockets[address] - 1
        if left:
            self._sockets[address] = left
        else:
            del self._sockets[address]
