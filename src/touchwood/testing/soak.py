"""The long versions of the tests: seeded, resumable, and written up.

    python -m touchwood.testing.soak --state .soak --report docs/soak.md

A job is a list of numbered chunks; a chunk is a pure function of the game and its number, so it can be run in any
process, and again. After each chunk the tally is saved: a run that is broken off goes on where it was. A chunk that
finds something raises, and the soak run ends with its words.
"""

import argparse
import json
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from rich.console import Console
from rich.progress import Progress

from touchwood.bots import RandomBot, play_match
from touchwood.core.refusals import InputError
from touchwood.core.seats import all_seats
from touchwood.core.twin import Twin, twin_of
from touchwood.games.discovery import find_game, game_names
from touchwood.match.dealer import CommittedDealer, seed_from_number
from touchwood.match.match import Match
from touchwood.match.record import entry_line, header_line, parse_record
from touchwood.match.replay import Proof, replay, verify
from touchwood.testing.kernels import check_worlds_fit, lockstep
from touchwood.testing.nonconformance import Nonconformance
from touchwood.testing.run import Run
from touchwood.testing.scenarios import Plan, Scenario, default_scenarios, read_plan
from touchwood.testing.secrets import compare_worlds

MATCHES_A_CHUNK = 50
POSITIONS_A_CHUNK = 50
TWIN_POSITIONS = 5
"""Of each scenario in a chunk: from so many, and for every seat, a twin deals a world."""
CHARACTERS_A_CHUNK = 2_000
PLANS = Path("tests")

Chunk = Callable[[int], Counter[str]]


@dataclass(frozen=True)
class Job:
    """So many chunks of one kind of work."""

    name: str
    chunks: int
    chunk: Chunk


# -- What is done ---------------------------------------------------------------------------------------------------


def scenarios_of(game: str, plans: Path) -> tuple[Plan, tuple[Scenario, ...]]:
    file = plans / game / "plan.json"
    plan = read_plan(file) if file.exists() else Plan()
    return plan, (*default_scenarios(find_game(game)), *plan.scenarios)


def random_match(game: str, scenario: Scenario, seed: int) -> Match:
    found = find_game(game)
    names = [f"player {number}" for number in range(scenario.players)]
    dealer = CommittedDealer(seed_from_number(seed))
    match = Match.start(found, players=names, options=scenario.options_of(found), dealer=dealer)
    play_match(match, {seat: RandomBot(found) for seat in all_seats(scenario.players)}, Random(seed))
    match.close()
    return match


def as_bytes(match: Match) -> bytes:
    return header_line(match.header) + b"".join(map(entry_line, match.lines))


def play_replay_verify(game: str, plans: Path, number: int) -> Counter[str]:
    """Random matches over all scenarios: each ends, replays to the same positions, and verifies."""
    _, scenarios = scenarios_of(game, plans)
    tally: Counter[str] = Counter()
    for seed in range(number * MATCHES_A_CHUNK, (number + 1) * MATCHES_A_CHUNK):
        match = random_match(game, scenarios[seed % len(scenarios)], seed)
        record = parse_record(as_bytes(match))
        *_, last = replay(record)
        proof = verify(record).proof
        if not match.is_over or last.match.positions != match.positions or proof is not Proof.PROVEN:
            raise AssertionError(f"{game}, {scenarios[seed % len(scenarios)]}, seed {seed}: {proof}")
        tally.update(matches=1, entries=match.position.n)
    return tally


def hold_worlds_side_by_side(game: str, plans: Path, number: int) -> Counter[str]:
    """The secrets check, from other positions each time."""
    plan, scenarios = scenarios_of(game, plans)
    scenario = scenarios[number % len(scenarios)]
    seeded = msgspec.structs.replace(scenario, seed=1000 + number, matches=3)
    tally = compare_worlds(Run(find_game(game), seeded, plan.secrecy), positions=POSITIONS_A_CHUNK)
    return Counter(positions=tally.positions, compared=tally.compared, followed=tally.followed)


def walk_twin_in_step(game: str, plans: Path, number: int) -> Counter[str]:
    """The compiled twin beside the rules, in other matches each time, shared out among the scenarios it covers."""
    _, scenarios = scenarios_of(game, plans)
    covered = [(each, twin) for each in scenarios if (twin := _twin_for(game, each)) is not None]
    tally: Counter[str] = Counter() if covered else Counter(not_covered=MATCHES_A_CHUNK)
    for place, (scenario, twin) in enumerate(covered):
        matches = MATCHES_A_CHUNK // len(covered) + (place < MATCHES_A_CHUNK % len(covered))
        if matches:
            run = Run(find_game(game), msgspec.structs.replace(scenario, seed=1000 + number, matches=matches))
            tally.update(matches=matches, moves=lockstep(run, twin))
            tally.update(worlds=check_worlds_fit(run, twin, TWIN_POSITIONS))
    return tally


def _twin_for(game: str, scenario: Scenario) -> Twin | None:
    found = find_game(game)
    return twin_of(found, scenario.options_of(found), scenario.players, scenario.version or found.newest_version)


