"""Hunt for tests that fail now and then: `make hunt ARGS="--times 60 tests/browser/test_crane_count.py"`.

Every file is run so many times on a quiet machine and as many times with every core burnt by niced loops, in which the
page, the server and the test get their turns in other orders. `--workers 3` runs what is named in one go by so many
processes, as `make test` does: five times all browser tests in less than half the time. What was run is kept line by
line in `.hunt/runs.jsonl`: a hunt that was broken off goes on where it was, for as long as the code is the same.
Failures are kept whole beside it.
"""

import argparse
import json
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from itertools import product
from pathlib import Path
from xml.etree import ElementTree

ROOT = Path(__file__).parents[1]
BURN = "import os\nos.nice(10)\nparent = os.getppid()\nwhile os.getppid() == parent: pass"
"""Ends with the hunt, however that ends."""
QUIET, BURNT = "quiet", "burnt"


@dataclass(frozen=True)
class Run:
    """One file, or one folder at once, run once."""

    tree: str
    """The code it was run on."""
    file: str
    condition: str
    number: int
    passed: tuple[str, ...]
    failed: tuple[str, ...]
    seconds: float

    @property
    def key(self) -> tuple[str, str, str, int]:
        return self.tree, self.file, self.condition, self.number


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tests", nargs="*", default=["tests/browser"], help="files, folders or tests")
    parser.add_argument("--times", type=int, default=5, help="runs in each condition")
    parser.add_argument("--only", choices=(QUIET, BURNT), help="one condition instead of both")
    parser.add_argument("--workers", type=int, default=0, help="all files of a folder in one go, by so many processes")
    parser.add_argument("--state", type=Path, default=ROOT / ".hunt")
    wanted = parser.parse_args()
    conditions = (wanted.only,) if wanted.only else (QUIET, BURNT)
    units = wanted.tests if wanted.workers else list(files_of(wanted.tests))
    runs = hunt(units, conditions, wanted.times, wanted.workers, wanted.state)
    sys.exit(report(runs))


def files_of(tests: Sequence[str]) -> Iterator[str]:
    for test in tests:
        if (ROOT / test).is_dir():
            yield from (str(file.relative_to(ROOT)) for file in sorted((ROOT / test).rglob("test_*.py")))
        else:
            yield test


def hunt(units: Sequence[str], conditions: Sequence[str], times: int, workers: int, state: Path) -> list[Run]:
    state.mkdir(exist_ok=True)
    kept, tree = state / "runs.jsonl", tree_now()
    done = {run.key: run for run in read(kept)}
    wanted = [(tree, unit, condition, number) for number, condition, unit in product(range(times), conditions, units)]
    for key in wanted:
        if key not in done:
            done[key] = run = run_once(*key, workers=workers, failures=state)
            with kept.open("a") as file:
                file.write(json.dumps(asdict(run)) + "\n")
            print(
                f"{run.condition} {run.number + 1}/{times} {run.file}: {len(run.passed)} passed",
                *run.failed,
                flush=True,
            )
    return [done[key] for key in wanted]


def read(kept: Path) -> Iterator[Run]:
    for line in kept.read_text().splitlines() if kept.exists() else ():
        fields = json.loads(line)
        yield Run(**{**fields, "passed": tuple(fields["passed"]), "failed": tuple(fields["failed"])})


def tree_now() -> str:
    """The hash of all tracked files as they are, committed or not: what was run on other code proves nothing."""

    def git(*words: str) -> str:
        return subprocess.run(["git", *words], cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip()

    # In a copied checkout the index knows the times of other files, and `stash create` fails. Says 1 if files differ.
    subprocess.run(["git", "update-index", "-q", "--refresh"], cwd=ROOT, check=False, capture_output=True)
    return git("rev-parse", f"{git('stash', 'create') or 'HEAD'}^{{tree}}")


def run_once(tree: str, file: str, condition: str, number: int, *, workers: int, failures: Path) -> Run:
    outcome = failures / f"junit-{os.getpid()}.xml"
    begun = time.monotonic()
    with burning() if condition == BURNT else quiet():
        spread = ["-n", str(workers), "--dist", "worksteal"]
        command = [sys.executable, "-m", "pytest", *spread, f"--junitxml={outcome}", file]
        ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    cases = ElementTree.parse(outcome).getroot().iter("testcase")
    outcome.unlink()
    is_passed = {
        f"{case.attrib['classname'].rpartition('.')[2]}::{case.attrib['name']}": not (
            {child.tag for child in case} & {"failure", "error"}
        )
        for case in cases
    }
    failed = tuple(name for name, passed in is_passed.items() if not passed)
    if failed or ended.returncode:
        name = f"{Path(file.split('::')[0]).stem}-{condition}-{number}-{tree[:10]}.txt"
        (failures / name).write_text(ended.stdout + ended.stderr)
    passed = tuple(name for name, passed in is_passed.items() if passed)
    return Run(tree, file, condition, number, passed, failed, round(time.monotonic() - begun, 1))


@contextmanager
def quiet() -> Iterator[None]:
    yield


@contextmanager
def burning() -> Iterator[None]:
    loops = [subprocess.Popen([sys.executable, "-c", BURN]) for _ in range(os.cpu_count() or 1)]
    try:
        yield
    finally:
        for loop in loops:
            loop.kill()
            loop.wait()


def report(runs: Sequence[Run]) -> int:
    """What failed, how often; the number of tests that did."""
    failures = Counter((run.file, name, run.condition) for run in runs for name in run.failed)
    tried = Counter((run.file, run.condition) for run in runs)
    for (file, name, condition), count in failures.most_common():
        print(f"{count} of {tried[file, condition]} {condition}: {name}, of {file}")
    print(f"{sum(len(run.passed) + len(run.failed) for run in runs)} runs of tests, {failures.total()} failed")
    return len(failures)


if __name__ == "__main__":
    main()
