"""A league as a picture: how many times its even share each bot won, with its 95% interval, cell by cell.

An SVG of its own making, so that no library is needed to draw some lines; by night its colours are others.
"""

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Final

from touchwood.bots.league import BETTER, Cell, Tally, Verdict, verdict

_WIDTH: Final = 720
_LEFT: Final = 250
"""Where the scale begins; the names stand before it."""
_LINE: Final = 20
_LONGEST: Final = 3.0
"""Times its even share; what is more is drawn at the edge."""
_COLOURS: Final = {Verdict.STRONGER: "stronger", Verdict.NOT_STRONGER: "weaker", Verdict.OPEN: "open"}
_STYLE: Final = """
text { font: 12px sans-serif; fill: #222 } .game { font-weight: bold } .scale { font-size: 11px; fill: #555 }
.even { stroke: #222 } .better { stroke: #999; stroke-dasharray: 3 3 }
.stronger { stroke: #0b7a4b; fill: #0b7a4b } .weaker { stroke: #b3261e; fill: #b3261e }
.open { stroke: #8a6d00; fill: #8a6d00 }
@media (prefers-color-scheme: dark) {
text { fill: #ddd } .scale { fill: #aaa } .even { stroke: #ddd } .better { stroke: #777 }
.stronger { stroke: #4fd39a; fill: #4fd39a } .weaker { stroke: #ff8a80; fill: #ff8a80 }
.open { stroke: #e3c04a; fill: #e3c04a } }
"""

Group = Sequence[tuple[Cell, Tally]]


def drawn(groups: Mapping[str, Group]) -> str:
    """Of each game, by its title, what was played."""
    lines, y = list[str](), 2 * _LINE + 4
    for title, group in groups.items():
        lines.append(f'<text class="game" x="8" y="{y + 14}">{escape(title)}</text>')
        y += _LINE
        for cell, tally in group:
            lines += _row(cell, tally, y)
            y += _LINE
        y += _LINE // 2
    scale = _scale(y)
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {y + 4}" role="img">'
    told = "How many times its even share of wins each bot had against a table full of another, with 95% intervals"
    return "\n".join([head, f"<title>{told}</title>", f"<style>{_STYLE}</style>", *scale, *lines, "</svg>\n"])


def _row(cell: Cell, tally: Tally, y: int) -> Iterable[str]:
    times, width = tally.mean * cell.players, tally.half_width * cell.players
    kind, middle = _COLOURS[verdict(tally, cell.players)], y + _LINE // 2
    name = f"{cell.bot} against {cell.against}, {cell.players} players"
    yield f'<text x="16" y="{y + 14}">{escape(name)}</text>'
    yield (
        f'<line class="{kind}" stroke-width="2" x1="{_x(times - width)}" x2="{_x(times + width)}"'
        f' y1="{middle}" y2="{middle}"/>'
    )
    yield _mark(kind, _x(times), middle)


def _mark(kind: str, x: int, y: int) -> str:
    """A shape for each verdict, as not everybody tells the colours apart."""
    if kind == "weaker":
        return f'<rect class="{kind}" x="{x - 4}" y="{y - 4}" width="8" height="8"/>'
    hollow = ' fill-opacity="0" stroke-width="2"' if kind == "open" else ""
    return f'<circle class="{kind}" cx="{x}" cy="{y}" r="4"{hollow}/>'


def _scale(bottom: int) -> Iterable[str]:
    yield f'<text class="scale" x="{_x(0)}" y="16">times its even share of wins</text>'
    for times, kind in ((1.0, "even"), (BETTER, "better")):
        yield f'<line class="{kind}" x1="{_x(times)}" x2="{_x(times)}" y1="{2 * _LINE}" y2="{bottom}"/>'
    for half in range(int(2 * _LONGEST) + 1):
        yield f'<text class="scale" text-anchor="middle" x="{_x(half / 2)}" y="34">{half / 2:g}</text>'
    for kind, told, x in (("stronger", "stronger", 14), ("weaker", "not stronger", 84), ("open", "open", 174)):
        yield _mark(kind, x, 30)
        yield f'<text class="scale" x="{x + 8}" y="34">{told}</text>'


def _x(times: float) -> int:
    return round(_LEFT + (_WIDTH - _LEFT - 16) * min(max(times, 0.0), _LONGEST) / _LONGEST)
