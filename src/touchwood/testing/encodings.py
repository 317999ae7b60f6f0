"""Encoders: rows of one length within their bounds, from the view alone."""

from typing import Any

from touchwood.core.encoding import Slice, length_of
from touchwood.core.seats import Seat
from touchwood.testing.nonconformance import Nonconformance
from touchwood.testing.run import Position, Run
from touchwood.testing.samples import sample

CHECK = "encodings"

_POSITIONS = 40


def check_encodings(run: Run) -> None:
    """A seat's row has the length and the bounds its slices state, and is the same in worlds it cannot tell apart; also
    while a composite action is being built."""
    if run.game.encoder is None:
        return
    slices = list(run.game.encoder.slices(run.options, run.scenario.players))
    if len({each.name for each in slices}) < len(slices):
        raise Nonconformance(CHECK, "slices", "each slice has a name of its own", run.place())
    for position in run.sampled_positions(_POSITIONS):
        for seat in run.seats:
            check_row(run, slices, position, seat)


def check_row(run: Run, slices: list[Slice], position: Position, seat: Seat) -> None:
    game, place = run.game, run.place(position, seat)
    assert game.encoder is not None
    view = game.knowledge(position.state, seat)
    imagined = game.knowledge(sample(run, view, "encoding", position.match, position.entry, seat), seat)
    for parts in partials(run, position, seat, view):
        row = list(game.encoder.encode(view, parts))
        if len(row) != length_of(slices):
            rule = "a row has the length of its slices"
            raise Nonconformance(CHECK, "length", rule, place, length=len(row), slices=length_of(slices))
        at = 0
        for each in slices:
            numbers = row[at : at + each.size]
            if any(not each.low <= number <= each.high for number in numbers):
                rule = "every number is within the bounds of its slice"
                raise Nonconformance(CHECK, "bounds", rule, place, slice=each.name, numbers=numbers)
            at += each.size
        if list(game.encoder.encode(imagined, parts)) != row:
            rule = "a row is the same in all worlds that fit what the seat knows"
            raise Nonconformance(CHECK, "secrets", rule, place, parts=parts)


def partials(run: Run, position: Position, seat: Seat, view: Any) -> list[tuple[Any, ...]]:
    """Nothing built, and what lies there on one way through each builder that is offered."""
    found: list[tuple[Any, ...]] = [()]
    rng = run.rng("encoding", position.match, position.entry, seat)
    for builder in run.game.builders:
        parts: tuple[Any, ...] = ()
        while builder.is_offered(view) and (choices := builder.choices(view, parts)):
            parts = (*parts, rng.choice(choices))
            found.append(parts)
    return found
