"""What is drawn is told too: each thing that once could only be seen is heard by who does not see it, and the keys of
the moment are named where they are used. Where a clip went, who bet what and what a review found are listened for in
whole matches (test_by_ear.py)."""

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from tests.browser.listening import WRITTEN_DOWN, Listener, play_clips
from tests.browser.phones import DESKTOP, Phone, Phones, again_until
from tests.browser.playing_crane import close_eyes, hold_bundle, place_bets, seated
from tests.browser.screens import SCREENS, Stage

DESK: dict[str, Any] = {"size": DESKTOP, "has_touch": False}


def listening(phone: Phone) -> Listener:
    """From now on."""
    phone.page.evaluate(WRITTEN_DOWN)
    return Listener(phone)


def hear(listener: Listener, sentence: str, do: Callable[[], object] | None = None) -> str:
    """What is said of it: after `do`, or since one listens."""
    before = len(listener.said()) if do else 0
    if do:
        do()

    def found() -> list[str]:
        return [text for text in listener.said()[before:] if re.search(sentence, text)]

    try:
        again_until(found, listener.pause, seconds=30)
    except AssertionError:
        raise AssertionError(f"nobody says {sentence}, but {listener.said()[before:]}") from None
    return found()[0]


def test_a_bundle_is_told_to_who_holds_it_and_to_who_looks(phones: Phones) -> None:
    ana, bo = seated(phones, "Ana", "Bo")
    close_eyes(ana)
    place_bets(bo, kind="JUST")
    holder, audience = listening(ana), listening(bo)
    # A new question closes whatever is open.
    ana.settle()
    assert {"0–9", "PageUp", "PageDown", "Enter"} <= holder.keys_told()
    hold_bundle(ana)
    hear(audience, r"From your side the bundle looks .* \d+ cards\.")
    first = hear(holder, r"It feels [a-z ]+\.", lambda: ana.tap("Feel it again"))
    # The same feeling in the same words, and spoken again all the same.
    assert hear(holder, "It feels", lambda: ana.tap("Feel it again")) == first
    hear(holder, r"That is how [a-z-]+ cards feel\.", lambda: ana.tap("How it should feel"))
    hear(audience, r"Ana: \d+ cards?\. You: \d+ cards?\.", lambda: bo.page.keyboard.press("p"))
    ana.settle()
    ana.tap("Lift!")
    hear(holder, r"The bets: Bo JUST\.")
    # Who has bet knows how; to all who are not the challenger it was told when the last bet was in.
    hear(audience, r"Now Ana can see the bets too\.")


def test_the_other_side_of_a_card_and_a_refused_clip_are_told(phones: Phones) -> None:
    stage = Stage(phones, DESK)
    phone = stage.at_table(stage.played("cant_touch_this", "Ana", choices=0))
    listener = listening(phone)
    phone.settle()
    other = hear(listener, r"^The other side\. Row 1: ", lambda: phone.tap("Look at the other side"))
    this = hear(listener, r"^The side that lies up\. Row 1: ", lambda: phone.tap("Look at the other side"))
    assert rows(other) != rows(this)

    phone = SCREENS["clips_placing"](stage)
    listener = listening(phone)
    assert {"N", "E", "S", "W", "1–4"} <= listener.keys_told()
    depth, why = walk_to_refused(listener)
    phone.page.keyboard.press(depth)
    sent = len(phone.acts())
    hear(listener, f"^{re.escape(why)}$", lambda: phone.page.keyboard.press("Enter"))
    assert len(phone.acts()) == sent


def walk_to_refused(listener: Listener) -> tuple[str, str]:
    """Around the card to where a clip does not go: how deep that is, and why not."""
    listener.press("n")
    for _ in range(30):
        refused = [re.match(r"(\d) deep: (.*)", each.name) for each in listener.tree() if each.role == "button"]
        found = next((each for each in refused if each), None)
        if found:
            return found[1], found[2]
        listener.press("ArrowRight")
    raise AssertionError("a clip goes everywhere")


def rows(told: str) -> list[str]:
    return re.findall(r"Row \d+: ([^.]*)\.", told)


def test_cards_are_told_as_they_are_laid_and_taken_back(phones: Phones) -> None:
    phone = SCREENS["piles_layout"](Stage(phones, DESK))
    phone.settle()
    listener = listening(phone)
    assert "Backspace" in listener.keys_told()
    first = hear(listener, r" on pile 1\. Next: .*\.", lambda: phone.page.keyboard.press("1"))
    card, coming = re.fullmatch(r"(.*) on pile 1\. Next: (.*)\.", first).groups()  # type: ignore[union-attr]
    second = hear(listener, r" on pile 2\. ", lambda: phone.page.keyboard.press("2"))
    assert second.lower().startswith(coming.lower())
    back = hear(listener, r"taken back\.", lambda: phone.page.keyboard.press("Backspace"))
    assert back.lower().startswith(coming.lower())
    hear(listener, re.escape(card), lambda: phone.page.keyboard.press("Backspace"))


def test_the_result_is_read_out_whatever_is_open_when_it_comes(phones: Phones) -> None:
    """It alone says who has won."""
    phone = phones.at_new_table("cant_touch_this", bots=["random"], options={"clips_each": 1}, **DESK)
    phone.tap("Start")
    phone.settle()
    listener = listening(phone)

    def play_on() -> None:
        here = listener.here()
        is_over = phone.page.evaluate("watched.situation()?.result ?? null") is not None
        if is_over or not here.can_be_pressed or phone.is_waiting():
            return listener.pause()
        phone.look()
        return play_clips(listener, here)

    again_until(lambda: "All is counted now." in listener.said(), play_on, seconds=60)
    phone.page.keyboard.press("?")
    hear(listener, r"\bwins?! ")


def test_steps_of_a_replay_are_told(phones: Phones) -> None:
    phone = SCREENS["replay_of_clips"](Stage(phones, DESK))
    listener = listening(phone)
    on = hear(listener, r"^Step 7 of \d+\. \w", lambda: phone.page.keyboard.press("ArrowRight"))
    back = hear(listener, r"^Step 6 of \d+\. \w", lambda: phone.page.keyboard.press("ArrowLeft"))
    assert on.split(". ", 1)[1] != back.split(". ", 1)[1]


def test_what_changes_in_the_lobby_is_told(phones: Phones) -> None:
    phone = SCREENS["lobby"](Stage(phones, {}))
    listener = listening(phone)
    phone.tap("Add a bot")
    bot = phone.sheet("Add a bot").get_by_role("button", name=re.compile("^(?!Close)")).first
    hear(listener, r"\w+ sits down\.", lambda: phone.tap(bot))
    expect(phone.sheet("Add a bot")).to_have_count(0)
    phone.tap(re.compile("^Options of the game"))
    phone.page.get_by_label("Who begins").select_option("1")
    hear(listener, r"^Saved\.$", lambda: phone.tap("Save"))
