"""The conformance suite: what every game of Touchwood passes, and what the author of another one can run.

On your own game, in five lines of a test:

    from touchwood.testing import Scenario, Secrecy, check_game
    from my_game import GAME

    def test_my_game_keeps_the_contract():
        check_game(GAME)                                     # every number of players, options as they come
        check_game(GAME, Scenario(name="tiny deck", players=2, options=("cards=4",), is_tiny=True))

The first rule of the contract that is broken raises `Nonconformance`: an AssertionError that names the check, the
rule, the scenario with its seed, the entry, the seat and the facts. If your game brings secrets to light in play
(sealed picks turned over), name the events that do it: `secrecy=Secrecy(shown_by=("PicksShown",))`; if it has none at
all: `Secrecy(has_secrets=False)`. One tiny scenario lets `sample_state` be held against the exact odds of the deal.

With pytest every check is its own test:

    @pytest.mark.parametrize("check", CHECKS.values(), ids=CHECKS)
    @pytest.mark.parametrize("run", runs_of(GAME, plan), ids=str)
    def test_conformance(run, check):
        check(run)

Reading on: `suite.py` lists the checks, `run.py` plays the random matches they look at, `secrets.py` says what a seat
may not find out and how that is tested. `toys/` has a small whole game that passes everything. A game's compiled twin,
if it has one, is walked in step with its rules (`kernels.py`). `rulebook.py` holds a game's RULES.md against its
functions and tests.

What this suite is not: proof that the rules are those of the rulebook. Each game's own tests are for that.
"""

from touchwood.testing.kernels import lockstep
from touchwood.testing.nonconformance import Nonconformance, Place
from touchwood.testing.rulebook import check_rulebook
from touchwood.testing.run import Move, Position, Run
from touchwood.testing.scenarios import Plan, Scenario, Secrecy, default_scenarios, read_plan
from touchwood.testing.suite import CHECKS, check_game, runs_of

__all__ = [
    "CHECKS",
    "Move",
    "Nonconformance",
    "Place",
    "Plan",
    "Position",
    "Run",
    "Scenario",
    "Secrecy",
    "check_game",
    "check_rulebook",
    "default_scenarios",
    "lockstep",
    "read_plan",
    "runs_of",
]
