"""Learns TAG for two: first from `simple`, then by playing against itself and `simple`. PPO in JAX, on hundreds of
matches at once.

    python examples/train_tag.py --out tag.onnx
    touchwood play tag --seats human,model:tag.onnx
    touchwood serve --bot greta=tag.onnx

Needs `touchwood[train]`. Nothing here knows TAG but its name: what a seat sees is a row of numbers, what it may do a
mask.

    play     seats choose by the present network, among what is legal; in every other match `simple` has one of them
    imitate  in the first rounds (`--lessons`): what `simple` would have chosen there becomes more likely
    judge    a choice was as good as what came of it (`advantages`)
    learn    choices that came out better than the network expected become more likely, a little at a time

The network is two layers on the row with its small numbers spread out, and ends up in an ONNX file. With `--docs` the
curve goes into that page, between its marks.
"""

import argparse
import time
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import onnx
import optax
from onnx import TensorProto, helper, numpy_helper

import touchwood.envs
from touchwood.bots.league import Cell, Tally, play_deal
from touchwood.games.discovery import find_game

GAME, PLAYERS = "tag", 2
MATCHES, STEPS = 512, 64
"""At once, and between two times of learning."""
HIDDEN = 128
THRESHOLDS = np.array([-1, 0, 1, 2, 3, 4, 6, 10, 18], np.float32)
"""A number becomes how far it reaches between each two of these: 0 to 1 each. Small differences of small numbers (a
card more, another phase) matter most."""
SPARED = 16.0
"""What is beyond the last threshold, made small."""

FORESIGHT = 0.98
"""How much of a judgement is what really came, and how little what the network expects on the way."""
CLIP = 0.2
"""How far a choice's likelihood may move in one go."""
PASSES, PARTS = 3, 8
"""How often what was played is learnt from, and in how many parts."""
CURIOSITY = (0.005, 0.001)
"""What it is worth to stay undecided, at first and at last."""
RATE, LESSON_RATE = 4e-4, 1e-3

BEGIN, END = "<!-- made by examples/train_tag.py -->\n", "<!-- end of the curve -->\n"


class Played(NamedTuple):
    """What was seen, could be and was chosen, what the teacher would have chosen, how likely the choice was, what was
    expected, and what came of it."""

    rows: Any
    masks: Any
    chosen: Any
    taught: Any
    likely: Any
    expected: Any
    own: Any
    """Not the teacher's."""
    gains: Any


# -- The network ----------------------------------------------------------------------------------------------------
def spread(rows: Any) -> Any:
    """Each number by how far it reaches between thresholds."""
    low, high = THRESHOLDS[:-1], THRESHOLDS[1:]
    numbers = rows.astype(jnp.float32)[..., None]
    reached = jnp.clip((numbers - low) / (high - low), 0.0, 1.0)
    beyond = jnp.clip(numbers - THRESHOLDS[-1], 0.0, 64.0) / SPARED
    return jnp.concatenate([reached, beyond], axis=-1).reshape(*rows.shape[:-1], -1)


def fresh_network(key: Any, row: int, choices: int) -> dict[str, Any]:
    sizes = [row * len(THRESHOLDS), HIDDEN, HIDDEN]
    make = jax.nn.initializers.orthogonal
    keys = jax.random.split(key, 4)
    layers = [make(2**0.5)(keys[n], (sizes[n], sizes[n + 1]), jnp.float32) for n in range(2)]
    heads = {"policy": make(0.01)(keys[2], (HIDDEN, choices)), "value": make(1.0)(keys[3], (HIDDEN, 1))}
    weights = {"first": layers[0], "second": layers[1], **heads}
    return {name: (weight, jnp.zeros(weight.shape[1])) for name, weight in weights.items()}


def think(network: dict[str, Any], rows: Any) -> tuple[Any, Any]:
    """How much each choice is liked, and the share of the win that is expected beyond an equal one."""

    def layer(name: str, numbers: Any) -> Any:
        weight, bias = network[name]
        return numbers @ weight + bias

    hidden = jax.nn.relu(layer("second", jax.nn.relu(layer("first", spread(rows)))))
    return layer("policy", hidden), jnp.tanh(layer("value", hidden)[..., 0]) / 2


def legal_odds(liking: Any, masks: Any) -> Any:
    """Logarithms of the odds among what is legal."""
    return jax.nn.log_softmax(jnp.where(masks > 0, liking, -1e9))


# -- Play -----------------------------------------------------------------------------------------------------------
@jax.jit
def choose(network: dict[str, Any], key: Any, rows: Any, masks: Any) -> tuple[Any, ...]:
    key, drawn = jax.random.split(key)
    liking, expected = think(network, rows)
    odds = legal_odds(liking, masks)
    chosen = jax.random.categorical(drawn, odds)
    return key, chosen, jnp.take_along_axis(odds, chosen[:, None], 1)[:, 0], expected


