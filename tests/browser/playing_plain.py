"""People who play any game on the general screen: they know no rules, only what stands on the buttons."""

import re
from collections.abc import Sequence
from contextlib import suppress
from random import Random
from typing import Any

from playwright.sync_api import Locator, Position, TimeoutError

from tests.browser.phones import Phone, Phones
from tests.browser.playing import GONE

ASIDE = ("One step back", "Something else")
"""Buttons of building that lead nowhere new."""
MOST_TABS = 90
RAW = re.compile(r"[{}\[\]\"_]|undefined|\bnull\b|NaN")
"""What no text for people has in it."""


def decision(phone: Phone) -> Locator:
    return phone.page.get_by_role("region", name="What you can do")


def at_plain_table(phones: Phones, game: str, *, bots: Sequence[str], options: dict[str, Any], **how: Any) -> Phone:
    """A match that has begun, looked at on the general screen."""
    phone = phones.at_new_table(game, bots=bots, options=options, **how)
    phone.tap("Start")
    phone.expect_your_turn()
    phone.page.evaluate("location.hash += '/plain'")
    decision(phone).wait_for()
    return phone


class PlainPlayer:
    """Chooses at random among the buttons there are, and finishes what is begun."""

    def __init__(self, phone: Phone, seed: int = 1) -> None:
        self.phone = phone
        self.rng = Random(seed)
        self.raw: list[str] = []
        """Texts met that were not made for people."""
        self.adjusted: list[str] = []
        """Sentences that were reached by a radio or a slider, and were done as they stood there."""

    def choose(self) -> None:
        if not self.phone.is_asked_and_settled():
            return
        self.read()
        offered = [name for name in self.names() if name not in ASIDE]
        if not offered:
            return
        # The question may be answered by the clock meanwhile.
        with suppress(TimeoutError):
            whole = next(iter(self.names("[data-whole]")), None)
            self.do(whole or self.rng.choice(offered))

    def do(self, name: str) -> None:
        """Press it; where it is chosen fact by fact, after another of these than the screen begins with."""
        heading = self.button(name).evaluate(
            "one => one.closest('section').getAttribute('aria-labelledby')", timeout=GONE
        )
        kind = decision(self.phone).locator(f"section[aria-labelledby='{heading}']")
        others = kind.locator("input:not(:checked)")
        count = others.count()
        if count == 0:
            self.press(name)
            return
        self.change(others.nth(self.rng.randrange(count)))
        sentence = kind.get_by_role("button").inner_text(timeout=GONE)
        assert sentence != name, "another choice, and still the same action"
        sent = len(self.phone.acts())
        self.press(sentence)
        for act in self.phone.acts()[sent:]:
            assert numbers_in(sentence) <= numbers_in(str(act["action"])), f"{sentence!r} sent {act['action']}"
            self.adjusted.append(sentence)

    def names(self, which: str = "*") -> list[str]:
        """As they are called; drawings say nothing to who listens."""
        found: list[str] = (
            decision(self.phone)
            .get_by_role("button")
            .and_(self.phone.page.locator(which))
            .evaluate_all(
                """all => all.map((one) => {
                  const spoken = one.cloneNode(true)
                  spoken.querySelectorAll('[aria-hidden=true]').forEach((drawing) => drawing.remove())
                  return spoken.textContent.trim()
                })"""
            )
        )
        return found

    def button(self, name: str) -> Locator:
        return decision(self.phone).get_by_role("button", name=name, exact=True).first

    def read(self) -> None:
        text = self.phone.page.locator("main").inner_text()
        self.raw += [line for line in text.splitlines() if RAW.search(line)]

    def press(self, name: str) -> None:
        self.phone.tap(self.button(name), patience=GONE)

    def change(self, control: Locator) -> None:
        """A radio; or a slider, to the middle of its other half."""
        box = control.bounding_box(timeout=GONE)
        assert box is not None
        part = control.evaluate(
            "one => one.type !== 'range' ? 0.5 : one.value > one.max / 2 ? 0.25 : 0.75", timeout=GONE
        )
        where = Position(x=box["width"] * part, y=box["height"] / 2)
        if self.phone.has_touch:
            control.tap(position=where, timeout=GONE)
        else:
            control.click(position=where, timeout=GONE)


class PlainKeys(PlainPlayer):
    """The same with Tab, Enter and arrows alone."""

    def __init__(self, phone: Phone, seed: int = 1) -> None:
        super().__init__(phone, seed)
        self.thrown_away = 0
        """How often the focus was found on the body after a press."""

    def choose(self) -> None:
        if self.phone.acts() and self.phone.is_asked_and_settled() and not self.phone.is_over:
            self.thrown_away += self.phone.page.evaluate("document.activeElement === document.body")
        super().choose()

    def press(self, name: str) -> None:
        self.walk_to(self.button(name), "one => one === document.activeElement")
        self.phone.page.keyboard.press("Enter")

    def change(self, control: Locator) -> None:
        """Tab leads to the radio that is chosen, arrows to the others."""
        self.walk_to(
            control, "one => one === document.activeElement || one.name && one.name === document.activeElement.name"
        )
        is_at_its_end = control.evaluate("one => one.type === 'range' && one.value === one.max", timeout=GONE)
        self.phone.page.keyboard.press("ArrowLeft" if is_at_its_end else "ArrowRight")

    def walk_to(self, wanted: Locator, is_there: str) -> None:
        for _ in range(MOST_TABS):
            self.phone.page.keyboard.press("Tab")
            if wanted.evaluate(is_there, timeout=GONE):
                return
        raise AssertionError(f"{wanted} is not reached by Tab")


def numbers_in(text: str) -> set[str]:
    return set(re.findall(r"\d+", text))
