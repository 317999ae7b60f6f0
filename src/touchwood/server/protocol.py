"""What travels between a live table and the devices around it. docs/protocol.md tells the story; start there.

Two doors. Over HTTP a table is made, found, joined and, once over, read. Over one WebSocket (`/socket`) it is played:
the client says `Hello`, the server answers `Welcome`, then both send what they have. Every client message with an `id`
is answered by exactly one `Accepted`, `Refused` or `Choices` with that `id`, to that connection alone.

A viewer's stream is made of numbered *events* (`k` = 1, 2, 3, ...; what happened, never sent twice, resumable) and of
two *pictures* that replace the ones before: the `TableShown` (who sits, what is set) and the `Situation` (the viewer's
own view of the match). Whom the table waits for is nowhere in it, only whether it waits for you.
"""

from collections.abc import Mapping
from enum import Enum
from typing import Annotated, Any, Final, TypeAlias

import msgspec
from msgspec import Meta, Raw

from touchwood.core.values import Tagged, Value

PROTOCOL: Final = 1

# -- Words that are limited -----------------------------------------------------------------------------------------
MessageId: TypeAlias = Annotated[str, Meta(min_length=1, max_length=36)]
"""Made by the client, new for every intention. Sending the same one again never does the thing twice."""
PersonName: TypeAlias = Annotated[str, Meta(min_length=1, max_length=20)]
TalkText: TypeAlias = Annotated[str, Meta(min_length=1, max_length=200)]
GameName: TypeAlias = Annotated[str, Meta(min_length=1, max_length=40)]
BotName: TypeAlias = Annotated[str, Meta(min_length=1, max_length=40)]
Language: TypeAlias = Annotated[str, Meta(pattern="^[a-z]{2}(-[a-z]{2,8})?$")]
Code: TypeAlias = Annotated[str, Meta(min_length=5, max_length=6)]
"""Six capital letters without look-alikes (five at tables of old); what people say aloud to let others in."""
TableId: TypeAlias = Annotated[str, Meta(min_length=22, max_length=22)]
"""The table's address for good: unguessable, and the link to its record once the match is over."""
Token: TypeAlias = Annotated[str, Meta(min_length=22, max_length=64)]
"""The secret of a seat (192 bits), or a table's watch key. It never stands in an address."""
Entropy: TypeAlias = Annotated[str, Meta(pattern="^[0-9a-f]{32,128}$")]
SeatNumber: TypeAlias = Annotated[int, Meta(ge=0, le=99)]
Facts: TypeAlias = Mapping[str, int | str | tuple[int | str, ...]]
"""What fills the slots of a sentence."""


class Phase(Enum):
    LOBBY = "lobby"
    PLAYING = "playing"
    OVER = "over"


class Watching(Enum):
    """Who may watch."""

    NOBODY = "nobody"
    LINK = "link"  # whoever has the watch link, which the seats can hand out
    CODE = "code"  # whoever has the table's code


class LateGuests(Enum):
    """Who may take over a bot's seat in a running match."""

    ASK = "ask"  # whoever the people at the table let in
    NOBODY = "nobody"


class Resume(Enum):
    """How far behind a returning client was."""

    UP_TO_DATE = "up_to_date"
    EVENTS = "events"  # the events missed are in this message
    START_OVER = "start_over"  # forget what was told before; the events here are only the latest ones


class Settings(Value, frozen=True):
    """What the host sets besides the options of the game."""

    watching: Watching = Watching.LINK
    most_seats: Annotated[int, Meta(ge=1, le=99)] | None = None
    """None: as many as the game allows."""
    clock_seconds: Annotated[int, Meta(ge=5, le=86_400)] | None = None
    """Time for each decision. None: no clock."""
    keep_after_seconds: Annotated[int, Meta(ge=10, le=3_600)] | None = 60
    """How long somebody may be away before a bot keeps the seat. None: for ever."""
    late_guests: LateGuests = LateGuests.ASK


# -- Client to server -----------------------------------------------------------------------------------------------


class Hello(Tagged, frozen=True):
    """The first message of a connection, and the only one that carries a secret."""

    table: TableId
    token: Token
    seen: Annotated[int, Meta(ge=0)] | None = None
    """The number of the last event this device has; None: it has nothing."""
    language: Language = "en"
    """Of the sentences in refusals."""


class Act(Tagged, frozen=True):
    """A move. Also a sealed pick and the answer that is shown later; the last one before the showing counts."""

    id: MessageId
    decision: int
    """`Situation.decision` as the player saw it, so that a late tap never answers a newer question."""
    action: Raw


