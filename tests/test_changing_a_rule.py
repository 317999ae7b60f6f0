"""The guide is true: a new version of the rules is made here as CONTRIBUTING.md says in "Change a rule", in a copy."""

import re
import shutil
from functools import partial
from itertools import zip_longest
from pathlib import Path

from tests.test_contributing import checkout, run_in
from touchwood.games.discovery import all_games

FIRST_CHANGED = "cant_touch_this"
"""Its rules have not changed yet: here they do for the first time. Any other such game the guide does not concern."""
GAMES = [game for game in all_games() if len(game.versions) > 1 or game.name == FIRST_CHANGED]
WHAT_LOOKS_AT_VERSIONS = (
    "tests/test_playthroughs.py",
    "tests/test_old_records.py",
    "tests/test_lessons.py",
    "tests/test_project.py",
    "tests/core/test_twins.py",
    "tests/match/test_versions.py",
    "tests/envs/test_pettingzoo.py",
    "tests/cli/test_command_line.py",
    "tests/server/test_docs.py",
    "tests/server/test_versions.py",
)
QUICK = (
    "playthroughs or old_records or versions or newest or in_the_reference or modules_are or bad_input or up_to_date"
)


CHANGE = '''

def is_tried(position: Any) -> bool:
    """Version {new}: a trial. Version {old} had none."""
    return position.rules_version >= {new}
'''


def edit(file: Path, pattern: str, wanted: str) -> None:
    text, count = re.subn(pattern, wanted, file.read_text(encoding="utf-8"))
    assert count == 1, f"{file}: {pattern}"
    file.write_text(text, encoding="utf-8")


FIRST_RULINGS = '''"""What has changed in the rules: a function for each change, with what it was and why."""

from typing import Final

VERSIONS: Final = (1,)
'''


def take_versions_along(folder: Path) -> None:
    """Of step 2 what a game does that has changed nothing yet."""
    game = folder / "src/touchwood/games" / FIRST_CHANGED
    (game / "rulings.py").write_text(FIRST_RULINGS, encoding="utf-8")
    edit(game / "__init__.py", r"versions=\(1,\)", "versions=VERSIONS")
    import_there(game / "__init__.py", f"from touchwood.games.{FIRST_CHANGED}.rulings import VERSIONS")
    for module, kind in ("state", "State"), ("view", "View"):
        edit(game / f"{module}.py", rf"class {kind}\(Value,", f"class {kind}(Versioned,")
        import_there(game / f"{module}.py", "from touchwood.core.versions import Versioned")
    edit(game / "rules/__init__.py", r"(State\(.*phase=Phase.CARD)\)", r"\1, version=written_version(version))")
    import_there(game / "rules/__init__.py", "from touchwood.core.versions import written_version")
    edit(game / "view.py", r"return View\(", "return View(version=state.version,")
    edit(game / "view.py", r"return State\(", "return State(version=view.version,")


def import_there(file: Path, line: str) -> None:
    """Before all others; ruff sorts them."""
    text = file.read_text(encoding="utf-8")
    file.write_text(re.sub(r"^(?=from )", f"{line}\n", text, count=1, flags=re.MULTILINE), encoding="utf-8")


def take_the_next_version(folder: Path, game: str, old: int) -> None:
    """Steps 2 to 6, of a change that changes nothing."""
    new, sources = old + 1, folder / "src/touchwood"
    rulings = sources / "games" / game / "rulings.py"
    edit(rulings, r"from typing import", "from typing import Any,")
    edit(rulings, rf"(VERSIONS: Final = \(.*{old}),?\)", rf"\1, {new})")
    with rulings.open("a", encoding="utf-8") as file:
        file.write(CHANGE.format(new=new, old=old))
    edit(sources / "games" / game / "packing.py", rf"(\nCOVERED_VERSIONS = \(.*{old}),?\)", rf"\1, {new})")
    number = len(list((sources / "envs").glob(f"{game}_v*.py")))
    newest, copy = (sources / "envs" / f"{game}_v{each}.py" for each in (number, number + 1))
    shutil.copy(newest, copy)
    edit(copy, rf"version {old} of", f"version {new} of")
    edit(copy, rf"RULES_VERSION = {old}\n", f"RULES_VERSION = {new}\n")
    named = f".. automodule:: touchwood.envs.{newest.stem}\n   :no-members:\n"
    edit(folder / "docs/api/environments.md", re.escape(named), named + named.replace(newest.stem, copy.stem))


def playthroughs(folder: Path) -> dict[str, tuple[str, list[str]]]:
    """By the file's name: of which game, and its rows."""
    files = {
        file.name: file.read_text(encoding="utf-8").splitlines() for file in folder.glob("tests/playthroughs/*.txt")
    }
    return {name: (name.partition("-")[0], rows) for name, rows in files.items()}


def changed_rows(before: list[str], after: list[str]) -> list[tuple[str, str]]:
    return [(was, now) for was, now in zip_longest(before, after, fillvalue="") if was != now]


def version_row(version: int) -> str:
    return f"rules version: {version}"


def test_a_rule_is_changed_by_following_the_guide(tmp_path: Path) -> None:
    folder = checkout(tmp_path)
    run = partial(run_in, folder)
    run(".venv/bin/python", "-m", "tests.numbering")
    for game in GAMES:
        if len(game.versions) == 1:
            take_versions_along(folder)
        take_the_next_version(folder, game.name, game.newest_version)
    before = playthroughs(folder)
    run("make", "playthroughs", "protocol")
    expected = {game.name: [(version_row(game.newest_version), version_row(game.newest_version + 1))] for game in GAMES}
    for name, (of_game, rows) in playthroughs(folder).items():
        # The change changes nothing, so a reader of the diff sees its number and nothing else.
        assert changed_rows(before.pop(name)[1], rows) == expected.get(of_game, []), name
    assert before == {}, "no playthrough is gone"
    for game in GAMES:
        record = f"tests/records/{game.name}-{game.newest_version + 1}.jsonl"
        run(".venv/bin/touchwood", "play", game.name, "--seats", "random,random", "--record", record)
    python = (".venv/bin/python", "-m", "pytest", "-p", "no:cacheprovider", "-k", QUICK)
    shown = run(*python, *WHAT_LOOKS_AT_VERSIONS)
    assert " passed" in shown
    assert "skipped" not in shown
