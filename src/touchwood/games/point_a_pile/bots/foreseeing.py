"""Choosing by what the others may do, world by world, where no twin covers the match.

In each world everybody holds a mission of their own. Mixes that regret matching finds there are what the others are
thought to play; the own pick, or cut, is the one with the best mean share of the win. That is no mix: it is the answer
to players who mix. A pile that several want is worth what a part of its cards is worth, not a part of what it is worth
whole: with half of a pile that would win nobody has won (docs/games/point-a-pile.md).

What a choice costs grows with the seats that point, and of a cut with the cards, so there are fewer worlds and layouts
where there are more of these (`within`).
"""

from collections.abc import Mapping, Sequence
from random import Random

from touchwood.core.seats import Seat
from touchwood.games.point_a_pile.bots.cutting import Piles, promising_piles, seats_to_point, stakes_of
from touchwood.games.point_a_pile.bots.picking import Stakes, play_against_itself, without_what_is_seldom
from touchwood.games.point_a_pile.bots.worth import Goal, goals_in, goals_of, goals_seen_by, hopes_of, share
from touchwood.games.point_a_pile.rules.round import laying_of
from touchwood.games.point_a_pile.sampling import sample_state
from touchwood.games.point_a_pile.state import Finger, State
from touchwood.games.point_a_pile.view import View

_ROUNDS = 15
"""Of regret matching in a world: as many as players think who are to be foreseen."""
_DRAWS = 6
"""How often the others' picks are drawn in a world."""
_CUT_ROUNDS = 12
"""Of regret matching after a cut."""
_FINALISTS = 8
"""Layouts or splits that are tried in worlds."""
_PICK_WORK = 1_000
"""Worlds times seats times the others of each times piles, and six more for what does not depend on these."""
_GLANCE_WORK = 1_600
"""Layouts glanced at, times seats, times cards; with missions twice that, for each row is then held against all."""
_CUT_WORK = 1_024
"""The same of finalists, times worlds."""


def within(work: int, each: int, most: int) -> int:
    """How many that cost so much each are no more than the work, and no more than these; two are always tried."""
    return min(most, max(2, work // each))


# -- Pointing -------------------------------------------------------------------------------------------------------
def best_finger(view: View, seat: Seat, worlds: int, rng: Random) -> Finger:
    known = goals_of(view)
    pointing = Pointing(view, seat)
    brought: dict[int, float] = {}
    places: list[Finger] = []
    pointers, others = len(view.pointers), len(view.pointers) - 1
    for _ in range(within(_PICK_WORK, pointers * others * (6 + len(view.piles)), worlds)):
        world = sample_state(view, rng)
        goals = goals_in(world, known)
        stakes = pointing.stakes(world, goals, are_parts_valued=True)
        places, number, hopes = stakes.places, stakes.seats.index(seat), hopes_of(world, goals)
        mixes = [() if other == seat else pointing.foreseen(world, other, rng) for other in stakes.seats]
        for _ in range(_DRAWS):
            joint: list[int | None] = [rng.choices(range(len(mix)), mix)[0] if mix else None for mix in mixes]
            for pick in stakes.picks[number]:
                joint[number] = pick
                gained = share_with(hopes, stakes, stakes.outcome(joint), seat)
                brought[pick] = brought.get(pick, 0.0) + gained
    return places[max(brought, key=brought.__getitem__)]


class Pointing:
    """What is at stake in a pointing, as somebody sees it. Worlds with the same rows and goals share it: without
    missions, and with nothing forgotten, all of them."""

    def __init__(self, view: View, seat: Seat) -> None:
        self._pointers = view.pointers
        self._seen: Mapping[int, Finger] = {
            other: finger for other, finger in enumerate(view.fingers) if other != seat and finger is not None
        }
        self._found: dict[object, Stakes] = {}
        self._picks: dict[object, Sequence[Sequence[int]]] = {}

    def stakes(self, world: State, goals: tuple[Goal, ...], *, are_parts_valued: bool) -> Stakes:
        rows = rows_of(world)
        key = rows, goals, are_parts_valued
        if key not in self._found:
            stakes = Stakes(
                world, goals, self._pointers, are_parts_valued=are_parts_valued, picks=self._picks.get(rows)
            )
            stakes.fix(self._seen)
            self._picks[rows] = stakes.picks
            self._found[key] = stakes
        return self._found[key]

    def foreseen(self, world: State, seat: Seat, rng: Random) -> Sequence[float]:
        """How the seat mixes its picks: it knows its own mission, and of others what is ruled out."""
        stakes = self.stakes(world, goals_seen_by(world, seat), are_parts_valued=False)
        number = stakes.seats.index(seat)
        return without_what_is_seldom(play_against_itself(stakes, _ROUNDS, rng).picks[number])


def rows_of(world: State) -> object:
    return tuple([player.row for player in world.players])


# -- Cutting --------------------------------------------------------------------------------------------------------
def best_cut(view: View, seat: Seat, tried: int, worlds: int, rng: Random) -> Piles:
    """Of the layouts or splits that promise most at a glance; each is tried in half as many worlds as a pick, for there
    are more of them, and less hangs on it."""
    known, world = goals_of(view), sample_state(view, rng)
    size = len(seats_to_point(world)) * len(laying_of(world).to_lay) * (1 + view.options.complete_a_mission)
    finalists = promising_piles(world, known, within(_GLANCE_WORK, size, tried), rng)
    count = (worlds + 1) // 2
    finalists = finalists[: within(_CUT_WORK, count * size, _FINALISTS)]
    brought = dict.fromkeys(finalists, 0.0)
    picks: dict[object, Sequence[Sequence[int]]] = {}
    for _ in range(count):
        world = sample_state(view, rng)
        goals, rows = goals_in(world, known), rows_of(world)
        for piles in finalists:
            stakes = stakes_of(world, goals, piles, are_parts_valued=True, picks=picks.get((rows, piles)))
            picks[rows, piles] = stakes.picks
            brought[piles] += played_out(world, goals, stakes, seat, rng)
    return max(finalists, key=brought.__getitem__)


def played_out(world: State, goals: Sequence[Goal], stakes: Stakes, seat: Seat, rng: Random) -> float:
    return share_with(hopes_of(world, goals), stakes, play_against_itself(stakes, _CUT_ROUNDS, rng).gains, seat)


def share_with(hopes: Sequence[float], stakes: Stakes, gains: Sequence[float], seat: Seat) -> float:
    """Of the win, once the pointers have gained that."""
    after = list(hopes)
    for pointer, gain in zip(stakes.seats, gains, strict=True):
        after[pointer] += gain
    return share(after, seat)
