"""What the docs promise is there: examples run, commands and paths exist."""

import re
import subprocess
from pathlib import Path

import pytest

from touchwood.cli.command import make_parser

ROOT = Path(__file__).parents[1]
DOCS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
MAKE_TARGETS = set(re.findall(r"^([a-z-]+):.*## ", (ROOT / "Makefile").read_text(), flags=re.MULTILINE))


def code_and_links(text: str) -> list[str]:
    """Everything in backticks or behind a link."""
    blocks = re.findall(r"^```\w*\n(.*?)^```", text, flags=re.MULTILINE | re.DOTALL)
    return [*blocks, *re.findall(r"`([^`\n]+)`", text), *re.findall(r"\]\(([^)\s]+)\)", text)]


def test_the_readme_example_runs_as_it_stands() -> None:
    examples = re.findall(r"^```python\n(.*?)^```", (ROOT / "README.md").read_text(), flags=re.MULTILINE | re.DOTALL)
    assert examples
    for example in examples:
        exec(compile(example, "README.md", "exec"), {})


@pytest.mark.parametrize("page", DOCS, ids=lambda path: str(path.relative_to(ROOT)))
def test_make_commands_named_in_the_docs_exist(page: Path) -> None:
    for piece in code_and_links(page.read_text(encoding="utf-8")):
        for target in re.findall(r"(?:^|[\s`])make ([a-z-]+)", piece):
            assert target in MAKE_TARGETS, f"{page.name} names `make {target}`"


@pytest.mark.parametrize("page", DOCS, ids=lambda path: str(path.relative_to(ROOT)))
def test_touchwood_commands_named_in_the_docs_exist(page: Path) -> None:
    known = set(re.findall(r"\{([^}]*)\}|^    (\w+)", make_parser().format_help(), flags=re.MULTILINE))
    commands = {name for pair in known for part in pair for name in part.split(",") if name}
    for piece in code_and_links(page.read_text(encoding="utf-8")):
        for command in re.findall(r"(?:^|/|`)touchwood ([a-z]+)", piece, flags=re.MULTILINE):
            assert command in commands, f"{page.name} names `touchwood {command}`"


@pytest.mark.parametrize("page", DOCS, ids=lambda path: str(path.relative_to(ROOT)))
def test_paths_named_in_the_docs_exist(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    links = [link for link in re.findall(r"\]\(([^)\s]+)\)", text) if not link.startswith(("http", "#"))]
    for link in links:
        assert (page.parent / link.split("#")[0]).exists(), f"{page.name} links to {link}"
    tracked_roots = ("src/", "tests/", "docs/", "benchmarks/", "web/", "examples/", ".ci/")
    for piece in re.findall(r"`([^`\n ]+)`", text):
        if piece.startswith(tracked_roots) and "*" not in piece and "<" not in piece:
            assert (ROOT / piece.split(":")[0]).exists(), f"{page.name} names {piece}"


def test_modules_named_in_docstrings_and_comments_exist() -> None:
    """As neighbours call each other, or by a path from a folder above. `rulings.py` is each game's own."""
    for source in (ROOT / "src").rglob("*.py"):
        for named in re.findall(r"`([\w/]+\.py)`", source.read_text(encoding="utf-8")):
            is_there = any((folder / named).is_file() for folder in source.parents)
            assert is_there or named == "rulings.py", f"{source} names {named}"


def test_a_package_that_lists_its_modules_lists_them_all() -> None:
    lists = 0
    for package in (ROOT / "src").rglob("__init__.py"):
        named = re.findall(r"^(\w+\.py) +\S", package.read_text(encoding="utf-8"), flags=re.MULTILINE)
        if named:
            lists += 1
            assert sorted(named) == sorted(path.name for path in package.parent.glob("[!_]*.py"))
    assert lists


def test_the_table_of_folders_has_every_folder() -> None:
    table = (ROOT / "ARCHITECTURE.md").read_text().split("| folder |")[1].split("\n\n")[0]
    named = re.findall(r"^\| `([\w/]+)` \|", table, flags=re.MULTILINE)
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
    folders = {path.split("/")[0] for path in listed if "/" in path and not path.startswith(".")}
    packages = {path.rpartition("/")[0] for path in listed if re.fullmatch(r"src/touchwood/\w+/__init__\.py", path)}
    assert {*named} == folders - {"src"} | packages


def test_the_way_of_a_tap_names_every_file_once() -> None:
    way = (ROOT / "ARCHITECTURE.md").read_text().split("### A tap, through the server")[1].split("\n## ")[0]
    files = re.findall(r"^\| `([\w/]+\.py)` \|", way, flags=re.MULTILINE)
    assert len(files) == len(set(files)) > 5
    assert all((ROOT / "src" / "touchwood" / file).is_file() for file in files)


def test_nothing_in_the_repository_points_outside_of_it() -> None:
    outside = r"\.\./shared|/work/|/root/"
    found = subprocess.run(
        ["git", "grep", "-nIE", outside, "--", ".", ":!tests/test_docs.py", ":!*.lock"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.stdout == ""
