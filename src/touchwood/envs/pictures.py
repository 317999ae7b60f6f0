"""A match drawn for `render`: as text, or that text as an image."""

import re
from functools import cache
from typing import Any

import numpy as np

from touchwood.core.seats import SPECTATOR, Seat
from touchwood.core.words import words_of
from touchwood.envs.node import Node

_MARGIN, _LINE, _COLUMN, _LETTERS = 14, 22, 9, 16
"""In pixels: around, from line to line, from sign to sign, how large letters are."""
_COLUMNS, _ROWS, _ROWS_A_PLAYER = 84, 12, 5
"""Room for every picture of the shipped games, so that the frames of an episode are all of one size."""
_GROUND, _INK, _CARD, _MARK = (24, 26, 31), (232, 230, 225), (104, 116, 140), (242, 182, 83)
_PLAIN = str.maketrans("×–", "x-")
"""Signs that the font lacks."""
_PIECE = re.compile(r"[▒▸]|\w[^\s()[\]▒·]*(?: (?:[\w“-][^\s()[\]▒·]*|\([^()]{3,}\)\S*))*|\S")
"""What keeps its column in a table: words that one space parts, as one; and single signs."""


def as_text(node: Node, seat: Seat | None = None) -> str:
    """What a spectator sees, or a seat."""
    game = node.setup.game
    viewer = SPECTATOR if seat is None else seat
    names = [f"player_{each}" for each in node.setup.seats]
    return game.picture(game.view(node.state, viewer), words_of(game.words, names=names, listener=viewer))


def rows_for(players: int) -> int:
    return _ROWS + _ROWS_A_PLAYER * players


def as_image(text: str, players: int) -> "np.ndarray[Any, np.dtype[np.uint8]]":
    """The text in light letters on a dark ground: sentences as they run, tables by their columns, cards as cards."""
    from PIL import Image, ImageDraw

    lines = text.translate(_PLAIN).splitlines()
    columns, rows = max([_COLUMNS, *map(len, lines)]), max(rows_for(players), len(lines))
    image = Image.new("RGB", (2 * _MARGIN + columns * _COLUMN, 2 * _MARGIN + rows * _LINE), _GROUND)
    pen = ImageDraw.Draw(image)
    for row, line in enumerate(lines):
        top = _MARGIN + row * _LINE
        if _is_sentence(line):
            pen.text((_MARGIN, top), line, fill=_INK, font=_font())
            continue
        for piece in _PIECE.finditer(line):
            _draw(pen, piece.group(), _MARGIN + piece.start() * _COLUMN, top)
    return np.asarray(image)


def _is_sentence(line: str) -> bool:
    return "  " not in line and not line.startswith(" ") and "▒" not in line


def _draw(pen: Any, piece: str, left: int, top: int) -> None:
    if piece == "▒":
        pen.rounded_rectangle((left, top + 3, left + _COLUMN - 2, top + 16), 2, fill=_CARD)
    elif piece == "▸":
        pen.polygon([(left, top + 5), (left, top + 15), (left + 6, top + 10)], fill=_MARK)
    elif len(piece) == 1:
        pen.text((left + _COLUMN / 2, top), piece, fill=_INK, font=_font(), anchor="ma")
    else:
        pen.text((left, top), piece, fill=_INK, font=_font())


@cache
def _font() -> Any:
    from PIL import ImageFont

    return ImageFont.load_default(_LETTERS)
