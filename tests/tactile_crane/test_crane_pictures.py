"""The pictures of the docs are what their command draws."""

from pathlib import Path

import pytest

from touchwood.games.tactile_crane.bots.draw import FOLDER, WANTED, blind_grab, pictures
from touchwood.games.tactile_crane.cards import Finger
from touchwood.games.tactile_crane.options import Hand

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("name", ["errors.svg", "blind-grab.svg", "rates.svg"])
def test_a_picture_is_what_the_command_draws(name: str) -> None:
    assert (ROOT / FOLDER / name).read_text(encoding="utf-8") == pictures()[name]


def test_there_is_no_other_picture() -> None:
    assert {file.name for file in (ROOT / FOLDER).iterdir()} == set(pictures())


def test_a_blind_grab_is_centred_on_what_it_is_meant_for() -> None:
    counts = blind_grab(Hand(), Finger.LITTLE)
    below = sum(count for held, count in counts.items() if held < WANTED)
    above = sum(count for held, count in counts.items() if held > WANTED)
    assert abs(below - above) < counts.total() // 20
    assert counts.total() == 512 * 512
