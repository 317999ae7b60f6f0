"""Small faults made on purpose, to see whether a test notices: `make mutants ARGS="--count 600"`.

Six hundred places of core, match, the rules and views of the games and the live table, drawn by a fixed seed, as many
from each folder. Each mutant is made in a copy of the tree and tried by the tests of its folder, the quick ones first,
until one fails. What was tried is kept line by line in `.mutants/tried.jsonl`: a run that was broken off goes on where
it was. A mutant is tried again when its file has changed, a survivor also when the tests have. Score and survivors go
to docs/quality.md; why a survivor may live is said in `tests/survivors.json`.
"""

import argparse
import ast
import hashlib
import json
import os
import resource
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random

ROOT = Path(__file__).parents[1]
SOURCES = Path("src/touchwood")
COPIED = ("src", "tests", "docs", "web/tests/fixtures", "web/src/protocol", "examples", "benchmarks", "pyproject.toml")
REPORT = ROOT / "docs" / "quality.md"
REASONS = ROOT / "tests" / "survivors.json"
BEGIN, END = "<!-- mutants -->", "<!-- /mutants -->"
LONGEST = 150
"""Seconds of the processor one stage of tests may take; a mutant that takes longer never ends."""
LONGEST_WAIT = 1_200
"""Seconds by the clock, for one that waits for something that never comes."""

# -- Where ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Folder:
    """Files that are mutated, and the tests that must notice, in stages."""

    name: str
    files: tuple[str, ...]
    """Patterns under src/touchwood."""
    stages: tuple[str, ...]
    """What pytest is given, quick ones first."""


def _game(name: str, tests: str, *files: str) -> Folder:
    every_game = f"tests/test_playthroughs.py tests/test_conformance.py tests/server/test_every_game.py -k {name}"
    return Folder(
        name, tuple(f"games/{name}/{file}" for file in files), (f"{tests} --ignore-glob=*bots.py", every_game)
    )


FOLDERS = (
    Folder("core", ("core/*.py",), ("tests/core tests/match", "tests/testing", "tests/test_conformance.py -k tag")),
    Folder("match", ("match/*.py",), ("tests/match tests/test_old_records.py", "tests/cli tests/server/test_table.py")),
    _game("tag", "tests/tag", "rules/*.py", "view.py"),
    _game(
        "cant_touch_this",
        "tests/cant_touch_this --ignore-glob=*solver*",
        *(f"{file}.py" for file in ("rules", "bidding", "clips", "scoring", "ending", "legality", "view")),
    ),
    _game("point_a_pile", "tests/point_a_pile", "rules/*.py", "view.py"),
    _game("tactile_crane", "tests/tactile_crane", "rules/*.py", "view.py"),
    Folder(
        "table",
        ("server/table/*.py",),
        (
            "tests/server/test_table.py tests/server/test_sealed.py tests/server/test_absence.py",
            "tests/server/test_every_game.py tests/server/test_secrets.py tests/server/test_wire.py",
        ),
    ),
)


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
    source: str
    """The hash of the file without it."""

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
        self.source = source
        self.changes: list[Change] = []
        self.visit(ast.parse(source))

    def text(self, node: ast.AST) -> str:
        return ast.get_source_segment(self.source, node) or ""

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
    found = []
    for path in files_of(folder):
        source = (ROOT / path).read_text()
        digest = hashlib.sha256(source.encode()).hexdigest()[:12]
        for node, new in Places(source).changes:
            old = ast.get_source_segment(source, node) or ""
            found.append(Mutant(folder.name, str(path), node.lineno, node.col_offset, old, new, digest))
    return found


def drawn(count: int, seed: int) -> list[Mutant]:
    """As many from each folder, in an order in which any beginning is spread too."""
    shuffled = []
    for folder in FOLDERS:
        mutants = mutants_of(folder)
        Random(f"{seed} {folder.name}").shuffle(mutants)
        shuffled.append(mutants)
    turns = [mutants[turn] for turn in range(count) for mutants in shuffled if turn < len(mutants)]
    return turns[:count]


def hash_of_tests() -> str:
    digest = hashlib.sha256()
    for path in sorted((ROOT / "tests").rglob("*.py")):
        if "browser" not in path.parts and path.name not in ("mutants.py", "hunt.py"):
            digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


# -- Trying -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Tried:
    key: str
    source: str
    tests: str
    """The hash of all tests there were."""
    folder: str
    is_killed: bool
    by: str
    """The test that failed, or `time`."""
    seconds: float


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


