"""Trained policies as bots: any ONNX file that fits the game plays it, and what does not fit is said."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

pytest.importorskip("onnx", reason="needs touchwood[train]")
pytest.importorskip("onnxruntime", reason="needs touchwood[onnx]")

from tests.bots.models import write_model
from tests.envs.settings import FEW, name_of, setup_for
from touchwood.bots import find_any_player, find_player, player_names
from touchwood.bots.finding import offer_model, withdraw_models
from touchwood.bots.model_bot import ModelBot
from touchwood.cli import main
from touchwood.core.refusals import InputError
from touchwood.envs.node import random_walk
from touchwood.envs.setup import setup_of
from touchwood.games.tag import GAME as TAG


@pytest.mark.parametrize("setting", FEW, ids=name_of)
def test_it_takes_the_choice_it_likes_best_also_of_what_is_built(setting: Any, tmp_path: Path) -> None:
    setup = setup_for(setting)
    bot = ModelBot(setup.game, write_model(tmp_path / "model.onnx", setup))
    built = 0
    for node in random_walk(setup, Random(1)):
        if node.seat is None or node.parts:
            continue
        asked = node.knowledge(node.seat), setup.game.legal_actions(node.state, node.seat), Random(1)
        chosen = bot.interject(*asked) if node.is_interjecting else bot.choose(*asked)
        best = node.legal[-1]
        if best == setup.choices.skip:
            assert chosen is None
        elif not setup.choices.is_part(best):
            assert chosen == setup.choices.action(best)
        else:
            built += 1
            assert setup.game.why_illegal(node.state, node.seat, chosen) is None
    assert built or setting[0] != "point_a_pile"


def test_a_coarse_model_plays_the_coarse_choices(tmp_path: Path) -> None:
    coarse = setup_of("tactile_crane", players=3, coarse=True)
    bot = ModelBot(coarse.game, write_model(tmp_path / "model.onnx", coarse))
    assert bot.fitting(coarse.options, 3).count == coarse.choices.count


def test_it_plays_from_the_command_line(tmp_path: Path, capsys: Any) -> None:
    file = write_model(tmp_path / "last.onnx", setup_of("tag", players=2))
    assert main(["play", "tag", "--seats", f"model:{file},random", "--seed", "1", "--json"]) == 0
    assert [player["name"] for player in json.loads(capsys.readouterr().out)["players"]] == ["last.onnx", "random"]


def test_what_is_wrong_is_said(tmp_path: Path, capsys: Any) -> None:
    nonsense = tmp_path / "nonsense.onnx"
    nonsense.write_bytes(b"nonsense")
    for name, code in (("model:nowhere.onnx", "file_unreadable"), (f"model:{nonsense}", "model_unreadable")):
        with pytest.raises(InputError) as wrong:
            find_any_player(TAG, name)
        assert wrong.value.code == code
    for_two = write_model(tmp_path / "two.onnx", setup_of("tag", players=2))
    assert main(["play", "tag", "--seats", f"model:{for_two},random,random", "--seed", "1"]) == 2
    assert "does not fit TAG with 3 players" in capsys.readouterr().err


# -- Offered by a server --------------------------------------------------------------------------------------------
@pytest.fixture(autouse=True)
def _nothing_stays_offered() -> Any:
    yield
    withdraw_models()


def test_a_model_that_is_offered_is_a_bot_of_its_game(tmp_path: Path) -> None:
    file = write_model(tmp_path / "model.onnx", setup_of("tag", players=2), game="tag")
    offer_model("greta", file)
    assert player_names(TAG)[-1] == "greta"
    assert isinstance(find_player(TAG, "greta"), ModelBot)


@pytest.mark.parametrize(
    ("name", "game", "code"),
    [
        ("greta", None, "model_names_no_game"),
        ("greta", "chess", "unknown_game"),
        ("greta", "cant_touch_this", "model_does_not_fit"),
        ("hard", "tag", "bot_name_taken"),
        ("Greta the Great", "tag", "bad_bot_name"),
    ],
)
def test_what_cannot_be_offered(name: str, game: str | None, code: str, tmp_path: Path) -> None:
    file = write_model(tmp_path / "model.onnx", setup_of("tag", players=2), game=game)
    with pytest.raises(InputError) as wrong:
        offer_model(name, file)
    assert wrong.value.code == code
    assert "greta" not in player_names(TAG)
