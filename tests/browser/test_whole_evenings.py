"""Four friends, a television and a watcher through whole evenings, people only: nobody is lost, nobody is there twice,
and the score is right.

`make soak` plays all four games, by fingers; in `make test` matches go over the wire, and there are fewer of them.
"""

import os

import pytest
from playwright.sync_api import expect

from tests.browser.evenings import Evening
from tests.browser.phones import Phones
from tests.browser.playing_tag import hand
from tests.browser.test_leaving import leave

FRIENDS = ("Anna", "Ben", "Clara", "Dmitri")
IS_SOAK = os.environ.get("TOUCHWOOD_SOAK") == "1"


@pytest.mark.soak
def test_two_evenings_of_four_friends(phones: Phones) -> None:
    evening = Evening(phones, FRIENDS)
    the_first_evening(evening)
    the_second_evening(evening)


def the_first_evening(evening: Evening) -> None:
    """Of all games; one closes the page and comes by the code on the television, one says no and comes after all."""
    evening.begin("tag", *FRIENDS)
    evening.play(is_by_fingers=IS_SOAK)
    if IS_SOAK:
        evening.go_on("point_a_pile", asks="Ben", by_code="Dmitri")
        evening.play(is_by_fingers=IS_SOAK)
        evening.go_on("tactile_crane", asks="Dmitri")
        evening.play(is_by_fingers=IS_SOAK)
    evening.go_on("cant_touch_this", asks="Clara", by_code="Anna", declines="Ben")
    evening.play("Anna", "Clara", is_by_fingers=IS_SOAK)


def the_second_evening(evening: Evening) -> None:
    """A new table on the same phones, but for Ben's; Clara leaves by mistake, and Dmitri comes when the match is on."""
    evening.begin("tag", *FRIENDS[:3])
    evening.start()
    evening.of["Ben"].go()
    new, dmitri = (evening.phones.new(name).go(f"/t/{evening.code}") for name in ("Ben", "Dmitri"))
    new.tap("I sit here already, on another phone")
    for name in ("Anna", "Clara"):
        evening.of[name].tap("That is Ben")
    expect(hand(new).first).to_be_visible()
    lost, evening.of["Ben"] = evening.of["Ben"], new
    leave(evening.of["Clara"])
    evening.of["Clara"].tap("Sit down again")
    expect(hand(evening.of["Clara"]).first).to_be_visible()
    expect(evening.of["Clara"].sheet("While you were away")).to_be_visible()
    evening.of["Clara"].close_sheet()
    expect(dmitri.text("All seats are taken. Wait until somebody leaves, or watch.").first).to_be_visible()
    evening.play_on(is_by_fingers=IS_SOAK)
    lost.page.get_by_text("Go on").first.click()
    expect(lost.toast("Your seat is on another phone now.")).to_be_visible()
    evening.go_on("tactile_crane" if IS_SOAK else "point_a_pile", asks="Ben")
    dmitri.tap("Look again")
    dmitri.tap("Sit down")
    evening.of["Dmitri"] = dmitri
    evening.here.append("Dmitri")
    evening.expect_seated()
    evening.play(is_by_fingers=IS_SOAK)
