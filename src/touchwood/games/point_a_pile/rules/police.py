"""Rule cards (Point-a-Police): the rule in force, and what breaks it.

A rule asks something of a player and a pick. Rules about neighbours look at fingers; all others can be known before
anybody points.
"""

from touchwood.core.seats import Seat
from touchwood.games.point_a_pile.cards import CardId, Kind
from touchwood.games.point_a_pile.rules.shy import may_touch
from touchwood.games.point_a_pile.rules.table import cards_of, last_scored, pile_at
from touchwood.games.point_a_pile.rules.winning import with_best_score, with_worst_score
from touchwood.games.point_a_pile.state import EMPTY_SPACE, Finger, Pile, State

Fingers = tuple[Finger | None, ...]


def rule_to_read(state: State) -> CardId | None:
    """7.1: the Headpointer's last scored card, if it is a rule card."""
    last = last_scored(state, state.headpointer)
    return last if last in cards_of(state).rules else None


def rule_kind(state: State) -> Kind | None:
    return None if state.round.rule is None else cards_of(state)[state.round.rule].kind


def breaks_rule(state: State, seat: Seat, finger: Finger, fingers: Fingers) -> bool:
    """Whether this pick breaks the rule in force, with these fingers on the table."""
    match rule_kind(state):
        case Kind.NOT_LAST_COLOUR:
            return finger in places(has_colour_of_last(state, seat))
        case Kind.LAST_COLOUR:
            return misses(finger, touchable(state, seat, has_colour_of_last(state, seat)))
        case Kind.NOT_LEFT_NEIGHBOUR:
            return finger != EMPTY_SPACE and fingers[left_of(state, seat)] == finger
        case Kind.A_NEIGHBOUR:
            return misses(finger, touchable(state, seat, picked_by_neighbours(state, seat, fingers)))
        case Kind.LEADER_NOT_LARGEST:
            return finger in places(largest(state)) and seat in with_best_score(state)
        case Kind.TEXT_NOT_TEXT:
            return breaks_text_rule(state, seat, finger, is_about_text=True)
        case Kind.PLAIN_NOT_PLAIN:
            return breaks_text_rule(state, seat, finger, is_about_text=False)
        case _:
            return False  # no rule; and whoever points later just does so


def misses(finger: Finger, wanted: list[Pile]) -> bool:
    """7.4: a must rule asks only for piles that shy cards allow; where there is none it asks nothing."""
    return bool(wanted) and finger not in places(wanted)


def places(piles: list[Pile]) -> list[int]:
    return [pile.place for pile in piles]


def touchable(state: State, seat: Seat, piles: list[Pile]) -> list[Pile]:
    return [pile for pile in piles if may_touch(state, seat, pile)]


# -- What the rules look at -----------------------------------------------------------------------------------------
def has_colour_of_last(state: State, seat: Seat) -> list[Pile]:
    """7.3: with no scored card there is no such pile."""
    last, colour_of = last_scored(state, seat), cards_of(state).colour_of
    if last is None:
        return []
    return [pile for pile in state.round.piles if colour_of[pile.cards[-1]] == colour_of[last]]


def breaks_text_rule(state: State, seat: Seat, finger: Finger, *, is_about_text: bool) -> bool:
    last, pile = last_scored(state, seat), pile_at(state, finger)
    if last is None or pile is None:
        return False
    textless = cards_of(state).textless
    return (last not in textless) == is_about_text == (pile.cards[-1] not in textless)


def left_of(state: State, seat: Seat) -> Seat:
    """7.5: the next player clockwise."""
    return Seat((seat + 1) % len(state.players))


def picked_by_neighbours(state: State, seat: Seat, fingers: Fingers) -> list[Pile]:
    neighbours = (left_of(state, seat), (seat - 1) % len(state.players))
    return [pile for pile in state.round.piles if pile.place in [fingers[neighbour] for neighbour in neighbours]]


def largest(state: State) -> list[Pile]:
    """7.6: where all are equally large none counts as largest."""
    sizes = [len(pile.cards) for pile in state.round.piles]
    if len(set(sizes)) <= 1:
        return []
    return [pile for pile in state.round.piles if len(pile.cards) == max(sizes)]


def pointing_later(state: State, pointers: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """7.7: the worst of the game; if none or all of those pointing are, all point together."""
    if rule_kind(state) is not Kind.LAST_POINTS_LATER:
        return ()
    worst = tuple([seat for seat in pointers if seat in with_worst_score(state)])
    return () if len(worst) == len(pointers) else worst
