"""How fast the solver of Can't Touch This is: one core, random default cards, warm.

    python benchmarks/solver.py [--cards 200] [--seed 1]

Prints median and worst of exact duels (value and all best moves from the empty card) and of exact
solo optima, an edition each, next to what is required and aimed at, and with the versions used.
"""

import argparse
import importlib.metadata
import platform
import random
import statistics
import time
from collections.abc import Callable
from functools import partial

from touchwood.games.cant_touch_this.solver import solve_duel, solve_solo

# The mixes of the default cards, 6 columns x 8 rows.
MIXES = {
    1: {"1": 7, "2": 5, "P": 5, "S": 7, "G": 6, "B": 12, "*": 6},
    2: {"1": 9, "2": 2, "P": 4, "S": 11, "G": 6, "B": 10, "*": 3, "W": 3},
}
REQUIRED = {"duel": (50, 500), "solo": (50, 1000)}
AIMED = {"duel": (10, 50), "solo": (10, 200)}


def random_card(chance: random.Random, edition: int) -> tuple[str, ...]:
    symbols = [letter for letter, count in MIXES[edition].items() for _ in range(count)]
    chance.shuffle(symbols)
    return tuple("".join(symbols[row * 6 : row * 6 + 6]) for row in range(8))


def seconds(solve: Callable[[], object]) -> float:
    begin = time.perf_counter()
    solve()
    return time.perf_counter() - begin


def version(package: str) -> str:
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return "none"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--cards", type=int, default=200, help="random cards an edition")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()

    chance = random.Random(arguments.seed)
    warm_up = random_card(chance, 2)
    loading = seconds(lambda: (solve_duel(warm_up, edition=2), solve_solo(warm_up, edition=2)))
    versions = ", ".join(f"{name} {version(name)}" for name in ("numba", "llvmlite", "numpy"))
    print(f"Python {platform.python_version()}, {versions}, {platform.machine()}")
    print(f"first solves, compiling or loading from the cache: {loading:.2f} s")
    print(f"{arguments.cards} random cards an edition, seed {arguments.seed}; milliseconds\n")
    print("solve  edition   median    worst   required     aimed at")
    for edition in (1, 2):
        cards = [random_card(chance, edition) for _ in range(arguments.cards)]
        for name, solve in (("duel", solve_duel), ("solo", solve_solo)):
            times = [1000 * seconds(partial(solve, card, edition=edition)) for card in cards]
            required = "{} / {}".format(*REQUIRED[name])
            aimed = "{} / {}".format(*AIMED[name])
            median, worst = statistics.median(times), max(times)
            print(f"{name:5}  {edition:7}  {median:7.2f}  {worst:7.2f}  {required:>9}  {aimed:>11}")


if __name__ == "__main__":
    main()
