"""Players of Can't Touch This, alone and against somebody.

A level is made of how many clips it looks ahead and how deep a clip it sees; none of them errs on purpose. What going
first is worth (for the bid) a weaker level finds by playing the card out in its head, both sides the way it would
play them itself. The perfect player asks the solver.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Protocol

from msgspec.structs import replace

from touchwood.core.seats import Seat
from touchwood.games.cant_touch_this.actions import Action, KeepSide, Pass, PlaceClip, Raise, TurnCard
from touchwood.games.cant_touch_this.rules.bidding import should_raise, worth_to_defender
from touchwood.games.cant_touch_this.rules.clips import DEEPEST, Clip
from touchwood.games.cant_touch_this.rules.ending import points
from touchwood.games.cant_touch_this.rules.legality import legal_clips
from touchwood.games.cant_touch_this.solving import best_alone, best_clips, card_value, clip_values, side_to_move
from touchwood.games.cant_touch_this.state import Phase, State, clips_in_all, with_clip
from touchwood.games.cant_touch_this.view import View, state_of


class Judge(Protocol):
    """What a level thinks of cards and clips; `Player` does the rest."""

    def duel_value(self, state: State) -> int:
        """What going first on this empty card is worth."""
        ...

    def solo_value(self, state: State) -> int:
        """What can be scored alone on this empty card."""
        ...

    def clip(self, state: State, rng: Random) -> Clip: ...


@dataclass(frozen=True)
class Player:
    """Bids and chooses sides perfectly for what its judge thinks a card is worth."""

    judge: Judge

    def choose(self, view: View, actions: Sequence[Action], rng: Random) -> Action:
        state = state_of(view)
        match view.phase:
            case Phase.CHOOSE_SIDE:
                assert view.other_side is not None
                is_other_better = self._worth(replace(state, grid=view.other_side)) > self._worth(state)
                return TurnCard() if is_other_better else KeepSide()
            case Phase.BID:
                wants_more = should_raise(self.judge.duel_value(state), state.bid)
                return Raise() if wants_more and Raise() in actions else Pass()
            case _:
                return PlaceClip(self.judge.clip(state, rng))

    def _worth(self, state: State) -> tuple[bool, int]:
        """What the side is to the player who chooses it."""
        if state.seats == 1:
            return True, self.judge.solo_value(state)
        return worth_to_defender(self.judge.duel_value(state))


# -- Perfect --------------------------------------------------------------------------------------------------------
class Perfect:
    """Looks to the end. Among equal clips the one that is hardest to answer well."""

    def duel_value(self, state: State) -> int:
        return card_value(state.grid, state.options)

    def solo_value(self, state: State) -> int:
        return best_alone(state).optimum

    def clip(self, state: State, rng: Random) -> Clip:
        if state.seats == 1:
            return Clip(*best_alone(state).placement[len(state.placed)])
        best = best_clips(state)
        if len(best) == 1:
            return rng.choice(best)
        hardest = {clip: hardness(with_clip(state, clip)) for clip in best}
        return rng.choice([clip for clip in best if hardest[clip] == max(hardest.values())])


def hardness(state: State) -> tuple[int, int]:
    """How hard it is to answer well here: few good clips, and much lost by the others (in hundredths of a point)."""
    values = list(clip_values(state).values())
    if not values:
        return 0, 0
    sign = 1 if side_to_move(state) == "first" else -1
    losses = [max(sign * value for value in values) - sign * value for value in values]
    return -losses.count(0), 100 * sum(losses) // len(losses)


# -- Less sight -----------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Limited:
    """Looks a few clips ahead and sees clips up to some depth."""

    look_ahead: int
    """How many clips, its own and the opponent's, before it counts the points."""
    reach: int = DEEPEST
    """The most symbols of a clip of its own it thinks of, while there is such a clip."""

    def duel_value(self, state: State) -> int:
        first, second = self._play_out(replace(state, first=Seat(0), bid=0))
        return first - second

    def solo_value(self, state: State) -> int:
        return self._play_out(state)[0]

    def clip(self, state: State, rng: Random) -> Clip:
        return rng.choice(self._good_clips(state))

    def _play_out(self, state: State) -> tuple[int, ...]:
        """The points after playing the card in its head, always with the first of equal clips."""
        while len(state.placed) < clips_in_all(state.options) and next(legal_clips(state), None) is not None:
            state = with_clip(state, self._good_clips(state)[0])
        return points(state)

    def _good_clips(self, state: State) -> Sequence[Clip]:
        values = self._values_alone(state) if state.seats == 1 else self._values_in_duel(state)
        within_reach = [clip for clip in values if clip.depth <= self.reach] or list(values)
        most = max(values[clip] for clip in within_reach)
        return [clip for clip in within_reach if values[clip] == most]

    def _values_in_duel(self, state: State) -> Mapping[Clip, int]:
        sign = 1 if side_to_move(state) == "first" else -1
        return {clip: sign * value for clip, value in clip_values(state, look_ahead=self.look_ahead).items()}

    def _values_alone(self, state: State) -> Mapping[Clip, int]:
        """Alone, only its own clips of the look-ahead are left."""
        own = (self.look_ahead + 1) // 2
        return {clip: best_alone(with_clip(state, clip), look_ahead=own - 1).optimum for clip in legal_clips(state)}


PLAYERS: Mapping[str, Player] = {
    "simple": Player(Limited(look_ahead=1, reach=2)),
    "easy": Player(Limited(look_ahead=2, reach=3)),
    "medium": Player(Limited(look_ahead=2)),
    "hard": Player(Limited(look_ahead=3)),
    "best": Player(Perfect()),
}
"""Weakest first. Simple is for beginners, who were left behind by an easy that is an even step below medium."""
