"""Composite actions: whatever is chosen on the way, a legal whole comes out of it."""

from typing import Any

from touchwood.core.builder import Builder
from touchwood.core.seats import Seat
from touchwood.testing.nonconformance import Nonconformance
from touchwood.testing.run import Position, Run, actors

CHECK = "builders"

_WALKS = 5
"""Ways tried through each builder at each position."""
_MOST_PARTS = 1_000


def check_builders(run: Run) -> None:
    for builder in run.game.builders:
        check_numbers(run, builder)
    for position in run.positions:
        able = actors(run.game, position.state)
        for seat in run.seats:
            view = run.game.view(position.state, seat)
            for builder in run.game.builders:
                if not builder.is_offered(view):
                    continue
                if seat not in able:
                    rule = "a builder is offered only to a seat that may act"
                    raise Nonconformance(CHECK, "is_offered", rule, run.place(position, seat), builder=builder.name)
                for walk in range(_WALKS):
                    check_way(run, builder, position, seat, walk)


def check_numbers(run: Run, builder: Builder[Any, Any, Any, Any]) -> None:
    numbered = list(builder.numbered(run.options, run.scenario.players))
    texts = [builder.text(choice) for choice in numbered]
    if any(numbered.count(choice) > 1 for choice in numbered) or len(set(texts)) != len(texts):
        rule = "each choice has one number and one text of its own"
        raise Nonconformance(CHECK, "numbered", rule, run.place(), builder=builder.name)


def check_way(run: Run, builder: Builder[Any, Any, Any, Any], position: Position, seat: Seat, walk: int) -> None:
    """One way through the builder to its very end; every whole action on the way is legal."""
    view, place = run.game.view(position.state, seat), run.place(position, seat)
    numbered = builder.numbered(run.options, run.scenario.players)
    rng = run.rng("build", position.match, position.entry, seat, walk)
    parts: tuple[Any, ...] = ()
    if (action := builder.finish(view, parts)) is not None:
        rule = "what is built has a part; what is chosen by adding nothing is an action with a number of its own"
        raise Nonconformance(CHECK, "empty", rule, place, builder=builder.name, action=action)
    while len(parts) <= _MOST_PARTS:
        action = builder.finish(view, parts)
        if action is not None and (refusal := run.game.why_illegal(position.state, seat, action)) is not None:
            rule = "what a builder finishes is legal"
            raise Nonconformance(CHECK, "finish", rule, place, parts=parts, action=action, refusal=refusal)
        choices = builder.choices(view, parts)
        if not choices:
            if action is None:
                rule = "whatever is added, some whole action can still be reached"
                raise Nonconformance(CHECK, "choices", rule, place, parts=parts)
            return
        for choice in choices:
            if choice not in numbered:
                raise Nonconformance(CHECK, "numbered", "every choice has a number", place, parts=parts, choice=choice)
        parts = (*parts, rng.choice(choices))
    raise Nonconformance(CHECK, "choices", "building comes to an end", place, parts=len(parts))
