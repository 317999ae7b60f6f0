"""What the project says of itself is true: version, licence, public names, the checks of hooks and CI, releases."""

import ast
import re
import subprocess
import tomllib
from datetime import date
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
import yaml
from trove_classifiers import classifiers

import touchwood
from tools.release import (
    IN_SDIST,
    NoRelease,
    released,
    require_whole,
    shipped_games,
    unreleased,
    version_in,
    why_not,
    with_version,
)
from touchwood.games.discovery import game_entries

ROOT = Path(__file__).parents[1]
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
CHANGELOG = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


# -- What a package index shows ---------------------------------------------------------------------------------------


def test_the_version_stands_once() -> None:
    assert "version" not in PROJECT["project"]
    source = PROJECT["tool"]["hatch"]["version"]["path"]
    assert version_in((ROOT / source).read_text(encoding="utf-8")) == touchwood.__version__
    assert '"version"' not in (ROOT / "web" / "package.json").read_text(encoding="utf-8")


def test_the_licence_is_there() -> None:
    assert PROJECT["project"]["license"] == "MIT"
    for name in PROJECT["project"]["license-files"]:
        assert (ROOT / name).read_text(encoding="utf-8").startswith("MIT License")


def test_the_classifiers_are_real_and_fit_what_is_required() -> None:
    named = PROJECT["project"]["classifiers"]
    assert set(named) <= classifiers
    versions = re.findall(r"Python :: 3\.(\d+)", "\n".join(named))
    assert PROJECT["project"]["requires-python"] == f">=3.{versions[0]}"
    tried = yaml.safe_load((ROOT / ".github" / "workflows" / "ci.yml").read_text(encoding="utf-8"))
    assert tried["jobs"]["all"]["strategy"]["matrix"]["python"] == [f"3.{minor}" for minor in versions]


# -- What is public ---------------------------------------------------------------------------------------------------

PAGES = "\n".join(page.read_text(encoding="utf-8") for page in (ROOT / "docs" / "api").glob("*.md"))
PUBLIC = re.findall(r"automodule:: (\S+)", PAGES)


@pytest.mark.parametrize("name", PUBLIC)
def test_a_public_module_says_what_is_public(name: str) -> None:
    module = import_module(name)
    assert module.__doc__
    assert len(set(module.__all__)) == len(module.__all__) > 0
    for each in module.__all__:
        assert hasattr(module, each)


def test_every_module_of_the_library_that_says_so_is_in_the_reference() -> None:
    sources = ROOT / "src"
    said = {
        ".".join(file.relative_to(sources).with_suffix("").parts).removesuffix(".__init__")
        for file in (sources / "touchwood").rglob("*.py")
        if re.search(r"^__all__ = ", file.read_text(encoding="utf-8"), re.M)
    }
    assert {
        name
        for name in said
        if re.fullmatch(
            r"touchwood(\.core\.\w+|\.games\.discovery|\.match|\.bots(\.\w+)?|\.testing|\.envs(\.\w+)?)?", name
        )
    } == set(PUBLIC)


def test_the_examples_lean_on_nothing_but_what_is_public() -> None:
    found = 0
    for file in (ROOT / "examples").rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and str(node.module).startswith("touchwood"):
                assert node.module in PUBLIC, f"{file.name} imports from {node.module}"
                assert {name.name for name in node.names} <= set(import_module(str(node.module)).__all__)
                found += 1
    assert found > 30


# -- The same checks everywhere ---------------------------------------------------------------------------------------

RUN_BY_CI = re.findall(r"\bmake ([\w-]+)", re.sub(r"#.*", "", (ROOT / ".ci" / "run").read_text(encoding="utf-8")))


HOOKS = {
    hook["entry"].removeprefix("make "): hook
    for repo in yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8"))["repos"]
    for hook in repo["hooks"]
}


def test_the_hooks_run_the_checks_of_ci_by_the_same_names() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    (checks,) = re.findall(r"^check: (.*?) ##", makefile, re.M)
    assert {*HOOKS} == {*checks.split(), "test"}
    assert [name for name in RUN_BY_CI if name != "second-look"] == ["check", "test"]


@pytest.mark.parametrize("file", ["Makefile", "pyproject.toml", "uv.lock"])
def test_what_all_checks_hang_on_concerns_every_hook(file: str) -> None:
    assert [name for name, hook in HOOKS.items() if "files" in hook and not re.search(hook["files"], file)] == []


