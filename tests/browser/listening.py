"""People who neither see the screen nor touch it: they have a keyboard, and hear what a screen reader gets.

What they know is the accessibility tree as Chromium computes it (roles, names, states of what can be reached; whatever
is under a sheet or inert is not in it) and what live regions say. They look at no element, no class, no picture.

With `by_tab` Tab and Enter are the only keys: what a single switch can press.
"""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Protocol

from playwright.sync_api import CDPSession

from tests.browser.phones import Phone, again_until

# What is said is written down as it is said, with what it covers, whether a screen reader could get it, and whether the
# player had closed eyes then.
WRITTEN_DOWN = """(() => {
  window.heard = []
  const listen = () => new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      const region = target.nodeType === 1 && target.closest('[aria-live], [role=status], [role=log], [role=alert]')
      if (!region) continue
      for (const node of addedNodes) {
        const dialogs = document.querySelectorAll('dialog:modal')
        const top = dialogs[dialogs.length - 1]
        window.heard.push({
          text: node.textContent,
          covers: (node.dataset?.covers ?? '').split(' ').filter(Boolean).map(Number),
          isReachable: region.closest('[inert], [hidden]') === null && (!top || top.contains(region)),
          isOurs: region.hasAttribute('aria-live'),
          isUrgent: region.getAttribute('aria-live') === 'assertive',
          isDark: document.querySelector('section[aria-label="Your eyes are closed"]') !== null,
        })
      }
    }
  }).observe(document, { subtree: true, childList: true, characterData: true })
  listen()
  // How long the focus was on nothing at a stretch, in frames: what vanishes with it is found out one frame later.
  window.lostFor = 0
  let frames = 0
  const watch = () => {
    frames = document.hasFocus() && document.activeElement === document.body && window.wasFocused ? frames + 1 : 0
    window.wasFocused ||= document.activeElement !== null && document.activeElement !== document.body
    window.lostFor = Math.max(window.lostFor, frames)
    requestAnimationFrame(watch)
  }
  requestAnimationFrame(watch)
})()"""

# Whether the focus is on something, given the few frames it may take to find its next place.
HAS_FOCUS = """async () => {
  for (let frame = 0; frame < 20; frame++) {
    await new Promise(requestAnimationFrame)
    if (frame > 1 && document.activeElement !== document.body) return true
  }
  return false
}"""
# Nothing waits for its turn to be said, nor for what is to be said with it: see web/src/senses/announcer.svelte.ts.
IS_ALL_SAID = "!document.documentElement.hasAttribute('data-unsaid')"


@dataclass(frozen=True)
class Node:
    """Something in the accessibility tree."""

    role: str
    name: str
    states: dict[str, Any] = field(hash=False)

    @property
    def can_be_pressed(self) -> bool:
        return self.role in ("button", "slider", "checkbox", "switch") and not self.states.get("disabled", False)


NOTHING = Node("nothing", "", {})


