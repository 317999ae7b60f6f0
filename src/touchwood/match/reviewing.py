"""A finished match, looked back at by a reviewer."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeAlias

from touchwood.core.refusals import InputError
from touchwood.core.review import Review, Reviewer
from touchwood.core.seats import Seat
from touchwood.match.match import Match
from touchwood.match.record import Chose, TakenBack

Choice: TypeAlias = tuple[int, Any, Seat, Any]
"""The entry, the state before it, the seat and the action."""


class _Counted(Sequence[Choice]):
    """A line that tells how far whoever goes along it has come."""

    def __init__(self, made: Sequence[Choice], tell: Callable[[int, int], None]) -> None:
        self._made = made
        self._tell = tell

    def __len__(self) -> int:
        return len(self._made)

    def __getitem__(self, place: Any) -> Any:
        return self._made[place]

    def __iter__(self) -> Iterator[Choice]:
        for number, choice in enumerate(self._made):
            self._tell(number, len(self._made))
            yield choice


def review_match(match: Match, reviewer: Reviewer, tell: Callable[[int, int], None] = lambda done, of: None) -> Review:
    """What each choice was worth; an `InputError` if the match is not over.

    It can take a while: `tell` hears how many choices are judged, of how many.
    """
    if not match.is_over:
        raise InputError("review_before_end")
    return reviewer.review(_Counted(choices_in_force(match), tell), match.state)


def choices_in_force(match: Match) -> list[Choice]:
    """The choices that led to the end. What was taken back is left out."""
    made: list[Choice] = []
    for entry_line in match.lines:
        match entry_line.entry:
            case Chose(seat, _, action):
                made.append((entry_line.n, match.positions[entry_line.n - 1].state, seat, match.read_action(action)))
            case TakenBack(to):
                made = [choice for choice in made if choice[0] <= to]
    return made
