"""A view of Tactile Crane Championship drawn as text, 80 columns wide: for terminals, playthroughs and tests.

    Player  Won  Mult  Cards  L/=/H  Peeks  Bet
▸ 1 You      12     1     32  1/0/0      0
  2 Bo        7     0      7  0/0/1      0  has bet

All words are the catalogue's. Feelings and looks are numbers here, in cards; a page must never show them so.
"""

from collections.abc import Iterator

from touchwood.core.cells import capitalised, cell_len, cut, left, right
from touchwood.core.seats import Seat
from touchwood.core.words import Words
from touchwood.games.tactile_crane.cards import BET_CARDS, FINGERS, Face
from touchwood.games.tactile_crane.rules.ending import TURN_LIMIT
from touchwood.games.tactile_crane.rules.hand import CARD
from touchwood.games.tactile_crane.rules.seating import TURNS_EACH
from touchwood.games.tactile_crane.state import Phase
from touchwood.games.tactile_crane.view import SeenPlayer, View

_NAME_WIDTH = 12
_WIDTH = 80
_CALLS_SHOWN = 6


def picture(seen: View, words: Words) -> str:
    lines = [*_table(seen, words), "", *_middle(seen, words), *_turn(seen, words), "", *_awaited(seen, words)]
    return "\n".join(cut(line.rstrip(), _WIDTH) for line in lines)


# -- The players ------------------------------------------------------------------------------------------------------
def _table(seen: View, words: Words) -> Iterator[str]:
    codes = ["player", "won", "multipliers", "cards", "record", "peeks", "bet"]
    if _is_duel(seen):
        codes.insert(4, "achieved")
    headings = [words.label(code) for code in codes]
    rows = [_row(seen, Seat(seat), player, words) for seat, player in enumerate(seen.players)]
    widths = [max(cell_len(row[column]) for row in (headings, *rows)) for column in range(len(headings))]
    yield "    " + _aligned(headings, widths)
    for seat, row in enumerate(rows):
        yield f"{'▸' if seat == seen.challenger else ' '} {seat + 1} {_aligned(row, widths)}"


def _row(seen: View, seat: Seat, player: SeenPlayer, words: Words) -> list[str]:
    record = player.challenges
    cells = [
        cut(capitalised(words.seat(seat)), _NAME_WIDTH),
        str(player.won),
        str(player.multipliers),
        str(player.cards),
        f"{record.low}/{record.exact}/{record.high}",
        str(player.peeks),
        _bet(player, words),
    ]
    if _is_duel(seen):
        achieved = [
            words.word(bet) for bet, count in zip(BET_CARDS, player.achieved, strict=True) for _ in range(count)
        ]
        cells.insert(4, " ".join(achieved) or "·")
    return cells


def _bet(player: SeenPlayer, words: Words) -> str:
    if player.bet is not None:
        return words.word(player.bet)
    return words.label("has_bet") if player.has_bet else ""


def _is_duel(seen: View) -> bool:
    return len(seen.players) == 2


def _aligned(row: list[str], widths: list[int]) -> str:
    """The name and the bet to the left, what lies between to the right."""
    return "  ".join(
        left(cell, width) if column in (0, len(row) - 1) else right(cell, width)
        for column, (cell, width) in enumerate(zip(row, widths, strict=True))
    )


# -- The middle -------------------------------------------------------------------------------------------------------
def _middle(seen: View, words: Words) -> Iterator[str]:
    is_grabbed_from = seen.face is not None and seen.counted is None
    yield words.label("deck_with_grab" if is_grabbed_from else "deck", count=seen.deck)
    yield words.label("jackpot" if _is_duel(seen) else "jackpots", cards=" · ".join(map(str, seen.jackpots)))
    yield words.label("multipliers_left", count=seen.multipliers, cards=seen.options.multiplier)
    if seen.phase is Phase.OVER:
        return
    if seen.tied:
        yield words.label("extra_turn", seats=seen.tied)
    elif _is_duel(seen):
        yield words.label("turn_at_most", turn=seen.turns + 1, turns=TURN_LIMIT)
    else:
        yield words.label("turn", turn=seen.turns + 1, turns=TURNS_EACH * len(seen.players))


def _turn(seen: View, words: Words) -> Iterator[str]:
    if seen.face is None:
        yield from _last(seen, words)
        return
    yield ""
    face = seen.face
    yield words.label("card", number=face.number, finger=face.finger, picture=_fingers(face))
    if seen.counted is not None:
        yield words.label("counted", held=seen.counted, number=face.number)
    elif seen.phase not in (Phase.EYES, Phase.BETS, Phase.GAIN):
        holding = words.label("holding" if seen.is_holding else "empty_hand")
        label = "grabs" if seen.options.patience else "grabs_without_limit"
        yield words.label(label, spent=seen.spent, most=seen.options.patience, holding=holding)
    for number, felt in enumerate(seen.felt, start=1):
        if felt.feel is not None:
            yield words.label("felt", number=number, pinch=felt.pinch, feel=_in_cards(felt.feel))
    for number, look in enumerate(seen.looks, start=1):
        yield words.label("looked", number=number, look=_in_cards(look))
    for call in seen.calls[-_CALLS_SHOWN:]:
        if call.call is not None:
            yield words.label("call", seat=call.seat, call=call.call)
        else:
            yield words.label("words", seat=call.seat, words=call.words)


def _last(seen: View, words: Words) -> Iterator[str]:
    last = seen.last
    if last is None:
        return
    if last.held is None:
        yield words.label("last_without_outcome", seat=last.challenger)
    else:
        yield words.label("last", seat=last.challenger, held=last.held, number=last.face.number)


def _fingers(face: Face) -> str:
    """The five fingers from the thumb, the barred one crossed out: | | x | |"""
    return " ".join("x" if finger is face.finger else "|" for finger in FINGERS)


def _in_cards(thousandths: int) -> str:
    """In cards with one decimal, rounded half up."""
    tenths = (thousandths + CARD // 20) // (CARD // 10)
    return f"{tenths // 10}.{tenths % 10}"


def _awaited(seen: View, words: Words) -> Iterator[str]:
    if seen.winners is not None:
        yield words.label("winners", count=len(seen.winners), seats=seen.winners)
    elif seen.phase in (Phase.EYES, Phase.BETS, Phase.GRAB, Phase.JACKPOT):
        voice = "you" if seen.challenger == seen.viewer else "they"
        yield words.label(f"{seen.phase.value}.{voice}", seat=seen.challenger)
    else:
        yield words.label(seen.phase.value)
