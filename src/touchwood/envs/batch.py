"""Thousands of matches at once, into arrays of numpy: `touchwood.envs.vector`.

Where the game has a compiled twin for the options, all matches step in one compiled loop; elsewhere they are shared out
among processes that play by the rules. `env.backend` says which, and the second is warned of when it is made.

Each match shows the seat that is asked now (`info["seat"]`), whichever it is: observations of all seats interleave.
Rewards have a column a seat. A match that is over begins anew in the same step, as Gymnasium's
`AutoresetMode.SAME_STEP` has it; its observation is already the next match's. What the seat that ended it saw then is
in `info["final_obs"]`, everybody's points are in `info["final_info"]["points"]`, where `info["_final_obs"]` is true.
"""

from collections.abc import Mapping
from itertools import pairwise
from multiprocessing import get_context
from os import cpu_count
from random import Random
from typing import Any, Literal, Never

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

from touchwood.core.encoding import length_of
from touchwood.core.refusals import InputError
from touchwood.core.seats import Seat
from touchwood.core.twin import Twin
from touchwood.envs import kernel_batch
from touchwood.envs.arguments import nothing_unknown, one_of, whole_number
from touchwood.envs.node import Node, start
from touchwood.envs.pettingzoo import IllegalAction, bad_arguments, checked_seed, checked_setup
from touchwood.envs.setup import Setup, setup_of
from touchwood.envs.spaces import Array, LegalDiscrete, box_of, mask_of
from touchwood.envs.walking import ByRules, first_row, linked_twin, numbers_of_twin

__all__ = ["Batch", "vector"]

BatchStep = tuple[Array, Array, Array, Array, dict[str, Any]]

_ROOM_AT_FIRST = 128
"""For the choices of a match; it grows."""


class Batch(gymnasium.vector.VectorEnv[Array, Array, Array]):
    """What both kinds share: spaces, memory, and the refusal of what is not in a mask."""

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012  # Gymnasium's own way
    backend: Literal["compiled", "processes"]

    def __init__(self, setup: Setup, num_envs: int) -> None:
        self.setup = setup
        self.num_envs = num_envs
        self.single_observation_space = box_of(setup)
        self.single_action_space = LegalDiscrete(setup, lambda: None)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(gymnasium.spaces.Discrete(setup.choices.count), num_envs)
        self._every = np.arange(num_envs)
        self._has_begun = False
        self.observations: Array = np.zeros((num_envs, *self.single_observation_space.shape), np.int16)
        self.masks: Array = np.zeros((num_envs, setup.choices.count), np.int8)
        self.rewards: Array = np.zeros((num_envs, setup.players), np.float32)
        self.overs: Array = np.zeros(num_envs, np.int8)
        self.seats: Array = np.zeros(num_envs, np.int64)
        self.last_seen: Array = np.zeros_like(self.observations)
        self.last_points: Array = np.zeros((num_envs, setup.players), np.int64)

    def step(self, actions: Any) -> BatchStep:
        """Arrays are the environment's own and are written over by the next step: copy what is to be kept."""
        chosen = self._numbers(actions)
        in_range = (chosen >= 0) & (chosen < self.setup.choices.count)
        if not in_range.all() or not self.masks[self._every, chosen].all():
            raise self._refused(chosen, in_range)
        self._step(chosen)
        is_over = self.overs.astype(bool)
        # Gymnasium's names; an array of whole numbers where its own environments have one of objects.
        last = {"final_obs": self.last_seen, "_final_obs": is_over, "_final_info": is_over}
        info = {**self._info(), **last, "final_info": {"points": self.last_points}}
        return self.observations, self.rewards, is_over, np.zeros(self.num_envs, bool), info

    def _numbers(self, actions: Any) -> Array:
        try:
            chosen = np.asarray(actions)
        except ValueError:  # rows of different lengths
            chosen = np.empty(0)
        if chosen.shape != (self.num_envs,) or chosen.dtype.kind not in "iu":
            error = InputError("not_so_many_numbers", expected=self.num_envs, given=repr(actions))
            raise IllegalAction(error, self.setup.game)
        if not self._has_begun:
            raise gymnasium.error.ResetNeeded("Call reset() before step().")
        return np.ascontiguousarray(chosen, np.int64)

    def _refused(self, chosen: Array, in_range: Array) -> IllegalAction:
        """The first choice that is not in its mask, and why: only now the rules are asked."""
        offered = in_range & (self.masks[self._every, np.where(in_range, chosen, 0)] != 0)
        match = int(np.flatnonzero(~offered)[0])
        error = IllegalAction(self.node(match).why_not(int(chosen[match])), self.setup.game)
        error.add_note(f"In match {match} of {self.num_envs}; no match has stepped.")
        return error

    def node(self, match: int) -> Node:
        """Where a match stands, by the rules: to look at it, not for every step."""
        with bad_arguments():
            if whole_number("match", match, least=0) >= self.num_envs:
                raise InputError("bad_option", option="match", expected=f"Expected 0 to {self.num_envs - 1}")
        return self._node(match)

    def _node(self, match: int) -> Node:
        raise NotImplementedError

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.masks, "seat": self.seats}

    def _step(self, chosen: Array) -> None:
        raise NotImplementedError


