"""Layouts, splits and triggers, part by part.

    layout, split   a card, the pile it goes onto, a card, the pile it goes onto, ...   until all lie
    trigger         the action card, then what it names: piles, a colour, a player, places in rows

A pile that is not there yet may be named if it is the next one. Choices that could no longer end well are not offered.
"""

from collections.abc import Sequence

from touchwood.core.builder import Builder
from touchwood.core.seats import all_seats
from touchwood.games.point_a_pile.actions import Action, LayOut, SplitPile
from touchwood.games.point_a_pile.cards import COLOURS, CardId, Kind
from touchwood.games.point_a_pile.options import CARDS_DRAWN_A_PLAYER, Options, card_list, deck_of
from touchwood.games.point_a_pile.rules.effects import MORE_CARDS_DRAWN
from touchwood.games.point_a_pile.rules.reach import (
    CardPart,
    ColourPart,
    Part,
    PilePart,
    PlacePart,
    SeatPart,
    next_parts,
    trigger_of,
)
from touchwood.games.point_a_pile.rules.splitting import Laying, can_become_good
from touchwood.games.point_a_pile.state import Cards, Phase
from touchwood.games.point_a_pile.view import View, laying_seen


# -- Layouts and splits ---------------------------------------------------------------------------------------------
def piles_of(parts: Sequence[Part]) -> list[list[CardId]]:
    """The piles begun; a last card without a pile lies nowhere yet."""
    piles: list[list[CardId]] = []
    for card, pile in zip(parts[::2], parts[1::2], strict=False):
        assert isinstance(card, CardPart)
        assert isinstance(pile, PilePart)
        if pile.pile > len(piles):
            piles.append([])
        piles[pile.pile - 1].append(card.card)
    return piles


def laying_choices(seen: View, parts: tuple[Part, ...]) -> Sequence[Part]:
    laying, piles = laying_seen(seen), piles_of(parts)
    laid = {card for pile in piles for card in pile}
    left = [card for card in laying.to_lay if card not in laid]
    if len(parts) % 2 == 0:
        shy, open_cards = layable(laying, piles, left, is_shy=True), layable(laying, piles, left, is_shy=False)
        return [CardPart(card) for card in left if (shy if laying.is_shy(card) else open_cards)]
    card = parts[-1]
    assert isinstance(card, CardPart)
    return [PilePart(pile) for pile in good_piles(laying, piles, left, card.card)]


def layable(laying: Laying, piles: list[list[CardId]], left: list[CardId], *, is_shy: bool) -> bool:
    """Whether such cards can be laid now. Only being shy makes a difference, so one of them answers for all."""
    some_card = next((card for card in left if laying.is_shy(card) == is_shy), None)
    return some_card is not None and bool(good_piles(laying, piles, left, some_card))


def good_piles(laying: Laying, piles: list[list[CardId]], left: list[CardId], card: CardId) -> list[int]:
    """The piles onto which this card can go now."""
    rest = [each for each in left if each != card]
    good = []
    for number in range(1, min(len(piles) + 1, laying.most_piles) + 1):
        grown = [*piles, []] if number > len(piles) else list(piles)
        grown[number - 1] = [*grown[number - 1], card]
        if can_become_good(laying, grown, rest):
            good.append(number)
    return good


def whole_piles(seen: View, parts: tuple[Part, ...]) -> tuple[Cards, ...] | None:
    if len(parts) != 2 * len(laying_seen(seen).to_lay):
        return None
    return tuple(tuple(pile) for pile in piles_of(parts))


def _layout(seen: View, parts: tuple[Part, ...]) -> Action | None:
    piles = whole_piles(seen, parts)
    return None if piles is None else LayOut(piles)


def _split(seen: View, parts: tuple[Part, ...]) -> Action | None:
    piles = whole_piles(seen, parts)
    return None if piles is None else SplitPile(piles)


