"""What a seat's message leads to: new lines for the log, or a refusal. Pure; nothing counts until it is stored.

Raises `Refused` where the rules of the game say no, and `InputError` where the table does.
"""

from collections.abc import Iterable
from typing import Any, Final

import msgspec

from touchwood.bots import find_player, player_names
from touchwood.bots.finding import check_fits
from touchwood.core.game import AnyGame
from touchwood.core.lesson import LESSON_BOT, Plays, find_lesson
from touchwood.core.options import options_after_leaving, options_from_mapping
from touchwood.core.refusals import InputError, Refused
from touchwood.core.seats import SPECTATOR, Seat
from touchwood.core.shown_text import has_nothing_to_see, without_hidden
from touchwood.games.discovery import find_game
from touchwood.match.dealer import CommittedDealer, commitment
from touchwood.match.forking import Branch
from touchwood.match.progress import Applied
from touchwood.match.record import Deal, Header, Mover, Player, ScriptedDeal
from touchwood.server import protocol
from touchwood.server.protocol import LateGuests, OtherPhones, Phase, Settings
from touchwood.server.table import log
from touchwood.server.table.evening import evening_so_far, group_of
from touchwood.server.table.log import EveningScore, LogEntry, SeatHeld
from touchwood.server.table.names import clean_name, name_shown_at, names_shown
from touchwood.server.table.play import Play
from touchwood.server.table.seating import GuestPending, PhoneChanged, Seating, seated_after
from touchwood.server.table.table import Table
from touchwood.server.table.timing import (
    CONSENT_SECONDS,
    LEAVING_UNDONE_SECONDS,
    OBJECTION_SECONDS,
    RECLAIM_SECONDS,
    answer_seconds,
)


class Planned(msgspec.Struct, frozen=True):
    """A line to be stored; a line of the match with what it leads to."""

    entry: LogEntry
    applied: Applied | None = None


Plan = list[Planned]

NOTHING: Final[Plan] = []


def of_match(lines: list[Applied]) -> Plan:
    return [Planned(log.GameLine(applied.line), applied) for applied in lines]


def just(entry: LogEntry) -> Plan:
    return [Planned(entry)]


# -- Opening and joining --------------------------------------------------------------------------------------------


def open_table(wanted: protocol.CreateTable, *, token_hash: str, seed: bytes, watch_key: str) -> log.Opened:
    """The first line of a new table."""
    game = find_game(wanted.game)
    _check_settings(game, wanted.settings)
    options = _checked_options(game, wanted.options, None)
    seats = [SeatHeld(clean_name(wanted.name), token_hash)]
    for bot in wanted.bots:
        seats.append(_bot_seat(game, bot, seats))
    if len(seats) > _seats_at_most(game, wanted.settings):
        raise InputError("table_full", seats=_seats_at_most(game, wanted.settings))
    return log.Opened(
        game.name, game.newest_version, options, wanted.settings, commitment(seed), watch_key, tuple(seats)
    )


def open_lesson(wanted: protocol.StartLesson, *, token_hash: str, watch_key: str) -> log.Opened:
    """The first line of a table for one learner and the partners of a lesson."""
    game = find_game(wanted.game)
    lesson = find_lesson(game, wanted.lesson)
    seats = (
        SeatHeld(clean_name(wanted.name), token_hash),
        *(SeatHeld(partner, bot=LESSON_BOT) for partner in lesson.partners),
    )
    settings = Settings(watching=protocol.Watching.NOBODY, keep_after_seconds=None, late_guests=LateGuests.NOBODY)
    options = _checked_options(game, lesson.options, len(seats))
    return log.Opened(game.name, lesson.version, options, settings, "", watch_key, seats, lesson=wanted.lesson)


def open_branch(wanted: protocol.PlayOn, branch: Branch, *, token_hash: str, seed: bytes, watch_key: str) -> log.Opened:
    """The first line of a table that plays on from a moment of another match: a person in the seat that asks, bots in
    all others. Friends come as latecomers do, and take over from a bot."""
    game = find_game(branch.game)
    if len(wanted.bots) != branch.seats - 1:
        raise InputError("fork_other_seats", seats=branch.seats, given=len(wanted.bots) + 1)
    seats: list[SeatHeld] = []
    for bot in wanted.bots:
        seats.append(_bot_seat(game, bot, seats))
    seats.insert(wanted.seat, SeatHeld(clean_name(wanted.name), token_hash))
    settings, options = Settings(), as_json(branch.options)
    return log.Opened(
        game.name, branch.rules_version, options, settings, commitment(seed), watch_key, tuple(seats), branch=branch
    )


