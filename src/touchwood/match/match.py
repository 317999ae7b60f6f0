"""A match in memory, with all its positions. What a terminal table, a simulation or a test holds.

match = Match.start(game, players=["Ana", "Bo"])
match.act(seat, action)            # and chance falls by itself, as far as it must
match.view(seat)                   # the one door for players
match.record                       # what it all comes from
"""

from collections.abc import Sequence
from typing import Any

import msgspec

from touchwood.core.events import Told
from touchwood.core.game import OVER, AnyGame
from touchwood.core.options import options_from_mapping
from touchwood.core.refusals import Problem
from touchwood.core.seats import Seat, Viewer
from touchwood.match.dealer import CommittedDealer, Dealer, PlainDealer, new_seed
from touchwood.match.position import Advance, Position, choose, let_chance_fall, let_fall, start
from touchwood.match.record import (
    Chose,
    Closed,
    EntryLine,
    Fell,
    Header,
    Mover,
    Player,
    Record,
    TakenBack,
    header_hash,
    next_line,
)


def make_header(
    game: AnyGame, options: Any, players: Sequence[Player | str], dealer: CommittedDealer | PlainDealer
) -> Header:
    """The header of a new match; raises `Problem` for options the game does not allow at this number of players."""
    seats = tuple(Player(player) if isinstance(player, str) else player for player in players)
    named = msgspec.to_builtins(options)
    options_from_mapping(game, named, len(seats))
    return Header(game.name, game.rules_version, named, seats, dealer.deal())


class Match:
    """A match and how it came to stand where it stands."""

    def __init__(self, game: AnyGame, header: Header, dealer: Dealer) -> None:
        self.game = game
        self.header = header
        self.dealer = dealer
        self.hash = header_hash(header)
        self.options = options_from_mapping(game, header.options, len(header.seats))
        self.lines: list[EntryLine] = []
        # positions[n] is the match after entry n; advances[n] is how entry n came about (None: start, taken back).
        self.positions: list[Position] = [start(game, header, self.options)]
        self.advances: list[Advance | None] = [None]

    @classmethod
    def start(
        cls,
        game: AnyGame,
        *,
        players: Sequence[Player | str],
        options: Any = None,
        dealer: CommittedDealer | PlainDealer | None = None,
    ) -> "Match":
        """A new match, dealt as far as the first decision."""
        dealer = dealer or CommittedDealer(new_seed())
        options = game.options_type() if options is None else options
        match = cls(game, make_header(game, options, players, dealer), dealer)
        match.deal()
        return match

    # -- Where it stands --------------------------------------------------------------------------------------------
    @property
    def position(self) -> Position:
        return self.positions[-1]

    @property
    def state(self) -> Any:
        return self.position.state

    @property
    def is_over(self) -> bool:
        return self.game.waiting_for(self.state) is OVER

    @property
    def asked(self) -> tuple[Seat, ...]:
        """The seats the match waits for."""
        waiting = self.game.waiting_for(self.state)
        return waiting if isinstance(waiting, tuple) else ()

    @property
    def record(self) -> Record:
        return Record(self.header, self.hash, tuple(self.lines))

    def view(self, viewer: Viewer) -> Any:
        return self.game.view(self.state, viewer)

    def legal_actions(self, seat: Seat) -> Sequence[Any]:
        return self.game.legal_actions(self.state, seat)

    # -- How it goes on ---------------------------------------------------------------------------------------------
    def act(self, seat: Seat, action: Any, by: Mover = Mover.PERSON) -> tuple[Told[Any], ...]:
        """A seat's action, and the chance that follows it. What was told, in order. Raises `Refused`."""
        chosen = choose(self.game, self.position, seat, action, by, salt=self._next_salt())
        self._keep(chosen)
        return (*chosen.events, *self.deal())

    def deal(self) -> tuple[Told[Any], ...]:
        """Let chance fall as far as it must."""
        advances = let_chance_fall(self.game, self.dealer, self.hash, self.position)
        for advance in advances:
            self._keep(advance)
        return tuple(told for advance in advances for told in advance.events)

    def take_back(self, to: int, seat: Seat) -> None:
        """Put the state after entry `to` in force again. Whether that is allowed is the table's business."""
        self._go_back(TakenBack(to, seat), self._next_salt())

    def _go_back(self, entry: TakenBack, salt: str) -> None:
        if not 0 <= entry.to < self.position.n:
            raise Problem("no_such_entry", entry=entry.to, newest=self.position.n)
        line = next_line(self.position.hash, entry, n=self.position.n + 1, salt=salt)
        earlier = self.positions[entry.to]
        self.lines.append(line)
        self.positions.append(Position(line.n, line.hash, earlier.draws, earlier.state))
        # The steps before the one gone back to are in force again, so its own advance is the newest one.
        self.advances.append(self.advances[entry.to])

    def close(self) -> None:
        """Show the seed: the last entry of a match that is over."""
        if isinstance(self.dealer, CommittedDealer):
            entry, salt = Closed(self.dealer.seed.hex()), self._next_salt()
            self.lines.append(next_line(self.position.hash, entry, n=self.position.n + 1, salt=salt))

    def follow(self, line: EntryLine) -> tuple[Told[Any], ...]:
        """Take a line of a record as the next one: how replays and resumed matches are made."""
        match line.entry:
            case Chose(seat, by, action):
                advance = choose(self.game, self.position, seat, self.read_action(action), by, salt=line.salt)
            case Fell(outcome):
                advance = let_fall(self.game, self.position, outcome, salt=line.salt)
            case TakenBack():
                self._go_back(line.entry, line.salt)
                return ()
            case Closed():
                if not self.is_over:
                    raise Problem("record_closed_early", entry=line.n)
                self.lines.append(line)
                return ()
        self._keep(advance)
        return advance.events

    def read_action(self, action: Any) -> Any:
        """An action as the game's own value, from that or from plain JSON."""
        return msgspec.convert(action, self.game.action_type) if isinstance(action, dict) else action

    def free_take_back(self, seat: Seat) -> int | None:
        """The entry a seat may go back to without asking: before its own last choice, if nothing bound it since."""
        newest = self.advances[-1]
        if newest is None or newest.is_binding:
            return None
        entry = newest.line.entry
        return newest.line.n - 1 if isinstance(entry, Chose) and entry.seat == seat else None

    def _next_salt(self) -> str:
        return self.dealer.salt(self.hash, self.position.n + 1)

    def _keep(self, advance: Advance) -> None:
        self.lines.append(advance.line)
        self.positions.append(advance.position)
        self.advances.append(advance)
