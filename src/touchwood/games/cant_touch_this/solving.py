"""Questions to the solver about positions of the game.

Values are always the first player's: what the first scores more than the second, before the penalty.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import TypedDict

from touchwood.games.cant_touch_this.cards import Grid
from touchwood.games.cant_touch_this.options import Options
from touchwood.games.cant_touch_this.rules.clips import Clip
from touchwood.games.cant_touch_this.solver import DuelAnswer, Side, SoloAnswer, move_values, solve_duel, solve_solo
from touchwood.games.cant_touch_this.state import State, all_placed, clips_in_all


class _Duel(TypedDict):
    grid: Grid
    edition: int
    first: tuple[Clip, ...]
    second: tuple[Clip, ...]
    to_move: Side
    clips_each: int
    gems_from_second: bool


def _duel(state: State) -> _Duel:
    """Clips alternate, beginning with the first player."""
    placed = all_placed(state)
    return _Duel(
        grid=state.grid,
        edition=state.options.edition,
        first=placed[::2],
        second=placed[1::2],
        to_move=side_to_move(state),
        clips_each=state.options.clips_each,
        gems_from_second=state.options.gems_from_second,
    )


def side_to_move(state: State) -> Side:
    return "first" if len(state.placed) % 2 == 0 else "second"


def card_value(grid: Grid, options: Options) -> int:
    """The value of an empty card: what going first is worth."""
    return _card_value(grid, options.edition, options.clips_each, options.gems_from_second)


@lru_cache(maxsize=64)
def _card_value(grid: Grid, edition: int, clips_each: int, gems_from_second: bool) -> int:
    # Every answer in the bidding asks this again.
    return solve_duel(grid, edition=edition, clips_each=clips_each, gems_from_second=gems_from_second).value


def solved_duel(state: State, *, look_ahead: int | None = None) -> DuelAnswer:
    """The value and all best clips; with `look_ahead`, as if the match ended after so many clips."""
    return solve_duel(**_duel(state), look_ahead=look_ahead)


def position_value(state: State) -> int:
    return solved_duel(state).value


def best_clips(state: State, *, look_ahead: int | None = None) -> tuple[Clip, ...]:
    """All best clips of the player to move."""
    return tuple(Clip(*clip) for clip in solved_duel(state, look_ahead=look_ahead).best_moves)


def clip_values(state: State, *, look_ahead: int | None = None) -> Mapping[Clip, int]:
    """The value of the position after every legal clip."""
    return {Clip(*clip): value for clip, value in move_values(**_duel(state), look_ahead=look_ahead).items()}


def best_alone(state: State, *, look_ahead: int | None = None) -> SoloAnswer:
    """The best possible total from here alone; with `look_ahead`, with so many more clips."""
    clips = clips_in_all(state.options)
    return solve_solo(
        state.grid,
        edition=state.options.edition,
        placed=all_placed(state),
        clips=clips if look_ahead is None else min(clips, len(state.placed) + look_ahead),
        gems_from_second=state.options.gems_from_second,
    )