def rematch(table: Table, *, seed: bytes, asked_by: str, game: str | None, host: int | None) -> log.Opened:
    """The first line of the table where the same group goes on, with the same tokens. Everybody but the one who asked
    (by the hash of their token) is invited; more people may sit in its lobby than can play."""
    seating, play = table.seating, _running(table, may_be_over=True)
    next_game = play.game if game is None else find_game(game)
    options, settings = seating.options, seating.settings
    if next_game is not play.game:
        options = _checked_options(next_game, {}, None)
        if settings.most_seats is not None:
            settings = msgspec.structs.replace(settings, most_seats=None)
    elif play.game.rematch_options is not None:
        options = as_json(play.game.rematch_options(play.position.state))
    seats = _carried_over(seating, next_game, asked_by)
    host_token = asked_by if host is None else seating.seats[host].token_hash
    return log.Opened(
        next_game.name,
        next_game.newest_version,
        options,
        settings,
        commitment(seed),
        seating.watch_key,
        seats,
        host=next((number for number, seat in enumerate(seats) if seat.token_hash == host_token), None),
        evening=evening_so_far(table),
        came_from=table.id,
    )


def _carried_over(seating: Seating, game: AnyGame, asked_by: str) -> tuple[SeatHeld, ...]:
    """All people, and as many of the bots this game knows as there is room for; everybody in the order they sat in."""
    group, bots = group_of(seating), player_names(game)
    room = game.player_counts[-1] - sum(one.bot is None for one in group)
    seats: list[SeatHeld] = []
    for one in group:
        if one.bot is None:
            seats.append(SeatHeld(one.name, one.token_hash, is_invited=one.token_hash != asked_by, badge=one.badge))
        elif one.bot in bots and room > 0:
            room -= 1
            seats.append(SeatHeld(one.name, None, one.bot, badge=one.badge))
    return tuple(seats)


def join(table: Table, wanted: protocol.JoinTable, token_hash: str, at: int) -> tuple[Plan, int]:
    """A newcomer's seat: the next one in the lobby, a bot's in a running match if the people there agree."""
    seating = table.seating
    name = clean_name(wanted.name)
    if table.is_person_hushed:
        # Whatever is answered now could be made to speak to whoever is hushed, and asks in another window.
        raise InputError("no_guests_now")
    if wanted.is_own_seat:
        return _ask_for_own_seat(table, name, token_hash, at)
    if seating.is_locked:
        raise InputError("table_locked")
    _check_name_is_free(name, seating.seats)
    match seating.phase:
        case Phase.LOBBY:
            most = _seats_at_most(find_game(seating.game), seating.settings)
            if len(seating.seats) >= most:
                raise InputError("table_full", seats=most)
            return just(log.SatDown(SeatHeld(name, token_hash))), len(seating.seats)
        case Phase.PLAYING:
            if seating.settings.late_guests is LateGuests.NOBODY:
                raise InputError("no_late_guests")
            open_seats = bots_seats(seating)
            if wanted.seat is not None and wanted.seat not in open_seats:
                raise InputError("seat_not_open", seat=wanted.seat)
            if not open_seats:
                raise InputError("table_full", seats=len(seating.seats))
            seat = open_seats[0] if wanted.seat is None else wanted.seat
            return _come_late(table, seat, name, token_hash, at), seat
        case Phase.OVER:
            raise InputError("match_over")


def _check_name_is_free(name: str, others: Iterable[SeatHeld]) -> None:
    if any(other.name.casefold() == name.casefold() and other.bot is None for other in others):
        raise InputError("name_taken", name=name)


