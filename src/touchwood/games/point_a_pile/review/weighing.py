"""The choices of one match, each weighed from the view its seat had. What several seats know alike is worked out once.

`remembered` is what somebody knows who has forgotten nothing; states are imagined from it, as the bots do, so that
nothing of what was hidden can be in a judgement.
"""

from random import Random

from touchwood.core.seats import Seat
from touchwood.games.point_a_pile.actions import Action, LayOut, Point, PointAtEmptySpace, SplitPile
from touchwood.games.point_a_pile.bots.duel import Duel, is_duel
from touchwood.games.point_a_pile.bots.worth import goals_of
from touchwood.games.point_a_pile.cards import Kind
from touchwood.games.point_a_pile.review.choices import Choice
from touchwood.games.point_a_pile.review.crowds import Crowd, pick_in_crowd
from touchwood.games.point_a_pile.review.duels import cut_in_duel, pick_in_duel
from touchwood.games.point_a_pile.rules.police import rule_kind
from touchwood.games.point_a_pile.sampling import sample_state
from touchwood.games.point_a_pile.state import Phase, State
from touchwood.games.point_a_pile.view import View, remembered

_BY_FINGERS_OF_OTHERS = (Kind.NOT_LEFT_NEIGHBOUR, Kind.A_NEIGHBOUR)


class Weigher:
    def __init__(self) -> None:
        self._duels: dict[object, Duel] = {}
        self._crowds: dict[object, Crowd] = {}

    def choice(self, entry: int, state: State, seat: Seat, action: Action) -> Choice | None:
        """None: there was no choice, or none that could be judged well."""
        seen, rng = remembered(state, seat), Random(entry)
        match action:
            case LayOut() | SplitPile():
                world = sample_state(seen, rng)
                return cut_in_duel(self._duel(world, seen), action) if is_duel(world) else None
            case Point() | PointAtEmptySpace() if state.phase is Phase.POINTING and not seen.later:
                return self._pick(sample_state(seen, rng), seen, seat, action, rng)
            case _:
                # 7.7 too: how those answer who point later is another game.
                return None

    def _pick(self, world: State, seen: View, seat: Seat, action: Action, rng: Random) -> Choice | None:
        if is_duel(world):
            return pick_in_duel(self._duel(world, seen), seat, action, seen.fingers[1 - seat])
        if rule_kind(world) in _BY_FINGERS_OF_OTHERS:
            return None
        return pick_in_crowd(self._crowd(world, seen, seat, rng), seat, action, rng)

    def _duel(self, world: State, seen: View) -> Duel:
        key = known_to_all(world)
        if key not in self._duels:
            self._duels[key] = Duel(world, goals_of(seen))
        return self._duels[key]

    def _crowd(self, world: State, seen: View, seat: Seat, rng: Random) -> Crowd:
        fingers = tuple([None if other == seat else finger for other, finger in enumerate(seen.fingers)])
        key = known_to_all(world), goals_of(seen), fingers
        if key not in self._crowds:
            self._crowds[key] = Crowd(world, goals_of(seen), fingers, rng)
        return self._crowds[key]


def known_to_all(world: State) -> object:
    """All that a layout, a split or a pointing depends on, but for missions and fingers."""
    now = world.round
    rows = tuple([player.row for player in world.players])
    open_cards = now.hand, now.piles, now.contests, now.aside
    return rows, open_cards, world.phase, world.rounds, world.headpointer, now.rule, now.pointers, now.at_empty
