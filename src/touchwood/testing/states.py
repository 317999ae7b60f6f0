"""Values stay what they are: never changed, no float inside, no piece lost, the same after a trip through JSON."""

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from typing import Any

import msgspec

from touchwood.core.game import CHANCE, OVER, AnyGame
from touchwood.core.refusals import Refused
from touchwood.core.seats import Viewer
from touchwood.core.values import canonical_json, from_json
from touchwood.testing.nonconformance import Nonconformance, Place
from touchwood.testing.run import FEW_OUTCOMES, Position, Run, actors, play, some_outcomes

CHECK = "states"

_POSITIONS_WITH_ALL_OUTCOMES = 60
"""Spread over a run; elsewhere a few outcomes are tried."""
_OUTCOMES_ELSEWHERE = 6

_FLOAT_AT_A_GLANCE = re.compile(rb"\d[.eE]")


def check_states_never_change(run: Run) -> None:
    """Every function of the contract leaves the state as it was; old states are looked at again at the very end."""
    for position in run.positions:
        require_unchanged(run, position, "the walk")
        for name, call in calls_on(run, position):
            call()
            require_unchanged(run, position, name)
    for position in run.positions:
        require_unchanged(run, position, "what came later")


def calls_on(run: Run, position: Position) -> Iterator[tuple[str, Callable[[], object]]]:
    """Every function that gets a state, ready to be called on this one."""
    game, state = run.game, position.state
    waiting = game.waiting_for(state)
    rng = run.rng("states", position.match, position.entry)
    yield "waiting_for", lambda: game.waiting_for(state)
    yield "may_act", lambda: game.may_act(state)
    yield "points", lambda: game.points(state)
    yield "pieces", lambda: game.pieces(state)
    yield "answer_shown_after", lambda: game.answer_shown_after(state)
    yield "is_time_up_told", lambda: game.is_time_up_told(state)
    for viewer in run.viewers:
        yield "view", partial(game.view, state, viewer)
        yield "thinking_seconds", partial(_thinking_seconds, game, state, viewer)
    for seat in run.seats:
        yield "knowledge", partial(game.knowledge, state, seat)
        yield "legal_actions", partial(game.legal_actions, state, seat)
        for action in rng.sample(run.numbered, min(3, len(run.numbered))):
            yield "why_illegal", partial(game.why_illegal, state, seat, action)
            yield "act", partial(_act_or_not, game, state, seat, action)
    if position.move is not None:
        move = position.move
        yield "act" if move.actor is not None else "apply_chance", lambda: play(game, state, move)
    if waiting is CHANCE:
        yield "chance", lambda: game.chance(state)
    if waiting is OVER:
        yield "returns", lambda: game.returns(state)
        if (rematch := game.rematch_options) is not None:
            yield "rematch_options", lambda: rematch(state)


def _act_or_not(game: AnyGame, state: Any, seat: Any, action: Any) -> None:
    with suppress(Refused):
        game.apply(state, seat, action)


def _thinking_seconds(game: AnyGame, state: Any, viewer: Viewer) -> int:
    return game.thinking_seconds(game.view(state, viewer))


def require_unchanged(run: Run, position: Position, by: str) -> None:
    if canonical_json(position.state) != position.encoded:
        rule = "states are values and never change"
        place = run.place(position)
        raise Nonconformance(
            CHECK, "mutation", rule, place, by=by, before=position.encoded.decode(), now=position.state
        )


def check_functions_are_pure(run: Run) -> None:
    """Asked twice, a function answers the same; a view that came through JSON is as good as the view itself."""
    game = run.game
    for position in run.positions:
        state = position.state
        # A list comes back as a tuple: then nothing that is asked of the copy is alike, and no function is to blame.
        require_value(state, game.state_type, "state", run.place(position))
        copy = from_json(position.encoded, game.state_type)
        for viewer in run.viewers:
            view = game.view(state, viewer)
            for again in (game.view(copy, viewer), game.view(state, viewer)):
                if again != view:
                    facts = {"of": "view", "first": repr(view), "again": repr(again)}
                    raise Nonconformance(CHECK, "purity", "functions are pure", run.place(position, viewer), **facts)
        for seat in actors(game, state):
            if list(game.legal_actions(copy, seat)) != list(game.legal_actions(state, seat)):
                place = run.place(position, seat)
                raise Nonconformance(CHECK, "purity", "functions are pure", place, of="legal_actions")
        if position.move is not None and play(game, copy, position.move) != position.step:
            raise Nonconformance(CHECK, "purity", "functions are pure", run.place(position), of="act")


