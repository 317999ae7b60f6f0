"""Compiled twins in step with the rules: a twin that differs anywhere is found at the first move where it does.

Both walk the same random matches. The twin goes its own way, through choices and draws alike; it is never set down
again where the rules stand.
"""

from array import array
from collections.abc import Sequence
from math import isclose
from typing import Any

from touchwood.core import kernel
from touchwood.core.chance import Chance, Outcome, Shuffle, Uniform, WeightedChoice
from touchwood.core.game import CHANCE, OVER, Waiting
from touchwood.core.twin import Twin, interpreted
from touchwood.core.values import canonical_json, from_json
from touchwood.testing.nonconformance import Nonconformance, Place
from touchwood.testing.run import Position, Run
from touchwood.testing.samples import knowledge_of_group, merged, require_odds, samples_needed, uncertain_groups

CHECK = "twin"

_POSITIONS = 20
_CLOSE_TO_NOTHING = 0.5
"""A lost end may be worth less than nothing, by how clearly it is lost, but never so much that it weighs more than a
win."""
_LEAST_TOLD = 0.3
"""An encoding tells at least this share of the different views apart: what it leaves out is order, or words."""


def twin_for(run: Run) -> Twin | None:
    """None if there is no twin for these options. Interpreted: that compiled functions do the same is numba's promise,
    which `lockstep` tests in each game's own tests and in the soak."""
    kernel, players = run.game.kernel, run.scenario.players
    if kernel is None or not kernel.covers(run.options, players, run.version):
        return None
    return interpreted(kernel, run.options, players)


def check_twin(run: Run) -> None:
    """The game's twin, if it covers the options, keeps step, and imagines and encodes what a seat may know."""
    twin = twin_for(run)
    if twin is not None:
        lockstep(run, twin)
        check_worlds_fit(run, twin)


def check_twin_odds(run: Run) -> None:
    """Worlds a twin deals are as likely as the rules make them. Only for tiny scenarios, as `samples.py` has them."""
    twin = twin_for(run) if run.scenario.is_tiny and run.secrecy.has_secrets else None
    if twin is not None:
        check_odds(run, twin)


def check_odds(run: Run, twin: Twin) -> None:
    for layer, seat, group in uncertain_groups(run):
        view = from_json(knowledge_of_group(run, seat, group), run.game.view_type)
        rows = merged(
            (_key(twin.pack(from_json(encoded, run.game.state_type))), world) for encoded, world in group.items()
        )
        rng = twin.rng(run.rng("twin odds", layer, seat).getrandbits(32))
        samples = twin.sample(twin.know(view), rng, samples_needed(rows))
        require_odds(run, seat, view, rows, map(_key, samples), CHECK)


def _key(row: Any) -> bytes:
    return array("h", row).tobytes()


def lockstep(run: Run, twin: Twin) -> int:
    """Walk rules and twin side by side through a scenario's random matches. Gives the number of moves compared."""
    compared = sum(_walk(run, twin, match) for match in run.matches)
    if not compared:
        raise Nonconformance(CHECK, "vacuous", "a lockstep walk compares moves", run.place())
    return compared


def _walk(run: Run, twin: Twin, match: tuple[Position, ...]) -> int:
    row, compared = twin.pack(match[0].state), 0
    for position in match:
        compare_position(run, twin, row, position.state, run.place(position))
        if position.move is None or position.step is None:
            break
        if position.move.actor is None:
            _fall(run, twin, row, position)
        else:
            _apply(run, twin, row, position)
        after = list(twin.pack(position.step.state))
        place = run.place(position)
        _same("moves on", "a twin's move leads where the rules' move leads", place, after, list(row), position.move)
        compared += 1
    return compared


def _fall(run: Run, twin: Twin, row: Any, position: Position) -> None:
    """A shuffle pick by pick, each with one thing fewer to pick from; what can fall first has been compared."""
    assert position.move is not None
    picks = _picks(position.move.choice)
    for number, outcome in enumerate(picks):
        if len(picks) > 1:
            place, left = run.place(position), len(picks) + 1 - number
            rule = "a shuffle goes on until one thing is left"
            _same("chance", rule, place, (kernel.CHANCE, left), (twin.waiting(row), twin.chance(row)))
        twin.fall(row, outcome)


def _apply(run: Run, twin: Twin, row: Any, position: Position) -> None:
    """A composite action part by part; the twin allows the parts that the builder offers."""
    assert position.move is not None
    assert position.move.actor is not None
    seat, action = position.move.actor, position.move.choice
    number = run.choices.number_of(action)
    if number is not None:
        twin.apply(row, seat, number)
        return
    assert twin.kernel.parts_of is not None
    builder, parts = twin.kernel.parts_of(action)
    view = run.game.view(position.state, seat)
    for place, part in enumerate(parts):
        offered = run.choices.parts(builder, view, parts[:place])
        _same("legal", "a twin offers the parts a builder offers", run.place(position), offered, twin.legal(row, seat))
        _check_quick_move(twin, row, seat, offered, run.place(position))
        twin.apply(row, seat, run.choices.number_of_part(builder, part))


