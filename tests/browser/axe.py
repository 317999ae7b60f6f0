"""What axe finds on a screen: by day, by night, in forced colours, in every language."""

from typing import Any

from axe_playwright_python.base import AXE_SCRIPT  # type: ignore[import-untyped]  # has no types
from playwright.sync_api import expect

from tests.browser.phones import Phone

LANGUAGES = ("en", "ja")
COLOURS = ["color-contrast"]
"""What is left to find for axe where nothing but colours has changed; where nothing but words has, it is all the rest.
To find them takes two thirds of the time that all rules take."""
LIGHTS: dict[str, dict[str, Any]] = {
    "by day": {"color_scheme": "light", "forced_colors": "none"},
    "by night": {"color_scheme": "dark", "forced_colors": "none"},
    "in forced colours": {"color_scheme": "light", "forced_colors": "active"},
    "in forced colours by night": {"color_scheme": "dark", "forced_colors": "active"},
}
SPEAK = """(language) => {
  const kept = JSON.parse(localStorage.getItem('touchwood.settings'))
  localStorage.setItem('touchwood.settings', JSON.stringify({ ...kept, language }))
  dispatchEvent(new StorageEvent('storage', { key: 'touchwood.settings' }))
}"""
"""As if the language were changed in another tab."""

# With reduced motion a change of theme still takes a few frames to reach the innermost words.
FOUND_BY_AXE = """async ({ only, without } = {}) => {
  for (let frame = 0; frame < 12; frame++) await new Promise(requestAnimationFrame)
  // Those rules too that axe leaves out by itself: what it only tries out, such as whether a name has the words
  // that are seen, and what has become a demand lately, such as room for a finger.
  const tried = axe.getRules(['experimental', 'wcag22aa']).map(({ ruleId }) => [ruleId, { enabled: true }])
  const left = (without ?? []).map((ruleId) => [ruleId, { enabled: false }])
  const wanted = only ? { runOnly: only } : { rules: Object.fromEntries([...tried, ...left]) }
  const { violations } = await axe.run(document, { resultTypes: ['violations'], ...wanted })
  const told = ({ html, any }) => `${html.slice(0, 160)} ${any[0]?.message ?? ''}`
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(told).join(' | ')}`)
}"""


def ready_for_axe(phone: Phone) -> None:
    phone.page.evaluate(AXE_SCRIPT)


def speak(phone: Phone, language: str) -> None:
    phone.page.evaluate(SPEAK, language)
    expect(phone.page.locator("html")).to_have_attribute("lang", language)


def light(phone: Phone, which: str) -> None:
    phone.page.emulate_media(reduced_motion="reduce", **LIGHTS[which])
    theme = "night" if LIGHTS[which]["color_scheme"] == "dark" else "day"
    expect(phone.page.locator("html")).to_have_attribute("data-theme", theme)


def in_other_colours(phone: Phone) -> list[str]:
    """By night and in forced colours; it is day again afterwards."""
    wrong = []
    for which in ("by night", "in forced colours"):
        light(phone, which)
        wrong += axe(phone, which, only=COLOURS)
    light(phone, "by day")
    return wrong


def axe(phone: Phone, how: str, *, only: list[str] | None = None, without: list[str] | None = None) -> list[str]:
    rules = {"only": only, "without": without}
    return [f"axe, {how}: {each}" for each in phone.page.evaluate(FOUND_BY_AXE, rules)]
