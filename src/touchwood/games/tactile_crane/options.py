"""What a group may choose before a match of Tactile Crane Championship (RULES.md names each option at its rule).

All numbers are whole: sigmas in thousandths, what a finger is worth in hundredths.
"""

from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta

from touchwood.core.refusals import InputError
from touchwood.core.seats import Seat
from touchwood.core.values import Value
from touchwood.games.tactile_crane.cards import Finger

Sigma: TypeAlias = Annotated[int, Meta(ge=0, le=2000)]
"""The sigma of a lognormal quantity, in thousandths."""
Hundredths: TypeAlias = Annotated[int, Meta(ge=1, le=1000)]


class FingerReach(Value, frozen=True):
    """What the hand still reaches when a finger is barred, in hundredths (4.3)."""

    thumb: Hundredths = 70
    index: Hundredths = 85
    middle: Hundredths = 90
    ring: Hundredths = 95
    little: Hundredths = 100

    def when_barred(self, finger: Finger) -> int:
        value: int = getattr(self, finger.value)
        return value


class FingerSlip(Value, frozen=True):
    """How much a grab slips when a finger is barred: a sigma in thousandths (4.4)."""

    thumb: Sigma = 140
    index: Sigma = 110
    middle: Sigma = 90
    ring: Sigma = 80
    little: Sigma = 70

    def when_barred(self, finger: Finger) -> int:
        value: int = getattr(self, finger.value)
        return value


class Hand(Value, frozen=True):
    """The numbers of the hand model (RULES.md 4)."""

    reach: Annotated[int, Meta(ge=1, le=999)] = 60
    """Cards in a full pinch of a middling hand."""
    gain: Sigma = 350
    feel: Sigma = 200
    look: Sigma = 100
    finger: FingerReach = FingerReach()
    slip: FingerSlip = FingerSlip()


class Options(Value, frozen=True):
    first: Annotated[Seat, Meta(ge=0, le=5)] | Literal["random"] = "random"
    """The first challenger: a seat, counted from 0, or whom chance names."""
    patience: Annotated[int, Meta(ge=0, le=20)] = 5
    """Grabs a turn, at most; 0: as often as one wants."""
    multiplier: Annotated[int, Meta(ge=1, le=99)] = 20
    """How many won cards a multiplier card stands for."""
    leftovers: Literal["smaller", "challenger"] = "smaller"
    """Which jackpot a shortfall or an excess goes to: the smaller one, or the challenger's choice."""
    achieve: Literal["kinds", "any_three"] = "kinds"
    """Two players: which achieved bet cards win."""
    equal_turns: bool = False
    """Two players: whether the match is decided only when both have been challenger equally often."""
    hand: Hand = Hand()


PRESETS: Final = {
    "quick": Options(patience=2),
    "full": Options(),
    "mean": Options(patience=1, leftovers="challenger", hand=Hand(gain=500, feel=350)),
}


def why_not_options(options: Options, seats: int) -> InputError | None:
    if options.first != "random" and options.first >= seats:
        return InputError("first_is_not_a_seat", player=options.first + 1, players=seats)
    return None


def idle_options(options: Options, seats: int) -> tuple[str, ...]:
    """7.5: with one jackpot nothing is chosen. 8.4 and 8.5 are about two players."""
    return ("leftovers",) if seats == 2 else ("achieve", "equal_turns")
