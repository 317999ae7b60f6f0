"""Who sits at a table, who is host and what is set: a value, and what each line of the log makes of it."""

from typing import Any

import msgspec

from touchwood.core.values import Value
from touchwood.match.forking import Branch
from touchwood.match.record import Player
from touchwood.server.protocol import NextTable, Phase, Settings
from touchwood.server.table import log
from touchwood.server.table.log import Evening, SeatHeld
from touchwood.server.table.names import with_badge


class TakeBackPending(Value, frozen=True):
    request: int
    seat: int
    to: int
    at: int
    consented: tuple[int, ...] = ()


class GuestPending(Value, frozen=True):
    request: int
    seat: int
    name: str
    token_hash: str
    at: int
    consented: tuple[int, ...] = ()
    is_own_seat: bool = False
    """The seat is a person's, who asks for it on another phone."""


class SeatLeft(Value, frozen=True):
    """A seat that somebody gave up, and may have back for a while."""

    token_hash: str
    name: str
    seat: int | None
    """None: it was in the lobby, where seats move up."""
    was_host: bool
    at: int


class PhoneChanged(Value, frozen=True):
    """A seat that went on with another phone; its first phone may object for a while."""

    before: str
    after: str
    """Hashes of tokens."""
    at: int


class Seating(Value, frozen=True):
    game: str
    rules_version: int
    phase: Phase
    seats: tuple[SeatHeld, ...]
    host: int | None
    options: dict[str, Any]
    settings: Settings
    commitment: str
    watch_key: str
    is_locked: bool = False
    is_paused: bool = False
    entropy: tuple[tuple[int, str], ...] = ()
    """With the seat that gave it, so that each gives once."""
    take_back: TakeBackPending | None = None
    guest: GuestPending | None = None
    requests: int = 0
    next_table: NextTable | None = None
    lesson: str | None = None
    branch: Branch | None = None
    puzzle: str | None = None
    left: tuple[SeatLeft, ...] = ()
    """Newest last; some may be too old."""
    former_tokens: tuple[str, ...] = ()
    """Hashes of tokens whose seats are on other phones now."""
    phones_changed: tuple[PhoneChanged, ...] = ()
    """Newest last; some may be too old."""
    came_from: str | None = None
    """The table whose group goes on here."""
    evening: Evening = Evening()
    looking_on: tuple[SeatHeld, ...] = ()
    """People of the group who sit this match out."""

    def seat_of(self, token_hash: str) -> int | None:
        for number, seat in enumerate(self.seats):
            if seat.token_hash == token_hash:
                return number
        return None

    def is_of_group(self, token_hash: str | None) -> bool:
        """Somebody with a seat, or who sits this match out."""
        return token_hash is not None and any(one.token_hash == token_hash for one in (*self.seats, *self.looking_on))

    @property
    def is_open_to_others(self) -> bool:
        """Lessons and puzzles are for one."""
        return self.lesson is None and self.puzzle is None

    @property
    def people(self) -> tuple[int, ...]:
        """The seats that belong to people, whether or not they are there just now."""
        return tuple(number for number, seat in enumerate(self.seats) if seat.bot is None)

    def is_automatic(self, seat: int) -> bool:
        """A bot decides for this seat now."""
        return self.seats[seat].bot is not None or self.seats[seat].has_stand_in

    @property
    def automatic(self) -> tuple[int, ...]:
        return tuple([number for number, seat in enumerate(self.seats) if seat.bot is not None or seat.has_stand_in])


def opened(entry: log.Opened) -> Seating:
    people = [number for number, seat in enumerate(entry.seats) if seat.bot is None]
    return Seating(
        game=entry.game,
        rules_version=entry.rules_version,
        phase=Phase.LOBBY,
        seats=_with_badges(entry.seats),
        host=entry.host if entry.host is not None else people[0] if people else None,
        options=entry.options,
        settings=entry.settings,
        commitment=entry.commitment,
        watch_key=entry.watch_key,
        lesson=entry.lesson,
        branch=entry.branch,
        puzzle=entry.puzzle,
        came_from=entry.came_from,
        evening=entry.evening or Evening(),
    )


def _with_badges(seats: tuple[SeatHeld, ...]) -> tuple[SeatHeld, ...]:
    seated: list[SeatHeld] = []
    for seat in seats:
        seated.append(with_badge(seat, (*seated, *(other for other in seats if other.badge is not None))))
    return tuple(seated)


