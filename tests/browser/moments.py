"""Moments of a match, arranged: what leads to them is played over the wire while a device looks on.

Nothing here waits for a time. `HELD` keeps what would end a moment by itself from doing so, and notes in the page which
moments there were and what was said.
"""

from typing import Any, Final

from playwright.sync_api import expect

from tests.browser.phones import Phone, Phones, again_until, hold
from tests.browser.wired import Played, apart, play_to_the_end, played
from tests.server.wire import Client

HELD: Final = """(() => {
  const later = setTimeout
  window.moments = []
  window.said = []
  window.alsoHeld = null
  const isHeld = (wait) => window.isHeld && (wait >= 1500 || wait === window.alsoHeld)
  window.setTimeout = (work, wait, ...more) => later(work, isHeld(wait) ? 100000000 : wait, ...more)
  const note = (node) => {
    if (node.nodeType !== 1) return
    if (node.matches('[aria-live] p')) window.said.push(node.textContent)
    if (node.dataset.moment) window.moments.push(node.dataset.moment)
    for (const inner of node.querySelectorAll('[data-moment]')) window.moments.push(inner.dataset.moment)
  }
  const changed = (all) => all.forEach(({ addedNodes }) => addedNodes.forEach(note))
  new MutationObserver(changed).observe(document, { childList: true, subtree: true })
})()"""
"""Long waits of the page, and those of `alsoHeld`, come only while it is not held; they are what ends a moment."""

STANDING: Final = """() => {
  const [later, never] = [setTimeout, clearTimeout]
  const waiting = new Map()
  let number = 0
  window.setTimeout = (work, wait, ...more) => {
    if (!(wait > 2500)) return later(work, wait, ...more)
    waiting.set(--number, work)
    return number
  }
  window.clearTimeout = (timer) => (waiting.has(timer) ? waiting.delete(timer) : never(timer))
  window.secondsPass = () => [...waiting].forEach(([timer, work]) => waiting.delete(timer) && work())
}"""
"""From here on long waits of a page end when it is told so."""


def stop_time(*screens: Phone) -> None:
    for screen in screens:
        screen.page.evaluate(STANDING)


def pass_time(screen: Phone) -> None:
    """What was to end by itself does."""
    screen.page.evaluate("secondsPass()")


SHORT: Final[dict[str, dict[str, Any]]] = {
    "tag": {"deck": {"T": 8, "A": 8, "G": 8, "TAG": 5, "Gool": 0, "Freeze": 0}},
    "cant_touch_this": {"clips_each": 3},
    "point_a_pile": {"target": 6},
    "tactile_crane": {},
}


POINT_BEAT: Final = 1150
"""Milliseconds for which fingers lie there before anything comes of it, as the page has them."""
WILD_TAG: Final[dict[str, Any]] = {
    "deck": {"T": 3, "A": 3, "G": 3, "TAG": 24, "Gool": 12, "Freeze": 12},
    "answer_seconds": 6,
}
"""Everybody can tag, call Gool and freeze."""
PLAY_TAG: Final = {"type": "Play", "kind": "TAG"}
TAG_ANA: Final = {"type": "GiveIt", "to": 0}
GOOL: Final = {"type": "CallGool"}
FREEZE: Final = {"type": "Play", "kind": "Freeze"}


def looking_on(
    phones: Phones,
    game: str,
    *,
    is_held: bool,
    names: tuple[str, ...] = ("Ana", "Bo"),
    options: dict[str, Any] | None = None,
    stopped: str = "",
    **how: Any,
) -> tuple[Phone, Played]:
    """A phone at a match that has just begun. `stopped` runs in its page too, from the first."""
    begun = played(phones.server, game, names, options=options or SHORT[game], choices=1)
    phone = phones.new("Ana", **how)
    hold(phone, game, begun.seats[:1])
    phone.context.add_init_script(HELD + stopped)
    phone.go(f"/#/table/{begun.table}")
    expect(phone.button("Menu")).to_be_visible()
    # What happens before the table is drawn is not shown happening.
    phone.catch_up()
    phone.page.evaluate("(held) => void (window.isHeld = held)", is_held)
    return phone, begun


def at_the_end(phones: Phones, game: str, *, is_held: bool, **how: Any) -> Phone:
    phone, begun = looking_on(phones, game, is_held=is_held, **how)
    play_to_the_end(phones.server, begun)
    return phone


def expect_said_once(phone: Phone, sentence: str) -> None:
    """What is said waits for its turn, and may be drawn together with what else there is to say."""

    def times() -> int:
        return " ".join(phone.page.evaluate("window.said")).count(sentence)

    again_until(times, phone.catch_up)
    assert times() == 1


MOVED_BY: Final = """() => {
  const timing = new Set(['offset', 'computedOffset', 'easing', 'composite'])
  const animated = document.getAnimations().filter((each) => !(each instanceof CSSTransition))
  const keys = animated.flatMap(({ effect }) => effect.getKeyframes().flatMap((frame) => Object.keys(frame)))
  return [...new Set(keys)].filter((key) => !timing.has(key)).sort()
}"""
"""The properties that are being animated on the page."""


def expect_moved_only(phone: Phone) -> None:
    """What moves is moved and faded; anything else would be laid out or painted anew with every frame."""
    moved = set(phone.page.evaluate(MOVED_BY))
    assert moved
    assert moved <= {"transform", "opacity"}, moved


def act(server: str, match: Played, seat: int, action: Any, kind: str = "Act") -> None:
    """The seat's other device: it acts, or shows what is laid so far. `action` is made from the view."""

    async def done() -> None:
        client = await Client.of(server, match.seats[seat][1]).open()
        await client.until(lambda client: client.situation["asked"])
        await client.do(kind, decision=client.situation["decision"], action=action(client.situation["view"]))
        await client.close()

    apart(done())
