"""Whole matches of Tactile Crane, on phones."""

import re

from playwright.sync_api import expect

from tests.browser.phones import DESKTOP, Phone, Phones, again_until
from tests.browser.playing import play_out
from tests.browser.playing_crane import (
    CRANE,
    SURE,
    CranePlayer,
    KeyboardCranePlayer,
    SlidingCranePlayer,
    seated,
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
