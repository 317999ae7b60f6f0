"""Whole matches of all games by keyboard and ear: what is decided is decided from the accessibility tree and from what
is said, and nothing else. On the way: the focus is never on nothing, everything of one's own stream is told once,
nothing is said in the dark that eyes would have to read, and a move takes a few keys."""

import json
import re
from collections import Counter
from typing import Any

import pytest

from tests.browser.listening import (
    WAYS,
    WRITTEN_DOWN,
    Listener,
    Secret,
    covered,
    events_sent_to,
    kinds_sent_to,
    met_too_early,
    play_listening,
    told_too_early,
)
from tests.browser.phones import DESKTOP, Phone, Phones, again_until
from tests.browser.playing_crane import SURE
from tests.browser.playing_tag import SHORT as SHORT_TAG
from tests.browser.wired import review_of
from touchwood.testing.catalogues import oddities

MOST_KEYS = 4
MOST_FRAMES_LOST = 3
"""Whoever hears does not notice so short a time."""
TABLES: dict[str, dict[str, Any]] = {
    "tag": {"bots": ["random"], "options": {**SHORT_TAG, "first": 0}},
    "cant_touch_this": {"bots": ["random"], "options": {"clips_each": 2}},
    "point_a_pile": {"bots": ["greedy", "greedy"], "options": {"round_limit": 1, "first": 0}},
    "tactile_crane": {"bots": ["naive"], "options": {"first": 0, "hand": SURE}},
}
COACHED = r"from \d+% to \d+%|Better by|No choice was clearly worse"
REVIEWED = {
    "tag": COACHED,
    "cant_touch_this": "The whole match",
    "point_a_pile": r"choices? judged",
    "tactile_crane": COACHED,
}
"""What a review begins with when it is read out."""
HIDDEN = {
    "tag": Secret(re.compile(r"Random (?:is dealt|draws) (?!a card|\d+ cards?|from)")),
    "tactile_crane": Secret(
        re.compile(r"Naive(?: bets| has bet|: .*has bet)? (?:HIGH|JUST|LOW)"),
        begins=frozenset({"EyesClosed"}),
        ends=frozenset({"BetsOpened", "BetsRevealed"}),
    ),
    "point_a_pile": Secret(
        re.compile(r"Greedy(?: 2)? (?:points )?at (?:pile|empty|nothing)|Pointing here: .*Greedy"),
        begins=frozenset({"PilesLaid", "PileSplit"}),
        ends=frozenset({"PileShown", "EmptySpaceShown", "NoFingerShown"}),
    ),
}
"""Cards of others, how they bet, where they point. Clips hide nothing: all at the table know all there is
(rule 8.2, tests/cant_touch_this/test_ctt_8_table.py). What is to be remembered is in test_eyes_and_hands.py."""
CLIP = r"a clip at the \w+ edge, (?:column|row) \d+, \d deep"
TOLD = {
    "tag": [r"You (?:play|discard) \w+", r"Random (?:plays|discards) \w+"],
    "cant_touch_this": [f"You set {CLIP}", f"Random sets {CLIP}"],
    "point_a_pile": [r" on pile 2\. Next: ", r"Greedy(?: points)? at (?:pile \d|empty space)"],
    "tactile_crane": [r"It feels ", r"The bets: .*Naive (?:HIGH|JUST|LOW)"],
}
"""What is also drawn, and must be heard: where each thing went, and whose it is."""
ENDS = {"tag": "GameEnded", "cant_touch_this": "DuelWon", "point_a_pile": "GameEnded", "tactile_crane": "GameEnded"}
"""Who has won; all else is told before that is counted."""
SCORES = re.compile(r"(?:Ana|You): \d+ (?:point|card)s?.*(?:Random|Greedy|Naive).*: \d+ (?:point|card)s?")
WON = re.compile(r"\b(?:wins?[.!:]|share the win)|Winning:")
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
    assert [text for text in listener.said() if WON.search(text)] == [heard[result]["text"]], "who has won is said once"
    rounds = [int(number) for text in listener.said() for number in re.findall(r"\bRound (\d+):", text)]
    assert max(rounds, default=0) <= TABLES[game]["options"].get("round_limit", 0), "only rounds that are played"
    counted = next(place for place, each in enumerate(heard) if each["text"].startswith("All is counted now."))
    last = max(k for k, kind in kinds_sent_to(phone.received).items() if kind == ENDS[game])
    assert all(k >= last for each in heard[counted + 1 :] for k in each["covers"]), "first what led to the end"
    # The card was flipped before the eyes were closed; its number may be said to the end.
    in_the_dark = [re.sub(r"You flip \d+", "", each["text"]) for each in heard if each["isDark"]]
    assert not [text for text in in_the_dark if re.search(r"\d", text)]
    for sentence, times in refusals(phone).items():
        assert listener.said().count(sentence) == times, f"said as often as it was refused: {sentence}"
    for sentence in TOLD[game]:
        assert any(re.search(sentence, text) for text in listener.said()), sentence
    if game in HIDDEN:
        assert told_too_early(heard, HIDDEN[game], kinds_sent_to(phone.received)) == []
        assert met_too_early(listener, HIDDEN[game]) == []
    assert [(odd, text) for text in (*listener.said(), *names_met(listener)) for odd in oddities(text)] == []
    if not by_tab:
        assert max(listener.moves) <= MOST_KEYS, listener.moves
        assert set(listener.keys) <= {"Enter", *"0123456789nesw"}
    review_of(phones.server, phone.held_games()[0]["table"])
    look_back(listener, REVIEWED[game])
    assert not by_tab or set(listener.keys) == {"Tab", "Enter"}


