"""The secrets check: a seat cannot tell apart two worlds that differ only in what it may not know.

The principle. Take the truth and another world that fits what a seat knows, as `sample_state` imagines it. Let both
go on in step, the same to the eye of the seat, and hold side by side all that the seat is given. Three laws must
hold; whoever breaks one has found a way to learn a secret.

  1. *All a seat is given follows from what it knows.* In worlds in which a seat knows the same, it also gets the same
     view, is asked in both or in neither, may act in both or in neither, has the same legal actions, gets the same
     refusal for each and every numbered action and has the same default action; all of it alike down to the bytes,
     since a length can be read as well. Caught here: leaks through views, waiting, legal actions, refusals, default
     actions and payloads.

  2. *Told is shown, shown is told.* One step later, whatever it was that moved each world (other seats' sealed choices
     and the outcomes of chance may well differ): if the seat heard the same events it knows the same, and if it knows
     the same it heard the same. So an event cannot tell more than the view admits, nor a view show what nobody told.
     Caught here: leaks through events, and views that show a sealed choice or another's draw. (Talk that no view
     keeps is named in `Secrecy.fleeting`; when the match is over in both worlds all may be open.)

  3. *The same choice, the same consequences.* One and the same action of a seat (one's own or another's) does the
     same before the eyes of the seat in both worlds, though what it cannot see differs. So nothing happens, and
     nothing fails to happen, because of a hidden card: nobody is passed over, for example, for having nothing to answer
     with. Where the rules do bring a secret to light, the first difference heard is the event that does it, and the
     game names that event: `Secrecy.shown_by` (both worlds hear it, with different facts) or `Secrecy.given_away_by`
     (its very happening tells). After that the worlds are apart and following ends. Caught here: leaks through
     waiting and through the course of play.

The spectator sees least: what differs for a spectator must differ for every seat. So all of this is asked for the
spectator as well, in the worlds of every seat.

Where worlds come from. *Imagined* worlds: at positions along random matches, from `sample_state`. *Parallel* worlds:
two matches from the same start, in which the hidden choices and outcomes differ where they can without the viewer
noticing; they need no sampler, so they test spectators, and samplers cannot hide anything from them.

Following. The truth moves at random. The other world answers with the same move if it can, else with any move after
which the viewer has noticed the same; a move the viewer does not notice may stay unanswered, and the other world may
make unnoticed moves first. If there is no such answer (the card is not in that hand) the worlds part, which is no
leak: the viewer has learned something in the open, and another world is imagined. What was really compared is counted,
and too little fails: a check that compares nothing proves nothing.

What it cannot see. A game that shows a secret openly, in views and events alike, is to this check a game in which it
is no secret. The playthroughs, which people read, are for that.
"""

from dataclasses import dataclass, field
from random import Random
from typing import Any

from touchwood.core.chance import is_possible
from touchwood.core.events import heard_by
from touchwood.core.game import CHANCE, OVER, Step
from touchwood.core.seats import SPECTATOR, Spectator, Viewer
from touchwood.core.values import canonical_json, type_name
from touchwood.testing.nonconformance import Nonconformance
from touchwood.testing.run import Move, Position, Run, actors, play, random_move, some_actions, some_outcomes
from touchwood.testing.samples import sample

CHECK = "secrets"

POSITIONS = 36
"""Positions of a run from which worlds are imagined, for each seat; the soak takes thousands."""
STEPS = 8
"""Moves a pair of worlds is followed."""
_PARALLEL_MATCHES = 2
_ANSWERS = 12
"""Moves tried to find one after which the viewer has noticed the same."""
_SILENT_ANSWERS = 4
_FEWEST_SHARE = 12
"""At least one comparison of worlds that really differ for every so many positions, and one followed move."""


@dataclass
class Tally:
    """What was really compared. Worlds that are equal prove nothing and are not counted."""

    positions: int = 0
    """Positions from which worlds were imagined."""
    worlds: int = 0
    """Pairs of worlds begun with."""
    imagined: int = 0
    """Of these, samples that were not the truth itself."""
    compared: int = 0
    """Times a viewer was given the same in two different worlds."""
    followed: int = 0
    """Moves that different worlds made side by side."""
    by_choice: int = 0
    """Times one and the same action of a seat was done in two different worlds."""
    parted: int = 0
    """Pairs that came apart in the open, and by what."""
    parted_by: dict[str, int] = field(default_factory=dict)


def check_secrets(run: Run) -> None:
    """A sample of positions; `compare_worlds` does as many as wanted."""
    if run.secrecy.has_secrets:
        require_enough(run, compare_worlds(run, positions=POSITIONS), POSITIONS)


