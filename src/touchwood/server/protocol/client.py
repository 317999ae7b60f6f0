"""What a device sends over the socket."""

from typing import Annotated, Any, TypeAlias

from msgspec import Meta, Raw

from touchwood.core.values import Tagged
from touchwood.server.protocol.common import (
    BotName,
    EmoteKind,
    Entropy,
    GameName,
    Language,
    MessageId,
    PersonName,
    SeatNumber,
    Settings,
    TableId,
    TalkText,
    Token,
)


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
    action: Raw  # until the game is known: `websocket.py` reads most as the game's own at once


class Laying(Tagged, frozen=True):
    """What an action has come to that is not whole yet: cards laid so far. Where the game says that it is open all
    others see it (`BeingLaid`), and where it can the clock goes on from here. Nothing is written down: a newer one
    replaces it, `Act` makes it void, and a server that starts again has forgotten it."""

    id: MessageId
    decision: int
    action: Raw
    touched: Annotated[int, Meta(ge=1, le=999)] | None = None
    """Which part of it was touched last (a pile of a layout), counted from 1 as they stand in the action; for the clock
    alone, others are not told. None: it is not said, as by pages of before."""


class GoOn(Tagged, frozen=True):
    """This seat has read how a round went. Told to all others (`WentOn`), so that it lies there until everybody has;
    nothing waits for it, and nothing is written down."""

    id: MessageId
    card: Annotated[int, Meta(ge=0, le=9_999)]
    """Which one: the number of rounds or turns that were over then, by the view."""


class Build(Tagged, frozen=True):
    """Asks what may be added to a composite action. Answered by `Choices`; changes nothing."""

    id: MessageId
    builder: Annotated[str, Meta(max_length=40)]
    parts: Annotated[tuple[Annotated[int, Meta(ge=0)], ...], Meta(max_length=400)]
    """The numbers of the choices so far."""


class AskHint(Tagged, frozen=True):
    """What would the strongest bot do? Only against bots alone; the record tells of it. Answered by `Hint`."""

    id: MessageId
    decision: int


class Talk(Tagged, frozen=True):
    id: MessageId
    text: TalkText


class Emote(Tagged, frozen=True):
    """Talk without words: limited, muted and hushed as talk is."""

    id: MessageId
    shows: EmoteKind


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
    """Let in a guest who came late, or not; or say that it is, or is not, the one whose seat they ask for."""

    id: MessageId
    request: int
    lets_in: bool


class Leave(Tagged, frozen=True):
    """Give up the seat for good. In a running match a bot goes on in it. A guest who waits to be let in gives up."""

    id: MessageId


class Rematch(Tagged, frozen=True):
    """After the end: a new table for the same group, to which everybody is asked; each one's token opens it too. Asked
    already, `comes` answers: to come is to say `Hello` there, not to come gives the seat up."""

    id: MessageId
    game: GameName | None = None
    """Another game for the same people. None: the same again."""
    comes: bool = True


class Start(Tagged, frozen=True):
    """Host: begin, as soon as enough sit."""

    id: MessageId
    without_missing: bool = False
    """Those who were asked to play again and have not come yet look on."""


class SitOut(Tagged, frozen=True):
    """In the lobby, for oneself, or the host for somebody: look on this time, or play after all."""

    id: MessageId
    seat: SeatNumber
    sits_out: bool


class Rename(Tagged, frozen=True):
    """In the lobby, for oneself."""

    id: MessageId
    name: PersonName


class ChooseBadge(Tagged, frozen=True):
    """In the lobby, for oneself: one that no other person has, by its place in `TableShown.badges`."""

    id: MessageId
    badge: Annotated[int, Meta(ge=0, le=5)]


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
    Act | Laying | GoOn | Build | AskHint | Talk | Emote | AddEntropy | TakeBack | AnswerTakeBack | AnswerGuest | Leave
    | Rematch | Start | SitOut | Rename | ChooseBadge | Lock | Pause | Kick | Mute | HandOver | AddBot | Configure
)  # fmt: skip
"""What only a seat may send. A watcher's connection is refused all of it."""
FromClient: TypeAlias = (
    Hello | Ping | Act | Laying | GoOn | Build | AskHint | Talk | Emote | AddEntropy | TakeBack | AnswerTakeBack
    | AnswerGuest | Leave | Rematch | Start | SitOut | Rename | ChooseBadge | Lock | Pause | Kick | Mute | HandOver
    | AddBot | Configure
)  # fmt: skip
