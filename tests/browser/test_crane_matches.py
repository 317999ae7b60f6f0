"""Whole matches of Tactile Crane, on phones."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.phones import DESKTOP, Phone, Phones, again_until
from tests.browser.playing import LONGEST_MATCH, in_turn, play_out
from tests.browser.playing_crane import (
    CRANE,
    SURE,
    CranePlayer,
    KeyboardCranePlayer,
    SlidingCranePlayer,
    close_eyes,
    dark,
    seated,
    slider,
)

WON = re.compile("win")
EVERY_CHOICE = {"eyes", "grab", "lift", "go on", "bet"}


def pinches(phone: Phone) -> list[int]:
    return [message["action"]["pinch"] for message in phone.acts() if message["action"]["type"] == "Grab"]


def lifts(phone: Phone) -> int:
    return sum(message["action"]["type"] == "Lift" for message in phone.acts())


def test_two_people_play_a_whole_match_squeezing_with_two_fingers(phones: Phones) -> None:
    everybody = seated(phones, "Ana", "Bo")
    players = [CranePlayer(phone) for phone in everybody]
    play_out(players)
    for player in players:
        expect(player.phone.sheet("The end").locator("li")).to_have_count(2)
        expect(player.phone.text(WON).first).to_be_visible()
        assert player.choices >= EVERY_CHOICE | {"call"}
        assert all(0 < each < 1000 for each in pinches(player.phone))
        assert pinches(player.phone)


def test_four_people_play_a_whole_match(phones: Phones) -> None:
    everybody = seated(phones, "Ana", "Bo", "Cy", "Di", options={"leftovers": "challenger"})
    kinds = (CranePlayer, SlidingCranePlayer, CranePlayer, SlidingCranePlayer)
    aims = (1.0, 1.0, 0.6, 1.5)
    players = [kind(phone, aim=aim) for kind, phone, aim in zip(kinds, everybody, aims, strict=True)]
    play_out(players)
    for player in players:
        expect(player.phone.sheet("The end").locator("li")).to_have_count(4)
        assert player.choices >= EVERY_CHOICE | {"jackpot"}


def test_a_bundle_is_squeezed_by_arrows(phones: Phones) -> None:
    """Whole matches by keys are played in test_by_ear.py, which squeezes by digits."""
    options = {"first": 0, "hand": SURE}
    phone = phones.at_new_table(CRANE, bots=["naive"], options=options, size=DESKTOP, has_touch=False)
    phone.tap("Start")
    again_until(lambda: pinches(phone), KeyboardCranePlayer(phone).choose)
    assert 0 < pinches(phone)[0] < 1000
    assert phone.taps == 1, "only to start"


def test_the_practice_hand_is_the_first_lesson_of_the_rules_page(phones: Phones) -> None:
    phone = phones.new("Ana").go(f"/#/rules/{CRANE}")
    phone.tap("How 8 cards feel")
    phone.tap("Try it: first lesson")
    expect(phone.text("You are the challenger. Look at the card")).to_be_visible()
    expect(phone.button("Close your eyes")).to_be_visible()
    close_eyes(phone)
    expect(slider(phone)).to_be_visible()
    expect(dark(phone).get_by_role("img", name="Grabs left: twelve")).to_be_visible()
    player = CranePlayer(phone)
    again_until(lambda: lifts(phone) == 2, in_turn([player]), seconds=LONGEST_MATCH)
    assert player.choices >= EVERY_CHOICE, "turn after turn, also as the audience"


@pytest.mark.parametrize(
    ("language", "try_it", "turn", "flipped"),
    [
        ("en", "Try it: first lesson", "Turn 1", "You flip"),
        ("ja", "レッスンで遊んでみる", "1手番目", "あなたがめくったのは"),
    ],
)
def test_the_hint_of_the_lesson_hides_nothing_on_a_small_phone(
    phones: Phones, language: str, try_it: str, turn: str, flipped: str
) -> None:
    phone = phones.new("Ana", language=language).go(f"/#/rules/{CRANE}")
    phone.tap(try_it)
    expect(phone.page.get_by_text(turn, exact=True)).to_be_in_viewport(ratio=1)
    expect(phone.page.get_by_role("button").filter(has_text=flipped)).to_be_in_viewport(ratio=1)
