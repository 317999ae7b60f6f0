"""Small faults made on purpose, to see whether a test notices: `make mutants ARGS="--count 600"`.

Six hundred places of core, match, the rules and views of the games and the live table, drawn by a fixed seed, as many
from each folder. Each mutant is made in a copy of the tree and tried by the tests that reach it, the quick ones first,
until one fails (`tests/mutant_trials.py`). What was tried is kept line by line in `.mutants/tried.jsonl`: a run that
was broken off goes on where it was. A mutant is tried again when its function has changed, a survivor also when the
tests that reach it have, or when there are more seconds for them (`--enough`). Score and survivors go to
docs/quality.md; why a survivor may live is said in `tests/survivors.json`.
"""

import argparse
import ast
import hashlib
import json
import os
import shutil
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from datetime import date
from itertools import accumulate
from pathlib import Path

from tests.kept_lines import keep, kept_lines
from tests.mutant_trials import Outcome, Trial

ROOT = Path(__file__).parents[1]
SOURCES = Path("src/touchwood")
COPIED = ("src", "tests", "docs", "web/tests/fixtures", "web/src", "examples", "benchmarks", "pyproject.toml")
REPORT = ROOT / "docs" / "quality.md"
REASONS = ROOT / "tests" / "survivors.json"
BEGIN, END = "<!-- mutants -->", "<!-- /mutants -->"
# -- Where ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Folder:
    """Files that are mutated."""

    name: str
    files: tuple[str, ...]
    """Patterns under src/touchwood."""


def _game(name: str) -> Folder:
    return Folder(name, (f"games/{name}/rules/*.py", f"games/{name}/view.py"))


FOLDERS = (
    Folder("core", ("core/*.py",)),
    Folder("match", ("match/*.py",)),
    _game("tag"),
    _game("cant_touch_this"),
    _game("point_a_pile"),
    _game("tactile_crane"),
    Folder("table", ("server/table/**/*.py",)),
)
TESTS = (
    *("tests/core", "tests/match", "tests/testing", "tests/cli/test_command_line.py"),
    *("tests/tag", "tests/cant_touch_this", "tests/point_a_pile", "tests/tactile_crane"),
    *("tests/test_playthroughs.py", "tests/test_old_records.py"),
    *(f"tests/server/test_{name}.py" for name in ("absence", "clocks", "damage", "every_game", "guests", "hush")),
    *(f"tests/server/test_{name}.py" for name in ("looking_back", "sealed", "secrets", "size", "store", "table")),
    *(f"tests/server/test_{name}.py" for name in ("http", "versions", "voices", "wire")),
    *(f"tests/server/test_{name}.py" for name in ("coming_back", "evening", "laying", "lessons")),
    *(f"tests/server/test_{name}.py" for name in ("names", "streams", "time_up")),
    *("tests/test_lessons.py", "tests/cli/test_export.py"),
    # Long ones, about other things. The conformance of all games takes longer than all others together.
    *("--ignore-glob=*bots.py", "--ignore-glob=*solver*", "--ignore-glob=*_review.py"),
)
"""What may notice."""


def files_of(folder: Folder) -> list[Path]:
    found = {path.relative_to(ROOT) for pattern in folder.files for path in (ROOT / SOURCES).glob(pattern)}
    return sorted(path for path in found if (ROOT / path).stat().st_size)


# -- What -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Mutant:
    folder: str
    file: str
    line: int
    column: int
    old: str
    new: str
    identity: str
    """The hash of the file's name, the whole statement around (a function, say) and the fault in it: the same wherever
    in the file that statement stands."""
    name: str
    """The file, the function or what else has a name around it, and the fault; where the same fault can be made there
    several times, which of them. No two have the same, and lines that are added or moved elsewhere leave it as it is:
    reasons to live go by it."""

    @property
    def key(self) -> str:
        return f"{self.file}:{self.line}:{self.column}: {self.old} → {self.new}"


SWAPPED: dict[type, str] = {
    ast.Eq: "!=",
    ast.NotEq: "==",
    ast.Lt: "<=",
    ast.LtE: "<",
    ast.Gt: ">=",
    ast.GtE: ">",
    ast.In: "not in",
    ast.NotIn: "in",
    ast.Is: "is not",
    ast.IsNot: "is",
    ast.Add: "-",
    ast.Sub: "+",
    ast.Mult: "+",
    ast.FloorDiv: "*",
    ast.Mod: "*",
}
Change = tuple[ast.expr | ast.stmt, str]
"""A node, and what stands in its place."""


