"""Actions of TAG as text and as numbers.

    draw deck · draw discard · stop · play T · discard Gool · give IT to 2 · leave IT · gool · let stand

In text players are counted from 1, as people do: `give IT to 2` names seat 1. Capitals do not matter.
"""

from collections.abc import Sequence

from touchwood.core.game import Codec
from touchwood.core.refusals import InputError
from touchwood.core.seats import Seat, all_seats
from touchwood.games.tag.actions import Action, CallGool, Discard, Draw, GiveIt, LeaveIt, LetStand, Play, StopDrawing
from touchwood.games.tag.options import Options
from touchwood.games.tag.state import KINDS, Kind, Pile

_PLAIN: dict[str, Action] = {
    "draw deck": Draw(Pile.DECK),
    "draw discard": Draw(Pile.DISCARD),
    "stop": StopDrawing(),
    "leave it": LeaveIt(),
    "gool": CallGool(),
    "let stand": LetStand(),
}
_KIND_BY_NAME = {kind.lower(): kind for kind in KINDS}


def text(action: Action) -> str:
    match action:
        case Draw(pile):
            return f"draw {pile}"
        case StopDrawing():
            return "stop"
        case Play(kind):
            return f"play {kind}"
        case Discard(kind):
            return f"discard {kind}"
        case GiveIt(to):
            return f"give IT to {to + 1}"
        case LeaveIt():
            return "leave IT"
        case CallGool():
            return "gool"
        case LetStand():
            return "let stand"


def parse(typed: str) -> Action:
    words = typed.lower().split()
    if (plain := _PLAIN.get(" ".join(words))) is not None:
        return plain
    match words:
        case ["play", name]:
            return Play(_kind(name))
        case ["discard", name]:
            return Discard(_kind(name))
        case ["give", "it", "to", number]:
            return GiveIt(_seat(number))
        case _:
            raise InputError("unknown_move", move=typed)


def _kind(name: str) -> Kind:
    if name not in _KIND_BY_NAME:
        raise InputError("unknown_card", card=name, known=tuple(kind.value for kind in KINDS))
    return _KIND_BY_NAME[name]


def _seat(number: str) -> Seat:
    # Two digits are more than enough, and keep the number of any typed text small.
    if not (number.isascii() and number.isdigit() and len(number) <= 2 and int(number) > 0):
        raise InputError("not_a_player", number=number)
    return Seat(int(number) - 1)


def numbered(options: Options, seats: int) -> Sequence[Action]:
    """The same under all options: an action's number depends on the number of players alone."""
    return (
        Draw(Pile.DECK),
        Draw(Pile.DISCARD),
        StopDrawing(),
        *(Play(kind) for kind in KINDS),
        *(Discard(kind) for kind in KINDS),
        *(GiveIt(seat) for seat in all_seats(seats)),
        LeaveIt(),
        CallGool(),
        LetStand(),
    )


CODEC: Codec[Options, Action] = Codec(text=text, parse=parse, numbered=numbered)
