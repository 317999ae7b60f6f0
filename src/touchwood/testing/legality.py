"""Legal is what is not refused, and nothing else: over all numbered actions, all seats and many positions; where a kind
has very many actions, some of them at all the other positions. Devices send what they like: whatever the type of
actions lets through is judged too, with numbers in it that nothing at the table has.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec

from touchwood.core.game import OVER
from touchwood.core.refusals import Refusal
from touchwood.core.seats import Seat
from touchwood.testing.nonconformance import Nonconformance
from touchwood.testing.run import Position, Run, actors
from touchwood.testing.states import present, require_value

CHECK = "legality"

_POSITIONS_TRIED_OUT = 60
"""At so many positions of a run every action of every seat is judged, and what is legal done too."""
_FAR_OUT = 10**9


def check_legality(run: Run) -> None:
    tried_out = {(position.match, position.entry) for position in run.sampled_positions(_POSITIONS_TRIED_OUT)}
    built: dict[str, Any] = {}
    odd = list(out_of_range(run, (*run.numbered, *run.unnumbered)))
    for position in run.positions:
        check_waiting(run, position)
        for seat in run.seats:
            is_tried_out = (position.match, position.entry) in tried_out
            refusals = check_seat(run, position, seat, run.numbered if is_tried_out else run.some_numbered)
            if is_tried_out:
                for action, refusal in zip(run.numbered, refusals, strict=True):
                    check_act(run, position, seat, action, refusal)
                for action in (*run.unnumbered, *built.values()):
                    check_act(run, position, seat, action, why_illegal(run, position, seat, action))
                for action in (*odd, *out_of_range(run, built.values())):
                    check_odd(run, position, seat, action, is_built=type(action).__name__ in built)
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


def check_act(run: Run, position: Position, seat: Seat, action: Any, refusal: Refusal | None) -> None:
    """What `why_illegal` does not refuse is done. (What it refuses `act` is never asked.)"""
    if refusal is not None:
        return
    try:
        run.game.act(position.state, seat, action)
    except Exception as error:
        rule, place = "act does all that why_illegal does not refuse", run.place(position, seat)
        raise Nonconformance(CHECK, "act", rule, place, action=action, raised=repr(error)) from error


def _keep_one_of_each_kind(run: Run, built: dict[str, Any], action: Any) -> None:
    """Composite actions met on the way are judged later too, when they are out of place."""
    if action not in run.numbered:
        built[type(action).__name__] = action


# -- Numbers that nothing at the table has ----------------------------------------------------------------------------


def out_of_range(run: Run, actions: Iterable[Any]) -> Iterator[Any]:
    """One action of each kind, with one of its numbers out of range, as far as the type of actions lets it through."""
    kinds: dict[type, list[Any]] = {}
    for action in actions:
        kinds.setdefault(type(action), []).append(action)
    for of_a_kind in kinds.values():
        # The one with most in it: of one that holds an empty tuple no number can be bent.
        action = max(of_a_kind, key=lambda each: len(list(_numbers_in(msgspec.to_builtins(each)))))
        known = [number for each in of_a_kind for _, number in _numbers_in(msgspec.to_builtins(each))]
        plain = msgspec.to_builtins(action)
        for path, _ in _numbers_in(plain):
            for number in dict.fromkeys((-1, len(run.seats), max(known) + 1, _FAR_OUT)):
                try:
                    odd = msgspec.convert(_with_number(plain, path, number), run.game.action_type)
                except msgspec.ValidationError:
                    continue
                if odd not in of_a_kind:
                    yield odd


def _numbers_in(plain: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], int]]:
    """Every whole number in plain data, and where it is."""
    if isinstance(plain, int) and not isinstance(plain, bool):
        yield path, plain
    elif isinstance(plain, dict | list | tuple):
        parts = plain.items() if isinstance(plain, dict) else enumerate(plain)
        for key, part in parts:
            yield from _numbers_in(part, (*path, key))


def _with_number(plain: Any, path: tuple[Any, ...], number: int) -> Any:
    if not path:
        return number
    first, *others = path
    if isinstance(plain, dict):
        return plain | {first: _with_number(plain[first], tuple(others), number)}
    return [_with_number(part, tuple(others), number) if key == first else part for key, part in enumerate(plain)]


def check_odd(run: Run, position: Position, seat: Seat, action: Any, *, is_built: bool) -> None:
    """It is refused; or it is no more than another legal action, and does what one does."""
    place, refusal = run.place(position, seat), why_illegal(run, position, seat, action)
    check_act(run, position, seat, action, refusal)
    if refusal is not None:
        return
    without_number = is_built or any(type(each) is type(action) for each in run.unnumbered)
    if not without_number and action not in run.numbered:
        rule = "what is legal has a number, if all others of its kind have one"
        bound = "bound the field in its type, Annotated[Seat, Meta(ge=0)], and refuse what is too large"
        raise Nonconformance(CHECK, "out of range", rule, place, legal=action, what_may_help=bound)
    step = run.game.act(position.state, seat, action)
    require_value(step.state, run.game.state_type, "state", place)
    if (now := present(run, step.state)) != (before := present(run, position.state)):
        rule = "every piece by kind is the same in all states of a match"
        raise Nonconformance(CHECK, "out of range", rule, place, action=action, before=before, now=now)
