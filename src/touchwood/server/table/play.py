"""The match at a live table: its progress, and what a table must know besides to go on from it.

Lines are made by one method and applied by another, as in `Progress`: between the two lies the store.
"""

from functools import cache
from typing import Any

import msgspec

from touchwood.core.events import EVERYONE
from touchwood.core.game import CHANCE, AnyGame
from touchwood.core.lesson import CHANGED, find_lesson, lesson_names
from touchwood.core.seats import Seat
from touchwood.games.discovery import find_game
from touchwood.match.dealer import CommittedDealer, ScriptedDealer
from touchwood.match.progress import Applied, Position, Progress
from touchwood.match.record import Chose, EntryLine, Header, Mover, ScriptedDeal, TakenBack


class Begun(msgspec.Struct, frozen=True):
    """What a seat has laid so far of an action that is not whole yet."""

    decision: int
    action: Any
    touched: int | None
    """The part of it that was touched last, counted from 1; None: the device does not say."""
    is_open: bool
    """Everybody may see the action, by what a spectator sees of the match."""


class Play(Progress):
    """Asking times, decision counts and sealed answers beside the match itself."""

    __slots__ = ("asked_at", "decision", "last_choice", "sealed", "shown_until")
    dealer: CommittedDealer | ScriptedDealer

    def __init__(self, header: Header, seed: bytes) -> None:
        game = find_game(header.game)
        super().__init__(game, header, _dealer_of(game, header, seed))
        self.asked_at: dict[int, int] = {}
        """The seats that are asked, and since when on the table's own time."""
        self.decision: dict[int, int] = {}
        """For each seat how many questions it was asked; a take-back asks anew."""
        self.sealed: dict[int, tuple[Any, Mover]] = {}
        """Answers that are shown when their time is up."""
        self.last_choice: dict[int, int] = {}
        """Each seat's newest entry of those in force, where known."""
        self.shown_until = 0
        """Until when, on the table's own time, everybody is shown what happened."""

    # -- New lines --------------------------------------------------------------------------------------------------
    def moved(self, seat: int, action: Any, by: Mover) -> list[Applied]:
        """A choice, the chance that follows it and, if that was the end, the seed. Raises `Refused`."""
        return self.gone_on(self.chosen(Seat(seat), action, by))

    def gone_on(self, after: Applied | None = None) -> list[Applied]:
        """What happens by itself, from where the match stands or after a line that is not applied yet."""
        lines = self.dealt(after)
        if after is not None:
            lines.insert(0, after)
        lines += self.closing(lines[-1] if lines else None)
        return lines

    def out_of_time(self, seat: Seat, begun: Begun | None = None) -> Any:
        """What the clock chooses: the game's default, or what the seat has begun."""
        view = self.game.view(self.position.state, seat)
        if begun is not None and self.game.finish_begun is not None:
            finished = self.game.finish_begun(view, begun.action, begun.touched)
            if finished is not None and self.game.why_illegal(self.position.state, seat, finished) is None:
                return finished
        return self.game.default_action(view)

    def decode_action(self, raw: bytes | msgspec.Raw) -> Any:
        """An action as a device sent it. Raises `msgspec.ValidationError` or `msgspec.DecodeError`."""
        return _decoder_of_actions(self.game.name).decode(raw)

    def followed(self, line: EntryLine, earlier: Position | None = None) -> Applied:
        """A lesson whose script has another entry here was written anew meanwhile: what it has next is for others."""
        if isinstance(self.dealer, ScriptedDealer) and not self.is_next_in_lesson(line.entry):
            self.dealer = ScriptedDealer(CHANGED)
        return super().followed(line, earlier)

    # -- The fold ---------------------------------------------------------------------------------------------------
    def apply_at(self, applied: Applied, table_time: int) -> None:
        """The line counts from now on, and whoever is asked by it is asked from now on."""
        self.apply(applied)
        heard_by_all = tuple([told.event for told in applied.events if told.audience is EVERYONE])
        if heard_by_all and (milliseconds := self.game.shown_for(heard_by_all)):
            self.shown_until = max(self.shown_until, table_time) + milliseconds
        entry = applied.line.entry
        if isinstance(entry, Chose):
            self.asked_at.pop(entry.seat, None)
            self.sealed.pop(entry.seat, None)
            self.last_choice[entry.seat] = applied.line.n
        elif isinstance(entry, TakenBack):
            self.last_choice = {seat: n for seat, n in self.last_choice.items() if n <= entry.to}
            self.asked_at.clear()
            self.sealed.clear()
            self.shown_until = 0
        self.ask(max(table_time, self.shown_until))

    def ask(self, table_time: int) -> None:
        """See whom the match waits for now, and since when."""
        if self.waiting is CHANCE:
            return
        now_asked = self.waiting if isinstance(self.waiting, tuple) else ()
        for seat in now_asked:
            if seat not in self.asked_at:
                self.decision[seat] = self.decision.get(seat, 0) + 1
        self.asked_at = {seat: self.asked_at.get(seat, table_time) for seat in now_asked}
        if self.sealed:
            self.sealed = {seat: answer for seat, answer in self.sealed.items() if seat in self.asked_at}

    def ask_for_answers_anew(self, table_time: int) -> None:
        """Answers that are shown when their time is up have the whole of it from here on."""
        if self.game.answer_shown_after(self.position.state) is not None:
            self.asked_at = dict.fromkeys(self.asked_at, max(table_time, self.shown_until))


def _dealer_of(game: AnyGame, header: Header, seed: bytes) -> CommittedDealer | ScriptedDealer:
    if isinstance(header.deal, ScriptedDeal):
        # Scripts are written for the newest rules.
        is_there = header.rules_version == game.newest_version and header.deal.lesson in lesson_names(game)
        return ScriptedDealer(find_lesson(game, header.deal.lesson) if is_there else CHANGED)
    return CommittedDealer(seed)


@cache
def _decoder_of_actions(game: str) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(find_game(game).action_type)
