"""Pointing: in secret, all at once, and what becomes of the piles afterwards."""

from msgspec.structs import replace

from touchwood.core.events import to_all_but, to_everyone, to_only
from touchwood.core.seats import Seat
from touchwood.games.point_a_pile.events import (
    AddressedEvents,
    EmptySpaceShown,
    NoFingerShown,
    PileScored,
    PileSetAside,
    PileShown,
    Pointed,
    RuleCameInForce,
    WorstPointLater,
)
from touchwood.games.point_a_pile.rules.judging import judge_all
from touchwood.games.point_a_pile.rules.police import pointing_later, rule_to_read
from touchwood.games.point_a_pile.rules.table import in_round, pointing_at, row_with, with_finger
from touchwood.games.point_a_pile.rules.winning import check_winning
from touchwood.games.point_a_pile.state import EMPTY_SPACE, KEPT_UP, Cards, Contest, Finger, Phase, Prize, State


# -- Who points -----------------------------------------------------------------------------------------------------
def begin_first_pointing(state: State, told: AddressedEvents) -> State:
    """The rule is read now, for the whole round (7.1). With no pile left nobody points (10.6)."""
    rule = rule_to_read(state)
    if rule is not None:
        told.append(to_everyone(RuleCameInForce(rule)))
    state = in_round(state, rule=rule)
    if not state.round.piles:
        return replace(state, phase=Phase.ROUND_SETTLES)
    return begin_pointing(state, tuple([Seat(seat) for seat in range(len(state.players))]), told)


def begin_pointing(state: State, pointers: tuple[Seat, ...], told: AddressedEvents) -> State:
    later = pointing_later(state, pointers)
    if later:
        told.append(to_everyone(WorstPointLater(later)))
    state = in_round(state, pointers=pointers, later=later, fingers=(None,) * len(state.players))
    return replace(state, phase=Phase.POINTING)


def awaited_pointers(state: State) -> tuple[Seat, ...]:
    """Those whose finger is not down yet, and who do not wait for the others."""
    now = state.round
    return tuple([seat for seat in now.pointers if now.fingers[seat] is None and seat not in now.later])


def pointers_who_may_change(state: State) -> tuple[Seat, ...]:
    """2.7: whose finger is down and still sealed."""
    now = state.round
    return tuple([seat for seat in now.pointers if now.fingers[seat] is not None and not is_shown(state, seat)])


def is_shown(state: State, seat: Seat) -> bool:
    """Of the first group, once the worst point: everybody sees these fingers."""
    now = state.round
    return not now.later and seat in state.round.pointers and _was_first(state, seat)


def _was_first(state: State, seat: Seat) -> bool:
    later = pointing_later(state, state.round.pointers)
    return bool(later) and seat not in later


# -- Fingers --------------------------------------------------------------------------------------------------------
def point(state: State, seat: Seat, finger: Finger, told: AddressedEvents) -> State:
    told.append(to_only(seat, Pointed(seat, finger)))
    if state.round.fingers[seat] is None:
        told.append(to_all_but(seat, Pointed(seat)))  # that somebody changes their mind is nobody else's business
    state = in_round(state, fingers=with_finger(state, seat, finger))
    if awaited_pointers(state):
        return state
    if state.round.later:
        show_fingers(state, told)
        return in_round(replace(state, shown=state.round.fingers), later=())
    show_fingers(state, told)
    return replace(judge_all(replace(state, shown=state.round.fingers), told), phase=Phase.AFTER_PICKS)


def show_fingers(state: State, told: AddressedEvents) -> None:
    for seat in state.round.pointers:
        finger = state.round.fingers[seat]
        if finger is None or is_shown(state, seat):
            continue
        if finger == KEPT_UP:
            told.append(to_everyone(NoFingerShown(seat)))
        elif finger == EMPTY_SPACE:
            told.append(to_everyone(EmptySpaceShown(seat)))
        else:
            told.append(to_everyone(PileShown(seat, finger)))


# -- Who gets what --------------------------------------------------------------------------------------------------
def settle_picks(state: State, told: AddressedEvents) -> State:
    """2.8: single picks and piles won by actions are scored at once, then piles nobody wants are set aside, then the
    contested ones come to be split, before those that wait already."""
    now = state.round
    wanted = [(pile, pointing_at(now.fingers, pile.place)) for pile in now.piles]
    single = [Prize(seats[0], pile) for pile, seats in wanted if len(seats) == 1]
    contested = tuple([Contest(pile.cards, seats) for pile, seats in wanted if len(seats) > 1])
    at_empty = tuple(sorted({*now.at_empty, *pointing_at(now.fingers, EMPTY_SPACE)}))
    for prize in sorted([*now.prizes, *single], key=lambda prize: prize.pile.place):
        state = score_pile(state, prize, told)
    state = check_winning(state, told)
    if state.phase is Phase.OVER:
        return state
    for pile, seats in wanted:
        if not seats:
            state = set_aside(state, pile.cards, told)
    nobody = (None,) * len(state.players)
    contests = (*contested, *now.contests)
    state = in_round(state, piles=(), pointers=(), fingers=nobody, prizes=(), contests=contests, at_empty=at_empty)
    return replace(state, phase=Phase.CONTESTS)


def score_pile(state: State, prize: Prize, told: AddressedEvents) -> State:
    """2.8: bottom card first, so the top becomes the last card scored. Remembered, since it may be stolen (10.14)."""
    seat, cards, won = prize.seat, prize.pile.cards, state.round.won
    told.append(to_everyone(PileScored(seat, prize.pile.place, cards)))
    won = (*won[:seat], (*won[seat], *cards), *won[seat + 1 :])
    # What is scored lies nowhere else any more, also if the game ends here.
    piles = tuple([pile for pile in state.round.piles if pile.place != prize.pile.place])
    prizes = tuple([each for each in state.round.prizes if each != prize])
    return in_round(row_with(state, seat, *cards), won=won, piles=piles, prizes=prizes)


def set_aside(state: State, cards: Cards, told: AddressedEvents) -> State:
    told.append(to_everyone(PileSetAside(cards)))
    return in_round(state, aside=(*state.round.aside, *cards))
