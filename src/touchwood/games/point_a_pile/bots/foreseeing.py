"""Choosing by what the others may do, world by world, where no twin covers the match.

In each world everybody holds a mission of their own. Mixes that regret matching finds there are what the others are
thought to play; the own pick, or cut, is the one with the best mean share of the win. That is no mix: it is the answer
to players who mix. A pile that several want is worth what a part of its cards is worth, not a part of what it is worth
whole: with half of a pile that would win nobody has won (docs/games/point-a-pile.md).
"""

from collections.abc import Mapping, Sequence
from random import Random

from touchwood.core.seats import Seat
from touchwood.games.point_a_pile.bots.cutting import Piles, promising_piles, stakes_of
from touchwood.games.point_a_pile.bots.picking import Stakes, play_against_itself, without_what_is_seldom
from touchwood.games.point_a_pile.bots.worth import Goal, goals_in, goals_of, goals_seen_by, hopes_of, share
from touchwood.games.point_a_pile.sampling import sample_state
from touchwood.games.point_a_pile.state import Finger, State
from touchwood.games.point_a_pile.view import View

_ROUNDS = 15
"""Of regret matching in a world: as many as players think who are to be foreseen."""
_DRAWS = 6
"""How often the others' picks are drawn in a world."""


def best_finger(view: View, seat: Seat, worlds: int, rng: Random) -> Finger:
    known = goals_of(view)
    seen = {other: finger for other, finger in enumerate(view.fingers) if other != seat and finger is not None}
    brought: dict[int, float] = {}
    places: list[Finger] = []
    for _ in range(worlds):
        world = sample_state(view, rng)
        goals = goals_in(world, known)
        stakes = Stakes(world, goals, view.pointers, are_parts_valued=True)
        stakes.fix(seen)
        places, number, hopes = stakes.places, stakes.seats.index(seat), hopes_of(world, goals)
        mixes = [() if other == seat else foreseen(world, other, view.pointers, seen, rng) for other in stakes.seats]
        for _ in range(_DRAWS):
            joint: list[int | None] = [rng.choices(range(len(mix)), mix)[0] if mix else None for mix in mixes]
            for pick in stakes.picks[number]:
                joint[number] = pick
                gained = share_with(hopes, stakes, stakes.outcome(joint), seat)
                brought[pick] = brought.get(pick, 0.0) + gained
    return places[max(brought, key=brought.__getitem__)]


def foreseen(
    world: State, seat: Seat, pointers: Sequence[Seat], seen: Mapping[int, Finger], rng: Random
) -> Sequence[float]:
    """How the seat mixes its picks: it knows its own mission, and of others what is ruled out."""
    stakes = Stakes(world, goals_seen_by(world, seat), pointers)
    stakes.fix(seen)
    return without_what_is_seldom(play_against_itself(stakes, _ROUNDS, rng).picks[stakes.seats.index(seat)])


def best_cut(view: View, seat: Seat, tried: int, worlds: int, rng: Random) -> Piles:
    """Of the layouts or splits that promise most at a glance; each is tried in half as many worlds as a pick, for there
    are more of them, and less hangs on it."""
    known = goals_of(view)
    finalists = promising_piles(sample_state(view, rng), known, tried, rng)
    brought = dict.fromkeys(finalists, 0.0)
    for _ in range((worlds + 1) // 2):
        world = sample_state(view, rng)
        goals = goals_in(world, known)
        for piles in finalists:
            brought[piles] += played_out(world, goals, piles, seat, rng)
    return max(finalists, key=brought.__getitem__)


def played_out(world: State, goals: Sequence[Goal], piles: Piles, seat: Seat, rng: Random) -> float:
    stakes = stakes_of(world, goals, piles, are_parts_valued=True)
    return share_with(hopes_of(world, goals), stakes, play_against_itself(stakes, _ROUNDS, rng).gains, seat)


def share_with(hopes: Sequence[float], stakes: Stakes, gains: Sequence[float], seat: Seat) -> float:
    """Of the win, once the pointers have gained that."""
    after = list(hopes)
    for pointer, gain in zip(stakes.seats, gains, strict=True):
        after[pointer] += gain
    return share(after, seat)
