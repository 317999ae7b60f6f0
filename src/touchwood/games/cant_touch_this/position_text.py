"""Positions as text: the card, then, if clips lie there, whose they are and who is to move.

    1112B*
    SBPBBB
    PS**S1
    first N0x1
    second E1x1
    to-move first

Alone there is one line `placed N0x1 ...` instead. All lines after the card may be missing; `to-move` follows from the
clips and is checked against them. Lines are counted from 1, as editors do; rows and columns from 0, as clips do.
"""

from collections.abc import Sequence

from touchwood.core.refusals import InputError
from touchwood.core.seats import Seat
from touchwood.games.cant_touch_this.cards import Edition, parse_grid
from touchwood.games.cant_touch_this.codec import parse_clip
from touchwood.games.cant_touch_this.options import Options
from touchwood.games.cant_touch_this.rules.clips import Clip
from touchwood.games.cant_touch_this.rules.legality import why_not_clip
from touchwood.games.cant_touch_this.state import Phase, State, clips_in_all, with_clip

DUEL_WORDS = ("first", "second", "to-move")
SOLO_WORDS = ("placed",)


def parse_position(text: str, *, edition: Edition, is_solo: bool) -> State:
    """The position this text describes, as it stands when the next clip is to be placed."""
    rows, notes = split_rows(text)
    grid = parse_grid(rows, edition)
    check_words(notes, is_solo=is_solo)
    state = State(
        options=Options(edition=edition),
        seats=1 if is_solo else 2,
        phase=Phase.CLIP,
        grid=grid,
        first=None if is_solo else Seat(0),
    )
    # What cannot lie there at all is said first, before whose turn it would be.
    lay(state, [clip for whose in ("placed", "first", "second") for clip in read_clips(notes, whose)])
    return lay(state, read_clips(notes, "placed") if is_solo else clips_in_turn(notes))


Note = tuple[int, str, Sequence[str]]
"""A line after the card: its number, its first word, the others."""


def split_rows(text: str) -> tuple[list[str], list[Note]]:
    """The rows of the card, and the lines from the first one on that begins with a known word."""
    rows: list[str] = []
    notes: list[Note] = []
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        word, *others = line.split()
        if notes or word in DUEL_WORDS + SOLO_WORDS:
            notes.append((number, word, others))
        else:
            rows.append(line.strip())
    return rows, notes


def check_words(notes: Sequence[Note], *, is_solo: bool) -> None:
    seen: set[str] = set()
    for number, word, _ in notes:
        if word not in DUEL_WORDS + SOLO_WORDS:
            raise InputError("position_word", line=number, word=word)
        if word in seen:
            raise InputError("position_twice", line=number, word=word)
        if is_solo and word in DUEL_WORDS:
            raise InputError("position_is_solo", line=number, word=word)
        if not is_solo and word in SOLO_WORDS:
            raise InputError("position_is_duel", line=number)
        seen.add(word)


def read_clips(notes: Sequence[Note], whose: str) -> list[Clip]:
    return [read_clip(typed, number) for number, word, others in notes if word == whose for typed in others]


def read_clip(typed: str, number: int) -> Clip:
    try:
        return parse_clip(typed)
    except InputError:
        raise InputError("position_clip", line=number, clip=typed) from None


def clips_in_turn(notes: Sequence[Note]) -> list[Clip]:
    """2.5: the first player's and the second's in turns, so the first has as many or one more."""
    first, second = read_clips(notes, "first"), read_clips(notes, "second")
    if len(first) - len(second) not in (0, 1):
        raise InputError("position_counts", first=len(first), second=len(second))
    to_move = "first" if len(first) == len(second) else "second"
    for number, word, others in notes:
        if word != "to-move":
            continue
        named = " ".join(others)
        if named not in ("first", "second"):
            raise InputError("position_side", line=number, word=named)
        if named != to_move:
            raise InputError("position_turn", line=number, side=named, first=len(first), second=len(second))
    in_turn = [clip for pair in zip(first, second, strict=False) for clip in pair]
    return in_turn + first[len(second) :]


def lay(state: State, clips: Sequence[Clip]) -> State:
    """Clips onto the card, one after the other, if the rules let them lie there."""
    for clip in clips:
        if (refusal := why_not_clip(state, clip)) is not None:
            raise InputError(f"position_{refusal.code}", **refusal.facts)
        state = with_clip(state, clip)
    if len(clips) > clips_in_all(state.options):
        raise InputError("position_clips", clips=len(clips), most=clips_in_all(state.options))
    return state
