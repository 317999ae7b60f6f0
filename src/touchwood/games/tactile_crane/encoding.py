"""A view of Tactile Crane Championship as a row of numbers: what the kernel's `encode` writes, from the view alone.

What is felt and seen of a bundle is given in hundredths of a card.
"""

from typing import Any

from touchwood.core.encoding import LARGEST, Encoder, Slice
from touchwood.games.tactile_crane import kernel_worlds
from touchwood.games.tactile_crane.cards import CARDS, FINGERS, NUMBERS
from touchwood.games.tactile_crane.options import Options
from touchwood.games.tactile_crane.packing import KERNEL, grabs_known, know
from touchwood.games.tactile_crane.state import Phase
from touchwood.games.tactile_crane.view import View

_PHASES = " · ".join(f"{number} {phase.value}" for number, phase in enumerate(Phase))
_FINGERS = " · ".join(f"{number} {finger.value}" for number, finger in enumerate(FINGERS))


def slices(options: Options, seats: int) -> list[Slice]:
    last, spent = seats - 1, options.patience or LARGEST
    table = [
        Slice("phase", 1, 0, len(Phase) - 1, _PHASES),
        Slice("seats", 1, seats, seats, "players"),
        Slice("deck", 1, 0, CARDS, "cards in it; until the count the flipped card and the bundle too"),
        Slice("left jackpot", 1, 0, CARDS, "cards in it"),
        Slice("multipliers", 1, 0, CARDS, "that nobody has yet"),
        Slice("turns", 1, 0, LARGEST, "finished"),
        Slice("tied", 1, 0, seats, "how many take an extra turn"),
        Slice("grabs", 1, 0, spent, "of a bundle in this turn"),
        Slice("spent", 1, 0, spent, "these, and presses of the barred finger with an empty hand"),
        Slice("is holding", 1, 0, 1, "a bundle is in the hand"),
        Slice("looked", 1, 0, last, "how many of the audience have had their look at it"),
        Slice("counted", 1, -1, CARDS, "the cards of the grab; -1: not counted"),
        Slice("right jackpot", 1, 0, CARDS, "0 with two players"),
        Slice("number", 1, -1, NUMBERS[-1], "how many cards to grab; -1: not flipped"),
        Slice("barred finger", 1, -1, len(FINGERS) - 1, f"{_FINGERS}; -1: not flipped"),
        Slice("challenger", 1, -1, last, "-1: before the first turn, or over"),
    ]
    players = [
        each
        for step in range(seats)
        for each in (
            Slice(f"player {step} won", 1, 0, CARDS, "plain cards"),
            Slice(f"player {step} multipliers", 1, 0, CARDS, "multiplier cards"),
            Slice(f"player {step} calls", 1, 0, LARGEST, "made in this turn"),
            Slice(f"player {step} newest call", 1, -1, 2, "on the bundle in hand: 0 more · 1 less · 2 stop; -1: none"),
            Slice(f"player {step} peeks", 1, 0, LARGEST, "how often they opened their eyes"),
            Slice(
                f"player {step} bets and record",
                12,
                0,
                LARGEST,
                "for high, low, just: bet cards left · achieved · challenges low, exact, high · calls right, wrong, "
                "unselfish",
            ),
            Slice(f"player {step} has bet", 1, 0, 1, "a bet lies there"),
            Slice(f"player {step} bet", 1, -1, 3, "0 high · 1 low · 2 just · 3 nothing; -1: none, or not seen"),
        )
    ]
    grabs = [
        Slice(f"grab {number}", 2, 0, LARGEST, "the own pinch (challenger) · what was felt or seen, in hundredths")
        for number in range(grabs_known(options))
    ]
    return [*table, *players, *grabs]


def encode(seen: View, parts: tuple[Any, ...] = ()) -> list[int]:
    assert isinstance(seen.viewer, int), "a spectator learns nothing"
    numbers = [0] * KERNEL.most_seen
    return numbers[: kernel_worlds.encode([], know(seen), seen.viewer, numbers)]


ENCODER: Encoder[Options, View] = Encoder(slices=slices, encode=encode)
