"""Players for any game. A game's own ones are named in its package; `find_player` finds both."""

from touchwood.bots.finding import find_player, player_names
from touchwood.bots.own import find_any_player
from touchwood.bots.playing import play_match
from touchwood.bots.random_bot import RandomBot

__all__ = ["RandomBot", "find_any_player", "find_player", "play_match", "player_names"]
