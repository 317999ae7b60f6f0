"""The time machine: a recorded match under other rules than it was played by.

Choices and outcomes are the record's; nothing is drawn again. The first entry at which the two matches part is what the
change of the rules would have changed for these players; what came after it would have been another match.
"""

from dataclasses import dataclass
from enum import Enum
from typing import Any

import msgspec
from msgspec import UNSET

from touchwood.core.game import AnyGame
from touchwood.core.refusals import InputError, Refused
from touchwood.core.versions import FIRST_VERSION, Versioned
from touchwood.games.discovery import find_game
from touchwood.match.dealer import NoDealer
from touchwood.match.match import Match
from touchwood.match.record import Header, Record
from touchwood.match.replay import follow


class Parting(Enum):
    """How a match under other rules parts from the one that was played."""

    REFUSED = "refused"  # the choice is not allowed, or the outcome cannot fall
    OTHER_EVENTS = "other_events"
    OTHERS_ASKED = "others_asked"  # other seats are asked, or chance, or the match is over
    OTHER_POINTS = "other_points"


@dataclass(frozen=True)
class Difference:
    """The first entry that differs, and how; of a refusal its code."""

    entry: int
    parting: Parting
    code: str | None = None


def first_difference(record: Record, version: int) -> Difference | None:
    """Where the match would have gone otherwise under this version of its rules; None: nowhere.

    Raises `InputError` for a record that does not hold by its own rules, and for a version that is not played.
    """
    game = find_game(record.header.game)
    played = Match(game, record.header, NoDealer())
    again = Match(game, _under(record.header, game, game.known_version(version)), NoDealer())
    for line in record.lines:
        told = follow(played, line)
        try:
            told_now = again.follow(line)
        except Refused as refused:
            return Difference(line.n, Parting.REFUSED, refused.refusal.code)
        except InputError as error:
            return Difference(line.n, Parting.REFUSED, error.code)
        except Exception:
            if record.header.start is UNSET:
                raise
            # A fork may begin where a match under these rules never stands, and they promise nothing about that.
            return Difference(line.n, Parting.REFUSED, "record_start_unfit")
        parting = _parting(played, told, again, told_now)
        if parting is not None:
            return Difference(line.n, parting)
    return None


def _under(header: Header, game: AnyGame, version: int) -> Header:
    """The same match under another version; the state that a fork begins with names its version too."""
    start = header.start
    if start is not UNSET and issubclass(game.state_type, Versioned):
        unversioned = {name: value for name, value in start.items() if name != "version"}
        start = unversioned if version == FIRST_VERSION else {**unversioned, "version": version}
    return msgspec.structs.replace(header, rules_version=version, start=start)


def _parting(played: Match, told: tuple[Any, ...], again: Match, told_now: tuple[Any, ...]) -> Parting | None:
    if told != told_now:
        return Parting.OTHER_EVENTS
    if played.waiting != again.waiting:
        return Parting.OTHERS_ASKED
    if played.game.points(played.state) != again.game.points(again.state):
        return Parting.OTHER_POINTS
    return None