def seated_after(before: Seating, entry: log.LogEntry, at: int) -> Seating:
    """The seating after a line of the log; lines that are the match's business leave it as it is."""
    match entry:
        case log.SatDown(seat):
            newcomer = len(before.seats)
            host = newcomer if before.host is None and seat.bot is None else before.host
            evening = _known_again(before, seat)
            return _with(before, seats=(*before.seats, with_badge(seat, before.seats)), host=host, evening=evening)
        case log.GuestSeated(number, name, token_hash):
            bot = before.seats[number]
            instead_of = Player(bot.name, bot.bot)
            seat = SeatHeld(name, token_hash, instead_of=instead_of, badge=bot.badge, is_left=bot.is_left)
            guest = before.guest if before.guest is not None and before.guest.seat != number else None
            taken = _with(_with_seat(before, number, seat), guest=guest, evening=_known_again(before, seat))
            return _with(taken, host=number) if taken.host is None else taken
        case log.WentAway(number, was_kicked, stand_in, name):
            left = before if was_kicked else _with(before, left=_left_after(before, number, at))
            if before.phase is Phase.LOBBY:
                return _gone(left, number)
            seat = before.seats[number]
            is_left = seat.is_left or seat.instead_of is None
            return _given_up(left, number, SeatHeld(name or seat.name, bot=stand_in, badge=seat.badge, is_left=is_left))
        case log.Came(number):
            return _with_seat(before, number, _with(before.seats[number], is_invited=False))
        case log.SatOut(number, sits_out):
            return _with_seat(before, number, _with(before.seats[number], sits_out=sits_out))
        case log.Renamed(number, name):
            return _with_seat(before, number, _with(before.seats[number], name=name))
        case log.BadgeChosen(number, badge):
            return _with_badge_of(before, number, badge)
        case log.SteppedAside(number):
            aside = _with(before.seats[number], sits_out=True, is_invited=False)
            return _with(_gone(before, number), looking_on=(aside, *before.looking_on))
        case log.HostNamed(number):
            return _with(before, host=number)
        case log.LockSet(locked):
            return _with(before, is_locked=locked)
        case log.PauseSet(paused):
            return _with(before, is_paused=paused)
        case log.MuteSet(number, muted):
            return _with_seat(before, number, _with(before.seats[number], is_muted=muted))
        case log.Configured(options, settings):
            return _with(before, options=options, settings=settings)
        case log.EntropyGiven(number, entropy):
            return _with(before, entropy=(*before.entropy, (number, entropy)))
        case log.Began(header):
            return _with(before, phase=Phase.PLAYING, rules_version=header.rules_version)
        case log.StandInSeated(number):
            return _with_seat(before, number, _with(before.seats[number], has_stand_in=True))
        case log.GivenBack(number):
            return _with_seat(before, number, _with(before.seats[number], has_stand_in=False))
        case log.TakeBackWanted(number, to):
            request = before.requests + 1
            return _with(before, take_back=TakeBackPending(request, number, to, at), requests=request)
        case log.TakeBackConsented(number) if before.take_back is not None:
            pending = _with(before.take_back, consented=(*before.take_back.consented, number))
            return _with(before, take_back=pending)
        case log.TakeBackDropped():
            return _with(before, take_back=None)
        case log.GuestAsked(number, name, token_hash):
            request = before.requests + 1
            return _with(before, guest=GuestPending(request, number, name, token_hash, at), requests=request)
        case log.GuestConsented(number) if before.guest is not None:
            return _with(before, guest=_with(before.guest, consented=(*before.guest.consented, number)))
        case log.GuestTurnedAway():
            return _with(before, guest=None)
        case log.OtherPhoneAsked(number, token_hash):
            request, name = before.requests + 1, before.seats[number].name
            guest = GuestPending(request, number, name, token_hash, at, is_own_seat=True)
            return _with(before, guest=guest, requests=request)
        case log.PhoneChanged(number, token_hash):
            changed = PhoneChanged(before.seats[number].token_hash or "", token_hash, at)
            return _with(
                _with_phone(before, number, token_hash), guest=None, phones_changed=(*before.phones_changed, changed)
            )
        case log.SeatReclaimed(number, token_hash):
            others = tuple(changed for changed in before.phones_changed if changed.before != token_hash)
            return _with(_with_phone(before, number, token_hash), phones_changed=others)
        case log.MovedOn(table, code, game, asked_by):
            return _with(before, next_table=NextTable(table, code, game, asked_by))
        case _:
            return before