class Build(Tagged, frozen=True):
    """Asks what may be added to a composite action. Answered by `Choices`; changes nothing."""

    id: MessageId
    builder: Annotated[str, Meta(max_length=40)]
    parts: Annotated[tuple[Annotated[int, Meta(ge=0)], ...], Meta(max_length=400)]
    """The numbers of the choices so far."""


class Talk(Tagged, frozen=True):
    id: MessageId
    text: TalkText


class AddEntropy(Tagged, frozen=True):
    """A device's share in the deal: after the commitment was shown, before the start, once a seat."""

    id: MessageId
    entropy: Entropy


class TakeBack(Tagged, frozen=True):
    """Take back one's own last choice: at once while that is free, else the others are asked."""

    id: MessageId


class AnswerTakeBack(Tagged, frozen=True):
    """Consent to a take-back or deny it; the one who asked may deny it too."""

    id: MessageId
    request: int
    consents: bool


class AnswerGuest(Tagged, frozen=True):
    """Let in a guest who came late, or not."""

    id: MessageId
    request: int
    lets_in: bool


class Leave(Tagged, frozen=True):
    """Give up the seat for good. In a running match a bot goes on in it. A guest who waits to be let in gives up."""

    id: MessageId


class Rematch(Tagged, frozen=True):
    """After the end: a new table for the same group. Everybody's token opens it too."""

    id: MessageId


class Start(Tagged, frozen=True):
    """Host: begin, as soon as enough sit."""

    id: MessageId


class Lock(Tagged, frozen=True):
    """Host: let nobody new in, or again."""

    id: MessageId
    locked: bool


class Pause(Tagged, frozen=True):
    """Host: stop all clocks, or let them go on."""

    id: MessageId
    paused: bool


class Kick(Tagged, frozen=True):
    """Host: send somebody, or a bot, away from a seat."""

    id: MessageId
    seat: SeatNumber


class Mute(Tagged, frozen=True):
    id: MessageId
    seat: SeatNumber
    muted: bool


class HandOver(Tagged, frozen=True):
    """Host: make another seat the host."""

    id: MessageId
    seat: SeatNumber


class AddBot(Tagged, frozen=True):
    """Host: seat a bot. In the lobby only."""

    id: MessageId
    bot: BotName


class Configure(Tagged, frozen=True):
    """Host, in the lobby: options and settings, whole."""

    id: MessageId
    options: dict[str, Any]
    settings: Settings


class Ping(Tagged, frozen=True):
    id: MessageId


FromSeat: TypeAlias = (
    Act | Build | Talk | AddEntropy | TakeBack | AnswerTakeBack | AnswerGuest | Leave | Rematch
    | Start | Lock | Pause | Kick | Mute | HandOver | AddBot | Configure
)  # fmt: skip
"""What only a seat may send. A watcher's connection is refused all of it."""
FromClient: TypeAlias = (
    Hello | Ping | Act | Build | Talk | AddEntropy | TakeBack | AnswerTakeBack | AnswerGuest | Leave | Rematch
    | Start | Lock | Pause | Kick | Mute | HandOver | AddBot | Configure
)  # fmt: skip


# -- Events of the table itself -------------------------------------------------------------------------------------
# `seat` is the seat it happened to. Sentences for these: section `table_events` of the catalogues.


class GameEvent(Tagged, frozen=True):
    """Something in the match, as this viewer hears it. Sentences: section `events`."""

    k: int
    event: Raw


class PlayerJoined(Tagged, frozen=True):
    k: int
    seat: int
    name: str


class PlayerLeft(Tagged, frozen=True):
    """Of their own will, or sent away. In the lobby later seats move up by one."""

    k: int
    seat: int
    name: str
    was_kicked: bool


class MatchStarted(Tagged, frozen=True):
    k: int


class MatchOver(Tagged, frozen=True):
    """The seed is shown now; the record can be fetched."""

    k: int


class Talked(Tagged, frozen=True):
    k: int
    seat: int
    text: str


class HostChanged(Tagged, frozen=True):
    k: int
    seat: int


class Paused(Tagged, frozen=True):
    k: int


class Resumed(Tagged, frozen=True):
    k: int


class SeatKept(Tagged, frozen=True):
    """Somebody is away for long; a bot plays on in the seat."""

    k: int
    seat: int


class SeatHandedBack(Tagged, frozen=True):
    k: int
    seat: int


class TakeBackAsked(Tagged, frozen=True):
    k: int
    seat: int


class TakeBackDenied(Tagged, frozen=True):
    """By somebody, by time, or because the match ended."""

    k: int
    seat: int


