"""`touchwood new`, and the example it copies: a package of one's own, installed beside Touchwood and played."""

import json
import os
import subprocess
import sysconfig
import venv
from pathlib import Path
from zipfile import ZipFile

import pytest

from touchwood.cli import main, new
from touchwood.match.files import read_record

EXAMPLE = Path(__file__).parents[2] / "examples" / "my_game"


class Environment:
    """A virtual environment that has Touchwood and what it needs, and whatever is installed into it."""

    def __init__(self, folder: Path) -> None:
        venv.create(folder, with_pip=False, symlinks=True)
        self.python = folder / "bin" / "python"
        self.packages = next(folder.glob("lib/python*/site-packages"))
        # What is installed where the tests run, Touchwood too, is there as well; the games are not.
        here = sorted({sysconfig.get_path("purelib"), sysconfig.get_path("platlib")})
        (self.packages / "here.pth").write_text("".join(f"import site; site.addsitedir({path!r})\n" for path in here))

    def install(self, package: Path, work: Path) -> None:
        """A wheel built by the package's own backend, and unpacked: it has no scripts and nothing to compile."""
        build = "import sys; from hatchling.build import build_wheel; print(build_wheel(sys.argv[1]))"
        built = self.run("-c", build, str(work), folder=package).stdout.split()[-1]
        with ZipFile(work / built) as wheel:
            wheel.extractall(self.packages)

    def run(self, *arguments: str, folder: Path | None = None, typed: str = "") -> subprocess.CompletedProcess[str]:
        ran = subprocess.run(
            [self.python, "-B", *arguments],
            cwd=folder or self.packages,
            input=typed,
            capture_output=True,
            text=True,
            env={**os.environ, "PYTHONPATH": "", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
            check=False,
        )
        assert ran.returncode == 0, ran.stdout + ran.stderr
        return ran

    def touchwood(self, *arguments: str, typed: str = "") -> str:
        return self.run("-m", "touchwood", *arguments, typed=typed).stdout


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """The example is installed in it, as anybody's package would be."""
    folder = tmp_path_factory.mktemp("outside")
    environment = Environment(folder / "venv")
    environment.install(EXAMPLE, folder)
    return environment


# -- The example ----------------------------------------------------------------------------------------------------


def test_the_example_is_found_by_its_entry_point(environment: Environment) -> None:
    listed = {game["name"]: game for game in json.loads(environment.touchwood("games", "--json"))}
    assert (listed["my_game"]["title"], listed["my_game"]["bots"]) == ("My Game", ["random", "careful"])
    assert "tag" in listed


def test_the_example_is_played_recorded_and_proven(environment: Environment, tmp_path: Path) -> None:
    record = tmp_path / "m.jsonl"
    shown = environment.touchwood(
        "play",
        "my_game",
        "--seats",
        "human,careful,random",
        "--seed",
        "1",
        "--record",
        str(record),
        typed="fly\nreach\n" + "stop\n" * 3,
    )
    assert "“fly” is not a move" in shown
    assert "The record is in" in shown
    assert "Every draw follows from the seed" in environment.touchwood("verify", str(record))
    assert read_record(record).header.game == "my_game"


def test_the_example_passes_its_own_tests_and_the_suite(environment: Environment) -> None:
    ran = environment.run("-m", "pytest", "-q", "-p", "no:cacheprovider", str(EXAMPLE))
    assert " passed" in ran.stdout


# -- A game of one's own --------------------------------------------------------------------------------------------


def test_a_new_game_is_green_from_the_start(environment: Environment, tmp_path: Path) -> None:
    assert main(["new", "clap_hands", "--into", str(tmp_path)]) == 0
    environment.install(tmp_path / "clap_hands", tmp_path)
    assert "points" in environment.touchwood("play", "clap_hands", "--seats", "careful,random", "--seed", "1")
    ran = environment.run("-m", "pytest", "-q", str(tmp_path / "clap_hands"))
    assert " passed" in ran.stdout


def test_nothing_of_the_example_s_name_is_left(tmp_path: Path) -> None:
    main(["new", "clap_hands", "--into", str(tmp_path)])
    written = {
        file.relative_to(tmp_path / "clap_hands") for file in (tmp_path / "clap_hands").rglob("*") if file.is_file()
    }
    assert len(written) == len(list(new.template())) > 10
    for path in written:
        text = str(path) + (tmp_path / "clap_hands" / path).read_text(encoding="utf-8")
        assert "my_game" not in text.lower()
        assert "My Game" not in text
    assert "Clap Hands" in (tmp_path / "clap_hands" / "README.md").read_text(encoding="utf-8")


def test_the_template_is_what_git_has_of_the_example() -> None:
    tracked = subprocess.run(["git", "ls-files", "."], cwd=EXAMPLE, capture_output=True, text=True, check=True)
    assert [str(path) for path, _ in new.template()] == sorted(tracked.stdout.split(), key=Path)


@pytest.mark.parametrize(
    ("name", "says"),
    [
        *(
            (name, "cannot be the name of a game")
            for name in ("", "My", "9", "a-b", "a__b", "_a", "a/b", "class", "a" * 41)
        ),
        ("tag", "There is a game or a Python module called tag already"),
        ("json", "There is a game or a Python module called json already"),
        ("there", "nothing was overwritten"),
        ("file", "nothing was overwritten"),
    ],
)
def test_a_name_that_cannot_be_is_refused_and_nothing_is_written(
    name: str, says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "there").mkdir()
    (tmp_path / "file").write_text("mine")
    assert main(["new", name, "--into", str(tmp_path)]) == 2
    assert says in capsys.readouterr().err
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["file", "there"]
    assert (tmp_path / "file").read_text() == "mine"


@pytest.mark.parametrize("into", ["nowhere", "file"])
def test_a_folder_that_cannot_be_written_is_said(into: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("mine")
    assert main(["new", "clap_hands", "--into", str(tmp_path / into)]) == 2
    assert "cannot be written" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
