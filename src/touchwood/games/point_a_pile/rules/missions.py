"""Missions: when a row fulfils one, and what everybody can rule out about those of others."""

from functools import cache

from touchwood.games.point_a_pile.cards import COLOURS, CardId, CardList, Colour, Kind, shipped_cards, shipped_missions
from touchwood.games.point_a_pile.rules.scoring import Tally
from touchwood.games.point_a_pile.state import Cards


class Needs:
    """What a mission asks for: "at least" throughout."""

    def __init__(
        self,
        *,
        cards: int = 0,
        points: int | None = None,
        text: int = 0,
        textless: int = 0,
        each_colour: int = 0,
        one_colour: int = 0,
        colours: dict[Colour, int] | None = None,
    ) -> None:
        self.cards = cards
        self.points = points
        self.text = text
        self.textless = textless
        self.each_colour = each_colour
        self.one_colour = one_colour
        self.colours = colours or {}


NEEDS: dict[Kind, Needs] = {
    Kind.COLOUR_SAME: Needs(one_colour=5),
    Kind.EACH_COLOUR_2: Needs(each_colour=2),
    Kind.POINTS_10: Needs(points=10),
    Kind.TEXT_6: Needs(text=6),
    Kind.TEXTLESS_5: Needs(textless=5),
    Kind.EACH_COLOUR_POINTS_6: Needs(each_colour=1, points=6),
    Kind.EACH_COLOUR_CARDS_6: Needs(each_colour=1, cards=6),
    Kind.CARDS_12: Needs(cards=12),
    Kind.CARDS_8_POINTS_4: Needs(cards=8, points=4),
    Kind.RED_5_BLUE_3: Needs(colours={Colour.RED: 5, Colour.BLUE: 3}),
    Kind.GREEN_5_PURPLE_3: Needs(colours={Colour.GREEN: 5, Colour.PURPLE: 3}),
}


@cache
def needs_of(mission: CardId) -> Needs:
    return NEEDS[shipped_cards()[mission].kind]


def progress(mission: CardId, tally: Tally, points: int) -> list[tuple[int, int]]:
    """What the row has and what the mission asks for, condition by condition."""
    needs = needs_of(mission)
    conditions = [
        (tally.cards, needs.cards),
        (tally.cards - tally.textless, needs.text),
        (tally.textless, needs.textless),
        (tally.largest_group, needs.one_colour),
        *((tally.of_colour[colour], needs.each_colour) for colour in COLOURS),
        *((tally.of_colour[colour], needed) for colour, needed in needs.colours.items()),
    ]
    asked = [(have, needed) for have, needed in conditions if needed]
    return asked if needs.points is None else [*asked, (points, needs.points)]


def is_fulfilled(mission: CardId, tally: Tally, points: int) -> bool:
    """6.2"""
    return all(have >= needed for have, needed in progress(mission, tally, points))


def fulfilled_missions(cards: CardList, row: Cards, points: int) -> Cards:
    """All missions this row fulfils, whoever holds them."""
    tally = Tally(cards, row)
    return tuple([mission for mission in shipped_missions() if is_fulfilled(mission, tally, points)])
