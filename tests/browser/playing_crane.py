"""People who play Tactile Crane on their phones: they squeeze, slide or press keys, bet and call."""

import re
from collections.abc import Sequence
from contextlib import suppress
from math import sqrt
from typing import Any

from playwright.sync_api import Locator, TimeoutError, expect

from tests.browser.phones import Phone, Phones, again_until, attribute, code_of, name_of
from tests.browser.playing import GONE

CRANE = "tactile_crane"
SURE = {"gain": 0, "feel": 0, "look": 0, "slip": dict.fromkeys(("thumb", "index", "middle", "ring", "little"), 0)}
"""A hand that never errs: what is aimed at is held."""
REACH = 60
FINGERS = {"thumb": 0.70, "index finger": 0.85, "middle finger": 0.90, "ring finger": 0.95, "little finger": 1.00}
JACKPOT = re.compile("^(Left|Right): ")
SPAN = 220
"""How far apart, in pixels, two fingers come down."""
TIPS = 56
STEPS = 200
"""What the slider goes to."""


def surface(phone: Phone) -> Locator:
    """Where the challenger squeezes in the dark."""
    return phone.page.locator("[data-surface]")


def dark(phone: Phone) -> Locator:
    return phone.page.get_by_role("region", name="Your eyes are closed")


def slider(phone: Phone) -> Locator:
    return phone.page.get_by_role("slider", name="Squeeze")


def bet(phone: Phone, kind: str) -> Locator:
    return phone.page.get_by_role("group", name="Your bet").get_by_role("button", name=re.compile(f"^{kind}"))


def card(phone: Phone) -> tuple[int, str] | None:
    """The number and the barred finger on the flipped card, if it is to be seen."""
    shown: list[str] = phone.page.locator("[aria-label^='Card: grab']").evaluate_all(
        "cards => cards.map(card => card.getAttribute('aria-label'))"
    )
    found = re.search(r"grab (\d+), without the (.*)", shown[0]) if shown else None
    return None if found is None else (int(found[1]), found[2])


def squeeze_for(cards: float, finger: str) -> float:
    """How far a hand that never errs closes for so many cards."""
    return min(1.0, sqrt(cards / (REACH * FINGERS[finger])))


def pinch(phone: Phone, squeeze: float, *, steps: int = 5) -> None:
    """Two fingers come down, squeeze and let go."""
    x, y = centre(phone)
    session = phone.context.new_cdp_session(phone.page)
    for step in range(steps + 1):
        half = (SPAN - (SPAN - TIPS) * squeeze * step / steps) / 2
        points = [{"x": x - half, "y": y, "id": 0}, {"x": x + half, "y": y, "id": 1}]
        kind = "touchMove" if step else "touchStart"
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    session.detach()


def slide(phone: Phone, squeeze: float) -> None:
    """One finger or the mouse comes down at the top of the surface, slides down and lets go."""
    box = surface(phone).bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + 8
    phone.drag(x, y, x, y + box["height"] * 0.75 * squeeze)


def centre(phone: Phone) -> tuple[float, float]:
    """The middle of the surface, above the pads."""
    box = surface(phone).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.4