class TookBack(Tagged, frozen=True):
    k: int
    seat: int


class GuestAsked(Tagged, frozen=True):
    """Somebody would like to take over this bot's seat."""

    k: int
    seat: int
    name: str


class GuestTurnedAway(Tagged, frozen=True):
    """By somebody, by time, or because the guest gave up. One who is let in has `PlayerJoined`."""

    k: int
    name: str


StreamEvent: TypeAlias = (
    GameEvent | PlayerJoined | PlayerLeft | MatchStarted | MatchOver | Talked | HostChanged
    | Paused | Resumed | SeatKept | SeatHandedBack | TakeBackAsked | TakeBackDenied | TookBack
    | GuestAsked | GuestTurnedAway
)  # fmt: skip


# -- Pictures -------------------------------------------------------------------------------------------------------


class Badge(Value, frozen=True):
    colour: str
    shape: str


class SeatShown(Value, frozen=True):
    name: str
    badge: Badge
    bot: str | None
    """The bot that sits here, by name; None: a person does."""
    is_present: bool
    """Some device of this seat is connected; always so for a bot."""
    is_kept: bool
    """A bot plays for a person who is away."""
    is_muted: bool


class TakeBackShown(Value, frozen=True):
    """A take-back that waits for consent."""

    request: int
    seat: int
    consented: tuple[int, ...]


class GuestShown(Value, frozen=True):
    """A guest who waits to be let in."""

    request: int
    seat: int
    name: str
    consented: tuple[int, ...]


class NextTable(Value, frozen=True):
    """Where the group went on."""

    table: str
    code: str


class TableShown(Value, frozen=True):
    """The table itself, the same for everybody (but for the watch key, which only seats get)."""

    table: str
    code: str
    game: str
    rules_version: int
    phase: Phase
    seats: tuple[SeatShown, ...]
    host: int | None
    options: dict[str, Any]
    settings: Settings
    is_locked: bool
    is_paused: bool
    watchers: int
    watch_key: str | None
    commitment: str
    """Of the dealer's seed; the seed is in `Result` once the match is over."""
    entropy: tuple[str, ...]
    """What devices added in the open before the start."""
    take_back: TakeBackShown | None
    guest: GuestShown | None
    next_table: NextTable | None


class LegalAction(Value, frozen=True):
    action: Raw
    """As `Act.action` takes it."""
    text: str
    """As the codec writes it; sentences are the catalogue's business."""


class Result(Value, frozen=True):
    points: tuple[int, ...]
    shares: tuple[str, ...]
    """Each seat's share of the win, as a fraction: "1", "1/2", "0"."""
    seed: str
    hash: str
    """The newest hash of the record."""


class Situation(Value, frozen=True):
    """The match as this viewer may know it."""

    view: Raw
    asked: bool
    """The table waits for you (maybe for others too; that is not told)."""
    decision: int
    legal: tuple[LegalAction, ...]
    """Also when not asked: what may be changed or called out. Of hundreds that differ by a number alone, some."""
    builders: tuple[str, ...]
    """Composite actions you may build now; ask with `Build`."""
    sealed: Any
    """Your own answer that will be shown when its time is up; send another `Act` to change it."""
    can_take_back: bool
    """Your last choice can be taken back without asking anybody."""
    hash: str
    """Of the record, as it stood when this viewer last heard something of the match."""
    result: Result | None


class ClockShown(Value, frozen=True):
    """Times in milliseconds, counted from when this was sent. Built only from what the viewer knows anyway."""

    since: int
    """Since something last happened in the match, as this viewer heard it; pauses not counted."""
    limit: int | None
    """Time for each decision, if the table has a clock."""
    yours: int | None
    """Left for your own decision."""
    answer: int | None
    """Left until your own sealed answer is shown."""
    is_running: bool


# -- Server to client -----------------------------------------------------------------------------------------------


class Welcome(Tagged, frozen=True):
    """The answer to `Hello`: everything as it stands, and what was missed."""

    protocol: int
    you: int | None
    """Your seat; None: you watch. In the lobby it may change (`Update.you`)."""
    resume: Resume
    k: int
    """The number of the newest event of this stream."""
    events: tuple[StreamEvent, ...]
    table: TableShown
    situation: Situation | None
    """None in the lobby."""
    clock: ClockShown | None


class Waiting(Tagged, frozen=True):
    """The answer to the `Hello` of a guest who waits to be let in: nothing of the match, until `Welcome` comes."""


class Update(Tagged, frozen=True):
    """UpdateWriter. `k` of the events goes on from the last one; pictures are sent whole when they changed."""

    you: int | None
    events: tuple[StreamEvent, ...]
    table: TableShown | None
    situation: Situation | None
    clock: ClockShown | None


