"""Tables of Point-a-Pile as small pictures, and positions that are played on in words.

    table("B01 B29", "B06", hand="B03 B07 B12 B15").does(0, "lay B03 B07 | B12 B15").points("1", "2")

Each player is a row, the last card scored last; `-` is nothing. The deck of the options is whatever cards the picture
shows, and an expansion is in play if one of its cards is seen, so that cards are conserved.
"""

from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace

from touchwood.core.events import AddressedEvent, heard_by
from touchwood.core.game import CHANCE, OVER
from touchwood.core.refusals import Refusal
from touchwood.core.seats import Seat, Viewer
from touchwood.core.versions import written_version
from touchwood.games.point_a_pile import GAME
from touchwood.games.point_a_pile.cards import CardId, CardSet, shipped_cards, shipped_missions
from touchwood.games.point_a_pile.events import Event
from touchwood.games.point_a_pile.options import Options
from touchwood.games.point_a_pile.rules import go_on
from touchwood.games.point_a_pile.rules.round import end_draw
from touchwood.games.point_a_pile.rules.table import fresh_round, in_round
from touchwood.games.point_a_pile.state import Phase, Player, State
from touchwood.games.point_a_pile.view import SeenBattle, View


def cards(text: str) -> tuple[CardId, ...]:
    return tuple(CardId(name) for name in text.split() if name != "-")


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

    def points(self, *picks: str) -> "Position":
        """Everyone awaited points, by seat: `points("1", "empty")`."""
        awaited = self.awaited
        assert len(awaited) == len(picks), f"{awaited} are to point"
        position = self
        for seat, pick in zip(awaited, picks, strict=True):
            position = position.does(seat, "no finger" if pick == "none" else f"point {pick}")
        return position

    def falls(self, *outcomes: str | int) -> "Position":
        """Chance: ids of cards or missions, or a number."""
        position = self
        for outcome in outcomes:
            state = position.state
            pool = state.missions if state.phase is Phase.MISSIONS else state.deck
            step = GAME.apply_chance(state, pool.index(CardId(outcome)) if isinstance(outcome, str) else outcome)
            position = Position(step.state, step.events, step.is_binding)
        return position

    def all_pass(self) -> "Position":
        """Everybody awaited in the window that is open passes."""
        position = self
        for seat in self.awaited:
            position = position.does(seat, "pass")
        return position

    # -- Looking ----------------------------------------------------------------------------------------------------
    @property
    def phase(self) -> str:
        return self.state.phase.value

    @property
    def awaited(self) -> tuple[int, ...]:
        waiting = GAME.waiting_for(self.state)
        assert isinstance(waiting, tuple), f"waits for {waiting}"
        return waiting

    @property
    def waits_for_chance(self) -> bool:
        return GAME.waiting_for(self.state) is CHANCE

    @property
    def is_over(self) -> bool:
        return GAME.waiting_for(self.state) is OVER

    def may(self, seat: int) -> list[str]:
        return [GAME.codec.text(action) for action in GAME.legal_actions(self.state, Seat(seat))]

    def why_not(self, seat: int, move: str) -> tuple[str, str]:
        refusal = self.refusal(seat, move)
        return refusal.code, refusal.rule

    def refusal(self, seat: int, move: str) -> Refusal:
        """Why this move is refused; fails if it is legal."""
        action = GAME.codec.parse(move)
        refusal = GAME.why_illegal(self.state, Seat(seat), action)
        assert refusal is not None, f"{move} is legal"
        return refusal

    def row(self, seat: int) -> str:
        return " ".join(self.state.players[seat].row)

    @property
    def discard(self) -> str:
        return " ".join(self.state.discard)

    @property
    def piles(self) -> str:
        """`1: B01 B02 | 2: B03`"""
        return " | ".join(f"{pile.place}: {' '.join(pile.cards)}" for pile in self.state.round.piles)

    @property
    def scores(self) -> tuple[int, ...]:
        return GAME.points(self.state)

    @property
    def out(self) -> tuple[int, ...]:
        return self.state.round.out

    @property
    def winners(self) -> tuple[int, ...]:
        return tuple(seat for seat, share in enumerate(GAME.returns(self.state)) if share)

    def view(self, viewer: Viewer | int) -> View:
        return GAME.view(self.state, viewer)  # type: ignore[arg-type]  # tests name seats by plain numbers

    def battle(self, viewer: Viewer | int) -> SeenBattle:
        battle = self.view(viewer).battle
        assert battle is not None
        return battle

    def fouls(self, seat: int) -> dict[int, str]:
        """Which picks the seat is warned of, and why; 0 is empty space."""
        return {foul.finger: foul.reason for foul in self.view(seat).fouls}

    def heard(self, viewer: Viewer | int) -> list[str]:
        """The names of the events this viewer hears."""
        return [type(event).__name__ for event in self.events(viewer)]

    def events(self, viewer: Viewer | int) -> tuple[Event, ...]:
        return heard_by(viewer, self.told)  # type: ignore[arg-type]  # tests name seats by plain numbers


def table(
    *rows: str,
    hand: str = "",
    deck: str = "",
    discard: str = "",
    missions: str = "",
    headpointer: int = 0,
    rounds: int = 0,
    begins: bool = False,
    version: int = GAME.newest_version,
    **options: Any,
) -> Position:
    """The draw is done and the Headpointer lays out; with `begins` the round only just begins."""
    shown = [*(card for row in rows for card in cards(row)), *cards(hand), *cards(deck), *cards(discard)]
    sets = {shipped_cards()[card].set for card in shown}
    switches = {each.value: True for each in sets if each is not CardSet.BASE}
    if missions:
        switches["complete_a_mission"] = True
    held = cards(missions)
    state = State(
        options=Options(deck=tuple(shown), **switches, **options),  # type: ignore[arg-type]  # tests name seats by plain numbers
        phase=Phase.ROUND_BEGINS,
        players=tuple(Player(cards(row), held[seat] if held else None) for seat, row in enumerate(rows)),
        deck=tuple(sorted(cards(deck))),
        round=fresh_round(len(rows)),
        missions=tuple(each for each in shipped_missions() if each not in held) if held else (),
        discard=cards(discard),
        headpointer=Seat(headpointer),
        rounds=rounds,
        shown=(None,) * len(rows),
        thrown=(None,) * len(rows),
        version=written_version(version),
    )
    if begins:
        told: list[AddressedEvent[Event]] = []
        return Position(go_on(state, told), tuple(told))
    return Position(end_draw(in_round(state, hand=cards(hand))))


def new_match(seats: int, **options: Any) -> Position:
    return Position(GAME.initial(Options(**options), seats, GAME.newest_version))


def with_options(position: Position, **options: Any) -> Position:
    return Position(replace(position.state, options=replace(position.state.options, **options)))
