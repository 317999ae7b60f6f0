"""Whatever is played: cards are where they belong, and nobody gains what is not theirs."""

import os
from itertools import product
from random import Random
from typing import Any

import pytest
from pile_walks import steps, walk

from touchwood.core.seats import SPECTATOR
from touchwood.games.point_a_pile import GAME
from touchwood.games.point_a_pile.cards import Kind, shipped_cards
from touchwood.games.point_a_pile.events import (
    AsideScored,
    EmptySpaceShown,
    FingerMoved,
    HeadpointerPassed,
    PileScored,
    PileShown,
    PilesLaid,
    PileSplit,
    PileWon,
    PutOut,
    RoundRedone,
)
from touchwood.games.point_a_pile.options import Options, deck_of
from touchwood.games.point_a_pile.state import Phase
from touchwood.match.dealer import CommittedDealer, seed_from_number
from touchwood.match.match import Match
from touchwood.match.record import Mover, entry_line, header_line, parse_record
from touchwood.match.replay import Proof, replay, verify

EXPANSIONS = ("point_a_police", "complete_a_mission", "dont_a_touchme", "wait_a_minute")
MIXES = [dict(zip((*EXPANSIONS, "memory"), mix, strict=True)) for mix in product((False, True), repeat=5)]
SAMPLED = [(MIXES[index], 2 + index % 5, index) for index in range(len(MIXES))]


@pytest.mark.parametrize(("mix", "seats", "seed"), SAMPLED, ids=str)
def test_every_drawn_card_ends_in_exactly_one_place(mix, seats, seed):
    """Names of cards are unique, so a count of one for each is one place for each."""
    options = Options(**mix)
    whole = dict.fromkeys(deck_of(options), 1)
    for state in walk(options, seats, seed):
        found = {name: count for name, count in GAME.pieces(state).items() if not name.startswith("M")}
        assert found == whole
        if state.phase is Phase.DRAW and state.round.to_draw == 2 * seats and not state.round.hand:
            # Between rounds nothing lies on the table.
            now = state.round
            assert (now.piles, now.aside, now.contests, now.prizes) == ((), (), (), ())


@pytest.mark.parametrize(("mix", "seats", "seed"), SAMPLED, ids=str)
def test_nobody_who_is_out_or_not_alone_on_a_pile_gains_a_card_by_pointing(mix, seats, seed):
    """Told from the events alone, as an onlooker hears them."""
    out: set[int] = set()
    fingers: dict[int, int] = {}
    won: dict[int, int] = {}
    gains = 0
    for _state, _actor, _choice, step in steps(Options(**mix), seats, seed):
        for addressed in step.events:
            match addressed.event:
                case HeadpointerPassed() | RoundRedone():
                    out = set()
                case PilesLaid() | PileSplit():
                    fingers, won = {}, {}
                case PileShown(seat, pile):
                    fingers[seat] = pile
                case EmptySpaceShown(seat):
                    fingers[seat] = 0
                case FingerMoved(seat, pile):
                    fingers[seat] = pile or 0
                case PutOut(seat):
                    out.add(seat)
                    fingers.pop(seat, None)
                case PileWon(seat, pile):
                    won[seat] = pile
                    assert fingers[seat] == pile
                    fingers = {each: place for each, place in fingers.items() if place != pile}
                case PileScored(seat, pile):
                    gains += 1
                    assert seat not in out
                    if won.pop(seat, None) != pile:
                        assert [each for each, place in fingers.items() if place == pile] == [seat]
                case AsideScored(seat):
                    gains += 1
                    assert seat not in out
    assert gains > 0


REDO_DECK = tuple(card for card in shipped_cards() if card[0] in "AS" or card in ("B01", "B02", "B03", "B06", "R10"))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_redo_really_restores_the_round(seats):
    """Against the state that was seen just after the draw, not against what the rules remembered of it."""
    redone = 0
    for seed in range(12):
        options = Options(**dict.fromkeys(EXPANSIONS[2:], True), point_a_police=True, deck=REDO_DECK, round_limit=12)
        after_draw = None
        for state, _, _, step in steps(options, seats, seed):
            if state.phase is Phase.DRAW and step.state.phase is Phase.LAYOUT:
                after_draw, spent = step.state, set()
            redo = next((each.event for each in step.events if isinstance(each.event, RoundRedone)), None)
            if redo is None or step.state.phase is not Phase.LAYOUT:
                continue
            assert after_draw is not None
            spent |= set(step.state.discard) - set(after_draw.discard)
            now = step.state
            for before, after in zip(after_draw.players, now.players, strict=True):
                assert after.row == tuple(each for each in before.row if each not in spent)
            assert now.round.hand == tuple(each for each in after_draw.round.hand if each not in spent)
            assert now.discard[: len(after_draw.discard)] == after_draw.discard
            assert {GAME.pieces(now)[each] for each in spent} == {1}
            assert {shipped_cards()[each].kind for each in spent} == {Kind.REDO}
            assert (now.deck, now.headpointer, now.rounds) == (
                after_draw.deck,
                after_draw.headpointer,
                after_draw.rounds,
            )
            assert set(now.round.acted) >= {*after_draw.round.acted, redo.seat}
            assert len(now.round.acted) == len(after_draw.round.acted) + len(spent)
            assert (now.round.piles, now.round.aside, now.round.contests, now.round.out) == ((), (), (), ())
            redone += 1
    assert redone >= 3


def played(options: Options, seats: int, seed: int) -> Match:
    names = [f"player {number}" for number in range(seats)]
    dealer = CommittedDealer(seed_from_number(seed))
    match = Match.start(GAME, players=names, options=options, dealer=dealer)
    rng = Random(seed)
    while match.asked:
        seat = rng.choice(match.asked)
        view = match.view(seat)
        built = [builder for builder in GAME.builders if builder.is_offered(view)]
        if built and rng.random() < 0.7:
            parts: tuple[Any, ...] = ()
            while (action := built[0].finish(view, parts)) is None:
                parts = (*parts, rng.choice(built[0].choices(view, parts)))
        else:
            action = rng.choice([*match.legal_actions(seat), GAME.default_action(view)])
        match.act(seat, action, Mover.CLOCK if GAME.clock_only(action) else Mover.PERSON)
    match.close()
    return match


def how_many() -> int:
    return 3200 if os.environ.get("TOUCHWOOD_SOAK") else 64


@pytest.mark.soak
def test_matches_over_all_mixes_end_replay_and_verify():
    for seed in range(how_many()):
        options, seats = Options(**MIXES[seed % len(MIXES)]), 2 + (seed // len(MIXES) + seed) % 5
        match = played(options, seats, seed)
        assert match.is_over
        record = parse_record(header_line(match.header) + b"".join(map(entry_line, match.lines)))
        *_, last = replay(record)
        assert last.match.state == match.state
        assert verify(record).proof is Proof.PROVEN
        assert match.view(SPECTATOR).winners
