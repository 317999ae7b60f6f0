"""Points, who wins, and the next match."""

from fractions import Fraction

from msgspec.structs import replace

from touchwood.core.seats import Seat, all_seats
from touchwood.games.cant_touch_this.cards import LETTER_OF, Symbol, printed_sides
from touchwood.games.cant_touch_this.options import Mix, Options, is_given, mix_of, size
from touchwood.games.cant_touch_this.rules.clips import Cell, capture, cells_on
from touchwood.games.cant_touch_this.rules.scoring import ScoreSheet, score_sheet
from touchwood.games.cant_touch_this.state import State, clips_in_all, clips_of, other

RATINGS = ((20, "bomb_exploded"), (25, "touched_poop"), (30, "emerald"), (35, "you_are_a_star"))
"""7.2: a score up to this has this rating."""
BEYOND_RATINGS = "impossible"
CLIPS_RATED = 6


def sheet(state: State, seat: Seat) -> ScoreSheet:
    """6.1: a player's points as they stand; whoever goes first has the bid taken off."""
    return score_sheet(
        [capture(state.grid, clip) for clip in clips_of(state, seat)],
        edition=state.options.edition,
        gems_from_second=state.options.gems_from_second,
        penalty=state.bid if seat == state.first else 0,
    )


def turned_bombs(state: State, seat: Seat) -> tuple[Cell, ...]:
    """5.4: the bombs the stars turned, the first captured first."""
    bombs = [
        cell
        for clip in clips_of(state, seat)
        for cell in cells_on(state.grid, clip)
        if state.grid[cell.row][cell.column] == "B"
    ]
    turned = sum(line.turned for line in sheet(state, seat).lines)
    return tuple(bombs[:turned])


def points(state: State) -> tuple[int, ...]:
    return tuple(sheet(state, seat).total for seat in all_seats(state.seats))


def winner(state: State) -> Seat:
    """6.2: more points; with equal points whoever went second."""
    assert state.first is not None
    second = other(state.first)
    scored = points(state)
    return state.first if scored[state.first] > scored[second] else second


def returns(state: State) -> tuple[Fraction, ...]:
    """Two players: all of the win to the winner. Alone there is no win to share: the score itself (7.3)."""
    if state.seats == 1:
        return (Fraction(points(state)[0]),)
    won = winner(state)
    return tuple(Fraction(seat == won) for seat in all_seats(state.seats))


def is_rated(state: State) -> bool:
    """7.2: the printed scale was made for the second edition's deck, six clips and gems that count from the first."""
    options = state.options
    return (
        options.edition == 2
        and clips_in_all(options) == CLIPS_RATED
        and not options.gems_from_second
        and state.grid in printed_sides(2)
    )


def rating(state: State) -> str | None:
    """7.2: the printed rating of a score alone; None where the scale would mean nothing."""
    if not is_rated(state):
        return None
    score = points(state)[0]
    return next((name for most, name in RATINGS if score <= most), BEYOND_RATINGS)


def rematch_options(state: State) -> Options:
    """6.3: the winner defends, on a new card. After a given card that is a shuffle of the same symbols."""
    options = state.options if state.seats == 1 else replace(state.options, first=winner(state))
    if not is_given(options):
        return options
    columns, rows = size(options)
    symbols = mix_of(options)
    mix = Mix(**{symbol.value: symbols.count(LETTER_OF[symbol]) for symbol in Symbol})
    return replace(options, card="random", columns=columns, rows=rows, mix=mix)
