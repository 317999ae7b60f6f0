"""Tables of Tactile Crane Championship as small pictures, and positions that are played on in words.

    table(won="12 0 30", deck=50, jackpots="3 5").flips(10, "ring").closes().bets("high", "just").holds(9)

Unless told otherwise the hand is steady: no chance moves it, all fingers reach alike, and a pinch of 10 thousandths is
one card. So a test says how many cards are held, and that is what is held.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from touchwood.core.events import AddressedEvent, heard_by
from touchwood.core.game import CHANCE, OVER
from touchwood.core.refusals import Refusal
from touchwood.core.seats import Seat, Viewer
from touchwood.core.versions import written_version
from touchwood.games.tactile_crane import GAME
from touchwood.games.tactile_crane.cards import CARDS, FACES, Face, Finger
from touchwood.games.tactile_crane.events import Event
from touchwood.games.tactile_crane.options import FingerReach, FingerSlip, Hand, Options
from touchwood.games.tactile_crane.rules.seating import challenger
from touchwood.games.tactile_crane.state import PastTurn, Phase, Player, State
from touchwood.games.tactile_crane.view import View

STEADY = Hand(
    reach=100,
    gain=0,
    feel=0,
    look=0,
    finger=FingerReach(100, 100, 100, 100, 100),
    slip=FingerSlip(0, 0, 0, 0, 0),
)
MIDDLE = 32_768


@dataclass(frozen=True)
class Position:
    """A state and how it came about."""

    state: State
    told: tuple[AddressedEvent[Event], ...] = ()

    # -- Going on ---------------------------------------------------------------------------------------------------
    def does(self, seat: int, *moves: str) -> "Position":
        """The seat's moves, one after the other; the events are those of the last."""
        position = self
        for move in moves:
            step = GAME.apply(position.state, Seat(seat), GAME.codec.parse(move))
            position = Position(step.state, step.events)
        return position

    def falls(self, *outcomes: int) -> "Position":
        position = self
        for outcome in outcomes:
            step = GAME.apply_chance(position.state, outcome)
            position = Position(step.state, step.events)
        return position

    def flips(self, number: int, finger: str = "little") -> "Position":
        return self.falls(FACES.index(Face(number, Finger(finger))))

    def closes(self) -> "Position":
        return self.does(self.turn, "close eyes")

    def bets(self, *bets: str) -> "Position":
        """The bets of the audience, clockwise from the challenger's left; then the gain falls."""
        position, count = self, len(self.state.players)
        for step, bet in enumerate(bets, start=1):
            position = position.does((self.turn + step) % count, f"bet {bet}")
        return position.falls(MIDDLE) if position.phase == "gain" else position

    def grabs(self, pinch: int) -> "Position":
        """A grab, and the chance that belongs to it."""
        position = self.does(self.turn, f"grab {pinch}")
        while position.asked == "chance":
            position = position.falls(MIDDLE)
        return position

    def holds(self, cards: int) -> "Position":
        """With the steady hand, or from another turn's very beginning: as many cards."""
        return self.grabs(10 * cards)

    def lifts(self) -> "Position":
        return self.does(self.turn, "lift")

    def plays(self, number: int, held: int, *bets: str, finger: str = "little") -> "Position":
        """A whole turn up to the count; all who are not named bet nothing."""
        named = [*bets, *["nothing"] * (len(self.state.players) - 1 - len(bets))]
        return self.flips(number, finger).closes().bets(*named).holds(held).lifts()

    # -- Looking ----------------------------------------------------------------------------------------------------
    @property
    def turn(self) -> int:
        return challenger(self.state)

    @property
    def phase(self) -> str:
        return self.state.phase.value

    @property
    def asked(self) -> tuple[int, ...] | str:
        waiting = GAME.waiting_for(self.state)
        return waiting.value if waiting is CHANCE or waiting is OVER else waiting

    @property
    def free(self) -> tuple[int, ...]:
        return GAME.may_act(self.state)

    def may(self, seat: int) -> list[str]:
        """The legal moves, all grabs as one."""
        texts = [GAME.codec.text(action) for action in GAME.legal_actions(self.state, Seat(seat))]
        return list(dict.fromkeys("grab" if text.startswith("grab") else text for text in texts))

    def refusal(self, seat: int, move: str | Any) -> Refusal:
        """Why this move is refused; fails if it is legal."""
        action = GAME.codec.parse(move) if isinstance(move, str) else move
        refusal = GAME.why_illegal(self.state, Seat(seat), action)
        assert refusal is not None, f"{move} is legal"
        return refusal

    def why_not(self, seat: int, move: str | Any) -> tuple[str, str]:
        refusal = self.refusal(seat, move)
        return refusal.code, refusal.rule

    @property
    def won(self) -> list[int]:
        return [player.won for player in self.state.players]

    @property
    def jackpots(self) -> list[int]:
        return list(self.state.jackpots)

    @property
    def deck(self) -> int:
        return self.state.deck

    @property
    def last(self) -> PastTurn:
        """The turn that was counted."""
        assert self.state.last is not None
        return self.state.last

    @property
    def winners(self) -> tuple[int, ...] | None:
        return self.view(0).winners

    def view(self, viewer: Viewer | int) -> View:
        return GAME.view(self.state, viewer)  # type: ignore[arg-type]  # seats by number

    def heard(self, viewer: Viewer | int) -> list[str]:
        """The names of the events this viewer hears."""
        return [type(event).__name__ for event in self.events(viewer)]

    def events(self, viewer: Viewer | int) -> tuple[Event, ...]:
        return heard_by(viewer, self.told)  # type: ignore[arg-type]  # seats by number


