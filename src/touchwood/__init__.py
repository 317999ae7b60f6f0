"""Touchwood: a table for four games of touch.

Start reading at `touchwood.core.game`: the contract every game keeps. A game is one folder below
`touchwood.games`; everything else (matches, bots, tables, reports) asks that folder and holds no rule itself.
"""

from touchwood.games.discovery import find_game, game_names
from touchwood.match.match import Match

__all__ = ["Match", "find_game", "game_names"]
__version__ = "0.1.0"
