"""One phone that is passed around: a curtain between the hands."""

import re

from playwright.sync_api import expect

from tests.browser.phones import Phone, Phones, again_until, names
from tests.browser.playing_clips import ClipPlayer
from tests.browser.playing_tag import LETTERS, TagPlayer, cards, hand
from tests.browser.test_start import game_card

CURTAIN = re.compile("^I am ")


def take_phone(phone: Phone) -> str:
    """Whoever is called takes the phone; their name."""
    curtain = phone.button(CURTAIN)
    expect(curtain).to_be_visible()
    assert hand(phone).count() == 0, "no hand is seen while the phone changes hands"
    name = curtain.inner_text().removeprefix("I am ")
    phone.settle()
    phone.tap(curtain)
    expect(hand(phone).first.or_(phone.page.get_by_role("group", name="Players").first).first).to_be_visible()
    return name


def test_hands_stay_apart_when_the_phone_is_passed(phones: Phones) -> None:
    phone = phones.at_new_table("tag", "Ana", also_here=["Bo"], options={"first": 0, "deck": LETTERS})
    phone.tap("Start")
    seen: dict[str, list[str]] = {}
    player = TagPlayer(phone)
    for name in ("Ana", "Bo", "Ana"):
        assert take_phone(phone) == name
        if name in seen:
            assert cards(phone)[: len(seen[name])] == seen[name], "back to one's own hand, as one left it"
        held: list[str] = []

        def choose(held: list[str] = held) -> None:
            now = cards(phone)
            held[:] = now if len(now) == 4 else held
            player.choose()

        again_until(phone.button(CURTAIN).is_visible, choose)
        held.remove(next(act["action"]["kind"] for act in reversed(phone.acts()) if "kind" in act["action"]))
        seen[name] = held


def test_a_match_that_lies_open_needs_no_curtain_and_nobody_changes_sides(phones: Phones) -> None:
    phone = phones.at_new_table("cant_touch_this", "Ana", also_here=["Bo"], options={"clips_each": 2})
    phone.tap("Start")
    sides, curtains = set(), 0
    player = ClipPlayer(phone, raises=0)
    plates = phone.page.get_by_role("group", name="Players").get_by_role("button", name=re.compile("^(Ana|Bo):"))

    def choose() -> None:
        nonlocal curtains
        curtains += phone.button(CURTAIN).count()
        sides.add(tuple(name.partition(":")[0] for name in names(plates)))
        player.choose()

    again_until(lambda: phone.is_over, choose, seconds=40)
    assert curtains == 0
    assert sides - {()} == {("Ana", "Bo")}


def test_the_first_hand_is_covered_and_each_sees_their_own(phones: Phones) -> None:
    phone = phones.new("Ana").go()
    phone.tap(game_card(phone, "tag").get_by_role("button", name="With friends"))
    phone.page.get_by_role("switch", name=re.compile("Pass one phone around")).check()
    phone.page.get_by_label("Player 2").fill("Bo")
    phone.tap("Play")
    expect(phone.button(CURTAIN)).to_be_visible()
    assert hand(phone).count() == 0
    phone.settle()
    phone.tap(CURTAIN)
    expect(hand(phone).first).to_be_visible()
    assert len(cards(phone)) >= 3
    assert len(phone.held_games()[0]["seats"]) == 2


def test_who_is_added_in_the_lobby_has_time_to_take_the_phone(phones: Phones) -> None:
    phone = phones.at_new_table("tag", "Ana")
    phone.tap("Add a player on this phone")
    options = phone.button(re.compile("^Options of the game.*1 changed"))
    expect(options).to_be_visible()
    phone.tap(options)
    seconds = phone.page.get_by_label("Seconds until a Gool answer is shown").input_value()
    assert int(seconds) >= 10
