"""The solver against a search that leaves nothing out, on hundreds of small random cards.

The reference here knows only the rules, as plainly as they can be written, and shares no code with
the solver: scores by counting letters, wild pairs by trying everything, duels by trying every line
of play, solo games by trying every placement.
"""

import os
import random
from collections import Counter
from functools import cache
from itertools import combinations_with_replacement
from typing import Any

import pytest

from touchwood.games.cant_touch_this.solver import Clip, move_values, solve_duel, solve_solo
from touchwood.games.cant_touch_this.solver.engine import has_numba

needs_speed = pytest.mark.skipif(not has_numba(), reason="numba is not installed: too slow for this")

Cells = tuple[tuple[int, int], ...]
Captures = frozenset[Cells]


class PlainRules:
    """One card, every rule spelt out."""

    def __init__(self, grid: tuple[str, ...], edition: int, gems_from_second: bool) -> None:
        self.grid = grid
        self.edition = edition
        self.gems_from_second = gems_from_second
        self.clips = {clip: cells for clip, cells in self.every_clip().items() if self.may_capture(cells)}
        self.bits = {cells: sum(1 << 64 * row + column for row, column in cells) for cells in self.clips.values()}

    def every_clip(self) -> dict[Clip, Cells]:
        rows, columns = len(self.grid), len(self.grid[0])
        clips: dict[Clip, Cells] = {}
        for depth in range(1, 5):
            for column in range(columns):
                if depth <= rows:
                    clips["N", column, depth] = tuple((i, column) for i in range(depth))
                    clips["S", column, depth] = tuple((rows - 1 - i, column) for i in range(depth))
            for row in range(rows):
                if depth <= columns:
                    clips["W", row, depth] = tuple((row, i) for i in range(depth))
                    clips["E", row, depth] = tuple((row, columns - 1 - i) for i in range(depth))
        return {clip: tuple(sorted(cells)) for clip, cells in clips.items()}

    def letters(self, cells: Cells) -> list[str]:
        return [self.grid[row][column] for row, column in cells]

    def may_capture(self, cells: Cells) -> bool:
        letters = self.letters(cells)
        return self.edition == 2 or "B" not in letters or "*" in letters

    def free(self, placed: Captures) -> list[Cells]:
        """What a clip may still capture."""
        taken = sum(self.bits[cells] for cells in placed)
        return [cells for cells, bits in self.bits.items() if not taken & bits]

    def legal(self, placed: Captures) -> dict[Clip, Cells]:
        free = self.free(placed)
        return {clip: cells for clip, cells in self.clips.items() if cells in free}

    def score(self, captures: Captures) -> int:
        letters = [letter for cells in captures for letter in self.letters(cells)]
        swirls = sum(3 - (len(cells) - 1) for cells in captures for letter in self.letters(cells) if letter == "S")
        pairs = letters.count("W") // 2
        return swirls + max(
            self.points(Counter(letters + list(became))) for became in combinations_with_replacement("12PGB*", pairs)
        )

    def points(self, count: Counter[str]) -> int:
        poops, gems, bombs = count["P"], count["G"], count["B"]
        table = [0, 1, 3, 6, 9] if self.edition == 1 else [0, 1, 3, 6, 9, 12, 15]
        if self.gems_from_second:
            table = [0, *table]
        points = count["1"] + 2 * count["2"] + table[min(gems, len(table) - 1)]
        if self.edition == 1:
            return points + (poops if poops >= 3 else -poops)
        turned = min(bombs, count["*"])
        return points + (7 if poops >= 4 else -poops) + 2 * turned - 3 * (bombs - turned)

    def duel(self, first: Captures, second: Captures, to_move: str, clips_each: int) -> dict[Clip, int]:
        """Value of each move, found by playing out every game. Empty when the game is over."""
        score = cache(self.score)

        @cache
        def value(first: Captures, second: Captures, to_move: str) -> int:
            own = first if to_move == "first" else second
            moves = self.free(first | second) if len(own) < clips_each else []
            if not moves:
                return score(first) - score(second)
            if to_move == "first":
                return max(value(first | {cells}, second, "second") for cells in moves)
            return min(value(first, second | {cells}, "first") for cells in moves)

        if len(first if to_move == "first" else second) == clips_each:
            return {}
        return {
            clip: value(first | {cells}, second, "second")
            if to_move == "first"
            else value(first, second | {cells}, "first")
            for clip, cells in self.legal(first | second).items()
        }

    def solo(self, placed: Captures, clips: int) -> int:
        """Best total over every placement; a clip must be placed while one can be."""

        @cache
        def best(placed: Captures) -> int:
            moves = self.free(placed) if len(placed) < clips else []
            if not moves:
                return self.score(placed)
            return max(best(placed | {cells}) for cells in moves)

        return best(placed)


