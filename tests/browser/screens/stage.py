"""Where screens are shown, and the list that all of them are in."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tests.browser.phones import DESKTOP, Phone, Phones, hold
from tests.browser.wired import Played, played, review_of


@dataclass
class Stage:
    """Where screens are shown: phones of one kind."""

    phones: Phones
    how: dict[str, Any]

    def phone(self, path: str = "/", name: str = "Ana") -> Phone:
        return self.phones.new(name, **self.how).go(path)

    def played(self, game: str, *names: str, **how: Any) -> Played:
        return played(self.phones.server, game, names or ("Ana",), **how)

    def at_table(self, match: Played, *, seats: int = 1) -> Phone:
        phone = self.phones.new(match.seats[0][0], **self.how)
        hold(phone, match.game, match.seats[:seats])
        return phone.go(f"/#/table/{match.table}")


TABLES = ("tag_", "clips_", "piles_", "crane_", "replay_", "watcher")
"""Screens of which all must be in sight at once; others, and sheets, may scroll. So may the general screen, whose
choices have no bound."""


def may_scroll(name: str) -> bool:
    return not name.startswith(TABLES)


ON_THE_WALL: dict[str, dict[str, Any]] = {
    name: {"size": DESKTOP, "has_touch": False} for name in ("big_screen", "crane_big_screen")
}
"""Screens that are not for phones."""
Screen = Callable[[Stage], Phone]
SCREENS: dict[str, Screen] = {}
OCCASIONS: dict[str, Screen] = {}
"""What comes up now and then, over a screen that is among the others."""


def look_back(phone: Phone) -> None:
    """From the end of a match to its review, which is made before it is asked for."""
    review_of(phone.server, phone.held_games()[0]["table"])
    phone.tap("Review")


def screen(show: Screen) -> Screen:
    SCREENS[show.__name__] = show
    return show


def occasion(show: Screen) -> Screen:
    OCCASIONS[show.__name__] = show
    return show
