"""People who play TAG on their phones: they see what is offered and tap, drag or press keys."""

import re
from contextlib import suppress

from playwright.sync_api import Locator, TimeoutError

from tests.browser.phones import Phone, attribute, names
from tests.browser.playing import GONE

SHORT_DECK = {"T": 3, "A": 3, "G": 2, "TAG": 2, "Gool": 1, "Freeze": 1}
"""Enough for three players and a few turns each."""
SHORT = {"deck": SHORT_DECK, "answer_seconds": 1}
LETTERS = {"TAG": 0, "Gool": 0, "Freeze": 0}
"""With letters alone turns just follow each other."""
USE = re.compile("^Play( |$)")


def hand(phone: Phone) -> Locator:
    return phone.page.get_by_role("list", name="Your hand").get_by_role("button")


def cards(phone: Phone) -> list[str]:
    """The hand, oldest first."""
    return names(hand(phone))


def front(phone: Phone) -> Locator:
    """What lies in front of the phone's own seat."""
    return phone.page.locator("[data-drop=front]").get_by_role("button")


def pile(phone: Phone, name: str) -> Locator:
    return phone.page.get_by_role("button", name=re.compile(f"^{name}"))


def question(phone: Phone) -> Locator:
    """Tagged: Gool, or let it stand?"""
    return phone.page.get_by_role("alertdialog")


def seat_of(phone: Phone, name: str) -> Locator:
    return phone.page.get_by_role("group", name="Players").get_by_role("button", name=re.compile(f"^{name}:"))


def is_offered(button: Locator) -> bool:
    return button.is_visible() and attribute(button, "aria-disabled") != "true"


class TagPlayer:
    """Plays what can be played and discards now and then, keeps IT away, and calls Gool whenever it can."""

    def __init__(self, phone: Phone) -> None:
        self.phone = phone
        self.turns = 0
        self.cards_used = 0

    def choose(self) -> None:
        """One choice, if this phone is asked."""
        phone = self.phone
        if not phone.is_asked_and_settled():
            return
        self.turns += 1
        if question(phone).is_visible():
            self.answer()
        elif is_offered(phone.button("Draw")):
            self.draw()
        elif phone.button("Stop drawing").is_visible():
            self.stop_drawing()
        elif phone.button("Leave IT").is_visible():
            self.move_it()
        elif phone.button(USE).is_visible():
            self.use_card()

    def answer(self) -> None:
        phone = self.phone
        gool, stand = phone.button("Gool!"), phone.button("Let it stand")
        wanted = gool if is_offered(gool) else stand
        if attribute(wanted, "aria-pressed") != "true":
            self.tap(wanted)

    def draw(self) -> None:
        self.tap(self.phone.button("Draw") if self.turns % 2 else pile(self.phone, "Deck"))

    def stop_drawing(self) -> None:
        self.tap(self.phone.button("Stop drawing"))

    def move_it(self) -> None:
        seats = self.phone.page.get_by_role("group", name="Players").get_by_role("button")
        self.tap(seats.nth(self.turns % seats.count()))

    def wants_to_play(self) -> bool:
        """Every third card is discarded, so that both are seen whatever is dealt."""
        self.cards_used += 1
        return self.cards_used % 3 != 0

    def use_card(self) -> None:
        wants_to_play = self.wants_to_play()
        for name in dict.fromkeys(cards(self.phone)):
            card = hand(self.phone).and_(self.phone.button(name)).first
            if attribute(card, "aria-pressed") != "true":
                self.tap(card)
            wanted = self.phone.button(f"Play {name}")
            if wants_to_play and is_offered(wanted):
                return self.tap(wanted)
        discard = self.phone.button(re.compile("^Discard (?!pile)"))
        if is_offered(discard):
            self.tap(discard)
        return None

    def tap(self, what: Locator) -> None:
        """What is gone meanwhile cannot be tapped; then there is something newer to look at."""
        with suppress(TimeoutError):
            self.phone.tap(what, patience=GONE)


class DraggingTagPlayer(TagPlayer):
    """Carries cards where the other one taps."""

    def draw(self) -> None:
        self.phone.drag_to(pile(self.phone, "Deck"), hand(self.phone).first)

    def use_card(self) -> None:
        phone = self.phone
        name = cards(phone)[self.turns % hand(phone).count()]
        card = hand(phone).and_(phone.button(name)).first
        # The first card lies open at its left; the others cover the rest of it.
        box = card.bounding_box()
        assert box is not None
        where = front(phone) if self.turns % 2 else pile(phone, "Discard pile")
        to = where.bounding_box()
        assert to is not None
        phone.drag(box["x"] + 16, box["y"] + 24, to["x"] + to["width"] / 2, to["y"] + to["height"] / 2)


class KeyboardTagPlayer(TagPlayer):
    """Never touches the screen."""

    def draw(self) -> None:
        self.press("Draw")

    def stop_drawing(self) -> None:
        self.press("Stop drawing")

    def move_it(self) -> None:
        self.press("Leave IT")

    def answer(self) -> None:
        if attribute(self.phone.button("Let it stand"), "aria-pressed") != "true":
            self.press("Let it stand")

    def use_card(self) -> None:
        phone = self.phone
        wants_to_play = self.wants_to_play()
        names = cards(phone)
        phone.reach(names[0])
        for name in names:
            if attribute(hand(phone).nth(names.index(name)), "aria-pressed") != "true":
                phone.page.keyboard.press("Enter")
            if wants_to_play and is_offered(phone.button(f"Play {name}")):
                return self.press(f"Play {name}")
            phone.page.keyboard.press("ArrowRight")
        return self.press(re.compile("^Discard (?!pile)"))

    def press(self, name: str | re.Pattern[str]) -> None:
        # What was offered may be gone by now; whoever plays on looks again.
        with suppress(AssertionError):
            self.phone.reach(name, most=30)
            self.phone.page.keyboard.press("Enter")