def read_elsewhere(folder: str) -> set[str]:
    """Files of other folders that sources of the page name."""
    read = {
        (source.parent / name).resolve().relative_to(ROOT)
        for source in (ROOT / "web" / folder).rglob("*.*")
        if source.suffix in (".ts", ".svelte")
        for name in re.findall(r"""['"]((?:\.\./)+(?:src|docs)/[^'"?*]+\.\w+)""", source.read_text(encoding="utf-8"))
    }
    return {path.as_posix() for path in read if (ROOT / path).is_file() and path.parts[0] != "web"}


def test_what_the_page_reads_of_other_folders_concerns_its_check() -> None:
    elsewhere = read_elsewhere("src") | read_elsewhere("tests")
    assert {"src/touchwood/games/point_a_pile/cards.csv", "docs/protocol/games/tag.json"} <= elsewhere
    assert [path for path in sorted(elsewhere) if not re.search(HOOKS["check-page"]["files"], path)] == []


@pytest.mark.parametrize("file", sorted(read_elsewhere("src")))
def test_the_page_is_built_anew_when_a_deck_changes(file: str) -> None:
    would_run = subprocess.run(["make", "-n", "-W", file, "page"], cwd=ROOT, capture_output=True, text=True, check=True)
    assert "building the page" in would_run.stdout


@pytest.mark.parametrize("guide", ["CONTRIBUTING.md", ".github/PULL_REQUEST_TEMPLATE.md"])
def test_contributors_are_told_all_that_ci_runs(guide: str) -> None:
    text = (ROOT / guide).read_text(encoding="utf-8")
    (said,) = [part for part in re.split(r"\n(?=- |\n)", text) if ".ci/run" in part]
    assert {*re.findall(r"`make ([\w-]+)`", said)} == {*RUN_BY_CI}


def test_the_hosted_ci_runs_what_any_machine_runs() -> None:
    workflow = yaml.safe_load((ROOT / ".github" / "workflows" / "ci.yml").read_text(encoding="utf-8"))
    assert workflow["jobs"]["all"]["steps"][-1] == {"run": ".ci/run"}
    assert (ROOT / ".ci" / "run").stat().st_mode & 0o111


# -- Releases ---------------------------------------------------------------------------------------------------------

LOG = "# Changelog\n\n## Unreleased\n\n- New.\n\n## 0.1.0, 2026-01-01\n\n- Old.\n"


def test_the_changelog_has_room_for_what_comes() -> None:
    assert CHANGELOG.startswith("# Changelog\n\n## Unreleased\n")


def test_a_release_moves_what_was_unreleased_below_its_version() -> None:
    after = released(LOG, "0.2.0", date(2026, 11, 16))
    assert after == LOG.replace("## Unreleased\n", "## Unreleased\n\n## 0.2.0, 2026-11-16\n")
    assert (unreleased(LOG).strip(), unreleased(after).strip()) == ("- New.", "")


def test_a_release_sets_the_version_and_nothing_else() -> None:
    text = (ROOT / "src" / "touchwood" / "__init__.py").read_text(encoding="utf-8")
    raised = with_version(text, "9.8.7")
    assert version_in(raised) == "9.8.7"
    assert with_version(raised, touchwood.__version__) == text


@pytest.mark.parametrize(
    ("version", "log", "tags", "changes", "reason"),
    [
        ("0.2.0", LOG, ["v0.1.0", "other"], "", None),
        ("0.10.0", LOG, ["v0.9.0"], "", None),
        ("", LOG, [], "", "no version"),
        ("v0.2.0", LOG, [], "", "no version"),
        ("0.2.0", LOG, [], " M README.md", "not committed"),
        ("0.2.0", LOG, ["v0.2.0"], "", "does not come after 0.2.0"),
        ("0.9.0", LOG, ["v0.10.0"], "", "does not come after 0.10.0"),
        ("0.2.0", LOG.replace("- New.\n", ""), [], "", "nothing below Unreleased"),
    ],
)
def test_why_there_is_no_release(version: str, log: str, tags: list[str], changes: str, reason: str | None) -> None:
    said = why_not(version, log, tags, changes)
    assert (said is None) if reason is None else (reason in str(said))


def test_a_wheel_has_to_have_every_game_of_the_source() -> None:
    shipped = [entry for entry in game_entries().values() if entry.dist is None]
    assert shipped_games() == sorted(entry.name for entry in shipped)


def test_a_package_that_lacks_something_is_not_released() -> None:
    names = [pattern.replace("\\", "") for pattern in IN_SDIST]
    require_whole(Path("x.tar.gz"), names, IN_SDIST)
    with pytest.raises(NoRelease, match="lacks LICENSE"):
        require_whole(Path("x.tar.gz"), names[1:], IN_SDIST)
    with pytest.raises(NoRelease, match="should not"):
        require_whole(Path("x.tar.gz"), [*names, "src/__pycache__/a.pyc"], IN_SDIST)
