"""What a group may choose before a match of Can't Touch This (RULES.md 1 and where each option is named)."""

from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta

from touchwood.core.refusals import InputError
from touchwood.core.seats import Seat
from touchwood.core.values import Value
from touchwood.games.cant_touch_this.cards import (
    DECK_COLUMNS,
    DECK_ROWS,
    LETTER_OF,
    MOST_CELLS,
    SHORTEST_SIDE,
    Edition,
    Grid,
    Symbol,
    parse_grid,
    scaled_mix,
    why_not_size,
)

HowMany: TypeAlias = Annotated[int, Meta(ge=0, le=MOST_CELLS)]
Length: TypeAlias = Annotated[int, Meta(ge=SHORTEST_SIDE, le=MOST_CELLS // SHORTEST_SIDE)]


class Mix(Value, frozen=True, rename={symbol.value: letter for symbol, letter in LETTER_OF.items()}):
    """How many of each symbol a random card holds, under their letters: `mix.G=6`. A letter not named is not there."""

    one: HowMany = 0
    two: HowMany = 0
    poop: HowMany = 0
    swirl: HowMany = 0
    gem: HowMany = 0
    bomb: HowMany = 0
    star: HowMany = 0
    wild: HowMany = 0

    @property
    def symbols(self) -> str:
        """The symbols in the order of the letters, `112PSS...`."""
        return "".join(LETTER_OF[symbol] * getattr(self, symbol.value) for symbol in Symbol)


class Options(Value, frozen=True):
    edition: Edition = 2
    columns: Length = DECK_COLUMNS
    rows: Length = DECK_ROWS
    mix: Mix | None = None
    """The symbols of a random card; None: the deck's own mix, in proportion for another size."""
    clips_each: Annotated[int, Meta(ge=1, le=3)] = 3
    """For two players; alone one has the clips of both."""
    card: str = "deck"
    """`deck`: drawn from the published deck. `random`: the mix, shuffled. Or the rows of a given card, with / between
    them; then `columns`, `rows` and `mix` mean nothing."""
    gems_from_second: bool = False
    """One gem scores 0, two 1, three 3, ..."""
    side_by_chance: bool = False
    """Nobody chooses the side of a card of the deck: the one that lies up is played."""
    first: Annotated[Seat, Meta(ge=0, le=1)] | Literal["random"] = "random"
    """The first defender: a seat, counted from 0, or whom chance names."""


PRESETS: Final = {
    "quick": Options(clips_each=2, side_by_chance=True),
    "full": Options(),
    "mean": Options(card="random", mix=Mix(one=8, two=3, poop=9, swirl=7, gem=6, bomb=10, star=3, wild=2)),
}


def is_given(options: Options) -> bool:
    return options.card not in ("deck", "random")


def given_grid(options: Options) -> Grid:
    return parse_grid(options.card.replace("/", "\n").split(), options.edition)


def size(options: Options) -> tuple[int, int]:
    """Columns and rows of the card that will be played."""
    if is_given(options):
        grid = given_grid(options)
        return len(grid[0]), len(grid)
    return options.columns, options.rows


def mix_of(options: Options) -> str:
    """The symbols of the card that will be played, in the order of the letters."""
    if is_given(options):
        symbols = "".join(given_grid(options))
        return "".join(letter * symbols.count(letter) for letter in LETTER_OF.values())
    return scaled_mix(options.edition, options.columns * options.rows) if options.mix is None else options.mix.symbols


def has_deck_size(options: Options) -> bool:
    return (options.columns, options.rows, options.mix) == (DECK_COLUMNS, DECK_ROWS, None)


def why_not_options(options: Options, seats: int) -> InputError | None:
    if options.first != "random" and options.first >= seats:
        return InputError("first_is_not_a_seat", player=options.first + 1, players=seats)
    if is_given(options):
        try:
            given_grid(options)
        except InputError as error:
            return error
        return None
    if options.card == "deck":
        return None if has_deck_size(options) else InputError("deck_is_printed", columns=DECK_COLUMNS, rows=DECK_ROWS)
    return why_not_size(options.columns, options.rows) or why_not_mix(options)


def why_not_mix(options: Options) -> InputError | None:
    """1.3: the mix fills the card, and has wilds in the second edition only."""
    symbols, cells = mix_of(options), options.columns * options.rows
    if options.edition == 1 and "W" in symbols:
        return InputError("wild_in_first_edition")
    if len(symbols) != cells:
        return InputError("mix_does_not_fill", symbols=len(symbols), cells=cells)
    return None


def idle_options(options: Options, seats: int) -> tuple[str, ...]:
    """1.3: a given card has its size, the deck's cards are printed. Sizes that do not fit the deck stay to be changed.
    1.5: only cards of the deck have another side. Alone there is nobody else to defend first."""
    is_printed = options.card == "deck" and has_deck_size(options)
    sizes = ("columns", "rows", "mix") if is_given(options) or is_printed else ()
    sides = () if options.card == "deck" else ("side_by_chance",)
    return (*sizes, *sides, "first") if seats == 1 else (*sizes, *sides)
