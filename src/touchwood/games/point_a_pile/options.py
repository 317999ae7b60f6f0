"""What a group may choose before a match of Point-a-Pile (RULES.md 1 and where each option is named)."""

from functools import lru_cache
from typing import Annotated, Final, Literal

from msgspec import Meta

from touchwood.core.refusals import InputError
from touchwood.core.seats import Seat
from touchwood.core.values import Value
from touchwood.games.point_a_pile.cards import Card, CardId, CardList, CardSet, shipped_cards, why_not_own

CARDS_DRAWN_A_PLAYER = 2


class Options(Value, frozen=True):
    point_a_police: bool = False
    complete_a_mission: bool = False
    dont_a_touchme: bool = False
    wait_a_minute: bool = False
    memory: bool = False
    """Of each other player's row only the last card and the number of cards stay visible."""
    target: Annotated[int, Meta(ge=1, le=99)] = 10
    """Points that win, where there are no missions."""
    first: Annotated[Seat, Meta(ge=0, le=5)] | Literal["random"] = "random"
    """The first Headpointer: a seat, counted from 0, or whom chance names."""
    round_limit: Annotated[int, Meta(ge=0, le=999)] = 50
    """Rounds after which the match ends; 0: no limit."""
    shy_pile_limit: Annotated[int, Meta(ge=0, le=99)] = 0
    """How many cards a pile with a shy top may hold when it is laid; 0: any number."""
    deck: Annotated[tuple[Card | CardId, ...], Meta(max_length=300)] = ()
    """The cards of the deck: whole cards, or ids of the list that ships with the game. (): all of that list that belong
    to the base game and to the expansions in play."""


PRESETS: Final = {
    "plain": Options(),
    "quick": Options(target=6),
    "full": Options(point_a_police=True, complete_a_mission=True, dont_a_touchme=True, wait_a_minute=True),
    "mean": Options(point_a_police=True, dont_a_touchme=True, memory=True),
}


def is_in_play(options: Options, expansion: CardSet) -> bool:
    match expansion:
        case CardSet.BASE:
            return True
        case CardSet.POLICE:
            return options.point_a_police
        case CardSet.MISSION:
            return options.complete_a_mission
        case CardSet.SHY:
            return options.dont_a_touchme
        case CardSet.ACTION:
            return options.wait_a_minute


@lru_cache(maxsize=64)
def deck_of(options: Options) -> tuple[CardId, ...]:
    """The ids of all cards shuffled into the deck, sorted. Missions are never among them."""
    if options.deck:
        return tuple(sorted(CardId(card) if isinstance(card, str) else card.card for card in options.deck))
    in_deck = (card for card in shipped_cards().values() if card.set is not CardSet.MISSION)
    return tuple(sorted(card.card for card in in_deck if is_in_play(options, card.set)))


def card_list(options: Options) -> CardList:
    """What the ids mean in a match with these options."""
    return _card_list(options.deck)


@lru_cache(maxsize=64)
def _card_list(deck: tuple[Card | CardId, ...]) -> CardList:
    own = [card for card in deck if isinstance(card, Card)]
    return CardList([*shipped_cards().values(), *own])


# -- What cannot be -------------------------------------------------------------------------------------------------
def why_not_options(options: Options, seats: int) -> InputError | None:
    if options.first != "random" and options.first >= seats:
        return InputError("first_is_not_a_seat", player=options.first + 1, players=seats)
    return _why_not_deck(options, seats) if options.deck else None


def _why_not_deck(options: Options, seats: int) -> InputError | None:
    known = shipped_cards()
    for given in options.deck:
        name = given if isinstance(given, str) else given.card
        if isinstance(given, str) and (given not in known or known[given].set is CardSet.MISSION):
            return InputError("unknown_card", card=name)
        if isinstance(given, Card) and (fault := why_not_own(given)) is not None:
            return fault
        card = known[given] if isinstance(given, str) else given
        if not is_in_play(options, card.set):
            return InputError("expansion_not_in_play", card=name, expansion=card.set.value)
    names = deck_of(options)
    if len(set(names)) < len(names):
        return InputError("card_listed_twice", card=next(name for name in names if names.count(name) > 1))
    needed = CARDS_DRAWN_A_PLAYER * seats
    if len(names) < needed:
        return InputError("too_few_cards", cards=len(names), needed=needed, players=seats)
    return None


def idle_options(options: Options, seats: int) -> tuple[str, ...]:
    """6.3: missions replace the goal of points. 8.5 is about shy cards."""
    idle = {"target": options.complete_a_mission, "shy_pile_limit": not options.dont_a_touchme}
    return tuple(option for option, is_idle in idle.items() if is_idle)
