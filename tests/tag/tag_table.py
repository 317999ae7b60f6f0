"""Tables of TAG as small pictures, and positions that are played on in words.

    table("T A G TAG / T A", "Gool / -", deck="T T", discard="A G", it=1)

Each player is `hand / what lies in front`; the discard pile's top is the last card; `-` is nothing. The deck of the
options is whatever cards the picture shows, so that cards are conserved and the unseen ones can be counted.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace

from touchwood.core.events import AddressedEvent, heard_by
from touchwood.core.game import CHANCE, OVER
from touchwood.core.refusals import Refusal
from touchwood.core.seats import Seat, Viewer
from touchwood.core.versions import written_version
from touchwood.games.tag import GAME
from touchwood.games.tag.events import Event
from touchwood.games.tag.invariants import pieces
from touchwood.games.tag.options import Deck, Options
from touchwood.games.tag.rules.turn import begin_turn
from touchwood.games.tag.state import KINDS, Counts, Kind, Phase, Player, State
from touchwood.games.tag.view import View


def cards(text: str) -> tuple[Kind, ...]:
    return tuple(Kind(name) for name in text.split() if name != "-")


def counts(text: str) -> Counts:
    return tuple(cards(text).count(kind) for kind in KINDS)


@dataclass(frozen=True)
class Position:
    """A state and how it came about."""

    state: State
    told: tuple[AddressedEvent[Event], ...] = ()
    is_binding: bool = False

    # -- Going on ---------------------------------------------------------------------------------------------------
    def does(self, seat: int, *moves: str) -> "Position":
        """The seat's moves, one after the other; the events are those of the last."""
        position = self
        for move in moves:
            step = GAME.apply(position.state, Seat(seat), GAME.codec.parse(move))
            position = Position(step.state, step.events, step.is_binding)
        return position

    def falls(self, *outcomes: str | int) -> "Position":
        """Chance: kinds of card, or the seat of the first player."""
        position = self
        for outcome in outcomes:
            number = KINDS.index(Kind(outcome)) if isinstance(outcome, str) else outcome
            step = GAME.apply_chance(position.state, number)
            position = Position(step.state, step.events, step.is_binding)
        return position

    # -- Looking ----------------------------------------------------------------------------------------------------
    @property
    def phase(self) -> str:
        return self.state.phase.value

    @property
    def asked(self) -> int | str:
        """The one seat that is waited for, or "chance", or "over"."""
        waiting = GAME.waiting_for(self.state)
        if waiting is CHANCE or waiting is OVER:
            return waiting.value
        (seat,) = waiting
        return seat

    def may(self, seat: int) -> list[str]:
        return [GAME.codec.text(action) for action in GAME.legal_actions(self.state, Seat(seat))]

    def refusal(self, seat: int, move: str) -> Refusal:
        """Why this move is refused; fails if it is legal."""
        action = GAME.codec.parse(move)
        refusal = GAME.why_illegal(self.state, Seat(seat), action)
        assert refusal is not None, f"{move} is legal"
        return refusal

    def why_not(self, seat: int, move: str) -> tuple[str, str]:
        refusal = self.refusal(seat, move)
        return refusal.code, refusal.rule

    def hand(self, seat: int) -> str:
        return " ".join(self.state.players[seat].hand)

    def front(self, seat: int) -> str:
        return " ".join(self.state.players[seat].front)

    @property
    def discard(self) -> str:
        return " ".join(self.state.discard)

    def view(self, viewer: Viewer | int) -> View:
        return GAME.view(self.state, viewer)  # type: ignore[arg-type]  # seats by number

    def heard(self, viewer: Viewer | int) -> list[str]:
        """The names of the events this viewer hears."""
        return [type(event).__name__ for event in self.events(viewer)]

    def events(self, viewer: Viewer | int) -> tuple[Event, ...]:
        return heard_by(viewer, self.told)  # type: ignore[arg-type]  # seats by number


def table(
    *players: str,
    deck: str = "",
    discard: str = "",
    out: str = "",
    sets: Sequence[int] = (),
    tags: Sequence[int] = (),
    taken: Sequence[str] = (),
    phase: Phase = Phase.CHOOSE_CARD,
    options: dict[str, Any] | None = None,
    version: int = GAME.newest_version,
    **fields: Any,
) -> Position:
    """A position in which, unless told otherwise, the player whose turn it is (0) chooses a card."""

    def of(each: Sequence[Any], seat: int, otherwise: Any) -> Any:
        return each[seat] if seat < len(each) else otherwise

    seated = []
    for seat, drawn in enumerate(players):
        hand, _, front = drawn.partition("/")
        seated.append(
            Player(cards(hand), cards(of(taken, seat, "")), cards(front), of(sets, seat, 0), of(tags, seat, 0))
        )
    state = State(
        options=Options(**(options or {})),
        phase=phase,
        players=tuple(seated),
        deck=counts(deck),
        discard=cards(discard),
        out=counts(out),
        version=written_version(version),
        **fields,
    )
    shown = pieces(state)
    return Position(replace(state, options=replace(state.options, deck=Deck(*[shown[kind.value] for kind in KINDS]))))


def turn_begins(*players: str, **fields: Any) -> Position:
    """The same at the very beginning of the turn: what is forced has happened."""
    told: list[AddressedEvent[Event]] = []
    state = begin_turn(table(*players, **fields).state, told)
    return Position(state, tuple(told))


def new_match(seats: int, **options: Any) -> Position:
    return Position(GAME.initial(Options(**options), seats, GAME.newest_version))
