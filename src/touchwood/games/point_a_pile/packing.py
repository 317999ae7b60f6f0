"""States and views of Point-a-Pile as rows of its kernel.

Covered are the base game and the memory variant, with any cards of the base game's kinds. Not covered, and played on
the rules alone: Point-a-Police (what a rule forbids depends on all fingers), Complete-a-Mission and Dont-a-Touchme
(more kinds of cards, each with a question of its own), Wait-a-Minute (windows, battles, rounds begun anew).
"""

from collections.abc import Sequence
from functools import lru_cache

from msgspec.structs import astuple

from touchwood.core.kernel import NOBODY, Kernel
from touchwood.games.point_a_pile import kernel, kernel_bots
from touchwood.games.point_a_pile.actions import Action, LayOut, SplitPile
from touchwood.games.point_a_pile.building import most_cards_drawn
from touchwood.games.point_a_pile.cards import COLOURS, CardId, CardSet, Kind
from touchwood.games.point_a_pile.options import Options, card_list, deck_of
from touchwood.games.point_a_pile.rules.reach import CardPart, Part, PilePart
from touchwood.games.point_a_pile.state import Cards, Phase, State
from touchwood.games.point_a_pile.view import View
from touchwood.games.point_a_pile.weights import WEIGHTS

COVERED_VERSIONS = (1, 2)
"""The second one differs in what expansions do."""
PHASES_OF_THE_BASE_GAME = (Phase.FIRST, Phase.DRAW, Phase.LAYOUT, Phase.POINTING, Phase.SPLIT, Phase.OVER)
_KINDS = (
    *(Kind.PLAIN, Kind.SCORE, Kind.COLOUR_MATCH, Kind.ALL_COLOURS, Kind.COLOUR_GROUP, Kind.COLOUR_COUNT),
    *(Kind.CARD_COUNT, Kind.TEXTLESS_MATCH, Kind.LAST_CARD, Kind.HEADPOINTER),
)
_MOST_CARDS = 300


def covers(options: Options, seats: int, version: int) -> bool:
    has_expansions = (
        options.point_a_police or options.complete_a_mission or options.dont_a_touchme or options.wait_a_minute
    )
    return version in COVERED_VERSIONS and not has_expansions and _is_of_base_cards(options)


@lru_cache(maxsize=64)
def _is_of_base_cards(options: Options) -> bool:
    cards = card_list(options)
    return all(cards[card].set is CardSet.BASE for card in deck_of(options))


def columns(options: Options, seats: int) -> int:
    return kernel.WHERE + len(deck_of(options))


def tables(options: Options, seats: int) -> list[int]:
    listed: list[int] = []
    for name in deck_of(options):
        card = card_list(options)[name]
        of_colour, colour = (NOBODY if each is None else COLOURS.index(each) for each in (card.of_colour, card.colour))
        listed += [_KINDS.index(card.kind), card.points or 0, card.needs or 0, of_colour, colour]
    return [*listed, *astuple(WEIGHTS)]


@lru_cache(maxsize=16)
def _numbers(options: Options) -> dict[CardId, int]:
    return {card: number for number, card in enumerate(deck_of(options))}


# -- Rows -----------------------------------------------------------------------------------------------------------
def pack(state: State) -> list[int]:
    row, numbers = _open_row(state, state.headpointer), _numbers(state.options)
    for seat, player in enumerate(state.players):
        _put_row(row, numbers, seat, player.row, len(player.row))
    _put_round(row, state.phase, state.round.fingers)
    return row


def know(seen: View) -> list[int]:
    """Of a row that was forgotten only the last card lies in it; what is unknown is in the deck."""
    row, numbers = _open_row(seen, 0 if seen.headpointer is None else seen.headpointer), _numbers(seen.options)
    for seat, player in enumerate(seen.players):
        known = player.row if player.row is not None else () if player.last is None else (player.last,)
        _put_row(row, numbers, seat, known, player.length)
    sealed = [
        kernel.HIDDEN if finger is None and seen.phase is Phase.POINTING and seat in seen.ready else finger
        for seat, finger in enumerate(seen.fingers)
    ]
    _put_round(row, seen.phase, sealed)
    return row


