"""Who is asked, what they may do, and why not.

`why_illegal` is the primitive. `legal_actions` lists the same quickly; a test holds them together over all actions.
"""

from collections.abc import Callable, Sequence

from touchwood.core.refusals import Refusal
from touchwood.core.seats import Seat
from touchwood.games.tag.actions import Action, CallGool, Discard, Draw, GiveIt, LeaveIt, LetStand, Play, StopDrawing
from touchwood.games.tag.rules.freeze import is_frozen
from touchwood.games.tag.rules.turn import can_take_discard
from touchwood.games.tag.state import KINDS, LETTERS, Kind, Phase, Pile, State

WAITS_FOR_CHANCE = frozenset({Phase.FIRST, Phase.DEAL, Phase.DRAW})
WAITS_FOR_TURN = frozenset({Phase.CHOOSE_PILE, Phase.RETURN_DRAW, Phase.CHOOSE_CARD, Phase.MOVE_IT})


def asked(state: State) -> Seat | None:
    """The one seat whose choice is awaited, if any. Open to all: whose turn it is and who was tagged is no secret."""
    if state.phase in WAITS_FOR_TURN:
        return state.turn
    return state.it if state.phase is Phase.ANSWER else None


# -- Why not ------------------------------------------------------------------------------------------------------
def why_illegal(state: State, seat: Seat, action: Action) -> Refusal | None:
    return why_not_seat(state, seat) or why_not_now(state, action) or why_not_action(state, seat, action)


def why_not_seat(state: State, seat: Seat) -> Refusal | None:
    awaited = asked(state)
    if seat == awaited:
        return None
    if awaited is None:
        return Refusal("game_over", "7.4") if state.phase is Phase.OVER else Refusal("card_on_its_way", "3.5")
    code, rule = ("answer_awaited", "5.5") if state.phase is Phase.ANSWER else ("not_your_turn", "3.5")
    return Refusal(code, rule, {"seat": awaited})


def why_not_now(state: State, action: Action) -> Refusal | None:
    """Another kind of choice is awaited."""
    phase = state.phase
    if isinstance(action, _ANSWERS_TO[phase]):
        return None
    if phase is Phase.CHOOSE_PILE:
        is_stop = isinstance(action, StopDrawing)
        return Refusal("drawing_is_not_optional", "2.3") if is_stop else Refusal("draw_first", "2.1")
    if phase is Phase.CHOOSE_CARD:
        return Refusal("frozen", "6.2") if is_frozen(state) else Refusal("choose_card_now", "3.1")
    code, rule = _INSTEAD[phase]
    return Refusal(code, rule)


_ANSWERS_TO: dict[Phase, tuple[type, ...]] = {
    Phase.CHOOSE_PILE: (Draw,),
    Phase.RETURN_DRAW: (Draw, StopDrawing),
    Phase.CHOOSE_CARD: (Play, Discard),
    Phase.MOVE_IT: (GiveIt, LeaveIt),
    Phase.ANSWER: (CallGool, LetStand),
}
_INSTEAD = {
    Phase.RETURN_DRAW: ("draw_or_stop_first", "6.4"),
    Phase.MOVE_IT: ("move_it_first", "4.6"),
    Phase.ANSWER: ("answer_first", "5.1"),
}


def why_not_action(state: State, seat: Seat, action: Action) -> Refusal | None:
    match action:
        case Play(kind):
            return why_not_in_hand(state, seat, kind) or why_not_play(state, kind)
        case Discard(kind):
            return why_not_in_hand(state, seat, kind)
        case Draw(pile):
            return why_not_draw(state, pile)
        case GiveIt(to) if not 0 <= to < len(state.players):
            return Refusal("no_such_player", "4.7", {"number": to + 1, "players": len(state.players)})
        case CallGool() if Kind.GOOL not in state.players[seat].hand:
            return Refusal("no_gool", "5.10")
        case _:
            return None


def why_not_in_hand(state: State, seat: Seat, kind: Kind) -> Refusal | None:
    return None if kind in state.players[seat].hand else Refusal("not_in_hand", "3.2", {"kind": kind.value})


def why_not_play(state: State, kind: Kind) -> Refusal | None:
    if is_frozen(state):
        return Refusal("frozen", "6.2")
    if kind in LETTERS:
        has_it = kind in state.players[state.turn].front
        return Refusal("letter_already_in_front", "4.2", {"kind": kind.value}) if has_it else None
    if kind is Kind.GOOL:
        return Refusal("gool_is_an_answer", "5.7")
    if kind is Kind.FREEZE and state.freezer is not None:
        return Refusal("freeze_in_force", "6.8")
    return None


def why_not_draw(state: State, pile: Pile) -> Refusal | None:
    """A normal turn asks only while both piles can be drawn from; a return turn asks while one has cards."""
    if not (any(state.deck) if pile is Pile.DECK else state.discard):
        return Refusal("pile_is_empty", "6.5", {"pile": pile.value})
    if pile is Pile.DISCARD and not can_take_discard(state):
        return Refusal("stalling", "2.7")
    return None


# -- What is legal, in the order of the numbers (codec.numbered) --------------------------------------------------
_PLAYS = tuple((kind, Play(kind)) for kind in KINDS)
_DISCARDS = tuple((kind, Discard(kind)) for kind in KINDS)
_DRAW_DECK, _DRAW_DISCARD = Draw(Pile.DECK), Draw(Pile.DISCARD)
_EITHER_PILE: tuple[Action, ...] = (_DRAW_DECK, _DRAW_DISCARD)
_GIVES = tuple(GiveIt(Seat(number)) for number in range(6))
_LET_STAND: tuple[Action, ...] = (LetStand(),)
_GOOL_OR_LET_STAND: tuple[Action, ...] = (CallGool(), LetStand())


def legal_actions(state: State, seat: Seat) -> Sequence[Action]:
    return _OFFERED[state.phase](state) if seat == asked(state) else ()


def either_pile(state: State) -> Sequence[Action]:
    return _EITHER_PILE


def return_draws(state: State) -> Sequence[Action]:
    actions: list[Action] = [_DRAW_DECK] if any(state.deck) else []
    if can_take_discard(state):
        actions.append(_DRAW_DISCARD)
    actions.append(StopDrawing())
    return actions


def plays_and_discards(state: State) -> Sequence[Action]:
    hand = state.players[state.turn].hand
    actions: list[Action] = []
    if not is_frozen(state):
        actions += [play for kind, play in _PLAYS if kind in hand and why_not_play(state, kind) is None]
    actions += [discard for kind, discard in _DISCARDS if kind in hand]
    return actions


def it_moves(state: State) -> Sequence[Action]:
    return (*_GIVES[: len(state.players)], LeaveIt())


def answers(state: State) -> Sequence[Action]:
    assert state.it is not None  # IT lies before the seat that is asked
    return _GOOL_OR_LET_STAND if Kind.GOOL in state.players[state.it].hand else _LET_STAND


_OFFERED: dict[Phase, Callable[[State], Sequence[Action]]] = {
    Phase.CHOOSE_PILE: either_pile,
    Phase.RETURN_DRAW: return_draws,
    Phase.CHOOSE_CARD: plays_and_discards,
    Phase.MOVE_IT: it_moves,
    Phase.ANSWER: answers,
}