@dataclass
class Listener:
    """Somebody who plays by what they hear."""

    phone: Phone
    by_tab: bool = False
    keys: list[str] = field(default_factory=list)
    """All that was pressed."""
    moves: Counter[int] = field(default_factory=Counter)
    """How often a move took so many keys."""
    lost: list[str] = field(default_factory=list)
    """When the focus was on nothing."""
    met: set[tuple[int, Node]] = field(default_factory=set)
    """What was in the tree, and how many messages this device had been sent by then."""
    pressed_before: int = 0

    @cached_property
    def session(self) -> CDPSession:
        return self.phone.context.new_cdp_session(self.phone.page)

    # -- What is heard ----------------------------------------------------------------------------------------------
    def tree(self) -> list[Node]:
        nodes = self.session.send("Accessibility.getFullAXTree")["nodes"]
        found = [node(each) for each in nodes if not each.get("ignored")]
        self.met.update((len(self.phone.received), each) for each in found if each.name)
        return found

    def here(self) -> Node:
        """What has the focus."""
        return focused_in(self.tree())

    def heard(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.phone.page.evaluate("window.heard")
        return found

    def longest_lost(self) -> int:
        """Frames at a stretch in which nothing had the focus."""
        found: int = self.phone.page.evaluate("window.lostFor")
        return found

    def said(self) -> list[str]:
        return [each["text"] for each in self.heard()]

    # -- What is pressed --------------------------------------------------------------------------------------------
    def press(self, key: str) -> None:
        page = self.phone.page
        page.keyboard.press(key)
        self.keys.append(key)
        if not page.evaluate(HAS_FOCUS):
            self.lost.append(f"after {self.keys[-3:]}")

    def ask(self, key: str) -> str:
        """What is said to a key that asks. An answer is urgent; what happens is polite, and may be said before it,
        as may a question."""

        def answers() -> list[str]:
            return [each["text"] for each in self.heard() if each["isUrgent"]]

        before = len(answers())
        self.press(key)
        again_until(lambda: len(answers()) > before, self.pause)
        return answers()[before]

    def keys_told(self) -> set[str]:
        """What the sheet of keys tells; it is closed again."""

        def told() -> set[str]:
            nodes = self.tree()
            is_open = any(each.role == "dialog" and each.name == "Keys" for each in nodes)
            return {each.name for each in nodes} if is_open else set()

        self.press("?")
        again_until(told, self.pause)
        found = told()
        self.press("Escape")
        return found

    def reach(self, wanted: str, *, most: int = 60) -> None:
        """Tab until this is named."""
        passed = []
        for _ in range(most):
            passed.append(self.here().name)
            if re.search(wanted, passed[-1]):
                return
            self.press("Tab")
        raise AssertionError(f"{wanted} is not reached by Tab; on the way were {passed}")

    def count_move(self) -> None:
        """What was pressed since the last one was for one move."""
        self.moves[len(self.keys) - self.pressed_before] += 1
        self.forget_keys()

    def forget_keys(self) -> None:
        """What was pressed so far is for no move to come."""
        self.pressed_before = len(self.keys)

    def pause(self) -> None:
        self.phone.page.wait_for_timeout(60)

    def hear_out(self) -> None:
        """Until the page has said all it had to say about what it has been told by now."""
        self.phone.catch_up()
        self.phone.wait_until(IS_ALL_SAID)


def node(found: dict[str, Any]) -> Node:
    states = {each["name"]: each["value"].get("value") for each in found.get("properties", [])}
    return Node(found["role"].get("value", ""), found.get("name", {}).get("value", ""), states)


def focused_in(nodes: list[Node]) -> Node:
    focused = [each for each in nodes if each.states.get("focused")]
    return focused[-1] if focused else NOTHING


class Way(Protocol):
    """How somebody plays one game, choice by choice; `here` is what has the focus."""

    def __call__(self, listener: Listener, here: Node) -> None: ...


def play_listening(listener: Listener, choose: Way, *, seconds: float = 90.0) -> None:
    """Chooses whenever there is something to choose, until the end is read out."""

    phone = listener.phone
    here = listener.here()
    is_over = False

    def step() -> None:
        nonlocal here, is_over
        acts = len(phone.acts())
        nodes = listener.tree()
        before, here = here, focused_in(nodes)
        is_over = any(each.role == "dialog" and each.name == "The end" for each in nodes)
        if is_over or not here.can_be_pressed or phone.is_waiting():
            return listener.pause()
        # Whoever hears waits until it is said.
        if here != before:
            return listener.hear_out()
        phone.look()
        # Nothing is left to choose: the table shows the end, and the result opens by itself. Whoever pressed on would
        # press what has come up meanwhile.
        if phone.page.evaluate("watched.situation()?.result ?? null") is not None:
            return listener.pause()
        choose(listener, here)
        if len(phone.acts()) > acts:
            listener.count_move()
            # What comes next is another question, though it may be called the same.
            here = NOTHING
        elif listener.here() == here:
            # Something came at that very moment, and the page took no press for a move: they are pressed anew.
            listener.forget_keys()
        return None

    try:
        again_until(lambda: is_over, step, seconds=seconds)
    except AssertionError as error:
        raise AssertionError(f"{error}: {listener.here()}, {listener.keys[-12:]}, {listener.said()[-6:]}") from None


# -- What a stream held, and what of it was told -----------------------------------------------------------------------


def events_sent_to(phone: Phone) -> list[int]:
    """The numbers of the events in the seat's own stream that came while this device was at the table."""
    frames = [json.loads(frame) for frame in phone.received]
    begun = [frame for frame in frames if frame["type"] == "Welcome"]
    before = max((event["k"] for event in begun[0]["events"]), default=0)
    told = {event["k"] for frame in frames if frame["type"] in ("Welcome", "Update") for event in frame["events"]}
    return sorted(k for k in told if k > before)


def kinds_sent_to(messages: Sequence[str]) -> dict[int, str]:
    """What happened by these messages, by its number in the seat's own stream."""
    frames = [json.loads(frame) for frame in messages]
    told = [event for frame in frames if frame["type"] in ("Welcome", "Update") for event in frame["events"]]
    return {event["k"]: event.get("event", event)["type"] for event in told}


@dataclass(frozen=True)
class Secret:
    """What nobody may say while it is hidden."""

    sounds: re.Pattern[str]
    begins: frozenset[str] = frozenset()
    ends: frozenset[str] = frozenset()
    """Kinds of events from which on it is hidden, or shown; without any it is hidden all the time."""

    def is_kept_after(self, kinds: Iterable[str]) -> bool:
        is_kept = not self.begins
        for kind in kinds:
            is_kept = kind in self.begins or (is_kept and kind not in self.ends)
        return is_kept


def told_too_early(heard: list[dict[str, Any]], secret: Secret, kinds: dict[int, str]) -> list[str]:
    """What was said of it before what shows it was told: by what each announcement covers, however it sums that up."""
    told: list[str] = []
    early = []
    for each in heard:
        told += [kinds[k] for k in each["covers"] if k in kinds]
        if secret.is_kept_after(told) and secret.sounds.search(each["text"]):
            early.append(each["text"])
    return early


def met_too_early(listener: Listener, secret: Secret) -> list[str]:
    """What was on the page of it before what shows it had come; what was said stays there for a while."""
    said = set(listener.said())
    early = [(sent, each.name) for sent, each in listener.met if secret.sounds.search(each.name)]
    early = [(sent, name) for sent, name in early if name not in said]
    received = listener.phone.received
    return [name for sent, name in early if secret.is_kept_after(kinds_sent_to(received[:sent]).values())]


def covered(heard: list[dict[str, Any]]) -> Iterator[int]:
    for each in heard:
        yield from each["covers"]


# -- The four games, as one plays them by ear --------------------------------------------------------------------------

CARDS = ("T", "A", "G", "TAG", "Gool", "Freeze")


def play_tag(listener: Listener, here: Node) -> None:
    if here.name in CARDS:
        # Each card in turn: a hand is not read out for nothing.
        hands = re.findall(r"Hand: ([^.]*)\.", " ".join(listener.said()))
        if not hands:
            return
        hand = hands[-1].split(", ")
        wanted = len(listener.keys) % len(hand)
        if listener.by_tab:
            for _ in range(wanted):
                listener.press("Tab")
            listener.press("Enter")
        else:
            listener.press(str(wanted + 1))
        listener.press("Enter")
    elif listener.said()[-1].startswith("Who is IT?") and not listener.by_tab:
        listener.press("0" if len(listener.keys) % 2 else "1")
    else:
        listener.press("Enter")


def play_clips(listener: Listener, here: Node) -> None:
    place = re.match(r"(\w+) edge, (?:column|row) (\d+)$", here.name)
    if "edge, " not in here.name:
        listener.press("Enter")
    elif not listener.by_tab:
        name_clip(listener)
    elif place is None:
        # No clip fits there: on to the next place.
        listener.press("Tab")
    else:
        # Enter chooses the place, and again it is one deeper.
        again_until(lambda: chosen_depth_fits(listener.tree()), lambda: listener.press("Enter"))
        listener.reach("^Set clip")
        listener.phone.look()
        listener.press("Enter")


LETTERS = {"Top": "n", "Right": "e", "Bottom": "s", "Left": "w"}


def name_clip(listener: Listener) -> None:
    """By edge, line and depth, as it is written, where there is said to be room for it."""
    places = [re.match(r"(\w+) edge, (?:column|row) (\d+)$", each.name) for each in listener.tree()]
    # Not always the first one, so that all edges come into play.
    free = [place for place in places if place is not None]
    place = free[5 * listener.moves.total() % len(free)]
    listener.press(LETTERS[place[1]])
    listener.press(place[2])
    listener.press(next(depth[1] for each in listener.tree() if (depth := DEPTH.match(each.name))))
    listener.press("Enter")


DEPTH = re.compile(r"(\d) deep, -?\d+ points?$")
"""How deep a clip goes there, with what it brings; where it does not fit, the reason stands instead."""


def chosen_depth_fits(nodes: list[Node]) -> bool:
    return any(DEPTH.match(each.name) and each.states.get("pressed") == "true" for each in nodes)


def play_piles(listener: Listener, here: Node) -> None:
    if here.name.startswith("Lay "):
        lay_next(listener, here)
        # Each card laid is a choice of its own.
        listener.count_move()
    elif here.name.startswith("Pile ") and not listener.by_tab:
        listener.press(str(len(listener.keys) % 2 + 1))
    else:
        listener.press("Enter")


def lay_next(listener: Listener, here: Node) -> None:
    """On a second pile as soon as there is a first one: a split into a single pile is none."""
    offered = [each.name for each in listener.tree() if each.role == "button" and each.name.startswith("Lay ")]
    new = [name for name in offered[:2] if " on new pile " in name]
    wanted = new[0] if new else here.name
    if listener.by_tab:
        listener.reach(f"^{re.escape(wanted)}$")
        listener.press("Enter")
    else:
        listener.press(str(offered.index(wanted) + 1))
    # What the places are called is told anew: the card lies on one of them.
    again_until(lambda: wanted not in [each.name for each in listener.tree()], listener.pause)


def play_crane(listener: Listener, here: Node) -> None:
    if here.role != "slider":
        if here.name.startswith("HIGH") and not listener.by_tab:
            listener.press(str(len(listener.keys) % 3 + 1))
        else:
            listener.press("Enter")
    elif listener.by_tab:
        for _ in range(4):
            listener.reach("^Tighter$")
            listener.press("Enter")
        listener.reach("^Grab")
        listener.press("Enter")
    else:
        listener.press("3")
        listener.press("Enter")


WAYS: dict[str, Callable[[Listener, Node], None]] = {
    "tag": play_tag,
    "cant_touch_this": play_clips,
    "point_a_pile": play_piles,
    "tactile_crane": play_crane,
}
