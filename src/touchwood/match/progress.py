"""A match under way: the one core of every match, whether `Match` keeps it in memory or a live table in its log.

Lines of the record are made here (`chosen`, `dealt`, `taken_back`, `replaced`, `closing`, `followed`) and applied here
(`apply`), never both at once: at a live table a line counts only when it is stored.

Neither a position's `n` nor its hash may reach a seat before everybody has heard of the step: that they moved tells
that somebody has chosen.

Positions and what was applied are in no cycle, as all values (`core/values.py`), and the collector need not look.
"""

from typing import Any, Final

import msgspec

from touchwood.core.chance import Outcome, draw, is_possible
from touchwood.core.events import AddressedEvent
from touchwood.core.game import CHANCE, OVER, AnyGame, Step, Waiting
from touchwood.core.lesson import LEARNER, Asks, Falls, LessonStep, Plays
from touchwood.core.options import options_from_mapping
from touchwood.core.refusals import InputError, Refusal, Refused
from touchwood.core.seats import Seat
from touchwood.match.dealer import CommittedDealer, Dealer, ScriptedDealer
from touchwood.match.record import (
    ChanceOutcome,
    Chose,
    Closed,
    Entry,
    EntryLine,
    Header,
    Hinted,
    Mover,
    Player,
    Replaced,
    TakenBack,
    header_hash,
    next_line,
)
from touchwood.match.starting import first_state

MATCH_IS_OVER: Final = Refusal("match_is_over", "0")
MOST_UNDOS: Final = 16
"""Free take-backs in a row; what lies further back takes consent."""


class Position(msgspec.Struct, frozen=True, gc=False):
    """The state after entry `n`, the running hash, and how many draws of those in force lie behind it."""

    n: int
    hash: str
    draws: int
    state: Any


class Applied(msgspec.Struct, frozen=True, gc=False):
    """A line of the record and what it led to; where it comes from the rules, with what was told."""

    line: EntryLine
    position: Position
    waiting: Waiting
    events: tuple[AddressedEvent[Any], ...] = ()
    is_binding: bool = True


class UndoPoint(msgspec.Struct, frozen=True, gc=False):
    """A choice that may be taken back freely: entry `n`, and the position before it."""

    n: int
    seat: Seat
    before: Position