def _come_late(table: Table, seat: int, name: str, token_hash: str, at: int) -> Plan:
    """The people at the table are asked: who takes over a bot's seat sees its hand, and may be one of them already.

    Where there is but one, nobody else can be wronged; the record tells of it.
    """
    before = _after_other_guests(table, at)
    if len(table.seating.people) > 1:
        return [*before, Planned(log.GuestAsked(seat, name, token_hash))]
    return [*before, *_took_over(table, seat, name, token_hash)]


def _took_over(table: Table, seat: int, name: str, token_hash: str) -> Plan:
    replaced = _running(table).replaced(Seat(seat), Player(name_shown_at(table.seating.seats, seat, name)))
    return [Planned(log.TookOver(seat, name, token_hash)), *of_match(replaced)]


def _after_other_guests(table: Table, at: int) -> Plan:
    """One guest asks at a time."""
    if (guest := table.seating.guest) is None:
        return NOTHING
    # At a table that was not in memory nobody has looked at the time.
    if at < guest.at + CONSENT_SECONDS * 1_000:
        raise InputError("guest_pending")
    return just(log.GuestTurnedAway())


def _ask_for_own_seat(table: Table, name: str, token_hash: str, at: int) -> tuple[Plan, int]:
    """Somebody's phone is lost or empty, and they are here with another one. Whether the first one is still connected
    is not said to whoever asks; it decides who is asked."""
    seating = table.seating
    if seating.phase is Phase.OVER:
        raise InputError("match_over")
    if seating.settings.other_phones is OtherPhones.NOBODY:
        raise InputError("no_other_phones")
    alike = (seat for seat in seating.people if seating.seats[seat].name.casefold() == name.casefold())
    if (seat := next(alike, None)) is None:
        raise InputError("nobody_of_that_name", name=name)
    return [*_after_other_guests(table, at), Planned(log.OtherPhoneAsked(seat, token_hash))], seat


def come_back(table: Table, token_hash: str, at: int) -> tuple[Plan, int]:
    """To a seat given up by mistake, or lost to another phone. What happened in the match meanwhile stays as it is.

    Also while somebody is in the dark: they hear of it afterwards, and the answer tells nothing but what the token's
    owner did.
    """
    seating = table.seating
    if (seat := seating.seat_of(token_hash)) is not None:
        return NOTHING, seat
    changed = next((changed for changed in seating.phones_changed if changed.before == token_hash), None)
    if changed is not None:
        return _reclaim(table, changed, at)
    left = next((left for left in seating.left if left.token_hash == token_hash), None)
    if left is None or at > left.at + LEAVING_UNDONE_SECONDS * 1_000:
        return _come_to_group(table, token_hash)
    match seating.phase:
        case Phase.LOBBY:
            if len(seating.seats) >= most_seats(table) and _score_of(seating, token_hash) is None:
                raise InputError("table_full", seats=most_seats(table))
            plan, seat = just(log.SatDown(SeatHeld(left.name, token_hash))), len(seating.seats)
        case Phase.PLAYING:
            if left.seat is None:
                raise InputError("match_began")
            plan, seat = _back_from_bot(table, left.seat, left.name, token_hash), left.seat
        case Phase.OVER:
            raise InputError("match_over")
    return [*plan, *(just(log.HostNamed(seat)) if left.was_host else NOTHING)], seat


def _reclaim(table: Table, changed: PhoneChanged, at: int) -> tuple[Plan, int]:
    """The first phone of a seat was not asked, and says that nobody else has a right to it. Everybody is told."""
    if table.is_person_hushed:
        raise InputError("no_guests_now")
    seat = table.seating.seat_of(changed.after)
    if seat is None or at > changed.at + RECLAIM_SECONDS * 1_000:
        raise InputError("too_late_to_come_back")
    return just(log.SeatReclaimed(seat, changed.before)), seat


def _come_to_group(table: Table, token_hash: str) -> tuple[Plan, int]:
    """Who has played with this group this evening comes to its lobby as one of them, also where it has more people than
    the game has seats: the group picks who plays."""
    seating = table.seating
    score = _score_of(seating, token_hash)
    if score is None or seating.phase is not Phase.LOBBY:
        raise InputError("too_late_to_come_back")
    if seating.is_locked:
        raise InputError("table_locked")
    return just(log.SatDown(SeatHeld(score.name, token_hash))), len(seating.seats)


