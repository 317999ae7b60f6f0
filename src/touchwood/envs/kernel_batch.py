"""Many matches side by side on rows, linked with the kernel of a game: the walk of `node.py`, compiled.

Beside its row each match has a walk of five numbers: who is asked (-1: nobody), whether nobody waits for that seat, who
else may interject (as bits), whether that has still to be asked of the game, and who has chosen in secret (as bits).
Many matches also keep the words of chance they began with and what was chosen since: with these the rules can be asked
what a row cannot tell.
"""

from collections.abc import MutableSequence, Sequence
from typing import TypeAlias

from touchwood.core.kernel import NOBODY, OVER, Numbers
from touchwood.core.kernel_names import apply, encode, legal, may_act, points, share, waiting
from touchwood.core.kernel_play import below, copy_row, first_bit, let_chance_fall

Floats: TypeAlias = MutableSequence[float]

ASKED, IS_INTERJECTING, TO_ASK, IS_DUE, SEALED = range(5)
WALK_COLUMNS = 5
BEGIN = -2
"""Instead of a choice; -1 is passing."""


def settle(
    tables: Numbers, row: Numbers, walk: Numbers, choices: Numbers, weights: Numbers, rng: Numbers, asks: int
) -> None:
    """Chance falls; then who is asked. `asks`: whether seats may interject."""
    awaited = let_chance_fall(tables, row, weights, rng)
    walk[IS_INTERJECTING] = 0
    if awaited == OVER:
        walk[ASKED] = NOBODY
        return
    able = may_act(tables, row) if asks else 0
    if walk[IS_DUE]:
        walk[TO_ASK] = able & ~walk[SEALED] & ~awaited
        walk[IS_DUE] = 0
    while walk[TO_ASK]:
        seat = first_bit(walk[TO_ASK])
        walk[TO_ASK] = walk[TO_ASK] & ~(1 << seat)
        if able >> seat & 1 and legal(tables, row, seat, choices) > 0:
            walk[ASKED] = seat
            walk[IS_INTERJECTING] = 1
            return
    walk[ASKED] = first_bit(awaited)


def begin(
    tables: Numbers,
    start: Numbers,
    row: Numbers,
    walk: Numbers,
    choices: Numbers,
    weights: Numbers,
    rng: Numbers,
    asks: int,
) -> None:
    copy_row(start, row)
    for column in range(WALK_COLUMNS):
        walk[column] = 0
    settle(tables, row, walk, choices, weights, rng, asks)


def choose(
    tables: Numbers,
    row: Numbers,
    walk: Numbers,
    choice: int,
    choices: Numbers,
    weights: Numbers,
    rng: Numbers,
    asks: int,
) -> None:
    """The choice of the seat that is asked, by the twin's number; below 0: it passes."""
    seat = walk[ASKED]
    if choice >= 0:
        before = waiting(tables, row)
        apply(tables, row, seat, choice)
        if not walk[IS_INTERJECTING]:
            after = waiting(tables, row)
            # The same round of secret choices goes on if just this seat is no longer waited for.
            goes_on = after > 0 and after == before & ~(1 << seat)
            walk[SEALED] = walk[SEALED] | 1 << seat if goes_on else 0
            walk[IS_DUE] = 1
    settle(tables, row, walk, choices, weights, rng, asks)


def show(
    tables: Numbers,
    row: Numbers,
    walk: Numbers,
    choices: Numbers,
    number_of: Numbers,
    seen: Numbers,
    mask: Numbers,
) -> None:
    """What the seat that is asked knows, and what it may choose."""
    seat = walk[ASKED]
    encode(tables, row, seat, seen)
    for number in range(len(mask)):
        mask[number] = 0
    for place in range(legal(tables, row, seat, choices)):
        number = number_of[choices[place]]
        if number >= 0:
            mask[number] = 1
    if walk[IS_INTERJECTING]:
        mask[len(mask) - 1] = 1


