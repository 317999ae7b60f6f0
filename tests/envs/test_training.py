"""`examples/train_tag.py` learns and writes a policy that plays; the one that ships with it plays well."""

import os
import runpy
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import touchwood.envs
from touchwood.bots import find_player
from touchwood.envs.batch import Compiled
from touchwood.envs.walking import ByRules

pytest.importorskip("jax", reason="needs touchwood[train]")
onnxruntime = pytest.importorskip("onnxruntime", reason="needs touchwood[onnx]")

EXAMPLES = Path(__file__).parents[2] / "examples"
IS_LONG = os.environ.get("TOUCHWOOD_SOAK") == "1"


@pytest.fixture(scope="module")
def trainer() -> Any:
    """The example, with few matches and steps."""
    example = runpy.run_path(str(EXAMPLES / "train_tag.py"))
    example["train"].__globals__.update(MATCHES=16, STEPS=16, HIDDEN=16, PASSES=1, PARTS=2)
    return example


def test_it_learns_and_the_file_chooses_as_the_network_does(trainer: Any, tmp_path: Path) -> None:
    if not isinstance(touchwood.envs.vector("tag", 1, players=2), Compiled):
        pytest.skip("numba is not installed")
    kept: list[Any] = []
    write = trainer["write_model"]

    def keep_and_write(network: Any, file: Path) -> None:
        kept.append(network)
        write(network, file)

    trainer["train"].__globals__["write_model"] = keep_and_write
    curve = trainer["train"](tmp_path / "tag.onnx", lessons=1, rounds=1, tests=1, matches=2)
    assert len(curve) == 2
    assert not np.array_equal(kept[0]["policy"][0], kept[1]["policy"][0]), "nothing was learnt"
    rows = np.random.default_rng(1).integers(-1, 40, (9, kept[-1]["first"][0].shape[0] // len(trainer["THRESHOLDS"])))
    (liked,) = onnxruntime.InferenceSession(tmp_path / "tag.onnx").run(None, {"observation": rows.astype(np.float32)})
    assert liked == pytest.approx(np.asarray(trainer["think"](kept[-1], rows)[0]), abs=1e-4)


def test_what_is_good_for_one_is_as_bad_for_the_other(trainer: Any) -> None:
    """A match of three choices by seats 0, 0, 1, of which the last one loses; then another match."""
    expected, rewards = np.array([[0.1], [0.2], [-0.3], [0.0]]), np.array([[0.0], [0.0], [-0.5], [0.0]])
    overs, stays = np.array([[0], [0], [1], [0]]), np.array([[True], [False], [False], [True]])
    gains = trainer["advantages"](expected, np.array([0.4]), rewards, overs, stays)[:, 0]
    far = trainer["FORESIGHT"]
    third = -0.5 - -0.3
    second = 0.3 - 0.2 + far * -third
    assert gains == pytest.approx([0.2 - 0.1 + far * second, second, third, 0.4])


def test_the_teacher_is_simple() -> None:
    env = touchwood.envs.vector("tag", 1, players=2)
    if not isinstance(env, Compiled):
        pytest.skip("numba is not installed")
    assert env.has_sensible
    env.reset(seed=1)
    walk, simple = ByRules(env.setup), find_player(env.setup.game, "simple")
    walk.begin([int(word) for word in np.random.default_rng(1).integers(1, 2**32, (1, 4))[0]])
    actions = np.zeros(1, np.int64)
    while walk.seat is not None:
        node = walk.node()
        view, legal = node.knowledge(walk.seat), env.setup.game.legal_actions(node.state, walk.seat)
        env.sensible(env.new_rng(1), actions)
        assert int(actions[0]) == env.setup.choices.number_of(simple.choose(view, legal, Random(1)))
        env.step(actions)
        walk.choose(int(actions[0]))


@pytest.mark.soak
def test_the_model_that_ships_wins(trainer: Any) -> None:
    """With TOUCHWOOD_SOAK=1 over 400 mirrored matches against each."""
    matches, least = (400, {"random": 0.9, "simple": 0.5}) if IS_LONG else (10, {"random": 0.8})
    for bot, share in least.items():
        assert trainer["share_of_wins"](EXAMPLES / "tag.onnx", bot, matches, 0).mean >= share
