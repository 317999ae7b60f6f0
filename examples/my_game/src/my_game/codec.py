"""Actions as text and as numbers: `reach`, `stop`. Capitals do not matter."""

from collections.abc import Sequence

from my_game.actions import Action, Reach
from my_game.options import Options
from my_game.rules import CHOICES
from touchwood.core.game import Codec
from touchwood.core.refusals import InputError


def text(action: Action) -> str:
    return "reach" if isinstance(action, Reach) else "stop"


def parse(typed: str) -> Action:
    for action in CHOICES:
        if text(action) == typed.strip().lower():
            return action
    raise InputError("unknown_move", move=typed)


def numbered(options: Options, seats: int) -> Sequence[Action]:
    return CHOICES


CODEC: Codec[Options, Action] = Codec(text=text, parse=parse, numbered=numbered)
