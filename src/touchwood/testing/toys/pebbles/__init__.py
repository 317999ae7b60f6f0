"""Pebbles: a toy game with known answers that keeps every rule of the contract.

It has one of each: a hidden hand, weighted chance, a composite action with its builder, sealed choices that can be
changed until the last one is in, and calls out of turn. RULES.md has its rules; `PLAN` is how it is put to the test.
"""

from touchwood.testing.scenarios import Plan, Scenario, Secrecy
from touchwood.testing.toys.pebbles.game import GAME

PLAN = Plan(
    secrecy=Secrecy(shown_by=("PicksShown",)),
    scenarios=(
        Scenario(name="two stones, uneven bag", players=2, options=("red=1", "blue=3", "stones=2"), is_tiny=True),
        Scenario(name="many short matches", players=3, options=("red=3", "blue=2"), matches=12, seed=2, is_tiny=True),
    ),
)

__all__ = ["GAME", "PLAN"]