class Compiled(Batch):
    backend = "compiled"

    def __init__(self, setup: Setup, num_envs: int, rewards: str, twin: Twin) -> None:
        super().__init__(setup, num_envs)
        self._twin = twin
        self._start = first_row(setup, twin)
        self._rows = np.zeros((num_envs, len(self._start)), np.int16)
        self._walks = np.zeros((num_envs, kernel_batch.WALK_COLUMNS), np.int64)
        self._rngs = np.zeros((num_envs, 4), np.int64)
        self._begun_with = np.zeros_like(self._rngs)
        self._chosen = np.zeros((num_envs, _ROOM_AT_FIRST), np.int16)
        self._lengths = np.zeros(num_envs, np.int64)
        self._by_points = int(rewards == "points")
        self._choice_of, self._number_of = numbers_of_twin(setup)

    def _memory(self) -> tuple[Any, ...]:
        twin = self._twin
        asks = int(self.setup.interjections)
        memory = twin.tables, self._start, self._rows, self._walks, twin.choices, twin.weights, self._rngs, asks
        log = self._begun_with, self._chosen, self._lengths
        return (*memory, self._number_of, self.observations, self.masks, *log)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Array, dict[str, Any]]:
        source = np.random.default_rng(checked_seed(seed))
        self._rngs[:] = source.integers(1, 2**32, self._rngs.shape)
        self._twin.functions["begin_many"](*self._memory())
        self._has_begun = True
        self._say_who_is_asked()
        return self.observations, self._info()

    def _step(self, chosen: Array) -> None:
        if self._lengths.max() == self._chosen.shape[1]:
            self._chosen = np.concatenate([self._chosen, np.zeros_like(self._chosen)], axis=1)
        how = chosen, self._choice_of, self.setup.players, self._by_points
        told = self.rewards, self.overs, self.last_seen, self.last_points
        self._twin.functions["step_many"](*self._memory(), *how, *told)
        self._say_who_is_asked()

    def _say_who_is_asked(self) -> None:
        self.seats[:] = self._walks[:, kernel_batch.ASKED]

    def _node(self, match: int) -> Node:
        # A row does not make a state again: the match is played once more, up to here.
        walk = ByRules(self.setup)
        walk.begin(self._begun_with[match].tolist())
        for chosen in self._chosen[match, : self._lengths[match]]:
            walk.choose(int(chosen))
        return walk.node()

    def any_legal(self, rng: Any, actions: Array) -> None:
        """Writes some legal choice of each match into `actions`; `rng` is a twin's (`new_rng`)."""
        chosen = np.ascontiguousarray(actions, np.int64)
        self._twin.functions["any_legal"](self.masks, rng, chosen)
        if chosen is not actions:
            actions[:] = chosen

    def sensible(self, rng: Any, actions: Array) -> None:
        """Writes what the game's quick player would choose in each match, as its twin has it: TAG's `simple`. An
        opponent, or a teacher, at the speed of the batch. Not every twin has one: `has_sensible`."""
        policy, tables = self._twin.functions["policy"], self._twin.tables
        for match, row in enumerate(self._rows):
            actions[match] = self._number_of[policy(tables, row, int(self.seats[match]), rng)]

    @property
    def has_sensible(self) -> bool:
        return self._twin.has_policy

    def new_rng(self, seed: int) -> Any:
        return self._twin.rng(seed)


