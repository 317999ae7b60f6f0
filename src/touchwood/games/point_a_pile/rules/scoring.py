"""What the cards of a row are worth, card by card. Points and the sheet that explains them come from one function."""

from collections.abc import Sequence
from functools import lru_cache

from touchwood.core.values import Value
from touchwood.games.point_a_pile.cards import COLOURS, Card, CardId, CardList, CardSet, Colour, Kind
from touchwood.games.point_a_pile.state import Cards


class ScoreLine(Value, frozen=True):
    """What one card of a row is worth now, and why."""

    card: CardId
    points: int
    count: int
    """What it counted: cards of its colour, colours there, cards of the largest group, all cards, textless cards; 1 or
    0 for a condition that holds or not."""


class Tally:
    """A row counted once, for all of its cards."""

    def __init__(self, cards: CardList, row: Cards) -> None:
        colours = [cards.colour_of[card] for card in row]
        self.of_colour: dict[Colour, int] = {colour: colours.count(colour) for colour in COLOURS}
        self.colours = sum([count > 0 for count in self.of_colour.values()])
        self.largest_group = max(self.of_colour.values())
        self.cards = len(row)
        self.textless = sum([card in cards.textless for card in row])


def score_line(card: Card, tally: Tally, *, is_last: bool, is_headpointer: bool) -> ScoreLine:
    """3.2-3.11"""
    points, needs = card.points or 0, card.needs or 0
    if card.set is not CardSet.BASE:
        return ScoreLine(card.card, 0, 0)
    match card.kind:
        case Kind.SCORE:
            return ScoreLine(card.card, points, 1)
        case Kind.COLOUR_MATCH:
            assert card.of_colour is not None  # every card of this kind names a colour
            count = tally.of_colour[card.of_colour]
            return ScoreLine(card.card, points * count, count)
        case Kind.ALL_COLOURS:
            return _if_enough(card, tally.colours, len(COLOURS))
        case Kind.COLOUR_GROUP:
            return _if_enough(card, tally.largest_group, needs)
        case Kind.COLOUR_COUNT:
            assert card.of_colour is not None
            return _if_enough(card, tally.of_colour[card.of_colour], needs)
        case Kind.CARD_COUNT:
            return _if_enough(card, tally.cards, needs)
        case Kind.TEXTLESS_MATCH:
            return ScoreLine(card.card, points * tally.textless, tally.textless)
        case Kind.LAST_CARD:
            return _if_enough(card, int(is_last), 1)
        case Kind.HEADPOINTER:
            return _if_enough(card, int(is_headpointer), 1)
        case _:
            return ScoreLine(card.card, 0, 0)


def _if_enough(card: Card, count: int, needed: int) -> ScoreLine:
    return ScoreLine(card.card, (card.points or 0) if count >= needed else 0, count)


@lru_cache(maxsize=512)
def score_sheet(cards: CardList, row: Cards, is_headpointer: bool) -> tuple[ScoreLine, ...]:
    """The whole row explained, in its order."""
    tally = Tally(cards, row)
    return tuple(
        score_line(cards[card], tally, is_last=place == len(row), is_headpointer=is_headpointer)
        for place, card in enumerate(row, start=1)
    )


@lru_cache(maxsize=1_024)
def row_points(cards: CardList, row: Cards, is_headpointer: bool) -> int:
    return total(score_sheet(cards, row, is_headpointer))


def total(sheet: Sequence[ScoreLine]) -> int:
    return sum([line.points for line in sheet])
