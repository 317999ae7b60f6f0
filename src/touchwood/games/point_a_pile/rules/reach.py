"""What a player can reach with an action card: which piles, rows and colours its trigger may name.

`Reach` is all that a seat needs to know for that. The rules make it from the state and a view carries it, so legality
and the builder ask the same function, `next_parts`: a trigger is legal if each of its parts is among the next parts of
those before it, and nothing more has to follow.
"""

from collections.abc import Sequence
from random import Random
from typing import TypeAlias

from touchwood.core.seats import Seat, clockwise_from
from touchwood.core.values import Tagged, Value
from touchwood.games.point_a_pile.actions import Trigger
from touchwood.games.point_a_pile.cards import COLOURS, CardId, Colour, Kind
from touchwood.games.point_a_pile.rules.table import cards_of, pointing_at
from touchwood.games.point_a_pile.state import EMPTY_SPACE, Cards, Phase, State

WINDOW_OF: dict[Kind, tuple[Phase, ...]] = {
    Kind.DRAW_MORE: (Phase.BEFORE_DRAW,),
    Kind.HEADPOINTER: (Phase.BEFORE_DRAW, Phase.AFTER_LAYOUT),
    Kind.NO_ACTIONS: (Phase.BEFORE_DRAW, Phase.AFTER_LAYOUT),
    Kind.MERGE: (Phase.AFTER_LAYOUT,),
    Kind.COLOUR_STOP: (Phase.AFTER_LAYOUT,),
    Kind.SWAP: (Phase.AFTER_PICKS,),
    Kind.CHANGE_OF_MIND: (Phase.AFTER_PICKS,),
    Kind.TAKE_ALL: (Phase.AFTER_PICKS,),
    Kind.TAKE_NONE: (Phase.AFTER_PICKS,),
    Kind.BATTLE: (Phase.AFTER_PICKS,),
    Kind.TRADE: (Phase.AFTER_PICKS,),
    Kind.STEAL: (Phase.AFTER_ROUND,),
    Kind.DISCARD: (Phase.AFTER_ROUND,),
    Kind.SWITCH: (Phase.AFTER_ROUND,),
    Kind.REORDER: (Phase.AFTER_ROUND,),
    Kind.REDO: (Phase.AFTER_ROUND,),
}
"""9.2-9.5"""


# -- Parts of a composite action ------------------------------------------------------------------------------------
class CardPart(Tagged, frozen=True):
    card: CardId


class PilePart(Tagged, frozen=True):
    pile: int
    """0: empty space."""


class SeatPart(Tagged, frozen=True):
    seat: Seat


class PlacePart(Tagged, frozen=True):
    """A place in a row."""

    place: int


class ColourPart(Tagged, frozen=True):
    colour: Colour


Part: TypeAlias = CardPart | PilePart | SeatPart | PlacePart | ColourPart


# -- Reach ----------------------------------------------------------------------------------------------------------
class Usable(Value, frozen=True):
    """An action card of the row that belongs to the open window."""

    card: CardId
    kind: Kind
    place: int


class Reach(Value, frozen=True):
    """What a seat can reach in the window that is open."""

    seat: Seat
    headpointer: Seat
    usable: tuple[Usable, ...]
    lengths: tuple[int, ...]
    """Of all rows."""
    piles: tuple[int, ...]
    contested: tuple[int, ...]
    finger: int | None
    """The seat's own, if it is on the table and valid."""
    partners: tuple[Seat, ...]
    """The other fingers on a contested pile one points at, clockwise from the Headpointer."""
    won: tuple[tuple[int, ...], ...]
    """By seat: places in the row of cards won from piles in this round."""


def reach_of(state: State, seat: Seat, window: Phase) -> Reach:
    cards, now = cards_of(state), state.round
    usable = tuple(
        [
            Usable(card, cards[card].kind, place)
            for place, card in enumerate(state.players[seat].row, start=1)
            if card in cards.actions and window in WINDOW_OF[cards[card].kind]
        ]
    )
    piles = tuple([pile.place for pile in now.piles])
    contested = tuple([place for place in piles if len(pointing_at(now.fingers, place)) > 1])
    finger = now.fingers[seat]
    return Reach(
        seat=seat,
        headpointer=state.headpointer,
        usable=usable,
        lengths=tuple([len(player.row) for player in state.players]),
        piles=piles,
        contested=contested,
        finger=finger,
        partners=partners_of(state, seat) if finger in contested else (),
        won=tuple([_places_won(player.row, won) for player, won in zip(state.players, now.won, strict=True)]),
    )


def _places_won(row: Cards, won: Cards) -> tuple[int, ...]:
    return tuple([place for place, card in enumerate(row, start=1) if card in won])


def partners_of(state: State, seat: Seat) -> tuple[Seat, ...]:
    finger = state.round.fingers[seat]
    order = clockwise_from(state.headpointer, len(state.players))
    return tuple([other for other in order if other != seat and state.round.fingers[other] == finger])


