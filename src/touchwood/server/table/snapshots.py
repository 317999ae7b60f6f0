"""What each viewer is shown: the table, and the match as that viewer may know it.

This is the one way from the truth to the wire. A seat's snapshot is made from its view, its own legal actions, its
own sealed answer and its own stream; nothing here looks at whom else the table waits for.
"""

from functools import lru_cache
from typing import Any

import msgspec
from msgspec import UNSET, Raw, UnsetType
from msgspec.structs import replace

from touchwood.core.lesson import Asks
from touchwood.core.seats import SPECTATOR, Seat, Spectator, Viewer
from touchwood.games.discovery import find_game
from touchwood.match.dealer import CommittedDealer, ScriptedDealer
from touchwood.server import protocol
from touchwood.server.protocol import (
    ClockShown,
    GuestShown,
    LegalAction,
    LessonShown,
    NextTable,
    Phase,
    Result,
    SeatShown,
    Situation,
    TableShown,
    TakeBackShown,
)
from touchwood.server.table.evening import evening_shown
from touchwood.server.table.names import BADGES, badge_of, name_shown_at, names_shown
from touchwood.server.table.play import Play
from touchwood.server.table.seating import Seating
from touchwood.server.table.table import Table
from touchwood.server.table.timing import answer_seconds, clock_seconds


def table_shown(
    table: Table,
    viewer: Viewer,
    *,
    present: frozenset[int],
    watchers: int,
    coming: frozenset[int] = frozenset(),
    undecided: frozenset[int] = frozenset(),
) -> TableShown:
    """`present`: the seats with a connection. For a hushed viewer all are there and nobody watches: coming and going
    could be made to speak. `coming` and `undecided`: as they answer to where the group goes on."""
    seating = table.seating_for(viewer)
    if viewer in table.hushed:
        present, watchers = frozenset(range(len(seating.seats))), 0
    to_seat = viewer is not SPECTATOR
    pending = seating.take_back
    return TableShown(
        table=table.id,
        code=table.code if seating.is_open_to_others else "",
        game=seating.game,
        rules_version=seating.rules_version,
        phase=seating.phase,
        seats=tuple(
            SeatShown(
                name=name,
                badge=badge_of(seat),
                bot=seat.bot,
                is_present=seat.bot is not None or number in present,
                has_stand_in=seat.has_stand_in,
                is_muted=seat.is_muted,
                is_invited=seat.is_invited,
                sits_out=seat.sits_out,
            )
            for number, (name, seat) in enumerate(zip(names_shown(seating.seats), seating.seats, strict=True))
        ),
        host=seating.host,
        options=seating.options,
        settings=seating.settings,
        is_locked=seating.is_locked,
        is_paused=seating.is_paused,
        watchers=watchers,
        watch_key=seating.watch_key if to_seat and seating.settings.watching is not protocol.Watching.NOBODY else None,
        commitment=seating.commitment,
        entropy=tuple(entropy for _, entropy in seating.entropy),
        take_back=None if pending is None else TakeBackShown(pending.request, pending.seat, pending.consented),
        guest=_guest(seating),
        evening=evening_shown(table, seating),
        badges=BADGES if seating.phase is Phase.LOBBY else (),
        looking_on=tuple(one.name for one in seating.looking_on),
        next_table=_next_table(seating, coming, undecided),
        lesson=UNSET if seating.lesson is None else seating.lesson,
        puzzle=UNSET if seating.puzzle is None else seating.puzzle,
    )


def _guest(seating: Seating) -> GuestShown | None:
    """Under the name they would have in the seat, so that nobody lets in a look-alike."""
    guest = seating.guest
    if guest is None:
        return None
    name = name_shown_at(seating.seats, guest.seat, guest.name)
    return GuestShown(guest.request, guest.seat, name, guest.consented, guest.is_own_seat)


def _next_table(seating: Seating, coming: frozenset[int], undecided: frozenset[int]) -> NextTable | None:
    if seating.next_table is None:
        return None
    return replace(seating.next_table, coming=tuple(sorted(coming)), undecided=tuple(sorted(undecided)))