class Accepted(Tagged, frozen=True):
    """Stored for good. The news itself comes as an `Update`, maybe before this."""

    id: str


class Refused(Tagged, frozen=True):
    """Nothing happened, and why."""

    id: str | None
    """None: the message could not be read so far as its id."""
    code: str
    rule: str | None
    """The rule in the game's RULES.md; None: it is not a matter of the game's rules."""
    facts: Facts
    sentence: str


class Choice(Value, frozen=True):
    number: int
    choice: Any
    text: str


class Choices(Tagged, frozen=True):
    """What may be added to a composite action, and the action itself as soon as the parts make one."""

    id: str
    choices: tuple[Choice, ...]
    action: Any


class Pong(Tagged, frozen=True):
    id: str


class Announced(Tagged, frozen=True):
    """From whoever runs the server, to everybody: that it will be started again, for example. Nothing of the match."""

    text: str


FromServer: TypeAlias = Welcome | Waiting | Update | Accepted | Refused | Choices | Pong | Announced


class Close(Enum):
    """Codes with which the server closes a connection."""

    SHUTTING_DOWN = 1012  # come back in a moment
    UNREADABLE = 4000  # no message of this protocol, too often
    UNKNOWN = 4001  # no such table, or the token is not good for it (any more)
    TOO_MANY = 4002  # too many messages or connections; come back later
    TOO_SLOW = 4003  # the device does not keep up; come back and resume
    KICKED = 4004
    NO_HELLO = 4005
    UNAVAILABLE = 4006  # the table cannot be read now; come back
    BROKEN = 4007  # the table's log is damaged; it is closed to play
    TURNED_AWAY = 4008  # a guest who was not let in


# -- HTTP -----------------------------------------------------------------------------------------------------------


class GameShown(Value, frozen=True):
    name: str
    title: str
    credit: str
    rules_version: int
    fewest: int
    most: int
    options: dict[str, Any]
    """JSON Schema of the options."""
    defaults: dict[str, Any]
    bots: tuple[str, ...]
    languages: tuple[str, ...]


class CreateTable(Value, frozen=True):
    game: GameName
    name: PersonName
    """Of the one who makes the table, its first host."""
    options: dict[str, Any] = msgspec.field(default_factory=dict)
    settings: Settings = Settings()
    bots: Annotated[tuple[BotName, ...], Meta(max_length=20)] = ()


class JoinTable(Value, frozen=True):
    name: PersonName
    seat: SeatNumber | None = None
    """In a running match: the bot's seat to ask for. None: any."""


class Seated(Value, frozen=True):
    """A place at a table. The token is shown this once."""

    table: str
    code: str
    seat: int
    token: str
    is_waiting: bool = False
    """The seat is asked for, not given yet: the people at the table decide."""


class WatchTable(Value, frozen=True):
    table: str
    code: str
    watch_key: str


class TableFound(Value, frozen=True):
    """What a code tells: enough to join, nothing about who sits there."""

    code: str
    game: str
    phase: Phase
    seats: int
    most_seats: int
    open_seats: tuple[int, ...]
    """Bots' seats that can be asked for now."""
    can_join: bool
    can_watch: bool


class AddressShown(Value, frozen=True):
    """Where others reach this server: a host who opened the page as localhost hands out the address in the network."""

    address: str
    """Without a slash at its end: "http://192.168.1.4:8000"."""


class ReplayEntry(Value, frozen=True):
    """A finished match just after one of its entries. Everything is open now."""

    n: int
    newest: int
    entry: dict[str, Any] | None
    """None before the first one."""
    text: str | None
    """The action, as the codec writes it."""
    events: tuple[Any, ...]
    """As the viewer heard them then."""
    view: Any
    hash: str


class LookingBackShown(Value, frozen=True):
    """A proof or a review that is still being made: how many steps are done, of how many (0: not known yet)."""

    done: int
    of: int


class VerifiedShown(Value, frozen=True):
    """The record, computed again."""

    holds: bool
    entries: int
    proof: str | None
    hash: str | None
    problem: str | None
    """The code of what broke, if anything."""
    facts: Facts


class ProblemShown(Value, frozen=True):
    """The body of every HTTP answer that says no."""

    code: str
    facts: Facts = msgspec.field(default_factory=dict)
    sentence: str = ""


class Ready(Value, frozen=True):
    status: str


class Health(Value, frozen=True):
    status: str
    version: str
    tables: int
    """In memory."""
    sockets: int
