"""Four friends, a television and a watcher through whole evenings, people only: nobody is lost, nobody is there twice,
and the score is right.

`make soak` plays every game; `make test` the first two.
"""

import os

import pytest

from tests.browser.evenings import Evening
from tests.browser.phones import Phones

FRIENDS = ("Anna", "Ben", "Clara", "Dmitri")
IS_SOAK = os.environ.get("TOUCHWOOD_SOAK") == "1"


@pytest.mark.soak
def test_an_evening_of_all_games(phones: Phones) -> None:
    evening = Evening(phones, FRIENDS, "tag")
    evening.play()
    if IS_SOAK:
        evening.go_on("point_a_pile", asks="Ben")
        evening.play()
        evening.go_on("tactile_crane", asks="Dmitri")
        evening.play()
    # Two play, two look on; one changes their mind twice.
    evening.go_on("cant_touch_this", asks="Clara", declines="Ben")
    evening.play("Anna", "Clara")
    evening.go_on("tag", asks="Anna")