def _score_of(seating: Seating, token_hash: str) -> EveningScore | None:
    return next((score for score in seating.evening.scores if score.token_hash == token_hash), None)


def _back_from_bot(table: Table, seat: int, name: str, token_hash: str) -> Plan:
    seating = table.seating
    if seating.seats[seat].bot is None:
        raise InputError("seat_not_open", seat=seat)
    is_asked_for = seating.guest is not None and seating.guest.seat == seat
    before = just(log.GuestTurnedAway()) if is_asked_for else NOTHING
    return [*before, *_took_over(table, seat, name, token_hash)]


def bots_seats(seating: Seating) -> tuple[int, ...]:
    """The seats a latecomer may ask for."""
    if seating.settings.late_guests is LateGuests.NOBODY:
        return ()
    return tuple(number for number, seat in enumerate(seating.seats) if seat.bot is not None)


def why_nobody_can_join(table: Table, seating: Seating) -> str | None:
    """The code of why nobody new can come, by this viewer's seating; None: they can."""
    if seating.phase is Phase.OVER:
        return "match_over"
    if seating.is_locked:
        return "table_locked"
    if seating.phase is Phase.LOBBY:
        return "table_full" if len(seating.seats) >= most_seats(table) else None
    if seating.settings.late_guests is LateGuests.NOBODY:
        return "no_late_guests"
    return None if bots_seats(seating) else "table_full"


def most_seats(table: Table) -> int:
    """How many can sit here: from the start on, as many as do."""
    if table.seating.phase is not Phase.LOBBY:
        return len(table.seating.seats)
    return _seats_at_most(find_game(table.seating.game), table.seating.settings)


# -- Playing --------------------------------------------------------------------------------------------------------


def decide(table: Table, seat: int, message: protocol.FromSeat, at: int) -> Plan:
    """The lines this message of a seat leads to.

    Who is hushed is judged by the table as they see it, or not heard at all: a refusal that came with what others did
    meanwhile could be made to speak.
    """
    match message:
        case protocol.Act():
            return act(table, seat, message)
        case protocol.Talk(_, text):
            return _talk(table, seat, text)
        case protocol.Emote(_, shows):
            _check_voice(table, seat)
            return just(log.Emoted(seat, shows))
        case protocol.TakeBack():
            return _take_back(table, seat)
        case protocol.AnswerTakeBack(_, request, consents):
            return _answer_take_back(table, seat, request, consents=consents)
        case protocol.AnswerGuest(_, request, lets_in):
            return _answer_guest(table, seat, request, lets_in=lets_in)
        case protocol.AddEntropy(_, entropy):
            return _add_entropy(table, seat, entropy)
        case protocol.SitOut(_, sitter, sits_out):
            if sitter != seat and seat != table.seating_for(Seat(seat)).host:
                raise InputError("host_only")
            return _sit_out(table, sitter, sits_out=sits_out)
        case protocol.Rename(_, name):
            return _rename(table, seat, clean_name(name))
        case protocol.ChooseBadge(_, badge):
            return _choose_badge(table, seat, badge)
        case protocol.Leave():
            return _go_away(table, seat, was_kicked=False)
        case (
            protocol.Start()
            | protocol.Lock()
            | protocol.Pause()
            | protocol.Kick()
            | protocol.Mute()
            | protocol.HandOver()
            | protocol.AddBot()
            | protocol.Configure()
        ):
            if seat != table.seating_for(Seat(seat)).host:
                raise InputError("host_only")
            if seat in table.hushed and not isinstance(message, protocol.Pause):
                raise InputError("hushed")
            if seat != table.seating.host:
                raise InputError("host_only")
            return _as_host(table, seat, message)
        case protocol.Build() | protocol.Rematch() | protocol.AskHint() | protocol.Laying() | protocol.GoOn():
            raise AssertionError("the room does these, they are no lines of this table")


def check_hint(table: Table, seat: int, message: protocol.AskHint) -> Play:
    """Only who plays against bots alone is told what to do: nobody else is wronged."""
    play = _running(table)
    if table.seating.lesson is not None:
        raise InputError("lesson_not_now")
    # Who left in the dark is still there for whoever is hushed: the answer would tell of it.
    if any(seating.people != (seat,) for seating in (table.seating, table.seating_for(Seat(seat)))):
        raise InputError("hints_against_bots_only")
    if message.decision != play.decision.get(seat, 0) or seat not in play.asked_at or seat in play.sealed:
        raise InputError("stale_decision")
    return play


