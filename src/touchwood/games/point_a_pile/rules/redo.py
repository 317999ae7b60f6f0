"""Redo (10.18): everything after the draw is undone, as if the cards had just been drawn."""

from msgspec.structs import replace

from touchwood.core.events import to_everyone
from touchwood.core.seats import Seat
from touchwood.games.point_a_pile.cards import CardId
from touchwood.games.point_a_pile.events import ActionSpent, AddressedEvents, RoundRedone
from touchwood.games.point_a_pile.rules.round import remember_draw
from touchwood.games.point_a_pile.rules.table import fresh_round, in_round
from touchwood.games.point_a_pile.rules.winning import check_winning
from touchwood.games.point_a_pile.state import Cards, Phase, State


def redo(state: State, seat: Seat, card: CardId, told: AddressedEvents) -> State:
    """The redo card stays discarded and its player has acted; if it was among the round's cards it is left out of them.

    What everybody has learnt about missions is not unlearnt.
    """
    before = state.round.after_draw
    assert before is not None  # kept wherever there are action cards
    players = [
        replace(player, row=_left_out(row, card)) for player, row in zip(state.players, before.rows, strict=True)
    ]
    state = replace(state, players=tuple(players), discard=(*before.discard, card), headpointer=before.headpointer)
    hand, acted = _left_out(before.hand, card), tuple(sorted({*before.acted, seat}))
    state = replace(state, round=replace(fresh_round(len(state.players)), hand=hand, acted=acted))
    state = in_round(state, after_draw=remember_draw(state))
    told.append(to_everyone(RoundRedone(seat, hand)))
    told.append(to_everyone(ActionSpent(seat, card)))
    state = check_winning(state, told)
    if state.phase is Phase.OVER:
        return state
    return replace(state, phase=Phase.LAYOUT if hand else Phase.ROUND_ENDS)


def _left_out(cards: Cards, card: CardId) -> Cards:
    return tuple([each for each in cards if each != card])
