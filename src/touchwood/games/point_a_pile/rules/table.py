"""Moving cards and naming seats: small changes of a state. No rule is decided here."""

from typing import Any

from msgspec.structs import replace

from touchwood.core.seats import Seat
from touchwood.games.point_a_pile.cards import CardId, CardList
from touchwood.games.point_a_pile.options import card_list
from touchwood.games.point_a_pile.state import Cards, Finger, Pile, Player, Round, State


def cards_of(state: State) -> CardList:
    return card_list(state.options)


def fresh_round(seats: int) -> Round:
    return Round(fingers=(None,) * seats, won=((),) * seats)


def in_round(state: State, **changes: Any) -> State:
    """The state with these things of its round changed."""
    return replace(state, round=replace(state.round, **changes))


def seated(players: tuple[Player, ...], seat: Seat, player: Player) -> tuple[Player, ...]:
    return (*players[:seat], player, *players[seat + 1 :])


def with_row(state: State, seat: Seat, row: Cards) -> State:
    return replace(state, players=seated(state.players, seat, replace(state.players[seat], row=row)))


def without(cards: Cards, card: CardId) -> Cards:
    place = cards.index(card)
    return cards[:place] + cards[place + 1 :]


def row_without(state: State, seat: Seat, card: CardId) -> State:
    return with_row(state, seat, without(state.players[seat].row, card))


def row_with(state: State, seat: Seat, *cards: CardId) -> State:
    """At the end of the row: the last one is now the last card scored."""
    return with_row(state, seat, (*state.players[seat].row, *cards))


def last_scored(state: State, seat: Seat) -> CardId | None:
    row = state.players[seat].row
    return row[-1] if row else None


def pile_at(state: State, place: int) -> Pile | None:
    return next((pile for pile in state.round.piles if pile.place == place), None)


def without_pile(state: State, place: int) -> tuple[Pile, ...]:
    return tuple([pile for pile in state.round.piles if pile.place != place])


def pointing_at(fingers: tuple[Finger | None, ...], finger: Finger) -> tuple[Seat, ...]:
    return tuple([Seat(seat) for seat, each in enumerate(fingers) if each == finger])


def with_finger(state: State, seat: Seat, finger: Finger | None) -> tuple[Finger | None, ...]:
    fingers = state.round.fingers
    return (*fingers[:seat], finger, *fingers[seat + 1 :])


def lifted_from(state: State, place: int) -> tuple[Finger | None, ...]:
    """The fingers, without those at that place."""
    return tuple([None if finger == place else finger for finger in state.round.fingers])
