"""A match as environments walk it: one seat at a time, each choice a number. Read this before the adapters.

A `Node` is a value and never changes, so clone and undo are free. It waits for chance (`fall`), for one seat
(`choose`), or is over. The order is that of `touchwood.core.running`, with seats always from the lowest number up:

    1. As long as chance has to fall, it falls.
    2. Of the seats that are awaited the first one chooses. Choices made in secret are made one after the other; nobody
       sees any of them before the last one is in.
    3. After each awaited choice, once chance has fallen, every seat that may act though nobody waits for it is asked
       once, and may PASS. So there are at most as many interjections between two
       awaited choices as there are seats. Changing a sealed choice is not offered: here a choice is made once.

A composite action is chosen part by part, and takes effect with its last part, or with FINISH.

Secrets. A seat may use its own view, its own log and its own legal choices. That another seat is asked can itself be
a secret (the windows of Point-a-Pile), so who acts is for the loop that runs the match, and is in no observation.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from random import Random
from typing import Any

from touchwood.core.chance import Below, Chance, Outcome, draw
from touchwood.core.choices import Choices
from touchwood.core.events import AddressedEvent, heard_by
from touchwood.core.game import CHANCE, OVER, Step
from touchwood.core.refusals import InputError, Refused
from touchwood.core.seats import Seat
from touchwood.core.values import canonical_json
from touchwood.envs.setup import Setup

__all__ = ["Heard", "Node", "random_walk", "start"]

NO_NUMBER = -1


@dataclass(frozen=True)
class Heard:
    """One step of the walk, and all before it: who chose what (None: chance), and what was told to whom."""

    before: "Heard | Imagined | None"
    seat: Seat | None
    number: int
    events: tuple[AddressedEvent[Any], ...]


@dataclass(frozen=True)
class Imagined:
    """Instead of the steps that led to an imagined world: what each seat has noticed up to there."""

    logs: tuple[str, ...]


@dataclass(frozen=True)
class Node:
    setup: Setup
    state: Any
    seat: Seat | None = None
    """Whose choice is awaited; None: chance falls, or the match is over."""
    parts: tuple[int, ...] = ()
    """The numbers of the parts chosen so far."""
    is_interjecting: bool = False
    """Nobody waits for the seat; it may pass."""
    to_ask: tuple[Seat, ...] | None = ()
    """Who else may interject before somebody is awaited again; None: to be asked of the game when chance has fallen."""
    sealed: tuple[Seat, ...] = ()
    """Who has chosen in the present round of secret choices."""
    heard: Heard | Imagined | None = None

    def __deepcopy__(self, memo: object) -> "Node":
        """A value needs no copy."""
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """For pickle: the steps as a flat list, since a chain of thousands is too deep for it."""
        steps: list[tuple[Seat | None, int, Any]] = []
        heard = self.heard
        while isinstance(heard, Heard):
            steps.append((heard.seat, heard.number, heard.events))
            heard = heard.before
        fields = self.setup, self.state, self.seat, self.parts, self.is_interjecting, self.to_ask, self.sealed
        return _unpickled, (fields, heard, steps[::-1])

    # -- What is awaited --------------------------------------------------------------------------------------------
    @cached_property
    def is_over(self) -> bool:
        return self.seat is None and self.setup.game.waiting_for(self.state) is OVER

    @property
    def awaits_chance(self) -> bool:
        return self.seat is None and not self.is_over

    @property
    def chance(self) -> Chance:
        return self.setup.game.chance(self.state)

    @cached_property
    def legal(self) -> list[int]:
        """What the seat may choose, in rising order; never empty while a seat is awaited."""
        if self.seat is None:
            return []
        numbers = legal_for(self.setup, self.state, self.seat, self.parts)
        return [*numbers, self.setup.choices.skip] if self.is_interjecting and not self.parts else numbers

    # -- Going on ---------------------------------------------------------------------------------------------------
    def choose(self, number: int) -> "Node":
        """The awaited seat's choice. What is not among the legal ones raises `Refused`, if the rules forbid it, or an
        `InputError`; the node is as good as before."""
        seat = self.seat
        if seat is None or number not in self.legal:
            raise self.why_not(number)
        choices = self.setup.choices
        heard = Heard(self.heard, seat, number, ())
        if number == choices.skip:
            return settled(self.setup, self.state, self.to_ask, self.sealed, heard)
        action = choices.action(number)
        if action is None:
            parts = self.parts if number == choices.finish else (*self.parts, number)
            view = self.setup.game.knowledge(self.state, seat)
            action = choices.action_of(view, parts)
            # Whole, but something may be added: the seat says when it has finished.
            if action is None or (number != choices.finish and _can_grow(choices, view, parts)):
                return replace(self, parts=parts, heard=heard)
        return self._after(seat, number, action)

    def played(self, action: Any) -> "Node":
        """A whole action of the awaited seat that has no number of its own: composite, or what only the clock does."""
        assert self.seat is not None
        return replace(self, parts=())._after(self.seat, NO_NUMBER, action)

    def _after(self, seat: Seat, number: int, action: Any) -> "Node":
        game = self.setup.game
        step = game.apply(self.state, seat, action)
        heard = Heard(self.heard, seat, number, step.events)
        if self.is_interjecting:
            return settled(self.setup, step.state, self.to_ask, self.sealed, heard)
        before, after = game.waiting_for(self.state), game.waiting_for(step.state)
        # The same round of secret choices goes on if just this seat is no longer waited for.
        goes_on = isinstance(before, tuple) and after == tuple([each for each in before if each != seat])
        sealed = (*self.sealed, seat) if goes_on else ()
        to_ask = None if self.setup.interjections else ()
        return settled(self.setup, step.state, to_ask, sealed, heard)

    def fall(self, outcome: Outcome) -> "Node":
        step: Step[Any, Any] = self.setup.game.apply_chance(self.state, outcome)
        heard = Heard(self.heard, None, 0, step.events)
        return settled(self.setup, step.state, self.to_ask, self.sealed, heard)

    def fallen(self, below: Below) -> "Node":
        """After all chance that has to fall."""
        node = self
        while node.awaits_chance:
            node = node.fall(draw(node.chance, below))
        return node

    def why_not(self, number: int) -> Refused | InputError:
        """Why this number is not among the legal ones: by the rules, where it is an action or would make one."""
        choices = self.setup.choices
        if self.seat is None:
            return InputError("nobody_is_asked")
        if not 0 <= number < choices.count:
            return InputError("no_such_choice", number=number, last=choices.count - 1)
        action = choices.attempt(self.knowledge(self.seat), (*self.parts, number))
        refusal = None if action is None else self.setup.game.why_illegal(self.state, self.seat, action)
        if refusal is not None:
            return Refused(refusal)
        return InputError("choice_not_offered", number=number, choice=choices.text(number))

    # -- What it comes to -------------------------------------------------------------------------------------------
    @cached_property
    def points(self) -> tuple[int, ...]:
        return self.setup.game.points(self.state)

    def rewards(self) -> tuple[Fraction, ...]:
        """Once over: the share of the win less an equal share, so they sum to 0. Alone: the points."""
        if self.setup.players == 1:
            return tuple(map(Fraction, self.points))
        return tuple(share - Fraction(1, self.setup.players) for share in self.setup.game.returns(self.state))

    # -- What a seat knows ------------------------------------------------------------------------------------------
    def knowledge(self, seat: Seat) -> Any:
        return self.setup.game.knowledge(self.state, seat)

    def own_parts(self, seat: Seat) -> tuple[Any, ...]:
        """Of the composite action this seat is building, if it is."""
        return self.setup.choices.parts_of(self.parts)[1] if self.parts and seat == self.seat else ()

    def encoded(self, seat: Seat) -> list[int]:
        """What the seat knows as a row of numbers (`Setup.slices` says what they are)."""
        return list(self.setup.encoder.encode(self.knowledge(seat), self.own_parts(seat)))

    def observation_text(self, seat: Seat) -> str:
        """What the seat knows, as JSON, and what it is building."""
        choices = self.setup.choices
        building = [choices.text(number) for number in self.parts] if seat == self.seat else []
        return "\n".join([canonical_json(self.knowledge(seat)).decode(), *building])

    def log(self, seat: Seat) -> str:
        """All the seat has chosen and heard, in order: with it a seat forgets nothing. Steps of which it notices
        nothing leave nothing, so their number stays a secret."""
        return "\n".join(_lines(self, seat))

    def imagined(self, seat: Seat, rng: Random) -> "Node":
        """Another world that fits what the seat knows, with the same log for it; only the view is asked."""
        game = self.setup.game
        world = game.sample_state(self.knowledge(seat), rng)
        logs = tuple(
            self.log(each) if each == seat else canonical_json(game.knowledge(world, each)).decode()
            for each in self.setup.seats
        )
        return replace(self, state=world, heard=Imagined(logs))


def _unpickled(fields: tuple[Any, ...], first: Imagined | None, steps: list[tuple[Seat | None, int, Any]]) -> Node:
    heard: Heard | Imagined | None = first
    for seat, number, events in steps:
        heard = Heard(heard, seat, number, events)
    return replace(Node(*fields), heard=heard)


def _can_grow(choices: Choices, view: Any, numbers: tuple[int, ...]) -> bool:
    builder, parts = choices.parts_of(numbers)
    return bool(choices.parts(builder, view, parts))


def _lines(node: Node, seat: Seat) -> list[str]:
    lines: list[str] = []
    heard = node.heard
    while isinstance(heard, Heard):
        lines += reversed([canonical_json(event).decode() for event in heard_by(seat, heard.events)])
        if heard.seat == seat:
            lines.append(f"> {node.setup.choices.text(heard.number) if heard.number != NO_NUMBER else 'built'}")
        heard = heard.before
    if heard is not None:
        lines.append(heard.logs[seat])
    return lines[::-1]


def legal_for(setup: Setup, state: Any, seat: Seat, parts: tuple[int, ...]) -> list[int]:
    """What this seat may choose, awaited or not, having chosen these parts already."""
    game, choices = setup.game, setup.choices
    if not parts:
        view = game.knowledge(state, seat) if game.builders else None
        return choices.legal(view, game.legal_actions(state, seat))
    view = game.knowledge(state, seat)
    builder, built = choices.parts_of(parts)
    numbers = choices.parts(builder, view, built)
    return numbers if game.builders[builder].finish(view, built) is None else [*numbers, choices.finish]


def settled(
    setup: Setup,
    state: Any,
    to_ask: tuple[Seat, ...] | None = (),
    sealed: tuple[Seat, ...] = (),
    heard: Heard | Imagined | None = None,
) -> Node:
    """Who is asked in this state."""
    game = setup.game
    waiting = game.waiting_for(state)
    if waiting is CHANCE:
        return Node(setup, state, to_ask=to_ask, sealed=sealed, heard=heard)
    if waiting is OVER:
        return Node(setup, state, heard=heard)
    if to_ask is None:
        may_act = game.may_act(state)
        to_ask = tuple(sorted([seat for seat in may_act if seat not in sealed and seat not in waiting]))
    for place, seat in enumerate(to_ask):
        # An earlier interjection may have changed what this one may do.
        if seat in game.may_act(state) and legal_for(setup, state, seat, ()):
            left = to_ask[place + 1 :]
            return Node(setup, state, seat, is_interjecting=True, to_ask=left, sealed=sealed, heard=heard)
    return Node(setup, state, min(waiting), sealed=sealed, heard=heard)


def start(setup: Setup) -> Node:
    """Before the first draw or choice. Nobody interjects before somebody has chosen."""
    return settled(setup, setup.game.initial(setup.options, setup.players, setup.version))


def random_walk(setup: Setup, rng: Random) -> Iterator[Node]:
    """All nodes of a match of random choices at which a seat is awaited, and the last one."""
    node = start(setup).fallen(rng.randrange)
    while not node.is_over:
        yield node
        node = node.choose(rng.choice(node.legal)).fallen(rng.randrange)
    yield node
