"""The group's evening: who has won how much over all its matches. It goes from table to table in their first lines.

People are known by their tokens, which go with them; bots by their names.
"""

from fractions import Fraction
from typing import Final

from touchwood.server.protocol import EveningShown
from touchwood.server.table.log import Evening, EveningScore, SeatHeld
from touchwood.server.table.seating import Seating
from touchwood.server.table.table import Table

MOST_SCORES: Final = 60
MOST_TABLES: Final = 100
"""What goes from table to table has a bound, or it would grow with every match of a group that never goes to bed."""


def evening_so_far(table: Table) -> Evening:
    """With this table's match, once it is over."""
    before, play = table.seating.evening, table.play
    if play is None or not play.is_closed:
        return before
    scores = {_key(score.name, score.token_hash): score for score in before.scores}
    for seat, share in zip(table.seating.seats, play.game.returns(play.position.state), strict=True):
        if seat.is_left and seat.bot is not None:
            continue
        old = scores.get(_key(seat.name, seat.token_hash))
        shares, matches = (Fraction(old.shares), old.matches) if old is not None else (Fraction(0), 0)
        new = EveningScore(seat.name, seat.token_hash, str(shares + share), matches + 1)
        scores[_key(seat.name, seat.token_hash)] = new
    return Evening((*before.tables, table.id)[-MOST_TABLES:], _newest(scores, table.seating))


def _newest(scores: dict[str, EveningScore], seating: Seating) -> tuple[EveningScore, ...]:
    """Of those who are not here any more, the first to come are the first to be forgotten."""
    here = {_key(seat.name, seat.token_hash) for seat in (*seating.seats, *seating.looking_on)}
    gone = [key for key in scores if key not in here]
    forgotten = set(gone[: max(0, len(scores) - MOST_SCORES)])
    return tuple(score for key, score in scores.items() if key not in forgotten)


def evening_shown(table: Table, seating: Seating) -> tuple[EveningShown, ...]:
    """Most first, and who has sat here longest first among equals."""
    by_key = {_key(seat.name, seat.token_hash): number for number, seat in enumerate(seating.seats)}
    shown = [
        EveningShown(score.name, by_key.get(_key(score.name, score.token_hash)), score.shares, score.matches)
        for score in evening_so_far(table).scores
    ]
    return tuple(sorted(shown, key=lambda each: -Fraction(each.shares)))


def _key(name: str, token_hash: str | None) -> str:
    return f"bot {name}" if token_hash is None else token_hash


def group_of(seating: Seating) -> tuple[SeatHeld, ...]:
    """Everybody who is asked to play on: those who played to the end, then those who looked on."""
    played = (seat for seat in seating.seats if seat.bot is None or not seat.is_left)
    return (*played, *seating.looking_on)
