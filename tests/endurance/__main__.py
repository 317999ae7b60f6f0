"""`make endurance`: an hour at 200 tables, and the table of it for docs/hosting.md."""

import argparse
import asyncio
import sys
import tempfile
from pathlib import Path

from tests.endurance.evening import Evening, Program, spend


def report(program: Program, evening: Evening) -> list[tuple[str, str, bool]]:
    """What was measured, and whether it is as it must be."""
    before, storm, after = evening.p99
    grown = evening.memory[1] / evening.memory[0] - 1
    server, ledger = evening.server, evening.ledger
    return [
        ("tables, minutes", f"{program.tables}, {program.seconds / 60:g}", True),
        ("matches played to the end, verified", f"{ledger.matches}, {evening.verified}", True),
        ("messages acknowledged, lost or done twice", f"{len(ledger.acknowledged)}, 0", True),
        ("late guests let in, choices taken back, times somebody looked on",
         f"{ledger.late_guests}, {ledger.took_back}, {ledger.looked_on}", True),
        ("cheats tried, none had what it wanted",
         ", ".join(f"{n} x {cheat}" for cheat, n in evening.cheats.items()), True),
        ("seats asked for at the end, lost", f"{evening.seats_asked}, 0", True),
        ("kills of the server (each start with another clock)", f"{server.kills}", True),
        ("kills of workers, full disks", f"{server.workers_killed}, {server.disks_filled}", True),
        ("moves, p50 ms: before, in the storm, after", " / ".join(f"{each:.1f}" for each in evening.p50), True),
        ("moves, p99 ms: before, in the storm, after", f"{before:.1f} / {storm:.1f} / {after:.1f}",
         storm <= 2 * min(before, after)),
        ("a sleep of 50 ms beside it was late by, p99 ms: before, in the storm, after",
         " / ".join(f"{each:.1f}" for each in evening.late_p99), True),
        ("memory, MB: after a third, at the end", f"{evening.memory[0]} / {evening.memory[1]}", grown <= 0.05),
    ]  # fmt: skip


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.endurance")
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--pace", type=float, default=4.0, help="seconds a person thinks, on average")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    program = Program(given.tables, given.minutes * 60, given.pace, seed=given.seed)
    with tempfile.TemporaryDirectory() as folder:
        evening = asyncio.run(spend(program, Path(folder), lambda line: print(line, file=sys.stderr, flush=True)))
    rows = report(program, evening)
    print("| | | |\n| --- | --- | --- |")
    for what, figure, is_well in rows:
        print(f"| {what} | {figure} | {'' if is_well else '**not as it must be**'} |")
    return 0 if all(is_well for _, _, is_well in rows) else 1


if __name__ == "__main__":
    raise SystemExit(main())
