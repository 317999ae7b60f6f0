"""Whole matches of Point-a-Pile, on phones: people against each other and against bots, by fingers."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.phones import Phones, code_of
from tests.browser.playing import play_out
from tests.browser.playing_piles import (
    EXPANSIONS,
    GAME,
    SHORT,
    TWO_ROUNDS,
    DraggingPilePlayer,
    PilePlayer,
)

SOMEBODY_WINS = re.compile("win")


@pytest.mark.parametrize(
    ("names", "options"),
    [
        (("Bo", "Cy"), TWO_ROUNDS),
        (("Bo", "Cy", "Di"), SHORT),
        (("Bo", "Cy"), TWO_ROUNDS | EXPANSIONS),
        (("Bo", "Cy", "Di"), SHORT | EXPANSIONS),
    ],
    ids=["three, base", "four, base", "three, all expansions", "four, all expansions"],
)
def test_people_play_a_whole_match_by_taps(phones: Phones, names: tuple[str, ...], options: dict[str, object]) -> None:
    host = phones.at_new_table(GAME, "Ana", options=options)
    code = code_of(host)
    everybody = [host, *[phones.join(code, name) for name in names]]
    expect(host.page.get_by_text(names[-1], exact=True)).to_be_visible()
    host.tap("Start")
    play_out([PilePlayer(phone, luck=luck) for luck, phone in enumerate(everybody)])
    for phone in everybody:
        expect(phone.sheet("The end").get_by_text(SOMEBODY_WINS).first).to_be_visible()
        assert any(act["action"]["type"] in ("Point", "PointAtEmptySpace") for act in phone.acts())
    results = {tuple(sorted(phone.sheet("The end").locator("li").all_inner_texts())) for phone in everybody}
    assert len(results) == 1, "all see the same points"


def test_one_person_plays_bots_by_drags(phones: Phones) -> None:
    phone = phones.at_new_table(GAME, options={**SHORT, "first": 0}, bots=["easy", "greedy"], has_motion=True)
    phone.tap("Start")
    play_out([DraggingPilePlayer(phone)])
    laid = [act["action"] for act in phone.acts() if act["action"]["type"] == "LayOut"]
    assert laid, "the cards were dragged into piles"
    assert len(laid[0]["piles"]) == 2
