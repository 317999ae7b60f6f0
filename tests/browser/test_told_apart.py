"""Pieces can be told apart by whatever eyes look at them: in greyscale, and with three ways of seeing colours."""

from io import BytesIO
from itertools import combinations, groupby

import numpy as np
import numpy.typing as npt
from PIL import Image
from playwright.sync_api import Locator

from tests.browser.phones import Phone, Phones

VISIONS = ("achromatopsia", "deuteranopia", "protanopia", "tritanopia")
SEEN_APART = 24
"""Of 255, in some colour or grey: a step that is seen where two things lie side by side."""
LEAST = 0.01
"""Of the area of a piece: a digit, a pattern, a shape."""
PIECES = """() => [...document.querySelectorAll('[data-piece]')].map((one) => {
  const { x, y, width, height } = one.getBoundingClientRect()
  return { name: one.dataset.piece, box: [x + scrollX, y + scrollY, x + scrollX + width, y + scrollY + height] }
})"""

Seen = npt.NDArray[np.int16]


def test_every_pair_of_pieces_differs_for_all_eyes(phones: Phones) -> None:
    phone = phones.new(size=(900, 900), has_touch=False).go("/#/parts")
    phone.page.locator("[data-piece]").first.wait_for()
    for vision in VISIONS:
        seen = pieces_seen(phone, vision)
        assert len(seen) > 60, "all pieces of all games"
        assert not [f"{vision}: {one} and {other}" for one, other in too_alike(seen)]


def test_a_colour_alone_would_not_do(phones: Phones) -> None:
    """What the check is worth: one drawing in two colours of the same grey is found."""
    phone = phones.new(size=(900, 900), has_touch=False).go("/#/parts")
    phone.page.locator("[data-piece]").first.wait_for()
    phone.page.evaluate(
        """() => document.querySelectorAll('[data-piece^="seats"]').forEach((one, place) => {
          one.innerHTML = `<div style="height: 100%; background: ${place % 2 ? '#d05050' : '#7d7d7d'}"></div>`
        })"""
    )
    assert too_alike(pieces_seen(phone, "achromatopsia"))


def pieces_seen(phone: Phone, vision: str) -> dict[str, Seen]:
    """Each piece by its name, as these eyes see it."""
    session = phone.context.new_cdp_session(phone.page)
    session.send("Emulation.setEmulatedVisionDeficiency", {"type": vision})
    page = Image.open(BytesIO(phone.page.screenshot(full_page=True))).convert("RGB")
    session.detach()
    shown = phone.page.evaluate(PIECES)
    return {
        each["name"]: np.asarray(page.crop([round(edge) for edge in each["box"]]), dtype=np.int16) for each in shown
    }


def seen_at(what: Locator) -> Seen:
    """One thing, as it is drawn."""
    return np.asarray(Image.open(BytesIO(what.screenshot())).convert("RGB"), dtype=np.int16)


def too_alike(seen: dict[str, Seen]) -> list[tuple[str, str]]:
    """Pairs of one game of which too little differs."""
    of_game = [list(names) for _, names in groupby(seen, key=lambda name: name.split()[0])]
    return [pair for names in of_game for pair in combinations(names, 2) if differing(*map(seen.get, pair)) < LEAST]  # type: ignore[arg-type]  # all are there


def differing(one: Seen, other: Seen) -> float:
    """The share of the area where a step is seen."""
    height, width = min(one.shape[0], other.shape[0]), min(one.shape[1], other.shape[1])
    steps = np.abs(one[:height, :width] - other[:height, :width]).max(axis=2)
    return float((steps > SEEN_APART).mean())
