"""What a seat or a spectator of Can't Touch This may know: everything. Built by naming it, with what a page wants to
show beside the bare state: the score sheets, whose turn it is, the other side of the card.
"""

from typing import Annotated, TypeAlias

from msgspec.structs import replace

from touchwood.core.seats import Seat, Spectator, Viewer, all_seats
from touchwood.core.shown import NOT_SHOWN, BySeat, grid_of
from touchwood.core.values import Value
from touchwood.games.cant_touch_this.actions import Action, KeepSide, Pass, PlaceClip
from touchwood.games.cant_touch_this.cards import SYMBOL_OF, Grid, deck
from touchwood.games.cant_touch_this.options import Options
from touchwood.games.cant_touch_this.previews import Preview, previews
from touchwood.games.cant_touch_this.rules.clips import EDGES, Cell, Clip, all_clips
from touchwood.games.cant_touch_this.rules.ending import rating, sheet, turned_bombs, winner
from touchwood.games.cant_touch_this.rules.legality import asked, legal_clips
from touchwood.games.cant_touch_this.rules.scoring import ScoreSheet
from touchwood.games.cant_touch_this.state import Phase, Placed, State, clips_in_all

ShownGrid: TypeAlias = Annotated[Grid, grid_of(SYMBOL_OF)]


class SeenPlayer(Value, frozen=True):
    clips: tuple[Clip, ...]
    """In the order in which they came."""
    clips_left: int
    sheet: ScoreSheet
    """As it stands, with the best conversion and the bid taken off."""
    turned_bombs: tuple[Cell, ...]
    """Where the bombs lie that stars turned."""


class View(Value, frozen=True):
    viewer: Seat | Spectator
    options: Options
    phase: Phase
    asked: Seat | None
    """Whose choice is awaited."""
    card: int | None
    side: int | None
    grid: ShownGrid
    """Empty until the card lies open."""
    other_side: ShownGrid | None
    """While the side is being chosen: the other one."""
    defender: Seat | None
    bid: int
    first: Seat | None
    placed: tuple[Placed, ...]
    players: BySeat[SeenPlayer]
    winner: Seat | None
    """None alone, or until the match is over."""
    rating: str | None
    """Once a match alone is over, where the printed scale means something (7.2)."""
    previews: Annotated[tuple[Preview, ...], NOT_SHOWN]
    """On a page, while the viewer is to place a clip: what each would bring, or why not. Nobody else needs them."""


def view(state: State, viewer: Viewer) -> View:
    seen = without_previews(state, viewer)
    is_placing = state.phase is Phase.CLIP and viewer == asked(state)
    return replace(seen, previews=previews(state)) if is_placing else seen


def without_previews(state: State, viewer: Viewer) -> View:
    """All there is to know, for bots and whoever else reckons for themselves. Previews cost more than all else."""
    is_over, is_alone = state.phase is Phase.OVER, state.seats == 1
    return View(
        viewer=viewer,
        options=state.options,
        phase=state.phase,
        asked=asked(state),
        card=state.card,
        side=state.side,
        grid=state.grid,
        other_side=other_side(state),
        defender=state.defender,
        bid=state.bid,
        first=state.first,
        placed=state.placed,
        players=tuple(seen_player(state, seat) for seat in all_seats(state.seats)),
        winner=winner(state) if is_over and not is_alone else None,
        rating=rating(state) if is_over and is_alone else None,
        previews=(),
    )


def seen_player(state: State, seat: Seat) -> SeenPlayer:
    clips = tuple(placed.clip for placed in state.placed if placed.seat == seat)
    return SeenPlayer(
        clips=clips,
        clips_left=clips_in_all(state.options) // state.seats - len(clips),
        sheet=sheet(state, seat),
        turned_bombs=turned_bombs(state, seat),
    )


def other_side(state: State) -> Grid | None:
    if state.phase is not Phase.CHOOSE_SIDE or state.card is None or state.side is None:
        return None
    return deck(state.options.edition)[state.card].sides[1 - state.side]


def state_of(view: View) -> State:
    """The view has all of the state."""
    return State(
        options=view.options,
        seats=len(view.players),
        phase=view.phase,
        card=view.card,
        side=view.side,
        grid=view.grid,
        defender=view.defender,
        bid=view.bid,
        first=view.first,
        placed=view.placed,
    )


# -- Out of time ----------------------------------------------------------------------------------------------------
def default_action(view: View) -> Action:
    """8.1: keep the side, pass, or the first legal clip of one symbol; if there is none, the first shallowest one."""
    if view.phase is Phase.CHOOSE_SIDE:
        return KeepSide()
    if view.phase is Phase.BID:
        return Pass()
    legal = set(legal_clips(state_of(view)))
    return PlaceClip(next(clip for clip in clips_around(len(view.grid[0]), len(view.grid)) if clip in legal))


def clips_around(columns: int, rows: int) -> list[Clip]:
    """8.1: by depth, then once around the card clockwise from its top left corner."""

    def place(clip: Clip) -> tuple[int, int, int]:
        # Clockwise, the bottom edge is walked from right to left and the left edge upwards.
        along = clip.line if clip.edge in ("N", "E") else -clip.line
        return clip.depth, EDGES.index(clip.edge), along

    return sorted(all_clips(columns, rows), key=place)
