"""A table without a server: messages in, lines out, time as the test says."""

from random import Random
from typing import Any

import msgspec

from touchwood.core.builder import build_at_random
from touchwood.core.seats import SPECTATOR, Seat, Viewer
from touchwood.games.discovery import find_game
from touchwood.match.dealer import seed_from_number
from touchwood.match.record import Mover
from touchwood.server import protocol
from touchwood.server.protocol import CreateTable, JoinTable, Settings
from touchwood.server.rooms.connection import Connection
from touchwood.server.rooms.updates import Attendance, UpdateWriter
from touchwood.server.store.interface import StoredTable
from touchwood.server.table.decisions import Plan, choice, decide, join, of_match, open_table
from touchwood.server.table.log import LogLine, hash_of_token, write_line
from touchwood.server.table.play import Play
from touchwood.server.table.table import Table
from touchwood.server.table.timing import Presence

TABLE, CODE, WATCH_KEY = "T" * 22, "KQRTM", "W" * 32


class Sitting:
    def __init__(
        self,
        game: str,
        names: tuple[str, ...] = ("Ana", "Bo"),
        *,
        bots: tuple[str, ...] = (),
        options: dict[str, Any] | None = None,
        settings: Settings | None = None,
        seed: int = 1,
        at: int = 1_000_000,
    ) -> None:
        self.at = at
        self.seed = seed_from_number(seed)
        wanted = CreateTable(game, names[0], options or {}, settings or Settings(), bots)
        first = open_table(wanted, token_hash=self.token_hash(names[0]), seed=self.seed, watch_key=WATCH_KEY)
        line = LogLine(self.at, first)
        self.lines = [write_line(line)]
        self.table = Table(TABLE, CODE, self.seed, line)
        for name in names[1:]:
            self.join(name)
        self._ids = 0

    @staticmethod
    def token(name: str) -> str:
        return f"the token that opens {name}'s seat"

    @staticmethod
    def token_hash(name: str) -> str:
        return hash_of_token(Sitting.token(name))

    # -- What happens -----------------------------------------------------------------------------------------------
    def store(self, plan: Plan, *, sender: str | None = None, message_id: str | None = None) -> None:
        """Store a plan and take it, as a room does."""
        for number, planned in enumerate(plan):
            names = (sender, message_id) if number == 0 else (None, None)
            line = LogLine(self.at, planned.entry, *names)
            self.lines.append(write_line(line))
            self.table.apply(line, planned.applied)

    def join(self, name: str, **wanted: Any) -> int:
        """Somebody comes by the code; the seat they get, or ask for."""
        plan, seat = join(self.table, JoinTable(name, **wanted), self.token_hash(name), self.at)
        self.store(plan)
        return seat

    def send(self, seat: int, message: Any) -> None:
        sender = self.table.seating.seats[seat].token_hash
        self.store(decide(self.table, seat, message), sender=sender, message_id=message.id)

    def say(self, seat: int, kind: type[Any], *fields: Any) -> None:
        """Send a message of this kind with an id of its own."""
        self._ids += 1
        self.send(seat, kind(f"m{self._ids}", *fields))

    def start(self) -> "Sitting":
        self.say(0, protocol.Start)
        return self

    def act(self, seat: int, action: Any) -> None:
        raw = msgspec.Raw(msgspec.json.encode(action))
        self.say(seat, protocol.Act, self.play.decision.get(seat, 0), raw)

    def choose(self, seat: int, action: Any, by: Mover = Mover.BOT) -> None:
        self.store(choice(self.table, seat, action, by))

    def show_answers(self) -> None:
        """What the clock does when a sealed answer's time is up."""
        for seat in list(self.play.asked_at):
            action, by = self.play.sealed.get(seat, (None, Mover.CLOCK))
            view = self.play.game.view(self.play.position.state, Seat(seat))
            self.store(of_match(self.play.moved(seat, action or self.play.game.default_action(view), by)))

    # -- Where it stands --------------------------------------------------------------------------------------------
    @property
    def play(self) -> Play:
        assert self.table.play is not None
        return self.table.play

    @property
    def is_over(self) -> bool:
        return self.play.is_over

    @property
    def viewers(self) -> tuple[Viewer, ...]:
        return (*(Seat(seat) for seat in range(len(self.table.seating.seats))), SPECTATOR)

    def random_action(self, seat: int, rng: Random) -> Any:
        game, state = self.play.game, self.play.position.state
        view = game.view(state, Seat(seat))
        offered = [builder for builder in game.builders if builder.is_offered(view)]
        actions = game.legal_actions(state, Seat(seat))
        pick = rng.randrange(len(actions) + len(offered))
        return actions[pick] if pick < len(actions) else build_at_random(offered[pick - len(actions)], view, rng)

    def random_step(self, rng: Random) -> None:
        """One choice of somebody asked; a sealed answer is shown at once."""
        seat = rng.choice(list(self.play.asked_at))
        self.at += rng.randrange(5_000)
        self.choose(seat, self.random_action(seat, rng))
        if self.play.sealed:
            self.show_answers()

    def reloaded(self) -> Table:
        return Table.read(StoredTable(TABLE, CODE, self.seed, tuple(self.lines)))

    def connection(self, viewer: Viewer) -> Connection:
        if viewer is SPECTATOR:
            return Connection(None, "en")
        return Connection(self.table.seating.seats[viewer].token_hash, "en")

    def welcome(self, viewer: Viewer, *, seen: int | None = None, table: Table | None = None) -> bytes:
        """The bytes a device of this viewer gets when it comes."""
        seen_table = table or self.table
        connection = self.connection(viewer)
        connection.viewer = viewer
        there = Attendance(seen_table.seating, frozenset({0}), 1, Presence({}, 0))
        return UpdateWriter(seen_table).welcome(connection, there, seen, self.at)


def games_under_test() -> list[tuple[str, int]]:
    """Every game there is, at a middling number of players."""
    from touchwood.games.discovery import game_names

    counts = {name: find_game(name).player_counts for name in game_names()}
    return [(name, count[len(count) // 2]) for name, count in counts.items()]


NAMES = ("Ana", "Bo", "Cy", "Di", "Em", "Fa")
