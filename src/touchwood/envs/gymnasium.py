"""A game for one agent: the other seats are played by bots.

    import touchwood.envs.gymnasium  # tells Gymnasium of the games
    env = gymnasium.make("touchwood/Tag-v1", opponents="medium")

Since its version 1 Gymnasium looks for no entry points; `make` can import the module itself, if its name is put before
the environment's: "touchwood.envs.gymnasium:touchwood/Tag-v1".
"""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Literal, Never

import gymnasium
import numpy as np

from touchwood.bots import find_player
from touchwood.core.bot import Interjector
from touchwood.core.refusals import InputError
from touchwood.core.seats import Seat
from touchwood.envs.arguments import nothing_unknown, one_of, whole_number
from touchwood.envs.node import Node, start
from touchwood.envs.pettingzoo import RENDER_MODES, bad_arguments, checked_setup, illegal_actions
from touchwood.envs.pictures import as_image, as_text
from touchwood.envs.playing import play_action
from touchwood.envs.spaces import Array, LegalDiscrete, box_of, describe, mask_of
from touchwood.games.discovery import game_names

__all__ = ["SingleAgent"]


class SingleAgent(gymnasium.Env[Array, Any]):
    """`seat` is the agent's, all others are the bots' (`opponents`: one name for all, or one each, clockwise).

    A step is the agent's choice and all that follows until it is asked again. `info["action_mask"]` and
    `action_masks()` say what is legal. What is not raises `IllegalAction` and changes nothing; with `illegal="replace"`
    the first legal choice is made in its place and `info["was_illegal"]` says so: for tools that know no masks, such as
    Gymnasium's own checker.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 2}  # noqa: RUF012  # Gymnasium's own way

    def __init__(
        self,
        game: str,
        *,
        opponents: str | tuple[str, ...] = "random",
        seat: int = 0,
        players: int | None = None,
        options: Mapping[str, Any] | None = None,
        rules_version: int | None = None,
        interjections: bool = True,
        coarse: bool = False,
        illegal: Literal["refuse", "replace"] = "refuse",
        render_mode: str | None = None,
        **unknown: Never,
    ) -> None:
        self.setup = checked_setup(
            game, players=players, options=options, version=rules_version, interjections=interjections, coarse=coarse
        )
        others = [each for each in self.setup.seats if each != seat]
        with bad_arguments(self.setup.game):
            nothing_unknown(SingleAgent.__init__, unknown)
            whole_number("seat", seat)
            if not isinstance(opponents, str | Sequence) or not all(isinstance(each, str) for each in opponents):
                raise InputError("bad_option", option="opponents", expected="Expected names of bots")
            names = (opponents,) * len(others) if isinstance(opponents, str) else tuple(opponents)
            if len(others) == self.setup.players:
                raise InputError("bad_option", option="seat", expected=f"Expected 0 to {self.setup.players - 1}")
            if len(names) != len(others):
                raise InputError("bad_option", option="opponents", expected=f"Expected {len(others)} names, or one")
            one_of("illegal", illegal, ("refuse", "replace"))
            one_of("render_mode", render_mode, (None, *RENDER_MODES))
            self._bots = {other: find_player(self.setup.game, name) for other, name in zip(others, names, strict=True)}
            self.observation_space = box_of(self.setup)
        self.seat = Seat(seat)
        self.render_mode = render_mode
        self._replaces = illegal == "replace"
        self._was_illegal = False
        self.action_space = LegalDiscrete(self.setup, self.action_masks)
        self._node: Node | None = None

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Array, dict[str, Any]]:
        super().reset(seed=seed)
        self._rng = Random(int(self.np_random.integers(2**62)))
        self._was_illegal = False
        self._node = self._until_asked(start(self.setup).fallen(self._rng.randrange))
        return self._seen(), self._info()

    def step(self, action: Any) -> tuple[Array, float, bool, bool, dict[str, Any]]:
        if self._node is None:
            raise gymnasium.error.ResetNeeded("Call reset() before step().")
        with illegal_actions(self.setup.game):
            number = whole_number("action", action)
            is_illegal = self._replaces and number not in self._node.legal and not self._node.is_over
            chosen = self._node.choose(self._node.legal[0] if is_illegal else number)
        self._was_illegal = is_illegal
        self._node = self._until_asked(chosen.fallen(self._rng.randrange))
        is_over = self._node.is_over
        reward = float(self._node.rewards()[self.seat]) if is_over else 0.0
        return self._seen(), reward, is_over, False, self._info()

    def _until_asked(self, node: Node) -> Node:
        """The bots' choices, and chance, until the agent is asked or it is over."""
        while node.seat is not None and node.seat != self.seat:
            node = play_action(node, _chosen_by(self._bots[node.seat], node, self._rng)).fallen(self._rng.randrange)
        return node

    def action_masks(self) -> Array:
        """Also what MaskablePPO of sb3-contrib asks for."""
        if self._node is None or self._node.is_over:
            return np.ones(self.setup.choices.count, np.int8)
        return mask_of(self.setup, self._node.legal)

    def describe(self) -> str:
        return describe(self.setup)

    def _seen(self) -> Array:
        assert self._node is not None
        return np.array(self._node.encoded(self.seat), np.int16)

    def _info(self) -> dict[str, Any]:
        assert self._node is not None
        points = self._node.points[self.seat]
        return {"action_mask": self.action_masks(), "points": points, "was_illegal": self._was_illegal}

    def render(self) -> Any:
        if self.render_mode is None or self._node is None:
            return None
        text = as_text(self._node, self.seat)
        if self.render_mode == "rgb_array":
            return as_image(text, self.setup.players)
        if self.render_mode == "ansi":
            return text
        print(text)
        return None


def _chosen_by(bot: Any, node: Node, rng: Random) -> Any | None:
    """What a bot does at its node; None: it passes."""
    assert node.seat is not None
    asked = node.knowledge(node.seat), node.setup.game.legal_actions(node.state, node.seat), rng
    if not node.is_interjecting:
        return bot.choose(*asked)
    return bot.interject(*asked) if isinstance(bot, Interjector) else None


def _register_all() -> None:
    """Every game there is: touchwood/Tag-v1, touchwood/PointAPile-v1."""
    for name in game_names():
        title = "".join(word.capitalize() for word in name.split("_"))
        gymnasium.register(id=f"touchwood/{title}-v1", entry_point=f"{__name__}:SingleAgent", kwargs={"game": name})


_register_all()