LETTERS = {1: "12PSGB*", 2: "12PSGB*W"}

TIMES = 5 if os.environ.get("TOUCHWOOD_SOAK") == "1" else 1
"""So many cards more in a soak run."""
# rows, columns, clips each, random cards: every number of clips, lines shorter and longer than a clip
DUELS = [(3, 3, 1, 20), (4, 5, 1, 10), (1, 6, 3, 20), (2, 3, 3, 20), (3, 3, 2, 10), (2, 5, 2, 5), (3, 4, 2, 2)]
SOLOS = [(3, 3, 2, 25), (3, 3, 4, 10), (2, 5, 3, 10), (4, 4, 2, 20), (3, 4, 3, 5), (2, 3, 6, 30), (1, 9, 6, 20)]


def random_card(chance: random.Random, edition: int, rows: int, columns: int) -> tuple[str, ...]:
    """A card of few kinds of symbols more often than not: there the bonuses bite."""
    letters = chance.sample(LETTERS[edition], chance.randint(2, len(LETTERS[edition])))
    return tuple("".join(chance.choices(letters, k=columns)) for _ in range(rows))


@pytest.mark.soak
@pytest.mark.parametrize("edition", [1, 2])
@pytest.mark.parametrize(("rows", "columns", "clips_each", "cards"), DUELS)
def test_duel_equals_every_line_of_play(edition: int, rows: int, columns: int, clips_each: int, cards: int) -> None:
    chance = random.Random(f"duel {edition} {rows} {columns} {clips_each}")
    for _ in range(TIMES * cards):
        grid = random_card(chance, edition, rows, columns)
        gems_from_second = chance.random() < 0.25
        plain = PlainRules(grid, edition, gems_from_second)
        expected = plain.duel(frozenset(), frozenset(), "first", clips_each)
        options: dict[str, Any] = {"edition": edition, "clips_each": clips_each, "gems_from_second": gems_from_second}
        answer = solve_duel(grid, **options)
        best = max(expected.values(), default=0)
        assert answer.value == best, grid
        assert set(answer.best_moves) == {clip for clip, value in expected.items() if value == best}, grid
        assert move_values(grid, **options) == expected, grid


@pytest.mark.soak
@pytest.mark.parametrize("edition", [1, 2])
def test_duel_in_midgame_equals_every_line_of_play(edition: int) -> None:
    chance = random.Random(f"midgame {edition}")
    for _ in range(TIMES * 20):
        rows, columns, clips_each = chance.choice([(3, 3, 3), (3, 4, 3), (2, 4, 3), (4, 4, 2)])
        grid = random_card(chance, edition, rows, columns)
        plain = PlainRules(grid, edition, gems_from_second=False)
        first: list[Clip] = []
        second: list[Clip] = []
        for ply in range(chance.randint(2 * clips_each - 4, 2 * clips_each)):
            moves = plain.legal(frozenset(plain.clips[clip] for clip in first + second))
            if moves:
                (first, second)[ply % 2].append(chance.choice(sorted(moves)))
        to_move = "first" if len(first) == len(second) else "second"
        taken = [frozenset(plain.clips[clip] for clip in clips) for clips in (first, second)]
        expected = plain.duel(taken[0], taken[1], to_move, clips_each)
        position: dict[str, Any] = {
            "edition": edition,
            "clips_each": clips_each,
            "first": first,
            "second": second,
            "to_move": to_move,
        }
        answer = solve_duel(grid, **position)
        if expected:
            best = (max if to_move == "first" else min)(expected.values())
            assert answer.value == best, (grid, position)
        else:
            assert answer.value == plain.score(taken[0]) - plain.score(taken[1]), (grid, position)
        assert set(answer.best_moves) == {clip for clip, value in expected.items() if value == answer.value}
        assert move_values(grid, **position) == expected, (grid, position)