def require_enough(run: Run, tally: Tally, positions: int) -> None:
    wanted = min(positions, tally.positions) // _FEWEST_SHARE
    # Where two choose in secret and the second choice opens both, no move leaves worlds apart: what is left to compare
    # is that one and the same choice did the same in both.
    followed = max(tally.followed, tally.by_choice)
    for name, count in {"imagined": tally.imagined, "compared": tally.compared, "followed": followed}.items():
        if count < max(1, wanted):
            rule = "a game with secrets has worlds that differ only in them (or says it has no secrets)"
            facts = {name: count, "wanted": max(1, wanted), "worlds": tally.worlds}
            raise Nonconformance(CHECK, "vacuous", rule, run.place(), **facts)


def compare_worlds(run: Run, *, positions: int, steps: int = STEPS) -> Tally:
    """Hold imagined and parallel worlds against the truth; raises at the first leak, else says what was compared."""
    tally = Tally()
    for position in run.sampled_positions(positions):
        tally.positions += 1
        for seat in run.seats:
            rng = run.rng("secrets", position.match, position.entry, seat)
            knowledge = run.game.knowledge(position.state, seat)
            imagined = sample(run, knowledge, "secrets", position.match, position.entry, seat)
            pair = Pair(run, seat, position, position.state, imagined, tally)
            tally.imagined += pair.are_different
            pair.follow(rng, steps=steps, prefers_same=True)
    for viewer in run.viewers:
        for number in range(_PARALLEL_MATCHES):
            start = run.matches[0][0]
            pair = Pair(run, viewer, start, start.state, start.state, tally)
            pair.follow(run.rng("parallel", viewer, number), steps=10**6, prefers_same=False)
    return tally


