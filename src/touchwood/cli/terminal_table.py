"""A table in the terminal: the view, what happened, the legal moves by number, and why a move is refused.

Several people can share it; between two of them the screen is cleared and the next one is asked to sit down.
"""

import sys
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from rich.text import Text

from touchwood.bots.playing import bot_moves
from touchwood.cli.table_printer import TablePrinter
from touchwood.core.bot import Bot
from touchwood.core.events import heard_by
from touchwood.core.refusals import InputError, Refused
from touchwood.core.seats import SPECTATOR, Seat
from touchwood.core.words import Words
from touchwood.match.files import RecordFile, seed_path
from touchwood.match.match import Match

LATEST = 3
"""So many entries are what happened last."""


class TerminalTable:
    def __init__(
        self,
        match: Match,
        bots: Mapping[Seat, Bot[Any, Any]],
        words: Words,
        rng: Random,
        file: RecordFile | None,
        *,
        is_plain: bool = False,
    ) -> None:
        self.match = match
        self.bots = bots
        self.printer = TablePrinter.of(match.game, is_plain=is_plain)
        self.words = self.printer.words_for(words, match.view(SPECTATOR))
        self.rng = rng
        self.file = file
        self.console = self.printer.console
        self.people = [Seat(seat) for seat in range(len(match.header.seats)) if seat not in bots]
        # Up to which entry each person has been told what happened.
        self._told = dict.fromkeys(self.people, 0)
        self._sitting: Seat | None = self.people[0] if len(self.people) == 1 else None

    def run(self) -> None:
        """Play until the match is over, somebody leaves, or the input ends."""
        self._say("table_hint")
        try:
            while not self.match.is_over:
                if not self._bot_moves() and not self._person_moves():
                    self._broken_off()
                    return
        except KeyboardInterrupt:
            self.console.print()
            self._broken_off()
            return
        self._finish()

    # -- Turns ------------------------------------------------------------------------------------------------------
    def _bot_moves(self) -> bool:
        moved = bot_moves(self.match, self.bots, self.rng)
        self._save()
        return moved

    def _person_moves(self) -> bool:
        """One decision of a person; False if they want to leave."""
        seat = next(seat for seat in self.match.asked if seat in self.people)
        self._sit_down(seat)
        self._tell(seat)
        self.printer.table(self.match.view(seat), self._words(seat), is_asked=True)
        actions = self.match.legal_actions(seat)
        self._list(seat, actions)
        while True:
            try:
                typed = self.console.input(Text(self._words(seat).label("prompt"))).strip()
            except EOFError:
                self.console.print()
                return False
            match typed.lower():
                case "":
                    continue
                case "quit" | "exit":
                    return False
                case "help" | "?":
                    self._say("table_help")
                case "moves":
                    self._list(seat, actions, are_wanted=True)
                case "log":
                    self._tell(seat, since=0)
                case "l":
                    self._tell(seat, since=max(0, self.match.position.n - LATEST))
                case wish if self.printer.wish(wish, self.match.view(seat), self._words(seat), is_asked=True):
                    continue
                case "back":
                    if self._take_back(seat):
                        return True
                case _:
                    if self._try(seat, typed, actions):
                        return True

    def _try(self, seat: Seat, typed: str, actions: Sequence[Any]) -> bool:
        words = self._words(seat)
        try:
            if typed.isdecimal():
                if not 1 <= int(typed) <= len(actions):
                    self._say("no_such_number", most=len(actions))
                    return False
                action = actions[int(typed) - 1]
            else:
                action = self.match.game.typed(typed)
            self.match.act(seat, action)
        except InputError as error:
            self.console.print(words.error(error))
            return False
        except Refused as refused:
            self.console.print(f"{words.refusal(refused.refusal)} [dim]({refused.refusal.rule})[/dim]")
            return False
        self._save()
        return True

    def _take_back(self, seat: Seat) -> bool:
        if self.match.may_take_back != seat:
            self._say("cannot_take_back")
            return False
        self.match.take_back(self.match.undo_stack[-1].n - 1, seat)
        self._told = {person: min(told, self.match.position.n) for person, told in self._told.items()}
        self._save()
        return True

    # -- What is shown ----------------------------------------------------------------------------------------------
    def _sit_down(self, seat: Seat) -> None:
        """Hand the screen over without showing the hand of whoever sat there before."""
        if self._sitting == seat:
            return
        self._sitting = seat
        self.console.clear()
        self.console.input(Text(self.words.label("hand_over", seat=seat)))

    def _list(self, seat: Seat, actions: Sequence[Any], *, are_wanted: bool = False) -> None:
        """What the seat may do now."""
        self.printer.moves(actions, self._words(seat), are_wanted=are_wanted)
        self.printer.built_moves(self.match.view(seat), self._words(seat))

    def _tell(self, seat: Seat, since: int | None = None) -> None:
        """What this seat heard since it last looked."""
        words = self._words(seat)
        since = self._told[seat] if since is None else since
        for applied in self.match.applied[since:]:
            for event in heard_by(seat, applied.events):
                self.printer.event(words.event(event))
        self._told[seat] = self.match.position.n

    def _finish(self) -> None:
        listener = self._sitting if len(self.people) == 1 and self._sitting is not None else SPECTATOR
        words = self.words.for_listener(listener)
        if listener is not SPECTATOR:
            self._tell(self.people[0])
        self.printer.table(self.match.view(listener), words, is_asked=False)
        returns = self.match.game.returns(self.match.state)
        for seat, (points, share) in enumerate(zip(self.match.game.points(self.match.state), returns, strict=True)):
            code = "result_wins" if share == 1 else "result_shares" if share else "result"
            self.printer.line(words.label(code, seat=Seat(seat), points=points))
        if self.file is not None:
            self._say("record_kept", file=str(self.file.path))

    def _broken_off(self) -> None:
        if self.file is not None:
            self._say("broken_off", file=str(self.file.path), seed=str(seed_path(self.file.path)))
            # Scripts read standard output; a person who broke off looks at the terminal either way.
            sys.stdout.flush()

    # -- Small things -----------------------------------------------------------------------------------------------
    def _words(self, seat: Seat) -> Words:
        return self.words.for_listener(seat)

    def _say(self, label: str, **facts: Any) -> None:
        self.printer.line(self.words.label(label, **facts))

    def _save(self) -> None:
        if self.file is not None:
            self.file.catch_up()
