"""Whole matches of TAG, on phones."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.phones import Phones, again_until, code_of
from tests.browser.playing import play_out
from tests.browser.playing_tag import LETTERS, SHORT, DraggingTagPlayer, KeyboardTagPlayer, TagPlayer

SOMEBODY_WINS = re.compile("win")


def test_three_people_play_a_whole_match_by_taps(phones: Phones) -> None:
    host = phones.at_new_table("tag", "Ana", options=SHORT)
    code = code_of(host)
    others = [phones.join(code, "Bo"), phones.join(code, "Cy")]
    expect(host.page.get_by_text("Cy", exact=True)).to_be_visible()
    host.tap("Start")
    everybody = [host, *others]
    players = [TagPlayer(phone) for phone in everybody]
    play_out(players)
    for phone in everybody:
        expect(phone.sheet("The end").locator("li")).to_have_count(3)
        expect(phone.sheet("The end").get_by_text(SOMEBODY_WINS).first).to_be_visible()
        assert phone.acts(), f"{phone.name} has chosen something"
    results = {tuple(sorted(phone.sheet("The end").locator("li").all_inner_texts())) for phone in everybody}
    assert len(results) == 1, "all see the same points"


def test_one_person_plays_bots_by_taps(phones: Phones) -> None:
    phone = phones.at_new_table("tag", options=SHORT, bots=["simple", "random"])
    phone.tap("Start")
    play_out([TagPlayer(phone)])
    expect(phone.sheet("The end").get_by_text(SOMEBODY_WINS).first).to_be_visible()


def test_one_person_plays_a_bot_by_drags(phones: Phones) -> None:
    phone = phones.at_new_table("tag", options=SHORT, bots=["random"], has_motion=True)
    phone.tap("Start")
    play_out([DraggingTagPlayer(phone)])
    assert {act["action"]["type"] for act in phone.acts()} & {"Play", "Discard"}


@pytest.mark.parametrize("how", [TagPlayer, DraggingTagPlayer, KeyboardTagPlayer])
def test_cards_are_drawn_played_and_discarded(phones: Phones, how: type[TagPlayer]) -> None:
    """Short matches can go by without a choice of where to draw from; with letters alone it comes soon."""
    phone = phones.at_new_table("tag", bots=["random"], options={"first": 0, "deck": LETTERS})
    phone.tap("Start")
    again_until(
        lambda: {act["action"]["type"] for act in phone.acts()} >= {"Draw", "Play", "Discard"},
        how(phone).choose,
        seconds=40,
    )
