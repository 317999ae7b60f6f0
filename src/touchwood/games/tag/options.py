"""What a group may choose before a match of TAG (RULES.md 1.3, 1.5 and where each option is named)."""

from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta

from touchwood.core.refusals import InputError
from touchwood.core.seats import Seat
from touchwood.core.values import Value

FEWEST_CARDS_A_PLAYER = 4

HowMany: TypeAlias = Annotated[int, Meta(ge=0, le=99)]


class Deck(Value, frozen=True):
    """How many cards of each kind there are; the IT card is not one of them. The fields stand in the order of KINDS."""

    T: HowMany = 18
    A: HowMany = 18
    G: HowMany = 18
    TAG: HowMany = 7
    Gool: HowMany = 6
    Freeze: HowMany = 4

    @property
    def counts(self) -> tuple[int, ...]:
        return (self.T, self.A, self.G, self.TAG, self.Gool, self.Freeze)


class Options(Value, frozen=True):
    deck: Deck = Deck()
    first: Annotated[Seat, Meta(ge=0, le=5)] | Literal["random"] = "random"
    """Who begins: a seat, counted from 0, or whom chance names."""
    gool_chain: bool = True
    """Whether a Gool can be answered with a Gool."""
    frozen_turns_count: bool = True
    """Whether the turns of frozen players count for the streak."""
    stall_after: Annotated[int, Meta(ge=0, le=9)] = 2
    """Rounds without a play after which cards come from the deck only; 0: never, but there are 400 turns at most."""
    show_taken: bool = True
    """Whether views keep which cards were taken from the discard pile."""
    tie_break: Literal["shared", "it_then_tags"] = "shared"
    answer_seconds: Annotated[int, Meta(ge=1, le=30)] = 6
    """At a live table: how long after the question a Gool answer is shown."""


PRESETS: Final = {
    "quick": Options(deck=Deck(T=9, A=9, G=9, TAG=4, Gool=3, Freeze=2)),
    "full": Options(),
    "mean": Options(deck=Deck(T=16, A=16, G=16, TAG=14, Gool=8, Freeze=8), show_taken=False),
}


def why_not_options(options: Options, seats: int) -> InputError | None:
    cards, needed = sum(options.deck.counts), FEWEST_CARDS_A_PLAYER * seats
    if cards < needed:
        return InputError("too_few_cards", cards=cards, needed=needed, players=seats)
    if options.first != "random" and options.first >= seats:
        return InputError("first_is_not_a_seat", player=options.first + 1, players=seats)
    return None


def idle_options(options: Options, seats: int) -> tuple[str, ...]:
    """What is about cards that are not in the deck."""
    gools, freezes = options.deck.Gool, options.deck.Freeze
    idle = {"gool_chain": gools == 0, "answer_seconds": gools == 0, "frozen_turns_count": freezes == 0}
    return tuple(option for option, is_idle in idle.items() if is_idle)
