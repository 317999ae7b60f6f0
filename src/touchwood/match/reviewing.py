"""A finished match, looked back at by its game's reviewer."""

from typing import Any

from touchwood.core.refusals import Problem
from touchwood.core.review import Review
from touchwood.core.seats import Seat
from touchwood.match.match import Match
from touchwood.match.record import Chose, TakenBack


def review_match(match: Match) -> Review:
    """What each choice was worth; a `Problem` if the match is not over or its game has no reviewer."""
    if match.game.reviewer is None:
        raise Problem("no_reviewer", game=match.game.title)
    if not match.is_over:
        raise Problem("review_before_end")
    return match.game.reviewer.review(line_in_force(match), match.state)


def line_in_force(match: Match) -> list[tuple[int, Any, Seat, Any]]:
    """The choices that led to the end: the entry, the state before it, the seat and the action. What was taken back is
    left out."""
    line: list[tuple[int, Any, Seat, Any]] = []
    for entry_line in match.lines:
        match entry_line.entry:
            case Chose(seat, _, action):
                line.append((entry_line.n, match.positions[entry_line.n - 1].state, seat, match.read_action(action)))
            case TakenBack(to):
                line = [choice for choice in line if choice[0] <= to]
    return line
