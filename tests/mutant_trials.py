"""Tries mutants, quickly: which tests reach a line is known, and a trial is a fork of a process that has collected all.

Run by `tests.mutants` in its copy of the tree, mutants on stdin and what became of them on stdout, a line of JSON each.

First every file of tests is run once under coverage: each test's lines and time are kept in `reached/`, and written
anew when the tests or a file they reach have changed. A test that fails then, without any mutant, is left out.
Then, for each mutant, a child is forked in which the code of the mutated function is exchanged, wherever it is held.
The tests that reach the line are run, the quickest first, then the others of the same files, which may use what those
left in a cache, until one fails or the tests have taken `--enough` seconds together.
What was run or made on import cannot be exchanged: such mutants get a process of their own that imports them.
"""

import argparse
import ast
import gc
import hashlib
import json
import os
import re
import resource
import select
import signal
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from types import CodeType, FunctionType

import coverage
import pytest

LONGEST_SILENCE = 300
"""Seconds by the clock in which no test begins or ends: it waits for something that never comes."""
SOURCES = Path("src/touchwood").absolute()


@dataclass(frozen=True)
class Trial:
    """A mutant in the words of this module: a whole file, and where in it the fault is."""

    file: str
    first_line: int
    last_line: int
    source: str
    """The file with the fault."""
    lived: str
    """The hash of the tests that did not notice it before; they are not run again."""


@dataclass(frozen=True)
class Outcome:
    by: str
    """The test that failed, or `time`; empty if none did."""
    tests: int
    """How many were chosen."""
    chosen: str
    """A hash of what was chosen: the same tests need not be run again."""


# -- Which tests reach what -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Reached:
    """What a test reaches."""

    test: str
    seconds: float
    lines: dict[str, list[int]]
    """By file, as in a trial."""

    @property
    def file(self) -> str:
        return self.test.split("::")[0]


class Map:
    """All tests by the lines they reach."""

    def __init__(self, reached: Sequence[Reached], digests: dict[str, str], enough: float) -> None:
        """`enough`: seconds of tests, as they take without a mutant. A mutant that lives so long lives."""
        self.digests = digests
        self.enough = enough
        self.by_file: dict[str, list[Reached]] = defaultdict(list)
        self.by_line: dict[tuple[str, int], list[Reached]] = defaultdict(list)
        for each in reached:
            self.by_file[each.file].append(each)
            for file, lines in each.lines.items():
                for line in lines:
                    self.by_line[file, line].append(each)

    def chosen(self, trial: Trial, is_whole_file: bool) -> list[Reached]:
        """Those that reach the lines, or anything in the file; then their neighbours."""
        lines = range(trial.first_line, trial.last_line + 1)
        return self._reaching(lambda file, line: file == trial.file and (is_whole_file or line in lines))

    def using(self, file: str) -> list[Reached]:
        """Those that reach anything in a file that imports this one, in which itself nothing is done but on import."""
        users = importing(file)
        return self._reaching(lambda reached, line: reached in users)

    def _reaching(self, is_wanted: Callable[[str, int], bool]) -> list[Reached]:
        wanted = [key for key in self.by_line if is_wanted(*key)]
        reaching = {each.test: each for key in wanted for each in self.by_line[key]}
        files = {each.file for each in reaching.values()}
        others = {each.test: each for file in files for each in self.by_file[file] if each.test not in reaching}
        chosen, seconds = [], 0.0
        for each in (*_quickest_first(reaching), *_quickest_first(others)):
            seconds += each.seconds
            if seconds > self.enough:
                break
            chosen.append(each)
        return chosen

    def digest(self, chosen: Sequence[Reached]) -> str:
        parts = [f"{each.test} {self.digests[each.file]}" for each in chosen]
        return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:12]


def _quickest_first(tests: dict[str, Reached]) -> list[Reached]:
    return sorted(tests.values(), key=lambda each: (each.seconds, each.test))


def importing(file: str) -> frozenset[str]:
    """The sources that import a module by its name."""
    module = ".".join(Path(file).with_suffix("").parts[1:])
    named = re.compile(rf"^(from {re.escape(module)} import|import {re.escape(module)}\b)", re.MULTILINE)
    here = Path.cwd()
    return frozenset(str(path.relative_to(here)) for path in SOURCES.rglob("*.py") if named.search(path.read_text()))


