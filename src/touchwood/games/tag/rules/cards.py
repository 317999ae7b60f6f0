"""Moving single cards: into a hand, out of a hand, out of the game. No rule is decided here."""

from typing import TypeVar

from msgspec.structs import replace

from touchwood.core.seats import Seat
from touchwood.games.tag.state import KINDS, Counts, Kind, Player, State

P = TypeVar("P")

NUMBER_OF = {kind: number for number, kind in enumerate(KINDS)}


def count_changed(counts: Counts, kind: Kind, change: int) -> Counts:
    number = NUMBER_OF[kind]
    return (*counts[:number], counts[number] + change, *counts[number + 1 :])


def without_oldest(cards: tuple[Kind, ...], kind: Kind) -> tuple[Kind, ...]:
    place = cards.index(kind)
    return cards[:place] + cards[place + 1 :]


def card_leaves(player: Player, kind: Kind) -> Player:
    """A card leaves the hand: of two alike the older one (9.4). It cancels one known card of its kind (8.3)."""
    taken = player.taken
    if kind in taken:
        taken = without_oldest(taken, kind)
    return Player(without_oldest(player.hand, kind), taken, player.front, player.sets, player.tags)


def seated(players: tuple[P, ...], seat: Seat, player: P) -> tuple[P, ...]:
    """The players, or what is seen of them, with this one in the seat."""
    return (*players[:seat], player, *players[seat + 1 :])


def out_of_game(state: State, kind: Kind) -> State:
    return replace(state, out=count_changed(state.out, kind, +1))
