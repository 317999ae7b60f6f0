"""Matches of bots on the rules alone, and what to keep of them: the ground of `fit.py` and `measure.py`."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt
from random import Random
from statistics import fmean

from touchwood.core.game import Step
from touchwood.core.running import Watcher, play_unrecorded
from touchwood.core.seats import Seat
from touchwood.games.tactile_crane import GAME
from touchwood.games.tactile_crane.actions import Action, Lift
from touchwood.games.tactile_crane.bots.players import CranePlayer
from touchwood.games.tactile_crane.cards import Bet, Face, Result, result_of
from touchwood.games.tactile_crane.events import BetPaid, Event, GrabTaken, JackpotShared, JackpotTaken
from touchwood.games.tactile_crane.options import Options
from touchwood.games.tactile_crane.rules.ending import returns
from touchwood.games.tactile_crane.rules.turn import initial
from touchwood.games.tactile_crane.state import State

Z_95 = 1.96


def play(
    players: Sequence[CranePlayer], rng: Random, watch: Watcher | None = None, options: Options | None = None
) -> State:
    """A whole match; the state at its end."""
    state = initial(options or Options(), len(players), GAME.newest_version)
    end: State = play_unrecorded(GAME, state, {Seat(seat): player for seat, player in enumerate(players)}, rng, watch)
    return end


# -- Turns ------------------------------------------------------------------------------------------------------------
@dataclass
class TurnSeen:
    """A finished turn: what was flipped and held, what everybody got, and what the audience had bet."""

    challenger: Seat
    face: Face
    held: int
    bets: tuple[Bet | None, ...]
    before: State
    """Just before the lift."""
    cards: dict[Seat, int] = field(default_factory=dict)
    """What this turn brought, by seat."""

    @property
    def result(self) -> Result:
        return result_of(self.held, self.face.number)


@dataclass
class Turns:
    """A watcher that keeps finished turns; turns without an outcome are left out."""

    seen: list[TurnSeen] = field(default_factory=list)
    lifted: State | None = None
    """The state before the lift, until the turn is paid out."""

    def __call__(self, before: State, seat: Seat | None, move: Action | int, step: Step[State, Event]) -> None:
        if isinstance(move, Lift):
            self.lifted = before
        if self.lifted is None or step.state.turns == before.turns:
            return
        past = step.state.last
        assert past is not None  # a turn has just ended
        assert past.held is not None  # by a lift
        turn = TurnSeen(past.challenger, past.face, past.held, past.bets, self.lifted)
        for told in step.events:
            match told.event:
                case (
                    GrabTaken(to, cards)
                    | JackpotTaken(to, _, cards)
                    | BetPaid(to, _, cards)
                    | JackpotShared(to, _, cards)
                ):
                    turn.cards[to] = turn.cards.get(to, 0) + cards
        self.seen.append(turn)
        self.lifted = None


def turns_of(tables: Iterable[Sequence[CranePlayer]], rng: Random, options: Options | None = None) -> list[TurnSeen]:
    """All finished turns of matches at these tables."""
    turns = Turns()
    for players in tables:
        play(players, rng, turns, options)
    return turns.seen


def mirrored(one: CranePlayer, other: CranePlayer, seats: int) -> Iterator[list[CranePlayer]]:
    """Two kinds of player in alternate seats, and then the other way round."""
    yield [one if seat % 2 == 0 else other for seat in range(seats)]
    yield [other if seat % 2 == 0 else one for seat in range(seats)]


# -- Numbers ----------------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Mean:
    """A mean with half the width of its 95% interval."""

    value: float
    margin: float
    count: int

    @classmethod
    def of(cls, values: Sequence[float]) -> "Mean":
        middle = fmean(values)
        spread = sqrt(sum((value - middle) ** 2 for value in values) / max(1, len(values) - 1))
        return cls(middle, Z_95 * spread / sqrt(len(values)), len(values))

    def __str__(self) -> str:
        return f"{self.value:.2f} ± {self.margin:.2f}"


def shares(results: Sequence[Result]) -> Mapping[Result, Mean]:
    return {result: Mean.of([float(each is result) for each in results]) for result in Result}


def share_of_wins(state: State, seats: Iterable[int]) -> float:
    won = returns(state)
    return float(sum(won[seat] for seat in seats))
