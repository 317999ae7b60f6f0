"""The weakest player: any legal action, all alike. Also what explores a game in the tests."""

from collections.abc import Sequence
from random import Random
from typing import Any

from touchwood.core.builder import build_at_random
from touchwood.core.game import AnyGame


class RandomBot:
    def __init__(self, game: AnyGame) -> None:
        self._builders = game.builders

    def choose(self, view: Any, actions: Sequence[Any], rng: Random) -> Any:
        offered = [builder for builder in self._builders if builder.is_offered(view)]
        pick = rng.randrange(len(actions) + len(offered))
        return actions[pick] if pick < len(actions) else build_at_random(offered[pick - len(actions)], view, rng)

    def interject(self, view: Any, actions: Sequence[Any], rng: Random) -> Any | None:
        """Seldom, so that a match of random bots ends."""
        return rng.choice(actions) if actions and rng.random() < 0.1 else None
