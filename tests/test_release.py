"""`make release` in a small repository of its own: real git, and a build that only says how it ended."""

import re
import subprocess
import sys
from datetime import date
from pathlib import Path

import pytest

from tools import release

LOG = "# Changelog\n\n## Unreleased\n\n- New.\n\n## 0.1.0, 2026-01-01\n\n- Old.\n"
VERSION = '"""A game."""\n\n__version__ = "0.1.0"\n'


class Repository:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.version_file = folder / "src" / "touchwood" / "__init__.py"
        self.changelog = folder / "CHANGELOG.md"
        self.version_file.parent.mkdir(parents=True)
        self.version_file.write_text(VERSION)
        self.changelog.write_text(LOG)
        self.git("init", "--quiet")
        self.git("config", "user.name", "Ana")
        self.git("config", "user.email", "ana@example.org")
        self.git("add", ".")
        self.git("commit", "--quiet", "--message", "Begin")
        self.git("tag", "v0.1.0")

    def git(self, *arguments: str) -> str:
        ran = subprocess.run(["git", *arguments], cwd=self.folder, capture_output=True, text=True, check=True)
        return ran.stdout

    @property
    def is_as_before(self) -> bool:
        """Nothing is left of a release that was not made."""
        return (
            self.git("log", "--format=%s").split("\n")[0] == "Begin"
            and self.git("tag").split() == ["v0.1.0"]
            and (self.version_file.read_text(), self.changelog.read_text()) == (VERSION, LOG)
        )


class Build:
    """In place of sdist, wheel and clean environments, which take minutes: what it found, and whether it fails."""

    def __init__(self, repository: Repository) -> None:
        self.repository = repository
        self.found: list[tuple[str, str]] = []
        self.fault: BaseException | None = None

    def __call__(self, version: str) -> None:
        self.found.append((version, release.version_in(self.repository.version_file.read_text())))
        if self.fault is not None:
            raise self.fault


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Repository:
    # What somebody has set for git, signatures say, is not for this one.
    for name in ("GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM"):
        monkeypatch.setenv(name, "/dev/null")
    for name in ("GIT_DIR", "GIT_INDEX_FILE", "GIT_WORK_TREE"):  # a hook of git that runs these tests has them
        monkeypatch.delenv(name, raising=False)
    made = Repository(tmp_path)
    monkeypatch.setattr(release, "ROOT", tmp_path)
    monkeypatch.setattr(release, "VERSION_FILE", made.version_file)
    monkeypatch.setattr(release, "CHANGELOG", made.changelog)
    return made


@pytest.fixture
def build(repository: Repository, monkeypatch: pytest.MonkeyPatch) -> Build:
    build = Build(repository)
    monkeypatch.setattr(release, "make_dist", build)
    return build


def test_a_release_is_one_commit_and_one_tag(repository: Repository, build: Build) -> None:
    assert release.main(["release", "0.2.0"]) == 0
    assert build.found == [("0.2.0", "0.2.0")], "what is built and tried has the version already"
    assert repository.git("log", "--format=%s").split("\n")[:2] == ["Release 0.2.0", "Begin"]
    assert repository.git("show", "--name-only", "--format=").split() == ["CHANGELOG.md", "src/touchwood/__init__.py"]
    assert repository.git("show", "HEAD:CHANGELOG.md") == release.released(LOG, "0.2.0", date.today())
    assert release.version_in(repository.git("show", "HEAD:src/touchwood/__init__.py")) == "0.2.0"
    assert repository.git("status", "--porcelain") == ""
    assert repository.git("tag").split() == ["v0.1.0", "v0.2.0"]
    assert repository.git("rev-list", "-1", "v0.2.0") == repository.git("rev-parse", "HEAD")
    assert re.search(r"^Touchwood 0\.2\.0\n\n- New\.$", repository.git("cat-file", "tag", "v0.2.0"), re.M)


def test_from_a_tree_with_changes_nothing_is_released(
    repository: Repository, build: Build, capsys: pytest.CaptureFixture[str]
) -> None:
    (repository.folder / "new.py").write_text("")
    assert release.main(["release", "0.2.0"]) == 1
    assert "not committed:\n?? new.py" in capsys.readouterr().err
    assert (build.found, repository.is_as_before) == ([], True)


@pytest.mark.parametrize("version", ["0.1.0", "0.0.9"])
def test_a_version_that_is_tagged_or_older_is_not_released_again(
    repository: Repository, build: Build, version: str
) -> None:
    assert release.main(["release", version]) == 1
    assert (build.found, repository.is_as_before) == ([], True)


def test_a_build_that_fails_leaves_nothing_half_done(repository: Repository, build: Build) -> None:
    build.fault = release.NoRelease("the wheel lacks its page")
    assert release.main(["release", "0.2.0"]) == 1
    assert (len(build.found), repository.is_as_before) == (1, True)
    assert repository.git("status", "--porcelain") == ""


def test_nor_does_one_that_is_broken_off(repository: Repository, build: Build) -> None:
    build.fault = KeyboardInterrupt()
    with pytest.raises(KeyboardInterrupt):
        release.main(["release", "0.2.0"])
    assert (repository.is_as_before, repository.git("status", "--porcelain")) == (True, "")


def test_a_commit_that_git_refuses_leaves_nothing_half_done(repository: Repository, build: Build) -> None:
    hook = repository.folder / ".git" / "hooks" / "pre-commit"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text("#!/bin/sh\nexit 1\n")
    hook.chmod(0o755)
    assert release.main(["release", "0.2.0"]) == 1
    assert (repository.is_as_before, repository.git("status", "--porcelain")) == (True, "")


def test_a_tag_that_git_refuses_leaves_no_commit_behind(repository: Repository, build: Build) -> None:
    # A tag v0.2.0/x is a folder where v0.2.0 would be a file.
    repository.git("tag", "v0.2.0/x")
    assert release.main(["release", "0.2.0"]) == 1
    repository.git("tag", "--delete", "v0.2.0/x")
    assert (repository.is_as_before, repository.git("status", "--porcelain")) == (True, "")


def test_a_wheel_is_tried_at_least_on_the_python_that_builds_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """With no other one in sight it was tried on none."""
    monkeypatch.setenv("PATH", "")
    monkeypatch.setenv("PYENV_ROOT", str(tmp_path))
    assert list(release.pythons()) == [sys.version_info[:2]]
