"""Actions of Point-a-Pile as text and as numbers.

    lay B01 B07 | B12 B03        piles bottom to top; the last card of each is its top
    split B01 | B07 B03
    point 2 · point empty · no finger
    pass · throw rock
    trigger A01 piles 1 3 · trigger A18 colour red · trigger A03 player 2 cards 4 · trigger A14 piles empty

Players, piles and cards of a row are counted from 1. Capitals do not matter.
"""

from collections.abc import Sequence

from touchwood.core.game import Codec
from touchwood.core.refusals import InputError
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
from touchwood.games.point_a_pile.building import most_cards_drawn
from touchwood.games.point_a_pile.cards import CardId, Colour
from touchwood.games.point_a_pile.options import Options, card_list, deck_of
from touchwood.games.point_a_pile.state import EMPTY_SPACE, Cards

_SEPARATOR = "|"
_EMPTY = "empty"
_NOTHING = "-"
_MOST_PLAYERS = 6


# -- Writing --------------------------------------------------------------------------------------------------------
def text(action: Action) -> str:
    match action:
        case LayOut(piles):
            return f"lay {_piles_text(piles)}".strip()
        case SplitPile(piles):
            return f"split {_piles_text(piles)}".strip()
        case Point(pile):
            return f"point {pile}"
        case PointAtEmptySpace():
            return f"point {_EMPTY}"
        case KeepFingerUp():
            return "no finger"
        case Pass():
            return "pass"
        case Throw(hand):
            return f"throw {hand}"
        case ThrowByLot():
            return "throw by lot"
        case Trigger():
            return " ".join(_trigger_words(action))


def _piles_text(piles: tuple[Cards, ...]) -> str:
    return f" {_SEPARATOR} ".join(" ".join(pile) or _NOTHING for pile in piles)


def _trigger_words(trigger: Trigger) -> list[str]:
    words = ["trigger", trigger.card]
    if trigger.piles:
        words += ["piles", *(_EMPTY if place == EMPTY_SPACE else str(place) for place in trigger.piles)]
    if trigger.colour is not None:
        words += ["colour", trigger.colour]
    if trigger.seat is not None:
        words += ["player", str(trigger.seat + 1)]
    if trigger.places:
        words += ["cards", *map(str, trigger.places)]
    return words


# -- Reading --------------------------------------------------------------------------------------------------------
def parse(typed: str) -> Action:
    words = typed.lower().replace(_SEPARATOR, f" {_SEPARATOR} ").split()
    match words:
        case ["lay", *cards]:
            return LayOut(_piles(cards))
        case ["split", *cards]:
            return SplitPile(_piles(cards))
        case ["point", "empty"]:
            return PointAtEmptySpace()
        case ["point", number]:
            return Point(_number(number, typed))
        case ["no", "finger"]:
            return KeepFingerUp()
        case ["pass"]:
            return Pass()
        case ["throw", "by", "lot"]:
            return ThrowByLot()
        case ["throw", hand] if hand in list(Hand):
            return Throw(Hand(hand))
        case ["trigger", card, *rest]:
            return _trigger(card, rest, typed)
        case _:
            raise InputError("unknown_move", move=typed)


def _card(name: str) -> CardId:
    """Ids are written with capitals."""
    return CardId(name.upper())


def _piles(words: list[str]) -> tuple[Cards, ...]:
    """Without a card there is no pile; an empty pile is written as `-`."""
    piles: list[list[CardId]] = [[]] if words else []
    for word in words:
        if word == _SEPARATOR:
            piles.append([])
        elif word != _NOTHING:
            piles[-1].append(_card(word))
    return tuple(tuple(pile) for pile in piles)


def _trigger(card: str, rest: list[str], typed: str) -> Trigger:
    heading, named = "", dict[str, list[str]]()
    for word in rest:
        if word in ("piles", "colour", "player", "cards") and word not in named:
            heading = word
            named[heading] = []
        elif not heading:
            raise InputError("unknown_move", move=typed)
        else:
            named[heading].append(word)
    colours, players = named.get("colour", []), named.get("player", [])
    if len(colours) > 1 or len(players) > 1 or any(colour not in list(Colour) for colour in colours):
        raise InputError("unknown_move", move=typed)
    return Trigger(
        card=_card(card),
        piles=tuple(EMPTY_SPACE if word == _EMPTY else _number(word, typed) for word in named.get("piles", [])),
        colour=Colour(colours[0]) if colours else None,
        seat=_seat(players[0], typed) if players else None,
        places=tuple(_number(word, typed) for word in named.get("cards", [])),
    )


def _number(word: str, typed: str) -> int:
    # Three digits are more than enough, and keep the number of any typed text small.
    if not (word.isascii() and word.isdigit() and len(word) <= 3 and int(word) > 0):
        raise InputError("unknown_move", move=typed)
    return int(word)


def _seat(word: str, typed: str) -> Seat:
    number = _number(word, typed)
    if number > _MOST_PLAYERS:
        raise InputError("unknown_move", move=typed)
    return Seat(number - 1)


# -- Numbers --------------------------------------------------------------------------------------------------------
def numbered(options: Options, seats: int) -> Sequence[Action]:
    """Picks first, as far as a split can have piles; then what only Wait-a-Minute asks."""
    places = range(1, most_cards_drawn(options, seats) + 1)
    picks: list[Action] = [*(Point(place) for place in places), PointAtEmptySpace()]
    return (*picks, Pass(), *(Throw(hand) for hand in Hand)) if options.wait_a_minute else tuple(picks)


def unnumbered(options: Options, seats: int) -> Sequence[Action]:
    deck, actions = deck_of(options), card_list(options).actions
    triggered = next((card for card in deck if card in actions), deck[0])
    return (
        KeepFingerUp(),
        ThrowByLot(),
        LayOut((deck[:2], deck[2:4])),
        LayOut(()),
        SplitPile(((deck[0],), (deck[1],))),
        Trigger(triggered),
        Trigger(triggered, piles=(1, EMPTY_SPACE), colour=Colour.RED, seat=Seat(0), places=(1, 2)),
        *(() if options.wait_a_minute else (Pass(), Throw(Hand.ROCK))),
    )


CODEC: Codec[Options, Action] = Codec(text=text, parse=parse, numbered=numbered, unnumbered=unnumbered)
