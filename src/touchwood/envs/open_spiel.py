"""All games for OpenSpiel. Importing this registers them: `pyspiel.load_game("touchwood_tag(players=3)")`.

Parameters: `players`; `options`, written as `stall_after:1;deck.T:6` (a list as `deck:B01+B02`); `interjections`;
`coarse`; `recall`; `rules_version`. Each game is there twice. `touchwood_tag` is sequential: where seats decide
together, they are asked one after the other and see nothing of each other's choices. In `touchwood_tag_simultaneous`
they are asked at once, by the rule of `together.py`. Chance nodes are explicit (`chance_picks.py`), with exact odds.

Information states are a seat's own choices and all it heard (perfect recall), as a string and, line by line, as a
tensor; observations are its view, as a string and, by the game's encoder, as a tensor.
"""

from hashlib import blake2b
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
from touchwood.envs.together import Together, start_together
from touchwood.envs.whole import Whole
from touchwood.games.discovery import games_that_load

__all__ = ["SimultaneousGame", "SimultaneousState", "SpielGame", "SpielState"]

_MOST_OUTCOMES = 1024
_LONGEST = 100_000
"""Where the options set no bound."""
_PARTS_OF_AN_ACTION = 100
_RECALL = 32
"""Lines of a seat's log in the tensor of its information state."""
_LINE_NUMBERS = 32

_CHANCE, _TERMINAL, _TOGETHER = (
    int(each) for each in (pyspiel.PlayerId.CHANCE, pyspiel.PlayerId.TERMINAL, pyspiel.PlayerId.SIMULTANEOUS)
)


def setup_from(game: AnyGame, parameters: dict[str, Any]) -> Setup:
    """OpenSpiel's own error says what is wrong."""
    players = parameters.get("players", _usual_players(game))
    try:
        pairs = [_pair(each) for each in parameters.get("options", "").split(";") if each]
        options = options_from_pairs(game, pairs, players)
        version = game.known_version(parameters.get("rules_version"))
    except InputError as error:
        raise pyspiel.SpielError(sentence_of(error, game)) from None
    more = {name: parameters[name] for name in ("interjections", "coarse") if name in parameters}
    return Setup(game, options, players, version, **more)


def _usual_players(game: AnyGame) -> int:
    return min(2, game.player_counts[-1])


def _pair(text: str) -> str:
    """`deck:B01+B02` as people type it elsewhere: `deck=["B01","B02"]`."""
    name, _, value = text.partition(":")
    if "+" in value:
        listed = ",".join(f'"{each}"' for each in value.split("+"))
        value = f"[{listed}]"
    return f"{name}={value}"