def check_pieces(run: Run) -> None:
    """No piece is lost and none comes from nowhere."""
    for match in run.matches:
        at_the_start = present(run, match[0].state)
        for position in match:
            if (now := present(run, position.state)) != at_the_start:
                rule = "every piece by kind is the same in all states of a match"
                place = run.place(position)
                raise Nonconformance(CHECK, "pieces", rule, place, at_the_start=at_the_start, now=now)


def present(run: Run, state: Any) -> dict[str, int]:
    return {kind: count for kind, count in run.game.pieces(state).items() if count}


def check_json(run: Run) -> None:
    """States, views, actions, events and options are values of their types, hold no float and survive JSON."""
    game = run.game
    require_value(run.options, game.options_type, "options", run.place())
    for position in run.positions:
        place = run.place(position)
        require_value(position.state, game.state_type, "state", place)
        for viewer in run.viewers:
            require_value(game.view(position.state, viewer), game.view_type, "view", run.place(position, viewer))
        for seat in run.seats:
            require_value(game.knowledge(position.state, seat), game.view_type, "view", run.place(position, seat))
        if position.move is not None and position.move.actor is not None:
            require_value(position.move.choice, game.action_type, "action", place)
        for told in position.step.events if position.step else ():
            require_value(told.event, game.event_type, "event", place)
    for action in (*run.numbered, *run.unnumbered):
        require_value(action, game.action_type, "action", run.place())


def require_value(value: Any, kind: Any, what: str, place: Place) -> None:
    encoded = canonical_json(value)
    # Walking is slow, and most values have no digit before a point or an exponent anywhere.
    looks_like_float = _FLOAT_AT_A_GLANCE.search(encoded) is not None
    if looks_like_float and (path := float_inside(msgspec.to_builtins(value, str_keys=True), what)) is not None:
        rule = "no state, view, action, event or options holds a float"
        raise Nonconformance(CHECK, "float", rule, place, where=path)
    try:
        decoded = from_json(encoded, kind)
    except msgspec.MsgspecError as error:
        rule = f"the {what} is a value of its declared type"
        raise Nonconformance(CHECK, "json", rule, place, value=encoded.decode(), error=str(error)) from error
    if decoded != value or canonical_json(decoded) != encoded or not _same_hash(decoded, value):
        rule = f"the {what} is the same after a trip through JSON, its hash too"
        # In JSON a list and a tuple look alike, so both are named as Python writes them.
        raise Nonconformance(CHECK, "json", rule, place, value=repr(value), decoded=repr(decoded))


def _same_hash(one: Any, other: Any) -> bool:
    """Values with a mapping inside have no hash; all others agree on it."""
    try:
        return hash(one) == hash(other)
    except TypeError:
        return True


def float_inside(value: Any, path: str) -> str | None:
    """Where a float hides in plain JSON data, if anywhere."""
    if isinstance(value, float):
        return path
    if isinstance(value, dict):
        parts = [(f"{path}.{key}", inner) for key, inner in value.items()]
    elif isinstance(value, list | tuple | set | frozenset):
        parts = [(f"{path}[{index}]", inner) for index, inner in enumerate(value)]
    else:
        return None
    return next((found for name, inner in parts if (found := float_inside(inner, name)) is not None), None)


def check_chance(run: Run) -> None:
    """Where chance has to fall, every outcome that can fall can be applied."""
    falling = [position for position in run.positions if run.game.waiting_for(position.state) is CHANCE]
    stride = max(1, len(falling) // _POSITIONS_WITH_ALL_OUTCOMES)
    for number, position in enumerate(falling):
        at_the_start = present(run, position.state)
        rng = run.rng("outcomes", position.match, position.entry)
        most = FEW_OUTCOMES if number % stride == 0 else _OUTCOMES_ELSEWHERE
        for outcome in some_outcomes(run.game, position.state, rng, most=most):
            place = run.place(position)
            try:
                step = run.game.apply_chance(position.state, outcome)
            except Exception as error:
                rule = "every outcome that can fall can be applied"
                raise Nonconformance(CHECK, "chance", rule, place, outcome=outcome, raised=repr(error)) from error
            require_value(step.state, run.game.state_type, "state", place)
            if present(run, step.state) != at_the_start:
                rule = "every piece by kind is the same in all states of a match"
                raise Nonconformance(CHECK, "pieces", rule, place, outcome=outcome)
