"""A plan: lines for the log, in their order. Nothing of it counts until it is stored."""

from typing import Final

import msgspec

from touchwood.match.progress import Applied
from touchwood.server.table import log
from touchwood.server.table.log import LogEntry


class Planned(msgspec.Struct, frozen=True, gc=False):
    """A line to be stored; a line of the match with what it leads to."""

    entry: LogEntry
    applied: Applied | None = None


Plan = list[Planned]
NOTHING: Final[Plan] = []


def of_match(lines: list[Applied]) -> Plan:
    return [Planned(log.GameLine(applied.line), applied) for applied in lines]


def just(entry: LogEntry) -> Plan:
    return [Planned(entry)]
