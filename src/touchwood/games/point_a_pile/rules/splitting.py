"""What is a good layout or a good split, and whether one that is begun can still become good.

`Laying` is what both need to know of the table. It can be made from a state and from a view alike, so the rules and the
builders ask the same questions.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property

from touchwood.core.refusals import Refusal
from touchwood.games.point_a_pile.cards import CardId, CardList
from touchwood.games.point_a_pile.state import Cards


@dataclass(frozen=True)
class Laying:
    """Cards to be laid into piles."""

    cards: CardList
    to_lay: Cards
    fewest_piles: int
    most_piles: int
    shy_pile_limit: int

    @cached_property
    def is_free_of_shy_rules(self) -> bool:
        """8.4, 8.5: where every card is shy there is no other way."""
        return all(card in self.cards.shy for card in self.to_lay)

    @cached_property
    def has_shy(self) -> bool:
        return not self.cards.shy.isdisjoint(self.to_lay)

    def is_shy(self, card: CardId) -> bool:
        return card in self.cards.shy

    def is_too_large(self, pile: Sequence[CardId]) -> bool:
        """8.5: too many cards under a shy top."""
        return 0 < self.shy_pile_limit < len(pile) and self.is_shy(pile[-1])


def to_lay_out(cards: CardList, drawn: Cards, players: int, shy_pile_limit: int) -> Laying:
    """2.5: one to as many piles as players, and none empty."""
    return Laying(cards, drawn, 1, min(players, len(drawn)), shy_pile_limit)


def to_split(cards: CardList, contested: Cards, shy_pile_limit: int) -> Laying:
    """2.9: two or more piles, and none empty."""
    return Laying(cards, contested, 2, len(contested), shy_pile_limit)


# -- Whole layouts --------------------------------------------------------------------------------------------------
def why_not_piles(laying: Laying, piles: tuple[Cards, ...]) -> Refusal | None:
    if not all(piles):
        return Refusal("empty_pile", "2.5")
    if sorted(card for pile in piles for card in pile) != sorted(laying.to_lay):
        return Refusal("other_cards", "2.5", {"cards": laying.to_lay})
    if not laying.fewest_piles <= len(piles) <= laying.most_piles:
        facts = {"fewest": laying.fewest_piles, "most": laying.most_piles}
        code = "wrong_number_of_piles" if laying.fewest_piles < laying.most_piles else "exact_number_of_piles"
        return Refusal(code, "2.9" if laying.fewest_piles > 1 else "2.5", {**facts})
    if laying.is_free_of_shy_rules:
        return None
    if all(laying.is_shy(pile[-1]) for pile in piles):
        return Refusal("all_tops_shy", "8.4")
    if any(laying.is_too_large(pile) for pile in piles):
        return Refusal("shy_pile_too_large", "8.5", {"limit": laying.shy_pile_limit})
    return None


# -- Layouts begun --------------------------------------------------------------------------------------------------
def can_become_good(laying: Laying, piles: Sequence[Sequence[CardId]], left: Collection[CardId]) -> bool:
    """Whether some way to lay the cards that are left onto these piles, or onto new ones, makes a good layout.

    With a card left that is not shy, all shy ones can go below it. Without, the tops stay as they are or become shy.
    """
    if len(piles) > laying.most_piles:
        return False
    missing = max(0, laying.fewest_piles - len(piles))
    if laying.is_free_of_shy_rules or not laying.has_shy:
        return len(left) >= missing
    too_large = [pile for pile in piles if laying.is_too_large(pile)]
    # Each pile that is too large needs a cover, each pile that is missing a card of its own.
    covers = [card for card in left if not laying.is_shy(card)]
    if covers:
        return len(covers) >= len(too_large) and len(left) >= missing + len(too_large)
    open_tops = [pile for pile in piles if not laying.is_shy(pile[-1])]
    return bool(open_tops) and not too_large and len(left) >= missing and len(left) <= _room(laying, piles)


def _room(laying: Laying, piles: Sequence[Sequence[CardId]]) -> int:
    """How many shy cards can be laid so that one top stays that is not shy."""
    new_piles = laying.most_piles - len(piles)
    limit = laying.shy_pile_limit
    if not limit:
        return 10_000 if len(piles) + new_piles > 1 else 0
    rooms = [max(0, limit - len(pile)) for pile in piles]
    kept = min(room for room, pile in zip(rooms, piles, strict=True) if not laying.is_shy(pile[-1]))
    return sum(rooms) - kept + new_piles * limit


# -- Out of time ----------------------------------------------------------------------------------------------------
def one_pile(laying: Laying) -> tuple[Cards, ...]:
    """11.1: in the order drawn; under a shy top the last card that is not shy is moved to the top."""
    cards = laying.to_lay
    open_cards = [card for card in cards if not laying.is_shy(card)]
    if not open_cards or cards[-1] == open_cards[-1]:
        return (cards,)
    top = open_cards[-1]
    return ((*(card for card in cards if card != top), top),)


def cut_in_the_middle(laying: Laying) -> tuple[Cards, ...]:
    """11.2: the bottom part first, with the odd card; if that is refused every card is a pile."""
    middle = (len(laying.to_lay) + 1) // 2
    halves = (laying.to_lay[:middle], laying.to_lay[middle:])
    if why_not_piles(laying, halves) is None:
        return halves
    return tuple((card,) for card in laying.to_lay)


def with_the_rest(laying: Laying, begun: tuple[Cards, ...], touched: int | None) -> tuple[Cards, ...] | None:
    """11.6: the rest goes onto the pile touched last, in the order drawn; None: nothing is laid, or that is refused."""
    laid = {card for pile in begun for card in pile}
    rest = tuple(card for card in laying.to_lay if card not in laid)
    goes_on = _pile_touched_last(begun, touched)
    piles = (pile + rest if place == goes_on else pile for place, pile in enumerate(begun, 1))
    whole = tuple(pile for pile in piles if pile)
    return whole if why_not_piles(laying, whole) is None else None


def _pile_touched_last(begun: tuple[Cards, ...], touched: int | None) -> int | None:
    """Counted from 1. The last one where it is not said, or where nothing lies there; None: there is no pile."""
    places = [place for place, pile in enumerate(begun, 1) if pile]
    return touched if touched in places else (places[-1] if places else None)
