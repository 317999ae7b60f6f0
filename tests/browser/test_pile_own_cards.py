"""Cards that a table of Point-a-Pile has brought along are called by their names wherever the page tells of them."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.phones import Phones
from tests.browser.pile_situations import cards_of
from tests.browser.playing_piles import GAME
from tests.browser.screens import Stage

DECK = cards_of("colour_stop", "wait_a_minute", 12)
OPTIONS = {"wait_a_minute": True, "deck": DECK, "first": 0, "target": 99}
ID = re.compile(r"\bX\d\d\b")
NAMES = {
    "en": re.compile("(red|green|blue|purple) action: discard a colour from the piles"),
    "ja": re.compile("[赤緑青紫].*アクション"),
}
MENU_AND_LOG = {"en": ("Menu", "What happened"), "ja": ("メニュー", "これまで")}
DRAWN = re.compile("^Ana draws (red|green|blue|purple) action:")
EVENT = re.compile(r"\b(CardDrawn|PileLies|PileScored)\b")


@pytest.mark.parametrize("language", NAMES)
def test_the_log_names_cards_that_the_table_brought_along(phones: Phones, language: str) -> None:
    stage = Stage(phones, {"language": language})
    match = stage.played(GAME, "Ana", "Bo", options=OPTIONS, choices=4)
    phone = stage.at_table(match)
    for button in MENU_AND_LOG[language]:
        phone.tap(button)
    log = phone.page.get_by_role("dialog")
    expect(log.get_by_text(NAMES[language]).first).to_be_visible()
    told = log.inner_text()
    assert not ID.search(told), "nobody sees an id"
    assert not EVENT.search(told), "every event has its sentence"


@pytest.mark.parametrize("where", ["w", "big"])
def test_those_who_look_on_read_the_names_too(phones: Phones, where: str) -> None:
    match = Stage(phones, {}).played(GAME, "Ana", "Bo", options=OPTIONS, choices=0)
    watcher = phones.new("Zoe").go(f"/#/{where}/{match.table}/{match.watch_key}")
    expect(watcher.text(DRAWN).first).to_be_visible()


def test_a_replay_names_them_too(phones: Phones) -> None:
    match = Stage(phones, {}).played(GAME, "Ana", "Bo", options={**OPTIONS, "round_limit": 1})
    phone = phones.new("Zoe").go(f"/#/replay/{match.table}/1")
    expect(phone.text(DRAWN)).to_be_visible()


def test_own_cards_are_given_in_the_lobby_and_what_is_wrong_with_one_is_said(phones: Phones) -> None:
    phone = phones.at_new_table("point_a_pile", bots=["random"])
    phone.tap(re.compile("^Options of the game"))
    sheet = phone.sheet("Options of the game")
    phone.tap(sheet.get_by_text("Cards of your own", exact=True).first)
    field = sheet.get_by_role("textbox", name="Cards of your own")
    field.fill("B01\nB02\nB03\nX1,base,colour_match,2,,,blue")
    expect(phone.text("4 cards in the deck.")).to_be_visible()
    expect(phone.aloud.filter(has_text="4 cards in the deck.")).to_have_count(1)
    phone.tap("Save")
    expect(phone.toast("The card X1 lacks its of_colour")).to_be_visible()
    field.fill("B01\nB02\nB03\nX1,base,colour_match,2,,red,blue")
    phone.tap("Save")
    expect(sheet).to_have_count(0)
    expect(phone.toast("lacks")).to_have_count(0)
    expect(phone.text("Cards of your own").first).to_be_visible()
