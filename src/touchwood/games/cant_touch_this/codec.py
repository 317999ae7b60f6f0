"""Actions of Can't Touch This as text and as numbers.

    keep side · other side · raise · pass · N3x2

`N3x2` is edge, line (counted from 0 at the top left) and depth. Capitals do not matter.
"""

import re
from collections.abc import Sequence

from touchwood.core.game import Codec
from touchwood.core.refusals import InputError
from touchwood.games.cant_touch_this.actions import Action, KeepSide, Pass, PlaceClip, Raise, TurnCard
from touchwood.games.cant_touch_this.options import Options, size
from touchwood.games.cant_touch_this.rules.clips import EDGES, Clip, all_clips

_PLAIN: dict[str, Action] = {
    "keep side": KeepSide(),
    "other side": TurnCard(),
    "raise": Raise(),
    "pass": Pass(),
}
_TEXT_OF = {action: text for text, action in _PLAIN.items()}

# Two digits are more than any card has lines, and keep the numbers of any typed text small.
_CLIP = re.compile(r"([NESW])(\d{1,2})x(\d{1,2})", re.IGNORECASE | re.ASCII)


def text(action: Action) -> str:
    return str(action.clip) if isinstance(action, PlaceClip) else _TEXT_OF[action]


def parse(typed: str) -> Action:
    if (plain := _PLAIN.get(" ".join(typed.lower().split()))) is not None:
        return plain
    return PlaceClip(parse_clip(typed.strip()))


def parse_clip(typed: str) -> Clip:
    """`N3x2`; whether it fits a card is another question."""
    if (read := _CLIP.fullmatch(typed)) is None:
        raise InputError("unknown_move", move=typed)
    edge = next(edge for edge in EDGES if edge == read[1].upper())
    return Clip(edge, int(read[2]), int(read[3]))


def numbered(options: Options, seats: int) -> Sequence[Action]:
    """The plain ones, then all clips of the card's size by edge (N E S W), line and depth."""
    return (*_PLAIN.values(), *(PlaceClip(clip) for clip in all_clips(*size(options))))


CODEC: Codec[Options, Action] = Codec(text=text, parse=parse, numbered=numbered)
