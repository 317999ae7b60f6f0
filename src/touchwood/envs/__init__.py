"""Environments for learning: every game for PettingZoo, Gymnasium and OpenSpiel, from the same rules.

`node.py` is how a match is walked; the adapters only dress it. docs/envs.md is for those who use them.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from touchwood.envs.batch import Batch

__all__ = ["vector"]


def vector(game: str, num_envs: int, **arguments: Any) -> "Batch":
    """Many matches of a game at once; `touchwood.envs.batch` says how."""
    from touchwood.envs.batch import vector as made  # only here: it needs numpy and Gymnasium

    return made(game, num_envs, **arguments)
