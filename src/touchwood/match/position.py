"""Where a match stands, and how an entry moves it on. Pure: nothing here remembers anything.

A live table keeps one `Position` in memory and its entries in the store; `Match` keeps them all. Both move by
`choose` and `let_chance_fall`, so they cannot differ.

Neither `n` nor the hash may reach a seat before everybody has heard of the step: that they moved tells that somebody
has chosen.
"""

from typing import Any, Final

import msgspec

from touchwood.core.chance import Outcome, draw, is_possible
from touchwood.core.events import Told
from touchwood.core.game import CHANCE, OVER, AnyGame, Step
from touchwood.core.refusals import Problem, Refusal, Refused
from touchwood.core.seats import Seat
from touchwood.match.dealer import Dealer
from touchwood.match.record import Chose, EntryLine, Fell, Header, Mover, header_hash, next_line

MATCH_IS_OVER: Final = Refusal("match_is_over", "0")


class Position(msgspec.Struct, frozen=True):
    """The state after entry `n`, the running hash, and how many draws lie behind it on the line in force."""

    n: int
    hash: str
    draws: int
    state: Any


class Advance(msgspec.Struct, frozen=True):
    """One entry more: its line for the record, the position after it, what was told, and whether it binds."""

    line: EntryLine
    position: Position
    events: tuple[Told[Any], ...]
    is_binding: bool


def start(game: AnyGame, header: Header, options: Any) -> Position:
    return Position(0, header_hash(header), 0, game.initial(options, len(header.seats)))


def choose(game: AnyGame, position: Position, seat: Seat, action: Any, by: Mover, *, salt: str) -> Advance:
    """A seat's action as the next entry; `salt` is the dealer's for that entry. Raises `Refused`."""
    if game.waiting_for(position.state) is OVER:
        raise Refused(MATCH_IS_OVER)
    return _advance(position, Chose(seat, by, action), game.apply(position.state, seat, action), salt)


def let_fall(game: AnyGame, position: Position, outcome: Outcome, *, salt: str) -> Advance:
    """A given outcome of chance as the next entry."""
    if game.waiting_for(position.state) is not CHANCE or not is_possible(game.chance(position.state), outcome):
        raise Problem("impossible_outcome", entry=position.n + 1, outcome=str(outcome))
    return _advance(position, Fell(outcome), game.apply_chance(position.state, outcome), salt)


def drawn_outcome(game: AnyGame, dealer: Dealer, first_hash: str, position: Position) -> Outcome:
    """What the dealer's stream says for the draw this position waits for."""
    return draw(game.chance(position.state), dealer.source(first_hash, position.draws))


def let_chance_fall(game: AnyGame, dealer: Dealer, first_hash: str, position: Position) -> list[Advance]:
    """All draws until a seat is asked or the match is over. `first_hash` is the header's."""
    advances: list[Advance] = []
    while game.waiting_for(position.state) is CHANCE:
        outcome = drawn_outcome(game, dealer, first_hash, position)
        advance = let_fall(game, position, outcome, salt=dealer.salt(first_hash, position.n + 1))
        advances.append(advance)
        position = advance.position
    return advances


def _advance(before: Position, entry: Chose | Fell, step: Step[Any, Any], salt: str) -> Advance:
    line = next_line(before.hash, entry, n=before.n + 1, salt=salt)
    is_draw = isinstance(entry, Fell)
    after = Position(line.n, line.hash, before.draws + is_draw, step.state)
    return Advance(line, after, step.events, step.is_binding or is_draw)
