"""Whole matches of Can't Touch This, on phones: both editions, alone, against a bot, by fingers and by keys."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.phones import PATIENCE, Phones, again_until, code_of
from tests.browser.playing import play_out
from tests.browser.playing_clips import ClipPlayer, DraggingClipPlayer, KeyboardClipPlayer

GAME = "cant_touch_this"
SOMEBODY_WINS = re.compile("win")


@pytest.mark.parametrize("edition", [1, 2])
def test_two_people_play_a_whole_match(phones: Phones, edition: int) -> None:
    """One taps, the other drags."""
    host = phones.at_new_table(GAME, "Ana", options={"edition": edition})
    other = phones.join(code_of(host), "Bo", has_motion=True)
    expect(host.page.get_by_text("Bo", exact=True)).to_be_visible()
    host.tap("Start")
    play_out([ClipPlayer(host), DraggingClipPlayer(other, raises=0)])
    for phone in (host, other):
        expect(phone.sheet("The end").get_by_text(SOMEBODY_WINS).first).to_be_visible()
        clips = [act for act in phone.acts() if act["action"]["type"] == "PlaceClip"]
        assert len(clips) == 3, "each set three clips, and none twice"
    points = {tuple(sorted(phone.sheet("The end").locator("li").all_inner_texts())) for phone in (host, other)}
    assert len(points) == 1, "both see the same points"


def test_one_person_plays_a_bot_by_drags(phones: Phones) -> None:
    phone = phones.at_new_table(GAME, options={"clips_each": 2}, bots=["easy"], has_motion=True)
    phone.tap("Start")
    play_out([DraggingClipPlayer(phone)])
    expect(phone.sheet("The end").get_by_text(SOMEBODY_WINS).first).to_be_visible()


def test_alone_by_taps_with_best_possible_and_rating(phones: Phones) -> None:
    phone = phones.at_new_table(GAME)
    phone.tap("Start")
    play_out([ClipPlayer(phone)])
    assert len(phone.acts()) >= 6, "alone one has the clips of both"
    phone.close_sheet()
    # On a new machine the solver is compiled first.
    expect(phone.text(re.compile(r"\d+ of \d+ possible"))).to_be_visible(timeout=2 * PATIENCE)


def test_a_clip_is_set_by_arrows_and_digits(phones: Phones) -> None:
    """Whole matches by keys are played in test_by_ear.py, which names places instead of walking to them."""
    phone = phones.at_new_table(GAME, has_touch=False)
    phone.tap("Start")
    again_until(
        lambda: any(act["action"]["type"] == "PlaceClip" for act in phone.acts()), KeyboardClipPlayer(phone).choose
    )
    assert phone.taps == 1, "only to start"
