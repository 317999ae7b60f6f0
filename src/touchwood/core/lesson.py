"""Lessons: a first match of a minute, on the real rules, with a fixed deal and partners who play their part.

A lesson is data. Its script has one step for every entry of the match's record, in order: what falls, what a partner
plays, or what the learner is asked for, so where a lesson stands follows from how long the record is. A choice that
keeps the rules but is not in the script is not taken; one that breaks them gets the rule's own sentence.

What is said is in the section `lesson` of the game's catalogues, by key. What is pointed at is named in the game's own
words ("card:T", "button:play"); whoever shows the table knows where that is.
"""

from collections.abc import Mapping
from fnmatch import fnmatchcase
from importlib.resources.abc import Traversable
from typing import Any, Final, TypeAlias

import msgspec

from touchwood.core.chance import Outcome
from touchwood.core.game import AnyGame
from touchwood.core.refusals import InputError
from touchwood.core.seats import Seat
from touchwood.core.values import Tagged, Value, from_json

__all__ = [
    "CHANGED",
    "FIRST_LESSON",
    "LEARNER",
    "LESSON_BOT",
    "Asks",
    "Falls",
    "Lesson",
    "LessonStep",
    "Note",
    "Plays",
    "find_lesson",
    "lesson_names",
    "lessons_in_a_row",
]

FIRST_LESSON = "first"
LEARNER = Seat(0)
LESSON_BOT = "lesson"
"""Stands in the record for a partner who plays by a script."""


class Note(Value, frozen=True):
    """Something told between two steps; the learner goes on with a tap."""

    say: str
    point: tuple[str, ...] = ()


class Falls(Tagged, frozen=True, tag="falls"):
    outcome: Outcome


class Plays(Tagged, frozen=True, tag="plays"):
    """A partner."""

    seat: Seat
    action: str
    """As the codec writes it."""


class Asks(Tagged, frozen=True, tag="asks"):
    """The learner, for one thing."""

    say: str
    actions: tuple[str, ...]
    """What counts as done, as the codec writes it; `*` stands for anything. The first one, if it has no `*`, is what
    somebody would do who does as told."""
    point: tuple[str, ...] = ()
    """What to touch, one after the other."""
    notes: tuple[Note, ...] = ()
    """Told before."""

    def is_done_by(self, text: str) -> bool:
        return any(fnmatchcase(text, pattern) for pattern in self.actions)


LessonStep: TypeAlias = Falls | Plays | Asks


class Lesson(Value, frozen=True):
    """Taught by the newest rules: what it is checked against, and what whoever has learnt it will play by."""

    partners: tuple[str, ...]
    script: tuple[LessonStep, ...]
    ending: tuple[Note, ...]
    options: dict[str, Any] = msgspec.field(default_factory=dict)
    when: dict[str, Any] = msgspec.field(default_factory=dict)
    """Options it teaches: it is offered where they are chosen so."""
    players: tuple[int, int] | None = None
    """How many players it is for, at least and at most; None: any number."""
    next: str | None = None
    """The lesson that goes on from here, and is offered nowhere else."""
    is_brief: bool = False
    """The heart of the game in half a minute: offered in place of the first one to who waits for others."""

    def step(self, n: int) -> LessonStep | None:
        """What comes after entry `n`; None: the lesson is over."""
        return self.script[n] if n < len(self.script) else None

    @property
    def moments(self) -> int:
        return sum(isinstance(step, Asks) for step in self.script)

    def moments_before(self, n: int) -> int:
        return sum(isinstance(step, Asks) for step in self.script[:n])


CHANGED: Final = Lesson(partners=(), script=(), ending=(Note("lesson_changed"),))
"""What is left of a lesson under way that is another one now, or gone: it is over, and says so."""


def lesson_names(game: AnyGame) -> tuple[str, ...]:
    """The first one first."""
    return tuple(sorted(_files(game), key=lambda name: (name != FIRST_LESSON, name)))


def lessons_in_a_row(game: AnyGame) -> tuple[str, ...]:
    """The first one, and those that go on from it."""
    row: list[str] = []
    name: str | None = FIRST_LESSON
    while name is not None:
        row.append(name)
        name = find_lesson(game, name).next
    return tuple(row)


def find_lesson(game: AnyGame, name: str) -> Lesson:
    """Raises `InputError` if there is none of that name."""
    if name not in _files(game):
        known = ", ".join(lesson_names(game)) or "-"
        raise InputError("no_such_lesson", game=game.title, lesson=name, known=known)
    lesson: Lesson = from_json(_files(game)[name].read_bytes(), Lesson)
    return lesson


def _files(game: AnyGame) -> Mapping[str, Traversable]:
    if game.lessons is None or not game.lessons.is_dir():
        return {}
    return {file.name.removesuffix(".json"): file for file in game.lessons.iterdir() if file.name.endswith(".json")}
