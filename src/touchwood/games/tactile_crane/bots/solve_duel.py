"""Makes `duel.json`: how likely the next challenger of two wins.

    python -m touchwood.games.tactile_crane.bots.solve_duel          # some minutes; needs numpy

Counted in matches between two: how many cards are held in the end, by number (`players.LISTENER` grabs). Then chances
are reckoned backwards until nothing changes: all numbers are alike, the bettor bets what leaves the challenger the
least, and the challenger becomes the bettor. Left out: cards that are out, trades, the 60th turn, and that a challenger
may grab otherwise where the match is near its end.
"""

from collections import Counter
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec

from touchwood.games.tactile_crane.bots.belief import RESULTS
from touchwood.games.tactile_crane.bots.duel import (
    ALL_KINDS,
    CARDS,
    DIGITS,
    HIGH_BIT,
    JACKPOTS,
    JUST_BIT,
    LOW_BIT,
    DuelTable,
)
from touchwood.games.tactile_crane.bots.players import LISTENER
from touchwood.games.tactile_crane.bots.simulation import Turns, play
from touchwood.games.tactile_crane.cards import NUMBERS, Result, result_of
from touchwood.games.tactile_crane.rules.ending import CARDS_TO_WIN
from touchwood.games.tactile_crane.rules.turn import CARDS_IN_A_JACKPOT

SEED: Final = 30_100_000
MATCHES: Final = 1500
_STILL: Final = 1e-4
_MOST_TAKEN: Final = 60
_BIT: Final = {Result.HIGH: HIGH_BIT, Result.LOW: LOW_BIT, Result.EXACT: JUST_BIT}

Held = dict[int, Counter[int]]
"""By number: how often so many cards were held in the end."""


def counted(matches: int) -> Held:
    turns = Turns()
    for number in range(matches):
        play([LISTENER] * 2, Random(SEED + number), turns)
    held: Held = {number: Counter() for number in NUMBERS}
    for turn in turns.seen:
        held[turn.face.number][turn.held] += 1
    unseen = [number for number, cards in held.items() if not cards]
    assert not unseen, f"too few matches: nobody had to grab {unseen}"
    return held


def solved(held: Held) -> Any:
    """An array: by the next challenger's cards and the other's, by their kinds, and by jackpot."""
    numpy = import_module("numpy")
    chances = numpy.full((CARDS_TO_WIN, CARDS_TO_WIN, ALL_KINDS, ALL_KINDS, len(JACKPOTS)), 0.5)
    while True:
        # How likely the challenger wins when the turn is over; with all kinds the bettor has won, then 40 cards win.
        over = numpy.ones((CARDS_TO_WIN + _MOST_TAKEN, CARDS_TO_WIN, ALL_KINDS, ALL_KINDS + 1, len(JACKPOTS)))
        over[:CARDS_TO_WIN, :, :, :ALL_KINDS] = 1 - chances.transpose(1, 0, 3, 2, 4)
        over[:, :, :, ALL_KINDS] = 0
        found = sum(_turn(over, number, cards) for number, cards in held.items()) / len(held)
        change = abs(found - chances).max()
        chances = found
        print(f"changed by {change:.5f}", flush=True)
        if change < _STILL:
            return chances


def _turn(over: Any, number: int, held: Counter[int]) -> Any:
    """The challenger's chances before this number, when the bettor bets what is worst for it."""
    numpy = import_module("numpy")
    by_bet = dict.fromkeys(RESULTS, 0.0)
    for cards, often in sorted(held.items()):
        result, jackpots, taken = result_of(cards, number), numpy.array(JACKPOTS, float), [0] * len(JACKPOTS)
        if result is Result.EXACT:
            taken = [number + jackpot for jackpot in JACKPOTS]
            jackpots = numpy.full(len(JACKPOTS), float(CARDS_IN_A_JACKPOT))
        elif result is Result.LOW:
            shortfall = min(number - cards, cards)
            taken, jackpots = [cards - shortfall] * len(JACKPOTS), jackpots + shortfall
        else:
            jackpots += cards - number
        read = _at_jackpots(over, jackpots)
        reached = numpy.stack([read[more : more + CARDS_TO_WIN, ..., at] for at, more in enumerate(taken)], -1)
        right = reached[:, :, :, [kinds | _BIT[result] for kinds in range(ALL_KINDS)]]
        for bet in RESULTS:
            by_bet[bet] = by_bet[bet] + often / held.total() * (
                right if bet is result else reached[:, :, :, :ALL_KINDS]
            )
    return numpy.minimum.reduce(list(by_bet.values()))


def _at_jackpots(chances: Any, jackpots: Any) -> Any:
    numpy, known = import_module("numpy"), import_module("numpy").array(JACKPOTS)
    place = numpy.clip(numpy.searchsorted(known, jackpots, side="right") - 1, 0, len(JACKPOTS) - 2)
    share = numpy.clip((jackpots - known[place]) / (known[place + 1] - known[place]), 0, 1)
    return chances[..., place] * (1 - share) + chances[..., place + 1] * share


def written(held: Held, chances: Any) -> DuelTable:
    rows = []
    for own in range(ALL_KINDS):
        for other in range(ALL_KINDS):
            some = chances[list(CARDS)][:, list(CARDS), own, other]
            rows.append(["".join(map(_digits, some[..., place].ravel())) for place in range(len(JACKPOTS))])
    return DuelTable(rows)


def _digits(chance: float) -> str:
    most: int = 10**DIGITS - 1
    return f"{min(most, round(1000 * chance)):0{DIGITS}}"


def main() -> None:
    held = counted(MATCHES)
    text = msgspec.json.format(msgspec.json.encode(written(held, solved(held))), indent=1)
    Path(__file__).with_name("duel.json").write_bytes(text + b"\n")


if __name__ == "__main__":
    main()
