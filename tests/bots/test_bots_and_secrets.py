"""Every bot, searching or not, does the same in two states that its seat cannot tell apart: same seed, same nodes.

Both states give the same view, and a view is all a bot gets. So what could differ is what it has from elsewhere: what
it remembers of other questions, and what differs from process to process. All questions are asked about the true
states first and about the imagined ones backwards, in one process and in two.
"""

import os
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from tests.bots.asked import BENT, Question, Setting, asked_twice, bot_of, done, question
from tests.parts import WITH_EVERY_PART
from touchwood import find_game
from touchwood.bots import player_names
from touchwood.core.bot import Bot
from touchwood.core.game import AnyGame
from touchwood.core.values import canonical_json
from touchwood.games.discovery import all_games, game_names

ROOT = Path(__file__).parents[2]
EXPANSIONS = ("point_a_police=on", "complete_a_mission=on", "dont_a_touchme=on", "wait_a_minute=on")

CHOSEN = [
    Setting("tag", 2),
    Setting("tag", 6),
    Setting("tag", 6, ("show_taken=off",)),
    Setting("point_a_pile", 2),
    Setting("point_a_pile", 2, ("memory=on",)),
    Setting("point_a_pile", 2, EXPANSIONS),
    Setting("point_a_pile", 6),
    Setting("point_a_pile", 6, (*EXPANSIONS, "memory=on")),
    *[Setting("cant_touch_this", seats, (f"edition={edition}",)) for seats in (1, 2) for edition in (1, 2)],
    *[
        Setting("tactile_crane", seats, (f"leftovers={leftovers}",))
        for seats in (2, 6)
        for leftovers in ("smaller", "challenger")
    ],
]
"""Where the games that Touchwood began with have most to hide."""
SETTINGS = CHOSEN + [
    Setting(game.name, seats)
    for game in all_games()
    if game.name not in WITH_EVERY_PART
    for seats in sorted({game.player_counts[0], game.player_counts[-1]})
]
CASES = [
    pytest.param(setting, name, id=f"{setting} {name}")
    for setting in SETTINGS
    for name in player_names(find_game(setting.game))
]


def test_every_game_is_asked_with_its_fewest_and_most_seats_and_under_several_options() -> None:
    for name in game_names():
        settings, counts = [each for each in SETTINGS if each.game == name], find_game(name).player_counts
        assert {each.seats for each in settings} == {counts[0], counts[-1]}
        assert len({each.options for each in settings}) > (name in WITH_EVERY_PART)


@pytest.mark.parametrize("setting", CHOSEN, ids=str)
def test_the_worlds_differ_wherever_there_is_a_secret(setting: Setting) -> None:
    asked = asked_twice(setting)
    assert any(each.is_awaited for each in asked)
    if setting.game == "cant_touch_this":  # nothing is hidden
        assert all(each.truth == each.imagined for each in asked)
    else:
        assert sum(each.truth != each.imagined for each in asked if each.is_awaited) >= 2
    if setting.game == "tactile_crane":
        assert any(each.truth != each.imagined for each in asked if not each.is_awaited)


# -- In one process --------------------------------------------------------------------------------------------------
def in_one_process(game: AnyGame, bot: Bot[Any, Any], setting: Setting) -> tuple[list[str], list[str]]:
    """What it does in the true worlds, and in the imagined ones."""
    asked = asked_twice(setting)
    truths = [done(game, bot, question(game, "", each, each.truth)) for each in asked]
    imagined = [done(game, bot, question(game, "", each, each.imagined)) for each in reversed(asked)]
    return truths, imagined[::-1]


@pytest.mark.parametrize(("setting", "name"), CASES)
def test_a_bot_does_the_same_in_two_states_its_seat_cannot_tell_apart(setting: Setting, name: str) -> None:
    truths, imagined = in_one_process(find_game(setting.game), bot_of(setting.game, name), setting)
    assert truths == imagined


class Peeks:
    """Keeps in mind the state that a view was made of."""

    def __init__(self) -> None:
        self.state: Any = None

    def spied_on(self, game: AnyGame) -> AnyGame:
        def view(state: Any, viewer: Any) -> Any:
            self.state = state
            return game.view(state, viewer)

        return replace(game, view=view)

    def choose(self, view: Any, actions: Sequence[Any], rng: Random) -> Any:
        return actions[sum(canonical_json(self.state)) % len(actions)]


def test_a_bot_that_knows_the_state_is_found() -> None:
    bot = Peeks()
    truths, imagined = in_one_process(bot.spied_on(find_game("tag")), bot, Setting("tag", 6))
    assert truths != imagined


def test_a_bot_that_remembers_what_it_was_asked_is_found() -> None:
    truths, imagined = in_one_process(
        find_game("tag"), BENT["counts its questions"](find_game("tag")), Setting("tag", 6)
    )
    assert truths != imagined


# -- In two processes ------------------------------------------------------------------------------------------------
def in_two_processes(game: str, names: Sequence[str]) -> tuple[list[str], list[str]]:
    """The same, each in a process of its own, in which Python orders sets differently."""
    rules, settings = find_game(game), [each for each in SETTINGS if each.game == game]
    asked = [(name, each) for setting in settings for each in asked_twice(setting) for name in names]
    truths = [question(rules, name, each, each.truth) for name, each in asked]
    imagined = [question(rules, name, each, each.imagined) for name, each in reversed(asked)]
    with ThreadPoolExecutor(2) as both:
        first, second = both.map(answers, (truths, imagined), ("1", "2"))
    return first, second[::-1]


def answers(questions: Sequence[Question], hash_seed: str) -> list[str]:
    ran = subprocess.run(
        [sys.executable, "-m", "tests.bots.asked"],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        input=msgspec.json.encode(questions),
        stdout=subprocess.PIPE,
        check=True,
    )
    return msgspec.json.decode(ran.stdout, type=list[str])


@pytest.mark.parametrize("game", game_names())
def test_so_it_does_in_another_process_that_was_asked_nothing_before(game: str) -> None:
    truths, imagined = in_two_processes(game, player_names(find_game(game)))
    assert truths == imagined


@pytest.mark.parametrize("name", BENT)
def test_a_bot_whose_choice_depends_on_its_process_is_found(name: str) -> None:
    truths, imagined = in_two_processes("tag", [name])
    assert truths != imagined