def over(before: Seating) -> Seating:
    return _with(before, phase=Phase.OVER, take_back=None, guest=None, is_paused=False)


def taken_back(before: Seating) -> Seating:
    return _with(before, take_back=None) if before.take_back is not None else before


def _gone(before: Seating, number: int) -> Seating:
    """Out of the lobby: later seats move up by one."""

    def moved(seat: int) -> int:
        return seat - 1 if seat > number else seat

    seats = (*before.seats[:number], *before.seats[number + 1 :])
    entropy = tuple((moved(seat), given) for seat, given in before.entropy if seat != number)
    host = None if before.host is None or before.host == number else moved(before.host)
    guest = before.guest
    if guest is not None:
        consented = tuple(moved(seat) for seat in guest.consented if seat != number)
        guest = None if guest.seat == number else _with(guest, seat=moved(guest.seat), consented=consented)
    return _with_next_host(_with(before, seats=seats, entropy=entropy, host=host, guest=guest), number)


def _with_badge_of(before: Seating, number: int, badge: int) -> Seating:
    """Whoever had it has the other one now."""
    given_up = before.seats[number].badge
    seats = [_with(seat, badge=given_up) if seat.badge == badge else seat for seat in before.seats]
    seats[number] = _with(before.seats[number], badge=badge)
    return _with(before, seats=tuple(seats))


def _left_after(before: Seating, number: int, at: int) -> tuple[SeatLeft, ...]:
    seat = before.seats[number]
    if seat.token_hash is None:
        return before.left
    where = None if before.phase is Phase.LOBBY else number
    left = SeatLeft(seat.token_hash, seat.name, where, before.host == number, at)
    return (*(older for older in before.left if older.token_hash != seat.token_hash), left)


def _with_phone(before: Seating, number: int, token_hash: str) -> Seating:
    """The seat is opened by another token; the one before opens nothing."""
    old = before.seats[number].token_hash
    former = (*(token for token in before.former_tokens if token != token_hash), old or "")
    taken = _with_seat(before, number, _with(before.seats[number], token_hash=token_hash))
    return _with(taken, former_tokens=former, evening=_with_token(before.evening, old, token_hash))


def _with_token(evening: Evening, before: str | None, token_hash: str | None) -> Evening:
    """What somebody has scored follows them to another phone."""
    scores = tuple(
        _with(score, token_hash=token_hash) if score.token_hash == before else score for score in evening.scores
    )
    return _with(evening, scores=scores)


def _known_again(before: Seating, newcomer: SeatHeld) -> Evening:
    """Who went and comes again by the same name goes on with what they have scored, whatever they hold the seat by."""
    evening, token_hash = before.evening, newcomer.token_hash
    if token_hash is None or any(score.token_hash == token_hash for score in evening.scores):
        return evening
    gone = (score for score in evening.scores if score.token_hash and not before.is_of_group(score.token_hash))
    alike = next((score for score in gone if score.name.casefold() == newcomer.name.casefold()), None)
    return evening if alike is None else _with_token(evening, alike.token_hash, token_hash)


def _given_up(before: Seating, number: int, bot: SeatHeld) -> Seating:
    """In a match: the seat goes on as a bot's."""
    after = _with_seat(before, number, bot)
    if after.guest is not None and after.guest.is_own_seat and after.guest.seat == number:
        after = _with(after, guest=None)
    if after.take_back is not None and after.take_back.seat == number:
        after = _with(after, take_back=None)
    return _with_next_host(_with(after, host=None), number) if before.host == number else after


def _with_next_host(seating: Seating, after: int) -> Seating:
    if seating.host is not None or not seating.people:
        return seating
    later = [seat for seat in seating.people if seat >= after]
    return _with(seating, host=(later or list(seating.people))[0])


def _with_seat(before: Seating, number: int, seat: SeatHeld) -> Seating:
    return _with(before, seats=(*before.seats[:number], seat, *before.seats[number + 1 :]))


_with = msgspec.structs.replace
