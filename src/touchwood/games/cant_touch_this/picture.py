"""A view drawn as text, at most 80 columns wide: the card with its clips, beside it who has what.

Cells under a clip stand in their owner's brackets, () for the first seat and [] for the second:

       N   0  1  2
    W                E
    0     (1) 2  G   0
    1     (S)[B][*]  1
       S   0  1  2
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import zip_longest

from touchwood.core.cells import cell_len
from touchwood.core.seats import Seat, all_seats
from touchwood.core.words import Words
from touchwood.games.cant_touch_this.cards import Grid
from touchwood.games.cant_touch_this.rules.clips import Cell, cells_on
from touchwood.games.cant_touch_this.rules.legality import bidder
from touchwood.games.cant_touch_this.rules.scoring import ScoreLine
from touchwood.games.cant_touch_this.state import Phase, Placed
from touchwood.games.cant_touch_this.view import SeenPlayer, View

WIDTH = 80
GAP = 3
NARROWEST_PANEL = 30
MARKS = (("(", ")"), ("[", "]"))
OPEN = (" ", " ")


def picture(view: View, words: Words) -> str:
    if not view.grid:
        return status(view, words)
    card = draw_card(view.grid, view.placed)
    beside = other_side(view, words) if view.other_side else panel(view, words, width=panel_width(card))
    return "\n".join([heading(view, words), *side_by_side(card, beside), status(view, words)])


def heading(view: View, words: Words) -> str:
    edition = f"edition_{view.options.edition}"
    if view.card is None or view.side is None:
        return words.label("heading.other", edition=edition, columns=len(view.grid[0]), rows=len(view.grid))
    return words.label("heading.deck", edition=edition, number=view.card + 1, side="AB"[view.side])


# -- The card -------------------------------------------------------------------------------------------------------
def draw_card(grid: Grid, placed: Sequence[Placed] = ()) -> list[str]:
    """The card with its edges named and numbered, every line as wide as the others."""
    brackets = brackets_of(grid, placed)
    numbers = "".join(f"{column:^3}" for column in range(len(grid[0])))
    blank = " " * len(numbers)
    lines = [f"   N  {numbers}   ", f"W     {blank}  E"]
    for row, line in enumerate(grid):
        cells = ""
        for column, letter in enumerate(line):
            left, right = brackets.get(Cell(row, column), OPEN)
            cells += left + letter + right
        lines.append(f"{row:<2}    {cells} {row:>2}")
    return [*lines, f"   S  {numbers}   "]


def brackets_of(grid: Grid, placed: Sequence[Placed]) -> Mapping[Cell, tuple[str, str]]:
    return {cell: MARKS[each.seat] for each in placed for cell in cells_on(grid, each.clip)}


def other_side(view: View, words: Words) -> list[str]:
    assert view.other_side is not None
    return [words.label("other_side"), *draw_card(view.other_side)]


# -- Beside it ------------------------------------------------------------------------------------------------------
def panel_width(card: Sequence[str]) -> int:
    """What is left beside the card; all of the width if that is too narrow."""
    left = WIDTH - len(card[0]) - GAP
    return left if left >= NARROWEST_PANEL else WIDTH


def side_by_side(card: Sequence[str], panel: Sequence[str]) -> list[str]:
    room = WIDTH - len(card[0]) - GAP
    if any(cell_len(line) > room for line in panel):
        return [*card, *panel]
    blank = " " * len(card[0])
    rows = zip_longest(card, panel)
    return [f"{left or blank}{' ' * GAP}{right or ''}".rstrip() for left, right in rows]


def panel(view: View, words: Words, *, width: int) -> list[str]:
    lines: list[str] = []
    for seat, player in zip(all_seats(len(view.players)), view.players, strict=True):
        lines += [*player_lines(view, seat, player, words, width=width), ""]
    return lines[:-1]


def player_lines(view: View, seat: Seat, player: SeenPlayer, words: Words, *, width: int) -> list[str]:
    sheet = player.sheet
    name = "player_first" if seat == view.first else "player"
    top = words.label(name, mark="".join(MARKS[seat]), seat=seat, bid=sheet.penalty, points=sheet.total)
    clips = " ".join(map(str, player.clips)) or words.label("no_clips")
    left = words.label("clips_left", count=player.clips_left)
    captured = [score_line(line, words) for line in sheet.lines]
    if sheet.penalty:
        captured.append(words.label("line_bid", bid=sheet.penalty))
    return [top, f"{words.label('clips', clips=clips)} ({left})", *wrapped(captured, width=width)]


def score_line(line: ScoreLine, words: Words) -> str:
    name = "line" + "_wilds" * bool(line.from_wilds) + "_turned" * bool(line.turned)
    return words.label(
        name,
        symbol=line.symbol,
        count=line.count,
        points=line.points,
        from_wilds=line.from_wilds,
        turned=line.turned,
    )


def wrapped(parts: Iterable[str], *, width: int) -> list[str]:
    """The parts, separated by two blanks, in as few lines as they fit."""
    lines: list[str] = []
    for part in parts:
        if lines and cell_len(lines[-1]) + 2 + cell_len(part) <= width:
            lines[-1] += "  " + part
        else:
            lines.append(part)
    return lines


# -- What is awaited ------------------------------------------------------------------------------------------------
def status(view: View, words: Words) -> str:
    if view.phase is Phase.OVER:
        return ending(view, words)
    if view.asked is None:
        return words.label(view.phase)
    voice = "you" if view.asked == words.listener else "they"
    facts: dict[str, int] = {"seat": view.asked}
    if view.phase is Phase.BID and view.defender is not None:
        facts |= {"bid": view.bid, "next": view.bid + 1, "bidder": bidder(view.defender, view.bid)}
    return words.label(f"{view.phase}.{voice}", **facts)


def ending(view: View, words: Words) -> str:
    if view.winner is not None:
        return words.label("over.you" if view.winner == words.listener else "over.they", seat=view.winner)
    score = view.players[0].sheet.total
    if view.rating is None:
        return words.label("over.solo", score=score)
    return words.label("over.rated", score=score, rating=view.rating)
