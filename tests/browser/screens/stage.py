"""Where screens are shown, and the list that all of them are in."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tests.browser.phones import Phone, Phones, hold
from tests.browser.wired import Played, played


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


Screen = Callable[[Stage], Phone]
SCREENS: dict[str, Screen] = {}


def screen(show: Screen) -> Screen:
    SCREENS[show.__name__] = show
    return show
