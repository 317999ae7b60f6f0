"""Every screen and every sheet, in every light and both languages, and opened at every zoom: axe finds nothing, and
nothing is lost.

That takes long. `make test` looks at a few of them so, and `test_for_everyone.py` at all in less; with TOUCHWOOD_SOAK=1
(`make soak`) all are."""

import os
from itertools import product

import pytest

from tests.browser.axe import LANGUAGES, LIGHTS, axe, light, ready_for_axe, speak
from tests.browser.fitting import ZOOMED, lasting_misfits, sideways
from tests.browser.phones import Phones
from tests.browser.screens import OCCASIONS, SCREENS, Stage
from tests.browser.screens.stage import ON_THE_WALL

IS_SOAK = os.environ.get("TOUCHWOOD_SOAK") == "1"
EVERYTHING = {**SCREENS, **OCCASIONS}
LIT = [*EVERYTHING] if IS_SOAK else ["join"]
OPENED = [*product(EVERYTHING, ZOOMED)] if IS_SOAK else [("replay_of_clips", "400%"), ("piles_row", "200%")]


@pytest.mark.soak
@pytest.mark.parametrize("name", LIT)
def test_axe_finds_nothing_in_any_light_or_language(phones: Phones, name: str) -> None:
    phone = EVERYTHING[name](Stage(phones, ON_THE_WALL.get(name, {})))
    ready_for_axe(phone)
    wrong = []
    for language in LANGUAGES:
        speak(phone, language)
        for which in LIGHTS:
            light(phone, which)
            wrong += axe(phone, f"{language} {which}")
    assert not wrong, "\n".join(wrong)


@pytest.mark.soak
@pytest.mark.parametrize(("name", "zoom"), OPENED)
def test_nothing_is_lost_when_it_is_opened_zoomed(phones: Phones, name: str, zoom: str) -> None:
    """The whole way to it is gone at that zoom."""
    size = ZOOMED[zoom]
    phone = EVERYTHING[name](Stage(phones, {"size": size, "has_touch": False}))
    wrong = lasting_misfits(phone, size, may_scroll=True) + sideways(phone, zoom)
    assert not wrong, "\n".join(wrong)