# -- Part by part ---------------------------------------------------------------------------------------------------
def next_parts(reach: Reach, parts: Sequence[Part]) -> Sequence[Part]:
    """What may follow these parts; () when they make a whole trigger, or can make none."""
    if not parts:
        return [CardPart(each.card) for each in reach.usable if can_be_used(reach, each)]
    used = next(each for each in reach.usable if CardPart(each.card) == parts[0])
    given = parts[1:]
    piles = [part.pile for part in given if isinstance(part, PilePart)]
    own = [place for place in range(1, reach.lengths[reach.seat] + 1) if place != used.place]
    match used.kind, len(given):
        case (Kind.SWAP, 0):
            return _piles(reach.piles[:-1])
        case (Kind.SWAP, 1):
            return _piles([pile for pile in reach.piles if pile > piles[0]])
        case (Kind.MERGE, 0):
            return _piles(reach.piles)
        case (Kind.MERGE, 1):
            return _piles([pile for pile in reach.piles if pile != piles[0]])
        case (Kind.COLOUR_STOP, 0):
            return [ColourPart(colour) for colour in COLOURS]
        case (Kind.CHANGE_OF_MIND, 0):
            return _piles([pile for pile in (*reach.piles, EMPTY_SPACE) if pile != reach.finger])
        case (Kind.TAKE_NONE, 0) | (Kind.BATTLE, 0):
            return _piles(reach.contested)
        case (Kind.TAKE_ALL, 0) | (Kind.TRADE, 0):
            return [PilePart(pile) for pile in reach.contested if pile == reach.finger]
        case (Kind.TRADE, paid) if paid <= len(reach.partners):
            return [PlacePart(place) for place in own if PlacePart(place) not in given]
        case (Kind.STEAL, 0):
            return [SeatPart(Seat(seat)) for seat, won in enumerate(reach.won) if won and seat != reach.seat]
        case (Kind.DISCARD, 0):
            return [SeatPart(Seat(seat)) for seat in range(len(reach.lengths)) if _discardable(reach, seat, own)]
        case (Kind.REORDER, 0) | (Kind.SWITCH, 0):
            return [PlacePart(place) for place in own]
        case (Kind.SWITCH, 1):
            return [SeatPart(Seat(seat)) for seat, length in enumerate(reach.lengths) if length and seat != reach.seat]
        case (Kind.STEAL, 1) | (Kind.DISCARD, 1) | (Kind.SWITCH, 2):
            seat = next(part.seat for part in given if isinstance(part, SeatPart))
            if used.kind is Kind.STEAL:
                return [PlacePart(place) for place in reach.won[seat]]
            return [PlacePart(place) for place in _discardable(reach, seat, own)]
        case _:
            return ()


def _piles(places: Sequence[int]) -> Sequence[Part]:
    return [PilePart(place) for place in places]


def _discardable(reach: Reach, seat: int, own: Sequence[int]) -> Sequence[int]:
    """Any card of that row but the action card itself (9.8)."""
    return own if seat == reach.seat else range(1, reach.lengths[seat] + 1)


def can_be_used(reach: Reach, used: Usable) -> bool:
    """Whether there is anything to use it on."""
    own = reach.lengths[reach.seat] - 1
    others = [length for seat, length in enumerate(reach.lengths) if seat != reach.seat]
    match used.kind:
        case Kind.HEADPOINTER:
            return reach.seat != reach.headpointer
        case Kind.SWAP | Kind.MERGE:
            return len(reach.piles) > 1
        case Kind.CHANGE_OF_MIND:
            return reach.finger is not None
        case Kind.TAKE_NONE | Kind.BATTLE:
            return bool(reach.contested)
        case Kind.TAKE_ALL:
            return reach.finger in reach.contested
        case Kind.TRADE:
            return reach.finger in reach.contested and own >= len(reach.partners)
        case Kind.STEAL:
            return any(won for seat, won in enumerate(reach.won) if seat != reach.seat)
        case Kind.DISCARD:
            return own > 0 or any(others)
        case Kind.SWITCH:
            return own > 0 and any(others)
        case Kind.REORDER:
            return own > 0
        case _:
            return True


def has_action(reach: Reach) -> bool:
    return any(can_be_used(reach, each) for each in reach.usable)


# -- From parts to a trigger and back -------------------------------------------------------------------------------
def trigger_of(parts: Sequence[Part]) -> Trigger:
    """The trigger that these parts make; the first part is its card."""
    card, *given = parts
    assert isinstance(card, CardPart)
    return Trigger(
        card=card.card,
        piles=tuple([part.pile for part in given if isinstance(part, PilePart)]),
        colour=next((part.colour for part in given if isinstance(part, ColourPart)), None),
        seat=next((part.seat for part in given if isinstance(part, SeatPart)), None),
        places=tuple([part.place for part in given if isinstance(part, PlacePart)]),
    )


def parts_of(trigger: Trigger, kind: Kind) -> tuple[Part, ...]:
    """In the order in which `next_parts` asks for them."""
    piles: list[Part] = [PilePart(pile) for pile in trigger.piles]
    colours: list[Part] = [] if trigger.colour is None else [ColourPart(trigger.colour)]
    seats: list[Part] = [] if trigger.seat is None else [SeatPart(trigger.seat)]
    places: list[Part] = [PlacePart(place) for place in trigger.places]
    if kind is Kind.SWITCH:
        places, seats = places[:1], [*seats, *places[1:]]
        return (CardPart(trigger.card), *piles, *colours, *places, *seats)
    return (CardPart(trigger.card), *piles, *colours, *seats, *places)


def is_whole(reach: Reach, parts: Sequence[Part]) -> bool:
    return bool(parts) and not next_parts(reach, parts)


def is_reachable(reach: Reach, trigger: Trigger, kind: Kind) -> bool:
    parts = parts_of(trigger, kind)
    fits = all(part in next_parts(reach, parts[:number]) for number, part in enumerate(parts))
    return fits and is_whole(reach, parts)


def random_trigger(reach: Reach, rng: Random) -> Trigger | None:
    """Some legal trigger; None where there is none."""
    parts: tuple[Part, ...] = ()
    while following := next_parts(reach, parts):
        parts = (*parts, rng.choice(following))
    return trigger_of(parts) if parts else None
