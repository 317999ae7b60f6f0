"""Finds by self-play of the compiled twin what quick moves think of cards (`weights.json`), starting with what was
guessed by hand, and then what a position is worth when such moves are made (`worth.json`):

    python -m touchwood.games.tag.fit                 # some minutes; prints how it goes
    python -m touchwood.games.tag.fit --only worth    # two minutes; `fit_worth.py` tells how

The weights by an evolution strategy: around the present weights some pairs of opposite changes are tried, each one
against a table of the present weights, at several numbers of players and on the same luck; the present weights then
move along what won more. Needs numba.
"""

import argparse
from collections.abc import Sequence
from math import log
from pathlib import Path
from random import Random

import msgspec
from msgspec.structs import astuple, replace

from touchwood.core.kernel import Numbers
from touchwood.core.twin import Twin, twin_of
from touchwood.games.tag import GAME, fit_worth, kernel_tournament
from touchwood.games.tag.options import Options
from touchwood.games.tag.weights import BY_HAND, WEIGHTS, WORTH, Weights, Worth, read

SEED = 7
COUNTS = (2, 3, 4, 6)
GENERATIONS = 80
PAIRS = 12
DEALS = 300
"""A change is tried on so many deals, in each seat."""
FINAL_DEALS = 5_000
STEPS = {"late": 60, "gool_late": 60, "second_gool_late": 150, "it_gool": 150, "it_letter": 40, "it_hand": 25}
"""By how much weights are changed that are no prices."""
STEP = 120
RATE = 3.0
"""How far the weights move: in steps, for a change that wins all there is to win."""


class Arena:
    """A twin for each number of players, and the memory they play in."""

    def __init__(self) -> None:
        self.twins: dict[int, Twin] = {}
        for seats in COUNTS:
            twin = twin_of(
                GAME, Options(), seats, GAME.newest_version, search=kernel_tournament, entries=("tournament",)
            )
            assert twin is not None, "numba is not installed"
            self.twins[seats] = twin

    def share(self, ours: Sequence[float], theirs: Sequence[float], seats: int, deals: int, seed: int) -> float:
        """How many times its even share one of us wins among them."""
        twin = self.twins[seats]
        start = twin.pack(GAME.initial(Options(), seats, GAME.newest_version))
        row = twin.memory(len(start), "int16")
        play = twin.functions["tournament"]
        weights = twin.weights, twin.rng(seed)
        return seats * float(play(_table(twin, ours), _table(twin, theirs), start, row, *weights, seats, deals))

    def gain(self, ours: Sequence[float], theirs: Sequence[float], deals: int, seed: int) -> float:
        return sum([self.share(ours, theirs, seats, deals, seed) - 1 for seats in COUNTS]) / len(COUNTS)


def _table(twin: Twin, weights: Sequence[float]) -> Numbers:
    table: Numbers = twin.memory(len(weights), "int32")
    for place, weight in enumerate(weights):
        table[place] = round(weight)
    return table


def fit(arena: Arena, start: Weights, rng: Random, generations: int) -> Weights:
    steps = [STEPS.get(name, STEP) for name in Weights.__struct_fields__]
    now = [float(weight) for weight in astuple(start)]
    for generation in range(generations):
        move = [0.0] * len(now)
        for _ in range(PAIRS):
            change = [rng.gauss(0, 1) for _ in now]
            seed = rng.getrandbits(32)
            up, down = (
                arena.gain(_moved(now, change, [sign * step for step in steps]), now, DEALS, seed) for sign in (1, -1)
            )
            move = [so_far + (up - down) * part / PAIRS for so_far, part in zip(move, change, strict=True)]
        now = _moved(now, move, [RATE * step for step in steps])
        if generation % 10 == 9:
            gain = arena.gain(now, astuple(start), DEALS, SEED)
            print(f"generation {generation + 1}: {1 + gain:.3f} times an even share against the start", flush=True)
    return Weights(*map(round, now))


def _moved(weights: Sequence[float], change: Sequence[float], steps: Sequence[float]) -> list[float]:
    return [weight + part * step for weight, part, step in zip(weights, change, steps, strict=True)]


def find_weights(start: Weights, seed: int, generations: int) -> Weights:
    arena = Arena()
    found = fit(arena, start, Random(seed), generations)
    for seats in COUNTS:
        share = arena.share(astuple(found), astuple(BY_HAND), seats, FINAL_DEALS, SEED) / seats
        print(f"{seats} players: {share:.3f} of the wins against those by hand, {1 / seats:.3f} is even")
    return found


def find_worth(weights: Weights, seed: int, matches: int) -> Worth:
    found = fit_worth.fit([fit_worth.moments(weights, seats, matches, seed) for seats in COUNTS])
    for seats in COUNTS:
        fresh = fit_worth.moments(weights, seats, matches, seed + 1)
        told = f"{fit_worth.surprise(found, fresh):.4f} nats, before {fit_worth.surprise(WORTH, fresh):.4f}"
        print(f"{seats} players: {told}, knowing nothing {log(seats):.4f}", flush=True)
    return found


def write(path: Path, found: Weights | Worth) -> None:
    path.write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=1) + b"\n")


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", choices=("weights", "worth"), help="the other stays as it is")
    parser.add_argument("--generations", type=int, default=GENERATIONS)
    parser.add_argument("--start", type=Path, help="go on with these weights, not with those by hand")
    parser.add_argument("--matches", type=int, default=fit_worth.MATCHES, help="by which the worth is found")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--folder", type=Path, default=Path(__file__).parent, help="where both are written")
    given = parser.parse_args(arguments)
    # Far above all others a weight cannot be felt for: known Gools begin within reach.
    start = replace(BY_HAND, it_gool=300) if given.start is None else read(given.start.read_bytes())
    weights = WEIGHTS
    if given.only != "worth":
        weights = find_weights(start, given.seed, given.generations)
        write(given.folder / "weights.json", weights)
    if given.only != "weights":
        write(given.folder / "worth.json", find_worth(weights, given.seed, given.matches))


if __name__ == "__main__":
    main()
