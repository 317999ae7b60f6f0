"""The levels, weakest first."""

from collections.abc import Mapping
from typing import Final

from touchwood.games.tactile_crane.bots.players import CranePlayer, Naive
from touchwood.games.tactile_crane.bots.reckoner import Reckoner

PLAYERS: Final[Mapping[str, CranePlayer]] = {
    "naive": Naive(),
    "easy": CranePlayer(memory=1, grabs=2, calls=True, lying=0.0),
    "medium": CranePlayer(bets_by_record=True, calls=True, lying=0.0),
    "hard": Reckoner(calls=True, listens=True),
}
"""A tree search above the `hard` of before was tried and left out: it won no more (docs/bots.md)."""
