"""A group of friends with a phone each, the television in the room and somebody who looks on from elsewhere.

What everybody should have scored is counted here from the results alone, and held against what each screen shows.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any
from unicodedata import numeric

from playwright.sync_api import Locator, expect

from tests.browser.phones import DESKTOP, Phone, Phones, again_until, code_of
from tests.browser.playing import LONGEST_MATCH, Player, in_turn
from tests.browser.playing_clips import ClipPlayer
from tests.browser.playing_crane import SURE, SlidingCranePlayer, go_on
from tests.browser.playing_piles import PilePlayer
from tests.browser.playing_tag import TagPlayer
from tests.browser.test_start import game_card
from tests.browser.wired import apart
from tests.server.players import play_all
from tests.server.wire import Client
from touchwood.games.discovery import all_games

TITLES = {game.name: game.title for game in all_games()}
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
SHOWN_EXACTLY = Fraction(1, 100)
"""Shares that have no sign of their own are shown with two digits."""


class Evening:
    """Who is here, on which phone, and what each has won so far."""

    def __init__(self, phones: Phones, names: Sequence[str]) -> None:
        self.phones = phones
        self.of = {name: phones.new(name) for name in names}
        self.television = phones.new("Television", size=DESKTOP, has_touch=False)
        self.watcher = phones.new("Watcher")

    def begin(self, game: str, *names: str) -> None:
        """The first of them opens a table, as on any evening; nobody has won anything yet."""
        self.won: dict[str, Fraction] = {}
        self.played: Counter[str] = Counter()
        self.here = list(names)
        self.host = self.of[names[0]].go()
        self.host.tap(game_card(self.host, game).get_by_role("button", name="With friends"))
        self.host.tap("Open a table")
        self.code = code_of(self.host)
        for name in names[1:]:
            self.of[name].go(f"/t/{self.code}").tap("Sit down")
        self.expect_seated()
        shown = self.shown()
        self.television.go(f"/#/big/{shown['table']}/{shown['watch_key']}")
        self.watcher.go(f"/#/w/{shown['table']}/{shown['watch_key']}")
        self.make_quick()

    @property
    def screens(self) -> list[Phone]:
        """Of all who are here."""
        return [self.of[name] for name in self.here]

    # -- What the server says -----------------------------------------------------------------------------------------
    def shown(self) -> Any:
        """The table as the host's seat is told it now."""
        return self._ask()[0]

    def _ask(self, **message: Any) -> tuple[Any, Any]:
        """The table and the match as the host is told them; before, a second device of theirs may do something."""
        device = second_device(self.host)

        async def run() -> tuple[Any, Any]:
            client = await device.open()
            if message:
                await client.do(**message)
            told = client.table, client.situation
            await client.close()
            return told

        return apart(run())

    def make_quick(self) -> None:
        shown = self.shown()
        self._ask(kind="Configure", options=QUICK.get(shown["game"], {}), settings=shown["settings"])

    # -- In the lobby -------------------------------------------------------------------------------------------------
    def expect_seated(self) -> None:
        """Exactly those who are here, on every phone, and none of them is away, a bot or only asked."""
        for phone in self.screens:
            expect(people(phone)).to_have_count(len(self.here))
            expect(people(phone).filter(has_text="away")).to_have_count(0)
            expect(people(phone).filter(has_text="is asked")).to_have_count(0)
        seats = self.shown()["seats"]
        assert sorted(seat["name"] for seat in seats) == sorted(self.here)
        assert all(seat["bot"] is None and seat["is_present"] for seat in seats)

    def go_on(self, game: str, *, asks: str, by_code: str | None = None, declines: str | None = None) -> None:
        """One asks the group to play this next, and everybody comes along; screens that look on do by themselves.

        One may have closed the page and come by the code on the television, one may have said no before."""
        before = self.code
        self.of[asks].tap("Another game")
        self.of[asks].tap(TITLES[game])
        expect(people(self.of[asks]).first).to_be_visible()
        self.code = code_of(self.television)
        assert self.code != before
        for name in self.here:
            if name == by_code:
                self.of[name].go()
                self.of[name].go(f"/t/{self.code}")
            elif name == declines:
                self.of[name].tap("Not this time")
                expect(people(self.of[asks])).to_have_count(len(self.here) - 1)
            if name not in (asks, by_code):
                self.of[name].tap("Come along")
        self.expect_seated()
        for screen in (*self.screens, self.television, self.watcher):
            self.expect_score(screen.page.get_by_role("region", name="This evening"))
        self.make_quick()

    # -- Playing ------------------------------------------------------------------------------------------------------
    def start(self, *looking_on: str) -> None:
        for name in looking_on:
            own = people(self.of[name]).filter(has_text="(you)")
            self.of[name].tap(own.get_by_role("button", name="Look on"))
        self.host.tap("Start")
        for screen in (*self.screens, self.watcher):
            screen.expect_table()

    def play(self, *looking_on: str, is_by_fingers: bool) -> None:
        """A match to its end, which everybody sees; then the score is right everywhere."""
        self.start(*looking_on)
        self.play_on(*looking_on, is_by_fingers=is_by_fingers)

    def play_on(self, *looking_on: str, is_by_fingers: bool) -> None:
        playing = [self.of[name] for name in self.here if name not in looking_on]
        if is_by_fingers:
            play_by_fingers(self.shown()["game"], playing)
        else:
            apart(play_by_wire([second_device(phone) for phone in playing]))
        self.see_the_end()

    def see_the_end(self) -> None:
        table, situation = self._ask()
        for seat, share in zip(table["seats"], situation["result"]["shares"], strict=True):
            self.won[seat["name"]] = self.won.get(seat["name"], Fraction(0)) + Fraction(share)
            self.played[seat["name"]] += 1
        assert {one["name"]: one["matches"] for one in table["evening"]} == self.played
        assert {one["name"]: Fraction(one["shares"]) for one in table["evening"]} == self.won
        go_on(*self.screens, self.watcher)
        for screen in (*self.screens, self.watcher):
            expect(screen.sheet("The end").locator("ol").first.locator("li")).to_have_count(len(table["seats"]))
        finale = self.television.page.get_by_role("region", name="The end")
        self.expect_score(finale.get_by_role("region", name="This evening"))

    def expect_score(self, region: Locator) -> None:
        """As it is read on a screen: each once, with what they have won."""
        expect(region.get_by_role("listitem")).to_have_count(len(self.played))
        lines = [line.split("\n") for line in region.get_by_role("listitem").all_inner_texts()]
        shown = {line[0]: as_fraction(line[-1].removesuffix(" won")) for line in lines}
        assert shown.keys() == self.won.keys()
        assert [name for name in shown if abs(shown[name] - self.won[name]) >= SHOWN_EXACTLY] == []


def second_device(phone: Phone) -> Client:
    """With the seat of this phone."""
    held = phone.held_games()[0]
    return Client(phone.server, held["table"], held["seats"][0]["token"])


def play_by_fingers(game: str, playing: Sequence[Phone]) -> None:
    players = [PLAYERS[game](phone, luck) for luck, phone in enumerate(playing)]
    # Six pages are open: whoever plays here is slower than at a table alone.
    again_until(lambda: any(phone.is_over for phone in playing), in_turn(players), seconds=3 * LONGEST_MATCH)


async def play_by_wire(devices: Sequence[Client]) -> None:
    for device in devices:
        await device.open()
    await play_all(list(devices), seed=5)
    for device in devices:
        await device.close()


def people(phone: Phone) -> Locator:
    """Those in the lobby."""
    return phone.page.get_by_role("list", name="Who plays").get_by_role("listitem")


def as_fraction(shown: str) -> Fraction:
    """ "1½" is three halves."""
    whole, sign = (shown, "") if shown[-1].isdecimal() else (shown[:-1], shown[-1])
    return Fraction(whole or 0) + (Fraction(numeric(sign)).limit_denominator(6) if sign else 0)
