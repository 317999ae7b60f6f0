"""`touchwood lesson`: the first minute of a game, in the terminal."""

import argparse
from collections.abc import Sequence
from typing import Any

from rich.console import Console
from rich.text import Text

from touchwood.core.events import heard_by
from touchwood.core.lesson import LEARNER, Note, find_lesson, lesson_names, lessons_in_a_row
from touchwood.core.refusals import InputError, Refused
from touchwood.core.words import Words, words_of
from touchwood.games.discovery import find_game
from touchwood.match.dealer import ScriptedDealer
from touchwood.match.learning import asked_for, begin_lesson, learn
from touchwood.match.match import Match


def add(commands: Any) -> None:
    parser: argparse.ArgumentParser = commands.add_parser("lesson", help="learn a game in a minute, by playing")
    parser.add_argument("game", help="such as tag")
    parser.add_argument("lesson", nargs="?", help="one of its lessons (default: the first, and what goes on from it)")
    parser.add_argument("--language", default="en", help="language of the lesson (default: en)")
    parser.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    game = find_game(given.game)
    names = (given.lesson,) if given.lesson else lessons_in_a_row(game)
    for name in names:
        match = begin_lesson(game, name, "you")
        players = [player.name for player in match.header.seats]
        words = words_of(game.words, language=given.language, names=players, listener=LEARNER)
        if not TerminalLesson(match, words).run():
            return 0
    more = [name for name in lesson_names(game) if name not in names and not find_lesson(game, name).is_brief]
    if more and not given.lesson:
        words = words_of(game.words, language=given.language)
        each = ", ".join(f"touchwood lesson {game.name} {name}" for name in more)
        Console(highlight=False).print(Text(words.label("lesson_more", lessons=each)), soft_wrap=True)
    return 0


class TerminalLesson:
    def __init__(self, match: Match, words: Words) -> None:
        assert isinstance(match.dealer, ScriptedDealer)
        self.match = match
        self.words = words
        self.lesson = match.dealer.lesson
        self.console = Console(highlight=False)
        self._told = 0

    def run(self) -> bool:
        """To its end; False if the learner left."""
        self._say(self.words.label("lesson_hint"))
        try:
            while (asked := asked_for(self.match)) is not None:
                self._tell()
                self._note(asked.notes)
                self.console.print(Text(self.match.game.picture(self.match.view(LEARNER), self.words)))
                self._say(self.words.lesson(asked.say))
                # What is to be touched on a screen is typed here.
                hint = asked.actions[0]
                while not self._try(self.console.input(Text(f"{self.words.label('prompt')}({hint}) ")).strip()):
                    pass
            self._tell()
            self._note(self.lesson.ending)
        except (EOFError, KeyboardInterrupt):
            self.console.print()
            return False
        return True

    def _try(self, typed: str) -> bool:
        if not typed:
            return False
        try:
            learn(self.match, typed)
        except InputError as error:
            self._say(self.words.error(error))
            return False
        except Refused as refused:
            self._say(f"{self.words.refusal(refused.refusal)} ({refused.refusal.rule})")
            return False
        return True

    def _tell(self) -> None:
        for applied in self.match.applied[self._told :]:
            for event in heard_by(LEARNER, applied.events):
                self.console.print(Text("  " + self.words.event(event), style="dim"))
        self._told = self.match.position.n

    def _note(self, notes: Sequence[Note]) -> None:
        for note in notes:
            self._say(self.words.lesson(note.say))

    def _say(self, text: str) -> None:
        self.console.print(Text(text), soft_wrap=True)
