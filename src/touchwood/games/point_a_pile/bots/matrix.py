"""Games of two in which both choose at once and one wins what the other loses, solved exactly by the simplex method."""

from collections.abc import Sequence
from dataclasses import dataclass

_TINY = 1e-9


@dataclass(frozen=True)
class Solved:
    """What optimal play is worth to the player of the rows, and how both mix."""

    value: float
    rows: list[float]
    columns: list[float]


def solve(payoffs: Sequence[Sequence[float]]) -> Solved:
    """`payoffs[row][column]` is what the player of the rows gets."""
    floors = [min(row) for row in payoffs]
    ceilings = [max(column) for column in zip(*payoffs, strict=True)]
    row, column = floors.index(max(floors)), ceilings.index(min(ceilings))
    if ceilings[column] - floors[row] <= _TINY:
        return Solved(floors[row], _only(row, len(payoffs)), _only(column, len(ceilings)))
    return _simplex(payoffs)


def _only(choice: int, choices: int) -> list[float]:
    return [1.0 if each == choice else 0.0 for each in range(choices)]


def _simplex(payoffs: Sequence[Sequence[float]]) -> Solved:
    """With all payoffs made positive: the largest sum of column weights that no row is paid more than 1 against. That
    sum is one over the value, and the prices of the slacks are the weights of the rows.

    A line of the tableau is the columns, the slacks, and the bound; the last line is what is to be made large.
    """
    height, width = len(payoffs), len(payoffs[0])
    shift = 1.0 - min(min(row) for row in payoffs)
    tableau = [[*(payoff + shift for payoff in row), *_only(number, height), 1.0] for number, row in enumerate(payoffs)]
    tableau.append([*[-1.0] * width, *[0.0] * height, 0.0])
    basis = [width + number for number in range(height)]
    while True:
        # The first column that helps, and of the lines that bind the one whose variable comes first: never a circle.
        entering = next((place for place, price in enumerate(tableau[-1][:-1]) if price < -_TINY), None)
        if entering is None:
            break
        binding = [
            (line[-1] / line[entering], basis[number], number)
            for number, line in enumerate(tableau[:-1])
            if line[entering] > _TINY
        ]
        _pivot(tableau, min(binding)[2], entering)
        basis[min(binding)[2]] = entering
    total = tableau[-1][-1]
    columns = [0.0] * width
    for number, place in enumerate(basis):
        if place < width:
            columns[place] = tableau[number][-1] / total
    return Solved(1.0 / total - shift, [max(0.0, price) / total for price in tableau[-1][width:-1]], columns)


def _pivot(tableau: list[list[float]], leaving: int, entering: int) -> None:
    line = tableau[leaving]
    tableau[leaving] = line = [each / line[entering] for each in line]
    for number, other in enumerate(tableau):
        if number != leaving and other[entering]:
            factor = other[entering]
            tableau[number] = [each - factor * own for each, own in zip(other, line, strict=True)]