class CranePlayer:
    """Aims at the number by what the card said, bets in turn on each kind, and calls now and then."""

    def __init__(self, phone: Phone, *, bets: Sequence[str] = ("JUST", "LOW", "HIGH"), aim: float = 1.0) -> None:
        self.phone = phone
        self.bets = bets
        self.aim = aim
        self.seen: tuple[int, str] = (8, "little finger")
        self.turns = 0
        self.choices: set[str] = set()
        """What this player has been asked, to see that nothing was left out."""

    def choose(self) -> None:
        """One choice, if there is one to make."""
        phone = self.phone
        if phone.is_over:
            return
        phone.look()
        self.seen = card(phone) or self.seen
        if phone.button("Go on").is_visible():
            self.press("go on", phone.button("Go on"))
        elif phone.button(JACKPOT).first.is_visible():
            self.press("jackpot", phone.button(JACKPOT).first)
        elif phone.button("Lift!").is_visible():
            self.press("lift", phone.button("Lift!"))
        elif slider(phone).is_visible():
            self.choices.add("grab")
            with suppress(TimeoutError):
                self.grab(squeeze_for(self.seen[0] * self.aim, self.seen[1]))
        elif phone.button("Close your eyes").is_visible():
            self.turns += 1
            self.press("eyes", phone.button("Close your eyes"))
        elif phone.is_asked and bet(phone, "JUST").is_visible():
            self.press("bet", self.wanted_bet())
        elif phone.button("More!").is_visible() and "call" not in self.choices:
            self.press("call", phone.button("More!"))

    def wanted_bet(self) -> Locator:
        """The kind whose turn it is; of two players' cards one that was right is spent, and the next kind is bet."""
        place = self.turns % len(self.bets)
        kinds = [bet(self.phone, kind) for kind in (*self.bets[place:], *self.bets[:place])]
        return next((kind for kind in kinds if attribute(kind, "aria-disabled") == "false"), kinds[0])

    def grab(self, squeeze: float) -> None:
        pinch(self.phone, squeeze)

    def press(self, choice: str, what: Locator) -> None:
        """What is gone meanwhile cannot be tapped; then there is something newer to look at."""
        with suppress(TimeoutError):
            self.phone.tap(what, patience=GONE)
            self.choices.add(choice)


class SlidingCranePlayer(CranePlayer):
    """One finger, or a mouse."""

    def grab(self, squeeze: float) -> None:
        slide(self.phone, squeeze)


class KeyboardCranePlayer(CranePlayer):
    """Never touches the screen."""

    def grab(self, squeeze: float) -> None:
        phone = self.phone
        phone.reach("Squeeze")
        if slider(phone).input_value() != "0":
            phone.page.keyboard.press("Home")
        for _ in range(round(squeeze * STEPS)):
            phone.page.keyboard.press("ArrowRight")
        phone.page.keyboard.press("Enter")

    def press(self, choice: str, what: Locator) -> None:
        with suppress(AssertionError, TimeoutError):
            name = name_of(what)
            self.phone.reach(name, most=30)
            self.phone.page.keyboard.press("Enter")
            self.choices.add(choice)


def seated(phones: Phones, *names: str, hand: dict[str, Any] | None = None, **how: Any) -> list[Phone]:
    """People at a table that has begun; the first one is the first challenger."""
    options = {"first": 0, "hand": SURE if hand is None else hand, **how.pop("options", {})}
    host = phones.at_new_table(CRANE, names[0], options=options, **how)
    code = code_of(host)
    others = [phones.join(code, name, **how) for name in names[1:]]
    if others:
        expect(host.page.get_by_text(names[-1], exact=True)).to_be_visible()
    host.tap("Start")
    expect(host.button("Close your eyes")).to_be_visible()
    return [host, *others]


def close_eyes(phone: Phone) -> None:
    phone.settle()
    phone.tap("Close your eyes")
    expect(dark(phone)).to_be_visible()


def place_bets(*audience: Phone, kind: str = "JUST") -> None:
    for phone in audience:
        expect(bet(phone, kind)).to_be_visible()
        phone.settle()
        phone.tap(bet(phone, kind))


def hold_bundle(phone: Phone, squeeze: float = 0.4) -> None:
    """In the dark: grab until something is held."""
    expect(slider(phone)).to_be_visible()
    phone.settle()
    pinch(phone, squeeze)
    expect(phone.button("Lift!")).to_be_visible()


def count(phone: Phone) -> Locator:
    return phone.page.get_by_role("region", name="The count")


def go_on(*everybody: Phone) -> None:
    """All read how a turn went until it goes; who is slow finds it gone already."""
    # Twice: only when the one who ended the turn has caught up are there updates for the others.
    for phone in (*everybody, *everybody):
        phone.catch_up()

    def tap_all() -> None:
        for phone in everybody:
            button = count(phone).get_by_role("button", name="Go on")
            if button.is_visible():
                with suppress(TimeoutError):
                    phone.tap(button, patience=GONE)

    again_until(lambda: not any(count(phone).count() for phone in everybody), tap_all)