# -- By the rules, in processes -------------------------------------------------------------------------------------
class Matches:
    """Some matches on the rules, one after the other."""

    def __init__(self, setup: Setup, rewards: str, count: int) -> None:
        self.setup = setup
        self._by_points = rewards == "points"
        self._nodes: list[Node] = [start(setup)] * count
        self._rngs = [Random()] * count

    def reset(self, seeds: list[int]) -> tuple[Array, ...]:
        self._rngs = [Random(seed) for seed in seeds]
        self._nodes = [start(self.setup).fallen(rng.randrange) for rng in self._rngs]
        self._last_seen = np.zeros((len(seeds), length_of(self.setup.slices)), np.int16)
        self._last_points = np.zeros((len(seeds), self.setup.players), np.int64)
        return self._shown([[0.0] * self.setup.players] * len(seeds), [0] * len(seeds))

    def step(self, chosen: list[int]) -> tuple[Array, ...]:
        rewards, overs = [], []
        for match, number in enumerate(chosen):
            before = self._nodes[match]
            node = before.choose(number).fallen(self._rngs[match].randrange)
            if self._by_points:
                gains = [float(new - old) for old, new in zip(before.points, node.points, strict=True)]
            else:
                gains = [float(gain) for gain in node.rewards()] if node.is_over else [0.0] * self.setup.players
            rewards.append(gains)
            overs.append(int(node.is_over))
            if node.is_over:
                assert before.seat is not None
                self._last_seen[match], self._last_points[match] = node.encoded(before.seat), node.points
            self._nodes[match] = start(self.setup).fallen(self._rngs[match].randrange) if node.is_over else node
        return self._shown(rewards, overs)

    def node(self, match: int) -> Node:
        return self._nodes[match]

    def _shown(self, rewards: list[list[float]], overs: list[int]) -> tuple[Array, ...]:
        seats = [Seat(0) if node.seat is None else node.seat for node in self._nodes]
        rows = [node.encoded(seat) for node, seat in zip(self._nodes, seats, strict=True)]
        masks = [mask_of(self.setup, node.legal) for node in self._nodes]
        return (
            np.array(rows, np.int16),
            np.stack(masks),
            np.array(rewards, np.float32),
            np.array(overs, np.int8),
            np.array(seats, np.int64),
            self._last_seen,
            self._last_points,
        )


def _work(pipe: Any, arguments: dict[str, Any], rewards: str, count: int) -> None:
    """A process: answers until the pipe is closed."""
    matches = Matches(setup_of(**arguments), rewards, count)
    try:
        while True:
            what, told = pipe.recv()
            pipe.send(getattr(matches, what)(told))
    except (EOFError, KeyboardInterrupt):
        return


class Processes(Batch):
    backend = "processes"

    def __init__(self, setup: Setup, num_envs: int, rewards: str, arguments: dict[str, Any], workers: int) -> None:
        super().__init__(setup, num_envs)
        ends = np.linspace(0, num_envs, min(workers, num_envs) + 1).astype(int)
        self._shares = list(pairwise(ends))
        self._pipes: list[Any] = []
        self._workers: list[Any] = []
        context = get_context("spawn")
        for first, end in self._shares:
            mine, theirs = context.Pipe()
            worker = context.Process(target=_work, args=(theirs, arguments, rewards, int(end - first)), daemon=True)
            worker.start()
            theirs.close()
            self._pipes.append(mine)
            self._workers.append(worker)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Array, dict[str, Any]]:
        source = Random(checked_seed(seed))
        self._ask("reset", [source.getrandbits(62) for _ in range(self.num_envs)])
        self._has_begun = True
        return self.observations, self._info()

    def _step(self, chosen: Array) -> None:
        self._ask("step", [int(number) for number in chosen])

    def _node(self, match: int) -> Node:
        place = next(place for place, (_, end) in enumerate(self._shares) if match < end)
        self._pipes[place].send(("node", match - int(self._shares[place][0])))
        node: Node = self._pipes[place].recv()
        return node

    def _ask(self, what: str, numbers: list[int]) -> None:
        for pipe, (first, end) in zip(self._pipes, self._shares, strict=True):
            pipe.send((what, numbers[first:end]))
        for pipe, (first, end) in zip(self._pipes, self._shares, strict=True):
            shared = self.observations, self.masks, self.rewards, self.overs, self.seats
            for array, told in zip((*shared, self.last_seen, self.last_points), pipe.recv(), strict=True):
                array[first:end] = told

    def close_extras(self, **arguments: Any) -> None:
        for pipe in self._pipes:
            pipe.close()
        for worker in self._workers:
            worker.join()


def vector(
    game: str,
    num_envs: int,
    *,
    players: int | None = None,
    options: Mapping[str, Any] | None = None,
    rules_version: int | None = None,
    rewards: Literal["win", "points"] = "win",
    interjections: bool = True,
    coarse: bool = False,
    workers: int | None = None,
    **unknown: Never,
) -> Batch:
    """See the module's docstring. `workers`: processes, where there is no twin; one a core if none are named."""
    arguments = {
        "players": players,
        "options": options,
        "version": rules_version,
        "interjections": interjections,
        "coarse": coarse,
    }
    setup = checked_setup(game, **arguments)
    with bad_arguments(setup.game):
        nothing_unknown(vector, unknown)
        whole_number("num_envs", num_envs, least=1)
        one_of("rewards", rewards, ("win", "points"))
        if workers is not None:
            whole_number("workers", workers, least=1)
        box_of(setup)
    twin = linked_twin(setup)
    if twin is not None:
        return Compiled(setup, num_envs, rewards, twin)
    count = workers or cpu_count() or 1
    gymnasium.logger.warn(
        f"No compiled twin of {setup.game.title} plays these options: {count} processes by the rules."
    )
    return Processes(setup, num_envs, rewards, {"game": game, **arguments}, count)