class Places(ast.NodeVisitor):
    """All places of a module where a small fault can be made. Not in annotations, docstrings and messages of errors."""

    def __init__(self, source: str) -> None:
        self.data = source.encode()
        self.starts = [0, *accumulate(len(line) + 1 for line in self.data.split(b"\n"))]
        """Of the lines."""
        self.changes: list[Change] = []
        self.tree = ast.parse(source)
        self.visit(self.tree)

    def text(self, node: ast.expr | ast.stmt) -> str:
        """As `ast.get_source_segment` says, which looks for the lines each time."""
        start = self.starts[node.lineno - 1] + node.col_offset
        end = self.starts[(node.end_lineno or 0) - 1] + (node.end_col_offset or 0)
        return self.data[start:end].decode()

    def change(self, node: ast.expr | ast.stmt, new: str) -> None:
        self.changes.append((node, new))

    # -- Operators ----------------------------------------------------------------------------------------------------
    def visit_Compare(self, node: ast.Compare) -> None:
        if len(node.ops) == 1:
            self.swap(node, node.left, node.ops[0], node.comparators[0])
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        if not isinstance(node.left, ast.Constant | ast.JoinedStr):
            self.swap(node, node.left, node.op, node.right)
        self.generic_visit(node)

    def swap(self, node: ast.expr, left: ast.expr, operator: ast.AST, right: ast.expr) -> None:
        if type(operator) in SWAPPED:
            self.change(node, f"(({self.text(left)}) {SWAPPED[type(operator)]} ({self.text(right)}))")

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        for left_out in range(len(node.values)):
            kept = [f"({self.text(value)})" for number, value in enumerate(node.values) if number != left_out]
            word = " and " if isinstance(node.op, ast.And) else " or "
            self.change(node, f"({word.join(kept)})")
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        if isinstance(node.op, ast.Not):
            self.change(node, f"bool({self.text(node.operand)})")
        self.generic_visit(node)

    # -- Values -------------------------------------------------------------------------------------------------------
    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, bool):
            self.change(node, str(not node.value))
        elif isinstance(node.value, int):
            self.change(node, str(node.value + 1))

    def visit_Call(self, node: ast.Call) -> None:
        if isinstance(node.func, ast.Name) and node.func.id in ("min", "max"):
            other = {"min": "max", "max": "min"}[node.func.id]
            self.change(node, other + self.text(node)[3:])
        if isinstance(node.func, ast.Name) and node.func.id == "TypeVar":
            return
        self.generic_visit(node)

    # -- What is done -------------------------------------------------------------------------------------------------
    def visit_If(self, node: ast.If) -> None:
        if self.text(node.test) != "TYPE_CHECKING":
            self.change(node.test, f"not ({self.text(node.test)})")
        self.generic_visit(node)

    def visit_Expr(self, node: ast.Expr) -> None:
        if isinstance(node.value, ast.Call):
            self.change(node, "pass")
            self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        self.change(node, "pass")
        self.generic_visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> None:
        for condition in node.ifs:
            self.change(condition, "True")
        self.generic_visit(node)

    # -- Left alone ---------------------------------------------------------------------------------------------------
    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.visit(node.value)

    def visit_arg(self, node: ast.arg) -> None: ...
    def visit_Raise(self, node: ast.Raise) -> None: ...
    def visit_Assert(self, node: ast.Assert) -> None: ...

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        for part in node.body:
            self.visit(part)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        for part in (*node.args.defaults, *(each for each in node.args.kw_defaults if each), *node.body):
            self.visit(part)

    def visit_Subscript(self, node: ast.Subscript) -> None:
        # Types are written like this too: Annotated[int, Meta(ge=0)].
        if not self.text(node).startswith(("Annotated", "Literal", "Final")):
            self.generic_visit(node)


def mutants_of(folder: Folder) -> list[Mutant]:
    return [mutant for path in files_of(folder) for mutant in mutants_in(folder.name, str(path), read_source(path))]


