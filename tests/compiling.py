"""Compiles the solver and every game's twin once, before tests in several processes would each do it for themselves.

What numba makes is kept under the user's cache (`touchwood.core.linking`); a new clone has nothing there yet. Half is
made by thinking as every bot does, half by walking each twin through a match as its tests do.
"""

from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from importlib import import_module
from multiprocessing import get_context

from tests.parts import games_with
from touchwood.core.twin import twin_of
from touchwood.envs.setup import setup_of
from touchwood.envs.walking import walk_of
from touchwood.games.discovery import find_game
from touchwood.testing import Run, default_scenarios, lockstep
from touchwood.testing.kernels import check_worlds_fit


def think() -> None:
    import_module("touchwood.server.warming")


def walk_all() -> None:
    walk()
    walk_environments()


def walk() -> None:
    for game in map(find_game, games_with("kernel")):
        scenario = next(each for each in default_scenarios(game, matches=1) if each.players == 2)
        run = Run(game, scenario)
        twin = twin_of(game, run.options, scenario.players, run.version)
        if twin is None:  # numba is not installed
            return
        lockstep(run, twin)
        check_worlds_fit(run, twin)
        row = twin.pack(run.initial)
        if twin.has_policy:
            twin.policy(row, 0, twin.rng(1))
        if twin.has_value:
            twin.value(row, 0)


def walk_environments() -> None:
    """Those of one match; the many at once are compiled by the one test that wants them so."""
    for name in games_with("encoder"):
        walk_of(setup_of(name))


def main() -> None:
    halves: tuple[Callable[[], None], ...] = (think, walk_all)
    with ProcessPoolExecutor(len(halves), mp_context=get_context("spawn")) as pool:
        for made in [pool.submit(half) for half in halves]:
            made.result()


if __name__ == "__main__":
    main()