def map_of(items: Sequence[pytest.Item], state: Path, enough: float) -> Map:
    by_file: dict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        by_file[item.nodeid.split("::")[0]].append(item)
    reached: list[Reached] = []
    digests = {}
    for file, own in by_file.items():
        beside = [str(path) for path in sorted(Path(file).parent.glob("*.py")) if not path.name.startswith("test_")]
        digests[file] = digest_of([file, *beside])
        kept = state / f"{file.replace('/', '.')}.json"
        if not is_fresh(kept, digests[file]):
            _say(f"mapping {file}, {len(own)} tests")
            last = _forked(partial(_write_reached, own, kept, digests[file]))
            assert last == "passed", f"mapping {file} ended with: {last}"
        answer = json.loads(kept.read_text())
        for failed in answer["failed"]:
            _say(f"left out, for it fails without any mutant: {failed}")
        reached += [Reached(**each) for each in answer["reached"]]
    return Map(reached, digests, enough)


def is_fresh(kept: Path, tests: str) -> bool:
    """Neither the tests have changed nor a file they reach."""
    if not kept.exists():
        return False
    answer = json.loads(kept.read_text())
    files = answer["files"]
    return (
        answer["tests"] == tests
        and all(Path(file).exists() for file in files)
        and answer["sources"] == digest_of(files)
    )


def digest_of(files: Sequence[str]) -> str:
    digest = hashlib.sha256()
    for file in files:
        digest.update(Path(file).read_bytes())
    return digest.hexdigest()[:12]


