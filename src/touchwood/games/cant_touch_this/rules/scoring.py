"""What captured symbols are worth, with the reasons.

Start with `score_sheet`. It takes what each clip of one player captured, as letters: `["1G", "B*"]` is a clip over a
one and a gem and another over a bomb and a star. The solver has its own fast counting; a test holds the two together.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from itertools import combinations_with_replacement

from touchwood.core.values import Value
from touchwood.games.cant_touch_this.cards import LETTER_OF, Edition, Symbol

GEM_POINTS: dict[Edition, tuple[int, ...]] = {1: (0, 1, 3, 6, 9), 2: (0, 1, 3, 6, 9, 12, 15)}
SWIRL_ALONE = 3
BOMB, TURNED_BOMB = -3, 2


class ScoreLine(Value, frozen=True):
    """The points one kind of symbol brings a player."""

    symbol: Symbol
    count: int
    """All that count, wild pairs that became this symbol included; of wilds, those captured."""
    points: int
    from_wilds: int = 0
    """How many of them wild pairs became."""
    turned: int = 0
    """Bombs that a star turned into +2."""


class ScoreSheet(Value, frozen=True):
    """A player's points, line by line. The total is the sum of the lines less the penalty."""

    lines: tuple[ScoreLine, ...] = ()
    """Of the symbols there are, in the order of the letters."""
    penalty: int = 0
    """The bid of the player who went first."""
    total: int = 0


def score_sheet(
    captures: Sequence[str], *, edition: Edition, gems_from_second: bool = False, penalty: int = 0
) -> ScoreSheet:
    """The points for what each clip captured, with the best conversion of wilds and bombs (rules 4 and 5)."""
    return _score_sheet(tuple(captures), edition, gems_from_second, penalty)


@lru_cache(maxsize=4096)
def _score_sheet(captures: tuple[str, ...], edition: Edition, gems_from_second: bool, penalty: int) -> ScoreSheet:
    """Remembered: each view of a position asks for the same ones, and so does the next position for the other seat."""
    captured = Counter("".join(captures))
    became = best_conversion(
        edition, gems_from_second, captured["P"], captured["G"], captured["B"], captured["*"], captured["W"] // 2
    )
    held = captured + Counter(LETTER_OF[symbol] for symbol in became)
    turned = min(held["B"], held["*"]) if edition == 2 else 0
    points: Mapping[Symbol, int] = {
        Symbol.ONE: held["1"],
        Symbol.TWO: 2 * held["2"],
        Symbol.POOP: poop_points(edition, held["P"]),
        Symbol.SWIRL: sum(map(swirl_points, captures)),
        Symbol.GEM: gem_points(edition, held["G"], gems_from_second=gems_from_second),
        Symbol.BOMB: bomb_points(edition, held["B"], held["*"]),
        Symbol.STAR: 0,
        Symbol.WILD: 0,
    }
    lines = tuple(
        ScoreLine(
            symbol=symbol,
            count=held[LETTER_OF[symbol]],
            points=points[symbol],
            from_wilds=became.count(symbol),
            turned=turned if symbol is Symbol.BOMB else 0,
        )
        for symbol in Symbol
        if held[LETTER_OF[symbol]]
    )
    return ScoreSheet(lines, penalty, sum(line.points for line in lines) - penalty)


# -- Symbol by symbol -----------------------------------------------------------------------------------------------
def poop_points(edition: Edition, count: int) -> int:
    """4.2: +1 each from the third on. 5.2: exactly +7 in all from the fourth on. Otherwise -1 each."""
    if edition == 1:
        return count if count >= 3 else -count
    return 7 if count >= 4 else -count


def swirl_points(clip: str) -> int:
    """4.3, 5.1: each swirl 3, less 1 for every other symbol of its clip; another swirl is an other symbol too."""
    return clip.count("S") * (SWIRL_ALONE - (len(clip) - 1))


def gem_points(edition: Edition, count: int, *, gems_from_second: bool) -> int:
    """4.4, 5.3: by number; beyond the table no more. 4.5: as an option the first gem does not count."""
    table = GEM_POINTS[edition]
    counted = max(count - 1, 0) if gems_from_second else count
    return table[min(counted, len(table) - 1)]


def bomb_points(edition: Edition, bombs: int, stars: int) -> int:
    """4.6: nothing. 5.4: -3, or +2 for each one that a star turns."""
    if edition == 1:
        return 0
    turned = min(bombs, stars)
    return turned * TURNED_BOMB + (bombs - turned) * BOMB


# -- Wilds ----------------------------------------------------------------------------------------------------------
WORTH_BECOMING = (Symbol.TWO, Symbol.STAR, Symbol.GEM, Symbol.POOP)
"""A one is never worth more than a two, nor is a bomb: with a star to turn it, it brings 2, without one it costs 3."""


@cache
def best_conversion(
    edition: Edition, gems_from_second: bool, poops: int, gems: int, bombs: int, stars: int, pairs: int
) -> tuple[Symbol, ...]:
    """5.5, 5.6: what the wild pairs become, for the most points; among equals as many twos as can be."""

    def worth(became: tuple[Symbol, ...]) -> int:
        return (
            2 * became.count(Symbol.TWO)
            + poop_points(edition, poops + became.count(Symbol.POOP))
            + gem_points(edition, gems + became.count(Symbol.GEM), gems_from_second=gems_from_second)
            + bomb_points(edition, bombs, stars + became.count(Symbol.STAR))
        )

    # The first of equals is taken, and combinations come with the most twos first.
    return max(combinations_with_replacement(WORTH_BECOMING, pairs), key=worth)
