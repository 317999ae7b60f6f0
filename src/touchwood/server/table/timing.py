"""What time leads to at a table: answers are shown, clocks run out, bots stand in for absent people.

Pure: told the time and who has been away since when, it says what is due now, and when to ask again.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from touchwood.core.seats import Seat, Viewer
from touchwood.server.protocol import Pace, Phase
from touchwood.server.table.table import Table

ANSWER_TO_ONE_PERSON_SECONDS: Final = 1
"""With only one person at the table there is nobody to hide from; a bot's answer still takes a moment, and so does one
that was sealed while there were more."""
CONSENT_SECONDS: Final = 60
LEAVING_UNDONE_SECONDS: Final = 60
OBJECTION_SECONDS: Final = 15
"""How long the first phone of a seat may come back and object before a single friend's word counts."""
RECLAIM_SECONDS: Final = 600
"""How long it may take the seat back from another phone afterwards."""
HOST_AWAY_SECONDS: Final = 60
HURRY: Final = {Pace.RELAXED: 2.0, Pace.NORMAL: 1.0, Pace.BRISK: 0.5}
"""Of the time a game gives for a decision."""


@dataclass(frozen=True)
class AnswersShown:
    """The sealed answers enter the record; where there is none, the default."""

    seats: tuple[int, ...]


@dataclass(frozen=True)
class TimeOut:
    seat: int


@dataclass(frozen=True)
class ConsentOverdue:
    pass


@dataclass(frozen=True)
class GuestOverdue:
    pass


@dataclass(frozen=True)
class OtherPhoneUnopposed:
    """Somebody has vouched for who asks for their seat on another phone, and the first phone kept silent."""


@dataclass(frozen=True)
class StandInDue:
    seat: int


@dataclass(frozen=True)
class HostToFollow:
    seat: int


@dataclass(frozen=True)
class InvitedIsHere:
    """Somebody who was asked to play on has come, and that could not be written when they did."""

    seat: int


Due = (
    AnswersShown
    | TimeOut
    | ConsentOverdue
    | GuestOverdue
    | OtherPhoneUnopposed
    | StandInDue
    | HostToFollow
    | InvitedIsHere
)


@dataclass(frozen=True)
class Presence:
    """Who is there, as the process that serves the table sees it."""

    away_since: Mapping[int, int]
    """People's seats without a connection, and since when (milliseconds since 1970)."""
    serving_since: int
    """When this process took the table up; nobody's time runs out in the first moments after that."""
    back_since: Mapping[int, int] = field(default_factory=dict)
    """Seats whose people were away and came back, and when."""


def answer_seconds(table: Table, seat: int) -> int | None:
    """How long after the question this seat's answer is shown; None: when it is given."""
    play = table.play
    if play is None:
        return None
    seconds = play.game.answer_shown_after(play.position.state)
    if seconds is None or table.persons > 1:
        return seconds
    return ANSWER_TO_ONE_PERSON_SECONDS if table.seating.is_automatic(seat) or seat in play.sealed else None


def clock_seconds(table: Table, viewer: Viewer) -> float | None:
    """Time for a decision, as the viewer knows it; None: there is no clock."""
    play, settings = table.play, table.seating.settings
    if play is None or settings.clock_seconds is not None:
        return settings.clock_seconds
    game = play.game
    if settings.pace is None and game.window_seconds is None:
        return None
    view = game.view(play.position.state, viewer)
    if settings.pace is None:
        return None if game.window_seconds is None else game.window_seconds(view)
    return game.thinking_seconds(view) * HURRY[settings.pace]


def deadlines(table: Table, presence: Presence, *, grace_ms: int) -> Iterator[tuple[int, Due]]:
    """What will be due, and when, if nothing happens before. Times of the match stand still where the table does."""
    seating, play = table.seating, table.play
    if play is not None and not table.is_time_stopped and not play.is_over:
        # The table's own time runs behind the real one by as long as it has stood still.
        behind = -table.table_time(0)
        shown: dict[int, list[int]] = {}
        for seat, asked_at in play.asked_at.items():
            seconds = answer_seconds(table, seat)
            if seconds is not None:
                due = _with_grace(asked_at + behind, seconds, presence, grace_ms)
                shown.setdefault(due, []).append(seat)
            elif not seating.is_automatic(seat) and (limit := clock_seconds(table, Seat(seat))) is not None:
                due = _with_grace(asked_at + behind, limit, presence, grace_ms)
                yield _waiting_for_the_lost(table, seat, due, presence, grace_ms), TimeOut(seat)
        for due, seats in shown.items():
            yield due, AnswersShown(tuple(sorted(seats)))
    if seating.take_back is not None:
        yield seating.take_back.at + CONSENT_SECONDS * 1_000, ConsentOverdue()
    if seating.guest is not None:
        yield seating.guest.at + CONSENT_SECONDS * 1_000, GuestOverdue()
        is_vouched_for = seating.guest.is_own_seat and seating.guest.consented and not table.is_person_hushed
        if is_vouched_for and seating.guest.seat in presence.away_since:
            yield seating.guest.at + OBJECTION_SECONDS * 1_000, OtherPhoneUnopposed()
    if seating.phase is Phase.LOBBY:
        here = [seat for seat in seating.people if seat not in presence.away_since]
        yield from ((presence.serving_since, InvitedIsHere(seat)) for seat in here if seating.seats[seat].is_invited)
    if presence.away_since:
        yield from _absences(table, presence)


def _with_grace(asked: int, seconds: float, presence: Presence, grace_ms: int) -> int:
    """After a restart players get a moment to come back, at most their whole time."""
    whole = round(seconds * 1_000)
    return max(asked + whole, presence.serving_since + min(grace_ms, whole))


def _waiting_for_the_lost(table: Table, seat: int, due: int, presence: Presence, grace_ms: int) -> int:
    """Where a game says what a lost connection leads to, the clock waits for it: in all until a bot stands in."""
    play, stand_in_after = table.play, table.seating.settings.stand_in_after_seconds
    if play is None or play.game.absent_action is None or stand_in_after is None:
        return due
    wait = stand_in_after * 1_000
    until = presence.back_since.get(seat, 0) + grace_ms
    if seat in presence.away_since:
        until = presence.away_since[seat] + wait
    return max(due, min(until, due + wait))


def _absences(table: Table, presence: Presence) -> Iterator[tuple[int, Due]]:
    seating = table.seating
    somebody = [seat for seat in seating.people if seat not in presence.away_since]
    # With nobody there the table rests.
    if not somebody:
        return
    stand_in_after = seating.settings.stand_in_after_seconds
    if seating.phase is Phase.PLAYING and stand_in_after is not None:
        for seat, since in presence.away_since.items():
            if seat in seating.people and not seating.seats[seat].has_stand_in:
                yield since + stand_in_after * 1_000, StandInDue(seat)
    host = seating.host
    if host is not None and host in presence.away_since and seating.phase is not Phase.OVER:
        later = [seat for seat in somebody if seat > host]
        yield presence.away_since[host] + HOST_AWAY_SECONDS * 1_000, HostToFollow((later or somebody)[0])
