"""Linked with every game's kernel: chance, and whole matches at random or by quick moves.

Plain functions over rows (see `kernel.py`); the game's own ones are found by name when they are linked.
"""

from collections.abc import Sequence

from touchwood.core.kernel import CHANCE, OVER, Numbers
from touchwood.core.kernel_names import apply, chance, fall, legal, policy, sample, waiting

# Chance is Marsaglia's xorshift of four words of 32 bits: quick, and the same whether compiled (64-bit integers) or
# interpreted (endless ones). It is for imagined matches and plain simulation; a match at a table has its dealer.
WORD = 0xFFFFFFFF


def below(rng: Numbers, bound: int) -> int:
    """From 0 to bound - 1. Uneven by at most `bound` in 2 ** 32."""
    mixed = rng[0] ^ (rng[0] << 11 & WORD)
    rng[0] = rng[1]
    rng[1] = rng[2]
    rng[2] = rng[3]
    rng[3] = rng[3] ^ rng[3] >> 19 ^ mixed ^ mixed >> 8
    return rng[3] * bound >> 32


def first_bit(bits: int) -> int:
    number = 0
    while not bits >> number & 1:
        number += 1
    return number


def drawn(tables: Numbers, row: Numbers, weights: Numbers, rng: Numbers) -> int:
    """Some outcome of the chance that has to fall."""
    outcomes = chance(tables, row, weights)
    if outcomes < 0:
        return below(rng, -outcomes)
    total = 0
    for outcome in range(outcomes):
        total += weights[outcome]
    number = below(rng, total)
    outcome = 0
    while number >= weights[outcome]:
        number -= weights[outcome]
        outcome += 1
    return outcome


def let_chance_fall(tables: Numbers, row: Numbers, weights: Numbers, rng: Numbers) -> int:
    """As long as it has to; then whom the match waits for."""
    awaited = waiting(tables, row)
    while awaited == CHANCE:
        fall(tables, row, drawn(tables, row, weights, rng))
        awaited = waiting(tables, row)
    return awaited


def copy_row(source: Numbers, row: Numbers) -> None:
    for column in range(len(row)):
        row[column] = source[column]


def random_choice(tables: Numbers, row: Numbers, seat: int, choices: Numbers, rng: Numbers) -> int:
    """Any legal one, all alike. A game with very many of them may define its own."""
    return choices[below(rng, legal(tables, row, seat, choices))]


# -- Whole matches --------------------------------------------------------------------------------------------------
def play_randomly(tables: Numbers, row: Numbers, choices: Numbers, weights: Numbers, rng: Numbers, most: int) -> int:
    """Any legal choice, all alike, to the end or for `most` choices. Gives how many were made."""
    made = 0
    while made < most:
        awaited = let_chance_fall(tables, row, weights, rng)
        if awaited == OVER:
            break
        seat = first_bit(awaited)
        # One type of number only, so that numba compiles `apply` once.
        apply(tables, row, seat, int(random_choice(tables, row, seat, choices, rng)))
        made += 1
    return made


def play_quickly(tables: Numbers, row: Numbers, weights: Numbers, rng: Numbers, most: int) -> int:
    """The same by quick moves."""
    made = 0
    while made < most:
        awaited = let_chance_fall(tables, row, weights, rng)
        if awaited == OVER:
            break
        seat = first_bit(awaited)
        apply(tables, row, seat, policy(tables, row, seat, rng))
        made += 1
    return made


def random_matches(
    tables: Numbers, start: Numbers, row: Numbers, choices: Numbers, weights: Numbers, rng: Numbers, matches: int
) -> int:
    """So many matches from the same start. Gives how many choices were made in all."""
    made = 0
    for _ in range(matches):
        copy_row(start, row)
        made += play_randomly(tables, row, choices, weights, rng, 1 << 30)
    return made


def sample_many(tables: Numbers, known: Numbers, rows: Sequence[Numbers], rng: Numbers) -> None:
    """A world that fits what is known in each of the rows."""
    for number in range(len(rows)):
        copy_row(known, rows[number])
        sample(tables, rows[number], rng)
