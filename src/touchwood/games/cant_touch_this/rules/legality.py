"""Who is asked, what they may do, and why not.

`why_illegal` is the primitive. `legal_actions` lists the same quickly; a test holds them together over all actions.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from touchwood.core.refusals import Fact, Refusal
from touchwood.core.seats import Seat
from touchwood.games.cant_touch_this.actions import Action, KeepSide, Pass, PlaceClip, Raise, TurnCard
from touchwood.games.cant_touch_this.cards import Edition, Grid
from touchwood.games.cant_touch_this.rules.clips import (
    EDGES,
    Clip,
    capture,
    cells_on,
    clips_on,
    deepest_at,
    lines_at,
    needs_star,
    on_card,
)
from touchwood.games.cant_touch_this.state import Phase, State, other, to_place

HIGHEST_BID = 60

WAITS_FOR_CHANCE = frozenset({Phase.CARD, Phase.SIDE, Phase.DEFENDER})


def asked(state: State) -> Seat | None:
    """The one seat whose choice is awaited, if any."""
    if state.phase is Phase.OVER or state.phase in WAITS_FOR_CHANCE:
        return None
    if state.defender is None:
        return Seat(0)  # alone
    if state.phase is Phase.CHOOSE_SIDE:
        return state.defender
    if state.phase is Phase.BID:
        return other(bidder(state.defender, state.bid))
    return to_place(state)


def bidder(defender: Seat, bid: int) -> Seat:
    """3.1, 3.2: whose bid it is. The defender's stands at 0, and the two take turns raising it by 1."""
    return defender if bid % 2 == 0 else other(defender)


# -- Why not --------------------------------------------------------------------------------------------------------
_ANSWERS_TO: dict[Phase, tuple[type, ...]] = {
    Phase.CHOOSE_SIDE: (KeepSide, TurnCard),
    Phase.BID: (Raise, Pass),
    Phase.CLIP: (PlaceClip,),
}
_INSTEAD = {
    Phase.CHOOSE_SIDE: ("choose_side_first", "1.5"),
    Phase.BID: ("bid_first", "3.2"),
    Phase.CLIP: ("place_clip_now", "2.5"),
}


def why_illegal(state: State, seat: Seat, action: Action) -> Refusal | None:
    return why_not_seat(state, seat) or why_not_now(state, action)


def why_not_seat(state: State, seat: Seat) -> Refusal | None:
    if state.phase is Phase.OVER:
        return Refusal("game_over", "2.6")
    awaited = asked(state)
    if awaited is None:
        return Refusal("card_not_laid", "1.4")
    if seat != awaited:
        _, rule = _INSTEAD[state.phase]
        return Refusal("not_your_turn", rule, {"seat": awaited})
    return None


def why_not_now(state: State, action: Action) -> Refusal | None:
    if not isinstance(action, _ANSWERS_TO[state.phase]):
        code, rule = _INSTEAD[state.phase]
        return Refusal(code, rule)
    match action:
        case Raise() if state.bid >= HIGHEST_BID:
            return Refusal("bid_too_high", "3.5", {"most": HIGHEST_BID})
        case PlaceClip(clip):
            return why_not_clip(state, clip)
        case _:
            return None


def why_not_clip(state: State, clip: Clip) -> Refusal | None:
    """2.1 to 2.4, in this order. Legality never depends on the player."""
    return why_not_on_card(state, clip) or why_overlaps(state, clip) or why_not_bomb(state, clip)


def why_not_on_card(state: State, clip: Clip) -> Refusal | None:
    edge, line, depth = clip
    columns, rows = len(state.grid[0]), len(state.grid)
    if edge not in EDGES:
        return Refusal("no_such_edge", "2.1", {"edge": str(edge), "known": EDGES})
    lines = lines_at(edge, columns, rows)
    if not _is_number_in(line, range(lines)):
        return Refusal("off_card", "2.1", {"clip": _name(clip), "edge": edge, "line": str(line), "last": lines - 1})
    deepest = deepest_at(edge, columns, rows)
    if not _is_number_in(depth, range(1, deepest + 1)):
        return Refusal("depth", "2.2", {"clip": _name(clip), "depth": str(depth), "deepest": deepest})
    return None


def why_overlaps(state: State, clip: Clip) -> Refusal | None:
    """2.3: names the clip in the way and the first cell they would share."""
    known = on_card(state.grid)
    for placed in state.placed:
        if known[clip].cells & known[placed.clip].cells:
            in_the_way = cells_on(state.grid, placed.clip)
            row, column = next(cell for cell in cells_on(state.grid, clip) if cell in in_the_way)
            facts: dict[str, Fact] = {
                "clip": _name(clip),
                "other": _name(placed.clip),
                "seat": placed.seat,
                "row": row,
                "column": column,
            }
            return Refusal("overlap", "2.3", facts)
    return None


def why_not_bomb(state: State, clip: Clip) -> Refusal | None:
    """2.4: names the bomb."""
    symbols = capture(state.grid, clip)
    if state.options.edition == 2 or not needs_star(symbols):
        return None
    row, column = cells_on(state.grid, clip)[symbols.index("B")]
    return Refusal("bomb", "2.4", {"clip": _name(clip), "row": row, "column": column})


def _is_number_in(number: Any, numbers: range) -> bool:
    return type(number) is int and number in numbers


def _name(clip: Clip) -> str:
    edge, line, depth = clip
    return f"{edge}{line}x{depth}"


# -- What is legal, in the order of the numbers (codec.numbered) ------------------------------------------------------
def legal_actions(state: State, seat: Seat) -> Sequence[Action]:
    if seat != asked(state):
        return ()
    if state.phase is Phase.CHOOSE_SIDE:
        return (KeepSide(), TurnCard())
    if state.phase is Phase.BID:
        return (Raise(), Pass()) if state.bid < HIGHEST_BID else (Pass(),)
    taken = covered_bits(state)
    return [action for action, cells in placements(state.grid, state.options.edition) if not cells & taken]


def legal_clips(state: State) -> Iterator[Clip]:
    taken = covered_bits(state)
    for action, cells in placements(state.grid, state.options.edition):
        if not cells & taken:
            yield action.clip


@lru_cache(maxsize=256)
def placements(grid: Grid, edition: Edition) -> tuple[tuple[PlaceClip, int], ...]:
    """The clips that bombs do not forbid (2.4), each with the cells it covers as bits."""
    may_capture_bombs = edition == 2
    return tuple(
        (PlaceClip(each.clip), each.cells)
        for each in clips_on(grid)
        if may_capture_bombs or not needs_star(each.symbols)
    )


def covered_bits(state: State) -> int:
    """The cells under clips, as `clips_on` has them."""
    taken, known = 0, on_card(state.grid) if state.placed else {}
    for placed in state.placed:
        taken |= known[placed.clip].cells
    return taken
