"""What holds in every match: random matches over all numbers of players and all options."""

from dataclasses import dataclass, field
from random import Random
from typing import get_args

import pytest
from crane_matches import random_match, random_options

from touchwood.core.seats import SPECTATOR, all_seats
from touchwood.core.values import canonical_json, from_json
from touchwood.games.tactile_crane import GAME
from touchwood.games.tactile_crane.cards import CARDS, Jackpot
from touchwood.games.tactile_crane.events import (
    BetPaid,
    CardsCounted,
    CardsReturned,
    CardsTraded,
    DeckRanOut,
    Event,
    GameEnded,
    GrabTaken,
    JackpotRefilled,
    JackpotShared,
    JackpotTaken,
    LeftoversAdded,
    TurnLimitReached,
)
from touchwood.games.tactile_crane.options import Options
from touchwood.games.tactile_crane.state import Phase
from touchwood.games.tactile_crane.view import View

MATCHES = [(seats, seed) for seats in GAME.player_counts for seed in range(8)]


@pytest.mark.parametrize(("seats", "seed"), MATCHES)
def test_every_match_ends_and_no_card_is_lost(seats, seed):
    rng = Random(seed * 10 + seats)
    options = random_options(seats, rng)
    everything = GAME.pieces(GAME.initial(options, seats, GAME.newest_version))
    assert everything["instruction"] == CARDS
    awaited = 0
    for entry in random_match(options, seats, rng):
        state = entry.state
        assert GAME.pieces(state) == everything
        assert min(state.deck, *state.jackpots, *[player.won for player in state.players], state.multipliers) >= 0
        waiting = GAME.waiting_for(entry.before)
        awaited += entry.seat is None or (isinstance(waiting, tuple) and entry.seat in waiting)
    longest = GAME.longest(options, seats)
    assert longest is not None
    assert awaited <= longest
    assert sum(GAME.returns(state)) == 1
    assert GAME.view(state, SPECTATOR).winners


@pytest.mark.parametrize(("seats", "seed"), MATCHES[1::2])
def test_a_sample_fits_and_the_seat_cannot_tell_it_from_the_truth(seats, seed):
    rng = Random(seed * 10 + seats)
    for number, entry in enumerate(random_match(random_options(seats, rng), seats, rng)):
        if number % 5:
            continue
        viewer = rng.choice([*all_seats(seats), SPECTATOR])
        seen = from_json(canonical_json(GAME.view(entry.state, viewer)), View)
        sample = GAME.sample_state(seen, rng)
        assert GAME.view(sample, viewer) == seen
        assert GAME.pieces(sample) == GAME.pieces(entry.state)
        assert GAME.waiting_for(sample) == GAME.waiting_for(entry.state)
        assert GAME.may_act(sample) == GAME.may_act(entry.state)


@pytest.mark.parametrize(("seats", "seed"), MATCHES[::4])
def test_legal_is_what_is_not_refused(seats, seed):
    rng = Random(seed * 10 + seats)
    options = random_options(seats, rng)
    numbered = GAME.codec.numbered(options, seats)
    for number, entry in enumerate(random_match(options, seats, rng)):
        if number % 9:
            continue
        for seat in all_seats(seats):
            allowed = [action for action in numbered if GAME.why_illegal(entry.before, seat, action) is None]
            assert list(GAME.legal_actions(entry.before, seat)) == allowed


# -- A listener -----------------------------------------------------------------------------------------------------
@dataclass
class Listener:
    """Knows cards only by ear: a second reading of deck, jackpots and won cards from a spectator's events."""

    options: Options
    seats: int
    won: list[int] = field(default_factory=list)
    multipliers: list[int] = field(default_factory=list)
    jackpots: dict[Jackpot | None, int] = field(default_factory=dict)
    deck: int = 0

    def __post_init__(self) -> None:
        self.won, self.multipliers = [0] * self.seats, [0] * self.seats
        self.jackpots = {None: 3} if self.seats == 2 else {Jackpot.LEFT: 3, Jackpot.RIGHT: 3}
        self.deck = CARDS - sum(self.jackpots.values())

    def hears(self, event: Event) -> None:
        match event:
            case CardsCounted(_, _, held):
                self.deck -= held
            case GrabTaken(seat, cards):
                self.won[seat] += cards
            case JackpotTaken(seat, jackpot, cards) | JackpotShared(seat, jackpot, cards):
                self.jackpots[jackpot] -= cards
                self.won[seat] += cards
            case LeftoversAdded(jackpot, cards):
                self.jackpots[jackpot] += cards
            case CardsReturned(cards):
                self.deck += cards
            case BetPaid(seat, _, cards):
                self.deck -= cards
                self.won[seat] += cards
            case JackpotRefilled(jackpot, cards):
                self.deck -= cards
                self.jackpots[jackpot] += cards
            case CardsTraded(seat, cards):
                assert cards == self.options.multiplier
                self.won[seat] -= cards
                self.multipliers[seat] += 1
                self.deck += cards
            case GameEnded(points, _):
                pairs = zip(self.won, self.multipliers, strict=True)
                assert points == tuple(won + mult * self.options.multiplier for won, mult in pairs)
            case _:
                pass

    def agrees_with(self, seen: View) -> None:
        assert [player.won for player in seen.players] == self.won
        assert [player.multipliers for player in seen.players] == self.multipliers
        assert (seen.deck, list(seen.jackpots)) == (self.deck, list(self.jackpots.values()))


@pytest.mark.parametrize(("seats", "seed"), MATCHES)
def test_who_only_listens_knows_where_all_cards_are(seats, seed):
    rng = Random(seed * 10 + seats)
    options = random_options(seats, rng)
    listener = Listener(options, seats)
    for entry in random_match(options, seats, rng):
        for event in entry.heard(SPECTATOR):
            listener.hears(event)
        listener.agrees_with(GAME.view(entry.state, SPECTATOR))


def test_random_matches_reach_every_phase_and_every_event():
    """So that the properties above are about something."""
    rng = Random(5)
    phases: set[Phase] = set()
    events: set[type] = set()
    for number in range(60):
        seats = 2 + number % 5
        for entry in random_match(random_options(seats, rng), seats, rng):
            phases.add(entry.before.phase)
            events.update(type(told.event) for told in entry.step.events)
    assert phases == set(Phase) - {Phase.OVER}
    # Beyond chance; test_8_6 and test_8_7 have them.
    assert events >= set(get_args(Event)) - {TurnLimitReached, DeckRanOut}