def table(
    won: str = "0 0 0",
    *,
    deck: int | None = None,
    jackpots: str | None = None,
    multipliers: str = "",
    achieved: Sequence[tuple[int, int, int]] = (),
    turns: int = 0,
    first: int = 0,
    options: dict[str, Any] | None = None,
    version: int = GAME.newest_version,
    **fields: Any,
) -> Position:
    """The beginning of a turn. Cards that the picture does not show are in the deck, unless it says how thick that is:
    then the rest is nowhere, as if the match had begun with fewer."""
    plain = [int(count) for count in won.split()]
    seats = len(plain)
    traded = [int(count) for count in multipliers.split()] or [0] * seats
    piles = tuple(map(int, (jackpots or ("3" if seats == 2 else "3 3")).split()))
    aside = [*achieved, *[(0, 0, 0)] * (seats - len(achieved))]
    all_cards = (2, 2, 1) if seats == 2 else (1, 1, 1)
    players = tuple(
        Player(
            won=cards,
            multipliers=mult,
            achieved=done,
            bet_cards=tuple(there - gone for there, gone in zip(all_cards, done, strict=True)),  # type: ignore[arg-type]  # as many as there are kinds of bet
        )
        for cards, mult, done in zip(plain, traded, aside, strict=True)
    )
    return Position(
        State(
            options=Options(**{"hand": STEADY, **(options or {})}),
            phase=Phase.FLIP,
            players=players,
            deck=CARDS - sum(piles) - sum(plain) if deck is None else deck,
            jackpots=piles,
            multipliers=6 - sum(traded),
            first=Seat(first),
            turns=turns,
            bets=(None,) * seats,
            version=written_version(version),
            **fields,
        )
    )


def new_match(seats: int, **options: Any) -> Position:
    return Position(GAME.initial(Options(**options), seats, GAME.newest_version))


def grabbing(seats: int = 3, number: int = 10, *, finger: str = "little", **options: Any) -> Position:
    """The challenger (seat 0) is about to grab; everybody has bet LOW."""
    position = table("0 " * seats, options=options).flips(number, finger).closes()
    return position.bets(*["low"] * (seats - 1))
