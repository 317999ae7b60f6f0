"""What a game may do without: tests of such a part are for the games that have it.

Which those are is asked of the games, so a new one is held to what it has and to nothing else, and no list is edited.
That no test goes blind by it is in `test_parts.py`.
"""

from collections.abc import Callable, Mapping
from importlib.util import find_spec
from typing import Final

from touchwood.core.game import AnyGame
from touchwood.games.discovery import all_games

PARTS: Final[Mapping[str, Callable[[AnyGame], bool]]] = {
    "kernel": lambda game: game.kernel is not None,
    "encoder": lambda game: game.encoder is not None,
    "because": lambda game: game.because is not None,
    "presets": lambda game: bool(game.presets),
    "option first": lambda game: "first" in game.options_type.__struct_fields__,
    "pinned environment": lambda game: find_spec(f"touchwood.envs.{game.name}_v1") is not None,
}

WITH_EVERY_PART: Final = {"cant_touch_this", "point_a_pile", "tactile_crane", "tag"}
"""Nothing is to be added here: a new game need not be one of them."""


def games_with(part: str) -> list[str]:
    """The names of the games that have this part."""
    return [game.name for game in all_games() if PARTS[part](game)]