def situation(table: Table, viewer: Viewer) -> Situation | None:
    """None in the lobby."""
    play = table.play
    if play is None:
        return None
    stream = table.streams[viewer]
    view = play.game.view(play.position.state, viewer)
    if isinstance(viewer, Spectator) or play.is_over:
        return Situation(
            view=view,
            asked=False,
            decision=0 if isinstance(viewer, Spectator) else play.decision.get(viewer, 0),
            legal=(),
            builders=(),
            sealed=None,
            can_take_back=False,
            hash=stream.hash,
            result=_result(play),
            lesson=_lesson(play),
        )
    sealed = play.sealed.get(viewer)
    return Situation(
        view=view,
        asked=viewer in play.asked_at,
        decision=play.decision.get(viewer, 0),
        legal=_legal(play, viewer),
        builders=_builders(play, view) if play.game.builders else (),
        sealed=None if sealed is None else sealed[0],
        can_take_back=stream.can_take_back,
        hash=stream.hash,
        result=None,
        lesson=UNSET if table.seating.lesson is None else _lesson(play),
        worth=dict(play.game.worth(view)) if table.seating.settings.hints else UNSET,
    )


def _lesson(play: Play) -> LessonShown | UnsetType:
    if not isinstance(play.dealer, ScriptedDealer):
        return UNSET
    lesson, step, done = play.dealer.lesson, play.lesson_step, play.dealer.lesson.moments_before(play.position.n)
    if step is None:
        return LessonShown(done, lesson.moments, notes=lesson.ending)
    if isinstance(step, Asks):
        return LessonShown(done, lesson.moments, step.notes, step.say, step.point)
    return LessonShown(done, lesson.moments)


def _builders(play: Play, view: Any) -> tuple[str, ...]:
    return tuple([builder.name for builder in play.game.builders if builder.is_offered(view)])


def _legal(play: Play, seat: Seat) -> tuple[LegalAction, ...]:
    legal = play.game.legal_actions(play.position.state, seat)
    if not legal:
        return ()
    return tuple([_with_text(play.game.name, action) for action in play.game.codec.shown(legal)])


@lru_cache(maxsize=4_096)
def _with_text(game: str, action: Any) -> LegalAction:
    """The same few actions are legal again and again, so they are kept as they are sent."""
    return LegalAction(Raw(msgspec.json.encode(action)), find_game(game).codec.text(action))


def _result(play: Play) -> Result | None:
    """Only once the seed is in the record."""
    if not play.is_closed:
        return None
    state = play.position.state
    return Result(
        points=play.game.points(state),
        shares=tuple(str(share) for share in play.game.returns(state)),
        seed=play.dealer.seed.hex() if isinstance(play.dealer, CommittedDealer) else "",
        hash=play.position.hash,
    )


def clock_shown(table: Table, viewer: Viewer, now: int) -> ClockShown | None:
    """None outside a running match."""
    play, seating = table.play, table.seating
    if play is None or seating.phase is not Phase.PLAYING:
        return None
    time, seconds = table.table_time(now), clock_seconds(table, viewer)
    limit = None if seconds is None else round(seconds * 1_000)
    yours = answer = None
    if viewer in play.asked_at and not isinstance(viewer, Spectator):
        answered_after = answer_seconds(table, viewer)
        if answered_after is not None:
            answer = max(0, play.asked_at[viewer] + answered_after * 1_000 - time)
        elif limit is not None:
            yours = max(0, play.asked_at[viewer] + limit - time)
    return ClockShown(
        since=time - table.streams[viewer].heard_at,
        limit=limit,
        yours=yours,
        answer=answer,
        is_running=not table.is_time_stopped,
    )


def choices(table: Table, seat: int, wanted: protocol.Build) -> protocol.Choices | None:
    """What may be added to a composite action; None if nothing of that name can be built, or not from these parts."""
    play = table.play
    if play is None or play.is_over:
        return None
    game = play.game
    view = game.view(play.position.state, Seat(seat))
    for builder in game.builders:
        if builder.name != wanted.builder or not builder.is_offered(view):
            continue
        numbered = builder.numbered(play.options, len(play.header.seats))
        parts: tuple[object, ...] = ()
        for number in wanted.parts:
            if number >= len(numbered) or numbered[number] not in builder.choices(view, parts):
                return None
            parts = (*parts, numbered[number])
        number_of = {choice: number for number, choice in enumerate(numbered)}
        action = builder.finish(view, parts)
        return protocol.Choices(
            wanted.id,
            tuple(
                protocol.Choice(number_of[choice], choice, builder.text(choice))
                for choice in builder.choices(view, parts)
            ),
            action,
        )
    return None