def play(env: Any, network: dict[str, Any], key: Any, teacher: Any, by_teacher: Any) -> tuple[Any, Played]:
    """Some steps of all matches. `by_teacher` is the teacher's seat in each match, -1: none; `gains` is each choice's
    advantage, for the seat that made it."""
    seen: list[tuple[Any, ...]] = []
    for _ in range(STEPS):
        rows, masks, seats = env.observations.copy(), env.masks.copy(), env.seats.copy()
        taught, own = np.zeros(len(seats), np.int64), seats != by_teacher
        env.sensible(teacher, taught)
        key, *made = choose(network, key, rows, masks)
        chosen, likely, expected = map(np.asarray, made)
        chosen = np.where(own, chosen, taught)
        _, rewards, overs, _, _ = env.step(chosen)
        reward = rewards[np.arange(len(seats)), seats]
        seen.append((rows, masks, chosen, taught, likely, expected, own, reward, overs, seats))
    *_, last = choose(network, key, env.observations, env.masks)
    *kept, expected, own, rewards, overs, seats = (np.stack(each) for each in zip(*seen, strict=True))
    stays = np.vstack([seats[1:], env.seats[None]]) == seats
    return key, Played(*kept, expected, own, advantages(expected, np.asarray(last), rewards, overs, stays))


def advantages(expected: Any, last: Any, rewards: Any, overs: Any, stays: Any) -> Any:
    """How much better each choice came out than was expected (GAE). What is good for one seat of two is as bad for the
    other, so what follows counts the other way round where the seat changes, and not at all beyond the end."""
    gains, gain, after = np.zeros_like(expected), np.zeros_like(last), last
    for step in reversed(range(len(rewards))):
        sign = np.where(stays[step], 1.0, -1.0) * (1.0 - overs[step])
        surprise = rewards[step] + sign * after - expected[step]
        gain = surprise + FORESIGHT * sign * gain
        gains[step], after = gain, expected[step]
    return gains


# -- Learn ----------------------------------------------------------------------------------------------------------
def unlike_teacher(network: dict[str, Any], played: Played, curiosity: Any) -> Any:
    """What imitation makes smaller."""
    liking, expected = think(network, played.rows)
    odds = legal_odds(liking, played.masks)
    wrong = ((expected - played.expected - played.gains) ** 2).mean()
    return 2.0 * wrong - jnp.take_along_axis(odds, played.taught[:, None], 1).mean()


def regret(network: dict[str, Any], played: Played, curiosity: Any) -> Any:
    """What learning from one's own play makes smaller (PPO)."""
    liking, expected = think(network, played.rows)
    odds = legal_odds(liking, played.masks)
    ratio = jnp.exp(jnp.take_along_axis(odds, played.chosen[:, None], 1)[:, 0] - played.likely)
    gains = (played.gains - played.gains.mean()) / (played.gains.std() + 1e-8)
    better = jnp.minimum(ratio * gains, jnp.clip(ratio, 1 - CLIP, 1 + CLIP) * gains)
    better = (better * played.own).sum() / played.own.sum()
    wrong = ((expected - played.expected - played.gains) ** 2).mean()
    undecided = -(jnp.exp(odds) * jnp.where(played.masks > 0, odds, 0.0)).sum(-1).mean()
    return -better + 2.0 * wrong - curiosity * undecided


@partial(jax.jit, static_argnames=("loss", "optimiser"))
def learn(
    loss: Any, optimiser: Any, network: Any, memory: Any, played: Played, order: Any, curiosity: Any
) -> tuple[Any, Any]:
    """One pass over what was played, part by part."""

    def one_part(now: Any, places: Any) -> Any:
        network, memory = now
        slopes = jax.grad(loss)(network, Played(*(each[places] for each in played)), curiosity)
        changes, memory = optimiser.update(slopes, memory)
        return (optax.apply_updates(network, changes), memory), None

    return jax.lax.scan(one_part, (network, memory), order)[0]


# -- The file -------------------------------------------------------------------------------------------------------
def write_model(network: dict[str, Any], file: Path) -> None:
    """The policy alone, with the spreading inside, so that who plays it gives plain rows."""
    row, choices = network["first"][0].shape[0] // len(THRESHOLDS), network["policy"][0].shape[1]
    low, width = THRESHOLDS, np.append(np.diff(THRESHOLDS), SPARED).astype(np.float32)
    most = np.append(np.ones(len(low) - 1), 64.0 / SPARED).astype(np.float32)
    constants = {"low": low, "width": width, "most": most, "none": np.float32(0), "last": np.array([2])}
    constants["flat"] = np.array([-1, row * len(low)])
    for name in ("first", "second", "policy"):
        constants[f"{name}_weight"], constants[f"{name}_bias"] = map(np.asarray, network[name])
    nodes = [
        helper.make_node("Unsqueeze", ["observation", "last"], ["numbers"]),
        helper.make_node("Sub", ["numbers", "low"], ["above"]),
        helper.make_node("Div", ["above", "width"], ["scaled"]),
        helper.make_node("Max", ["scaled", "none"], ["positive"]),
        helper.make_node("Min", ["positive", "most"], ["reached"]),
        helper.make_node("Reshape", ["reached", "flat"], ["spread"]),
        helper.make_node("Gemm", ["spread", "first_weight", "first_bias"], ["one"]),
        helper.make_node("Relu", ["one"], ["one_on"]),
        helper.make_node("Gemm", ["one_on", "second_weight", "second_bias"], ["two"]),
        helper.make_node("Relu", ["two"], ["two_on"]),
        helper.make_node("Gemm", ["two_on", "policy_weight", "policy_bias"], ["logits"]),
    ]
    graph = helper.make_graph(
        nodes,
        "policy",
        [helper.make_tensor_value_info("observation", TensorProto.FLOAT, ["matches", row])],
        [helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["matches", choices])],
        [numpy_helper.from_array(np.asarray(value), name) for name, value in constants.items()],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)
    helper.set_model_props(model, {"game": GAME, "players": str(PLAYERS)})
    onnx.save(model, file)


