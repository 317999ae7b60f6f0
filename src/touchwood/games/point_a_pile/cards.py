"""The cards of Point-a-Pile: what stands on them, and the list that ships with the game (cards.csv).

A card is known by its id everywhere; a `CardList` tells what an id means. Points are `rules/scoring.py`'s business.
"""

import csv
import re
from collections.abc import Iterable, Mapping
from enum import StrEnum
from functools import cache
from importlib.resources import files
from typing import NewType

from touchwood.core.refusals import InputError
from touchwood.core.values import Value

CardId = NewType("CardId", str)


class Colour(StrEnum):
    RED = "red"
    GREEN = "green"
    BLUE = "blue"
    PURPLE = "purple"


COLOURS = tuple(Colour)


class CardSet(StrEnum):
    """The base game and its four expansions."""

    BASE = "base"
    POLICE = "point_a_police"
    MISSION = "complete_a_mission"
    SHY = "dont_a_touchme"
    ACTION = "wait_a_minute"


class Kind(StrEnum):
    """What a card does; unique within its set (`HEADPOINTER` is a kind of base card and a kind of action)."""

    # base: what it is worth
    PLAIN = "plain"
    SCORE = "score"
    COLOUR_MATCH = "colour_match"
    ALL_COLOURS = "all_colours"
    COLOUR_GROUP = "colour_group"
    COLOUR_COUNT = "colour_count"
    CARD_COUNT = "card_count"
    TEXTLESS_MATCH = "textless_match"
    LAST_CARD = "last_card"
    HEADPOINTER = "headpointer"
    # Point-a-Police: where one may point
    NOT_LAST_COLOUR = "not_last_colour"
    LAST_COLOUR = "last_colour"
    NOT_LEFT_NEIGHBOUR = "not_left_neighbour"
    A_NEIGHBOUR = "a_neighbour"
    LEADER_NOT_LARGEST = "leader_not_largest"
    LAST_POINTS_LATER = "last_points_later"
    TEXT_NOT_TEXT = "text_not_text"
    PLAIN_NOT_PLAIN = "plain_not_plain"
    # Dont-a-Touchme: who may touch it
    ONLY_HEADPOINTER = "only_headpointer"
    NOT_HEADPOINTER = "not_headpointer"
    NOT_A_LEADER = "not_a_leader"
    FEWER_THAN_5_CARDS = "fewer_than_5_cards"
    MORE_THAN_5_CARDS = "more_than_5_cards"
    WITHOUT_MY_COLOUR = "without_my_colour"
    WITH_MY_COLOUR = "with_my_colour"
    WITHOUT_SHY_CARDS = "without_shy_cards"
    # Wait-a-Minute: what it does when triggered
    SWAP = "swap"
    STEAL = "steal"
    DISCARD = "discard"
    BATTLE = "battle"
    MERGE = "merge"
    SWITCH = "switch"
    REORDER = "reorder"
    TAKE_ALL = "take_all"
    TAKE_NONE = "take_none"
    REDO = "redo"
    CHANGE_OF_MIND = "change_of_mind"
    DRAW_MORE = "draw_more"
    COLOUR_STOP = "colour_stop"
    NO_ACTIONS = "no_actions"
    TRADE = "trade"
    # Complete-a-Mission: when one wins
    COLOUR_SAME = "colour_same"
    EACH_COLOUR_2 = "each_colour_2"
    POINTS_10 = "points_10"
    TEXT_6 = "text_6"
    TEXTLESS_5 = "textless_5"
    EACH_COLOUR_POINTS_6 = "each_colour_points_6"
    EACH_COLOUR_CARDS_6 = "each_colour_cards_6"
    CARDS_12 = "cards_12"
    CARDS_8_POINTS_4 = "cards_8_points_4"
    RED_5_BLUE_3 = "red_5_blue_3"
    GREEN_5_PURPLE_3 = "green_5_purple_3"


class Card(Value, frozen=True):
    """One line of a card list."""

    card: CardId
    set: CardSet
    kind: Kind
    points: int | None = None
    needs: int | None = None
    """From how many on it is worth its points."""
    of_colour: Colour | None = None
    """The colour it counts."""
    colour: Colour | None = None
    """Its own; missions have none."""


class CardList:
    """What the ids of a match mean. Made once for each list of cards, and compared by identity."""

    def __init__(self, listed: Iterable[Card]) -> None:
        self.by_id: Mapping[CardId, Card] = {card.card: card for card in listed}
        ids = self.by_id
        self.colour_of: Mapping[CardId, Colour | None] = {name: card.colour for name, card in ids.items()}
        self.textless = frozenset(name for name, card in ids.items() if card.kind is Kind.PLAIN)
        self.rules = frozenset(name for name, card in ids.items() if card.set is CardSet.POLICE)
        self.shy = frozenset(name for name, card in ids.items() if card.set is CardSet.SHY)
        self.actions = frozenset(name for name, card in ids.items() if card.set is CardSet.ACTION)

    def __getitem__(self, card: CardId) -> Card:
        return self.by_id[card]


# -- The list that ships with the game ------------------------------------------------------------------------------
def _read(row: Mapping[str, str]) -> Card:
    def number(text: str) -> int | None:
        return int(text) if text else None

    def colour(text: str) -> Colour | None:
        return Colour(text) if text else None

    return Card(
        card=CardId(row["card"]),
        set=CardSet(row["set"]),
        kind=Kind(row["kind"]),
        points=number(row["points"]),
        needs=number(row["needs"]),
        of_colour=colour(row["of_colour"]),
        colour=colour(row["colour"]),
    )


@cache
def shipped_cards() -> Mapping[CardId, Card]:
    text = files("touchwood.games.point_a_pile").joinpath("cards.csv").read_text(encoding="utf-8")
    cards = [_read(row) for row in csv.DictReader(text.splitlines())]
    return {card.card: card for card in cards}


@cache
def shipped_missions() -> tuple[CardId, ...]:
    return tuple(card.card for card in shipped_cards().values() if card.set is CardSet.MISSION)


# -- Lists of others ------------------------------------------------------------------------------------------------
_NAME = re.compile(r"[A-Z][A-Z0-9]{0,7}")


def why_not_own(card: Card) -> InputError | None:
    """What is wrong with a card of somebody's own list: its name, its kind, or which of its fields."""
    name, kind = card.card, card.kind.value
    if not _NAME.fullmatch(name):
        return InputError("card_name", card=name)
    if card.set is CardSet.MISSION:
        return InputError("card_mission", card=name)
    alike = [each for each in shipped_cards().values() if (each.set, each.kind) == (card.set, card.kind)]
    if not alike:
        return InputError("card_kind", card=name, set=card.set.value, kind=kind)
    for field in ("points", "needs", "of_colour", "colour"):
        has_one, needs_one = getattr(card, field) is not None, getattr(alike[0], field) is not None
        if has_one != needs_one:
            fault = "card_field_missing" if needs_one else "card_field_too_many"
            return InputError(fault, card=name, field=field, kind=kind)
    return None
