"""Toy games, and the example of a game of others, at live tables: offered to a server in this process as an installed
package would be."""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import EntryPoint, EntryPoints
from typing import Any
from unittest.mock import patch

from touchwood.games import discovery

PEBBLES = EntryPoint("pebbles", "touchwood.testing.toys.pebbles:GAME", "touchwood.games")
MY_GAME = EntryPoint("my_game", "my_game:GAME", "touchwood.games")


@contextmanager
def offered(*games: EntryPoint) -> Iterator[None]:
    def entry_points(**_: Any) -> EntryPoints:
        return EntryPoints(games)

    _forget()
    with patch.object(discovery, "entry_points", entry_points):
        yield
    _forget()


def _forget() -> None:
    discovery.game_entries.cache_clear()
    discovery.game_names.cache_clear()
    discovery.find_game.cache_clear()
    discovery._tried.cache_clear()