def act(table: Table, seat: int, message: protocol.Act) -> Plan:
    play = _running(table)
    if table.seating.is_paused:
        raise InputError("table_paused")
    if message.decision != play.decision.get(seat, 0):
        raise InputError("stale_decision")
    action = _readable(play, message.action)
    if play.game.clock_only(action):
        raise InputError("only_the_clock")
    return choice(table, seat, action, Mover.PERSON)


def _readable(play: Play, action: msgspec.Raw) -> Any:
    try:
        return play.decode_action(action)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        raise InputError("unreadable_action") from None


class Begun(msgspec.Struct, frozen=True):
    """What a seat has laid so far of an action that is not whole yet."""

    decision: int
    action: Any
    is_open: bool
    """Everybody may see it, by what a spectator sees of the match."""


def begin(table: Table, seat: int, message: protocol.Laying) -> Begun:
    """What a seat has begun, if it is asked for it. It may be nonsense, which nobody is shown."""
    play = _running(table)
    if message.decision != play.decision.get(seat, 0) or seat not in play.asked_at:
        raise InputError("stale_decision")
    action = _readable(play, message.action)
    is_open = play.game.is_begun_open(play.game.view(play.position.state, SPECTATOR), Seat(seat), action)
    return Begun(message.decision, action, is_open)


def choice(table: Table, seat: int, action: Any, by: Mover) -> Plan:
    """A seat's choice: entered at once, or sealed where it is shown later."""
    play = _running(table)
    if table.seating.lesson is not None:
        play.check_lesson(seat, action)
    if seat in play.asked_at and answer_seconds(table, seat) is not None:
        refusal = play.game.why_illegal(play.position.state, Seat(seat), action)
        if refusal is not None:
            raise Refused(refusal)
        return just(log.AnswerSealed(seat, by, action))
    return of_match(play.moved(seat, action, by))


def partners_part(table: Table) -> Plan:
    """What the script of a lesson has a partner do next, asked or not; nothing if it is the learner's turn."""
    play = _running(table)
    step = play.lesson_step
    if not isinstance(step, Plays) or step.seat in play.sealed:
        return NOTHING
    return choice(table, step.seat, play.game.codec.parse(step.action), Mover.BOT)


def time_out(table: Table, seat: int, action: Any) -> Plan:
    """The clock chooses for a seat whose time is up."""
    play = _running(table)
    told = just(log.TimeRanOut(seat)) if play.game.is_time_up_told(play.position.state) else NOTHING
    return [*told, *of_match(play.moved(seat, action, Mover.CLOCK))]


def _check_voice(table: Table, seat: int) -> None:
    """Raises `InputError` for who may not talk."""
    if table.seating_for(Seat(seat)).seats[seat].is_muted:
        raise InputError("muted")


def _talk(table: Table, seat: int, text: str) -> Plan:
    _check_voice(table, seat)
    said = without_hidden(text).strip()
    if has_nothing_to_see(said):
        raise InputError("talk_empty")
    return just(log.Said(seat, said))


def _add_entropy(table: Table, seat: int, entropy: str) -> Plan:
    if table.seating.phase is not Phase.LOBBY:
        raise InputError("match_began")
    if any(giver == seat for giver, _ in table.seating.entropy):
        raise InputError("entropy_given")
    return just(log.EntropyGiven(seat, entropy))


# -- Taking back ----------------------------------------------------------------------------------------------------


def _take_back(table: Table, seat: int) -> Plan:
    play, seating = _running(table), table.seating
    if seating.lesson is not None:
        raise InputError("lesson_not_now")
    if seat == play.may_take_back:
        undo = play.undo_stack[-1]
        return of_match([play.taken_back(undo.seat, undo.n - 1, undo.before)])
    if seat in table.hushed:
        raise InputError("hushed")
    if seating.take_back is not None:
        raise InputError("take_back_pending")
    if seat not in play.last_choice:
        raise InputError("nothing_to_take_back")
    return just(log.TakeBackWanted(seat, play.last_choice[seat] - 1))


