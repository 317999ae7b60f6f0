"""States and views of TAG as rows of its kernel."""

from collections.abc import Iterable

from touchwood.core.kernel import NOBODY, Kernel
from touchwood.games.tag import kernel, kernel_bots
from touchwood.games.tag.options import Options
from touchwood.games.tag.rules.cards import NUMBER_OF
from touchwood.games.tag.rulings import asks_for_gool
from touchwood.games.tag.sampling import unseen_cards
from touchwood.games.tag.state import KINDS, Counts, Kind, Phase, Player, State
from touchwood.games.tag.view import SeenPlayer, View
from touchwood.games.tag.weights import WEIGHTS, WORTH, in_tables

COVERED_VERSIONS = (1, 2)
_PHASES = tuple(Phase)


def covers(options: Options, seats: int, version: int) -> bool:
    return version in COVERED_VERSIONS


def columns(options: Options, seats: int) -> int:
    return kernel.DISCARD_PILE + sum(options.deck.counts)


def pack(state: State) -> list[int]:
    row = _open_row(state, state.turn, state.deck)
    for seat, player in enumerate(state.players):
        _put_hand(row, seat, player.hand)
    return row


def know(seen: View) -> list[int]:
    """Hidden hands hold their known cards only, the deck all cards whose place is unknown."""
    turn = 0 if seen.turn is None else seen.turn
    row = _open_row(seen, turn, unseen_cards(seen))
    for seat, player in enumerate(seen.players):
        _put_hand(row, seat, player.taken if player.hand is None else player.hand)
        row[kernel.player_at(seat) + kernel.HAND_SIZE] = player.hand_size
    return row


def _open_row(open_to_all: State | View, turn: int, deck: Counts) -> list[int]:
    """All but the hands."""
    options = open_to_all.options
    row = [0] * columns(options, len(open_to_all.players))
    row[kernel.SEATS] = len(open_to_all.players)
    row[kernel.PHASE] = _PHASES.index(open_to_all.phase)
    row[kernel.TURN] = turn
    row[kernel.IT] = _seat(open_to_all.it)
    row[kernel.TAGGER] = _seat(open_to_all.tagger)
    row[kernel.FREEZER] = _seat(open_to_all.freezer)
    row[kernel.IS_RETURN] = open_to_all.is_return_turn
    row[kernel.DRAWS_LEFT] = open_to_all.draws_left
    row[kernel.HAS_PLAYED] = open_to_all.has_played
    row[kernel.STREAK] = open_to_all.streak
    row[kernel.TURNS] = open_to_all.turns
    row[kernel.DECK_SIZE] = sum(deck)
    row[kernel.DISCARD_SIZE] = len(open_to_all.discard)
    row[kernel.CARDS] = sum(options.deck.counts)
    row[kernel.ASKS] = asks_for_gool(open_to_all)
    row[kernel.GOOL_CHAIN] = options.gool_chain
    row[kernel.FROZEN_COUNT] = options.frozen_turns_count
    row[kernel.STALL_AFTER] = options.stall_after
    row[kernel.SHOWS_TAKEN] = options.show_taken
    row[kernel.BREAKS_TIES] = options.tie_break == "it_then_tags"
    row[kernel.DECK : kernel.DECK + len(KINDS)] = deck
    row[kernel.OUT : kernel.OUT + len(KINDS)] = open_to_all.out
    players: tuple[Player | SeenPlayer, ...] = open_to_all.players
    for seat, player in enumerate(players):
        at = kernel.player_at(seat)
        _count(row, at + kernel.TAKEN, player.taken)
        row[at + kernel.FRONT] = sum(1 << NUMBER_OF[letter] for letter in player.front)
        row[at + kernel.SETS] = player.sets
        row[at + kernel.TAGS] = player.tags
    pile = [NUMBER_OF[kind] for kind in open_to_all.discard]
    row[kernel.DISCARD_PILE :] = pile + [NOBODY] * (len(row) - kernel.DISCARD_PILE - len(pile))
    return row


def _put_hand(row: list[int], seat: int, hand: tuple[Kind, ...]) -> None:
    _count(row, kernel.player_at(seat) + kernel.HAND, hand)
    row[kernel.player_at(seat) + kernel.HAND_SIZE] = len(hand)


def _count(row: list[int], at: int, cards: Iterable[Kind]) -> None:
    for kind in cards:
        row[at + NUMBER_OF[kind]] += 1


def _seat(seat: int | None) -> int:
    return NOBODY if seat is None else seat


KERNEL: Kernel[Options, State, View] = Kernel(
    modules=(kernel, kernel_bots),
    covers=covers,
    columns=columns,
    pack=pack,
    know=know,
    most_choices=kernel.MOST_CHOICES,
    most_outcomes=kernel.KINDS,
    most_seen=100,
    tables=lambda options, seats: in_tables(WEIGHTS, WORTH),
)
