"""A match drawn for `render`: as text, or that text as an image."""

from functools import cache
from typing import Any

import numpy as np

from touchwood.core.seats import SPECTATOR, Seat
from touchwood.core.words import words_of
from touchwood.envs.node import Node

_MARGIN, _LINE, _COLUMNS = 12, 20, 110


def as_text(node: Node, seat: Seat | None = None) -> str:
    """What a spectator sees, or a seat."""
    game = node.setup.game
    viewer = SPECTATOR if seat is None else seat
    names = [f"player_{each}" for each in node.setup.seats]
    return game.picture(game.view(node.state, viewer), words_of(game.words, names=names, listener=viewer))


def as_image(text: str) -> "np.ndarray[Any, np.dtype[np.uint8]]":
    """The text in light letters on a dark ground; always as wide, as high as it needs."""
    from PIL import Image, ImageDraw

    lines = text.splitlines()
    size = (2 * _MARGIN + _COLUMNS * _LINE // 2, 2 * _MARGIN + _LINE * max(1, len(lines)))
    image = Image.new("RGB", size, (24, 26, 31))
    pen = ImageDraw.Draw(image)
    for number, line in enumerate(lines):
        pen.text((_MARGIN, _MARGIN + number * _LINE), line, fill=(232, 230, 225), font=_font())
    return np.asarray(image)


@cache
def _font() -> Any:
    from PIL import ImageFont

    return ImageFont.load_default(_LINE - 5)