def walk_on(
    choice: int,
    tables: Numbers,
    start: Numbers,
    row: Numbers,
    walk: Numbers,
    choices: Numbers,
    weights: Numbers,
    rng: Numbers,
    asks: int,
    number_of: Numbers,
    seen: Numbers,
    mask: Numbers,
    scores: Numbers,
) -> None:
    """One choice in one match, or its beginning; then everybody's points, and what the seat that is asked sees. Once
    over it stays so, and nobody is asked. Both in one function, as each that Python calls is compiled whole."""
    if choice == BEGIN:
        begin(tables, start, row, walk, choices, weights, rng, asks)
    else:
        choose(tables, row, walk, choice, choices, weights, rng, asks)
    for seat in range(len(scores)):
        scores[seat] = points(tables, row, seat)
    if walk[ASKED] != NOBODY:
        show(tables, row, walk, choices, number_of, seen, mask)


def begin_many(
    tables: Numbers,
    start: Numbers,
    rows: Sequence[Numbers],
    walks: Sequence[Numbers],
    choices: Numbers,
    weights: Numbers,
    rngs: Sequence[Numbers],
    asks: int,
    number_of: Numbers,
    seen: Sequence[Numbers],
    masks: Sequence[Numbers],
    begun_with: Sequence[Numbers],
    chosen: Sequence[Numbers],
    lengths: Numbers,
) -> None:
    for match in range(len(rows)):
        copy_row(rngs[match], begun_with[match])
        lengths[match] = 0
        begin(tables, start, rows[match], walks[match], choices, weights, rngs[match], asks)
        show(tables, rows[match], walks[match], choices, number_of, seen[match], masks[match])


def step_many(
    tables: Numbers,
    start: Numbers,
    rows: Sequence[Numbers],
    walks: Sequence[Numbers],
    choices: Numbers,
    weights: Numbers,
    rngs: Sequence[Numbers],
    asks: int,
    number_of: Numbers,
    seen: Sequence[Numbers],
    masks: Sequence[Numbers],
    begun_with: Sequence[Numbers],
    chosen: Sequence[Numbers],
    lengths: Numbers,
    actions: Numbers,
    choice_of: Numbers,
    players: int,
    by_points: int,
    rewards: Sequence[Floats],
    overs: Numbers,
    last_seen: Sequence[Numbers],
    last_points: Sequence[Numbers],
) -> None:
    """One choice in each match. A match that is over begins anew at once; its rewards and `overs` say so, and what was
    last: what the seat that ended it sees now, and everybody's points."""
    for match in range(len(rows)):
        row, walk, rng = rows[match], walks[match], rngs[match]
        chooser = walk[ASKED]
        for seat in range(players):
            rewards[match][seat] = -float(points(tables, row, seat)) if by_points else 0.0
        chosen[match][lengths[match]] = actions[match]
        lengths[match] += 1
        choose(tables, row, walk, choice_of[actions[match]], choices, weights, rng, asks)
        overs[match] = int(walk[ASKED] == NOBODY)
        for seat in range(players):
            if by_points:
                rewards[match][seat] += points(tables, row, seat)
            elif walk[ASKED] == NOBODY:
                rewards[match][seat] = share(tables, row, seat) - (0.0 if players == 1 else 1.0 / players)
        if walk[ASKED] == NOBODY:
            encode(tables, row, chooser, last_seen[match])
            for seat in range(players):
                last_points[match][seat] = points(tables, row, seat)
            copy_row(rng, begun_with[match])
            lengths[match] = 0
            begin(tables, start, row, walk, choices, weights, rng, asks)
        show(tables, row, walk, choices, number_of, seen[match], masks[match])


def any_legal(masks: Sequence[Numbers], rng: Numbers, actions: Numbers) -> None:
    """Some legal choice in each match, all alike."""
    for match in range(len(masks)):
        mask, count = masks[match], 0
        for number in range(len(mask)):
            count += mask[number]
        left, number = below(rng, count), 0
        while mask[number] == 0 or left > 0:
            left -= mask[number]
            number += 1
        actions[match] = number