def _answer_take_back(table: Table, seat: int, request: int, *, consents: bool) -> Plan:
    shown, pending = table.seating_for(Seat(seat)).take_back, table.seating.take_back
    if shown is None or shown.request != request:
        raise InputError("no_such_request")
    if pending is None or pending.request != request:
        # Decided already, and not told yet.
        return NOTHING
    if not consents:
        return just(log.TakeBackDropped())
    if seat == pending.seat or seat in pending.consented:
        return NOTHING
    return just(log.TakeBackConsented(seat))


def take_back_is_granted(table: Table) -> bool:
    """All other people consented."""
    pending = table.seating.take_back
    return pending is not None and _all_consent(table.seating, (pending.seat, *pending.consented))


def _all_consent(seating: Seating, consented: tuple[int, ...]) -> bool:
    """Bots do; so do those for whom a bot plays."""
    return all(seat in consented or seating.is_automatic(seat) for seat in seating.people)


# -- Guests who come late -------------------------------------------------------------------------------------------


def _answer_guest(table: Table, seat: int, request: int, *, lets_in: bool) -> Plan:
    shown, guest = table.seating_for(Seat(seat)).guest, table.seating.guest
    if shown is None or shown.request != request:
        raise InputError("no_such_request")
    if guest is None or guest.request != request:
        # Decided already, and not told yet.
        return NOTHING
    if not lets_in:
        return just(log.GuestTurnedAway())
    return NOTHING if seat in guest.consented else just(log.GuestConsented(seat))


def let_in(table: Table, present: frozenset[int] = frozenset(), at: int = 0) -> Plan:
    """The guest who asked sits down, once all people at the table have consented and none of them is hushed."""
    guest = table.seating.guest
    if guest is None or table.is_person_hushed:
        return NOTHING
    if not guest.is_own_seat:
        is_granted = _all_consent(table.seating, guest.consented)
        return _took_over(table, guest.seat, guest.name, guest.token_hash) if is_granted else NOTHING
    is_granted = _is_vouched_for(table.seating, guest, present, at)
    return just(log.OtherPhoneTaken(guest.seat, guest.token_hash)) if is_granted else NOTHING


def _is_vouched_for(seating: Seating, guest: GuestPending, present: frozenset[int], at: int) -> bool:
    """Whether it is believed that somebody asks for their own seat on another phone.

    While the first phone is there, it alone decides. In a match a hand is to be seen, and the friend who vouches could
    be the one who asks: a single voice counts only after the first phone has had time to come back and object. Two
    friends at least, and all who are there, are believed at once.
    """
    if guest.seat in present:
        return guest.seat in guest.consented
    if seating.people == (guest.seat,):
        return True
    if seating.phase is Phase.LOBBY or at >= guest.at + OBJECTION_SECONDS * 1_000:
        return bool(guest.consented)
    return len(present) > 1 and present <= set(guest.consented)


def give_up(table: Table, token_hash: str) -> Plan:
    """A guest does not wait any longer; one who was turned away before may not know it yet."""
    guest = table.seating.guest
    return just(log.GuestTurnedAway()) if guest is not None and guest.token_hash == token_hash else NOTHING


# -- The host -------------------------------------------------------------------------------------------------------


