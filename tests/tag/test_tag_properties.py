"""What holds in every match of TAG: random matches over all numbers of players and all options."""

from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import Any, get_args

import pytest
from tag_matches import random_match, random_options

from touchwood.core.seats import SPECTATOR, Seat, all_seats
from touchwood.core.values import canonical_json, from_json
from touchwood.games.tag import GAME
from touchwood.games.tag.actions import CallGool, LetStand
from touchwood.games.tag.events import (
    CardDealt,
    CardDiscarded,
    CardDrawn,
    CardPlayed,
    CardTaken,
    Event,
    GameEnded,
    GoolCalled,
    ItGiven,
    ItKept,
    SetCompleted,
    TableFrozen,
    TableThawed,
    TurnLimitReached,
    TurnSkipped,
)
from touchwood.games.tag.options import Options
from touchwood.games.tag.state import KINDS, LETTERS, Kind, Phase
from touchwood.games.tag.view import View

MATCHES = [(seats, seed) for seats in GAME.player_counts for seed in range(12)]


@pytest.mark.parametrize(("seats", "seed"), MATCHES)
def test_every_match_ends_by_the_rules_and_loses_no_card(seats, seed):
    rng = Random(seed * 10 + seats)
    options = random_options(seats, rng)
    everything = GAME.pieces(GAME.initial(options, seats, GAME.newest_version))
    of_the_deck: dict[Any, int] = dict(zip(KINDS, options.deck.counts, strict=True))
    assert everything == {**of_the_deck, "IT": 1}
    entries = list(random_match(options, seats, rng))
    longest = GAME.longest(options, seats)
    assert longest is not None
    assert len(entries) <= longest
    for entry in entries:
        state = entry.state
        assert GAME.pieces(state) == everything
        assert min(state.deck) >= 0
        assert entry.before.it is None or state.it is not None  # never back to the middle
        for seat, player in enumerate(state.players):
            assert len(player.front) == len(set(player.front)) <= 2
            assert len(player.hand) <= (3 if seat != state.turn else 6 if state.is_return_turn else 4)
            assert not Counter(player.taken) - Counter(player.hand)
            assert options.show_taken or not player.taken
    last = entries[-1].state
    assert (not any(last.deck) and last.streak >= seats) or (options.stall_after == 0 and last.turns == 400)
    assert sum(GAME.returns(last)) == 1


@pytest.mark.parametrize(("seats", "seed"), MATCHES[::3])
def test_legal_is_what_is_not_refused(seats, seed):
    rng = Random(seed * 10 + seats)
    options = random_options(seats, rng)
    numbered = GAME.codec.numbered(options, seats)
    for entry in random_match(options, seats, rng):
        waiting = GAME.waiting_for(entry.before)
        for seat in all_seats(seats):
            allowed = [action for action in numbered if GAME.why_illegal(entry.before, seat, action) is None]
            assert list(GAME.legal_actions(entry.before, seat)) == allowed
            assert bool(allowed) == (isinstance(waiting, tuple) and seat in waiting)
            if allowed:
                assert GAME.default_action(GAME.view(entry.before, seat)) in allowed


@pytest.mark.parametrize(("seats", "seed"), MATCHES[1::3])
def test_a_sample_fits_and_the_seat_cannot_tell_it_from_the_truth(seats, seed):
    rng = Random(seed * 10 + seats)
    for entry in random_match(random_options(seats, rng), seats, rng):
        viewer = rng.choice([*all_seats(seats), SPECTATOR])
        seen = GAME.view(entry.state, viewer)
        sample = GAME.sample_state(seen, rng)
        assert GAME.view(sample, viewer) == seen
        assert GAME.pieces(sample) == GAME.pieces(entry.state)
        assert GAME.waiting_for(sample) == GAME.waiting_for(entry.state)
        if viewer is not SPECTATOR:
            assert GAME.legal_actions(sample, viewer) == GAME.legal_actions(entry.state, viewer)


@pytest.mark.parametrize(("seats", "seed"), MATCHES[2::6])
def test_values_round_trip_and_never_change(seats, seed):
    rng = Random(seed * 10 + seats)
    for entry in random_match(random_options(seats, rng), seats, rng):
        before = canonical_json(entry.before)
        if entry.seat is not None:
            assert GAME.apply(entry.before, entry.seat, entry.action) == entry.step
        assert canonical_json(entry.before) == before
        assert from_json(before, GAME.state_type) == entry.before
        viewer = rng.choice([*all_seats(seats), SPECTATOR])
        seen = GAME.view(entry.state, viewer)
        assert from_json(canonical_json(seen), GAME.view_type) == seen
        for event in entry.heard(viewer):
            assert from_json(canonical_json(event), GAME.event_type) == event


@pytest.mark.parametrize(("seats", "seed"), MATCHES[::6])
def test_a_step_is_binding_exactly_when_it_cannot_be_undone(seats, seed):
    rng = Random(seed * 10 + seats)
    for entry in random_match(random_options(seats, rng), seats, rng):
        if entry.seat is None:
            assert entry.step.is_binding == (entry.before.phase is not Phase.FIRST)
            continue
        came_in = any(isinstance(event, CardTaken | CardDrawn) for event in entry.heard(SPECTATOR))
        was_asked = entry.state.phase is Phase.ANSWER
        has_answered = isinstance(entry.action, CallGool | LetStand)
        is_over = entry.state.phase is Phase.OVER
        assert entry.step.is_binding == (came_in or was_asked or has_answered or is_over)


