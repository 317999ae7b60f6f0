"""How things stand: each snapshot replaces the one before."""

from typing import Any

from msgspec import UNSET, Raw, UnsetType, field

from touchwood.core.lesson import Note
from touchwood.core.values import Value
from touchwood.server.protocol.common import Phase, Settings


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
    has_stand_in: bool = field(name="is_kept")
    """A bot plays for a person who is away."""
    is_muted: bool
    is_invited: bool = False
    """Asked to play on with the group, and not here yet."""
    sits_out: bool = False
    """Here, but looks on from the start of the match."""


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
    is_own_seat: bool = False
    """They say the seat is theirs, and that this is another phone of theirs."""


class NextTable(Value, frozen=True):
    """Where the group went on."""

    table: str
    code: str
    game: str | None = None
    asked_by: int | None = None
    """Who asked the others; None: that was not written down once."""
    coming: tuple[int, ...] = ()
    """The seats whose people are there by now; nobody, as long as that is not known."""
    undecided: tuple[int, ...] = ()
    """Those who are asked and have not said anything yet."""


class EveningShown(Value, frozen=True):
    """How somebody has done in all matches the group has played so far, at this table and those before."""

    name: str
    seat: int | None
    """At this table; None: they are not at it now."""
    shares: str
    """The sum of their shares of wins, as a fraction: "3/2"."""
    matches: int


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
    lesson: str | UnsetType = UNSET
    """The lesson this table is for, if it is for one."""
    puzzle: str | UnsetType = UNSET
    """The puzzle that is played out here, if one is."""
    evening: tuple[EveningShown, ...] = ()
    """Most first; nothing before the group's first match is over."""
    badges: tuple[Badge, ...] = ()
    """All there are, to choose from in the lobby."""
    looking_on: tuple[str, ...] = ()
    """People of the group who sit this match out."""


class LessonShown(Value, frozen=True):
    """Where a lesson stands. Sentences: section `lesson`."""

    done: int
    of: int
    """So many things are asked for in all."""
    notes: tuple[Note, ...] = ()
    """To be told one after the other, before anything else."""
    say: str | None = None
    """What is asked for now; None: a partner is at it, or the lesson is over."""
    point: tuple[str, ...] = ()
    """What to touch for it, one after the other."""


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
    lesson: LessonShown | UnsetType = UNSET
    worth: dict[str, int] | UnsetType = UNSET
    """What things would add to your points now, by their names, where the table allows hints."""


class ClockShown(Value, frozen=True):
    """Times in milliseconds, counted from when this was sent. Built only from what the viewer knows anyway."""

    since: int
    """Since something last happened in the match, as this viewer heard it; times in which the table stood still are not
    counted. Less than nothing while it is still being shown."""
    limit: int | None
    """Time for the decision as this viewer sees it, if the table has a clock."""
    yours: int | None
    """Left for your own decision; more than `limit` while something is shown before it."""
    answer: int | None
    """Left until your own sealed answer is shown."""
    is_running: bool
    """Not in a pause, nor while a take-back is voted on."""