class Progress:
    """Where a match stands, and the lines that can move it on."""

    __slots__ = (
        "dealer",
        "first_hash",
        "game",
        "header",
        "is_closed",
        "options",
        "position",
        "undo_stack",
        "waiting",
    )

    def __init__(self, game: AnyGame, header: Header, dealer: Dealer) -> None:
        """Before the first entry. Raises `InputError` for rules, options or a start that do not fit."""
        self.game = game
        self.header = header
        self.dealer = dealer
        self.first_hash = header_hash(header)
        self.options = options_from_mapping(game, header.options, len(header.seats))
        self.position = Position(0, self.first_hash, 0, first_state(game, header, self.options))
        self.waiting: Waiting = game.waiting_for(self.position.state)
        self.undo_stack: tuple[UndoPoint, ...] = ()
        """Choices that can be taken back one after the other without asking, the newest last."""
        self.is_closed = False

    # -- Questions --------------------------------------------------------------------------------------------------
    @property
    def is_over(self) -> bool:
        return self.waiting is OVER

    @property
    def may_take_back(self) -> Seat | None:
        """The seat whose last choice can be taken back without asking anybody."""
        return self.undo_stack[-1].seat if self.undo_stack and not self.is_over else None

    def read_action(self, action: Any) -> Any:
        """An action as the game's own value, from that or from plain JSON. Raises `msgspec.ValidationError`."""
        return action if isinstance(action, msgspec.Struct) else msgspec.convert(action, self.game.action_type)

    def drawn_outcome(self, position: Position) -> Outcome:
        """What the dealer's stream says for the draw this position waits for."""
        if isinstance(self.dealer, ScriptedDealer):
            return self.dealer.outcome(position.n)
        return draw(self.game.chance(position.state), self.dealer.source(self.first_hash, position.draws))

    # -- Lessons ----------------------------------------------------------------------------------------------------
    @property
    def lesson_step(self) -> LessonStep | None:
        """What the script has next; None: no lesson, or it is over."""
        if isinstance(self.dealer, ScriptedDealer) and not self.is_over:
            return self.dealer.lesson.step(self.position.n)
        return None

    def is_next_in_lesson(self, entry: Entry) -> bool:
        match self.lesson_step, entry:
            case Falls(outcome), ChanceOutcome(fallen):
                return outcome == fallen
            case Asks() as asked, Chose(seat, _, action):
                return seat == LEARNER and asked.is_done_by(self.game.codec.text(self.read_action(action)))
            case Plays(partner, written), Chose(seat, _, action):
                return seat == partner and self.game.codec.text(self.read_action(action)) == written
            case _:
                return isinstance(entry, Closed)

    def check_lesson(self, seat: int, action: Any) -> None:
        """Raises `Refused` for what the rules do not allow, and `InputError` for what the script does not have next."""
        if not self.is_next_in_lesson(Chose(Seat(seat), Mover.PERSON, action)):
            refusal = self.game.why_illegal(self.position.state, Seat(seat), action)
            raise InputError("lesson_not_now") if refusal is None else Refused(refusal)

    # -- New lines --------------------------------------------------------------------------------------------------
    def check_mover(self, action: Any, by: Mover) -> None:
        """Raises `InputError` for what only the clock may do, whoever is asked. Lines that are followed are not asked:
        old records hold."""
        if by is Mover.PERSON and self.game.clock_only(action):
            raise InputError("only_the_clock")

    def chosen(self, seat: Seat, action: Any, by: Mover) -> Applied:
        """A seat's choice. Raises `Refused`, or `InputError` if it is not theirs to make."""
        self.check_mover(action, by)
        return self._chosen(Chose(seat, by, action))

    def dealt(self, after: Applied | None = None) -> list[Applied]:
        """All the chance that must fall, from where the match stands or after a line that is not applied yet."""
        position, waiting = (self.position, self.waiting) if after is None else (after.position, after.waiting)
        dealt: list[Applied] = []
        while waiting is CHANCE:
            applied = self._fallen(position, ChanceOutcome(self.drawn_outcome(position)))
            dealt.append(applied)
            position, waiting = applied.position, applied.waiting
        return dealt

    def taken_back(self, seat: Seat, to: int, earlier: Position) -> Applied:
        """Back to the position after entry `to`. Whether that is allowed is the table's business."""
        return self._stood(self._line(self.position, TakenBack(to, seat)), earlier)

    def replaced(self, seat: Seat, player: Player, after: Applied | None = None) -> list[Applied]:
        """Somebody else sits in a seat; nothing where the match is over, or its format has no word for it."""
        position, waiting = (self.position, self.waiting) if after is None else (after.position, after.waiting)
        if waiting is OVER or self.header.format == 1:
            return []
        return [self._stood(self._line(position, Replaced(seat, player)), position)]

    def hinted(self, seat: Seat, bot: str) -> list[Applied]:
        """A seat is told what a bot of that level would do; nothing where the format has no word for it."""
        if self.header.format == 1:
            return []
        return [self._stood(self._line(self.position, Hinted(seat, bot)), self.position)]

    def closing(self, after: Applied | None = None) -> list[Applied]:
        """The seed (none of a lesson), once the match is over; nothing while it is not, or where the deal is plain, nor
        a second time."""
        position, waiting = (self.position, self.waiting) if after is None else (after.position, after.waiting)
        if self.is_closed or waiting is not OVER or not isinstance(self.dealer, CommittedDealer | ScriptedDealer):
            return []
        seed = self.dealer.seed.hex() if isinstance(self.dealer, CommittedDealer) else ""
        return [self._stood(self._line(position, Closed(seed)), position)]

    # -- Lines of a record or a log ---------------------------------------------------------------------------------
    def followed(self, line: EntryLine, earlier: Position | None = None) -> Applied:
        """A line as it was written, applied again. `earlier` is the position a take-back goes to."""
        entry = line.entry
        if self.is_closed:
            raise InputError("record_goes_on", line=line.n + 1, entry=line.n)
        match entry:
            case Chose(seat, by, action):
                return self._chosen(Chose(seat, by, self.read_action(action)), line)
            case ChanceOutcome():
                return self._fallen(self.position, entry, line)
            case TakenBack(to):
                if earlier is None:
                    raise InputError("no_such_entry", entry=to, newest=self.position.n)
                return self._stood(line, earlier)
            case Closed() if not self.is_over:
                raise InputError("record_closed_early", entry=line.n)
            case Hinted() | Replaced() | Closed():
                return self._stood(line, self.position)

    # -- The fold ---------------------------------------------------------------------------------------------------
    def apply(self, applied: Applied) -> None:
        """The line counts from now on."""
        before = self.position
        self.position, self.waiting = applied.position, applied.waiting
        match applied.line.entry:
            case Chose(seat):
                undo = UndoPoint(applied.line.n, seat, before)
                self.undo_stack = () if applied.is_binding else (*self.undo_stack, undo)[-MOST_UNDOS:]
            case ChanceOutcome():
                self.undo_stack = ()
            case TakenBack(to):
                self.undo_stack = tuple(undo for undo in self.undo_stack if undo.n <= to)
            case Hinted() | Replaced():
                pass
            case Closed():
                self.is_closed = True

    # -- How lines are made, or used as they were written -----------------------------------------------------------
    def _line(self, before: Position, entry: Entry) -> EntryLine:
        """Raises `Refused` once the match is closed: a record that went on would not verify."""
        if self.is_closed:
            raise Refused(MATCH_IS_OVER)
        n = before.n + 1
        return next_line(before.hash, entry, n=n, salt=self.dealer.salt(self.first_hash, n))

    def _chosen(self, entry: Chose, written: EntryLine | None = None) -> Applied:
        if self.waiting is OVER:
            raise Refused(MATCH_IS_OVER)
        step = self.game.apply(self.position.state, entry.seat, entry.action)
        line = written or self._line(self.position, entry)
        return self._stepped(line, step, self.position.draws, is_binding=step.is_binding)

    def _fallen(self, position: Position, entry: ChanceOutcome, written: EntryLine | None = None) -> Applied:
        game, state, outcome = self.game, position.state, entry.outcome
        if game.waiting_for(state) is not CHANCE or not is_possible(game.chance(state), outcome):
            raise InputError("impossible_outcome", entry=position.n + 1, outcome=str(outcome))
        step = game.apply_chance(state, outcome)
        return self._stepped(written or self._line(position, entry), step, position.draws + 1, is_binding=True)

    def _stepped(self, line: EntryLine, step: Step[Any, Any], draws: int, *, is_binding: bool) -> Applied:
        position = Position(line.n, line.hash, draws, step.state)
        return Applied(line, position, self.game.waiting_for(step.state), step.events, is_binding)

    def _stood(self, line: EntryLine, position: Position) -> Applied:
        """A line that moves no piece: the state is that of the position."""
        state = position.state
        return Applied(line, Position(line.n, line.hash, position.draws, state), self.game.waiting_for(state))