# -- A listener -----------------------------------------------------------------------------------------------------
@dataclass
class Listener:
    """Knows the rules' outcome only by ear: a second reading of streak, piles and points from a spectator's events."""

    options: Options
    seats: int
    deck_size: int
    hands: list[int] = field(default_factory=list)
    taken: list[list[Kind]] = field(default_factory=list)
    fronts: list[list[Kind]] = field(default_factory=list)
    sets: list[int] = field(default_factory=list)
    tags: list[int] = field(default_factory=list)
    discard: list[Kind] = field(default_factory=list)
    out: Counter[Kind] = field(default_factory=Counter)
    it: Seat | None = None
    freezer: Seat | None = None
    streak: int = 0
    has_played_on_return: bool = False
    points: tuple[int, ...] | None = None

    def __post_init__(self) -> None:
        self.hands, self.sets, self.tags = [0] * self.seats, [0] * self.seats, [0] * self.seats
        self.taken, self.fronts = [[] for _ in range(self.seats)], [[] for _ in range(self.seats)]

    def hears(self, event: Event) -> None:
        match event:
            case CardDealt(seat, kind) | CardDrawn(seat, kind):
                assert kind is None
                self.deck_size -= 1
                self.hands[seat] += 1
            case CardTaken(seat, kind):
                assert self.discard.pop() == kind
                self.hands[seat] += 1
                if self.options.show_taken:
                    self.taken[seat].append(kind)
            case CardDiscarded(seat, kind):
                self.leaves(seat, kind)
                self.discard.append(kind)
                self.turn_without_play(seat)
            case TurnSkipped(seat):
                assert self.hands[seat] == 0
                self.turn_without_play(seat)
            case CardPlayed(seat, kind):
                self.leaves(seat, kind)
                self.streak = 0
                self.has_played_on_return = True
                if kind in LETTERS:
                    self.fronts[seat].append(kind)
                self.tags[seat] += kind is Kind.TAG
            case SetCompleted(seat):
                assert set(self.fronts[seat]) == set(LETTERS)
                self.fronts[seat].clear()
                self.sets[seat] += 1
            case ItGiven(_, to):
                self.it = to
            case ItKept(seat):
                self.it = seat
            case GoolCalled(seat, to):
                self.leaves(seat, Kind.GOOL)
                self.out[Kind.GOOL] += 1
                self.it = to
            case TableFrozen(seat):
                self.freezer, self.has_played_on_return = seat, False
            case TableThawed():
                self.freezer = None
                self.out[Kind.FREEZE] += 1
                self.streak += not self.has_played_on_return
            case GameEnded(points, _):
                self.points = points
            case _:
                pass

    def leaves(self, seat: Seat, kind: Kind) -> None:
        self.hands[seat] -= 1
        if kind in self.taken[seat]:
            self.taken[seat].remove(kind)

    def turn_without_play(self, seat: Seat) -> None:
        """The return turn is counted at its end, the thaw."""
        is_frozen = self.freezer is not None
        if self.freezer != seat and (not is_frozen or self.options.frozen_turns_count):
            self.streak += 1

    def agrees_with(self, seen: View) -> None:
        assert [player.hand_size for player in seen.players] == self.hands
        assert [list(player.taken) for player in seen.players] == self.taken
        assert [list(player.front) for player in seen.players] == self.fronts
        assert [player.sets for player in seen.players] == self.sets
        assert [player.tags for player in seen.players] == self.tags
        assert (seen.deck_size, list(seen.discard)) == (self.deck_size, self.discard)
        assert seen.out == tuple(self.out[kind] for kind in KINDS)
        assert (seen.it, seen.freezer, seen.streak) == (self.it, self.freezer, self.streak)
        if seen.winners is not None:
            aside = [self.sets[seat] + self.tags[seat] - 3 * (seat == self.it) for seat in range(self.seats)]
            assert self.points == tuple(aside) == tuple(player.points for player in seen.players)


@pytest.mark.parametrize(("seats", "seed"), MATCHES)
def test_who_only_listens_knows_all_that_a_spectator_sees(seats, seed):
    rng = Random(seed * 10 + seats)
    options = random_options(seats, rng)
    listener = Listener(options, seats, sum(options.deck.counts))
    for entry in random_match(options, seats, rng):
        for event in entry.heard(SPECTATOR):
            listener.hears(event)
        listener.agrees_with(GAME.view(entry.state, SPECTATOR))
    assert listener.points is not None


def test_random_matches_reach_every_phase_and_every_event():
    """So that the properties above are about something."""
    rng = Random(5)
    phases: set[Phase] = set()
    events: set[type] = set()
    for number in range(80):
        seats = 2 + number % 5
        for entry in random_match(random_options(seats, rng), seats, rng):
            phases.add(entry.before.phase)
            events.update(type(event) for event in entry.heard(SPECTATOR))
    assert phases == set(Phase) - {Phase.OVER}
    # 400 turns are beyond chance; test_2_8 has them.
    assert events == set(get_args(Event)) - {TurnLimitReached}
