"""The match at a live table: one position, and what a table must know besides to go on from it.

Lines of the record are made here (`chosen`, `dealt`, `taken_back`) and taken here (`Play.take`), never both at once: a
line counts only when it is stored.
"""

from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final

import msgspec

from touchwood.core.discovery import find_game
from touchwood.core.events import Told
from touchwood.core.game import CHANCE, OVER, AnyGame, Waiting
from touchwood.core.options import options_from_mapping
from touchwood.core.refusals import Problem
from touchwood.core.seats import Seat
from touchwood.match.dealer import CommittedDealer
from touchwood.match.position import Position, choose, let_chance_fall, let_fall, start
from touchwood.match.record import Chose, Closed, EntryLine, Fell, Header, Mover, TakenBack, header_hash, next_line

LONGEST_TRAIL: Final = 16
"""Free take-backs in a row; what lies further back takes consent."""


class Made(msgspec.Struct, frozen=True):
    """A line of the record, with the position after it; where it comes from the rules, with what was told."""

    line: EntryLine
    position: Position
    events: tuple[Told[Any], ...] = ()
    is_binding: bool = True


class Footstep(msgspec.Struct, frozen=True):
    """A choice that may be taken back freely: entry `n`, and the position before it."""

    n: int
    seat: int
    before: Position


@dataclass(slots=True)
class Play:
    game: AnyGame
    dealer: CommittedDealer
    header: Header
    options: Any
    first_hash: str
    position: Position
    waiting: Waiting
    asked_at: dict[int, int] = field(default_factory=dict)
    """The seats that are asked, and since when on the table's own time."""
    decision: dict[int, int] = field(default_factory=dict)
    """For each seat how many questions it was asked; a take-back asks anew."""
    sealed: dict[int, tuple[Any, Mover]] = field(default_factory=dict)
    trail: list[Footstep] = field(default_factory=list)
    last_choice: dict[int, int] = field(default_factory=dict)
    """Each seat's newest entry on the line in force, where known."""
    is_closed: bool = False

    # -- The fold ---------------------------------------------------------------------------------------------------
    def take(self, made: Made, table_time: int) -> None:
        before = self.position
        self.position = made.position
        match made.line.entry:
            case Chose(seat):
                self.asked_at.pop(seat, None)
                self.sealed.pop(seat, None)
                self.last_choice[seat] = made.line.n
                self._walk(made, seat, before)
            case Fell():
                self.trail.clear()
            case TakenBack(to):
                self.trail = [step for step in self.trail if step.n <= to]
                self.last_choice = {seat: n for seat, n in self.last_choice.items() if n <= to}
                self.asked_at.clear()
                self.sealed.clear()
            case Closed():
                self.is_closed = True
        self.ask(table_time)

    def _walk(self, made: Made, seat: int, before: Position) -> None:
        if made.is_binding:
            self.trail.clear()
        else:
            self.trail = [*self.trail, Footstep(made.line.n, seat, before)][-LONGEST_TRAIL:]

    def ask(self, table_time: int) -> None:
        """See whom the match waits for now, and since when."""
        self.waiting = self.game.waiting_for(self.position.state)
        if self.waiting is CHANCE:
            return
        now_asked = self.waiting if isinstance(self.waiting, tuple) else ()
        for seat in now_asked:
            if seat not in self.asked_at:
                self.decision[seat] = self.decision.get(seat, 0) + 1
        self.asked_at = {seat: self.asked_at.get(seat, table_time) for seat in now_asked}
        if self.sealed:
            self.sealed = {seat: answer for seat, answer in self.sealed.items() if seat in self.asked_at}

    # -- Questions --------------------------------------------------------------------------------------------------
    @property
    def is_over(self) -> bool:
        return self.waiting is OVER

    @property
    def may_take_back(self) -> int | None:
        """The seat whose last choice can be taken back without asking anybody."""
        return self.trail[-1].seat if self.trail and not self.is_over else None

    def read_action(self, raw: bytes | msgspec.Raw) -> Any:
        """Raises `msgspec.ValidationError` or `msgspec.DecodeError`."""
        return _decoder_of_actions(self.game.name).decode(raw)

    # -- New lines --------------------------------------------------------------------------------------------------
    def chosen(self, seat: int, action: Any, by: Mover) -> list[Made]:
        """A choice, the chance that follows it and, if that was the end, the seed. Raises `Refused`."""
        salt = self.dealer.salt(self.first_hash, self.position.n + 1)
        advance = choose(self.game, self.position, Seat(seat), action, by, salt=salt)
        first = Made(advance.line, advance.position, advance.events, advance.is_binding)
        return [first, *self.dealt(advance.position)]

    def dealt(self, position: Position) -> list[Made]:
        """All the chance that must fall from here on, and the end, if it has come."""
        advances = let_chance_fall(self.game, self.dealer, self.first_hash, position)
        made = [Made(advance.line, advance.position, advance.events) for advance in advances]
        last = made[-1].position if made else position
        if self.game.waiting_for(last.state) is OVER:
            closed = Closed(self.dealer.seed.hex())
            line = next_line(last.hash, closed, n=last.n + 1, salt=self.dealer.salt(self.first_hash, last.n + 1))
            made.append(Made(line, Position(line.n, line.hash, last.draws, last.state)))
        return made

    def taken_back(self, seat: int, earlier: Position, to: int) -> Made:
        """Back to the position after entry `to`."""
        salt = self.dealer.salt(self.first_hash, self.position.n + 1)
        line = next_line(self.position.hash, TakenBack(to, Seat(seat)), n=self.position.n + 1, salt=salt)
        return Made(line, Position(line.n, line.hash, earlier.draws, earlier.state))

    # -- Stored lines -----------------------------------------------------------------------------------------------
    def followed(self, line: EntryLine, earlier: Position | None) -> Made:
        """A line of the log, made again. `earlier` is the position a take-back goes to."""
        match line.entry:
            case Chose(seat, by, action):
                action = msgspec.convert(action, self.game.action_type)
                advance = choose(self.game, self.position, seat, action, by, salt=line.salt)
                return Made(line, advance.position, advance.events, advance.is_binding)
            case Fell(outcome):
                advance = let_fall(self.game, self.position, outcome, salt=line.salt)
                return Made(line, advance.position, advance.events)
            case TakenBack():
                assert earlier is not None, "whoever reads a log keeps the positions that are gone back to"
                return Made(line, Position(line.n, line.hash, earlier.draws, earlier.state))
            case Closed():
                return Made(line, Position(line.n, line.hash, self.position.draws, self.position.state))


@cache
def _decoder_of_actions(game: str) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(find_game(game).action_type)


def begin(header: Header, seed: bytes) -> Play:
    """The match before its first entry."""
    game = find_game(header.game)
    if header.rules_version != game.rules_version:
        known, version = game.rules_version, header.rules_version
        raise Problem("record_rules_version", game=game.title, version=version, known=known)
    options = options_from_mapping(game, header.options, len(header.seats))
    position = start(game, header, options)
    return Play(
        game=game,
        dealer=CommittedDealer(seed),
        header=header,
        options=options,
        first_hash=header_hash(header),
        position=position,
        waiting=game.waiting_for(position.state),
    )