def _write_reached(items: Sequence[pytest.Item], kept: Path, tests: str, to: int) -> None:
    measured = _coverage()
    measured.start()
    seconds, failed = {}, []
    for item, after in _in_pairs(items):
        _write(to, f"begins {item.nodeid}")
        begun = time.process_time()
        measured.switch_context(item.nodeid)
        if _failed(item, after):
            failed.append(item.nodeid)
        else:
            seconds[item.nodeid] = round(time.process_time() - begun, 3)
    measured.stop()
    data = measured.get_data()
    files = {file: str(Path(file).relative_to(Path.cwd())) for file in sorted(data.measured_files())}
    lines: dict[str, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    for file, name in files.items():
        for line, reaching in data.contexts_by_lineno(file).items():
            for test in reaching:
                lines[test][name].append(line)
    answer = {
        "tests": tests,
        "files": list(files.values()),
        "sources": digest_of(list(files.values())),
        "failed": failed,
        "reached": [asdict(Reached(test, taken, dict(lines[test]))) for test, taken in seconds.items()],
    }
    kept.write_text(json.dumps(answer))
    _write(to, "passed")


def _coverage() -> coverage.Coverage:
    sources = [str(SOURCES / folder) for folder in ("core", "games", "match", "server/table")]
    measured = coverage.Coverage(data_file=None, config_file=False, source=sources, messages=False)
    # Some tests look at files alone.
    measured.set_option("run:disable_warnings", ["no-data-collected"])
    return measured


# -- Running tests ----------------------------------------------------------------------------------------------------


def _in_pairs(items: Sequence[pytest.Item]) -> Iterator[tuple[pytest.Item, pytest.Item | None]]:
    """Each with the one after it, by which pytest knows what to tear down."""
    yield from zip(items, (*items[1:], None), strict=True)


def _failed(item: pytest.Item, after: pytest.Item | None) -> bool:
    from _pytest.runner import runtestprotocol

    return any(report.failed for report in runtestprotocol(item, nextitem=after, log=False))


def _run(items: Sequence[pytest.Item], seconds: dict[str, float], to: int) -> None:
    """Ends at the first that fails, which is told; each test as it begins, too."""
    for item, after in _in_pairs(items):
        _write(to, f"begins {item.nodeid}")
        used = sum(resource.getrusage(resource.RUSAGE_SELF)[:2])
        limit = int(used + 20 * seconds[item.nodeid] + 10)
        resource.setrlimit(resource.RLIMIT_CPU, (limit, resource.getrlimit(resource.RLIMIT_CPU)[1]))
        if _failed(item, after):
            _write(to, f"failed {item.nodeid}")
            return
    _write(to, "passed")


def _forked(work: Callable[[int], None]) -> str:
    """What a child wrote last, or `time` if it had to be ended."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.setsid()
        os.close(reading)
        os.dup2(NOWHERE, 1)
        os.dup2(NOWHERE, 2)
        try:
            work(writing)
        except BaseException as error:
            _write(writing, f"failed by {error!r}")
        finally:
            os._exit(0)
    os.close(writing)
    return _last_written(reading, child)


def _last_written(reading: int, child: int) -> str:
    """Reads until the child has ended; what it has started ends with it."""
    text = ""
    while select.select([reading], [], [], LONGEST_SILENCE)[0]:
        part = os.read(reading, 65_536)
        text += part.decode()
        if not part or re.search(r"^(passed$|failed .*\n)", text, re.MULTILINE):
            break
    os.close(reading)
    _end_group(child)
    os.waitpid(child, 0)
    return (text.splitlines() or [""])[-1]


def _end_group(leader: int) -> None:
    try:
        os.killpg(leader, signal.SIGKILL)
    except ProcessLookupError:
        return


def _write(to: int, text: str) -> None:
    os.write(to, f"{text}\n".encode())


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


# -- Exchanging code --------------------------------------------------------------------------------------------------


def function_around(source: str, first: int, last: int) -> str | None:
    """The qualified name of the outermost function whose body holds the lines."""

    def within(body: Sequence[ast.stmt], path: str) -> str | None:
        for node in body:
            if not node.lineno <= first <= last <= (node.end_lineno or 0):
                continue
            if isinstance(node, ast.ClassDef):
                return within(node.body, f"{path}{node.name}.")
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.body[0].lineno <= first:
                # On the line of the def itself it may be a default.
                return f"{path}{node.name}" if node.body[0].lineno > node.lineno else None
        return None

    return within(ast.parse(source).body, "")


def codes_of(code: CodeType) -> Iterator[CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from codes_of(constant)


Place = tuple[str, str, int]
"""Of a function: its file, its qualified name, its line."""


def functions_by_place() -> dict[Place, list[FunctionType]]:
    found: dict[Place, list[FunctionType]] = defaultdict(list)
    for thing in gc.get_objects():
        if isinstance(thing, FunctionType) and thing.__code__.co_filename.startswith(str(SOURCES)):
            code = thing.__code__
            found[code.co_filename, code.co_qualname, code.co_firstlineno].append(thing)
    return found


def exchanges(trial: Trial, name: str) -> list[tuple[CodeType, CodeType]]:
    """Old and new code of the function and all in it; nothing if they do not fit together."""
    file = str(Path(trial.file).absolute())
    before = compile(Path(trial.file).read_text(), file, "exec")
    after = compile(trial.source, file, "exec")
    inner = f"{name}.<locals>."
    old, new = (
        [code for code in codes_of(whole) if code.co_qualname == name or code.co_qualname.startswith(inner)]
        for whole in (before, after)
    )
    if [(code.co_qualname, code.co_freevars) for code in old] != [(code.co_qualname, code.co_freevars) for code in new]:
        return []
    return list(zip(old, new, strict=True))


# -- Trials -----------------------------------------------------------------------------------------------------------


class Trials:
    """A plugin that takes the place of pytest's loop: all tests are collected once."""

    def __init__(self, state: Path, enough: float, on_import: coverage.Coverage) -> None:
        self.state = state
        self.enough = enough
        self.on_import = on_import

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.on_import.stop()
        data = self.on_import.get_data()
        self.imported = {
            (str(Path(file).relative_to(Path.cwd())), line)
            for file in data.measured_files()
            for line in data.lines(file) or ()
        }
        self.items = {item.nodeid: item for item in session.items}
        self.map = map_of(session.items, self.state, self.enough)
        self.functions = functions_by_place()
        gc.freeze()
        _write(TOLD, f"{len(self.items)} tests are known")
        with os.fdopen(ASKED) as asked:
            for line in asked:
                _write(TOLD, json.dumps(asdict(self.outcome(Trial(**json.loads(line))))))
        return True

    def outcome(self, trial: Trial) -> Outcome:
        whole = Path(trial.file).read_text()
        name = function_around(whole, trial.first_line, trial.last_line)
        lines = {(trial.file, line) for line in range(trial.first_line, trial.last_line + 1)}
        pairs = exchanges(trial, name) if name and not lines & self.imported else []
        chosen = self.map.chosen(trial, is_whole_file=name is None)
        if not chosen and lines & self.imported:
            # A function that is done on import alone: whatever uses the file may notice.
            chosen = self.map.chosen(trial, is_whole_file=True) or self.map.using(trial.file)
        digest = self.map.digest(chosen)
        if not chosen or digest == trial.lived:
            return Outcome("", len(chosen), digest)
        while True:
            _rewrite(Path(trial.file), trial.source)
            try:
                by = self.by_fork(chosen, pairs) if pairs else in_own_process(chosen)
            finally:
                _rewrite(Path(trial.file), whole)
            unfair = by and (self.by_fork(until(by, chosen), ()) if pairs else in_own_process(until(by, chosen)))
            if not unfair:
                return Outcome(by, len(chosen), digest)
            _say(f"left out, for it fails without the mutant too: {unfair}")
            chosen = [each for each in chosen if each.test != unfair]

    def by_fork(self, chosen: Sequence[Reached], pairs: Sequence[tuple[CodeType, CodeType]]) -> str:
        def work(to: int) -> None:
            for old, new in pairs:
                for function in self.functions.get((old.co_filename, old.co_qualname, old.co_firstlineno), ()):
                    function.__code__ = new
            _run([self.items[each.test] for each in chosen], {each.test: each.seconds for each in chosen}, to)

        return _by(_forked(work))


def until(test: str, chosen: Sequence[Reached]) -> list[Reached]:
    """What ran until a mutant was noticed; all if it was not a test that did."""
    names = [each.test for each in chosen]
    return list(chosen[: names.index(test) + 1]) if test in names else list(chosen)


def _by(told: str) -> str:
    """Who noticed. A child that ended in a test was ended: it took too long, or broke down."""
    word, _, test = told.partition(" ")
    return {"passed": "", "failed": test, "": "import"}.get(word, "time")


def _rewrite(file: Path, source: str) -> None:
    """Compiled files are told apart by whole seconds and sizes: each version gets a second of its own."""
    second = int(file.stat().st_mtime) + 1
    file.write_text(source)
    os.utime(file, (second, second))


def in_own_process(chosen: Sequence[Reached]) -> str:
    """All is imported anew, and for that the tests' files alone."""
    request = Path("only.json").absolute()
    request.write_text(json.dumps({each.test: each.seconds for each in chosen}))

    def work(to: int) -> None:
        os.dup2(os.open(request, os.O_RDONLY), 0)
        os.dup2(to, 1)
        os.execv(sys.executable, [sys.executable, "-m", "tests.mutant_trials", "--only"])

    return _by(_forked(work))


class Only:
    """The plugin of such a process."""

    def __init__(self, seconds: dict[str, float]) -> None:
        self.seconds = seconds

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        items = {item.nodeid: item for item in session.items}
        # A parameter may have got another name by the fault: that is noticed too.
        missing = [test for test in self.seconds if test not in items]
        if missing:
            _write(TOLD, f"failed {missing[0]}")
        else:
            _run([items[test] for test in self.seconds], self.seconds, TOLD)
        return True


NOWHERE = os.open(os.devnull, os.O_RDWR)
ASKED, TOLD = os.dup(0), os.dup(1)
"""Where trials come from and answers go; tests get nothing and write nowhere."""


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--state", type=Path)
    parser.add_argument("--enough", type=float)
    parser.add_argument("--only", action="store_true")
    wanted, tests = parser.parse_known_args()
    options = ["-q", "-p", "no:cacheprovider", "-s", f"--basetemp={Path('tmp').absolute()}"]
    os.dup2(NOWHERE, 0)
    os.dup2(2, 1)
    if wanted.only:
        with os.fdopen(ASKED) as asked:
            seconds = json.load(asked)
        files = sorted({test.split("::")[0] for test in seconds})
        sys.exit(pytest.main([*options, *files], plugins=[Only(seconds)]))
    wanted.state.mkdir(parents=True, exist_ok=True)
    measured = _coverage()
    measured.start()
    sys.exit(pytest.main([*options, *tests], plugins=[Trials(wanted.state, wanted.enough, measured)]))


if __name__ == "__main__":
    main()
