"""A match of Point-a-Pile looked at again: how a pointing went is shown, and a step is never held up by it.

The clock of the page stands still and goes on only as far as a test lets it.
"""

import re

from playwright.sync_api import Locator, expect

from tests.browser.phones import Phone, Phones
from tests.browser.playing_piles import GAME
from tests.browser.screens import Stage

BOTH_HAVE_POINTED = 7
"""Four cards are drawn, laid out, and two fingers come down."""
BEAT = 1_100
"""Milliseconds between the steps of a replay that plays by itself."""


def just_before(phones: Phones, entry: int) -> Phone:
    """A replay one step before that entry, with its clock stopped."""
    match = Stage(phones, {}).played(GAME, "Ana", "Bo", options={"first": 0, "round_limit": 2})
    phone = phones.new("Zoe", has_motion=True)
    phone.page.clock.install(time=0)
    phone.go(f"/#/replay/{match.table}/{entry - 1}")
    expect(step(phone, entry - 1)).to_be_visible()
    phone.page.clock.pause_at(3_600_000)
    return phone


def step(phone: Phone, entry: int) -> Locator:
    return phone.text(re.compile(f"^Step {entry} of"))


def test_a_step_back_ends_what_is_being_shown(phones: Phones) -> None:
    phone = just_before(phones, BOTH_HAVE_POINTED)
    phone.tap("Step on")
    expect(phone.text("Hands up")).to_be_visible()
    phone.tap("Step back")
    expect(step(phone, BOTH_HAVE_POINTED - 1)).to_be_visible()
    expect(phone.text("Hands up")).to_have_count(0)
    expect(phone.text(re.compile("^Still to point: (Ana|Bo)"))).to_be_visible()


def test_a_replay_that_plays_by_itself_waits_for_what_is_being_shown(phones: Phones) -> None:
    phone = just_before(phones, BOTH_HAVE_POINTED)
    phone.tap("Play")
    expect(phone.button("Pause")).to_be_visible()
    phone.page.clock.run_for(BEAT)
    expect(phone.text("Hands up")).to_be_visible()
    phone.page.clock.run_for(BEAT)
    expect(phone.text("Hands up")).to_be_visible()
    expect(step(phone, BOTH_HAVE_POINTED)).to_be_visible()
    phone.page.clock.run_for(4 * BEAT)
    expect(step(phone, BOTH_HAVE_POINTED)).to_have_count(0)
