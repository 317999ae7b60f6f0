"""All games for OpenSpiel. Importing this registers them: `pyspiel.load_game("touchwood_tag(players=3)")`.

Parameters: `players`; `options`, written as `stall_after:1;deck.T:6` (a list as `deck:B01+B02`); `interjections`;
`coarse`. Every game is sequential, with explicit chance nodes (`chance_picks.py`) and exact odds: where seats decide
together, they are asked one after the other and see nothing of each other's choices.

Information states are a seat's own choices and all it heard (perfect recall), as strings; observations are its view, as
a string and, by the game's encoder, as a tensor.
"""

from random import Random
from typing import Any

import numpy as np
import pyspiel

from touchwood.core.encoding import length_of
from touchwood.core.game import AnyGame
from touchwood.core.options import options_from_pairs
from touchwood.core.refusals import InputError, Refused
from touchwood.core.seats import Seat
from touchwood.envs.chance_picks import next_weights, outcome_of
from touchwood.envs.errors import sentence_of
from touchwood.envs.node import Node, start
from touchwood.envs.setup import Setup
from touchwood.games.discovery import all_games

_MOST_OUTCOMES = 1024
_LONGEST = 100_000
"""Where the options set no bound."""
_PARTS_OF_AN_ACTION = 100


def setup_from(game: AnyGame, parameters: dict[str, Any]) -> Setup:
    """OpenSpiel's own error says what is wrong."""
    players = parameters.get("players", _usual_players(game))
    try:
        pairs = [_pair(each) for each in parameters.get("options", "").split(";") if each]
        options = options_from_pairs(game, pairs, players)
    except InputError as problem:
        raise pyspiel.SpielError(sentence_of(problem, game)) from None
    more = {name: parameters[name] for name in ("interjections", "coarse") if name in parameters}
    return Setup(game, options, players, game.newest_version, **more)


def _usual_players(game: AnyGame) -> int:
    return min(2, game.player_counts[-1])


def _pair(text: str) -> str:
    """`deck:B01+B02` as people type it elsewhere: `deck=["B01","B02"]`."""
    name, _, value = text.partition(":")
    if "+" in value:
        listed = ",".join(f'"{each}"' for each in value.split("+"))
        value = f"[{listed}]"
    return f"{name}={value}"


def type_of(game: AnyGame, players: int) -> Any:
    counts = game.player_counts
    return pyspiel.GameType(
        short_name=f"touchwood_{game.name}",
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM if players > 1 else pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=counts[-1],
        min_num_players=counts[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=game.encoder is not None,
        parameter_specification={
            "players": _usual_players(game),
            "options": "",
            "interjections": True,
            "coarse": False,
        },
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # it has no types
    def __init__(self, game: AnyGame, parameters: dict[str, Any] | None = None, setup: Setup | None = None) -> None:
        self.setup = setup_from(game, parameters or {}) if setup is None else setup
        players = self.setup.players
        longest = game.longest(self.setup.options, players) or _LONGEST
        info = pyspiel.GameInfo(
            num_distinct_actions=self.setup.choices.count,
            max_chance_outcomes=_MOST_OUTCOMES,
            num_players=players,
            min_utility=-1.0 if players > 1 else -1000.0,
            max_utility=1.0 if players > 1 else 1000.0,
            utility_sum=0.0 if players > 1 else None,
            max_game_length=longest * (players + 1) * (_PARTS_OF_AN_ACTION if game.builders else 1),
        )
        super().__init__(type_of(game, players), info, parameters or {})

    @classmethod
    def of(cls, setup: Setup) -> "SpielGame":
        """For a match that is set up already; such a game cannot be written down as a string."""
        return cls(setup.game, setup=setup)

    def new_initial_state(self) -> "SpielState":
        return SpielState(self, start(self.setup))

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return Observer(self.setup, kind.perfect_recall, params)


class SpielState(pyspiel.State):  # type: ignore[misc]
    def __init__(self, game: SpielGame, node: Node) -> None:
        super().__init__(game)
        self.node = node
        self.picks: tuple[int, ...] = ()
        """Of the chance that is falling."""

    def current_player(self) -> int:
        if self.node.is_over:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if self.node.seat is None else int(self.node.seat)

    def is_terminal(self) -> bool:
        return self.node.is_over

    def _legal_actions(self, player: int) -> list[int]:
        return self.node.legal if player == self.node.seat else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        weights = next_weights(self.node.chance, self.picks)
        total = sum(weights)
        return [(number, weight / total) for number, weight in enumerate(weights) if weight]

    def _apply_action(self, action: int) -> None:
        if self.node.seat is None:
            self._pick(action)
            return
        try:
            self.node = self.node.choose(action)
        except (InputError, Refused) as problem:
            raise pyspiel.SpielError(sentence_of(problem, self.node.setup.game)) from None

    def _pick(self, outcome: int) -> None:
        chance, picks = self.node.chance, (*self.picks, outcome)
        if next_weights(chance, picks):
            self.picks = picks
        else:
            self.node, self.picks = self.node.fall(outcome_of(chance, picks)), ()

    def _action_to_string(self, player: int, action: int) -> str:
        return f"chance {action}" if player < 0 else self.node.setup.choices.text(action)

    def returns(self) -> list[float]:
        if not self.node.is_over:
            return [0.0] * self.node.setup.players
        return [float(each) for each in self.node.rewards()]

    def resample_from_infostate(self, player: int, sampler: Any) -> "SpielState":
        """Another world that fits what the player knows; for ISMCTS, by observation strings."""
        rng = Random(int(sampler() * 2**53))
        world = SpielState(self.get_game(), self.node.imagined(Seat(player), rng))
        world.picks = self.picks
        return world

    def __str__(self) -> str:
        return f"{self.node.state} {self.node.parts} {self.picks}"


class Observer:
    """What a player may know, in OpenSpiel's own way: no more than `knowledge` and the log."""

    def __init__(self, setup: Setup, perfect_recall: bool, parameters: Any) -> None:
        if parameters:
            raise ValueError(f"Observation parameters not supported; passed {parameters}")
        has_tensor = setup.game.encoder is not None and not perfect_recall
        self._perfect_recall = perfect_recall
        self.tensor = np.zeros(length_of(setup.slices), np.float32) if has_tensor else None
        self.dict = {"observation": self.tensor} if has_tensor else {}

    def set_from(self, state: SpielState, player: int) -> None:
        if self.tensor is not None:
            self.tensor[:] = state.node.encoded(Seat(player))

    def string_from(self, state: SpielState, player: int) -> str:
        node, seat = state.node, Seat(player)
        return node.log(seat) if self._perfect_recall else node.observation_text(seat)


def _register(game: AnyGame) -> None:
    # A class, as OpenSpiel's own games have it: a plain function would be freed when the interpreter is gone already.
    class OneGame(SpielGame):
        def __init__(self, parameters: dict[str, Any] | None = None) -> None:
            super().__init__(game, parameters)

    pyspiel.register_game(type_of(game, _usual_players(game)), OneGame)


for _each in all_games():
    _register(_each)
