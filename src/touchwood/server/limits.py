"""How much one device or one address may ask for.

A bucket holds tokens and is filled at a steady rate; asking takes one out. Addresses are forgotten when their buckets
are full again, so memory stays bounded by what is going on, not by what ever came.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import IPv4Address, IPv4Network, ip_address, ip_network
from typing import Annotated, Final

from msgspec import Meta

from touchwood.server.open_files import most_connections

MOST_ADDRESSES: Final = 50_000
DAY_SECONDS: Final = 24 * 3_600
LOADS_AT_ONCE: Final = 8
"""Of logs that are read whole for one address, to look back at what was played: all others wait for the store too."""
IPV6_NETWORK: Final = 64
"""Of an IPv6 address, the bits that tell one household from another; the rest each device makes up for itself."""
IPV6_SITE: Final = 48
"""The bits that tell one customer of many networks from another."""


@lru_cache(maxsize=10_000)
def limited_as(address: str) -> str:
    """Whom the limits count: an IPv4 address, or the network of an IPv6 one."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    if isinstance(parsed, IPv4Address):
        return address
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return str(ip_network((parsed.packed, IPV6_NETWORK), strict=False))


@lru_cache(maxsize=10_000)
def site_of(counted: str) -> str:
    """Of what `limited_as` says: whom all together count as one where a guesser with 65,536 networks would not do."""
    try:
        network = ip_network(counted)
    except ValueError:
        return counted
    return counted if isinstance(network, IPv4Network) else str(network.supernet(new_prefix=IPV6_SITE))


@dataclass(frozen=True)
class Limits:
    """What an operator may set (settings.py says how it is read); the defaults suit a house full of friends."""

    message_bytes: Annotated[
        int, Meta(description="the longest message, and the longest body of a request", ge=1_024)
    ] = 16_384
    messages_a_second: Annotated[float, Meta(description="from one device, over time", gt=0)] = 20.0
    messages_at_once: Annotated[int, Meta(description="from one device, in one burst", ge=1)] = 60
    unreadable_messages: Annotated[int, Meta(description="from one device; then it is sent away", ge=1)] = 20
    talk_a_second: Annotated[float, Meta(description="lines of talk from one seat, over time", gt=0)] = 0.5
    talk_at_once: Annotated[int, Meta(description="lines of talk from one seat, in one burst", ge=1)] = 5
    other_lines_a_second: Annotated[
        float, Meta(description="whatever else of one seat is no move that it is asked for, over time", gt=0)
    ] = 1.0
    other_lines_at_once: Annotated[int, Meta(description="the same in one burst", ge=1)] = 30
    layings_a_second: Annotated[
        float, Meta(description="of what one seat has laid so far and all others are shown, over time", gt=0)
    ] = 6.0
    layings_at_once: Annotated[int, Meta(description="the same in one burst", ge=1)] = 30
    lines_a_seat: Annotated[
        int, Meta(description="messages of one seat that a table keeps; the last quarter for moves only", ge=100)
    ] = 4_000
    events_a_table: Annotated[
        int, Meta(description="what a table tells everybody; then it rests, and the group goes on at a new one", ge=100)
    ] = 20_000
    people_a_table: Annotated[
        int, Meta(description="who ever sit at one table, one after the other; then nobody new is let in", ge=10)
    ] = 50
    sockets_an_address: Annotated[
        int, Meta(description="devices at tables from one address; raise it for a school or a club behind one", ge=1)
    ] = 64
    sockets: Annotated[int, Meta(description="devices at tables in all", ge=1)] = 5_000
    connections_an_address: Annotated[
        int, Meta(description="open connections from one address, devices at tables and half-sent requests too", ge=1)
    ] = 128
    connections: Annotated[int, Meta(description="open connections in all, as far as there are files", ge=1)] = 10_000
    header_seconds: Annotated[float, Meta(description="for a connection to send a request's headers", gt=0)] = 10.0
    body_seconds: Annotated[float, Meta(description="and its body", gt=0)] = 10.0
    tables_an_hour: Annotated[
        int, Meta(description="made by one address; and as many by groups there that play again", ge=1)
    ] = 60
    joins_an_hour: Annotated[int, Meta(description="seats taken by one address", ge=1)] = 240
    wrong_codes_a_minute: Annotated[int, Meta(description="codes of no table, asked for by one address", ge=1)] = 10
    wrong_codes_a_day: Annotated[
        int, Meta(description="codes of no table, asked for by all addresses together", ge=1)
    ] = 2_000
    spare_wrong_codes_a_day: Annotated[
        int, Meta(description="what each address may still get wrong when all together have had theirs", ge=1)
    ] = 2
    lobby_code_hours: Annotated[
        float, Meta(description="after so long without a change or a person there, a lobby's code lets nobody in", gt=0)
    ] = 24.0
    looks_back_a_minute: Annotated[
        int, Meta(description="proofs and reviews that are not made yet, asked for by one address", ge=1)
    ] = 30
    qr_codes_a_minute: Annotated[int, Meta(description="drawn for one address", ge=1)] = 60
    requests_a_second: Annotated[
        float, Meta(description="of any kind, by one address; a device that comes to a table counts as one", gt=0)
    ] = 50.0
    watchers_a_table: Annotated[int, Meta(description="devices that watch one table", ge=0)] = 100
    hello_seconds: Annotated[float, Meta(description="for a device to say who it is", gt=0)] = 10.0


