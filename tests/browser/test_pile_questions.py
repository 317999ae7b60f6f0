"""Every kind of question of Point-a-Pile has its control: all are answered on the page, in matches against bots."""

import time
from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.phones import Phone, Phones, again_until
from tests.browser.pile_situations import cards_of
from tests.browser.playing_piles import (
    DONE,
    EXPANSIONS,
    GAME,
    PilePlayer,
    empty_space,
    named,
    names_in_tray,
    piles,
    places,
    tray,
)

QUESTIONS = {"LayOut", "SplitPile", "Point", "PointAtEmptySpace", "Trigger", "Pass", "Throw"}
"""All actions but `KeepFingerUp`, which is the clock's."""
LONGEST = 150.0
STUCK = 40.0
"""Seconds in which a match must come to its next choice or to its end."""

# Nearly all cards battle for contested piles; the others are shy, rules and plain.
DECK = [*cards_of("battle", "wait_a_minute", 24), "S07", "S08", "R13", "B01"]
OPTIONS = {**EXPANSIONS, "memory": True, "deck": DECK, "first": 0, "round_limit": 5}


class CuriousPlayer(PilePlayer):
    """Answers what was not answered yet, and makes contested piles as long as something needs them."""

    def __init__(self, phone: Phone, answered: set[str]) -> None:
        super().__init__(phone)
        self.before = answered

    @property
    def missing(self) -> set[str]:
        return QUESTIONS - self.before - {act["action"]["type"] for act in self.phone.acts()}

    def lay(self) -> None:
        """All cards on one pile, so that all want it; those that are not shy last. Splits as anybody else does."""
        phone = self.phone
        if not (phone.text("Lay out the cards.").is_visible() and self.missing & {"SplitPile", "Trigger", "Throw"}):
            return super().lay()
        for name in sorted(names_in_tray(phone), key=lambda name: " shy: " not in name):
            self.press(named(phone, name).first)
            self.press(places(phone).first)
        return self.press(phone.button(DONE))

    def point(self) -> None:
        if "PointAtEmptySpace" in self.missing and "Point" not in self.missing:
            return self.press(empty_space(self.phone))
        return self.press(piles(self.phone).nth(self.turns % piles(self.phone).count()))

    def act(self) -> None:
        if "Pass" in self.missing and "Trigger" not in self.missing:
            return self.press(self.phone.button("Pass"))
        return super().act()


def has_gone_on(phone: Phone) -> Callable[[], bool]:
    """Since now: another choice was sent, or the match is over."""
    before = len(phone.acts())
    return lambda: len(phone.acts()) > before or phone.is_over


def play_one(phones: Phones, answered: set[str]) -> set[str]:
    """What was answered in one match, until it is over or nothing is missing."""
    phone = phones.at_new_table(GAME, options=OPTIONS, bots=["easy"])
    phone.tap("Start")
    expect(tray(phone).first).to_be_visible()
    player = CuriousPlayer(phone, answered)
    while player.missing and not phone.is_over:
        again_until(has_gone_on(phone), player.choose, seconds=STUCK)
    found = {act["action"]["type"] for act in phone.acts()}
    phone.context.close()
    return found


def test_every_kind_of_question_is_answered_on_the_page(phones: Phones) -> None:
    answered: set[str] = set()
    end = time.monotonic() + LONGEST
    while answered < QUESTIONS:
        assert time.monotonic() < end, f"never asked, or without a control: {QUESTIONS - answered}"
        answered |= play_one(phones, answered)
    assert answered == QUESTIONS, "nothing else was sent"
