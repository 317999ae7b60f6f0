"""Shy cards (Dont-a-Touchme): who may touch a pile that has one on top."""

from touchwood.core.seats import Seat
from touchwood.games.point_a_pile.cards import CardSet, Kind
from touchwood.games.point_a_pile.rules.table import cards_of
from touchwood.games.point_a_pile.rules.winning import with_best_score
from touchwood.games.point_a_pile.state import Pile, State

SHY_ABOUT_CARDS = 5


def may_touch(state: State, seat: Seat, pile: Pile) -> bool:
    """8.1, 8.2: in force only on top."""
    cards = cards_of(state)
    top, row = cards[pile.cards[-1]], state.players[seat].row
    if top.set is not CardSet.SHY:
        return True
    match top.kind:
        case Kind.ONLY_HEADPOINTER:
            return seat == state.headpointer
        case Kind.NOT_HEADPOINTER:
            return seat != state.headpointer
        case Kind.NOT_A_LEADER:
            return seat not in with_best_score(state)
        case Kind.FEWER_THAN_5_CARDS:
            return len(row) < SHY_ABOUT_CARDS
        case Kind.MORE_THAN_5_CARDS:
            return len(row) > SHY_ABOUT_CARDS
        case Kind.WITHOUT_MY_COLOUR:
            return top.colour not in [cards.colour_of[card] for card in row]
        case Kind.WITH_MY_COLOUR:
            return top.colour in [cards.colour_of[card] for card in row]
        case Kind.WITHOUT_SHY_CARDS:
            return not any(card in cards.shy for card in row)
        case _:
            raise AssertionError(f"{top.kind} is no kind of shy card")


def asks_for_leaders(state: State) -> bool:
    """Whether a shy card on top makes everybody look who leads."""
    cards = cards_of(state)
    return any(cards[pile.cards[-1]].kind is Kind.NOT_A_LEADER for pile in state.round.piles)
