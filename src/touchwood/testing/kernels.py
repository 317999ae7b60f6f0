"""Compiled twins in step with the rules: a kernel that differs anywhere is found at the first move where it does."""

from collections.abc import Callable
from operator import eq
from typing import Any

from touchwood.core.game import AnyGame
from touchwood.core.kernel import Kernel
from touchwood.testing.nonconformance import Nonconformance
from touchwood.testing.run import Run
from touchwood.testing.scenarios import Scenario

CHECK = "lockstep"


def lockstep(
    game: AnyGame,
    kernel: Kernel[Any, Any, Any],
    scenario: Scenario,
    *,
    are_equal: Callable[[Any, Any], bool] = eq,
) -> int:
    """Walk rules and kernel side by side through a scenario's random matches. Gives the number of moves compared.

    The kernel goes its own way from choice to choice; only where chance falls, or somebody acts whom nobody waits
    for, is it set down again where the rules stand. `are_equal` compares two packed states (arrays, say).
    """
    run, compared = Run(game, scenario), 0
    for match in run.matches:
        packed = kernel.pack(match[0].state)
        for position in match:
            place, state = run.place(position), position.state
            waiting = game.waiting_for(state)
            if game.points(state) != tuple(kernel.points(packed)):
                rule = "a kernel counts the points the rules count"
                counts = tuple(kernel.points(packed))
                raise Nonconformance(CHECK, "points", rule, place, rules=game.points(state), kernel=counts)
            if isinstance(waiting, tuple) and len(waiting) == 1:
                legal, twins = list(game.legal_actions(state, waiting[0])), list(kernel.legal_actions(packed))
                if legal != twins:
                    rule = "a kernel allows what the rules allow, in the same order"
                    raise Nonconformance(CHECK, "legal_actions", rule, place, rules=legal, kernel=twins)
            if position.move is None or position.step is None:
                break
            after = kernel.pack(position.step.state)
            if position.move.actor is None:
                packed = after
                continue
            packed = kernel.apply(packed, position.move.actor, position.move.choice)
            compared += 1
            if not are_equal(packed, after):
                rule = "a kernel's move leads where the rules' move leads"
                facts = {"rules": repr(after), "kernel": repr(packed)}
                raise Nonconformance(CHECK, "apply", rule, place, move=position.move.choice, **facts)
    if not compared:
        raise Nonconformance(CHECK, "vacuous", "a lockstep walk compares moves", run.place())
    return compared
