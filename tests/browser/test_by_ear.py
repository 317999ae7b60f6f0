"""Whole matches of all games by keyboard and ear: what is decided is decided from the accessibility tree and from what
is said, and nothing else. On the way: the focus is never on nothing, everything of one's own stream is told once,
nothing is said in the dark that eyes would have to read, and a move takes a few keys."""

import re
from collections import Counter
from typing import Any

import pytest

from tests.browser.listening import (
    WAYS,
    WRITTEN_DOWN,
    Listener,
    covered,
    events_sent_to,
    play_listening,
)
from tests.browser.phones import DESKTOP, Phones, again_until
from tests.browser.playing_crane import SURE
from tests.browser.playing_tag import SHORT as SHORT_TAG

MOST_KEYS = 4
MOST_FRAMES_LOST = 3
"""Whoever hears does not notice so short a time."""
TABLES: dict[str, dict[str, Any]] = {
    "tag": {"bots": ["random"], "options": {**SHORT_TAG, "first": 0}},
    "cant_touch_this": {"bots": ["random"], "options": {"clips_each": 2}},
    "point_a_pile": {"bots": ["greedy", "greedy"], "options": {"round_limit": 1, "first": 0}},
    "tactile_crane": {"bots": ["naive"], "options": {"first": 0, "hand": SURE}},
}
COACHED = r"from \d+% to \d+%|was better by|No choice was clearly worse"
REVIEWED = {
    "tag": COACHED,
    "cant_touch_this": "The whole match",
    "point_a_pile": r"choices? judged",
    "tactile_crane": COACHED,
}
"""What a review begins with when it is read out."""
HIDDEN = {
    "tag": re.compile(r"Random (?:is dealt|draws) (?!a card|\d+ cards?|from)"),
    "tactile_crane": re.compile(r"Naive (?:bets )?(?:HIGH|JUST|LOW)"),
}
"""What nobody may say while it is hidden: cards of others, how they bet. Clips hide nothing, and of where others point
the page is told nothing before it is shown (tests/server/test_secrets.py)."""
ASKED_IN_SECRET = re.compile("The match begins|You close your eyes")
SHOWN = re.compile("You lift the bundle|Naive lifts")
"""From here on it may be said what was chosen in secret, until something is asked anew."""
RESULT = re.compile(r"(win|wins|share the win)[.!] .*Ana: -?\d+ points?")
"""How it ended is read out, with everybody's points."""
KEPT = {"pace": "quick", "speech": "reader"}


BY_KEYS = [pytest.param(game, False, id=f"{game}-keys") for game in TABLES]
BY_TAB = [pytest.param(game, True, id=f"{game}-tab_and_enter") for game in TABLES]


@pytest.mark.parametrize(("game", "by_tab"), [*BY_KEYS, *BY_TAB])
def test_a_whole_match_by_ear(phones: Phones, game: str, by_tab: bool) -> None:
    phone = phones.at_new_table(
        game, size=DESKTOP, has_touch=False, settings={**KEPT, "scanning": by_tab}, **TABLES[game]
    )
    phone.context.add_init_script(WRITTEN_DOWN)
    phone.page.reload()
    listener = Listener(phone, by_tab)
    again_until(lambda: listener.here().name == "Start", listener.pause)
    listener.press("Enter")
    if not by_tab:
        ask_the_five(listener)
        listener.keys.clear()
    play_listening(listener, WAYS[game])

    again_until(lambda: any(RESULT.search(text) for text in listener.said()), listener.pause)
    # What is sent last is told last.
    again_until(lambda: set(covered(listener.heard())) >= set(events_sent_to(phone)), listener.pause)
    heard = listener.heard()
    assert listener.lost == [], "the focus was on nothing"
    assert listener.longest_lost() <= MOST_FRAMES_LOST
    assert phone.taps == 0
    told = Counter(covered(heard))
    assert sorted(told) == events_sent_to(phone), "everything that came is told, and nothing else"
    assert set(told.values()) == {1}, f"told more than once: {told.most_common(3)}"
    assert all(each["isReachable"] and each["isOurs"] for each in heard), "somebody else speaks, or nobody can hear it"
    result = next(place for place, each in enumerate(heard) if RESULT.search(each["text"]))
    after = [each["text"] for each in heard[result + 1 :] if each["covers"]]
    assert not after, "the result comes last, not before what led to it"
    # The card was flipped before the eyes were closed; its number may be said to the end.
    in_the_dark = [re.sub(r"You flip \d+", "", each["text"]) for each in heard if each["isDark"]]
    assert not [text for text in in_the_dark if re.search(r"\d", text)]
    if game in HIDDEN:
        assert not [text for text in told_too_early(listener.said()) if HIDDEN[game].search(text)]
    if not by_tab:
        assert max(listener.moves) <= MOST_KEYS, listener.moves
        assert set(listener.keys) <= {"Enter", *"0123456789nesw"}
    look_back(listener, REVIEWED[game])
    assert not by_tab or set(listener.keys) == {"Tab", "Enter"}


def told_too_early(said: list[str]) -> list[str]:
    """What was said while choices in secret were still made."""
    early, is_hidden = [], False
    for text in said:
        if ASKED_IN_SECRET.search(text):
            is_hidden = True
        if SHOWN.search(text):
            is_hidden = False
        if is_hidden:
            early.append(text)
    return early


def test_what_is_told_too_early_is_found() -> None:
    said = ["You close your eyes.", "The bets: Naive JUST.", "You lift the bundle.", "The bets: Naive JUST."]
    assert [text for text in told_too_early(said) if HIDDEN["tactile_crane"].search(text)] == said[1:2]
    assert HIDDEN["tag"].search("Random draws Gool from the deck.")
    assert not HIDDEN["tag"].search("Random is dealt a card.")


def ask_the_five(listener: Listener) -> None:
    """Wherever the focus is, five keys tell where one stands; a sixth one tells the keys."""
    again_until(lambda: listener.said() and listener.here().can_be_pressed, listener.pause)
    where = listener.here()
    for key in "qmtlp":
        assert "Nothing to tell" not in told_by(listener, key), key
    listener.press("?")
    again_until(lambda: any(each.role == "dialog" and each.name == "Keys" for each in listener.tree()), listener.pause)
    listener.press("Escape")
    # The sheet gives the focus back.
    again_until(lambda: listener.here().name == where.name, listener.pause)


def told_by(listener: Listener, key: str) -> str:
    before = len(listener.said())
    listener.press(key)
    again_until(lambda: len(listener.said()) > before, listener.pause)
    return listener.said()[-1]


def look_back(listener: Listener, told: str) -> None:
    listener.reach("^Review$")
    listener.press("Enter")
    again_until(lambda: any(re.search(told, text) for text in listener.said()), listener.pause)
