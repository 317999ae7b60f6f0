"""Puzzles of duels: what stands in the file is what the solver says, and a level is how far one has to see."""

from dataclasses import replace
from datetime import date, timedelta
from itertools import islice
from random import Random

import pytest

from touchwood.core.puzzle import DAY
from touchwood.core.seats import Seat
from touchwood.core.versions import version_of
from touchwood.games.cant_touch_this import GAME
from touchwood.games.cant_touch_this.actions import PlaceClip
from touchwood.games.cant_touch_this.bots import PLAYERS, Limited, Player
from touchwood.games.cant_touch_this.make_puzzles import (
    FEWEST_CHOICES,
    MOST_THAT_KEEP,
    kept_by,
    level_of,
    lines_of,
)
from touchwood.games.cant_touch_this.puzzles import (
    BOOK,
    LEVELS,
    OF_DAYS,
    OF_LEVEL,
    parse_line,
    puzzle_of,
    text_of,
    texts,
)
from touchwood.games.cant_touch_this.rules.ending import winner
from touchwood.games.cant_touch_this.rules.legality import legal_clips, why_not_clip
from touchwood.games.cant_touch_this.state import Phase
from touchwood.match.dealer import CommittedDealer, seed_from_number
from touchwood.match.puzzling import begin_puzzle, branch_of

KINDS = (*LEVELS, DAY)
SAMPLED = 30
"""Of each kind, beginning anywhere: any of them may be met."""


def sampled(kind):
    return Random(f"sample {kind}").sample(texts()[kind], SAMPLED)


def seats_asked(state):
    asked = GAME.waiting_for(state)
    assert isinstance(asked, tuple)
    return asked


def played_out(state, seat, choose):
    """Whoever has this seat chooses by `choose`, the other one plays perfectly."""
    rng = Random(1)
    while state.phase is not Phase.OVER:
        (asked,) = seats_asked(state)
        view = GAME.view(state, asked)
        legal = GAME.legal_actions(state, asked)
        action = choose(state) if asked == seat else PLAYERS["best"].choose(view, legal, rng)
        state = GAME.apply(state, asked, action).state
    return winner(state)


def perfectly(state):
    return PLAYERS["best"].choose(GAME.view(state, Seat(0)), (), Random(1))


@pytest.mark.parametrize("kind", KINDS)
def test_the_file_has_as_many_as_the_book_says_and_no_position_twice(kind):
    lines = [parse_line(text) for text in texts()[kind]]
    assert len(lines) == (OF_DAYS if kind == DAY else BOOK.counts[kind]) == (OF_DAYS if kind == DAY else OF_LEVEL)
    assert len({(line.card, line.placed) for line in lines}) == len(lines)
    assert [text_of(line) for line in lines] == texts()[kind]


@pytest.mark.parametrize("kind", KINDS)
def test_every_position_can_be_reached_by_the_rules(kind):
    for text in texts()[kind]:
        line = parse_line(text)
        puzzle = puzzle_of(line)
        state = GAME.initial(puzzle.options, 2, version_of(puzzle.state))
        while state.phase is Phase.BID:
            (asked,) = seats_asked(state)
            state = GAME.apply(state, asked, GAME.codec.parse("raise" if state.bid < line.bid else "pass")).state
        for clip in line.placed:
            (asked,) = seats_asked(state)
            state = GAME.apply(state, asked, PlaceClip(clip)).state
        assert state == puzzle.state
        assert GAME.waiting_for(state) == (puzzle.seat,)


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_said_to_keep_the_win_is_what_the_solver_says(kind):
    for text in sampled(kind):
        line = parse_line(text)
        state = puzzle_of(line).state
        assert line.keeps == kept_by(state)
        assert 1 <= len(line.keeps) <= MOST_THAT_KEEP
        assert len(list(legal_clips(state))) >= FEWEST_CHOICES
        assert not [clip for clip in line.keeps if why_not_clip(state, clip)]
        assert level_of(state, line.keeps) in (("medium", "hard") if kind == DAY else (kind,))


@pytest.mark.parametrize("kind", KINDS)
def test_who_keeps_to_it_wins_against_perfect_play_and_who_strays_once_loses(kind):
    for text in sampled(kind)[:3]:
        puzzle = puzzle_of(parse_line(text))
        assert played_out(puzzle.state, puzzle.seat, lambda state: PlaceClip(kept_by(state)[0])) == puzzle.seat
        wrong = next(clip for clip in legal_clips(puzzle.state) if PlaceClip(clip) not in puzzle.keeps)
        strayed = GAME.apply(puzzle.state, puzzle.seat, PlaceClip(wrong)).state
        assert played_out(strayed, puzzle.seat, perfectly) == 1 - puzzle.seat


def test_a_level_is_how_far_a_player_sees():
    """Who looks one clip ahead solves all easy ones and not all medium; who looks two, those and no hard one."""
    looks = {clips: Player(Limited(look_ahead=clips)) for clips in (1, 2)}

    def solves(clips, kind):
        puzzles = [puzzle_of(parse_line(text)) for text in sampled(kind)]
        chosen = [looks[clips].choose(GAME.view(each.state, each.seat), (), Random(1)) for each in puzzles]
        return [clip in each.keeps for clip, each in zip(chosen, puzzles, strict=True)]

    assert all(solves(1, "easy"))
    assert all(solves(2, "medium"))
    assert not all(solves(1, "medium"))
    assert not any(solves(2, "hard"))


@pytest.mark.parametrize("kind", ["easy", DAY])
def test_the_file_is_what_its_command_makes(kind):
    """Its beginning: all of it takes a while."""
    assert [text_of(line) for line in islice(lines_of(kind), 5)] == texts()[kind][:5]


def test_a_day_has_its_puzzle_for_everybody_and_a_year_none_twice():
    days = [date(2026, 11, 17) + timedelta(days=ago) for ago in range(OF_DAYS)]
    puzzles = [BOOK.named(f"day-{day}") for day in days]
    assert len({(puzzle.options, puzzle.state) for puzzle in puzzles if puzzle is not None}) == OF_DAYS
    assert BOOK.named(f"day-{days[0] + timedelta(days=OF_DAYS)}") == puzzles[0]
    assert BOOK.named("day-2025-12-31") == BOOK.find(DAY, OF_DAYS - 1)
    # What the first ones are is a promise: links to them are handed on.
    assert BOOK.named("day-2026-01-01") == puzzle_of(parse_line(texts()[DAY][0]))


@pytest.mark.parametrize(
    "name",
    [
        *("", "hard", "hard-", "hard-0", "hard-201", "hard--1", "hard-٣", "hard-000000001", "hard-" + "1" * 10_000),
        *("day-2026-13-01", "day-1", "day-20260101"),
    ],
    ids=lambda name: name[:20],
)
def test_what_names_no_puzzle_is_none(name):
    assert BOOK.named(name) is None


def test_puzzles_are_counted_from_one():
    assert BOOK.named("hard-1") == BOOK.find("hard", 0)
    assert BOOK.named("easy-200") == BOOK.find("easy", 199)
    assert BOOK.find("easy", 0).seat == Seat(0)


def test_a_puzzle_stays_on_the_rules_under_which_it_was_solved():
    changed = replace(GAME, versions=(*GAME.versions, GAME.newest_version + 1))
    match = begin_puzzle(changed, "easy-1", "Ana", CommittedDealer(seed_from_number(1)))
    puzzle = BOOK.find("easy", 0)
    assert match.header.rules_version == branch_of(changed, puzzle).rules_version == version_of(puzzle.state)
    assert match.state == puzzle.state
