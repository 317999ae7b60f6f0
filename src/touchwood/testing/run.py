"""Random matches of a game under a scenario: the ground all checks walk on.

A `Run` plays the scenario's matches once and keeps them; every check looks at the same positions. Nothing here
judges a game, except that a match which cannot go on is said so at once.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from random import Random
from typing import Any

from touchwood.core.builder import Builder, build_at_random
from touchwood.core.chance import draw, odds, total_weight
from touchwood.core.choices import Choices
from touchwood.core.game import CHANCE, OVER, AnyGame, Step
from touchwood.core.seats import SPECTATOR, Seat, Spectator, Viewer, all_seats
from touchwood.core.values import canonical_json
from touchwood.testing.nonconformance import Nonconformance, Place
from touchwood.testing.scenarios import Scenario, Secrecy

_ENTRIES_WITHOUT_A_BOUND = 5_000
"""Where the options set no bound a walk is cut here."""
_OUT_OF_TURN = 0.25
"""How often somebody acts whom nobody waits for, if anybody may."""
FEW_OUTCOMES = 60
_MANY_OF_A_KIND = 40
_STRICTEST = Secrecy()


@dataclass(frozen=True)
class Move:
    """A seat's action, or chance (`actor` is None) and its outcome."""

    actor: Seat | None
    choice: Any


@dataclass(frozen=True)
class Position:
    """A state that was met, its bytes when it was met, and how the match went on from it."""

    match: int
    entry: int
    state: Any
    encoded: bytes
    move: Move | None
    """None: the match is over, or the walk was cut here."""
    step: Step[Any, Any] | None


