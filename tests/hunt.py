"""Hunt for tests that fail now and then: `make hunt ARGS="--times 60 tests/browser/test_crane_count.py"`.

Every file is run so many times on a quiet machine and as many times with every core burnt by niced loops, in which the
page, the server and the test get their turns in other orders. `--workers 3` runs what is named in one go by so many
processes, as `make test` does: five times all browser tests in less than half the time. What was run is kept line by
line in `.hunt/runs.jsonl`: a hunt that was broken off goes on where it was, for as long as the code is the same.
Failures are kept whole beside it.

A hunt is clean only if tests ran and passed. A run in which none did, all being skipped, say, or after which pytest
ended with an error though no test failed, is told as a failure, and is run again by the next hunt.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from itertools import product
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from tests.kept_lines import keep, kept_lines

ROOT = Path(__file__).parents[1]
BURN = "import os\nos.nice(10)\nparent = os.getppid()\nwhile os.getppid() == parent: pass"
"""Ends with the hunt, however that ends."""
QUIET, BURNT = "quiet", "burnt"


Key = tuple[str, str, str, int, int]


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
    workers: int = 0
    """Tests that run beside others are run otherwise, too."""
    skipped: tuple[str, ...] = ()
    broken: str = ""
    """Why it proves nothing, though no test failed."""

    @property
    def key(self) -> Key:
        return self.tree, self.file, self.condition, self.workers, self.number

    @property
    def told(self) -> tuple[str, ...]:
        """What failed."""
        return (*self.failed, self.broken) if self.broken else self.failed


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tests", nargs="*", default=["tests/browser"], help="files, folders or tests")
    parser.add_argument("--times", type=int, default=5, help="runs in each condition")
    parser.add_argument("--only", choices=(QUIET, BURNT), help="one condition instead of both")
    parser.add_argument("--workers", type=int, default=0, help="all files of a folder in one go, by so many processes")
    parser.add_argument("--state", type=Path, default=ROOT / ".hunt")
    wanted = parser.parse_args(words)
    missing = [test for test in wanted.tests if not (ROOT / test.split("::")[0]).exists()]
    if missing:
        parser.error(f"not there: {', '.join(missing)}")
    conditions = (wanted.only,) if wanted.only else (QUIET, BURNT)
    units = wanted.tests if wanted.workers else list(files_of(wanted.tests))
    runs = hunt(units, conditions, wanted.times, wanted.workers, wanted.state)
    return int(report(runs) > 0)


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
    wanted = [
        (tree, unit, condition, workers, number) for number, condition, unit in product(range(times), conditions, units)
    ]
    for key in wanted:
        if key not in done:
            done[key] = run = run_once(*key, failures=state)
            if not run.broken:
                keep(kept, asdict(run))
            print(
                f"{run.condition} {run.number + 1}/{times} {run.file}: {len(run.passed)} passed",
                *([f"{len(run.skipped)} skipped"] if run.skipped else []),
                *run.told,
                flush=True,
            )
    return [done[key] for key in wanted]


def read(kept: Path) -> Iterator[Run]:
    for fields in kept_lines(kept):
        read_back: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value for name, value in fields.items()
        }
        yield Run(**read_back)


def tree_now() -> str:
    """The hash of all files as they are, committed or not, new ones too: what was run on other code proves nothing."""
    with tempfile.TemporaryDirectory() as empty:
        index = {**os.environ, "GIT_INDEX_FILE": str(Path(empty) / "index")}

        def git(*words: str) -> str:
            ran = subprocess.run(["git", *words], cwd=ROOT, env=index, check=True, capture_output=True, text=True)
            return ran.stdout.strip()

        git("add", "--all")
        return git("write-tree")


def run_once(tree: str, file: str, condition: str, workers: int, number: int, *, failures: Path) -> Run:
    outcome = failures / f"junit-{os.getpid()}.xml"
    outcome.unlink(missing_ok=True)
    begun = time.monotonic()
    with burning() if condition == BURNT else quiet():
        spread = ["-n", str(workers), "--dist", "worksteal"]
        command = [sys.executable, "-m", "pytest", *spread, f"--junitxml={outcome}", file]
        ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    passed, failed, skipped = tests_of(outcome)
    outcome.unlink(missing_ok=True)
    broken = why_broken(passed, failed, ended.returncode)
    if failed or broken:
        name = re.sub(r"[^\w.]+", "-", f"{file}-{condition}-{workers}-{number}-{tree[:10]}")
        (failures / f"{name}.txt").write_text(ended.stdout + ended.stderr)
    seconds = round(time.monotonic() - begun, 1)
    return Run(tree, file, condition, number, passed, failed, seconds, workers, skipped, broken)


def tests_of(outcome: Path) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """Those that passed, failed and were skipped. One that fails and then cannot be cleared away is there twice."""
    tags: dict[str, set[str]] = {}
    for case in ElementTree.parse(outcome).getroot().iter("testcase") if outcome.exists() else ():
        name = f"{case.attrib['classname']}::{case.attrib['name']}"
        tags.setdefault(name, set()).update(child.tag for child in case)
    failed = tuple(name for name, found in tags.items() if found & {"failure", "error"})
    skipped = tuple(name for name, found in tags.items() if "skipped" in found and name not in failed)
    return tuple(name for name in tags if name not in {*failed, *skipped}), failed, skipped


def why_broken(passed: Sequence[str], failed: Sequence[str], returned: int) -> str:
    if failed:
        return ""
    if not passed:
        return f"no test was run; pytest ended with {returned}"
    return f"no test failed, but pytest ended with {returned}" if returned else ""


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
    failures = Counter((run.file, name, run.condition) for run in runs for name in run.told)
    tried = Counter((run.file, run.condition) for run in runs)
    for (file, name, condition), count in failures.most_common():
        print(f"{count} of {tried[file, condition]} {condition}: {name}, of {file}")
    ran, skipped = sum(len(run.passed) + len(run.failed) for run in runs), sum(len(run.skipped) for run in runs)
    print(f"{ran} runs of tests, {failures.total()} failed" + (f", {skipped} skipped" if skipped else ""))
    return len(failures) if ran else max(1, len(failures))


if __name__ == "__main__":
    sys.exit(main())