def tried_piles(seen: View, parts: tuple[Part, ...]) -> tuple[Cards, ...]:
    """The piles of parts of which the last is not offered, with all that is left on the first pile. As no way to go on
    is legal, the reason against this one will do."""
    piles: list[list[CardId]] = [[]]
    held: list[CardId] = []
    for part in parts:
        if isinstance(part, CardPart):
            held.append(part.card)
        elif isinstance(part, PilePart):
            piles += [[] for _ in range(len(piles), part.pile)]
            piles[part.pile - 1] += held
            held = []
    named = {*held, *(card for pile in piles for card in pile)}
    piles[0] += [*held, *(card for card in laying_seen(seen).to_lay if card not in named)]
    return tuple(tuple(pile) for pile in piles)


def most_cards_drawn(options: Options, seats: int) -> int:
    """With every card that draws more triggered in one round."""
    cards = card_list(options)
    more = [card for card in deck_of(options) if card in cards.actions and cards[card].kind is Kind.DRAW_MORE]
    return min(CARDS_DRAWN_A_PLAYER * seats + MORE_CARDS_DRAWN * len(more), len(deck_of(options)))


def numbered_layout_parts(options: Options, seats: int) -> Sequence[Part]:
    cards: list[Part] = [CardPart(card) for card in deck_of(options)]
    return [*cards, *(PilePart(place) for place in range(1, seats + 1))]


def numbered_split_parts(options: Options, seats: int) -> Sequence[Part]:
    cards: list[Part] = [CardPart(card) for card in deck_of(options)]
    return [*cards, *(PilePart(place) for place in range(1, most_cards_drawn(options, seats) + 1))]


# -- Triggers -------------------------------------------------------------------------------------------------------
def trigger_choices(seen: View, parts: tuple[Part, ...]) -> Sequence[Part]:
    return () if seen.reach is None else next_parts(seen.reach, parts)


def _trigger(seen: View, parts: tuple[Part, ...]) -> Action | None:
    return trigger_of(parts) if parts and not trigger_choices(seen, parts) else None


def _tried_trigger(seen: View, parts: tuple[Part, ...]) -> Action | None:
    return trigger_of(parts) if isinstance(parts[0], CardPart) else None


def numbered_trigger_parts(options: Options, seats: int) -> Sequence[Part]:
    deck, actions = deck_of(options), card_list(options).actions
    cards: list[Part] = [CardPart(card) for card in deck if card in actions]
    if not cards:
        return ()
    return [
        *cards,
        *(PilePart(place) for place in range(most_cards_drawn(options, seats) + 1)),
        *(ColourPart(colour) for colour in COLOURS),
        *(SeatPart(seat) for seat in all_seats(seats)),
        *(PlacePart(place) for place in range(1, len(deck) + 1)),
    ]


# -- For the contract -----------------------------------------------------------------------------------------------
def part_text(part: Part) -> str:
    match part:
        case CardPart(card):
            return card
        case PilePart(pile):
            return f"pile {pile}" if pile else "empty space"
        case SeatPart(seat):
            return f"player {seat + 1}"
        case PlacePart(place):
            return f"card {place}"
        case ColourPart(colour):
            return colour.value


LAYOUT: Builder[Options, View, Action, Part] = Builder(
    name="layout",
    is_offered=lambda seen: seen.phase is Phase.LAYOUT and seen.viewer in seen.asked,
    choices=laying_choices,
    finish=_layout,
    attempt=lambda seen, parts: LayOut(tried_piles(seen, parts)),
    text=part_text,
    numbered=numbered_layout_parts,
)
SPLIT: Builder[Options, View, Action, Part] = Builder(
    name="split",
    is_offered=lambda seen: seen.phase is Phase.SPLIT and seen.viewer in seen.asked,
    choices=laying_choices,
    finish=_split,
    attempt=lambda seen, parts: SplitPile(tried_piles(seen, parts)),
    text=part_text,
    numbered=numbered_split_parts,
)
TRIGGER: Builder[Options, View, Action, Part] = Builder(
    name="trigger",
    is_offered=lambda seen: seen.reach is not None,
    choices=trigger_choices,
    finish=_trigger,
    attempt=_tried_trigger,
    text=part_text,
    numbered=numbered_trigger_parts,
)
BUILDERS = (LAYOUT, SPLIT, TRIGGER)