class Bucket:
    """`rate` tokens a second, at most `size` of them."""

    __slots__ = ("_at", "_rate", "_size", "_tokens")

    def __init__(self, rate: float, size: float, now: float) -> None:
        self._rate = rate
        self._size = size
        self._tokens = size
        self._at = now

    def spend(self, now: float, count: int = 1) -> bool:
        """Whether so many are left, and spends them."""
        self._fill(now)
        if self._tokens < count:
            return False
        self._tokens -= count
        return True

    def has_one(self, now: float) -> bool:
        self._fill(now)
        return self._tokens >= 1

    def is_full(self, now: float) -> bool:
        self._fill(now)
        return self._tokens >= self._size

    def _fill(self, now: float) -> None:
        if now > self._at:
            self._tokens = min(self._size, self._tokens + (now - self._at) * self._rate)
        self._at = now


class ByAddress:
    """A bucket for each address."""

    def __init__(self, rate: float, size: float, clock: Callable[[], float]) -> None:
        self._rate = rate
        self._size = size
        self._clock = clock
        self._buckets: dict[str, Bucket] = {}

    def spend(self, address: str) -> bool:
        return self._bucket(address).spend(self._clock())

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


class WrongCodes:
    """How often codes may be guessed: by one address, and by all together.

    When all together have had theirs, each address still has a few to spare: a guesser with many addresses then shuts
    out nobody but those, and people who mistype once still get in. docs/hosting.md does the sum.
    """

    def __init__(self, limits: Limits, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._by_address = ByAddress(limits.wrong_codes_a_minute / 60, limits.wrong_codes_a_minute, clock)
        self._by_all = Bucket(limits.wrong_codes_a_day / DAY_SECONDS, limits.wrong_codes_a_day, clock())
        self._to_spare = ByAddress(limits.spare_wrong_codes_a_day / DAY_SECONDS, limits.spare_wrong_codes_a_day, clock)

    def may_try(self, address: str) -> bool:
        return self._by_address.has_one(address) and (
            self._by_all.has_one(self._clock()) or self._to_spare.has_one(site_of(address))
        )

    def was_wrong(self, address: str) -> None:
        self._by_address.spend(address)
        if not self._by_all.spend(self._clock()):
            self._to_spare.spend(site_of(address))


class HeldByAddress:
    """How many of something each address holds just now."""

    def __init__(self, an_address: int, in_all: int) -> None:
        self._an_address = an_address
        self._in_all = in_all
        self._held: dict[str, int] = {}
        self.total = 0

    def acquire(self, address: str) -> bool:
        """Whether one more is allowed, and counts it."""
        held = self._held.get(address, 0)
        if held >= self._an_address or self.total >= self._in_all:
            return False
        self._held[address] = held + 1
        self.total += 1
        return True

    def release(self, address: str) -> None:
        left = self._held[address] - 1
        self.total -= 1
        if left:
            self._held[address] = left
        else:
            del self._held[address]


class RateLimiter:
    """All limits that go by address."""

    def __init__(self, limits: Limits, clock: Callable[[], float], *, files: int | None = None) -> None:
        """`files`: how many the process may open; None: as many as it takes."""
        self.tables = ByAddress(limits.tables_an_hour / 3_600, limits.tables_an_hour, clock)
        self.joins = ByAddress(limits.joins_an_hour / 3_600, limits.joins_an_hour, clock)
        self.wrong_codes = WrongCodes(limits, clock)
        self.looks_back = ByAddress(limits.looks_back_a_minute / 60, limits.looks_back_a_minute, clock)
        self.drawings = ByAddress(limits.qr_codes_a_minute / 60, limits.qr_codes_a_minute, clock)
        self.loads = HeldByAddress(LOADS_AT_ONCE, limits.connections)
        self.requests = ByAddress(limits.requests_a_second, limits.requests_a_second * 4, clock)
        self.sockets = HeldByAddress(limits.sockets_an_address, limits.sockets)
        self.connections = HeldByAddress(limits.connections_an_address, most_connections(files, limits.connections))
