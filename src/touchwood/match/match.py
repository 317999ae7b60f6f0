"""A match in memory, with all its positions. What a terminal table, a simulation or a test holds.

match = Match.start(game, players=["Ana", "Bo"])
match.act(seat, action)            # and chance falls by itself, as far as it must
match.view(seat)                   # the one way for players to see
match.record                       # what it all comes from
"""

from collections.abc import Sequence
from typing import Any

import msgspec

from touchwood.core.events import AddressedEvent
from touchwood.core.game import AnyGame
from touchwood.core.options import options_from_mapping
from touchwood.core.refusals import InputError
from touchwood.core.seats import Seat, Viewer
from touchwood.match.dealer import CommittedDealer, Dealer, PlainDealer, new_seed
from touchwood.match.progress import Applied, Position, Progress
from touchwood.match.record import EntryLine, Header, Mover, Player, Record, TakenBack


def make_header(
    game: AnyGame,
    options: Any,
    players: Sequence[Player | str],
    dealer: CommittedDealer | PlainDealer,
    version: int | None = None,
) -> Header:
    """The header of a new match; raises `InputError` for options the game does not allow at this number of players, or
    rules it does not know."""
    seats = tuple(Player(player) if isinstance(player, str) else player for player in players)
    named = msgspec.to_builtins(options)
    options_from_mapping(game, named, len(seats))
    return Header(game.name, game.known_version(version), named, seats, dealer.deal())


class Match(Progress):
    """A match and how it came to stand where it stands."""

    def __init__(self, game: AnyGame, header: Header, dealer: Dealer) -> None:
        super().__init__(game, header, dealer)
        self.applied: list[Applied] = []
        """Entry n is at place n - 1."""
        self.lines: list[EntryLine] = []
        self.positions: list[Position] = [self.position]
        """positions[n] is the match after entry n."""

    @classmethod
    def start(
        cls,
        game: AnyGame,
        *,
        players: Sequence[Player | str],
        options: Any = None,
        dealer: CommittedDealer | PlainDealer | None = None,
        version: int | None = None,
    ) -> "Match":
        """A new match, dealt as far as the first decision; by the newest rules unless another version is named."""
        dealer = dealer or CommittedDealer(new_seed())
        options = game.options_type() if options is None else options
        match = cls(game, make_header(game, options, players, dealer, version), dealer)
        match.deal()
        return match

    # -- Where it stands --------------------------------------------------------------------------------------------
    @property
    def state(self) -> Any:
        return self.position.state

    @property
    def asked(self) -> tuple[Seat, ...]:
        """The seats the match waits for."""
        return self.waiting if isinstance(self.waiting, tuple) else ()

    @property
    def record(self) -> Record:
        return Record(self.header, self.first_hash, tuple(self.lines))

    def view(self, viewer: Viewer) -> Any:
        return self.game.view(self.state, viewer)

    def legal_actions(self, seat: Seat) -> Sequence[Any]:
        return self.game.legal_actions(self.state, seat)

    # -- How it goes on ---------------------------------------------------------------------------------------------
    def act(self, seat: Seat, action: Any, by: Mover = Mover.PERSON) -> tuple[AddressedEvent[Any], ...]:
        """A seat's action, and the chance that follows it. What was told, in order. Raises `Refused`."""
        chosen = self.chosen(seat, action, by)
        self.apply(chosen)
        return (*chosen.events, *self.deal())

    def deal(self) -> tuple[AddressedEvent[Any], ...]:
        """Let chance fall as far as it must."""
        dealt = self.dealt()
        for applied in dealt:
            self.apply(applied)
        return tuple(told for applied in dealt for told in applied.events)

    def take_back(self, to: int, seat: Seat) -> None:
        """Put the state after entry `to` in force again. Whether that is allowed is the table's business."""
        self.apply(self.taken_back(seat, to, self._position_after(to)))

    def close(self) -> None:
        """Show the seed: the last entry of a match that is over. Nothing while it is not, or once it is shown."""
        for applied in self.closing():
            self.apply(applied)

    def follow(self, line: EntryLine) -> tuple[AddressedEvent[Any], ...]:
        """Take a line of a record as the next one: how replays and resumed matches are made."""
        entry = line.entry
        applied = self.followed(line, self._position_after(entry.to) if isinstance(entry, TakenBack) else None)
        self.apply(applied)
        return applied.events

    def apply(self, applied: Applied) -> None:
        super().apply(applied)
        self.applied.append(applied)
        self.lines.append(applied.line)
        self.positions.append(applied.position)

    def _position_after(self, entry: int) -> Position:
        if not 0 <= entry < self.position.n:
            raise InputError("no_such_entry", entry=entry, newest=self.position.n)
        return self.positions[entry]
