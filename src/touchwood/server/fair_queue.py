"""Whose turn it is when more is wanted than can be done: no address gets more than the others, whatever it asks for.

First comes the address that has used least, of its tables the one that has used least, and there who came first. What
was used is what the work cost, told afterwards; until then it is taken for what it was expected to cost. Who was away
comes back with what all others have by now, so nobody saves up turns.

Who only takes what is short is given the first of that, in the same order.
"""

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from math import inf
from typing import Final, Generic, TypeVar

Item = TypeVar("Item")

MOST_IDLE: Final = 10_000
"""Accounts of those who want nothing just now."""


@dataclass(slots=True)
class _Account:
    used: float
    open: int = 0
    """What waits or is being done."""


@dataclass(slots=True)
class _Accounts:
    """Who has used how much, among those who share something."""

    by_name: dict[str, _Account] = field(default_factory=dict)
    level: float = 0.0
    """What everybody who waits has used at least: who comes anew begins with it."""

    def open(self, name: str) -> None:
        account = self.by_name.setdefault(name, _Account(self.level))
        if not account.open:
            account.used = max(account.used, self.level)
        account.open += 1

    def close(self, name: str) -> None:
        self.by_name[name].open -= 1
        if len(self.by_name) > MOST_IDLE:
            self.by_name = {
                name: account for name, account in self.by_name.items() if account.open or account.used > self.level
            }

    def charge(self, name: str, cost: float) -> None:
        self.by_name[name].used += cost

    def first(self, names: Iterable[str]) -> str:
        return min(names, key=lambda name: self.by_name[name].used)

    def raise_level(self, waiting: Iterable[str]) -> None:
        self.level = max(self.level, min(self.by_name[name].used for name in waiting))

    @property
    def active(self) -> int:
        return sum(account.open > 0 for account in self.by_name.values())


@dataclass(slots=True, eq=False)
class Ticket(Generic[Item]):
    """Something wanted by a table, and by the address that pays for it."""

    address: str
    table: str
    item: Item
    expected: float
    """Seconds."""


class FairQueue(Generic[Item]):
    def __init__(self) -> None:
        self._addresses = _Accounts()
        self._tables: dict[str, _Accounts] = {}
        self._waiting: dict[str, dict[str, deque[Ticket[Item]]]] = {}

    def __len__(self) -> int:
        return sum(len(tickets) for tables in self._waiting.values() for tickets in tables.values())

    @property
    def addresses(self) -> int:
        """How many have something waiting or being done."""
        return self._addresses.active

    def waiting(self, address: str) -> int:
        return sum(len(tickets) for tickets in self._waiting.get(address, {}).values())

    def expected(self, address: str) -> float:
        """What all that waits for this address would cost."""
        return sum(ticket.expected for tickets in self._waiting.get(address, {}).values() for ticket in tickets)

    def put(self, ticket: Ticket[Item]) -> None:
        self._addresses.open(ticket.address)
        self._tables.setdefault(ticket.address, _Accounts()).open(ticket.table)
        self._waiting.setdefault(ticket.address, {}).setdefault(ticket.table, deque()).append(ticket)

    def pop(self, longest: float = inf) -> Ticket[Item] | None:
        """The next one that is expected to take no longer, charged with that; `done` ends it."""
        fitting: dict[str, dict[str, Ticket[Item]]] = {}
        for ticket in self._first_of_each_table(longest):
            fitting.setdefault(ticket.address, {})[ticket.table] = ticket
        if not fitting:
            return None
        address = self._addresses.first(fitting)
        table = self._tables[address].first(fitting[address])
        ticket = fitting[address][table]
        # Not by whom is taken: who is often short gets on with that, and nobody who comes anew is to catch up with it.
        self._addresses.raise_level(self._waiting)
        self._tables[address].raise_level(self._waiting[address])
        self._remove(ticket)
        self._charge(ticket, ticket.expected)
        return ticket

    def done(self, ticket: Ticket[Item], cost: float) -> None:
        """What a ticket that was taken has really cost."""
        self._charge(ticket, cost - ticket.expected)
        self._close(ticket)

    def give_up(self, ticket: Ticket[Item]) -> None:
        """Of one that still waits."""
        self._remove(ticket)
        self._close(ticket)

    def _first_of_each_table(self, longest: float) -> Iterator[Ticket[Item]]:
        for tables in self._waiting.values():
            for tickets in tables.values():
                for ticket in tickets:
                    if ticket.expected <= longest:
                        yield ticket
                        break

    def _charge(self, ticket: Ticket[Item], cost: float) -> None:
        self._addresses.charge(ticket.address, cost)
        self._tables[ticket.address].charge(ticket.table, cost)

    def _close(self, ticket: Ticket[Item]) -> None:
        self._addresses.close(ticket.address)
        self._tables[ticket.address].close(ticket.table)
        if not self._tables[ticket.address].active:
            del self._tables[ticket.address]

    def _remove(self, ticket: Ticket[Item]) -> None:
        tables = self._waiting[ticket.address]
        tables[ticket.table].remove(ticket)
        if not tables[ticket.table]:
            del tables[ticket.table]
        if not tables:
            del self._waiting[ticket.address]
