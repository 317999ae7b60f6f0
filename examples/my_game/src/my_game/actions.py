"""What a player may choose to do (RULES.md 2.2)."""

from typing import TypeAlias

from touchwood.core.values import Tagged


class Reach(Tagged, frozen=True):
    """Into the bag, for one more pebble."""


class Stop(Tagged, frozen=True):
    """No more turns."""


Action: TypeAlias = Reach | Stop
