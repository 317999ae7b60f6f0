"""The four questions of whoever sits at a table, asked of the accessibility tree: whose turn is it, what may I do, what
just happened, what is it worth?"""

import re

from playwright.sync_api import Locator

from tests.browser.phones import Phone

HAPPENED = re.compile(r"Last: \S")
"""How the line is called that leads to the log."""
LINES = ("button.line", "p.line", "div.line.two", "button.again", "p.lately")
WORTH = re.compile(r"-?\d+ points?|[Pp]oints: -?\d+", re.ASCII)
WORTH_IN_CARDS = re.compile(r"\d+ cards?", re.ASCII)
"""Tactile Crane counts in cards."""
NOT_AT_A_TABLE = "dialog:modal, [data-result]"
# Cards, piles, clips and players where a finger would press them: what no part around it has a name for. What lies
# under something else is asked about where it shows, and what only passes by is not asked about.
NAMELESS = """() => {
  const kinds = ['card', 'pile', 'clip', 'seat'].map((kind) => `[data-spot^="${kind}:"]`)
  const things = [...kinds, '[data-about]', '.plate', '.tray .card', '.hand .card']
  const shown = { visibilityProperty: true, opacityProperty: true }
  const parts = [0.2, 0.5, 0.8]
  return [...document.querySelectorAll(things.join())].flatMap((one) => {
    if (!one.checkVisibility(shown) || one.closest('[inert], [data-moment]')) return []
    const { left, top, width, height } = one.getBoundingClientRect()
    const points = parts.flatMap((across) => parts.map((down) => [left + width * across, top + height * down]))
    const hits = points.map(([x, y]) => document.elementFromPoint(x, y))
    const here = hits.filter((hit) => hit && (one.contains(hit) || hit.contains(one)))
    return here.length && !here.some((hit) => hit.closest('[data-about]')) ? [one.outerHTML.slice(0, 100)] : []
  })
}"""


def unanswered(phone: Phone) -> list[str]:
    """What the table leaves open, as it lies there; below a sheet it is not asked."""
    page = phone.page
    if page.locator(NOT_AT_A_TABLE).count():
        return []
    is_dark = page.locator("section.dark:visible").count() > 0
    is_over = page.evaluate("watched.situation()?.result != null")
    tree = page.locator("body").aria_snapshot()
    worth = WORTH_IN_CARDS if page.evaluate("'jackpots' in (watched.situation()?.view ?? {})") else WORTH
    asked = {
        "whose turn": bool(told(page.locator("[data-status]:visible"))),
        "what may I do": not phone.is_asked or bool(told(page.locator("[data-next]:visible"))),
        # Eyes that are closed are told by the hand; of a match that is over the status tells the end.
        "what just happened": is_dark or is_over or HAPPENED.search(tree) is not None,
        "what just happened, for the eye": is_dark
        or is_over
        or bool(told(page.locator(", ".join(f"{line}:visible" for line in LINES)))),
        "what is it worth": is_dark or worth.search(tree) is not None,
    }
    nameless = [] if is_dark else page.evaluate(NAMELESS)
    return [
        *(f"no answer to: {question}" for question, is_answered in asked.items() if not is_answered),
        *(f"no answer to: what is this? {thing}" for thing in nameless),
    ]


def told(parts: Locator) -> str:
    """As a screen reader has it, of the first one."""
    return re.sub(r"^[-\s]*(paragraph|heading|generic)?:?\s*", "", parts.first.aria_snapshot()) if parts.count() else ""
