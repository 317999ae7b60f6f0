"""Makes the published deck: 54 two-sided cards an edition, written to `deck.json` beside this file.

    python -m touchwood.games.cant_touch_this.make_deck

The same seed gives the same file. Of the second edition only sides whose best possible score alone is under 36 are
taken, so that its printed rating "Impossible!" is true. No two sides are alike.
"""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random

import msgspec

from touchwood.core.chance import Shuffle, draw
from touchwood.core.values import canonical_json
from touchwood.games.cant_touch_this.cards import DECK_COLUMNS, DECK_MIX, Card, Deck, Edition, Grid, shuffled_grid
from touchwood.games.cant_touch_this.solver import solve_solo

SEED = 1
CARDS = 54
IMPOSSIBLE = 36
FILE = Path(__file__).with_name("deck.json")


def make_deck(seed: int = SEED) -> Deck:
    return Deck(seed, make_cards(seed, 1), make_cards(seed, 2))


def make_cards(seed: int, edition: Edition) -> tuple[Card, ...]:
    sides = list(islice(fair_sides(seed, edition), 2 * CARDS))
    return tuple(Card((front, back)) for front, back in zip(sides[::2], sides[1::2], strict=True))


def fair_sides(seed: int, edition: Edition) -> Iterator[Grid]:
    seen: set[Grid] = set()
    for grid in random_sides(seed, edition):
        if grid not in seen and is_fair(grid, edition):
            seen.add(grid)
            yield grid


def random_sides(seed: int, edition: Edition) -> Iterator[Grid]:
    """Shuffles of the edition's mix, without end."""
    rng, mix = Random(f"{seed} {edition}"), DECK_MIX[edition]
    while True:
        order = draw(Shuffle(len(mix)), rng.randrange)
        assert isinstance(order, tuple)
        yield shuffled_grid(mix, order, DECK_COLUMNS)


def is_fair(grid: Grid, edition: Edition) -> bool:
    """1.4: a side of the second edition on which the rating "Impossible!" cannot be reached."""
    return edition == 1 or solve_solo(grid, edition=edition).optimum < IMPOSSIBLE


def deck_file(deck: Deck) -> bytes:
    return msgspec.json.format(canonical_json(deck), indent=1) + b"\n"


if __name__ == "__main__":
    FILE.write_bytes(deck_file(make_deck()))
    print(f"{FILE}: {CARDS} cards an edition, seed {SEED}")