def _as_host(table: Table, host: int, message: protocol.FromSeat) -> Plan:
    seating = table.seating
    match message:
        case protocol.Start():
            return start(table, without_missing=message.without_missing)
        case protocol.Lock(_, locked):
            return just(log.LockSet(locked)) if locked != seating.is_locked else NOTHING
        case protocol.Pause(_, paused):
            _running(table)
            return just(log.PauseSet(paused)) if paused != seating.is_paused else NOTHING
        case protocol.Kick(_, seat):
            if seat == host:
                raise InputError("not_oneself")
            return _go_away(table, _known_seat(table, seat), was_kicked=True)
        case protocol.Mute(_, seat, muted):
            return just(log.MuteSet(_known_seat(table, seat), muted))
        case protocol.HandOver(_, seat):
            if seating.seats[_known_seat(table, seat)].bot is not None:
                raise InputError("not_a_person", seat=seat)
            return just(log.HostNamed(seat)) if seat != host else NOTHING
        case protocol.AddBot(_, bot):
            game = _in_lobby(table)
            if len(seating.seats) >= _seats_at_most(game, seating.settings):
                raise InputError("table_full", seats=_seats_at_most(game, seating.settings))
            return just(log.SatDown(_bot_seat(game, bot, seating.seats)))
        case protocol.Configure(_, options, settings):
            game = _in_lobby(table)
            _check_settings(game, settings)
            # A group may be larger than its next game; nobody is to be shut out of what they sit at, though.
            is_narrowed = settings.most_seats != seating.settings.most_seats
            if is_narrowed and len(seating.seats) > _seats_at_most(game, settings):
                raise InputError("table_full", seats=_seats_at_most(game, settings))
            return just(log.Configured(_checked_options(game, options, None), settings))
        case _:
            raise AssertionError("no message of the host")


def _sit_out(table: Table, seat: int, *, sits_out: bool) -> Plan:
    _in_lobby(table)
    held = table.seating.seats[_known_seat(table, seat)]
    if held.bot is not None:
        raise InputError("not_a_person", seat=seat)
    return just(log.SatOut(seat, sits_out)) if held.sits_out != sits_out else NOTHING


def _rename(table: Table, seat: int, name: str) -> Plan:
    _in_lobby(table)
    others = [held for number, held in enumerate(table.seating.seats) if number != seat]
    _check_name_is_free(name, others)
    return just(log.Renamed(seat, name)) if name != table.seating.seats[seat].name else NOTHING


def _choose_badge(table: Table, seat: int, badge: int) -> Plan:
    _in_lobby(table)
    owner = next((held for held in table.seating.seats if held.badge == badge), None)
    if owner is table.seating.seats[seat]:
        return NOTHING
    if owner is not None and owner.bot is None:
        raise InputError("badge_taken", name=owner.name)
    return just(log.BadgeChosen(seat, badge))


def _step_aside(table: Table, *, without_missing: bool) -> tuple[Plan, Seating]:
    """Who sits out goes from the seats just before the start, and so do those who were asked and have not come."""
    seating, plan = table.seating, [*NOTHING]
    missing = [seat.name for seat in seating.seats if seat.is_invited and not seat.sits_out]
    if missing and not without_missing:
        raise InputError("people_missing", names=", ".join(missing))
    for number, seat in reversed(list(enumerate(seating.seats))):
        if seat.sits_out or seat.is_invited:
            for planned in _go_from_lobby(seating, number, log.SteppedAside(number)):
                seating = seated_after(seating, planned.entry, table.last_at)
                plan.append(planned)
    return plan, seating


def start(table: Table, *, without_missing: bool = False) -> Plan:
    game = _in_lobby(table)
    before, seating = _step_aside(table, without_missing=without_missing)
    options = _checked_options(game, seating.options, len(seating.seats))
    for bot in {seat.bot for seat in seating.seats if seat.bot is not None}:
        check_fits(game, bot, options_from_mapping(game, options, len(seating.seats)), len(seating.seats))
    names = names_shown(seating.seats)
    players = tuple(Player(name, seat.bot) for name, seat in zip(names, seating.seats, strict=True))
    entropy = tuple(given for _, given in seating.entropy)
    deal: Deal = CommittedDealer(table.seed).deal(entropy)
    version = game.newest_version
    if seating.lesson is not None:
        deal, version = ScriptedDeal(seating.lesson), seating.rules_version
    header = Header(game.name, version, options, players, deal)
    if (branch := seating.branch) is not None:
        header = msgspec.structs.replace(
            header, rules_version=branch.rules_version, origin=branch.origin, start=branch.start
        )
    return [*before, Planned(log.Began(header)), *of_match(Play(header, table.seed).gone_on())]


