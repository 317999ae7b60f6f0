"""People who play Point-a-Pile on their phones: they cut, point, split, trigger and throw by taps or drags."""

import re
from contextlib import suppress

from playwright.sync_api import Locator, TimeoutError, expect

from tests.browser.phones import Phone, again_until, attribute, names
from tests.browser.playing import GONE

GAME = "point_a_pile"
SHORT = {"round_limit": 1}
"""A round has it all but what needs a row: actions and rules come in the second one."""
TWO_ROUNDS = {"round_limit": 2}
EXPANSIONS = {"point_a_police": True, "complete_a_mission": True, "dont_a_touchme": True, "wait_a_minute": True}
DONE = re.compile("^(Done|Split into)")


def piles(phone: Phone) -> Locator:
    """What lies on the felt to be pointed at."""
    return phone.page.get_by_role("group", name="Piles", exact=True).get_by_role("button")


def empty_space(phone: Phone) -> Locator:
    """On the felt; while a finger may be moved there, the panel below names it too."""
    return phone.button(re.compile("^Empty space")).first


def places(phone: Phone) -> Locator:
    """Where cards are laid."""
    return phone.page.get_by_role("group", name="Your piles").get_by_role("button")


def tray(phone: Phone) -> Locator:
    return phone.page.get_by_role("list", name=re.compile("^Cards to lay")).get_by_role("button")


def window(phone: Phone) -> Locator:
    return phone.page.get_by_role("group", name="Actions")


def battle(phone: Phone) -> Locator:
    return phone.page.get_by_role("group", name="Battle").get_by_role("button")


def own_row(phone: Phone) -> Locator:
    return phone.button(re.compile("Show why$"))


def named(phone: Phone, card: str) -> Locator:
    """A card of the tray."""
    return phone.page.get_by_role("list", name=re.compile("^Cards to lay")).get_by_role("button", name=card, exact=True)


def names_in_tray(phone: Phone) -> list[str]:
    return names(tray(phone))


def lay_in_turn(phone: Phone, count: int = 2) -> None:
    """All cards, the first onto pile 1, the next onto pile 2, ...; not sent yet."""
    expect(tray(phone).first).to_be_visible()
    cards = tray(phone).count()
    # A tap that comes too soon after a change is none: what is left says how many count.
    while left := tray(phone).count():
        phone.tap(places(phone).nth((cards - left) % count))


def is_pointing(phone: Phone) -> bool:
    """Asked where to point: empty space is offered and no finger is down."""
    pressed = attribute(phone.page.locator("[aria-pressed='true'].pile, [aria-pressed='true'].empty"), "aria-pressed")
    return phone.text("Point: which pile?").is_visible() and empty_space(phone).is_visible() and pressed is None


def choices(phone: Phone) -> Locator:
    return window(phone).locator(".choices").get_by_role("button")


def can_be_pressed(what: Locator) -> bool:
    """The first of them, now."""
    return bool(what.evaluate_all("([one]) => one && !one.disabled && one.getAttribute('aria-disabled') !== 'true'"))


def trigger(phone: Phone) -> None:
    """The first card, then the first of all it asks for; piles and empty space are tapped on the felt."""
    phone.settle()
    phone.tap(choices(phone).first)
    whole = phone.button("Trigger")
    on_felt = phone.page.locator(".pile.offered, .empty.offered")

    def name_next() -> None:
        if can_be_pressed(choices(phone)):
            with suppress(TimeoutError):
                phone.tap(on_felt.first if on_felt.count() else choices(phone).first, patience=GONE)

    again_until(lambda: can_be_pressed(whole), name_next)
    phone.tap(whole)


class PilePlayer:
    """Deals the cards out in turn, points somewhere else each time, and triggers what it can."""

    def __init__(self, phone: Phone, *, luck: int = 0) -> None:
        self.phone = phone
        self.turns = luck

    def choose(self) -> None:
        """One choice, if this phone is asked."""
        phone = self.phone
        if not phone.is_asked_and_settled():
            return
        self.turns += 1
        if places(phone).count():
            self.lay()
        elif window(phone).is_visible():
            self.act()
        elif battle(phone).count():
            self.press(battle(phone).nth(self.turns % 3))
        elif is_pointing(phone):
            self.point()

    def lay(self) -> None:
        """Every card on the next pile; a split needs no more than two."""
        phone = self.phone
        count = min(places(phone).count(), 3)
        for card in range(tray(phone).count()):
            self.press(places(phone).nth((card + self.turns) % count))
        done = phone.button(DONE)
        if done.is_visible():
            self.press(done)

    def point(self) -> None:
        count = piles(self.phone).count()
        self.press(piles(self.phone).nth(self.turns % count) if self.turns % 5 else empty_space(self.phone))

    def act(self) -> None:
        """The first choice of everything until the action is whole."""
        whole, parts = self.phone.button("Trigger"), choices(self.phone)
        for _ in range(8):
            if whole.is_visible() and attribute(whole, "aria-disabled") != "true":
                return self.press(whole)
            if not parts.count():
                break
            self.press(parts.first)
            if not self.phone.is_asked_and_settled():
                return None
        pass_by = self.phone.button("Pass")
        return self.press(pass_by) if pass_by.is_visible() else None

    def press(self, what: Locator) -> None:
        """What is gone meanwhile cannot be pressed; then there is something newer to look at."""
        with suppress(TimeoutError):
            self.phone.tap(what, patience=GONE)


class DraggingPilePlayer(PilePlayer):
    """Carries each card to its pile."""

    def lay(self) -> None:
        phone = self.phone
        count = min(places(phone).count(), 2)
        for card in range(tray(phone).count()):
            phone.drag_to(tray(phone).first, places(phone).nth(card % count))
        self.press(phone.button(DONE))
