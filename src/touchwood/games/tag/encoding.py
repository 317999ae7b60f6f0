"""A view of TAG as a row of numbers: what the kernel's `encode` writes, from the view alone."""

from typing import Any

from touchwood.core.encoding import LARGEST, Encoder, Slice
from touchwood.games.tag import kernel
from touchwood.games.tag.options import Options
from touchwood.games.tag.packing import KERNEL, know
from touchwood.games.tag.state import KINDS, Phase
from touchwood.games.tag.view import View

_PHASES = " · ".join(f"{number} {phase.value}" for number, phase in enumerate(Phase))
_KINDS = " · ".join(KINDS)


def slices(options: Options, seats: int) -> list[Slice]:
    cards, last = sum(options.deck.counts), seats - 1
    table = [
        Slice("phase", 1, 0, len(Phase) - 1, _PHASES),
        Slice("is return turn", 1, 0, 1, "the present turn is the freezer's return"),
        Slice("draws left", 1, 0, kernel.RETURN_DRAWS, "cards the freezer may still draw"),
        Slice("has played", 1, 0, 1, "something was played in the present turn"),
        Slice("streak", 1, 0, LARGEST, "turns in a row without a play"),
        Slice("turns", 1, 0, LARGEST, "turns finished"),
        Slice("deck", 1, 0, cards, "cards left in it"),
        Slice("seats", 1, seats, seats, "players"),
        Slice("turn", 1, 0, last, "whose turn it is"),
        Slice("IT", 1, -1, last, "before whom IT lies; -1: in the middle"),
        Slice("tagger", 1, -1, last, "who put IT there, while an answer is awaited; -1: none is"),
        Slice("freezer", 1, -1, last, "whose Freeze lies in the middle; -1: none does"),
        Slice("out", len(KINDS), 0, cards, f"cards that have left the game: {_KINDS}"),
    ]
    players = [
        each
        for step in range(seats)
        for each in (
            Slice(
                f"player {step} cards",
                len(KINDS),
                0,
                cards,
                f"{'the own hand' if step == 0 else 'the cards everybody knows'}, by kind: {_KINDS}",
            ),
            Slice(f"player {step} hand", 1, 0, cards, "cards in it"),
            Slice(f"player {step} front", 1, 0, 6, "letters of the set begun: T 1, A 2, G 4, added up"),
            Slice(f"player {step} sets", 1, 0, cards, "finished"),
            Slice(f"player {step} tags", 1, 0, cards, "TAG cards aside"),
        )
    ]
    discard = [
        Slice("discard", 1, 0, cards, "cards in the discard pile"),
        Slice("discard top", 1, -1, len(KINDS) - 1, f"its top: {_KINDS}; -1: empty"),
        Slice("discard cards", len(KINDS), 0, cards, "the pile by kind"),
        Slice("own seat", 1, 0, last, "by which choices name this player: all other seats are counted from it"),
    ]
    return [*table, *players, *discard]


def encode(seen: View, parts: tuple[Any, ...] = ()) -> list[int]:
    assert isinstance(seen.viewer, int), "a spectator learns nothing"
    row = know(seen)
    row[kernel.DECK_SIZE] = seen.deck_size  # `know` counts all that may be in it
    numbers = [0] * KERNEL.most_seen
    return numbers[: kernel.encode([], row, seen.viewer, numbers)]


ENCODER: Encoder[Options, View] = Encoder(slices=slices, encode=encode)
