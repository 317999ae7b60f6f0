"""Cutting: which layout or split is best for whoever cuts, when everybody then points as they like best."""

from collections.abc import Sequence
from random import Random

from msgspec.structs import replace

from touchwood.core.seats import Seat, all_seats
from touchwood.games.point_a_pile.bots.picking import Stakes, expected_gains, play_against_itself
from touchwood.games.point_a_pile.bots.worth import Goal
from touchwood.games.point_a_pile.cards import CardId
from touchwood.games.point_a_pile.rules.police import rule_to_read
from touchwood.games.point_a_pile.rules.round import laying_of
from touchwood.games.point_a_pile.rules.splitting import Laying, cut_in_the_middle, one_pile, why_not_piles
from touchwood.games.point_a_pile.rules.table import in_round
from touchwood.games.point_a_pile.state import Cards, Contest, Phase, Pile, State

Piles = tuple[Cards, ...]
_TRIES = 20
_FINALISTS = 8
_SPLITS_LOOKED_INTO = 12


def best_piles(state: State, goals: Sequence[Goal], tried: int, rng: Random) -> Piles:
    """What promises most at a glance."""
    return promising_piles(state, goals, tried, rng)[0]


def promising_piles(state: State, goals: Sequence[Goal], tried: int, rng: Random) -> list[Piles]:
    """The best few, the best one first. Half of the budget goes to layouts at random, half to small changes of the best
    one."""
    laying = laying_of(state)
    first = cut_in_the_middle(laying) if state.phase is Phase.SPLIT else one_pile(laying)
    prices = {first: guessed(stakes_of(state, goals, first), state.headpointer)}
    for number in range(tried):
        best = max(prices, key=prices.__getitem__)
        piles = random_piles(laying, rng) if number < tried // 2 else changed(laying, best, rng)
        if piles is not None and piles not in prices:
            prices[piles] = guessed(stakes_of(state, goals, piles), state.headpointer)
    return sorted(prices, key=prices.__getitem__, reverse=True)[:_FINALISTS]


def stakes_of(
    state: State,
    goals: Sequence[Goal],
    piles: Piles,
    *,
    are_parts_valued: bool = False,
    picks: Sequence[Sequence[int]] | None = None,
) -> Stakes:
    """The pointing that these piles would lead to."""
    laid = tuple([Pile(place, cards) for place, cards in enumerate(piles, start=1)])
    rule = state.round.rule if state.phase is Phase.SPLIT else rule_to_read(state)
    table = in_round(state, piles=laid, rule=rule)
    return Stakes(table, goals, seats_to_point(state), are_parts_valued=are_parts_valued, picks=picks)


def seats_to_point(state: State) -> tuple[Seat, ...]:
    """After this cut: all, or those who want the pile that is split."""
    return state.round.contests[0].seats if state.phase is Phase.SPLIT else all_seats(len(state.players))


def guessed(stakes: Stakes, cutter: Seat) -> float:
    return counted(stakes, cutter, expected_gains(stakes))


def counted(stakes: Stakes, cutter: Seat, gains: Sequence[float]) -> float:
    """What the cutter has of it, the gains of others counted against it."""
    slopes = stakes.outside[cutter]
    return sum([slopes[seat] * gain for seat, gain in zip(stakes.seats, gains, strict=True)])


def look_into_splits(stakes: Stakes, state: State, goals: Sequence[Goal], rounds: int, rng: Random) -> None:
    """Between two players: what each pile would bring them if both picked it and the Headpointer cut it well."""
    if len(stakes.seats) != 2:
        return
    for pick, pile in enumerate(stakes.piles, start=1):
        if len(pile.cards) > 1:
            contest = Contest(pile.cards, (stakes.seats[0], stakes.seats[1]))
            imagined = in_round(replace(state, phase=Phase.SPLIT), contests=(contest,), piles=())
            piles = best_piles(imagined, goals, _SPLITS_LOOKED_INTO, rng)
            stakes.of_splits[pick] = play_against_itself(stakes_of(imagined, goals, piles), rounds, rng).gains


# -- Candidates -----------------------------------------------------------------------------------------------------
def random_piles(laying: Laying, rng: Random) -> Piles | None:
    """Cards at random into a random number of piles; None if no try is a good one."""
    for _ in range(_TRIES):
        count = rng.randint(laying.fewest_piles, min(laying.most_piles, len(laying.to_lay)))
        order = rng.sample(laying.to_lay, len(laying.to_lay))
        piles: list[list[CardId]] = [[card] for card in order[:count]]
        for card in order[count:]:
            rng.choice(piles).append(card)
        whole = tuple(tuple(pile) for pile in piles)
        if why_not_piles(laying, whole) is None:
            return whole
    return None


def changed(laying: Laying, piles: Piles, rng: Random) -> Piles | None:
    """One card goes to another pile, to a new one, or to the top of its own."""
    for _ in range(_TRIES):
        card = rng.choice(laying.to_lay)
        left = [[each for each in pile if each != card] for pile in piles]
        target = rng.randrange(len(left) + 1)
        if target == len(left):
            left.append([])
        left[target].insert(rng.randint(0, len(left[target])), card)
        whole = tuple(tuple(pile) for pile in left if pile)
        if whole != piles and why_not_piles(laying, whole) is None:
            return whole
    return None