def refusals(phone: Phone) -> Counter[str]:
    """Moves that were said no to; whoever was asked something else meanwhile is not told."""
    moves = {each["id"] for each in phone.sent if each["type"] == "Act"}
    answers = [json.loads(frame) for frame in phone.received]
    refused = [each for each in answers if each["type"] == "Refused" and each["id"] in moves]
    return Counter(each["sentence"] for each in refused if each["code"] != "stale_decision")


def names_met(listener: Listener) -> list[str]:
    """What things are called; bits of text in between are no sentences."""
    return sorted({each.name for _, each in listener.met if each.role not in ("StaticText", "InlineTextBox")})


def test_what_is_told_too_early_is_found() -> None:
    def said(text: str, *covers: int) -> dict[str, Any]:
        return {"text": text, "covers": list(covers)}

    kinds = {1: "PilesLaid", 2: "Pointed", 3: "PileShown", 4: "PileShown", 5: "PilesLaid"}
    at_pile = "Greedy points at pile 1."
    secret = HIDDEN["point_a_pile"]
    assert told_too_early([said("", 1), said(at_pile), said("", 2, 3)], secret, kinds) == [at_pile]
    # However it is summed up, what covers the showing shows it.
    assert told_too_early([said("2 things happened.", 1, 2, 3), said(at_pile, 4)], secret, kinds) == []
    assert told_too_early([said("", 1), said("", 3), said("", 5), said(at_pile)], secret, kinds) == [at_pile]
    assert secret.sounds.search("Pointing: you at pile 2, Greedy 2 at empty space.")
    assert secret.sounds.search("Pile 2, bottom to top: red. Pointing here: you, Greedy")
    bets = HIDDEN["tactile_crane"].sounds
    assert all(bets.search(text) for text in ("The bets: Naive JUST.", "Naive: 8 cards, has bet LOW"))
    assert HIDDEN["tag"].sounds.search("Random draws Gool from the deck.")
    assert not HIDDEN["tag"].sounds.search("Random is dealt a card.")


def ask_the_five(listener: Listener) -> None:
    """Wherever the focus is, five keys tell where one stands; a sixth one tells the keys."""
    listener.phone.settle()
    again_until(lambda: listener.here().can_be_pressed, listener.pause)
    where = listener.here()
    told = {key: listener.ask(key) for key in "qmtlp"}
    assert "Nothing to tell" not in told.values()
    assert SCORES.search(told["p"]), f"points are told with the names, not {told}"
    # What was asked by itself, with what one has, is what is told again to who asks.
    again_until(lambda: f"{told['q']} {told['m']}" in listener.said(), listener.pause)
    assert listener.keys_told() >= set("QMTLP")
    # The sheet gives the focus back.
    again_until(lambda: listener.here().name == where.name, listener.pause)


def look_back(listener: Listener, told: str) -> None:
    listener.reach("^Review$")
    listener.press("Enter")
    again_until(lambda: any(re.search(told, text) for text in listener.said()), listener.pause)
