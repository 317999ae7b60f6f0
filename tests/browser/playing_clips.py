"""People who play Can't Touch This on their phones: sides, bids, and clips pushed in from the edges."""

import re
from contextlib import suppress

from playwright.sync_api import Locator, TimeoutError

from tests.browser.phones import Phone, attribute, middle, name_of
from tests.browser.playing import GONE

INWARDS = {"Top": (0, 1), "Bottom": (0, -1), "Left": (1, 0), "Right": (-1, 0)}


def places(phone: Phone) -> Locator:
    """Where clips can be pushed in."""
    return phone.page.get_by_role("button", name=re.compile(r"edge, (column|row) \d+"))


def depths(phone: Phone) -> Locator:
    return phone.page.get_by_role("group", name="How deep?").get_by_role("button")


def set_button(phone: Phone) -> Locator:
    return phone.button(re.compile("^Set clip"))


class ClipPlayer:
    """Takes the first clip it finds that fits, by taps: a place, a depth, Set clip."""

    def __init__(self, phone: Phone, *, raises: int = 1) -> None:
        self.phone = phone
        self.raises = raises
        self.turns = 0

    def choose(self) -> None:
        """One choice, if this phone is asked."""
        phone = self.phone
        if not phone.is_asked_and_settled():
            return
        if phone.button("Play this side").is_visible():
            self.press(phone.button("Play this side"))
        elif phone.button(re.compile("^Pass")).is_visible():
            raised = phone.button(re.compile("^Bid"))
            is_raising = self.raises > 0 and attribute(raised, "aria-disabled") != "true"
            self.raises -= 1
            self.press(raised if is_raising else phone.button(re.compile("^Pass")))
        elif set_button(phone).is_visible():
            self.turns += 1
            self.clip()

    def clip(self) -> None:
        for number in self.order():
            place = places(self.phone).nth(number)
            if "no clip fits" in (attribute(place, "aria-label") or ""):
                continue
            self.press(place)
            for depth in depths(self.phone).all():
                if "deep: " not in (name_of(depth)):
                    self.press(depth)
                    self.press(set_button(self.phone))
                    return

    def order(self) -> list[int]:
        """The places, begun elsewhere each turn."""
        count = places(self.phone).count()
        return [(start + 7 * self.turns) % count for start in range(count)]

    def press(self, what: Locator) -> None:
        with suppress(TimeoutError):
            self.phone.tap(what, patience=GONE)


class DraggingClipPlayer(ClipPlayer):
    """Drags each clip in from outside the card, one symbol deep, then two on the next line that has room."""

    def clip(self) -> None:
        phone = self.phone
        depth = 1 + self.turns % 2
        for number in self.order():
            place = places(phone).nth(number)
            name = attribute(place, "aria-label") or ""
            if "no clip fits" in name:
                continue
            edge = name.split()[0].capitalize()
            x, y = middle(place)
            box = place.bounding_box()
            assert box is not None
            across = box["width"] if edge in ("Top", "Bottom") else box["height"]
            from_edge = (box["height"] if edge in ("Top", "Bottom") else box["width"]) / 2
            way = INWARDS[edge]
            far = from_edge + across * (depth - 0.5)
            before = len(phone.acts())
            phone.drag(x, y, x + way[0] * far, y + way[1] * far)
            if len(phone.acts()) > before:
                return


class KeyboardClipPlayer(ClipPlayer):
    """Walks the edges with arrows and pushes deeper with digits."""

    def press(self, what: Locator) -> None:
        name = name_of(what)
        self.phone.reach(name)
        self.phone.page.keyboard.press("Enter")

    def clip(self) -> None:
        phone = self.phone
        phone.reach(re.compile(r"edge, (column|row) \d+"))
        for _ in range(places(phone).count()):
            for depth in "4321":
                phone.page.keyboard.press(depth)
                if is_ready(phone):
                    phone.page.keyboard.press("Enter")
                    return
            edge = phone.focused().split()[0].capitalize()
            phone.page.keyboard.press(
                {"Top": "ArrowRight", "Right": "ArrowDown", "Bottom": "ArrowLeft"}.get(edge, "ArrowUp")
            )


def is_ready(phone: Phone) -> bool:
    return attribute(set_button(phone), "aria-disabled") == "false"
