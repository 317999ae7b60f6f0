"""How good rows are, in points of hope: what they score now, what they may come to, and what winning is worth.

A goal is the target of points, or the missions a player may hold. All of it is guesswork of the bots, no rule.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import exp

from touchwood.core.seats import Seat
from touchwood.games.point_a_pile.cards import COLOURS, CardId, CardList, CardSet, Kind, shipped_missions
from touchwood.games.point_a_pile.options import card_list
from touchwood.games.point_a_pile.rules.missions import progress
from touchwood.games.point_a_pile.rules.scoring import Tally, row_points, score_sheet
from touchwood.games.point_a_pile.state import Cards, State
from touchwood.games.point_a_pile.view import View

Goal = int | tuple[CardId, ...]

WIN = 12.0
"""Of a row that wins, on top of all else."""
FULL_SCALE = 10.0
_PER_CARD = 0.12
_PER_ACTION_CARD = 0.4
_HALF_DONE = 0.45
"""What the promise of a card that lacks something is worth at most, as a part of its points."""
_TEMPERATURE = 4.0


# -- Rows -----------------------------------------------------------------------------------------------------------
@lru_cache(maxsize=4_000)  # what one choice looks at; more would only lengthen Python's full collections of garbage
def hope(cards: CardList, row: Cards, is_headpointer: bool, goal: Goal) -> float:
    points = row_points(cards, row, is_headpointer)
    kept = _PER_CARD * len(row) + _PER_ACTION_CARD * sum([card in cards.actions for card in row])
    if isinstance(goal, int):
        if points >= goal:
            return WIN + FULL_SCALE * points / goal
        return FULL_SCALE * (points + promise(cards, row, is_headpointer)) / goal + kept
    tally = Tally(cards, row)
    hopes = [_mission_hope(mission, tally, points) for mission in goal]
    return sum(hopes) / len(hopes) + 0.05 * points + kept


def promise(cards: CardList, row: Cards, is_headpointer: bool) -> float:
    """Points that cards of the row may still come to be worth."""
    hoped = 0.0
    for line in score_sheet(cards, row, is_headpointer):
        card = cards[line.card]
        if card.set is not CardSet.BASE or line.points or not card.points or card.points < 0:
            continue
        needed = len(COLOURS) if card.kind is Kind.ALL_COLOURS else card.needs
        if needed:
            hoped += _HALF_DONE * card.points * (line.count / needed) ** 2
        elif card.kind in (Kind.COLOUR_MATCH, Kind.TEXTLESS_MATCH):
            hoped += _HALF_DONE * card.points
    return hoped


def _mission_hope(mission: CardId, tally: Tally, points: int) -> float:
    conditions = progress(mission, tally, points)
    if all(have >= needed for have, needed in conditions):
        return WIN + FULL_SCALE
    done = [min(1.0, max(0, have) / needed) for have, needed in conditions]
    return float(FULL_SCALE * (sum(done) / len(done)) ** 1.5)


# -- Seats ----------------------------------------------------------------------------------------------------------
def goals_of(seen: View) -> tuple[Goal, ...]:
    """Of others any mission that is neither seen nor ruled out."""
    if not seen.options.complete_a_mission:
        return (seen.options.target,) * len(seen.players)
    own = {player.mission for player in seen.players}
    goals: list[Goal] = []
    for player in seen.players:
        if player.mission is not None:
            goals.append((player.mission,))
        else:
            goals.append(tuple([each for each in _MISSIONS if each not in own and each not in player.ruled_out]))
    return tuple(goals)


_MISSIONS = shipped_missions()


def goals_seen_by(world: State, seat: Seat) -> tuple[Goal, ...]:
    """As somebody in that world thinks of them: of others any mission that is not ruled out, their own too, so that it
    is the same in every world."""
    goals: list[Goal] = []
    for other, player in enumerate(world.players):
        if player.mission is None:
            goals.append(world.options.target)
        elif other == seat:
            goals.append((player.mission,))
        else:
            goals.append(tuple([each for each in _MISSIONS if each not in player.ruled_out]))
    return tuple(goals)


def goals_in(world: State, known: tuple[Goal, ...]) -> tuple[Goal, ...]:
    """In a world everybody holds one mission."""
    missions = [player.mission for player in world.players]
    return tuple([goal if mission is None else (mission,) for goal, mission in zip(known, missions, strict=True)])


def hopes_of(state: State, goals: Sequence[Goal]) -> list[float]:
    cards = card_list(state.options)
    return [
        hope(cards, player.row, seat == state.headpointer, goal)
        for seat, (player, goal) in enumerate(zip(state.players, goals, strict=True))
    ]


def share(hopes: Sequence[float], seat: Seat) -> float:
    """What part of the win a seat may hope for."""
    best = max(hopes)
    weights = [exp((each - best) / _TEMPERATURE) for each in hopes]
    return weights[seat] / sum(weights)


def rivalry(hopes: Sequence[float]) -> list[list[float]]:
    """How much a gain of each seat is worth to each: one's own counts for oneself, another's against one, the more the
    closer that one is to winning. (The slope of `share`.)"""
    shares = [share(hopes, Seat(seat)) for seat in range(len(hopes))]
    return [
        [1.0 - mine if other == seat else -theirs for other, theirs in enumerate(shares)]
        for seat, mine in enumerate(shares)
    ]
