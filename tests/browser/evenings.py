"""A group of friends with a phone each, the television in the room and somebody who looks on from elsewhere.

What everybody should have scored is counted here from the results alone, and held against what each screen shows.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from playwright.sync_api import Locator, expect

from tests.browser.phones import DESKTOP, Phone, Phones, again_until
from tests.browser.playing import LONGEST_MATCH, Player, in_turn
from tests.browser.playing_clips import ClipPlayer
from tests.browser.playing_crane import SURE, SlidingCranePlayer
from tests.browser.playing_piles import PilePlayer
from tests.browser.playing_tag import TagPlayer
from tests.browser.wired import apart
from tests.server.wire import Client

TITLES = {
    "tag": "TAG",
    "point_a_pile": "Point-a-Pile",
    "tactile_crane": "Tactile Crane Championship",
    "cant_touch_this": "Can't Touch This",
}
QUICK: Mapping[str, dict[str, Any]] = {
    "tag": {"deck": {"T": 4, "A": 4, "G": 4, "TAG": 2, "Gool": 1, "Freeze": 1}, "answer_seconds": 1},
    "point_a_pile": {"round_limit": 1},
    "tactile_crane": {"first": 0, "hand": SURE},
    "cant_touch_this": {"clips_each": 1},
}
"""Options with which a match is over soonest."""
PLAYERS: Mapping[str, Callable[[Phone, int], Player]] = {
    "tag": lambda phone, luck: TagPlayer(phone),
    "point_a_pile": lambda phone, luck: PilePlayer(phone, luck=luck),
    "tactile_crane": lambda phone, luck: SlidingCranePlayer(phone, aim=(1.0, 1.0, 0.6, 1.5)[luck]),
    "cant_touch_this": lambda phone, luck: ClipPlayer(phone, raises=0),
}
SIGNS = {"½": Fraction(1, 2), "⅓": Fraction(1, 3), "⅔": Fraction(2, 3), "¼": Fraction(1, 4)}


class Evening:
    """Who is here, on which phone, and what each has won so far."""

    def __init__(self, phones: Phones, names: tuple[str, ...], game: str) -> None:
        self.phones = phones
        self.host = phones.at_new_table(game, names[0], options=QUICK[game])
        self.of: dict[str, Phone] = {names[0]: self.host}
        self.won: Counter[str] = Counter()
        self.played: Counter[str] = Counter()
        self.television = phones.new("Television", size=DESKTOP, has_touch=False)
        self.watcher = phones.new("Watcher")
        shown = self.shown()
        self.code, key = shown["code"], shown["watch_key"]
        self.television.go(f"/#/big/{shown['table']}/{key}")
        self.watcher.go(f"/#/w/{shown['table']}/{key}")
        for name in names[1:]:
            self.of[name] = phones.join(self.code, name)
        self.expect_seated(*names)

    # -- What the server says -----------------------------------------------------------------------------------------
    def shown(self) -> Any:
        """The table as the host's seat is told it now."""
        return self._ask()[0]

    def _ask(self, *messages: dict[str, Any]) -> tuple[Any, Any]:
        """What the host is told, and first done for the host, as a second device with the same seat does it."""
        held = self.host.held_games()[0]

        async def run() -> tuple[Any, Any]:
            client = await Client(self.host.server, held["table"], held["seats"][0]["token"]).open()
            for message in messages:
                await client.do(**message)
            told = client.table, client.situation
            await client.close()
            return told

        return apart(run())

    # -- In the lobby -------------------------------------------------------------------------------------------------
    def expect_seated(self, *names: str) -> None:
        """Exactly these sit there, on every phone, and none of them is away or a bot."""
        for phone in self.of.values():
            expect(people(phone)).to_have_count(len(names))
            expect(people(phone).filter(has_text="away")).to_have_count(0)
        again_until(lambda: all(seat["is_present"] for seat in self.shown()["seats"]), lambda: None)
        seats = self.shown()["seats"]
        assert sorted(seat["name"] for seat in seats) == sorted(names)
        assert all(seat["bot"] is None and not seat["is_invited"] for seat in seats)

    def go_on(self, game: str, *, asks: str, declines: str | None = None) -> None:
        """One asks the group to play this next, and everybody comes along, screens that look on by themselves."""
        before = self.code
        self.of[asks].tap("Another game")
        self.of[asks].tap(TITLES[game])
        for name, phone in self.of.items():
            if name not in (asks, declines):
                phone.tap("Come along")
        if declines is not None:
            self.of[declines].tap("Not this time")
            self.of[declines].tap("Come along")
        self.expect_seated(*self.of)
        self.code = self.shown()["code"]
        assert self.code != before
        self._ask({"kind": "Configure", "options": QUICK[game], "settings": self.shown()["settings"]})
        for screen in (*self.of.values(), self.television, self.watcher):
            self.expect_score(screen.page.get_by_role("region", name="This evening"))

    # -- Playing ------------------------------------------------------------------------------------------------------
    def play(self, *looking_on: str) -> None:
        """A match to its end, which everybody sees; then the score is right everywhere."""
        for name in looking_on:
            self.of[name].tap("Look on")
        self.host.tap("Start")
        for screen in (*self.of.values(), self.watcher):
            expect(screen.button("Menu")).to_be_visible()
        self.play_out(*looking_on)
        self.see_the_end()

    def play_out(self, *looking_on: str) -> None:
        game = self.shown()["game"]
        playing = [phone for name, phone in self.of.items() if name not in looking_on]
        players = [PLAYERS[game](phone, luck) for luck, phone in enumerate(playing)]
        again_until(lambda: any(phone.is_over for phone in playing), in_turn(players), seconds=LONGEST_MATCH)

    def see_the_end(self) -> None:
        table, situation = self._ask()
        for seat, share in zip(table["seats"], situation["result"]["shares"], strict=True):
            self.won[seat["name"]] += Fraction(share)  # type: ignore[assignment]  # a counter of parts
            self.played[seat["name"]] += 1
        assert {one["name"]: one["matches"] for one in table["evening"]} == self.played
        assert {one["name"]: Fraction(one["shares"]) for one in table["evening"]} == self.expected
        for screen in (*self.of.values(), self.watcher):
            expect(screen.sheet("The end")).to_be_visible()
            expect(screen.sheet("The end").locator("ol").first.locator("li")).to_have_count(len(table["seats"]))
        finale = self.television.page.get_by_role("region", name="The end")
        self.expect_score(finale.get_by_role("region", name="This evening"))

    @property
    def expected(self) -> dict[str, Fraction]:
        return {name: Fraction(self.won[name]) for name in self.played}

    def expect_score(self, region: Locator) -> None:
        """As it is read on a screen: each once, with what they have won."""
        expect(region.get_by_role("listitem")).to_have_count(len(self.played))
        lines = [line.split("\n") for line in region.get_by_role("listitem").all_inner_texts()]
        read = {line[0]: as_fraction(line[-1].removesuffix(" won")) for line in lines}
        assert read == self.expected


def people(phone: Phone) -> Locator:
    """Those in the lobby."""
    return phone.page.get_by_role("list", name="Who plays").get_by_role("listitem")


def as_fraction(shown: str) -> Fraction:
    """ "1½" is three halves."""
    whole = shown.rstrip("".join(SIGNS))
    return Fraction(whole or 0) + sum(SIGNS[sign] for sign in shown[len(whole) :])