@pytest.mark.soak
@pytest.mark.parametrize("edition", [1, 2])
@pytest.mark.parametrize(("rows", "columns", "clips", "cards"), SOLOS)
def test_solo_equals_every_placement(edition: int, rows: int, columns: int, clips: int, cards: int) -> None:
    chance = random.Random(f"solo {edition} {rows} {columns} {clips}")
    for _ in range(TIMES * cards):
        grid = random_card(chance, edition, rows, columns)
        gems_from_second = chance.random() < 0.25
        plain = PlainRules(grid, edition, gems_from_second)
        placed: tuple[Clip, ...] = ()
        if plain.clips and chance.random() < 0.5:
            placed = (chance.choice(sorted(plain.clips)),)
        answer = solve_solo(grid, edition=edition, clips=clips, placed=placed, gems_from_second=gems_from_second)
        captures = frozenset(plain.clips[clip] for clip in placed)
        assert answer.optimum == plain.solo(captures, clips), (grid, placed)
        assert_placement_is_complete_and_totals(plain, answer.placement, placed, clips, answer.optimum)


def assert_placement_is_complete_and_totals(
    plain: PlainRules, placement: tuple[Clip, ...], placed: tuple[Clip, ...], clips: int, optimum: int
) -> None:
    assert placement[: len(placed)] == placed
    lying: Captures = frozenset()
    for clip in placement:
        assert clip in plain.legal(lying)
        lying |= {plain.clips[clip]}
    assert len(placement) == clips or not plain.legal(lying)
    assert plain.score(lying) == optimum


def test_a_losing_clip_must_still_be_placed() -> None:
    """Three bombs in a row of three: one clip must take at least one of them."""
    assert solve_solo(["BBB"], edition=2, clips=1).optimum == -3
    assert solve_solo(["BBB"], edition=2, clips=2).optimum == -6
    assert solve_duel(["BBB"], edition=2, clips_each=1).value == -3 + 3


@needs_speed
@pytest.mark.parametrize(
    ("letter", "optimum"),
    # Six clips: four symbols each where they pay, one each where they hurt. Wilds: twelve pairs,
    # six of them gems (15), six twos.
    [("1", 24), ("2", 48), ("P", 7), ("S", 24), ("G", 15), ("B", -18), ("*", 0), ("W", 15 + 12)],
)
def test_large_cards_of_a_single_symbol(letter: str, optimum: int) -> None:
    """Nothing tells their clips apart, and bombs must be taken: prices alone have to settle these."""
    assert solve_solo([letter * 8] * 8, edition=2).optimum == optimum
    assert solve_duel([letter * 8] * 8, edition=2).value == 0


def test_a_full_card_ends_the_game() -> None:
    """First edition: nothing may take these bombs, so nobody moves; solo the game is over at once."""
    assert solve_duel(["BB", "BB"], edition=1).best_moves == ()
    assert solve_duel(["BB", "BB"], edition=1).value == 0
    assert solve_solo(["BB", "BB"], edition=1).placement == ()
    # E0x2 takes the two and the only star: no reply.
    answer = solve_duel(["B*2", "BBB"], edition=1)
    assert answer.value == 2
    assert ("E", 0, 2) in answer.best_moves
    assert solve_duel(["B*2", "BBB"], edition=1, first=[("E", 0, 2)], to_move="second").best_moves == ()


def test_a_position_out_of_turn_passes_over_who_has_no_clips_left() -> None:
    """Set up by hand: first has one clip left, second two. First, second, second."""
    grid = ("12S", "GGG", "P21")
    plain = PlainRules(grid, 2, gems_from_second=False)
    first: list[Clip] = [("N", 0, 1)]
    answer = solve_duel(grid, edition=2, clips_each=2, first=first, to_move="first")
    held = frozenset(plain.clips[clip] for clip in first)

    def after_first(cells: Cells) -> int:
        own = held | {cells}
        return min(
            plain.score(own) - plain.score(frozenset((one, two)))
            for one in plain.legal(own).values()
            for two in plain.legal(own | {one}).values() or [one]
        )

    expected = {clip: after_first(cells) for clip, cells in plain.legal(held).items()}
    assert answer.value == max(expected.values())
    assert move_values(grid, edition=2, clips_each=2, first=first, to_move="first") == expected


def test_looking_ahead_scores_the_card_as_it_lies() -> None:
    """One clip of sight takes the most points at once; sight to the end is the exact value."""
    grid = ("S1G2", "PGB*", "2S1G", "GP12")
    plain = PlainRules(grid, 2, gems_from_second=False)
    greedy = {clip: plain.score(frozenset((cells,))) for clip, cells in plain.clips.items()}
    assert move_values(grid, edition=2, look_ahead=1) == greedy
    assert move_values(grid, edition=2, clips_each=2, look_ahead=4) == move_values(grid, edition=2, clips_each=2)
    assert move_values(grid, edition=2, look_ahead=2) == move_values(grid, edition=2, clips_each=1)
