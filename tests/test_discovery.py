"""Games are found by their folder or their package; each name is given once, and what is wrong is said clearly."""

from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from tests.server.toys import PEBBLES, offered
from touchwood.cli import main
from touchwood.core.refusals import InputError
from touchwood.games.discovery import all_games, find_game, game_names, games_that_load, why_others_do_not
from touchwood.testing.toys.pebbles import GAME


def entry(name: str, value: str = PEBBLES.value) -> EntryPoint:
    return EntryPoint(name, value, PEBBLES.group)


def test_games_are_found_by_their_folder() -> None:
    assert "tag" in game_names()
    assert [game.name for game in all_games()] == list(game_names())


def test_a_game_of_another_package_is_found_by_its_entry_point() -> None:
    with offered(PEBBLES):
        assert find_game("pebbles") is GAME
        assert GAME in all_games()


def test_an_unknown_game_is_an_error_that_names_those_there_are() -> None:
    with pytest.raises(InputError) as found:
        find_game("../tag")
    assert "tag" in str(found.value.facts["known"])


@pytest.mark.parametrize("others", [[entry("tag")], [PEBBLES, entry("pebbles", "pebbles_too:GAME")]])
def test_a_name_that_is_taken_is_refused_whoever_has_it(others: list[EntryPoint]) -> None:
    with offered(*others), pytest.raises(InputError) as found:
        find_game("cant_touch_this")
    assert (found.value.code, found.value.facts["game"]) == ("game_name_taken", others[-1].name)


@pytest.mark.parametrize(
    ("value", "code"),
    [
        ("nowhere.to.be.found:GAME", "game_not_loaded"),
        ("touchwood.testing.toys.pebbles:NO_GAME", "game_not_loaded"),
        ("touchwood.testing.toys.pebbles:PLAN", "not_that_game"),
        ("touchwood.testing.toys.pebbles:GAME", "not_that_game"),
    ],
)
def test_what_is_no_game_of_that_name_is_refused_and_the_others_play_on(
    value: str, code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    with offered(entry("marbles", value)):
        with pytest.raises(InputError) as found:
            find_game("marbles")
        assert main(["play", "marbles"]) == 2
        assert main(["play", "tag", "--seats", "random,random"]) == 0
        assert main(["play", "tag", "--option", 'deck={"T":0,"A":0,"G":0,"TAG":0,"Gool":0}']) == 2
    assert found.value.code == code
    shown = capsys.readouterr().err
    assert "marbles" in shown.splitlines()[0]
    assert "cards" in shown.splitlines()[1], "a game's own errors still have their sentences"


def test_lists_of_games_leave_out_what_cannot_be_loaded_and_say_why(capsys: pytest.CaptureFixture[str]) -> None:
    with offered(entry("marbles", "nowhere.to.be.found:GAME"), PEBBLES):
        assert [game.name for game in games_that_load()] == sorted({*game_names()} - {"marbles"})
        (why,) = why_others_do_not()
        assert (why.code, why.facts["game"]) == ("game_not_loaded", "marbles")
        assert main(["games"]) == 2
    shown = capsys.readouterr()
    assert "pebbles" in shown.out
    assert "marbles" not in shown.out
    assert shown.err.startswith("touchwood: The game marbles of the package nowhere cannot be loaded.")


def test_a_clash_is_one_clear_line_for_whoever_plays(capsys: pytest.CaptureFixture[str]) -> None:
    with offered(entry("tag")):
        assert main(["games"]) == 2
    shown = capsys.readouterr().err
    assert "Two packages have a game called tag" in shown
    assert shown.count("\n") == 1
