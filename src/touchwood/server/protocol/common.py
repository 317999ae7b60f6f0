"""Words that are limited, and what is said in both directions."""

from collections.abc import Mapping
from enum import Enum
from typing import Annotated, Final, TypeAlias

from msgspec import Meta, field

from touchwood.core.values import Value

PROTOCOL: Final = 1

MessageId: TypeAlias = Annotated[str, Meta(min_length=1, max_length=36)]
"""Made by the client, new for every intention. Sending the same one again never does the thing twice."""
PersonName: TypeAlias = Annotated[str, Meta(min_length=1, max_length=20)]
TalkText: TypeAlias = Annotated[str, Meta(min_length=1, max_length=200)]
GameName: TypeAlias = Annotated[str, Meta(min_length=1, max_length=40)]
LessonName: TypeAlias = Annotated[str, Meta(min_length=1, max_length=40)]
PuzzleName: TypeAlias = Annotated[str, Meta(min_length=1, max_length=40)]
"""`hard-17`, or `day-2026-11-17`."""
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


class EmoteKind(Enum):
    """Eight drawings; what each says is in the words of the table."""

    HELLO = "hello"
    BRAVO = "bravo"
    LAUGH = "laugh"
    WOW = "wow"
    OUCH = "ouch"
    HMM = "hmm"
    CHEERS = "cheers"
    LUCK = "luck"


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


class OtherPhones(Enum):
    """Who may have their own seat on another phone, with the first one lost or empty."""

    ASK = "ask"  # whoever a friend at the table vouches for; whoever has the name, where no other person sits
    NOBODY = "nobody"


class Resume(Enum):
    """How far behind a returning client was."""

    UP_TO_DATE = "up_to_date"
    EVENTS = "events"  # the events missed are in this message
    START_OVER = "start_over"  # forget what was told before; the events here are only the latest ones


class Pace(Enum):
    """How hurried the clock is; how long a decision takes in itself is the game's word."""

    RELAXED = "relaxed"
    NORMAL = "normal"
    BRISK = "brisk"


class Settings(Value, frozen=True):
    """What the host sets besides the options of the game."""

    watching: Watching = Watching.LINK
    most_seats: Annotated[int, Meta(ge=1, le=99)] | None = None
    """None: as many as the game allows."""
    clock_seconds: Annotated[int, Meta(ge=5, le=86_400)] | None = None
    """The same time for every decision, whatever it is. None: as `pace` says."""
    stand_in_after_seconds: Annotated[int, Meta(ge=10, le=3_600)] | None = field(default=60, name="keep_after_seconds")
    """How long somebody may be away before a bot stands in. None: for ever."""
    late_guests: LateGuests = LateGuests.ASK
    other_phones: OtherPhones = OtherPhones.ASK
    pace: Pace | None = None
    """A time that fits each decision. None: no clock."""
    hints: bool = False
    """Everybody is shown what things would be worth to them now."""
