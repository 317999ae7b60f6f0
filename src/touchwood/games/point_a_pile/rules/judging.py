"""Judging fingers: an invalid pick is a move with a consequence, never a refusal."""

from msgspec.structs import replace

from touchwood.core.events import to_everyone
from touchwood.core.seats import Seat
from touchwood.core.values import Value
from touchwood.games.point_a_pile.cards import CardId
from touchwood.games.point_a_pile.events import AddressedEvents, PutOut
from touchwood.games.point_a_pile.rules.police import Fingers, breaks_rule
from touchwood.games.point_a_pile.rules.shy import may_touch
from touchwood.games.point_a_pile.rules.table import cards_of, in_round, pile_at, with_finger
from touchwood.games.point_a_pile.state import EMPTY_SPACE, KEPT_UP, Finger, State


class Foul(Value, frozen=True):
    """Why a pick is invalid."""

    finger: Finger
    reason: str
    """The kind of the card it breaks."""
    card: CardId


def why_invalid(state: State, seat: Seat, finger: Finger, fingers: Fingers) -> Foul | None:
    """7.2, 8.3: by the rule in force and by the shy card on top, with these fingers on the table."""
    if finger == KEPT_UP:
        return None  # 11.3: not judged
    cards, pile = cards_of(state), pile_at(state, finger)
    if pile is not None and not may_touch(state, seat, pile):
        top = cards[pile.cards[-1]]
        return Foul(finger, top.kind.value, top.card)
    if breaks_rule(state, seat, finger, fingers):
        assert state.round.rule is not None  # only a rule in force can be broken
        return Foul(finger, cards[state.round.rule].kind.value, state.round.rule)
    return None


def known_fouls(state: State, seat: Seat) -> tuple[Foul, ...]:
    """7.8: the picks of a seat that are invalid wherever the others point."""
    nobody: Fingers = (None,) * len(state.players)
    picks = (*(pile.place for pile in state.round.piles), EMPTY_SPACE)
    fouls = [why_invalid(state, seat, pick, nobody) for pick in picks]
    return tuple([foul for foul in fouls if foul is not None])


def judge_all(state: State, told: AddressedEvents) -> State:
    """All at once, by the fingers as they were shown (7.2, 7.5)."""
    as_shown = state.round.fingers
    for seat in state.round.pointers:
        finger = as_shown[seat]
        assert finger is not None  # the last one is down
        foul = why_invalid(state, seat, finger, as_shown)
        if foul is not None:
            state = put_out(state, seat, foul, told)
    # Who kept the finger up has none on the table either.
    fingers = tuple([None if finger == KEPT_UP else finger for finger in state.round.fingers])
    return in_round(state, fingers=fingers)


def put_out(state: State, seat: Seat, foul: Foul, told: AddressedEvents) -> State:
    """Out of the round; the finger is lifted at once."""
    told.append(to_everyone(PutOut(seat, foul.reason, foul.card)))
    out = tuple(sorted({*state.round.out, seat}))
    return replace(state, round=replace(state.round, fingers=with_finger(state, seat, None), out=out))