def read_source(path: Path) -> str:
    return (ROOT / path).read_text(encoding="utf-8")


def mutants_in(folder: str, path: str, source: str) -> list[Mutant]:
    found = []
    places = Places(source)
    statements = places.tree.body
    for node, new in places.changes:
        around = next(each for each in statements if each.lineno <= node.lineno <= (each.end_lineno or 0))
        where = f"{path} {places.text(around)} {node.lineno - around.lineno} {node.col_offset} {new}"
        old = places.text(node)
        name = " ".join(f"{path} {named_around(statements, node.lineno)}: {old} → {new}".split())
        found.append(Mutant(folder, path, node.lineno, node.col_offset, old, new, _hash(where), name))
    return list(told_apart(found))


def named_around(statements: Sequence[ast.stmt], line: int) -> str:
    """The qualified name of the function, class or value that the line is part of; empty outside of all."""
    match next((each for each in statements if each.lineno <= line <= (each.end_lineno or 0)), None):
        case ast.ClassDef(name=name, body=body):
            return f"{name}.{named_around(body, line)}".rstrip(".")
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
            return name
        case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
            return name
    return ""


def told_apart(mutants: Sequence[Mutant]) -> Iterator[Mutant]:
    """With how many of a name there are: with one more of them a reason no longer says for which it was."""
    counts, numbers = Counter(each.name for each in mutants), Counter[str]()
    for each in mutants:
        numbers[each.name] += 1
        which = f" ({numbers[each.name]} of {counts[each.name]})" if counts[each.name] > 1 else ""
        yield replace(each, name=each.name + which)


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def drawn(count: int, seed: int) -> list[Mutant]:
    """As many from each folder, in an order in which any beginning is spread too. By hashes: a change of one function
    leaves the others drawn as they were."""
    shuffled = [sorted(mutants_of(folder), key=lambda each: _hash(f"{seed} {each.identity}")) for folder in FOLDERS]
    turns = [mutants[turn] for turn in range(count) for mutants in shuffled if turn < len(mutants)]
    return turns[:count]


# -- Trying -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Tried:
    key: str
    identity: str
    folder: str
    by: str
    """The test that failed, `time` or `import`; empty if it lives."""
    tests: int
    """How many were to notice."""
    chosen: str
    """The hash of those."""
    seconds: float
    on: str = ""
    """The day."""

    @property
    def is_killed(self) -> bool:
        return bool(self.by)


def mutated(source: str, mutant: Mutant) -> str:
    lines = source.encode().split(b"\n")
    start = sum(len(line) + 1 for line in lines[: mutant.line - 1]) + mutant.column
    old = mutant.old.encode()
    data = source.encode()
    assert data[start : start + len(old)] == old, f"{mutant.key} is not there"
    return (data[:start] + mutant.new.encode() + data[start + len(old) :]).decode()


def copy_tree(to: Path) -> None:
    for name in COPIED:
        if (ROOT / name).is_dir():
            ignored = shutil.ignore_patterns("__pycache__", "node_modules", "page", "browser")
            shutil.copytree(ROOT / name, to / name, dirs_exist_ok=True, ignore=ignored)
        elif (ROOT / name).exists():
            shutil.copy(ROOT / name, to / name)