def run_stage(tree: Path, stage: str) -> tuple[int, str]:
    """Pytest's exit code and the name of the first test that failed."""
    # Without the plugins that are found by themselves a run begins in a third of the time.
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "--no-header", "--tb=no"]
    try:
        ended = subprocess.run(
            [*command, *stage.split()],
            cwd=tree,
            capture_output=True,
            text=True,
            env={**os.environ, "PYTHONPATH": str(tree / "src"), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
            preexec_fn=_limit,
            timeout=LONGEST_WAIT,
        )
    except subprocess.TimeoutExpired:
        return -1, "time"
    failed = [line for line in ended.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
    return ended.returncode, failed[0].split()[1] if failed else ""


def _limit() -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (LONGEST, LONGEST))


def rewrite(file: Path, source: str) -> None:
    """Compiled files are told apart by whole seconds and sizes: each version gets a second of its own."""
    second = int(file.stat().st_mtime) + 1
    file.write_text(source)
    os.utime(file, (second, second))


def tried(tree: Path, mutant: Mutant, tests: str) -> Tried:
    begun = time.monotonic()
    whole = (ROOT / mutant.file).read_text()
    rewrite(tree / mutant.file, mutated(whole, mutant))
    is_killed, by = False, ""
    try:
        for stage in next(folder for folder in FOLDERS if folder.name == mutant.folder).stages:
            code, failed = run_stage(tree, stage)
            if code != 0:
                is_killed, by = True, failed or ("time" if code < 0 else f"exit {code}")
                break
    finally:
        rewrite(tree / mutant.file, whole)
    seconds = round(time.monotonic() - begun, 1)
    return Tried(mutant.key, mutant.source, tests, mutant.folder, is_killed, by, seconds)


def read(kept: Path, tests: str) -> dict[tuple[str, str], Tried]:
    """What still holds. Tests that have changed since may notice a survivor."""
    lines = kept.read_text().splitlines() if kept.exists() else []
    all_tried = [Tried(**json.loads(line)) for line in lines]
    return {(each.key, each.source): each for each in all_tried if each.is_killed or each.tests == tests}


# -- The report -------------------------------------------------------------------------------------------------------


def report(results: Sequence[Tried], wanted: int) -> str:
    reasons: dict[str, str] = json.loads(REASONS.read_text()) if REASONS.exists() else {}
    lines = [
        f"{len(results)} of {wanted} mutants tried, {sum(each.is_killed for each in results)} killed.",
        "",
        "| folder | tried | killed | |",
        "| --- | --- | --- | --- |",
    ]
    for folder in FOLDERS:
        mine = [each for each in results if each.folder == folder.name]
        killed = sum(each.is_killed for each in mine)
        share = f"{killed / len(mine):.0%}" if mine else ""
        lines.append(f"| {folder.name} | {len(mine)} | {killed} | {share} |")
    survivors = sorted({each.key for each in results if not each.is_killed})
    if survivors:
        lines += ["", "Survivors:", ""]
        lines += [f"- `{' '.join(key.split())}`: {reasons.get(key, 'no reason is known')}" for key in survivors]
    return "\n".join(lines)


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
    parser.add_argument("--check", action="store_true", help="run all stages once without any mutant")
    wanted = parser.parse_args()
    tree = wanted.state / "tree"
    shutil.rmtree(tree, ignore_errors=True)
    copy_tree(tree)
    if wanted.check:
        check(tree)
    end = time.monotonic() + (wanted.seconds or float("inf"))
    kept = wanted.state / "tried.jsonl"
    tests = hash_of_tests()
    known, results = read(kept, tests), []
    for mutant in drawn(wanted.count, wanted.seed):
        result = known.get((mutant.key, mutant.source))
        if result is None and time.monotonic() < end:
            result = tried(tree, mutant, tests)
            with kept.open("a") as file:
                file.write(json.dumps(asdict(result), ensure_ascii=False) + "\n")
            print(f"{'killed' if result.is_killed else 'LIVES '} {result.seconds:5.1f} s {result.key}", flush=True)
        if result is not None:
            results.append(result)
    text = report(results, wanted.count)
    write_report(text)
    print(text)


def check(tree: Path) -> None:
    """A test that fails without any mutant would kill them all."""
    for folder in FOLDERS:
        for stage in folder.stages:
            begun = time.monotonic()
            code, failed = run_stage(tree, stage)
            print(f"{folder.name}: {stage}: exit {code} {failed} in {time.monotonic() - begun:.0f} s", flush=True)
            if code:
                sys.exit(1)


if __name__ == "__main__":
    main()
