"""Every text two fifths longer and with accents, on a phone: nothing is cut, and nothing was left untranslated. And
what lies open when the language is changed speaks the new one at once.

With TOUCHWOOD_SOAK=1 on every screen there is.
"""

import os
import re
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.axe import SPEAK, speak
from tests.browser.fitting import SETTLED, SIZES, misfits
from tests.browser.phones import PATIENCE, Phone, Phones, again_until, hold
from tests.browser.playing_piles import EXPANSIONS
from tests.browser.screens import OCCASIONS, SCREENS, Stage
from tests.browser.screens.stage import ON_THE_WALL

# What is seen and has two plain words in a row, with no accent: never given to a translator. Names stay as they are;
# so does what was said before the language changed.
PLAIN = """() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const found = []
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const one = node.parentElement
    const isSeen = one.checkVisibility({ visibilityProperty: true })
    if (!isSeen || one.closest('svg, style, script, h1, [aria-live]')) continue
    found.push(node.textContent.trim())
  }
  return found.filter(Boolean)
}"""
LEFT_OUT = """() => document.querySelector('[data-status]').insertAdjacentHTML('beforebegin',
  `<p>two plain words</p><p style="width: 60px; overflow: hidden; white-space: nowrap">a longer one</p>`)"""
TWO_WORDS = re.compile(r"\b[a-z]{3,} [a-z]{3,}\b")
TABLES: dict[str, dict[str, Any]] = {
    "tag": {"bots": ["simple", "simple"], "options": {"first": 0}, "choices": 0},
    "cant_touch_this": {"bots": ["random"], "options": {}, "choices": 1},
    "point_a_pile": {"bots": ["greedy", "greedy"], "options": {**EXPANSIONS, "first": 0}, "choices": 1},
    "tactile_crane": {"bots": ["easy", "easy"], "options": {"first": 0}, "choices": 0},
}


def at_table(phones: Phones, game: str) -> Phone:
    match = Stage(phones, {}).played(game, "Ana", **TABLES[game])
    phone = phones.new("Ana", settings={"language": "en-XA"})
    hold(phone, game, match.seats[:1])
    phone.go(f"/#/table/{match.table}")
    expect(phone.page.locator(".plate").first).to_be_visible()
    return phone


NO_WORDS = ("parts", "test")
"""Screens for who builds the page."""
EVERYTHING = {name: show for name, show in {**SCREENS, **OCCASIONS}.items() if name not in NO_WORDS}
SWITCHED = ["lobby_options", "what_is_this", "keys_told", "replay_of_tag", "big_screen", "setup_with_friends"]
"""One of each kind that holds sentences of its own."""
IS_LONG = os.environ.get("TOUCHWOOD_SOAK") == "1"


def in_english(phone: Phone) -> list[str]:
    return [text for text in phone.page.evaluate(PLAIN) if TWO_WORDS.search(text)]


def strained(phone: Phone) -> list[str]:
    found = [each for each in misfits(phone, SIZES[1], may_scroll=True) if ": cut:" in each]
    return found + [f"plain: {text}" for text in in_english(phone)]


def lasting(phone: Phone, look: Callable[[Phone], list[str]]) -> list[str]:
    """What is wrong and stays so: words of a game come after those of the shell, on a busy machine seconds after."""
    found: list[str] = []

    def is_right() -> bool:
        found[:] = look(phone)
        return not found

    with suppress(AssertionError):
        again_until(is_right, lambda: phone.page.evaluate(SETTLED), seconds=PATIENCE / 1000)
    return found


@pytest.mark.parametrize("game", TABLES)
def test_longer_words_are_not_cut_and_none_is_plain_english(phones: Phones, game: str) -> None:
    phone = at_table(phones, game)
    assert strained(phone) == []
    phone.page.evaluate(LEFT_OUT)
    found = strained(phone)
    assert any("plain: two plain words" in each for each in found), found
    assert any("cut: a longer one" in each for each in found), found


@pytest.mark.soak
@pytest.mark.parametrize("name", [name for name in SCREENS if name not in NO_WORDS] if IS_LONG else ["lobby"])
def test_on_every_screen(phones: Phones, name: str) -> None:
    """Shown in English, where tests find their way, then told in longer words: nothing is cut. Then loaded so, for what
    was told before stays as it was told: nothing is plain."""
    phone = SCREENS[name](Stage(phones, {}))
    phone.page.evaluate(SPEAK, "en-XA")
    expect(phone.page.locator("html")).to_have_attribute("lang", "en-XA")
    phone.page.evaluate(SETTLED)
    assert [each for each in strained(phone) if ": cut:" in each] == []
    phone.page.reload()
    assert lasting(phone, strained) == []


@pytest.mark.soak
@pytest.mark.parametrize("name", EVERYTHING if IS_LONG else SWITCHED)
def test_what_lies_open_speaks_another_language_at_once(phones: Phones, name: str) -> None:
    phone = EVERYTHING[name](Stage(phones, ON_THE_WALL.get(name, {})))
    assert any(TWO_WORDS.search(text) for text in phone.page.evaluate(PLAIN)), "nothing is told here"
    speak(phone, "ja")
    assert lasting(phone, in_english) == []