def type_of(game: AnyGame, players: int, *, together: bool = False) -> Any:
    counts, dynamics = game.player_counts, pyspiel.GameType.Dynamics
    return pyspiel.GameType(
        short_name=f"touchwood_{game.name}" + "_simultaneous" * together,
        long_name=game.title + " (simultaneous)" * together,
        dynamics=dynamics.SIMULTANEOUS if together else dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM if players > 1 else pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=counts[-1],
        min_num_players=counts[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=game.encoder is not None,
        parameter_specification={
            "players": _usual_players(game),
            "options": "",
            "interjections": True,
            "coarse": False,
            "recall": _RECALL,
            "rules_version": game.newest_version,
        },
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # it has no types
    is_together = False

    def __init__(
        self,
        game: AnyGame,
        parameters: dict[str, Any] | None = None,
        setup: Setup | None = None,
        choices: int | None = None,
    ) -> None:
        given = parameters or {}
        self.setup = setup_from(game, given) if setup is None else setup
        self.recall = given.get("recall", _RECALL)
        if self.recall < 1:
            error = InputError("bad_option", option="recall", expected="Expected 1 or more")
            raise pyspiel.SpielError(sentence_of(error, game))
        players = self.setup.players
        longest = game.longest(self.setup.options, players) or _LONGEST
        info = pyspiel.GameInfo(
            num_distinct_actions=self.setup.choices.count if choices is None else choices,
            max_chance_outcomes=_MOST_OUTCOMES,
            num_players=players,
            min_utility=-1.0 if players > 1 else -1000.0,
            max_utility=1.0 if players > 1 else 1000.0,
            utility_sum=0.0 if players > 1 else None,
            max_game_length=longest * (players + 1) * (_PARTS_OF_AN_ACTION if game.builders else 1),
        )
        # Always written, so that a game's string means the same when there are newer rules.
        written = {**given, "rules_version": self.setup.version}
        super().__init__(type_of(game, players, together=self.is_together), info, written)

    @classmethod
    def of(cls, setup: Setup) -> "SpielGame":
        """For a match that is set up already; such a game cannot be written down as a string."""
        return cls(setup.game, setup=setup)

    def new_initial_state(self) -> "SpielState | SimultaneousState":
        return SpielState(self, start(self.setup))

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return Observer(self.setup, self.recall if kind.perfect_recall else 0, params)


class SimultaneousGame(SpielGame):
    is_together = True

    def new_initial_state(self) -> "SimultaneousState":
        return SimultaneousState(self, start_together(self.setup))


class _State(pyspiel.State):  # type: ignore[misc]
    """What both kinds share: `walk` is where the match stands."""

    walk: Node | Together | Whole

    def __init__(self, game: SpielGame, walk: Node | Together | Whole) -> None:
        super().__init__(game)
        self.picks: tuple[int, ...] = ()
        """Of the chance that is falling."""
        self._stand_at(walk)

    def _stand_at(self, walk: Any) -> None:
        """What OpenSpiel asks half a dozen times between two moves is found out once."""
        self.walk = walk
        self.node: Node = walk if isinstance(walk, Node) else walk.node
        self.is_over = self.node.is_over
        self.asked = _TERMINAL if self.is_over else _CHANCE if self.node.seat is None else self._who_is_asked()

    def _who_is_asked(self) -> int:
        assert self.node.seat is not None
        return int(self.node.seat)

    def current_player(self) -> int:
        return self.asked

    def is_terminal(self) -> bool:
        return self.is_over

    def chance_outcomes(self) -> list[tuple[int, float]]:
        weights = next_weights(self.node.chance, self.picks)
        total = sum(weights)
        return [(number, weight / total) for number, weight in enumerate(weights) if weight]

    def _pick(self, outcome: int) -> None:
        chance, picks = self.node.chance, (*self.picks, outcome)
        weights = next_weights(chance, self.picks)
        if not 0 <= outcome < len(weights) or not weights[outcome]:
            raise self._wrong(InputError("no_such_outcome", number=outcome))
        if next_weights(chance, picks):
            self.picks = picks
        else:
            self.picks = ()
            self._stand_at(self.walk.fall(outcome_of(chance, picks)))

    def _wrong(self, error: InputError | Refused) -> Any:
        """OpenSpiel's own error."""
        return pyspiel.SpielError(sentence_of(error, self.node.setup.game))

    def _action_to_string(self, player: int, action: int) -> str:
        return f"chance {action}" if player < 0 else self.node.setup.choices.text(action)

    def returns(self) -> list[float]:
        if not self.is_over:
            return [0.0] * self.node.setup.players
        return [float(each) for each in self.node.rewards()]


class SpielState(_State):
    def _legal_actions(self, player: int) -> list[int]:
        return self.node.legal if player == self.asked else []

    def _apply_action(self, action: int) -> None:
        if self.asked == _CHANCE:
            self._pick(action)
            return
        try:
            self._stand_at(self.node.choose(action))
        except (InputError, Refused) as error:
            raise self._wrong(error) from None

    def resample_from_infostate(self, player: int, sampler: Any) -> "SpielState":
        """Another world that fits what the player knows; for ISMCTS, by observation strings."""
        rng = Random(int(sampler() * 2**53))
        world = self._at(self.node.imagined(Seat(player), rng))
        world.picks = self.picks
        return world

    def _at(self, node: Node) -> "SpielState":
        return SpielState(self.get_game(), node)

    def __str__(self) -> str:
        return f"{self.node.state} {self.node.parts} {self.picks}"


class SimultaneousState(_State):
    """Where several seats are asked, all of them at once, and the others pass; where one is, that one alone."""

    walk: Together

    def _who_is_asked(self) -> int:
        asked = self.walk.asked
        return int(asked[0]) if len(asked) == 1 else _TOGETHER

    def _legal_actions(self, player: int) -> list[int]:
        return self.walk.legal(Seat(player)) if self.asked in (_TOGETHER, player) else []

    def _apply_action(self, action: int) -> None:
        if self.asked == _CHANCE:
            self._pick(action)
        else:
            self._choose({Seat(self.asked): action})

    def _apply_actions(self, actions: list[int]) -> None:
        self._choose({Seat(player): action for player, action in enumerate(actions)})

    def _choose(self, numbers: dict[Seat, int]) -> None:
        try:
            self._stand_at(self.walk.choose(numbers))
        except (InputError, Refused) as error:
            raise self._wrong(error) from None

    def __str__(self) -> str:
        return f"{self.node.state} {sorted(self.walk.begun.items())} {self.picks}"


class Observer:
    """What a player may know, in OpenSpiel's own way: no more than `knowledge` and the log.

    An information state begins with whose it is: solvers keep all players' in one table, and players who have heard the
    same are still two. Its tensor is a code for tables and networks that learn by heart, not features: a 1 at the seat,
    then the newest lines of its log (`recall` of them), the newest first, each as 32 numbers of 1 and -1 that are the
    line's hash, and 0 where there are no more. States that differ in those lines differ in it, and no others do.
    """

    def __init__(self, setup: Setup, recall: int, parameters: Any) -> None:
        if parameters:
            raise ValueError(f"Observation parameters not supported; passed {parameters}")
        self._recall, self._players = recall, setup.players
        self.tensor: Any = None
        if recall:
            self.tensor = np.zeros(setup.players + recall * _LINE_NUMBERS, np.float32)
        elif setup.game.encoder is not None:
            self.tensor = np.zeros(length_of(setup.slices), np.float32)
        name = "information_state" if recall else "observation"
        self.dict = {} if self.tensor is None else {name: self.tensor}

    def set_from(self, state: _State, player: int) -> None:
        if self._recall:
            self.tensor[:] = 0
            self.tensor[player] = 1
            newest = state.walk.log(Seat(player)).split("\n")[: -self._recall - 1 : -1]
            codes = [_code(line) for line in newest]
            self.tensor[self._players :][: len(codes) * _LINE_NUMBERS] = np.concatenate(codes)
        elif self.tensor is not None:
            self.tensor[:] = state.walk.encoded(Seat(player))

    def string_from(self, state: _State, player: int) -> str:
        seat = Seat(player)
        return f"player {player}\n{state.walk.log(seat)}" if self._recall else state.walk.observation_text(seat)


def _code(line: str) -> Any:
    """The hash of a line, bit by bit; of no line at all nothing."""
    if not line:
        return np.zeros(_LINE_NUMBERS, np.float32)
    digest = np.frombuffer(blake2b(line.encode(), digest_size=_LINE_NUMBERS // 8).digest(), np.uint8)
    return np.unpackbits(digest).astype(np.float32) * 2 - 1


def _register(game: AnyGame, kind: type[SpielGame]) -> None:
    # A class, as OpenSpiel's own games have it: a plain function would be freed when the interpreter is gone already.
    class OneGame(kind):  # type: ignore[valid-type, misc]  # known only here
        def __init__(self, parameters: dict[str, Any] | None = None) -> None:
            super().__init__(game, parameters)

    pyspiel.register_game(type_of(game, _usual_players(game), together=kind.is_together), OneGame)


for _each in games_that_load():
    for _kind in (SpielGame, SimultaneousGame):
        _register(_each, _kind)
