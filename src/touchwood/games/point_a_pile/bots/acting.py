"""Actions: each that can be triggered is tried in an imagined world in which nobody else acts."""

from collections.abc import Sequence
from random import Random

from touchwood.core.seats import Seat
from touchwood.games.point_a_pile import rules
from touchwood.games.point_a_pile.actions import Action, Pass, Trigger
from touchwood.games.point_a_pile.bots.picking import Stakes, expected_gains
from touchwood.games.point_a_pile.bots.worth import WIN, Goal, hope, hopes_of, share
from touchwood.games.point_a_pile.options import card_list
from touchwood.games.point_a_pile.rules.reach import random_trigger, reach_of
from touchwood.games.point_a_pile.rules.table import in_round
from touchwood.games.point_a_pile.rules.winning import winners
from touchwood.games.point_a_pile.state import Cards, Phase, State

_WORK = 100
"""Actions tried, times seats: what an action brings is worked out for all of them."""
_MARGIN = 0.01
"""How much better than passing an action has to look."""
_PART_OF_A_CONTEST = 0.85
_OF_A_DRAW = 1.5
"""Hope that a fresh draw holds for everybody, a little more for whoever lays it out."""
_FOR_THE_HEADPOINTER = 0.3


def best_action(state: State, seat: Seat, goals: Sequence[Goal], tried: int, rng: Random) -> Action:
    """The best of some actions, or passing. All of them are legal: `random_trigger` gives what can be reached."""
    alone = nobody_else_acts(state, seat)
    best: Action = Pass()
    best_price = price(rules.act(alone, seat, best).state, seat, goals) + _MARGIN
    reach = reach_of(state, seat, state.phase)
    seen: set[Trigger] = set()
    for _ in range(min(tried, _WORK // len(state.players))):
        trigger = random_trigger(reach, rng)
        if trigger is None or trigger in seen:
            continue
        seen.add(trigger)
        found = price(rules.act(alone, seat, trigger).state, seat, goals)
        if found > best_price:
            best, best_price = trigger, found
    return best


def nobody_else_acts(state: State, seat: Seat) -> State:
    choices = [Pass() if other in state.round.asked and other != seat else None for other in range(len(state.players))]
    return in_round(state, choices=tuple(choices), asked=tuple(sorted({*state.round.asked, seat})))


def price(state: State, seat: Seat, goals: Sequence[Goal]) -> float:
    """What part of the win the seat may hope for, with what is still open in the round."""
    before = hopes_of(state, goals)
    hopes = list(before)
    if state.phase is Phase.OVER:
        for winner in winners(state):
            hopes[winner] += WIN
        return share(hopes, seat)
    hopes[state.headpointer] += _FOR_THE_HEADPOINTER
    now = state.round
    if state.phase is Phase.POINTING:
        stakes = Stakes(state, goals, now.pointers)
        for pointer, gain in zip(stakes.seats, expected_gains(stakes), strict=True):
            hopes[pointer] += gain
    open_piles: list[tuple[Cards, tuple[Seat, ...]]] = [(contest.cards, contest.seats) for contest in now.contests]
    if now.battle is not None:
        open_piles += [(pile.cards, now.battle.seats) for pile in now.piles if pile.place == now.battle.place]
    for cards, seats in open_piles:
        for each in seats:
            row = state.players[each].row
            won = hope(card_list(state.options), (*row, *cards), each == state.headpointer, goals[each])
            hopes[each] += (won - before[each]) * _PART_OF_A_CONTEST / len(seats)
    if state.phase is Phase.LAYOUT:
        hopes = [each + _OF_A_DRAW for each in hopes]
    return share(hopes, seat)