class Pair:
    """Two worlds in which a viewer knows the same."""

    def __init__(self, run: Run, viewer: Viewer, start: Position, truth: Any, other: Any, tally: Tally) -> None:
        self.run = run
        self.viewer = viewer
        self.start = start
        self.truth = truth
        self.other = other
        self.tally = tally
        self.moves: list[Move] = []
        """What happened in the truth since the start: how to get there again."""
        tally.worlds += 1

    # -- Following --------------------------------------------------------------------------------------------------
    def follow(self, rng: Random, *, steps: int, prefers_same: bool) -> None:
        self.compare()
        for _ in range(steps):
            move = random_move(self.run, self.truth, rng)
            if move is None:
                return
            # Asked before moving: afterwards it may be equal by the very move that showed the difference.
            differ = self.are_different
            answer = self.answer(move, rng, prefers_same=prefers_same)
            if answer is None:
                self.tally.parted += 1
                kind = "chance" if move.actor is None else type_name(move.choice)
                self.tally.parted_by[kind] = self.tally.parted_by.get(kind, 0) + 1
                return
            self.truth = play(self.run.game, self.truth, move).state
            self.other = answer
            self.moves.append(move)
            self.tally.followed += differ
            if self._is_over(self.truth) or self._is_over(self.other):
                self._require_both_over()
                return
            self.compare()

    @property
    def are_different(self) -> bool:
        return canonical_json(self.truth) != canonical_json(self.other)

    def answer(self, move: Move, rng: Random, *, prefers_same: bool) -> Any | None:
        """The other world after a move that looks to the viewer like this one of the truth; None: they part."""
        step, other = play(self.run.game, self.truth, move), self.other
        if move.actor == self.viewer and not self._can(other, move):
            rule = "what a seat may build is the same in all worlds that fit what it knows"
            self._fail("refusals", rule, self.viewer, move=_as_facts(move))
        unnoticed = self._is_unnoticed(self.truth, step)
        for _ in range(_SILENT_ANSWERS):
            same = [move] if self._can(other, move) else []
            if same and move.actor is not None:
                self._require_same_consequences(move, step, play(self.run.game, other, move))
                self.tally.by_choice += self.are_different
            # The viewer's own choice is made in both worlds.
            answers = [] if move.actor == self.viewer else self._some_moves(other, rng)
            silent: list[Any] = []
            for each in [*same, *answers] if prefers_same else [*answers, *same]:
                answered = play(self.run.game, other, each)
                self._require_told_is_shown(move, step, each, answered)
                if self._looks_alike(step, answered):
                    return answered.state
                if self._is_unnoticed(other, answered):
                    silent.append(answered.state)
            if unnoticed:
                return other
            if not silent:
                return None
            other = rng.choice(silent)
        return None

    def _can(self, world: Any, move: Move) -> bool:
        game, waiting = self.run.game, self.run.game.waiting_for(world)
        if move.actor is None:
            return waiting is CHANCE and is_possible(game.chance(world), move.choice)
        return waiting is not OVER and game.why_illegal(world, move.actor, move.choice) is None

    def _some_moves(self, world: Any, rng: Random) -> list[Move]:
        game = self.run.game
        if game.waiting_for(world) is CHANCE:
            moves = [Move(None, outcome) for outcome in some_outcomes(game, world, rng, most=_ANSWERS)]
        else:
            # The viewer's own choices are made in both worlds or in neither.
            others = [seat for seat in actors(game, world) if seat != self.viewer]
            moves = [Move(seat, action) for seat in others for action in some_actions(self.run, world, seat, rng)]
        return rng.sample(moves, min(_ANSWERS, len(moves)))

    def _looks_alike(self, step: Step[Any, Any], answered: Step[Any, Any]) -> bool:
        return self._heard(step) == self._heard(answered) and self._known(step.state) == self._known(answered.state)

    def _is_unnoticed(self, before: Any, step: Step[Any, Any]) -> bool:
        return not heard_by(self.viewer, step.events) and self._known(before) == self._known(step.state)

    def _heard(self, step: Step[Any, Any]) -> bytes:
        return canonical_json(heard_by(self.viewer, step.events))

    def _known(self, world: Any) -> bytes:
        return canonical_json(self.run.known_to(world, self.viewer))

    # -- Law 1: all a seat is given follows from what it knows ------------------------------------------------------
    def compare(self) -> None:
        self._require_equal(
            self.viewer, given(self.run, self.truth, self.viewer), given(self.run, self.other, self.viewer)
        )
        if not self._is_over(self.truth):
            self._require_equal(
                SPECTATOR, given(self.run, self.truth, SPECTATOR), given(self.run, self.other, SPECTATOR)
            )
        self.tally.compared += self.are_different

    def _require_equal(self, viewer: Viewer, truth: dict[str, Any], other: dict[str, Any]) -> None:
        rule = "what a viewer is given is the same in all worlds that fit what it knows"
        for subject in truth:
            if truth[subject] != other[subject]:
                self._fail(subject, rule, viewer, in_truth=truth[subject], in_other_world=other[subject])
        for subject in truth:
            in_truth, in_other = canonical_json(truth[subject]), canonical_json(other[subject])
            if in_truth != in_other:
                facts = {"of": subject, "in_truth": in_truth.decode(), "in_other_world": in_other.decode()}
                self._fail("payload", rule, viewer, **facts)

    # -- Law 2: told is shown, shown is told ------------------------------------------------------------------------
    def _require_told_is_shown(self, move: Move, step: Step[Any, Any], each: Move, answered: Step[Any, Any]) -> None:
        viewers: list[Viewer] = [self.viewer] if isinstance(self.viewer, Spectator) else [self.viewer, SPECTATOR]
        # A seat may learn more than the spectator; the spectator's turn is only where the seat noticed no difference.
        for viewer in viewers if self._looks_alike(step, answered) else viewers[:1]:
            heard, heard_other = heard_by(viewer, step.events), heard_by(viewer, answered.events)
            known, known_other = (self.run.known_to(each.state, viewer) for each in (step, answered))
            facts: dict[str, Any] = {"move": _as_facts(move), "other_move": _as_facts(each)}
            if canonical_json(known) == canonical_json(known_other):
                if self._lasting(heard) != self._lasting(heard_other):
                    rule = "a viewer that knows the same afterwards has heard the same"
                    subject = "events" if heard != heard_other else "payload"
                    facts |= {"heard": heard, "heard_in_other_world": heard_other}
                    self._fail(subject, rule, viewer, **facts, if_this_is_meant=_how_to_keep(heard, heard_other))
            elif canonical_json(heard) == canonical_json(heard_other) and not self._are_over(step, answered):
                rule = "a viewer that heard the same knows the same afterwards"
                subject = "view" if known != known_other else "payload"
                facts |= {"known": known, "known_in_other_world": known_other}
                meant = "an event tells it, to whoever sees it (that a seat is ready, for example)"
                self._fail(subject, rule, viewer, **facts, if_this_is_meant=meant)

    def _lasting(self, heard: tuple[Any, ...]) -> bytes:
        return canonical_json([event for event in heard if type_name(event) not in self.run.secrecy.fleeting])

    def _are_over(self, *steps: Step[Any, Any]) -> bool:
        return all(self._is_over(step.state) for step in steps)

    def _is_over(self, world: Any) -> bool:
        return self.run.game.waiting_for(world) is OVER

    def _require_both_over(self) -> None:
        if self._is_over(self.truth) != self._is_over(self.other):
            self._fail("over", "a match is over for a viewer when it knows so", self.viewer)

    # -- Law 3: the same choice, the same consequences --------------------------------------------------------------
    def _require_same_consequences(self, move: Move, step: Step[Any, Any], other: Step[Any, Any]) -> None:
        heard, heard_other = heard_by(self.viewer, step.events), heard_by(self.viewer, other.events)
        if self._heard(step) == self._heard(other) or self._are_over(step, other):
            return
        first, first_other = _first_difference(heard, heard_other)
        if first == first_other and first in self.run.secrecy.shown_by:
            return
        if {first, first_other} & set(self.run.secrecy.given_away_by):
            return
        game = self.run.game
        waits = [(game.waiting_for(before), game.waiting_for(after)) for before, after in self._sides(step, other)]
        rule = "the same choice has the same consequences before a viewer's eyes, unless an event shows the secret"
        self._fail(
            "waiting" if waits[0] != waits[1] else "events",
            rule,
            self.viewer,
            move=_as_facts(move),
            heard=heard,
            heard_in_other_world=heard_other,
            waited_for=str(waits[0]),
            waited_for_in_other_world=str(waits[1]),
            if_this_is_meant=_what_to_say(first, first_other),
        )

    def _sides(self, step: Step[Any, Any], other: Step[Any, Any]) -> list[tuple[Any, Any]]:
        return [(self.truth, step.state), (self.other, other.state)]

    # -- Saying so --------------------------------------------------------------------------------------------------
    def _fail(self, subject: str, rule: str, viewer: Viewer, **facts: Any) -> None:
        subject = f"spectator {subject}" if viewer is SPECTATOR and self.viewer is not SPECTATOR else subject
        since = [_as_facts(move) for move in self.moves]
        place = self.run.place(self.start, viewer)
        raise Nonconformance(
            CHECK, subject, rule, place, **facts, moves_since=since, truth=self.truth, other=self.other
        )


