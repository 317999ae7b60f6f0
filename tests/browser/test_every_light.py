"""Every screen and every sheet, in every light and both languages, zoomed while it is looked at and opened at every
zoom: axe finds nothing, and nothing is lost. One visit a screen for all that can change while it is open.

That takes long. `make test` looks at a few of them so, and `test_for_everyone.py` at all in less; with TOUCHWOOD_SOAK=1
(`make soak`) all are."""

import os
from itertools import product

import pytest

from tests.browser.axe import LANGUAGES, LIGHTS, axe, light, ready_for_axe, speak
from tests.browser.fitting import ZOOMED, lasting_misfits, misfits, show_at, sideways
from tests.browser.phones import Phone, Phones
from tests.browser.screens import OCCASIONS, SCREENS, Stage
from tests.browser.screens.stage import ON_THE_WALL

IS_SOAK = os.environ.get("TOUCHWOOD_SOAK") == "1"
EVERYTHING = {**SCREENS, **OCCASIONS}
NO_SCREENS = ("parts",)
"""The collection of parts, where things lie over one another to be looked at."""
LIT = [*EVERYTHING] if IS_SOAK else ["join"]
OPENED = [*product(EVERYTHING, ZOOMED)] if IS_SOAK else [("replay_of_clips", "400%"), ("piles_row", "200%")]


@pytest.mark.soak
@pytest.mark.parametrize("name", LIT)
def test_nothing_is_wrong_in_any_light_language_or_zoom(phones: Phones, name: str) -> None:
    phone = EVERYTHING[name](Stage(phones, ON_THE_WALL.get(name, {})))
    ready_for_axe(phone)
    wrong = []
    for language in LANGUAGES:
        speak(phone, language)
        for which in LIGHTS:
            light(phone, which)
            wrong += axe(phone, f"{language} {which}")
        if name not in NO_SCREENS:
            wrong += [f"{language}, {each}" for each in lost_when_zoomed(phone)]
    assert not wrong, "\n".join(wrong)


def lost_when_zoomed(phone: Phone) -> list[str]:
    """While it is looked at; afterwards it is as large as before."""
    own = phone.page.viewport_size
    assert own is not None
    found = []
    for zoom, size in ZOOMED.items():
        found += misfits(phone, size, may_scroll=True) + sideways(phone, f"{zoom} zoom")
    show_at(phone, (own["width"], own["height"]))
    return found


@pytest.mark.soak
@pytest.mark.parametrize(("name", "zoom"), OPENED)
def test_nothing_is_lost_when_it_is_opened_zoomed(phones: Phones, name: str, zoom: str) -> None:
    """The whole way to it is gone at that zoom."""
    size = ZOOMED[zoom]
    phone = EVERYTHING[name](Stage(phones, {"size": size, "has_touch": False}))
    wrong = lasting_misfits(phone, size, may_scroll=True) + sideways(phone, zoom)
    assert not wrong, "\n".join(wrong)
