"""Legal is what is not refused, and nothing else: over all numbered actions, all seats and many positions; where a kind
has very many actions, some of them at all the other positions."""

from collections.abc import Sequence
from typing import Any

from touchwood.core.game import OVER
from touchwood.core.refusals import Refusal, Refused
from touchwood.core.seats import Seat
from touchwood.testing.nonconformance import Nonconformance
from touchwood.testing.run import Position, Run, actors

CHECK = "legality"

_POSITIONS_APPLIED = 60
"""At so many positions of a run every action of every seat is judged, and applied too."""


def check_legality(run: Run) -> None:
    applied = {(position.match, position.entry) for position in run.sampled_positions(_POSITIONS_APPLIED)}
    built: dict[str, Any] = {}
    for position in run.positions:
        check_waiting(run, position)
        for seat in run.seats:
            is_applied = (position.match, position.entry) in applied
            refusals = check_seat(run, position, seat, run.numbered if is_applied else run.some_numbered)
            if is_applied:
                for action, refusal in zip(run.numbered, refusals, strict=True):
                    check_apply(run, position, seat, action, refusal)
                for action in (*run.unnumbered, *built.values()):
                    check_apply(run, position, seat, action, why_illegal(run, position, seat, action))
        if position.move is not None and position.move.actor is not None:
            _keep_one_of_each_kind(run, built, position.move.choice)


def check_waiting(run: Run, position: Position) -> None:
    """Whom a match waits for: seats there are, each once, and each of them can do something."""
    game, waiting = run.game, run.game.waiting_for(position.state)
    free = game.may_act(position.state)
    for name, seats in (("waiting_for", waiting), ("may_act", free)):
        if isinstance(seats, tuple) and (len(set(seats)) != len(seats) or not set(seats) <= set(run.seats)):
            rule = "whom a match waits for, and who may act, are seats of the table, each once"
            raise Nonconformance(CHECK, name, rule, run.place(position), seats=seats)
    if waiting is OVER and free:
        raise Nonconformance(CHECK, "may_act", "nobody acts once a match is over", run.place(position), seats=free)
    if waiting == ():
        rule = "a match waits for chance, for at least one seat, or is over"
        raise Nonconformance(CHECK, "waiting_for", rule, run.place(position))
    for seat in waiting if isinstance(waiting, tuple) else ():
        view = game.view(position.state, seat)
        can_build = any(builder.is_offered(view) for builder in game.builders)
        if not can_build and not game.legal_actions(position.state, seat):
            raise Nonconformance(CHECK, "stuck", "a seat that is asked can act", run.place(position, seat))


def check_seat(run: Run, position: Position, seat: Seat, judged: Sequence[Any]) -> list[Refusal | None]:
    """`legal_actions` lists what `why_illegal` does not refuse; out of turn that is nothing. Gives the refusals."""
    refusals = [why_illegal(run, position, seat, action) for action in judged]
    not_refused = [action for action, refusal in zip(judged, refusals, strict=True) if refusal is None]
    listed = list(run.game.legal_actions(position.state, seat))
    if len(judged) < len(run.numbered):
        some = set(judged)
        listed = [action for action in listed if action in some]
    if listed != not_refused:
        raise Nonconformance(
            CHECK,
            "legal_actions",
            "legal_actions lists the numbered actions that why_illegal does not refuse, in the order of their numbers",
            run.place(position, seat),
            listed=listed,
            not_refused=not_refused,
        )
    if listed and seat not in actors(run.game, position.state):
        rule = "a seat that is neither waited for nor in may_act is refused"
        raise Nonconformance(CHECK, "out of turn", rule, run.place(position, seat), legal=listed)
    return refusals


def why_illegal(run: Run, position: Position, seat: Seat, action: Any) -> Refusal | None:
    try:
        return run.game.why_illegal(position.state, seat, action)
    except Exception as error:
        rule = "why_illegal never raises, whatever the action"
        place = run.place(position, seat)
        raise Nonconformance(CHECK, "why_illegal", rule, place, action=action, raised=repr(error)) from error


def check_apply(run: Run, position: Position, seat: Seat, action: Any, refusal: Refusal | None) -> None:
    """`apply` refuses what `why_illegal` refuses, with the same refusal, and does everything else."""
    try:
        run.game.apply(position.state, seat, action)
        refused = None
    except Refused as raised:
        refused = raised.refusal
    if refused == refusal:
        return
    rule = "apply raises Refused for what why_illegal refuses, with the same refusal, and for nothing else"
    place = run.place(position, seat)
    raise Nonconformance(CHECK, "apply", rule, place, action=action, why_illegal=refusal, apply_refused=refused)


def _keep_one_of_each_kind(run: Run, built: dict[str, Any], action: Any) -> None:
    """Composite actions met on the way are judged later too, when they are out of place."""
    if action not in run.numbered:
        built[type(action).__name__] = action
