"""Bots of one's own: from a file, from a package; a name that is taken is refused, and what is wrong is said."""

import json
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest

from touchwood.bots import find_any_player, own
from touchwood.bots.random_bot import RandomBot
from touchwood.bots.twin_search import TwinSearch
from touchwood.cli import main
from touchwood.core.refusals import InputError
from touchwood.games.tag import GAME

GRETA = """
class Greta:
    def __init__(self, game):
        self.game = game

    def choose(self, view, actions, rng):
        return actions[-1]


class Stone:
    def __init__(self, game):
        pass
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    file = tmp_path / "my_bot.py"
    file.write_text(GRETA)
    return file


def test_a_class_of_a_file_plays(file: Path, capsys: Any) -> None:
    assert main(["play", "tag", "--seats", f"{file}:Greta,random", "--seed", "1", "--json"]) == 0
    assert [player["name"] for player in json.loads(capsys.readouterr().out)["players"]] == ["Greta", "random"]
    assert main(["play", "tag", "--seats", f"{file}:Greta,random", "--matches", "2", "--json"]) == 0


def test_a_level_can_still_have_a_name(capsys: Any) -> None:
    assert main(["play", "tag", "--seats", "simple:Bob,random", "--seed", "1", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["players"][0]["name"] == "Bob"


def test_a_level_can_have_a_multiple_of_its_budget() -> None:
    asked = []

    class Noted(TwinSearch):
        def with_nodes(self, percent: int) -> TwinSearch:
            asked.append(percent)
            return super().with_nodes(percent)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("touchwood.bots.finding.TwinSearch", Noted)
        assert isinstance(find_any_player(GAME, "hard@10"), TwinSearch)
    assert asked == [1000]


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("{file}:Stone", "not_a_bot"),
        ("{file}:Nobody", "bot_not_loaded"),
        ("nowhere.py:Greta", "bot_not_loaded"),
        ("grandmaster", "unknown_bot"),
        ("openspiel:chess", "unknown_bot"),
        ("simple@10", "bot_not_loaded"),
        ("hard@0", "bot_not_loaded"),
        ("hard@ten", "unknown_bot"),
    ],
)
def test_what_is_wrong_is_said(name: str, code: str, file: Path) -> None:
    with pytest.raises(InputError) as wrong:
        find_any_player(GAME, name.format(file=file))
    assert wrong.value.code == code


def installed(monkeypatch: Any, *entries: tuple[str, str]) -> None:
    found = [EntryPoint(name, value, own.GROUP) for name, value in entries]
    monkeypatch.setattr(own, "entry_points", lambda group: found)


def test_a_package_adds_a_bot(monkeypatch: Any) -> None:
    installed(monkeypatch, ("dice", "touchwood.bots.random_bot:RandomBot"))
    assert isinstance(find_any_player(GAME, "dice"), RandomBot)


@pytest.mark.parametrize("name", ["hard", "random"])
def test_a_package_cannot_take_the_name_of_a_bot_there_is(name: str, monkeypatch: Any) -> None:
    installed(monkeypatch, (name, "touchwood.bots.random_bot:RandomBot"))
    with pytest.raises(InputError) as wrong:
        find_any_player(GAME, "simple")
    assert wrong.value.code == "bot_name_taken"


def test_two_packages_cannot_share_a_name(monkeypatch: Any) -> None:
    installed(monkeypatch, ("dice", "one:Bot"), ("dice", "other:Bot"))
    with pytest.raises(InputError) as wrong:
        find_any_player(GAME, "dice")
    assert (wrong.value.code, wrong.value.facts["by"]) == ("bot_name_taken", "one")


def test_open_spiels_search_is_found_by_name() -> None:
    assert type(find_any_player(GAME, "openspiel:ismcts")).__name__ == "SpielInOurs"
