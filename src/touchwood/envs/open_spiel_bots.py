"""Players of both sides at one table: our bots as OpenSpiel's, and OpenSpiel's as ours.

Neither peeks. `OursInSpiel` gives our bot what its seat knows. `SpielInOurs` imagines a state that fits the view and
hands that to OpenSpiel's bot; a search that resamples (ISMCTS) imagines more of them.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python import policy
from open_spiel.python.algorithms import ismcts, mcts

from touchwood.bots import find_player
from touchwood.core.bot import Interjector
from touchwood.core.game import AnyGame
from touchwood.core.refusals import InputError
from touchwood.core.versions import version_of
from touchwood.envs.node import Node
from touchwood.envs.open_spiel import SpielGame, SpielState
from touchwood.envs.playing import numbers_of
from touchwood.envs.setup import Setup

__all__ = ["OddsOfOurs", "OursInSpiel", "SpielInOurs", "information_set_search"]

_SIMULATIONS = 50
"""Some seconds a choice in a whole match of TAG: each plays on by the rules to its end."""


class OursInSpiel(pyspiel.Bot):  # type: ignore[misc]  # it has no types
    """A bot of ours by its name, for a state of ours."""

    def __init__(self, game: SpielGame, name: str, seed: int = 0) -> None:
        super().__init__()
        self._bot = find_player(game.setup.game, name)
        self._rng = Random(seed)
        self._coming: list[int] = []
        """Of a composite action: the parts that are still to be given."""

    def restart_at(self, state: SpielState) -> None:
        self._coming = []

    def step(self, state: SpielState) -> int:
        node: Node = state.node
        if not node.parts:
            self._coming = self.numbers(node)
        return self._coming.pop(0)

    def numbers(self, node: Node) -> list[int]:
        """What the bot does, as the choices that make it."""
        assert node.seat is not None
        bot: Any = self._bot
        asked = node.knowledge(node.seat), node.setup.game.legal_actions(node.state, node.seat), self._rng
        if node.is_interjecting:
            action = bot.interject(*asked) if isinstance(bot, Interjector) else None
        else:
            action = bot.choose(*asked)
        # What has no number cannot be chosen here.
        return (numbers_of(node, action) if action is not None else []) or [node.legal[-1]]


class OddsOfOurs(policy.Policy):  # type: ignore[misc]
    """A bot of ours as OpenSpiel's policy: how often it chose what, of some times it was asked with the same view. So
    what is measured of it (`exploitability`) is measured of that sample, and rather too much than too little."""

    def __init__(self, game: SpielGame, name: str, samples: int = 8, seed: int = 0) -> None:
        super().__init__(game, list(range(game.num_players())))
        self._bot = OursInSpiel(game, name, seed)
        self._samples = samples
        self._chosen: dict[tuple[int, str], list[list[int]]] = {}

    def action_probabilities(self, state: SpielState, player_id: int | None = None) -> dict[int, float]:
        return self.at(state.node)

    def at(self, node: Node) -> dict[int, float]:
        begun = len(node.parts)
        ways = self.ways(replace(node, parts=()))
        goes_on = [way[begun] for way in ways if tuple(way[:begun]) == node.parts and len(way) > begun]
        # What it never began it never goes on with: any choice is as good as another.
        return {
            number: goes_on.count(number) / len(goes_on) if goes_on else 1 / len(node.legal) for number in node.legal
        }

    def ways(self, node: Node) -> list[list[int]]:
        """What it chose here each time it was asked, as the choices that make it."""
        assert node.seat is not None
        key = node.seat, node.observation_text(node.seat)
        if key not in self._chosen:
            self._chosen[key] = [self._bot.numbers(node) for _ in range(self._samples if len(node.legal) > 1 else 1)]
        return self._chosen[key]


class SpielInOurs:
    """A bot of OpenSpiel's, made anew for each kind of match by `make(game, seed)`."""

    def __init__(self, game: AnyGame, make: Callable[[SpielGame, int], Any]) -> None:
        self._game = game
        self._make = make

    def choose(self, view: Any, actions: Sequence[Any], rng: Random) -> Any:
        seats, version = self._game.seats_of(view), version_of(view)
        setup = Setup(self._game, view.options, seats, version, interjections=False)
        spiel = SpielGame.of(setup)
        bot = self._make(spiel, rng.getrandbits(31))
        node = Node(setup, self._game.sample_state(view, rng), view.viewer)
        numbers: list[int] = []
        while True:
            number = int(bot.step(SpielState(spiel, node)))
            numbers.append(number)
            after = node.choose(number)
            if not after.parts:
                break
            node = after
        parts = [number for number in numbers if number != setup.choices.finish]
        return setup.choices.action_of(view, parts)


def information_set_search(game: SpielGame, seed: int, simulations: int = _SIMULATIONS) -> Any:
    """OpenSpiel's ISMCTS, on observation strings."""
    source = np.random.RandomState(seed)
    evaluator = mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=source)
    return ismcts.ISMCTSBot(game, evaluator, 2.0, simulations, random_state=source, use_observation_string=True)


def by_name(game: AnyGame, name: str = "") -> SpielInOurs:
    """`touchwood play tag --seats openspiel:ismcts,hard`."""
    if name != "ismcts":
        raise InputError("unknown_bot", game=game.title, bot=f"openspiel:{name}", known="openspiel:ismcts")
    return SpielInOurs(game, information_set_search)
