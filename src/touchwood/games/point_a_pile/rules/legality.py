"""Who is asked, what they may do, and why not. An invalid pick is legal: judging it is another matter."""

from collections.abc import Sequence

from touchwood.core.game import CHANCE, OVER, Waiting
from touchwood.core.refusals import Refusal
from touchwood.core.seats import Seat
from touchwood.games.point_a_pile.actions import (
    Action,
    Hand,
    KeepFingerUp,
    LayOut,
    Pass,
    Point,
    PointAtEmptySpace,
    SplitPile,
    Throw,
    ThrowByLot,
    Trigger,
)
from touchwood.games.point_a_pile.rules.battle import awaited_throwers, battle_of, has_thrown
from touchwood.games.point_a_pile.rules.pointing import awaited_pointers, pointers_who_may_change
from touchwood.games.point_a_pile.rules.reach import WINDOW_OF, is_reachable, reach_of
from touchwood.games.point_a_pile.rules.round import laying_of
from touchwood.games.point_a_pile.rules.splitting import why_not_piles
from touchwood.games.point_a_pile.rules.table import cards_of, pile_at
from touchwood.games.point_a_pile.rules.windows import awaited_in_window
from touchwood.games.point_a_pile.rulings import throws_by_lot
from touchwood.games.point_a_pile.state import WINDOWS, Phase, State

WAITS_FOR_CHANCE = frozenset({Phase.FIRST, Phase.MISSIONS, Phase.DRAW, Phase.THROW_LOT, Phase.LOT})


# -- Who is asked ---------------------------------------------------------------------------------------------------
def waiting_for(state: State) -> Waiting:
    match state.phase:
        case Phase.LAYOUT | Phase.SPLIT:
            return (state.headpointer,)
        case Phase.POINTING:
            return awaited_pointers(state)
        case Phase.THROW:
            return awaited_throwers(state)
        case Phase.OVER:
            return OVER
        case phase if phase in WAITS_FOR_CHANCE:
            return CHANCE
        case _:
            return awaited_in_window(state)


def may_act(state: State) -> tuple[Seat, ...]:
    """2.7: whoever has chosen in secret may choose again until the last one has."""
    if state.phase is Phase.POINTING:
        return pointers_who_may_change(state)
    if state.phase is Phase.THROW:
        battle = battle_of(state)
        return tuple([seat for seat in battle.seats if has_thrown(battle, seat)])
    if state.phase in WINDOWS:
        return tuple([seat for seat in state.round.asked if state.round.choices[seat] is not None])
    return ()


def is_able(state: State, seat: Seat) -> bool:
    waiting = waiting_for(state)
    return isinstance(waiting, tuple) and (seat in waiting or seat in may_act(state))


# -- Why not --------------------------------------------------------------------------------------------------------
def why_illegal(state: State, seat: Seat, action: Action) -> Refusal | None:
    return why_not_now(state, action) or why_not_seat(state, seat) or why_not_action(state, seat, action)


def why_not_now(state: State, action: Action) -> Refusal | None:
    """Another kind of choice is awaited, or none."""
    if state.phase is Phase.OVER:
        return Refusal("game_over", "4.4")
    if state.phase in WAITS_FOR_CHANCE:
        return Refusal("chance_falls", "2.1")
    kinds, code, rule = _ANSWERS_TO[state.phase]
    return None if isinstance(action, kinds) else Refusal(code, rule)


_ANSWERS_TO: dict[Phase, tuple[tuple[type, ...], str, str]] = {
    Phase.LAYOUT: ((LayOut,), "lay_out_now", "2.4"),
    Phase.SPLIT: ((SplitPile,), "split_now", "2.9"),
    Phase.POINTING: ((Point, PointAtEmptySpace, KeepFingerUp), "point_now", "2.6"),
    Phase.THROW: ((Throw, ThrowByLot), "throw_now", "10.11"),
    **dict.fromkeys(WINDOWS, ((Trigger, Pass), "window_open", "9.6")),
}


def why_not_seat(state: State, seat: Seat) -> Refusal | None:
    if is_able(state, seat):
        return None
    match state.phase:
        case Phase.LAYOUT | Phase.SPLIT:
            return Refusal("not_headpointer", "2.4", {"seat": state.headpointer})
        case Phase.POINTING:
            return Refusal("not_pointing", "2.6")
        case Phase.THROW:
            return Refusal("not_in_battle", "10.11")
        case _:
            return Refusal("nothing_to_trigger", "9.6")


def why_not_action(state: State, seat: Seat, action: Action) -> Refusal | None:
    match action:
        case LayOut(piles) | SplitPile(piles):
            return why_not_piles(laying_of(state), piles)
        case Point(place) if pile_at(state, place) is None:
            return Refusal("no_such_pile", "2.6", {"pile": place, "piles": places(state)})
        case Trigger():
            return why_not_trigger(state, seat, action)
        case ThrowByLot() if not throws_by_lot(state):
            return Refusal("throw_now", "10.11")
        case _:
            return None


def why_not_trigger(state: State, seat: Seat, trigger: Trigger) -> Refusal | None:
    cards = cards_of(state)
    if trigger.card not in state.players[seat].row or trigger.card not in cards.actions:
        return Refusal("no_such_action_card", "9.1", {"card": trigger.card})
    kind = cards[trigger.card].kind
    if state.phase not in WINDOW_OF[kind]:
        return Refusal("other_window", "9.2", {"card": trigger.card})
    if not is_reachable(reach_of(state, seat, state.phase), trigger, kind):
        return Refusal("out_of_reach", "10.1", {"card": trigger.card})
    return None


def places(state: State) -> tuple[int, ...]:
    return tuple([pile.place for pile in state.round.piles])


# -- What is legal, in the order of the numbers (codec.numbered) ----------------------------------------------------
_THROWS: tuple[Action, ...] = tuple(Throw(hand) for hand in Hand)


def legal_actions(state: State, seat: Seat) -> Sequence[Action]:
    if not is_able(state, seat):
        return ()
    match state.phase:
        case Phase.POINTING:
            return (*(Point(place) for place in places(state)), PointAtEmptySpace())
        case Phase.THROW:
            return _THROWS
        case phase if phase in WINDOWS:
            return (Pass(),)
        case _:
            return ()  # layouts and splits are built