def _how_to_keep(heard: tuple[Any, ...], other: tuple[Any, ...]) -> str:
    """Of something heard that no view shows: what the author can do about it."""
    event = next(filter(None, _first_difference(heard, other)))
    return f'show it in the view; or, if it may be forgotten: "secrecy": {{"fleeting": ["{event}"]}}'


def _what_to_say(first: str | None, other: str | None) -> str:
    """Of two worlds that part with these events: what the plan of an honest game says about it."""
    if first is other is None:
        return "ask those alike who cannot be told apart, also where one of them has nothing to choose"
    if first == other:
        return f'name the event in the plan: "secrecy": {{"shown_by": ["{first}"]}}'
    event = first or other
    return f'its happening tells a secret; if the rules want that: "secrecy": {{"given_away_by": ["{event}"]}}'


def given(run: Run, world: Any, viewer: Viewer) -> dict[str, Any]:
    """All that a viewer is given in a world, by subject."""
    game, waiting = run.game, run.game.waiting_for(world)
    view = game.view(world, viewer)
    known: dict[str, Any] = {"view": view, "over": waiting is OVER}
    if isinstance(viewer, Spectator):
        return known
    is_asked = isinstance(waiting, tuple) and viewer in waiting
    # At once: what a function remembers of the view before must show.
    default = game.default_action(view) if is_asked else None
    return {
        "view": view,
        "memory": game.knowledge(world, viewer),
        "waiting": is_asked,
        "over": waiting is OVER,
        "may_act": viewer in game.may_act(world),
        "legal actions": tuple(game.legal_actions(world, viewer)),
        "refusals": tuple(game.why_illegal(world, viewer, action) for action in (*run.some_numbered, *run.unnumbered)),
        "default action": default,
    }


def _first_difference(heard: tuple[Any, ...], other: tuple[Any, ...]) -> tuple[str | None, str | None]:
    """The kinds of event where two streams first differ; None where one has ended."""
    index = next((i for i, (a, b) in enumerate(zip(heard, other, strict=False)) if a != b), min(len(heard), len(other)))
    names = [type_name(stream[index]) if index < len(stream) else None for stream in (heard, other)]
    return names[0], names[1]


def _as_facts(move: Move) -> dict[str, Any]:
    return {"by": "chance" if move.actor is None else move.actor, "choice": move.choice}
