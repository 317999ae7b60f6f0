"""A position of a match as a small game of OpenSpiel's, for solvers that walk the whole tree.

It begins at a node, so chance that has fallen by then is no part of it, and a choice is a place in the list of what
the seat may do (`whole.py`). Information states are as in the whole match: all that a seat has chosen and heard. What
is hidden at that node is one world of those a seat could imagine there, and a solver knows which: begin where nothing
is.
"""

from collections import Counter

import pyspiel

from touchwood.core.refusals import InputError
from touchwood.envs.errors import sentence_of
from touchwood.envs.node import Node
from touchwood.envs.open_spiel import SpielGame, SpielState
from touchwood.envs.open_spiel_bots import OddsOfOurs
from touchwood.envs.whole import Alike, Whole, as_it_is, most_choices

__all__ = ["OddsInPosition", "Position", "PositionState"]


class Position(SpielGame):
    """`alike` says which actions make no difference; each set of these is one choice."""

    def __init__(self, node: Node, alike: Alike = as_it_is) -> None:
        self.whole = Whole(node, alike)
        super().__init__(node.setup.game, setup=node.setup, choices=most_choices(self.whole))

    def new_initial_state(self) -> "PositionState":
        return PositionState(self, self.whole)


class PositionState(SpielState):
    walk: Whole

    def _legal_actions(self, player: int) -> list[int]:
        return list(range(len(self.walk.ways))) if player == self.asked else []

    def _apply_action(self, action: int) -> None:
        if self.is_chance_node():
            self._pick(action)
        elif action in range(len(self.walk.ways)):
            self._stand_at(self.walk.choose(action))
        else:
            error = InputError("no_such_choice", number=action, last=len(self.walk.ways) - 1)
            raise pyspiel.SpielError(sentence_of(error, self.node.setup.game))

    def _action_to_string(self, player: int, action: int) -> str:
        return f"chance {action}" if player < 0 else self.walk.text(action)

    def _at(self, node: Node) -> "PositionState":
        return PositionState(self.get_game(), Whole(node, self.walk.alike))


class OddsInPosition(OddsOfOurs):
    """A bot of ours as a policy there: what it lays counts as what it is alike to."""

    def action_probabilities(self, state: PositionState, player_id: int | None = None) -> dict[int, float]:
        chosen = Counter(state.walk.place_of(tuple(way)) for way in self.ways(state.node))
        return {place: chosen[place] / chosen.total() for place in range(len(state.walk.ways))}