# -- How good it is -------------------------------------------------------------------------------------------------
def share_of_wins(file: Path, against: str, matches: int, first_deal: int) -> Tally:
    """Of so many matches, each deal once from either seat."""
    game, tally = find_game(GAME), Tally()
    cell = Cell(GAME, game.newest_version, PLAYERS, (), f"model:{file}", against)
    for deal in range(matches // PLAYERS):
        tally = play_deal(game, cell, first_deal + deal, tally)
    return tally


def train(file: Path, *, rounds: int, lessons: int, seed: int = 1, tests: int = 3, matches: int = 100) -> list[str]:
    """The rows of the curve: how many choices were played, and what was won then. The file is the last network."""
    env: Any = touchwood.envs.vector(GAME, MATCHES, players=PLAYERS)
    env.reset(seed=seed)
    key, teacher, source = jax.random.PRNGKey(seed), env.new_rng(seed), np.random.default_rng(seed)
    network = fresh_network(key, env.single_observation_space.shape[0], env.single_action_space.n)
    fading = optax.linear_schedule(RATE, RATE / 10, rounds * PASSES * PARTS)
    imitating = optax.chain(optax.clip_by_global_norm(0.5), optax.adam(LESSON_RATE))
    improving = optax.chain(optax.clip_by_global_norm(0.5), optax.adam(fading))
    memory, later = imitating.init(network), improving.init(network)
    by_teacher = np.array([match // 2 % PLAYERS if match % 2 else -1 for match in range(MATCHES)])
    tested_at = {lessons, *(lessons + round(rounds * (n + 1) / tests) for n in range(tests))}
    curve, seconds = list[str](), 0.0
    for done in range(1, lessons + rounds + 1):
        begun, is_lesson = time.process_time(), done <= lessons
        if done == lessons + 1:
            memory = later
        key, played = play(env, network, key, teacher, by_teacher)
        flat = Played(*(each.reshape(-1, *each.shape[2:]) for each in played))
        loss, optimiser = (unlike_teacher, imitating) if is_lesson else (regret, improving)
        curiosity = CURIOSITY[0] + (CURIOSITY[1] - CURIOSITY[0]) * max(0, done - lessons) / max(1, rounds)
        for _ in range(PASSES):
            order = source.permutation(MATCHES * STEPS).reshape(PARTS, -1)
            network, memory = learn(loss, optimiser, network, memory, flat, order, curiosity)
        seconds += time.process_time() - begun
        if done in tested_at:
            write_model(network, file)
            won = [f"{share_of_wins(file, bot, matches, 10_000).mean:.0%}" for bot in ("random", "simple")]
            curve.append(f"| {done * MATCHES * STEPS:,} | {seconds:.0f} | {' | '.join(won)} |")
            print(curve[-1], flush=True)
    return curve


def write_curve(page: Path, curve: list[str], at_last: str) -> None:
    before, _, rest = page.read_text().partition(BEGIN)
    head = ["| choices played | seconds of CPU | won of `random` | won of `simple` |", "| ---: | ---: | ---: | ---: |"]
    text = "\n".join([*head, *curve, "", at_last])
    page.write_text(f"{before}{BEGIN}\n{text}\n\n{END}{rest.partition(END)[2]}")


def main() -> None:
    parser = argparse.ArgumentParser(description="Learn TAG for two by playing against itself.")
    parser.add_argument("--out", type=Path, default=Path("tag.onnx"), help="the model (default: tag.onnx)")
    parser.add_argument("--rounds", type=int, default=100, help="of playing against itself (default: 100)")
    parser.add_argument("--lessons", type=int, default=50, help="rounds of imitating `simple` before (default: 50)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--matches", type=int, default=400, help="of the last test, against each bot (default: 400)")
    parser.add_argument("--docs", type=Path, help="a page with marks for the curve")
    given = parser.parse_args()
    curve = train(given.out, rounds=given.rounds, lessons=given.lessons, seed=given.seed)
    tallies = {bot: share_of_wins(given.out, bot, given.matches, 0) for bot in ("random", "simple")}
    won = [f"{tally.mean:.1%} ± {tally.half_width:.1%} against `{bot}`" for bot, tally in tallies.items()]
    at_last = f"In the end, over {given.matches} mirrored matches each, it won {' and '.join(won)}."
    print(at_last)
    if given.docs is not None:
        write_curve(given.docs, curve, at_last)


if __name__ == "__main__":
    main()