def alter_every_character(data: bytes, number: int) -> Counter[str]:
    """Each character of a record changed, one at a time: all are found, and the place is named."""
    tally: Counter[str] = Counter()
    for place in range(number * CHARACTERS_A_CHUNK, min(len(data), (number + 1) * CHARACTERS_A_CHUNK)):
        line = data.count(b"\n", 0, place) + 1
        changed = bytes([data[place] ^ (1 if data[place] != ord("\n") else 0x20)])
        try:
            verify(parse_record(data[:place] + changed + data[place + 1 :]))
        except InputError as error:
            if error.facts.get("line", error.facts.get("entry")) not in (line, line - 1):
                raise AssertionError(f"character {place} is in line {line}, but named was: {error}") from None
        else:
            raise AssertionError(f"character {place} in line {line} can be changed unnoticed")
        tally.update(characters=1)
    return tally


def long_tests(games: Sequence[str], number: int) -> Counter[str]:
    """The tests that have a long version, at full length: those of the games, and with all games the server's too."""
    folders = ["tests"] if set(games) == set(game_names()) else [f"tests/{game}" for game in games]
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-m", "soak", "-p", "no:xdist", *folders],
        env={**os.environ, "TOUCHWOOD_SOAK": "1"},
        check=False,
    )
    if ran.returncode not in (0, 5):  # 5: none has a long version
        raise AssertionError("a long test failed, see above")
    return Counter(runs=1)


def jobs(games: Sequence[str], plans: Path, matches: int, positions: int) -> list[Job]:
    listed: list[Job] = []
    for game in games:
        _, scenarios = scenarios_of(game, plans)
        data = as_bytes(random_match(game, scenarios[0], 0))
        listed += [
            Job(f"{game}: random matches", -(-matches // MATCHES_A_CHUNK), partial(play_replay_verify, game, plans)),
            Job(f"{game}: secrets", -(-positions // POSITIONS_A_CHUNK), partial(hold_worlds_side_by_side, game, plans)),
            Job(f"{game}: twin in step", -(-matches // MATCHES_A_CHUNK), partial(walk_twin_in_step, game, plans)),
            Job(f"{game}: altered records", -(-len(data) // CHARACTERS_A_CHUNK), partial(alter_every_character, data)),
        ]
    return [*listed, Job("long tests", 1, partial(long_tests, tuple(games)))]


# -- Doing it, and going on where it was broken off -------------------------------------------------------------------


def do(job: Job, state: Path, workers: ProcessPoolExecutor, progress: Progress) -> Mapping[str, Any]:
    file = state / (job.name.replace(": ", "-").replace(" ", "-") + ".json")
    saved: dict[str, Any] = {"chunks": 0, "seconds": 0.0, "tally": {}}
    if file.exists():
        saved = json.loads(file.read_text())
    task = progress.add_task(job.name, total=job.chunks, completed=saved["chunks"])
    tally: Counter[str] = Counter(saved["tally"])
    began, before = time.monotonic(), saved["seconds"]
    for number, counted in enumerate(workers.map(job.chunk, range(saved["chunks"], job.chunks)), saved["chunks"]):
        tally += counted
        saved = {"chunks": number + 1, "seconds": before + time.monotonic() - began, "tally": dict(tally)}
        file.write_text(json.dumps(saved))
        progress.update(task, completed=number + 1)
    return saved


def report(results: Mapping[str, Mapping[str, Any]]) -> str:
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False)
    rows = [
        f"| {name} | {', '.join(f'{count:,} {what}' for what, count in result['tally'].items())} | "
        f"{result['seconds']:,.0f} |"
        for name, result in results.items()
    ]
    return "\n".join(
        [
            "# The last soak run",
            "",
            f"{time.strftime('%Y-%m-%d')}, commit {commit.stdout.strip() or 'unknown'}, "
            f"Python {sys.version.split()[0]}. Made by `make soak`; everything held.",
            "",
            "| job | what was done | seconds |",
            "| --- | --- | ---: |",
            *rows,
            "",
        ]
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--state", type=Path, required=True, help="folder for what is done so far")
    parser.add_argument("--report", type=Path, required=True, help="file to write up the finished run in")
    parser.add_argument(
        "--plans", type=Path, default=PLANS, help="folder with a folder a game, and its scenarios in plan.json there"
    )
    parser.add_argument("--matches", type=int, default=10_000, help="random matches a game")
    parser.add_argument("--positions", type=int, default=2_200, help="positions a game for the secrets check, at most")
    parser.add_argument("--games", nargs="+", choices=game_names(), default=game_names(), help="only these")
    parser.add_argument("--only", default="", help="only jobs with these words in their names: 'twin in step'")
    parser.add_argument("--processes", type=int, help="at a time; none given: one a processor")
    given = parser.parse_args()
    given.state.mkdir(parents=True, exist_ok=True)
    results: dict[str, Mapping[str, Any]] = {}
    listed = [job for job in jobs(given.games, given.plans, given.matches, given.positions) if given.only in job.name]
    if not listed:
        parser.error(f"no job is named {given.only!r}")
    with ProcessPoolExecutor(given.processes) as workers, Progress(console=Console(stderr=True)) as progress:
        for job in listed:
            try:
                results[job.name] = do(job, given.state, workers, progress)
            except (AssertionError, Nonconformance) as found:
                print(f"soak: {job.name}: {found}", file=sys.stderr)
                return 1
    given.report.write_text(report(results), encoding="utf-8")
    for file in given.state.glob("*.json"):
        file.unlink()
    print(f"everything held; see {given.report}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
