"""Solo optima of default cards against an integer program, solved by OR-tools.

The program is a second, wholly different statement of the same question: a yes-or-no variable a
clip, at most one clip a cell, and the bonuses as tables over the counts.
"""

import random
from itertools import product
from typing import Any

import pytest

from touchwood.games.cant_touch_this.solver import solve_solo

cp_model: Any = pytest.importorskip(
    "ortools.sat.python.cp_model", reason="OR-tools is not installed: no integer program to compare solo optima with"
)

MIXES = {
    1: "1" * 7 + "2" * 5 + "P" * 5 + "S" * 7 + "G" * 6 + "B" * 12 + "*" * 6,
    2: "1" * 9 + "2" * 2 + "P" * 4 + "S" * 11 + "G" * 6 + "B" * 10 + "*" * 3 + "W" * 3,
}
GEMS = {1: [0, 1, 3, 6, 9], 2: [0, 1, 3, 6, 9, 12, 15]}
CLIPS = 6


def clip_cells(rows: int, columns: int) -> list[list[tuple[int, int]]]:
    lines = [[(row, column) for column in range(columns)] for row in range(rows)]
    lines += [[(row, column) for row in range(rows)] for column in range(columns)]
    ends = [line[::direction] for line in lines for direction in (1, -1)]
    return [end[:depth] for end in ends for depth in range(1, 5) if depth <= len(end)]


def optimum_by_integer_program(grid: list[str], edition: int) -> int:
    """All six clips can always be placed on the cards of this test, so exactly six are."""
    model = cp_model.CpModel()
    rows, columns = len(grid), len(grid[0])
    clips = []
    plain = []
    for cells in clip_cells(rows, columns):
        letters = [grid[row][column] for row, column in cells]
        if edition == 1 and "B" in letters and "*" not in letters:
            continue
        clips.append((model.new_bool_var(""), cells, letters))
        plain.append(letters.count("1") + 2 * letters.count("2") + letters.count("S") * (4 - len(cells)))
    model.add(sum(taken for taken, _, _ in clips) == CLIPS)
    for cell in product(range(rows), range(columns)):
        model.add_at_most_one(taken for taken, cells, _ in clips if cell in cells)

    def captured(letter: str) -> Any:
        return sum(letters.count(letter) * taken for taken, _, letters in clips)

    def table(points: list[int], count: Any) -> Any:
        index = model.new_int_var(0, len(points) - 1, "")
        worth = model.new_int_var(min(points), max(points), "")
        model.add(index == count)
        model.add_element(index, points, worth)
        return worth

    total = sum(points * taken for points, (taken, _, _) in zip(plain, clips, strict=True))
    became = {letter: model.new_int_var(0, 12, "") for letter in "2PG*"}
    model.add(2 * sum(became.values()) <= captured("W"))
    most = 4 * CLIPS + 12
    gems = GEMS[edition] + [GEMS[edition][-1]] * most
    poops = [-n if n < 3 else n for n in range(most)] if edition == 1 else [-n if n < 4 else 7 for n in range(most)]
    total += table(gems, captured("G") + became["G"]) + table(poops, captured("P") + became["P"]) + 2 * became["2"]
    if edition == 2:
        turned = model.new_int_var(0, most, "")
        model.add(turned <= captured("B"))
        model.add(turned <= captured("*") + became["*"])
        total += 5 * turned - 3 * captured("B")
    model.maximize(total)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = 1
    assert solver.solve(model) == cp_model.OPTIMAL
    optimum: float = solver.objective_value
    return round(optimum)


@pytest.mark.parametrize("edition", [1, 2])
@pytest.mark.parametrize("seed", range(18))
def test_solo_optimum_equals_integer_program(edition: int, seed: int) -> None:
    chance = random.Random(f"integer program {edition} {seed}")
    symbols = "".join(chance.sample(MIXES[edition], 48))
    # Two of three cards have a mix and shape of their own, where gems, poop and wilds are not as rare.
    rows = (8, 7, 4)[seed % 3]
    if seed % 3:
        symbols = "".join(chance.choices(sorted(set(MIXES[edition])), k=48))
    width = 48 // rows
    grid = [symbols[row * width : row * width + width] for row in range(rows)]
    assert solve_solo(grid, edition=edition).optimum == optimum_by_integer_program(grid, edition)
