"""`touchwood serve --bot greta=FILE`: a trained bot sits down like any other, where it fits."""

import asyncio
import logging
import sys
from pathlib import Path
from subprocess import run
from typing import Any

import pytest

pytest.importorskip("onnx", reason="needs touchwood[train]")
pytest.importorskip("onnxruntime", reason="needs touchwood[onnx]")

from tests.bots.models import write_model
from tests.server.players import play_all
from tests.server.running import quick_settings, serving
from tests.server.wire import plain_http, seat_all
from touchwood.bots.finding import withdraw_models
from touchwood.envs.setup import setup_of


@pytest.fixture
def offered(tmp_path: Path) -> Any:
    file = write_model(tmp_path / "greta.onnx", setup_of("tag", players=2), game="tag")
    with serving(quick_settings(tmp_path / "data", bot=(f"greta={file}",))) as address:
        yield address
    withdraw_models()


def test_it_is_offered_seated_and_plays_to_the_end(offered: str, caplog: Any) -> None:
    async def table() -> list[str]:
        async with plain_http(offered) as http:
            games = (await http.get("/api/games")).json()
        clients = await seat_all(offered, "tag", ["Ana"])
        await clients[0].do("AddBot", bot="greta")
        await clients[0].do("Start")
        await play_all(clients, seed=1)
        assert clients[0].is_over
        await clients[0].close()
        return [game["name"] for game in games if "greta" in game["bots"]]

    with caplog.at_level(logging.WARNING):
        assert asyncio.run(table()) == ["tag"]
    assert not [line for line in caplog.records if line.name.startswith("touchwood")], "no choice of it went wrong"


def test_a_match_it_does_not_fit_does_not_begin(offered: str) -> None:
    async def table() -> Any:
        clients = await seat_all(offered, "tag", ["Ana"])
        for bot in ("greta", "simple"):
            await clients[0].do("AddBot", bot=bot)
        refused = await clients[0].ask("Start")
        await clients[0].close()
        return refused

    refused = asyncio.run(table())
    assert refused["code"] == "model_does_not_fit"


def test_a_bot_that_cannot_be_offered_is_one_line(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "touchwood", "serve", "--data", str(tmp_path), "--bot", "greta=nowhere.onnx"]
    ended = run(command, capture_output=True, text=True, timeout=60)
    assert ended.returncode == 2
    assert ended.stderr.startswith("touchwood: ")
    assert "nowhere.onnx" in ended.stderr
    assert len(ended.stderr.splitlines()) == 1
