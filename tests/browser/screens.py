"""Every screen of the page, each with the way to it. The checks for everyone and the screenshots go through them."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import expect

from tests.browser.phones import Phone, Phones, hold
from tests.browser.playing_clips import places
from tests.browser.playing_crane import CRANE, bet, slider
from tests.browser.playing_piles import (
    DONE,
    EXPANSIONS,
    lay_in_turn,
    own_row,
    piles,
    tray,
    window,
)
from tests.browser.playing_tag import SHORT, hand, pile
from tests.browser.wired import Played, played

CLIPS = "cant_touch_this"
PILES = "point_a_pile"


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


# -- The shell ------------------------------------------------------------------------------------------------------


@screen
def start(stage: Stage) -> Phone:
    phone = stage.phone()
    expect(phone.button("Play now").first).to_be_visible()
    return phone


@screen
def settings(stage: Stage) -> Phone:
    phone = start(stage)
    phone.tap("Settings")
    expect(phone.sheet("Settings")).to_be_visible()
    return phone


@screen
def setup_against_bots(stage: Stage) -> Phone:
    phone = start(stage)
    phone.tap(phone.button("More ways to play").first)
    expect(phone.button("First lesson")).to_be_visible()
    return phone


@screen
def setup_with_friends(stage: Stage) -> Phone:
    phone = start(stage)
    phone.tap(phone.button("With friends").last)
    phone.page.get_by_role("switch").check()
    return phone


@screen
def join(stage: Stage) -> Phone:
    match = stage.played("tag", "Ana", choices=-1)
    phone = stage.phone(f"/t/{match.code}", "Bo")
    expect(phone.button("Sit down")).to_be_visible()
    return phone


@screen
def lobby(stage: Stage) -> Phone:
    phone = stage.at_table(stage.played("tag", "Ana", "Bo", bots=["medium"], choices=-1))
    expect(phone.button("Start")).to_be_enabled()
    return phone


@screen
def lobby_options(stage: Stage) -> Phone:
    phone = lobby(stage)
    phone.tap(re.compile("^Options of the game"))
    phone.tap(phone.page.get_by_text("Cards in the deck"))
    return phone


@screen
def lobby_table(stage: Stage) -> Phone:
    phone = lobby(stage)
    phone.tap("The table")
    expect(phone.sheet("The table")).to_be_visible()
    return phone


@screen
def rules_of_tag(stage: Stage) -> Phone:
    phone = stage.phone("/#/rules/tag")
    expect(phone.button("Try it: first lesson")).to_be_enabled()
    return phone


@screen
def rules_of_clips(stage: Stage) -> Phone:
    phone = stage.phone(f"/#/rules/{CLIPS}")
    expect(phone.button("Try it: first lesson")).to_be_enabled()
    return phone


@screen
def parts(stage: Stage) -> Phone:
    phone = stage.phone("/#/parts")
    expect(phone.button("Toast")).to_be_visible()
    return phone


# -- TAG ------------------------------------------------------------------------------------------------------------


@screen
def tag_table(stage: Stage) -> Phone:
    match = stage.played("tag", "Ana", bots=["simple", "random", "simple"], options={"first": 0}, choices=7)
    phone = stage.at_table(match)
    phone.settle()
    return phone


@screen
def tag_card_chosen(stage: Stage) -> Phone:
    match = stage.played("tag", "Ana", "Bo", "Cy", options={"first": 0}, choices=0)
    phone = stage.at_table(match)
    expect(phone.button("Discard")).to_be_visible()
    phone.tap(hand(phone).last)
    expect(phone.button(re.compile("^Discard (?!pile)"))).to_be_visible()
    return phone


@screen
def tag_seat(stage: Stage) -> Phone:
    match = stage.played("tag", "Ana", bots=["simple", "simple"], options={"first": 0}, choices=0)
    phone = stage.at_table(match)
    expect(hand(phone).first).to_be_visible()
    phone.tap(phone.page.get_by_role("group", name="Players").get_by_role("button").first)
    expect(phone.page.get_by_role("dialog")).to_be_visible()
    return phone


@screen
def curtain(stage: Stage) -> Phone:
    phone = stage.at_table(stage.played("tag", "Ana", "Bo", choices=0), seats=2)
    expect(phone.button(re.compile("^I am "))).to_be_visible()
    return phone


@screen
def watcher(stage: Stage) -> Phone:
    match = stage.played("tag", "Ana", "Bo", "Cy", options={"first": 0}, choices=0)
    phone = stage.phone(f"/#/w/{match.table}/{match.watch_key}", "Zoe")
    expect(pile(phone, "Deck")).to_be_visible()
    return phone


@screen
def big_screen(stage: Stage) -> Phone:
    match = stage.played("tag", "Ana", "Bo", "Cy", "Di", options={"first": 0}, choices=0)
    phone = stage.phone(f"/#/big/{match.table}/{match.watch_key}", "Wall")
    expect(phone.page.get_by_role("img", name=re.compile("^Deck"))).to_be_visible()
    return phone


def sheet_of_menu(button: str, title: str) -> Screen:
    def show(stage: Stage) -> Phone:
        phone = stage.at_table(stage.played("tag", "Ana", bots=["random"], options={"first": 0}, choices=1))
        expect(hand(phone).first).to_be_visible()
        phone.tap("Menu")
        phone.tap(button)
        expect(phone.sheet(title)).to_be_visible()
        return phone

    return show


SCREENS["log"] = sheet_of_menu("What happened", "What happened")
SCREENS["talk"] = sheet_of_menu("Talk", "Talk")
SCREENS["host"] = sheet_of_menu("Players and table", "Players and table")


@screen
def menu(stage: Stage) -> Phone:
    phone = stage.at_table(stage.played("tag", "Ana", bots=["random"], options={"first": 0}, choices=1))
    expect(hand(phone).first).to_be_visible()
    phone.tap("Menu")
    phone.tap("Invite")
    return phone


@screen
def result(stage: Stage) -> Phone:
    phone = stage.at_table(stage.played("tag", "Ana", bots=["simple", "random"], options=SHORT))
    expect(phone.sheet("The end")).to_be_visible()
    return phone


@screen
def proof(stage: Stage) -> Phone:
    phone = result(stage)
    phone.tap("Check the deal")
    phone.tap("Check it now")
    expect(phone.text("The server finds")).to_be_visible()
    return phone


@screen
def replay_of_tag(stage: Stage) -> Phone:
    match = stage.played("tag", "Ana", bots=["simple", "random"], options=SHORT)
    phone = stage.phone(f"/#/replay/{match.table}/20/0")
    expect(phone.page.get_by_role("slider")).to_be_visible()
    return phone


# -- Can't Touch This -----------------------------------------------------------------------------------------------


def duel(stage: Stage, *, choices: int | None) -> Phone:
    options = {"first": 0, "card": "random"}
    return stage.at_table(stage.played(CLIPS, "Ana", "Bo", options=options, choices=choices), seats=1)


def alone(stage: Stage, *, choices: int | None) -> Phone:
    return stage.at_table(stage.played(CLIPS, "Ana", options={"card": "random"}, choices=choices))


@screen
def clips_bid(stage: Stage) -> Phone:
    match = stage.played(CLIPS, "Ana", "Bo", options={"first": 1, "card": "random"}, choices=0)
    phone = stage.at_table(match)
    expect(phone.button(re.compile("^Pass"))).to_be_visible()
    return phone


@screen
def clips_placing(stage: Stage) -> Phone:
    phone = alone(stage, choices=2)
    expect(places(phone).first).to_be_visible()
    phone.settle()
    return phone


@screen
def clips_chosen(stage: Stage) -> Phone:
    phone = clips_placing(stage)
    free = phone.page.get_by_role("button", name=re.compile(r"edge, (column|row) \d+$"))
    phone.tap(free.first)
    expect(phone.page.get_by_role("group", name="How deep?").get_by_role("button").first).to_be_enabled()
    return phone


@screen
def clips_symbols(stage: Stage) -> Phone:
    phone = alone(stage, choices=1)
    phone.tap(phone.button("Symbols").first)
    expect(phone.sheet("What symbols are worth")).to_be_visible()
    return phone


@screen
def clips_over(stage: Stage) -> Phone:
    phone = duel(stage, choices=None)
    expect(phone.sheet("The end")).to_be_visible()
    phone.close_sheet()
    expect(phone.button("Review")).to_be_visible()
    return phone


@screen
def clips_score_sheet(stage: Stage) -> Phone:
    phone = clips_over(stage)
    if phone.button("Score sheet").count():
        phone.tap("Score sheet")
        expect(phone.sheet("Score sheet")).to_be_visible()
    return phone


@screen
def clips_review(stage: Stage) -> Phone:
    phone = clips_over(stage)
    phone.tap("Review")
    expect(phone.button("End review").or_(phone.sheet("Review")).first).to_be_visible()
    return phone


@screen
def replay_of_clips(stage: Stage) -> Phone:
    match = stage.played(CLIPS, "Ana", "Bo", options={"first": 0, "card": "random"})
    phone = stage.phone(f"/#/replay/{match.table}/6")
    expect(phone.page.get_by_role("slider")).to_be_visible()
    return phone


# -- Point-a-Pile ---------------------------------------------------------------------------------------------------
AFTER_ROUND = ["A03", "A05", "A08", "A09", "A12", "A13"]
ACTIONS = {"wait_a_minute": True, "deck": AFTER_ROUND, "first": 0, "target": 99}
"""Only actions that are triggered after a round, so the first round ends with a window for everybody."""


def piles_with(stage: Stage, *names: str, **how: Any) -> Phone:
    return stage.at_table(stage.played(PILES, *names, **how))


def both_at_piles(stage: Stage, options: dict[str, Any]) -> tuple[Phone, Phone]:
    """Ana and Bo at a table, the first cards drawn."""
    match = stage.played(PILES, "Ana", "Bo", options={"first": 0, **options}, choices=0)
    other = stage.phones.new("Bo", **stage.how)
    hold(other, PILES, match.seats[1:])
    other.go(f"/#/table/{match.table}")
    phone = stage.at_table(match)
    expect(tray(phone).first).to_be_visible()
    return phone, other


def score_one_each(phone: Phone, other: Phone) -> None:
    phone.settle()
    lay_in_turn(phone)
    phone.tap(phone.button(DONE))
    for number, each in enumerate((phone, other)):
        each.settle()
        each.tap(piles(each).nth(number))


@screen
def rules_of_piles(stage: Stage) -> Phone:
    phone = stage.phone(f"/#/rules/{PILES}")
    expect(phone.button("Try it: first lesson")).to_be_enabled()
    return phone


@screen
def piles_layout(stage: Stage) -> Phone:
    phone = piles_with(stage, "Ana", bots=["greedy"] * 5, options={"first": 0}, choices=0)
    expect(tray(phone).first).to_be_visible()
    for number in (1, 2, 3, 2, 4):
        phone.page.keyboard.press(str(number))
    expect(tray(phone)).to_have_count(7)
    return phone


@screen
def piles_pointing(stage: Stage) -> Phone:
    people = ("Ana", "Bo", "Cy", "Di", "Ed", "Flo")
    phone = piles_with(stage, *people, options={**EXPANSIONS, "first": 0}, choices=24, seed=5)
    expect(own_row(phone)).to_be_visible()
    return phone


@screen
def piles_pointed(stage: Stage) -> Phone:
    phone = piles_with(stage, "Ana", "Bo", "Cy", "Di", options={"first": 0}, choices=1)
    phone.settle()
    phone.tap(piles(phone).first)
    expect(phone.text("Your finger is down").first).to_be_visible()
    return phone


@screen
def piles_split(stage: Stage) -> Phone:
    phone, other = both_at_piles(stage, {})
    phone.settle()
    lay_in_turn(phone, 1)
    phone.tap(phone.button(DONE))
    for each in (phone, other):
        each.settle()
        each.tap(piles(each).first)
    expect(phone.text("Split the pile.")).to_be_visible()
    return phone


@screen
def piles_window(stage: Stage) -> Phone:
    phone, other = both_at_piles(stage, ACTIONS)
    score_one_each(phone, other)
    expect(window(phone)).to_be_visible()
    return phone


@screen
def piles_row(stage: Stage) -> Phone:
    phone = piles_with(stage, "Ana", "Bo", "Cy", options={"first": 0}, choices=9)
    phone.tap(own_row(phone))
    expect(phone.sheet("Row of Ana")).to_be_visible()
    return phone


@screen
def piles_read(stage: Stage) -> Phone:
    phone = piles_with(stage, "Ana", "Bo", "Cy", options={**EXPANSIONS, "first": 0}, choices=1)
    phone.tap(phone.button(re.compile("^Read the cards")))
    expect(phone.sheet("On the table")).to_be_visible()
    return phone


@screen
def piles_over(stage: Stage) -> Phone:
    phone = piles_with(stage, "Ana", "Bo", "Cy", options={"round_limit": 2})
    expect(phone.sheet("The end")).to_be_visible()
    phone.close_sheet()
    return phone


@screen
def piles_watched(stage: Stage) -> Phone:
    match = stage.played(PILES, "Ana", "Bo", "Cy", "Di", options={"first": 0}, choices=1)
    phone = stage.phone(f"/#/w/{match.table}/{match.watch_key}", "Zoe")
    expect(piles(phone).first).to_be_visible()
    return phone


@screen
def replay_of_piles(stage: Stage) -> Phone:
    match = stage.played(PILES, "Ana", "Bo", "Cy", options={"round_limit": 2})
    phone = stage.phone(f"/#/replay/{match.table}/9")
    expect(phone.page.get_by_role("slider")).to_be_visible()
    return phone


# -- Tactile Crane --------------------------------------------------------------------------------------------------


def crane(stage: Stage, *, first: int, choices: int | None, players: int = 2, bots: int = 0) -> Phone:
    """Ana at a table where people have made so many choices; the challenger is Ana (0) or Bo (1)."""
    names = ("Ana", "Bo", "Cy", "Di", "Ed", "Flo")[:players]
    how: dict[str, Any] = {"options": {"first": first}, "bots": ["easy"] * bots, "choices": choices, "seed": 4}
    return stage.at_table(stage.played(CRANE, *names, **how))


@screen
def rules_of_crane(stage: Stage) -> Phone:
    phone = stage.phone(f"/#/rules/{CRANE}")
    expect(phone.button("Try it: first lesson")).to_be_enabled()
    return phone


@screen
def crane_eyes(stage: Stage) -> Phone:
    phone = crane(stage, first=0, choices=0, players=4)
    expect(phone.button("Close your eyes")).to_be_visible()
    return phone


@screen
def crane_waiting_in_the_dark(stage: Stage) -> Phone:
    phone = crane(stage, first=0, choices=1, players=3)
    expect(phone.text("The others are betting.")).to_be_visible()
    return phone


@screen
def crane_dark(stage: Stage) -> Phone:
    phone = crane(stage, first=0, choices=2)
    expect(slider(phone)).to_be_visible()
    return phone


@screen
def crane_held(stage: Stage) -> Phone:
    phone = crane(stage, first=0, choices=3)
    expect(phone.button("Lift!")).to_be_visible()
    return phone


@screen
def crane_voices(stage: Stage) -> Phone:
    phone = crane_dark(stage)
    phone.tap("Voices")
    expect(phone.sheet("Voices")).to_be_visible()
    return phone


@screen
def crane_bets(stage: Stage) -> Phone:
    phone = crane(stage, first=1, choices=1, players=6)
    expect(bet(phone, "JUST")).to_be_visible()
    return phone


@screen
def crane_calls(stage: Stage) -> Phone:
    phone = crane(stage, first=1, choices=3)
    expect(phone.page.get_by_role("img", name=re.compile("^From your side"))).to_be_visible()
    return phone


@screen
def crane_calls_of_six(stage: Stage) -> Phone:
    phone = crane(stage, first=1, choices=7, players=6)
    expect(phone.page.get_by_role("img", name=re.compile("^From your side"))).to_be_visible()
    phone.tap("In your own words")
    return phone


@screen
def crane_counted(stage: Stage) -> Phone:
    phone = crane_held(stage)
    phone.settle()
    phone.tap("Lift!")
    expect(phone.button("Go on")).to_be_visible()
    return phone


@screen
def crane_player(stage: Stage) -> Phone:
    phone = crane_eyes(stage)
    phone.tap(phone.page.get_by_role("group", name="Players").get_by_role("button").first)
    expect(phone.page.get_by_role("dialog")).to_be_visible()
    return phone


@screen
def crane_big_screen(stage: Stage) -> Phone:
    match = stage.played(CRANE, "Ana", "Bo", "Cy", "Di", options={"first": 1}, choices=5, seed=4)
    phone = stage.phone(f"/#/big/{match.table}/{match.watch_key}", "Wall")
    expect(phone.page.get_by_role("img", name=re.compile("^Card: grab"))).to_be_visible()
    return phone


@screen
def replay_of_crane(stage: Stage) -> Phone:
    match = stage.played(CRANE, "Ana", bots=["easy", "medium"], options={"first": 1})
    phone = stage.phone(f"/#/replay/{match.table}/12/0")
    expect(phone.page.get_by_role("slider")).to_be_visible()
    return phone
