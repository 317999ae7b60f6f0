"""Actions of Tactile Crane Championship as text and as numbers.

    close eyes · bet high · bet nothing · grab 420 · release · lift · press barred · call more · say a bit more!
    jackpot left · open eyes · no outcome

A pinch is in thousandths. Capitals do not matter, except in the words after `say`, which stay as they are.
"""

from collections.abc import Sequence

from touchwood.core.game import Codec
from touchwood.core.refusals import InputError
from touchwood.games.tactile_crane.actions import (
    Action,
    CallOut,
    ChooseJackpot,
    CloseEyes,
    EndWithoutOutcome,
    Grab,
    Lift,
    OpenEyes,
    PlaceBet,
    PressBarred,
    Release,
    Say,
)
from touchwood.games.tactile_crane.cards import Bet, CallKind, Jackpot
from touchwood.games.tactile_crane.options import Options
from touchwood.games.tactile_crane.rules.hand import FULL_PINCH
from touchwood.games.tactile_crane.rules.legality import CALLS, CHOSEN_JACKPOTS, CLOSE_EYES, GRABS, PLACED_BETS


def text(action: Action) -> str:
    match action:
        case CloseEyes():
            return "close eyes"
        case PlaceBet(bet):
            return f"bet {bet}"
        case Grab(pinch):
            return f"grab {pinch}"
        case Release():
            return "release"
        case Lift():
            return "lift"
        case PressBarred():
            return "press barred"
        case OpenEyes():
            return "open eyes"
        case EndWithoutOutcome():
            return "no outcome"
        case CallOut(call):
            return f"call {call}"
        case Say(words):
            return f"say {words}"
        case ChooseJackpot(jackpot):
            return f"jackpot {jackpot}"


_SINGLE: tuple[Action, ...] = (CloseEyes(), Release(), Lift(), PressBarred(), OpenEyes(), EndWithoutOutcome())
SHOWN_PINCHES_APART = 50

_PLAIN: dict[str, Action] = {
    text(action): action
    for action in (
        *_SINGLE,
        *(PlaceBet(bet) for bet in Bet),
        *(CallOut(call) for call in CallKind),
        *(ChooseJackpot(jackpot) for jackpot in Jackpot),
    )
}


def parse(typed: str) -> Action:
    command, _, words = typed.lstrip().partition(" ")
    if command.lower() == "say" and words:
        return Say(words)
    parts = typed.lower().split()
    if (plain := _PLAIN.get(" ".join(parts))) is not None:
        return plain
    match parts:
        case ["grab", pinch]:
            return Grab(_pinch(pinch))
        case _:
            raise InputError("unknown_move", move=typed)


def _pinch(number: str) -> int:
    # Four digits are enough, and keep the number of any typed text small.
    if not (number.isascii() and number.isdigit() and len(number) <= 4 and int(number) <= FULL_PINCH):
        raise InputError("not_a_pinch", pinch=number, most=FULL_PINCH)
    return int(number)


def numbered(options: Options, seats: int) -> Sequence[Action]:
    """The same under all options and for any number of players."""
    return _NUMBERED


_NUMBERED: tuple[Action, ...] = (
    *CLOSE_EYES,
    *PLACED_BETS,
    Lift(),
    Release(),
    PressBarred(),
    *GRABS,
    *CALLS,
    *CHOSEN_JACKPOTS,
)


def unnumbered(options: Options, seats: int) -> Sequence[Action]:
    """Some of each kind."""
    return (
        PlaceBet(Bet.NOTHING),
        OpenEyes(),
        EndWithoutOutcome(),
        Say("a bit more!"),
        Say("もう少し"),
        Say(" "),
        Say("two\nlines"),
        Say("so much to say " * 6),
    )


def shown(legal: Sequence[Action]) -> Sequence[Action]:
    """A hand on the glass needs no list of a thousand grabs."""
    return [action for action in legal if not isinstance(action, Grab) or action.pinch % SHOWN_PINCHES_APART == 0]


CODEC: Codec[Options, Action] = Codec(text=text, parse=parse, numbered=numbered, unnumbered=unnumbered, shown=shown)