@dataclass(frozen=True, eq=False)
class Run:
    """One game under one scenario."""

    game: AnyGame
    scenario: Scenario
    usual_secrecy: Secrecy = _STRICTEST

    def __str__(self) -> str:
        return f"{self.game.name}: {self.scenario}"

    @property
    def secrecy(self) -> Secrecy:
        return self.scenario.secrecy or self.usual_secrecy

    @cached_property
    def options(self) -> Any:
        return self.scenario.options_of(self.game)

    @property
    def version(self) -> int:
        return self.scenario.version or self.game.newest_version

    @cached_property
    def initial(self) -> Any:
        return self.game.initial(self.options, self.scenario.players, self.version)

    @cached_property
    def seats(self) -> tuple[Seat, ...]:
        return all_seats(self.scenario.players)

    @cached_property
    def viewers(self) -> tuple[Viewer, ...]:
        return (*self.seats, SPECTATOR)

    @cached_property
    def numbered(self) -> tuple[Any, ...]:
        return tuple(self.game.codec.numbered(self.options, self.scenario.players))

    @cached_property
    def some_numbered(self) -> tuple[Any, ...]:
        """All numbered actions, but of a kind that has very many (how hard one squeezes) a spread with both ends."""
        kinds: dict[type, list[int]] = {}
        for number, action in enumerate(self.numbered):
            kinds.setdefault(type(action), []).append(number)
        return tuple(self.numbered[number] for number in sorted(chain(*map(_spread, kinds.values()))))

    @cached_property
    def choices(self) -> Choices:
        return Choices(self.game, self.options, self.scenario.players)

    @cached_property
    def unnumbered(self) -> tuple[Any, ...]:
        return tuple(self.game.codec.unnumbered(self.options, self.scenario.players))

    @cached_property
    def matches(self) -> tuple[tuple[Position, ...], ...]:
        return tuple(tuple(walk(self, number)) for number in range(self.scenario.matches))

    @property
    def positions(self) -> Iterator[Position]:
        return (position for match in self.matches for position in match)

    def sampled_positions(self, most: int) -> Sequence[Position]:
        """Some positions, one of each stretch of the matches. Any one of it: in a game of rounds every third could
        always be the moment after all have chosen."""
        positions = list(self.positions)
        stretch = max(1, -(-len(positions) // most))
        rng = self.rng("positions", most)
        return [rng.choice(positions[first : first + stretch]) for first in range(0, len(positions), stretch)]

    def place(self, position: Position | None = None, viewer: Viewer | None = None) -> Place:
        entry, match = (position.entry, position.match) if position else (None, None)
        return Place(self.game.name, str(self.scenario), match, entry, viewer)

    def rng(self, *purpose: object) -> Random:
        """Chance of its own for every purpose, so that one check does not move the dice of another."""
        return Random(f"{self.scenario.seed} {self.scenario.name} {purpose}")

    def known_to(self, state: Any, viewer: Viewer) -> Any:
        """All that a viewer may know: the view, or more where the table shows less than was seen."""
        if isinstance(viewer, Spectator):
            return self.game.view(state, viewer)
        return self.game.knowledge(state, viewer)


def _spread(numbers: Sequence[int]) -> Sequence[int]:
    if len(numbers) <= _MANY_OF_A_KIND:
        return numbers
    last = len(numbers) - 1
    return [numbers[last * place // (_MANY_OF_A_KIND - 1)] for place in range(_MANY_OF_A_KIND)]


def walk(run: Run, match: int) -> Iterator[Position]:
    """A random match, position by position, the last one included."""
    game, rng = run.game, run.rng("match", match)
    longest = game.longest(run.options, run.scenario.players)
    state, entry, counted = run.initial, 0, 0
    while True:
        encoded = canonical_json(state)
        if longest is None and counted >= _ENTRIES_WITHOUT_A_BOUND:
            yield Position(match, entry, state, encoded, None, None)
            return
        place = Place(game.name, str(run.scenario), match, entry)
        move = random_move(run, state, rng, place)
        if move is None:
            yield Position(match, entry, state, encoded, None, None)
            return
        if longest is not None and counted >= longest:
            rule = "a match ends within the bound its game states"
            raise Nonconformance("matches", "longest", rule, place, longest=longest)
        counted += is_awaited(game, state, move)
        step = _play_or_say_where(game, state, move, place)
        yield Position(match, entry, state, encoded, move, step)
        state, entry = step.state, entry + 1


def _play_or_say_where(game: AnyGame, state: Any, move: Move, place: Place) -> Step[Any, Any]:
    if move.actor is not None:
        _require_legal(game, state, move.actor, move.choice, place)
    try:
        return play(game, state, move)
    except Exception as error:
        if move.actor is None:
            rule = "every outcome that can fall can be applied"
            raise Nonconformance("states", "chance", rule, place, outcome=move.choice, raised=repr(error)) from error
        rule = "every legal action can be done"
        raise Nonconformance("legality", "act", rule, place, move=move.choice, raised=repr(error)) from error


def _require_legal(game: AnyGame, state: Any, seat: Seat, action: Any, place: Place) -> None:
    """In a random match a seat does what was listed, or built and judged then: whose fault it is if it is refused."""
    try:
        refusal = game.why_illegal(state, seat, action)
    except Exception as error:
        rule = "why_illegal never raises, whatever the action"
        raise Nonconformance("legality", "why_illegal", rule, place, action=action, raised=repr(error)) from error
    if refusal is not None:
        rule = "legal_actions lists nothing that why_illegal refuses"
        raise Nonconformance("legality", "legal_actions", rule, place, listed=action, refusal=refusal)


def play(game: AnyGame, state: Any, move: Move) -> Step[Any, Any]:
    return game.apply_chance(state, move.choice) if move.actor is None else game.apply(state, move.actor, move.choice)


def is_awaited(game: AnyGame, state: Any, move: Move) -> bool:
    """Whether the bound on the length of a match counts this move."""
    waiting = game.waiting_for(state)
    return move.actor is None or (isinstance(waiting, tuple) and move.actor in waiting)


def random_move(run: Run, state: Any, rng: Random, place: Place | None = None) -> Move | None:
    """What happens next in a random match; None when it is over. `place` is for the words when it is stuck."""
    game, waiting = run.game, run.game.waiting_for(state)
    if waiting is OVER:
        return None
    if waiting is CHANCE:
        return Move(None, draw(game.chance(state), rng.randrange))
    uncalled = [seat for seat in game.may_act(state) if seat not in waiting]
    if uncalled and rng.random() < _OUT_OF_TURN:
        seat = rng.choice(uncalled)
        if actions := some_actions(run, state, seat, rng):
            return Move(seat, rng.choice(actions))
    seat = rng.choice(waiting)
    actions = some_actions(run, state, seat, rng)
    if not actions:
        stuck = replace(place or run.place(), viewer=seat)
        raise Nonconformance("legality", "stuck", "a seat that is asked can act", stuck, state=state)
    return Move(seat, rng.choice(actions))


def some_actions(run: Run, state: Any, seat: Seat, rng: Random) -> list[Any]:
    """The numbered actions of a seat, and one of each composite kind it may build now."""
    view = run.game.view(state, seat)
    offered = [builder for builder in run.game.builders if builder.is_offered(view)]
    built = [action for builder in offered if (action := _built(run, state, seat, builder, rng)) is not None]
    return [*run.game.legal_actions(state, seat), *built]


def _built(run: Run, state: Any, seat: Seat, builder: Builder[Any, Any, Any, Any], rng: Random) -> Any | None:
    """None for a builder that leads nowhere or astray: to say so is the business of the check of builders."""
    try:
        action = build_at_random(builder, run.game.view(state, seat), rng)
    except IndexError:
        return None
    return action if run.game.why_illegal(state, seat, action) is None else None


def actors(game: AnyGame, state: Any) -> tuple[Seat, ...]:
    """The seats that may act now, asked or not."""
    waiting = game.waiting_for(state)
    asked = waiting if isinstance(waiting, tuple) else ()
    return tuple(dict.fromkeys((*asked, *game.may_act(state))))


def some_outcomes(game: AnyGame, state: Any, rng: Random, *, most: int = FEW_OUTCOMES) -> Iterable[Any]:
    """All outcomes of the chance a state waits for, if they are few; otherwise some of them."""
    chance = game.chance(state)
    # A weighted choice has as many outcomes as weights, however heavy they are.
    count = len(chance.weights) if hasattr(chance, "weights") else total_weight(chance)
    if count <= most:
        return [outcome for outcome, _ in odds(chance)]
    return list(dict.fromkeys(draw(chance, rng.randrange) for _ in range(most)))
