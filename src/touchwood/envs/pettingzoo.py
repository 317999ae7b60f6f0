"""Every game as a PettingZoo environment: `env` and `raw_env` (AEC), `parallel_env`.

docs/envs.md says what actions, observations and rewards mean. `tag_v1.py` and its like pin a game and the version of
its rules.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from random import Random
from typing import Any, Literal, Never

import gymnasium
import msgspec
import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers

from touchwood.core.game import AnyGame, Game
from touchwood.core.refusals import InputError, Refused
from touchwood.core.seats import Seat
from touchwood.envs.arguments import nothing_unknown, one_of, whole_number
from touchwood.envs.errors import code_of, sentence_of
from touchwood.envs.node import Node
from touchwood.envs.pictures import as_image, as_text
from touchwood.envs.setup import Setup, setup_of
from touchwood.envs.spaces import Array, LegalDiscrete, box_of, describe, mask_of
from touchwood.envs.together import start_together
from touchwood.envs.walking import Backend, ByRules, Walk, walk_of, words_of_chance

__all__ = ["BadArgument", "IllegalAction", "env", "parallel_env", "raw_env"]

Rewards = Literal["win", "points"]
Observation = Literal["vector", "text"]

RENDER_MODES = ("human", "ansi", "rgb_array")
_LONGEST_TEXT = 1_000_000


class IllegalAction(gymnasium.error.InvalidAction):
    """An action that is not in the mask. The episode is as it was; `code` stays the same from version to version."""

    def __init__(self, error: InputError | Refused, game: AnyGame) -> None:
        super().__init__(sentence_of(error, game))
        self.code = code_of(error)


class BadArgument(gymnasium.error.Error, ValueError):
    """An environment that cannot be: too many players, an unknown option."""

    def __init__(self, error: InputError, game: AnyGame | None = None) -> None:
        super().__init__(sentence_of(error, game))
        self.code = error.code


@contextmanager
def bad_arguments(game: AnyGame | None = None) -> Iterator[None]:
    """What is wrong with them in here is told as a `BadArgument`."""
    try:
        yield
    except InputError as error:
        raise BadArgument(error, game) from None


@contextmanager
def illegal_actions(game: AnyGame) -> Iterator[None]:
    """What is refused in here is told as an `IllegalAction`."""
    try:
        yield
    except (InputError, Refused) as error:
        raise IllegalAction(error, game) from None


def checked_setup(game: str | AnyGame, **arguments: Any) -> Setup:
    with bad_arguments(game if isinstance(game, Game) else None):
        return setup_of(game, **arguments)


def checked_seed(seed: Any) -> int | None:
    with bad_arguments():
        return None if seed is None else whole_number("seed", seed, least=0)


class _Seats(dict[str, Seat]):
    """The seat of each agent."""

    def __missing__(self, agent: Any) -> Never:
        raise BadArgument(InputError("unknown_agent", agent=str(agent), known=", ".join(self)))


class _Described:
    """What the two kinds of environment share: agents, spaces, what is seen, how it is drawn."""

    def __init__(
        self,
        game: str | AnyGame,
        *,
        players: int | None = None,
        options: Mapping[str, Any] | None = None,
        rules_version: int | None = None,
        rewards: Rewards = "win",
        observation: Observation = "vector",
        interjections: bool = True,
        coarse: bool = False,
        backend: Literal["auto", "rules"] = "auto",
        max_cycles: int | None = None,
        render_mode: str | None = None,
        **unknown: Never,
    ) -> None:
        self.setup = checked_setup(
            game, players=players, options=options, version=rules_version, interjections=interjections, coarse=coarse
        )
        with bad_arguments():
            nothing_unknown(_Described.__init__, unknown)
            one_of("rewards", rewards, ("win", "points"))
            one_of("observation", observation, ("vector", "text"))
            one_of("backend", backend, ("auto", "rules"))
            one_of("render_mode", render_mode, (None, *RENDER_MODES))
            if max_cycles is not None:
                whole_number("max_cycles", max_cycles, least=1)
        self.metadata = {
            "name": f"{self.setup.game.name}_v1",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
            "render_fps": 2,
        }
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in self.setup.seats]
        # Texts are made by the rules alone; a twin would only be walked beside them.
        self._by_rules = backend == "rules" or observation == "text"
        self._rewards_by, self._observation, self._max_cycles = rewards, observation, max_cycles
        self._seat_of = _Seats(zip(self.possible_agents, self.setup.seats, strict=True))
        self._cycles = 0
        self._rng = Random()
        with bad_arguments(self.setup.game):
            seen: spaces.Space[Any] = (
                box_of(self.setup)
                if observation == "vector"
                else spaces.Text(_LONGEST_TEXT, charset=frozenset(map(chr, range(9, 0x3000))))
            )
        self._observation_spaces = [seen] * self.setup.players
        self._action_spaces = [LegalDiscrete(self.setup, partial(self._mask_now, agent)) for agent in self._seat_of]

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self._observation_spaces[self._seat_of[agent]]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self._action_spaces[self._seat_of[agent]]

    def _mask_now(self, agent: str) -> Array | None:
        raise NotImplementedError

    def _node_now(self) -> Node:
        raise NotImplementedError

    def view(self, agent: str) -> dict[str, Any]:
        """What the seat knows, as plain values with the names the game gives them."""
        view: dict[str, Any] = msgspec.to_builtins(self._node_now().knowledge(self._seat_of[agent]), str_keys=True)
        return view

    def describe(self) -> str:
        """The table of the observation."""
        return describe(self.setup)

    def action_text(self, action: int) -> str:
        """What a number means."""
        return self.setup.choices.text(action)

    def _gains(self, before: Sequence[int], after: Sequence[int], at_the_end: Iterable[Any] | None) -> list[float]:
        """What each seat gets for a step: by its points before and after, or by what the end gives, once over."""
        if self._rewards_by == "points":
            return [float(new - old) for old, new in zip(before, after, strict=True)]
        return [0.0] * self.setup.players if at_the_end is None else [float(reward) for reward in at_the_end]

    def render(self) -> Any:
        if self.render_mode is None:
            gymnasium.logger.warn("render() does nothing without a render_mode.")
            return None
        text = as_text(self._node_now())
        if self.render_mode == "rgb_array":
            return as_image(text, self.setup.players)
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def close(self) -> None:
        """There is nothing to close."""


class raw_env(_Described, AECEnv):  # type: ignore[misc]  # PettingZoo's name for it, and it has no types
    """One agent at a time, in the order of `touchwood.envs.node`."""

    def __init__(self, game: str | AnyGame, **arguments: Any) -> None:
        AECEnv.__init__(self)
        _Described.__init__(self, game, **arguments)
        self._walk: Walk = ByRules(self.setup) if self._by_rules else walk_of(self.setup)
        self._nothing = np.zeros(self.setup.choices.count, np.int8)
        self._nothing.flags.writeable = False

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self._cycles = 0
        self._walk.begin(words_of_chance(checked_seed(seed)))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, self._walk.seat is None)
        self.truncations = dict.fromkeys(self.agents, False)
        self._say_who_is_next()

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        before = self._walk.points
        with illegal_actions(self.setup.game):
            self._walk.choose(whole_number("action", action))
        self._cycles += 1
        self._cumulative_rewards[agent] = 0.0
        is_over = self._walk.seat is None
        gains = self._gains(before, self._walk.points, self._walk.rewards() if is_over else None)
        self.rewards = dict(zip(self.possible_agents, gains, strict=True))
        if is_over:
            self.terminations = dict.fromkeys(self.agents, True)
        elif self._max_cycles is not None and self._cycles >= self._max_cycles:
            self.truncations = dict.fromkeys(self.agents, True)
        self._say_who_is_next()
        self._accumulate_rewards()

    def _say_who_is_next(self) -> None:
        seat, points = self._walk.seat, self._walk.points
        self.infos = {
            agent: {
                "action_mask": self._walk.mask() if number == seat else self._nothing,
                "points": points[number],
            }
            for agent, number in self._seat_of.items()
        }
        self.agent_selection = self.possible_agents[0 if seat is None else seat]

    def observe(self, agent: str) -> Any:
        seat = self._seat_of[agent]
        if self._observation == "text":
            return self._node_now().observation_text(seat)
        return self._walk.encoded(seat)

    def _mask_now(self, agent: str) -> Array | None:
        return self._walk.mask() if self._walk.seat == self._seat_of[agent] else None

    def _node_now(self) -> Node:
        return self._walk.node()

    @property
    def backend(self) -> Backend:
        """What it plays on; the episodes are the same."""
        return self._walk.backend

    def __str__(self) -> str:
        return str(self.metadata["name"])


class parallel_env(_Described, ParallelEnv):  # type: ignore[misc]
    """All agents in each step, by the rule for mixed phases in `touchwood.envs.together`. `max_cycles` counts steps."""

    def __init__(self, game: str | AnyGame, **arguments: Any) -> None:
        _Described.__init__(self, game, **arguments)
        self._together = start_together(self.setup)
        self.agents: list[str] = []

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        self._rng = Random(checked_seed(seed))
        self._cycles = 0
        self._together = start_together(self.setup).fallen(self._rng.randrange)
        self.agents = list(self.possible_agents)
        return self._seen(), self._infos()

    def step(self, actions: Mapping[str, Any]) -> tuple[dict[str, Any], ...]:
        if not self.agents:
            raise gymnasium.error.ResetNeeded("Call reset() before step().")
        before = self._together
        with illegal_actions(self.setup.game):
            asked = {agent: actions.get(agent) for agent in self.agents if self._seat_of[agent] in before.asked}
            given = {**actions, **asked}
            numbers = {self._seat_of[agent]: whole_number(agent, action) for agent, action in given.items()}
            self._together = before.choose(numbers).fallen(self._rng.randrange)
        self._cycles += 1
        is_over = self._together.node.is_over
        is_cut = not is_over and self._max_cycles is not None and self._cycles >= self._max_cycles
        after = self._together.node
        gains = self._gains(before.node.points, after.points, after.rewards() if is_over else None)
        rewards = dict(zip(self.agents, gains, strict=True))
        told = self._seen(), rewards, dict.fromkeys(self.agents, is_over), dict.fromkeys(self.agents, is_cut)
        infos = self._infos()
        if is_over or is_cut:
            self.agents = []
        return (*told, infos)

    def _seen(self) -> dict[str, Any]:
        if self._observation == "text":
            return {agent: self._together.node.observation_text(self._seat_of[agent]) for agent in self.agents}
        return {agent: np.array(self._together.encoded(self._seat_of[agent]), np.int16) for agent in self.agents}

    def _infos(self) -> dict[str, Any]:
        points = self._together.node.points
        return {
            agent: {
                "action_mask": mask_of(self.setup, self._together.legal(self._seat_of[agent])),
                "points": points[self._seat_of[agent]],
            }
            for agent in self.agents
        }

    def _mask_now(self, agent: str) -> Array | None:
        legal = self._together.legal(self._seat_of[agent])
        return mask_of(self.setup, legal) if legal else None

    def _node_now(self) -> Node:
        return self._together.node


class OrderEnforced(wrappers.OrderEnforcingWrapper):  # type: ignore[misc]
    """PettingZoo's guard; what an agent is told is asked of the environment at once, not name by name through it."""

    def last(self, observe: bool = True) -> Any:
        return self.env.last(observe) if self._has_reset else super().last(observe)


def env(game: str | AnyGame, **arguments: Any) -> Any:
    """`raw_env` that says so when it is used in the wrong order. An illegal action is refused, not punished."""
    return OrderEnforced(raw_env(game, **arguments))


def pinned(game: str, rules_version: int) -> tuple[Callable[..., Any], Callable[..., Any], Callable[..., Any]]:
    """`env`, `raw_env` and `parallel_env` of one game, by one version of its rules for ever."""
    return tuple(partial(make, game, rules_version=rules_version) for make in (env, raw_env, parallel_env))  # type: ignore[return-value]