@contextmanager
def trials(tree: Path, state: Path, enough: float) -> Iterator[Callable[[Mutant, Tried | None], Tried]]:
    """A process that tries mutants, once it knows its tests."""
    command = [
        sys.executable,
        "-m",
        "tests.mutant_trials",
        f"--state={state / 'reached'}",
        f"--enough={enough}",
        *TESTS,
    ]
    # Without the plugins that are found by themselves a run begins in a third of the time.
    environment = {**os.environ, "PYTHONPATH": str(tree / "src"), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    with subprocess.Popen(
        command, cwd=tree, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        requests, answers = process.stdin, process.stdout
        print(answers.readline().strip(), flush=True)

        def tried(mutant: Mutant, before: Tried | None) -> Tried:
            begun = time.monotonic()
            print(json.dumps(asdict(trial_of(tree, mutant, before))), file=requests, flush=True)
            outcome = Outcome(**json.loads(answers.readline()))
            seconds = round(time.monotonic() - begun, 1)
            # The same tests are not run again.
            on = before.on if before and not outcome.by and outcome.chosen == before.chosen else today()
            return Tried(mutant.key, mutant.identity, mutant.folder, **asdict(outcome), seconds=seconds, on=on)

        yield tried


def trial_of(tree: Path, mutant: Mutant, before: Tried | None) -> Trial:
    source = mutated((tree / mutant.file).read_text(), mutant)
    last = mutant.line + mutant.old.count("\n")
    return Trial(mutant.file, mutant.line, last, source, before.chosen if before else "")


def read(kept: Path) -> dict[str, Tried]:
    all_tried = [Tried(**line) for line in kept_lines(kept)]
    return {each.identity: each for each in all_tried}


# -- The report -------------------------------------------------------------------------------------------------------


Results = Sequence[tuple[Mutant, Tried]]


def report(results: Results, wanted: int, reasons: Mapping[str, str]) -> str:
    killed = sum(tried.is_killed for _, tried in results)
    days = Counter(tried.on or "days that were not noted" for _, tried in results)
    lines = [
        f"{len(results)} of {wanted} mutants tried, {killed} killed.",
        f"Tried last: {', '.join(f'{count} on {day}' for day, count in days.most_common())}." if days else "",
        "",
        "| folder | tried | killed | |",
        "| --- | --- | --- | --- |",
    ]
    for folder in FOLDERS:
        mine = [tried.is_killed for mutant, tried in results if mutant.folder == folder.name]
        share = f"{sum(mine) / len(mine):.0%}" if mine else ""
        lines.append(f"| {folder.name} | {len(mine)} | {sum(mine)} | {share} |")
    survivors = {mutant.key: mutant.name for mutant, tried in results if not tried.is_killed}
    if survivors:
        lines += ["", "Survivors:", ""]
        lines += [
            f"- `{' '.join(key.split())}`: {reasons.get(name, 'no reason is known')}"
            for key, name in sorted(survivors.items())
        ]
    return "\n".join(lines)


def known_reasons() -> dict[str, str]:
    """By the names of mutants."""
    reasons: dict[str, str] = json.loads(REASONS.read_text(encoding="utf-8"))
    return reasons


def today() -> str:
    now = date.today()
    return f"{now.day} {now:%B %Y}"


def write_report(text: str) -> None:
    page = REPORT.read_text()
    before, after = page.split(BEGIN)[0], page.split(END)[1]
    REPORT.write_text(f"{before}{BEGIN}\n{text}\n{END}{after}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=600)
    parser.add_argument("--seed", type=int, default=12)
    parser.add_argument("--state", type=Path, default=ROOT / ".mutants")
    parser.add_argument("--seconds", type=float, help="stop after so long; the next run goes on")
    parser.add_argument(
        "--enough", type=float, default=40, help="seconds of tests a mutant; a quick run can come first"
    )
    parser.add_argument("--folders", nargs="+", choices=[each.name for each in FOLDERS], help="only of these, for now")
    parser.add_argument("--report", action="store_true", help="try nothing, write what is known")
    wanted = parser.parse_args()
    state = wanted.state.absolute()
    tree = state / "tree"
    end = time.monotonic() + (wanted.seconds or float("inf"))
    kept = state / "tried.jsonl"
    known = read(kept)
    results: list[tuple[Mutant, Tried]] = []
    mutants = drawn(wanted.count, wanted.seed)
    if wanted.report:
        results = [(each, known[each.identity]) for each in mutants if each.identity in known]
        return write_report(report(results, wanted.count, known_reasons()))
    shutil.rmtree(tree, ignore_errors=True)
    copy_tree(tree)
    with trials(tree, state, wanted.enough) as tried:
        for mutant in mutants:
            result = known.get(mutant.identity)
            is_due = wanted.folders is None or mutant.folder in wanted.folders
            if is_due and (result is None or not result.is_killed) and time.monotonic() < end:
                result = tried(mutant, result)
                keep(kept, asdict(result))
                verdict = "killed" if result.is_killed else "LIVES "
                print(f"{verdict} {result.seconds:5.1f} s {result.tests:4} tests {result.key}", flush=True)
            if result is not None:
                results.append((mutant, result))
    text = report(results, wanted.count, known_reasons())
    print(text)
    return write_report(text)


if __name__ == "__main__":
    main()