def compare_position(run: Run, twin: Twin, row: Any, state: Any, place: Place | None = None) -> None:
    """Who is asked, what is legal, what can fall, how it stands: the same in the row and in the state. And what a twin
    lends to a search is what it promises to be."""
    game, place = run.game, place or run.place()
    waiting = game.waiting_for(state)
    _same("waiting", "a twin waits for whom the rules wait", place, _as_bits(waiting), twin.waiting(row))
    _same("may_act", "the same seats may act", place, _as_bits(game.may_act(state)), twin.may_act(row))
    _same("points", "a twin counts the points the rules count", place, game.points(state), twin.points(row))
    if waiting is OVER:
        shares = tuple(float(share) for share in game.returns(state))
        _same("share", "a twin shares out the win as the rules do", place, shares, twin.shares(row))
    elif waiting is CHANCE:
        _same("chance", "the same can fall", place, _as_weights(game.chance(state)), twin.chance(row))
    _check_value(twin, row, place)
    awaited = waiting if isinstance(waiting, tuple) else ()
    for seat in dict.fromkeys((*awaited, *game.may_act(state))):
        legal = run.choices.legal(game.view(state, seat), game.legal_actions(state, seat))
        _same("legal", "a twin allows what the rules allow, in order", place, legal, twin.legal(row, seat))
        if seat in awaited:
            _check_quick_move(twin, row, seat, legal, place)


def _check_quick_move(twin: Twin, row: Any, seat: int, legal: Sequence[int], place: Place) -> None:
    if twin.has_policy:
        chosen = twin.policy(row, seat, twin.rng(place.entry or 0))
        _same("policy", "a quick move is a legal one", place, chosen, chosen if chosen in legal else None)


def _check_value(twin: Twin, row: Any, place: Place) -> None:
    """As `core/kernel.py` promises it."""
    if not twin.has_value:
        return
    values = [twin.value(row, seat) for seat in range(twin.seats)]
    if twin.waiting(row) == kernel.OVER:
        for share, value in zip(twin.shares(row), values, strict=True):
            is_so = isclose(value, share) if share else -_CLOSE_TO_NOTHING < value <= 0
            _same("value", "an end is worth its share of the win", place, share, share if is_so else value)
    else:
        is_shared_out = isclose(sum(values), 1) and all(0 <= value <= 1 for value in values)
        _same("value", "all seats together are worth the whole win", place, True, is_shared_out or values)


# -- What a seat knows ----------------------------------------------------------------------------------------------
def check_worlds_fit(run: Run, twin: Twin, positions: int = _POSITIONS) -> int:
    """To the seat whose view it was, a dealt world looks as the truth does; and an encoding tells nothing more. Gives
    the number of worlds."""
    views, told, worlds = set(), set(), 0
    for position in run.sampled_positions(positions):
        for seat in run.seats:
            view, place = run.game.knowledge(position.state, seat), run.place(position, seat)
            rng = run.rng("twin", position.match, position.entry, seat)
            truth = twin.encode(twin.pack(position.state), seat)
            imagined = twin.encode(twin.pack(run.game.sample_state(view, rng)), seat)
            _same("encode", "an encoding shows a seat what it may know, no more", place, truth, imagined)
            if run.game.encoder is not None:
                rule = "a twin encodes what the game's encoder makes of the view"
                _same("encode", rule, place, list(run.game.encoder.encode(view, ())), truth)
            for dealt in twin.sample(twin.know(view), twin.rng(rng.getrandbits(32)), 1):
                rule = "a dealt world fits the view it was dealt from"
                _same("sample", rule, place, truth, twin.encode(dealt, seat))
                _same("sample", rule, place, twin.waiting(twin.pack(position.state)), twin.waiting(dealt))
                _check_policy(twin, twin.pack(position.state), dealt, seat, place)
            views.add(canonical_json(view))
            told.add(tuple(truth))
            worlds += 1
    if len(told) < _LEAST_TOLD * len(views):
        rule = "an encoding tells most views apart"
        raise Nonconformance(CHECK, "encode", rule, run.place(), views=len(views), encodings=len(told))
    return worlds


def _check_policy(twin: Twin, truth: Any, dealt: Any, seat: int, place: Place) -> None:
    """A quick move is the same in worlds that the seat cannot tell apart; `lockstep` sees that it is legal."""
    if not twin.has_policy or twin.waiting(truth) < 0 or not twin.waiting(truth) >> seat & 1:
        return
    chosen, imagined = (twin.policy(row, seat, twin.rng(1)) for row in (truth, dealt))
    _same("policy", "a quick move goes by what the seat may know", place, chosen, imagined)


def _same(subject: str, rule: str, place: Place, rules: Any, twins: Any, move: Any = None) -> None:
    if rules != twins:
        facts = {} if move is None else {"move": move}
        raise Nonconformance(CHECK, subject, rule, place, rules=repr(rules), twin=repr(twins), **facts)


def _as_bits(waiting: Waiting) -> int:
    if waiting is OVER:
        return kernel.OVER
    if waiting is CHANCE:
        return kernel.CHANCE
    return sum(1 << seat for seat in waiting)


def _as_weights(chance: Chance) -> int | list[int]:
    match chance:
        case WeightedChoice(weights):
            return list(weights)
        case Uniform(bound):
            return bound
        case Shuffle(count):
            return count  # the first pick of it


def _picks(outcome: Outcome) -> Sequence[int]:
    """To a twin a shuffle falls pick by pick, as `draw` draws it: from the last place down."""
    if isinstance(outcome, int):
        return (outcome,)
    order, picks = list(range(len(outcome))), []
    for last in range(len(outcome) - 1, 0, -1):
        pick = order.index(outcome[last])
        order[last], order[pick] = order[pick], order[last]
        picks.append(pick)
    return picks
