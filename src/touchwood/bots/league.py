"""Who is stronger, and by how much: bots against one another on mirrored deals.

    cell    one bot against a table full of another, with so many players and these options
    deal    one seed; the bot plays it once in every seat, and the mean of its shares of the win is one observation

A cell is played until Wald's sequential test decides between "no better than even" and "1.2 times its even share" (60%
between two), each wrong at most once in twenty; the likelihoods are those of normal means with the variance seen so
far, as chess engines are tested. Bots choose by seed and nodes, so a cell can be played again, and goes on where it was
broken off: of what was played only the sums are kept.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum
from math import log, sqrt
from random import Random
from time import process_time
from typing import Any, Final

import msgspec

from touchwood.bots.own import find_any_player
from touchwood.core.bot import Bot, Interjector
from touchwood.core.game import AnyGame
from touchwood.core.options import options_from_pairs
from touchwood.core.running import Unrecorded, play_on
from touchwood.core.seats import Seat

__all__ = ["BETTER", "Cell", "Pace", "Tally", "Verdict", "is_known_within", "play_deal", "verdict"]

BETTER: Final = 1.2
"""How many times its even share a bot wins that counts as stronger."""
ERRORS: Final = 0.05
_BOUND: Final = log((1 - ERRORS) / ERRORS)
_FEWEST_DEALS: Final = 10
"""Fewer say nothing about how much deals differ."""
_LEAST_VARIANCE: Final = 0.1
"""Of that of one match by luck alone, a seat each: a row of equal results must not look like certainty."""
_Z_95: Final = 1.96


class Verdict(Enum):
    OPEN = "open"
    STRONGER = "stronger"
    NOT_STRONGER = "not stronger"


class Cell(msgspec.Struct, frozen=True):
    """What is compared; the rules too, as another version is another game."""

    game: str
    version: int
    players: int
    options: tuple[str, ...]
    bot: str
    against: str


class Pace(msgspec.Struct, frozen=True):
    """What choosing cost."""

    choices: int = 0
    seconds: float = 0.0
    longest_warm: float | None = None
    """Of all choices but the first of a bot in each process, which loads or compiles. None: it is not known, as in what
    was kept before this was asked."""

    def __add__(self, other: "Pace") -> "Pace":
        known = [pace.longest_warm for pace in (self, other) if pace.choices]
        longest = None if None in known else max(filter(None, known), default=0.0)
        return Pace(self.choices + other.choices, self.seconds + other.seconds, longest)

    @property
    def milliseconds(self) -> float:
        """Of a processor, a choice on average."""
        return 1000 * self.seconds / max(1, self.choices)


class Tally(msgspec.Struct, frozen=True):
    """All deals of a cell so far, as sums."""

    deals: int = 0
    total: float = 0.0
    """Of the deals' mean shares."""
    squares: float = 0.0
    pace: Pace = Pace()

    def plus(self, share: float, pace: Pace) -> "Tally":
        return Tally(self.deals + 1, self.total + share, self.squares + share * share, self.pace + pace)

    @property
    def mean(self) -> float:
        return self.total / max(1, self.deals)

    @property
    def variance(self) -> float:
        """Of a deal."""
        return max(0.0, self.squares - self.deals * self.mean**2) / max(1, self.deals - 1)

    @property
    def half_width(self) -> float:
        """Of the 95% interval of the mean."""
        return _Z_95 * sqrt(self.variance / max(1, self.deals))


def verdict(tally: Tally, players: int) -> Verdict:
    if tally.deals < _FEWEST_DEALS:
        return Verdict.OPEN
    even = 1 / players
    ratio = (
        tally.deals * (BETTER - 1) * even * (tally.mean - even * (1 + BETTER) / 2) / _careful_variance(tally, players)
    )
    if abs(ratio) < _BOUND:
        return Verdict.OPEN
    return Verdict.STRONGER if ratio > 0 else Verdict.NOT_STRONGER


def is_known_within(tally: Tally, players: int, half_width: float) -> bool:
    """Whether the 95% interval of the mean is as narrow as that."""
    if tally.deals < _FEWEST_DEALS:
        return False
    return _Z_95 * sqrt(_careful_variance(tally, players) / tally.deals) <= half_width


def _careful_variance(tally: Tally, players: int) -> float:
    even = 1 / players
    return max(tally.variance, _LEAST_VARIANCE * even * (1 - even) / players)


_WARM: Final = set[tuple[str, str]]()
"""The bots that have chosen in this process, by game and name."""


# -- Playing --------------------------------------------------------------------------------------------------------
def play_deal(game: AnyGame, cell: Cell, deal: int, tally: Tally) -> Tally:
    """The bot once in every seat, the others against it, all from the same deal."""
    options = options_from_pairs(game, cell.options, cell.players)
    bot, shares = timed(find_any_player(game, cell.bot), is_warm=(game.name, cell.bot) in _WARM), 0.0
    others = find_any_player(game, cell.against)
    for seat in range(cell.players):
        bots = {Seat(each): bot if each == seat else others for each in range(cell.players)}
        course = Unrecorded(game, game.initial(options, cell.players, cell.version), Random(deal))
        play_on(course, bots, Random(deal))
        shares += float(game.returns(course.state)[seat])
    _WARM.add((game.name, cell.bot))
    return tally.plus(shares / cell.players, bot.pace)


@dataclass
class Timed:
    """A bot, and what its choices cost."""

    bot: Bot[Any, Any]
    is_warm: bool = False
    """Whether it has chosen in this process before."""
    pace: Pace = field(default_factory=Pace)

    def choose(self, view: Any, actions: Sequence[Any], rng: Random) -> Any:
        start = process_time()
        action = self.bot.choose(view, actions, rng)
        spent = process_time() - start
        self.pace += Pace(1, spent, spent if self.is_warm else 0.0)
        self.is_warm = True
        return action


class TimedInterjector(Timed):
    def interject(self, view: Any, actions: Sequence[Any], rng: Random) -> Any | None:
        assert isinstance(self.bot, Interjector)
        return self.bot.interject(view, actions, rng)


def timed(bot: Bot[Any, Any], *, is_warm: bool = False) -> Timed:
    return TimedInterjector(bot, is_warm) if isinstance(bot, Interjector) else Timed(bot, is_warm)
