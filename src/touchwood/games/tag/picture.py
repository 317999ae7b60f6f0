"""A view of TAG drawn as text, 80 columns wide: for terminals, playthroughs and tests. All words are the catalogue's.

    Player       Hand         Front  Sets  TAG  Points
▸ 1 You          ▒▒▒ T        T·G       1    0       1
  2 Bo           ▒▒▒          ···       0    2      -1  IT
"""

from collections.abc import Iterator

from touchwood.core.cells import capitalised, cell_len, cut, left, right
from touchwood.core.seats import SPECTATOR, Seat
from touchwood.core.words import Words
from touchwood.games.tag.rules.ending import TURN_LIMIT
from touchwood.games.tag.state import KINDS, LETTERS, Phase
from touchwood.games.tag.view import SeenPlayer, View, own_hand

_NAME_WIDTH = 12
_HAND_WIDTH = 30
_DISCARDS_SHOWN = 8
_BACK = "▒"
_NOTHING = "·"


def picture(seen: View, words: Words) -> str:
    lines = [*_table(seen, words), "", *_piles(seen, words), *_notices(seen, words)]
    if seen.viewer is not SPECTATOR:
        hand = "  ".join(words.word(kind) for kind in own_hand(seen)) or _NOTHING
        lines += ["", words.label("own_hand", hand=hand)]
    lines += ["", *_awaited(seen, words)]
    return "\n".join(line.rstrip() for line in lines)


# -- The players --------------------------------------------------------------------------------------------------
def _table(seen: View, words: Words) -> Iterator[str]:
    headings = [words.label(code) for code in ("player", "hand", "front", "sets", "tags", "points")]
    rows = [_row(seen, Seat(seat), player, words) for seat, player in enumerate(seen.players)]
    widths = [max(cell_len(row[column]) for row in (headings, *rows)) for column in range(len(headings))]
    yield "    " + _aligned(headings, widths)
    for seat, row in enumerate(rows):
        marker = "▸" if seat == seen.asked else " "
        it = f"  {words.word('IT')}" if seat == seen.it else ""
        yield f"{marker} {seat + 1} {_aligned(row, widths)}{it}"


def _row(seen: View, seat: Seat, player: SeenPlayer, words: Words) -> list[str]:
    front = "".join(words.word(letter) if letter in player.front else _NOTHING for letter in LETTERS)
    numbers = (player.sets, player.tags, player.points)
    name = cut(capitalised(words.seat(seat)), _NAME_WIDTH)
    return [name, cut(_hand(seen, player, words), _HAND_WIDTH), front, *map(str, numbers)]


def _hand(seen: View, player: SeenPlayer, words: Words) -> str:
    """Backs and known cards; when the game is over, all of them."""
    is_over = seen.phase is Phase.OVER
    known = player.hand or () if is_over else player.taken
    backs = _BACK * (player.hand_size - len(known))
    return " ".join([*([backs] if backs else []), *(words.word(kind) for kind in known)]) or _NOTHING


def _aligned(row: list[str], widths: list[int]) -> str:
    """Words to the left, the three numbers to the right."""
    first_number = len(row) - 3
    return "  ".join(
        right(cell, width) if column >= first_number else left(cell, width)
        for column, (cell, width) in enumerate(zip(row, widths, strict=True))
    )


# -- The middle ---------------------------------------------------------------------------------------------------
def _piles(seen: View, words: Words) -> Iterator[str]:
    shown = [words.word(kind) for kind in seen.discard[-_DISCARDS_SHOWN:]]
    if shown:
        shown[-1] = f"[{shown[-1]}]"
    if len(seen.discard) > _DISCARDS_SHOWN:
        shown.insert(0, "…")
    yield words.label("deck", count=seen.deck_size)
    yield words.label("discard", count=len(seen.discard), cards=" ".join(shown) or _NOTHING)
    out = [f"{words.word(kind)} {count}" for kind, count in zip(KINDS, seen.out, strict=True) if count]
    if out:
        yield words.label("out", cards=", ".join(out))


def _notices(seen: View, words: Words) -> Iterator[str]:
    if seen.it is None:
        yield words.label("it_in_middle")
    if seen.freezer is not None:
        yield _voiced("freeze", seen.freezer, seen, words)
    if seen.is_return_turn and seen.phase in (Phase.RETURN_DRAW, Phase.DRAW):
        yield words.label("draws_left", count=seen.draws_left)
    if seen.is_stalling:
        yield words.label("stalling")
    if seen.discards_to_end is not None:
        yield words.label("discards_to_end", count=seen.discards_to_end)
    elif seen.streak and seen.phase is not Phase.OVER:
        yield words.label("streak", count=seen.streak)
    if seen.options.stall_after == 0 and seen.phase is not Phase.OVER:
        yield words.label("turn_limit", turn=seen.turns + 1, limit=TURN_LIMIT)


def _awaited(seen: View, words: Words) -> Iterator[str]:
    if seen.winners is not None:
        yield words.label("winners", count=len(seen.winners), seats=seen.winners)
    elif seen.asked is not None:
        is_frozen_turn = seen.phase is Phase.CHOOSE_CARD and seen.freezer not in (None, seen.turn)
        yield _voiced("frozen_discard" if is_frozen_turn else seen.phase.value, seen.asked, seen, words)
    else:
        yield words.label(seen.phase.value)


def _voiced(code: str, seat: Seat, seen: View, words: Words) -> str:
    """The label that speaks to the viewer, or the one that speaks about a seat."""
    tagger = {} if seen.tagger is None else {"tagger": seen.tagger}
    return words.label(f"{code}.{'you' if seat == seen.viewer else 'they'}", seat=seat, **tagger)
