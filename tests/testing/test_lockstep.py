"""What lockstep itself promises; that bent twins are found is tested with each game's own."""

import pytest

from touchwood.core.twin import interpreted
from touchwood.games.tag import GAME
from touchwood.games.tag.packing import KERNEL
from touchwood.testing import Nonconformance, Run, Scenario, lockstep


def test_a_walk_without_moves_proves_nothing() -> None:
    run = Run(GAME, Scenario(name="no matches", players=2, matches=0))
    with pytest.raises(Nonconformance, match="vacuous"):
        lockstep(run, interpreted(KERNEL, run.options, 2))


def test_every_move_is_compared_draws_included() -> None:
    run = Run(GAME, Scenario(name="all", players=2, matches=2))
    moves = sum(position.move is not None for position in run.positions)
    assert lockstep(run, interpreted(KERNEL, run.options, 2)) == moves > 100
