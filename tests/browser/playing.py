"""Playing a match out, whatever the game."""

from collections.abc import Callable, Sequence
from typing import Protocol

from tests.browser.phones import Phone, again_until

LONGEST_MATCH = 180.0
"""Seconds, on a machine that may be busy."""
GONE = 3_000
"""Milliseconds after which what was to be tapped is taken to be gone."""


class Player(Protocol):
    @property
    def phone(self) -> Phone: ...

    def choose(self) -> None:
        """One choice, if the phone is asked."""


def in_turn(players: Sequence[Player]) -> Callable[[], None]:
    def all_choose() -> None:
        for player in players:
            player.choose()

    return all_choose


def play_out(players: Sequence[Player]) -> None:
    """All play until the first of them sees the end."""
    again_until(lambda: players[0].phone.is_over, in_turn(players), seconds=LONGEST_MATCH)