def _open_row(open_to_all: State | View, headpointer: int) -> list[int]:
    """All but the rows of the players, and the deck's size that they leave."""
    options, now = open_to_all.options, open_to_all.round if isinstance(open_to_all, State) else open_to_all
    numbers, seats, is_over = _numbers(options), len(open_to_all.players), open_to_all.phase is Phase.OVER
    row = [0] * columns(options, seats)
    row[kernel.SEATS] = seats
    row[kernel.PHASE] = PHASES_OF_THE_BASE_GAME.index(open_to_all.phase)
    row[kernel.HEADPOINTER] = headpointer
    row[kernel.ROUNDS] = open_to_all.rounds
    row[kernel.TO_DRAW] = now.to_draw
    row[kernel.DISCARD_SIZE] = len(open_to_all.discard)
    row[kernel.LEFT_TO_LAY] = len(now.hand)
    row[kernel.CARD_IN_HAND] = NOBODY
    row[kernel.CARDS] = len(numbers)
    row[kernel.TARGET] = options.target
    row[kernel.ROUND_LIMIT] = options.round_limit
    row[kernel.MOST_PLACES] = most_cards_drawn(options, seats)
    _put(row, numbers, open_to_all.discard, kernel.DISCARD)
    _put(row, numbers, now.hand, kernel.HAND)
    _put(row, numbers, now.aside, kernel.ASIDE)
    if is_over:
        for cards in (*(pile.cards for pile in now.piles), *(contest.cards for contest in now.contests)):
            _put(row, numbers, cards, kernel.ASIDE)
        return row
    row[kernel.AT_EMPTY] = _bits(now.at_empty)
    row[kernel.POINTERS] = _bits(now.pointers)
    row[kernel.ASIDE_SIZE] = len(now.aside)
    row[kernel.ASIDE_LAST] = numbers[now.aside[-1]] if now.aside else 0
    row[kernel.PILES] = len(now.piles)
    for pile in now.piles:
        _put(row, numbers, pile.cards, kernel.PILE + pile.place)
        row[kernel.TOPS + pile.place] = numbers[pile.cards[-1]]
    row[kernel.CONTESTS] = len(now.contests)
    for number, contest in enumerate(reversed(now.contests)):
        _put(row, numbers, contest.cards, kernel.CONTEST + number)
        row[kernel.CONTEST_SEATS + number] = _bits(contest.seats)
        row[kernel.CONTEST_SIZES + number] = len(contest.cards)
    if open_to_all.phase is Phase.SPLIT:
        row[kernel.LEFT_TO_LAY] = len(now.contests[0].cards)
    return row


def _put(row: list[int], numbers: dict[CardId, int], cards: Cards, where: int) -> None:
    for card in cards:
        row[kernel.WHERE + numbers[card]] = where


def _put_row(row: list[int], numbers: dict[CardId, int], seat: int, cards: Cards, length: int) -> None:
    _put(row, numbers, cards, kernel.ROW + seat)
    row[kernel.player_at(seat) + kernel.LENGTH] = length
    row[kernel.player_at(seat) + kernel.LAST] = numbers[cards[-1]] if cards else 0


def _put_round(row: list[int], phase: Phase, fingers: Sequence[int | None]) -> None:
    """What is left once the rows lie there: the deck, and the fingers."""
    row[kernel.DECK_SIZE] = row[kernel.WHERE :].count(kernel.DECK)
    for seat, finger in enumerate(fingers):
        row[kernel.FINGERS + seat] = kernel.NO_FINGER if finger is None or phase is Phase.OVER else finger


def _bits(seats: Sequence[int]) -> int:
    return sum(1 << seat for seat in seats)


# -- Composite actions ----------------------------------------------------------------------------------------------
def parts_of(action: Action) -> tuple[int, tuple[Part, ...]]:
    """Which builder makes this action, and of which parts."""
    assert isinstance(action, LayOut | SplitPile)
    parts: list[Part] = []
    for place, pile in enumerate(action.piles, start=1):
        for card in pile:
            parts += [CardPart(card), PilePart(place)]
    return (0 if isinstance(action, LayOut) else 1), tuple(parts)


KERNEL: Kernel[Options, State, View] = Kernel(
    modules=(kernel, kernel_bots),
    covers=covers,
    columns=columns,
    tables=tables,
    pack=pack,
    know=know,
    parts_of=parts_of,
    most_choices=_MOST_CARDS,
    most_outcomes=0,
    most_seen=_MOST_CARDS + 200,
)