def _go_away(table: Table, seat: int, *, was_kicked: bool) -> Plan:
    match table.seating.phase:
        case Phase.LOBBY:
            return _go_from_lobby(table.seating, seat, log.WentAway(seat, was_kicked, None))
        case Phase.PLAYING:
            if table.seating.seats[seat].bot is not None:
                raise InputError("match_began")
            bot = stand_in(table, seat)
            plan = for_the_absent(table, seat)
            player = Player(name_shown_at(table.seating.seats, seat, bot.name), bot.bot)
            replaced = _running(table).replaced(Seat(seat), player, plan[-1].applied if plan else None)
            return [*plan, *of_match(replaced), Planned(log.WentAway(seat, was_kicked, bot.bot, bot.name))]
        case Phase.OVER:
            raise InputError("match_over")


def _go_from_lobby(seating: Seating, seat: int, going: log.WentAway | log.SteppedAside) -> Plan:
    """Later seats move up, and what is set for a person (who begins) moves with them."""
    options = options_after_leaving(find_game(seating.game), seating.options, seat)
    moved = NOTHING if options == seating.options else just(log.Configured(options, seating.settings))
    return [Planned(going), *moved]


def decline(table: Table, token_hash: str) -> Plan:
    """Who was asked to play on does not come."""
    seat = table.seating.seat_of(token_hash)
    if seat is None or table.seating.phase is not Phase.LOBBY:
        return NOTHING
    return _go_away(table, seat, was_kicked=False)


def for_the_absent(table: Table, seat: int) -> Plan:
    """What the game does at once for a seat whose person is gone, before a bot goes on with it."""
    play = _running(table)
    game, state = play.game, play.position.state
    action = None if game.absent_action is None else game.absent_action(game.view(state, Seat(seat)))
    return NOTHING if action is None else of_match(play.moved(seat, action, Mover.CLOCK))


def stand_in(table: Table, seat: int) -> Player:
    """Who plays for a person who is away or gone: the bot that sat there before, or else a simple one."""
    person = table.seating.seats[seat]
    return person.instead_of or Player(person.name, _simple_bot(find_game(table.seating.game)))


def _simple_bot(game: AnyGame) -> str:
    """The simplest one the game has of its own."""
    names = player_names(game)
    return names[min(1, len(names) - 1)]


# -- What must hold -------------------------------------------------------------------------------------------------


def _running(table: Table, *, may_be_over: bool = False) -> Play:
    if table.play is None:
        raise InputError("match_not_begun")
    if table.play.is_over and not may_be_over:
        raise InputError("match_over")
    return table.play


def _in_lobby(table: Table) -> AnyGame:
    if table.seating.phase is not Phase.LOBBY:
        raise InputError("match_began")
    return find_game(table.seating.game)


def _known_seat(table: Table, seat: int) -> int:
    if seat >= len(table.seating.seats):
        raise InputError("no_such_seat", seat=seat, seats=len(table.seating.seats))
    return seat


def _seats_at_most(game: AnyGame, settings: Settings) -> int:
    most = game.player_counts[-1]
    return most if settings.most_seats is None else min(most, settings.most_seats)


def _check_settings(game: AnyGame, settings: Settings) -> None:
    fewest, most = game.player_counts[0], game.player_counts[-1]
    if settings.most_seats is not None and not fewest <= settings.most_seats <= most:
        raise InputError("bad_player_count", game=game.title, players=settings.most_seats, fewest=fewest, most=most)


def _checked_options(game: AnyGame, options: dict[str, Any], seats: int | None) -> dict[str, Any]:
    """Options as the game writes them. Without a number of seats: fit for some number of players."""
    counts = game.player_counts if seats is None else (seats,)
    problem: InputError | None = None
    for count in counts:
        try:
            written = as_json(options_from_mapping(game, options, count))
        except InputError as found:
            problem = problem or found
        else:
            return written
    assert problem is not None
    raise problem


def as_json(options: Any) -> dict[str, Any]:
    """Options as they are when read back from the log: lists, not tuples."""
    written: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(options))
    return written


def _bot_seat(game: AnyGame, bot: str, others: list[SeatHeld] | tuple[SeatHeld, ...]) -> SeatHeld:
    find_player(game, bot)
    title = bot.replace("_", " ").capitalize()
    taken = {seat.name for seat in others}
    names = (title if number == 1 else f"{title} {number}" for number in range(1, len(others) + 2))
    return SeatHeld(next(name for name in names if name not in taken), bot=bot)
