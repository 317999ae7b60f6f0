"""What every clip would bring, or why it cannot be placed: for a page that shows it before it counts.

The points are those of `scoring.py`; nothing is decided here.
"""

from functools import lru_cache
from typing import NamedTuple

from touchwood.games.cant_touch_this.cards import Edition
from touchwood.games.cant_touch_this.clips import Cell, Clip, all_clips, capture
from touchwood.games.cant_touch_this.legality import legal_clips, why_not_clip
from touchwood.games.cant_touch_this.scoring import score_sheet, swirl_points
from touchwood.games.cant_touch_this.state import State, clips_of, to_place


class Preview(NamedTuple):
    clip: Clip
    points: int | None
    """What it would add to the total of the player whose turn it is; None: it cannot be placed."""
    why_not: str | None
    """The code of the refusal."""
    where: Cell | None
    """The cell it is refused for."""


def previews(state: State) -> tuple[Preview, ...]:
    """Every clip of the card, by edge (N E S W), line and depth."""
    edition, gems_from_second = state.options.edition, state.options.gems_from_second
    held = "".join(capture(state.grid, clip) for clip in clips_of(state, to_place(state)))
    points_so_far = points_but_swirls(in_order(held), edition, gems_from_second)
    legal = set(legal_clips(state))

    def preview(clip: Clip) -> Preview:
        if clip not in legal:
            return refused(state, clip)
        symbols = capture(state.grid, clip)
        others = points_but_swirls(in_order(held + symbols), edition, gems_from_second)
        return Preview(clip, others + swirl_points(symbols) - points_so_far, None, None)

    return tuple(preview(clip) for clip in all_clips(len(state.grid[0]), len(state.grid)))


def refused(state: State, clip: Clip) -> Preview:
    refusal = why_not_clip(state, clip)
    assert refusal is not None
    row, column = refusal.facts["row"], refusal.facts["column"]
    assert isinstance(row, int)
    assert isinstance(column, int)
    return Preview(clip, None, refusal.code, Cell(row, column))


def in_order(letters: str) -> str:
    return "".join(sorted(letters))


@lru_cache(maxsize=1 << 16)
def points_but_swirls(letters: str, edition: Edition, gems_from_second: bool) -> int:
    """All symbols but swirls count by number alone, whichever clip captured them; so few sums come again and again."""
    return score_sheet([letters.replace("S", "")], edition=edition, gems_from_second=gems_from_second).total
