"""What every clip would bring, or why it cannot be placed: for a page that shows it before it counts.

The points are those of `rules/scoring.py`; nothing is decided here.
"""

from functools import lru_cache
from typing import Final, NamedTuple

from touchwood.games.cant_touch_this.cards import Edition
from touchwood.games.cant_touch_this.rules.clips import Cell, Clip, capture, clips_on
from touchwood.games.cant_touch_this.rules.legality import legal_clips, why_not_bomb, why_overlaps
from touchwood.games.cant_touch_this.rules.scoring import score_sheet, swirl_points
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
    held = in_order("".join(capture(state.grid, clip) for clip in clips_of(state, to_place(state))))
    legal = set(legal_clips(state))
    return tuple(
        [
            Preview(clip, points_added(held, symbols, edition, gems_from_second), None, None)
            if clip in legal
            else refused(state, clip)
            for clip, _, symbols in clips_on(state.grid)
        ]
    )


def refused(state: State, clip: Clip) -> Preview:
    refusal = why_overlaps(state, clip) or why_not_bomb(state, clip)  # every clip here lies on the card
    assert refusal is not None
    row, column = refusal.facts["row"], refusal.facts["column"]
    assert isinstance(row, int)
    assert isinstance(column, int)
    return Preview(clip, None, refusal.code, Cell(row, column))


FEW: Final = 1 << 12
"""The sums of some dozens of tables, three times each: more made a server grow by 20 MB and views no quicker."""


def in_order(letters: str) -> str:
    return "".join(sorted(letters))


@lru_cache(maxsize=FEW)
def points_added(held: str, symbols: str, edition: Edition, gems_from_second: bool) -> int:
    """What a clip over these symbols brings a player who holds others, in order."""
    before = points_but_swirls(held, edition, gems_from_second)
    after = points_but_swirls(in_order(held + symbols), edition, gems_from_second)
    return after + swirl_points(symbols) - before


@lru_cache(maxsize=FEW)
def points_but_swirls(letters: str, edition: Edition, gems_from_second: bool) -> int:
    """All symbols but swirls count by number alone, whichever clip captured them; so few sums come again and again."""
    return score_sheet([letters.replace("S", "")], edition=edition, gems_from_second=gems_from_second).total
