"""Draws the pictures of docs/games/tactile-crane.md from the same whole numbers that the rules look up:

    python -m touchwood.games.tactile_crane.bots.draw [folder]

`errors.svg` is how far gain, feelings, slips and looks fall from 1; `blind-grab.svg` what one grab holds that is meant
for a number; `rates.svg` how the fitted challenger ends, by number. Coordinates are whole, so a picture is the same
everywhere.
"""

import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path

from touchwood.games.tactile_crane.bots.fitted import fitted
from touchwood.games.tactile_crane.cards import CARDS, NUMBERS, Finger
from touchwood.games.tactile_crane.options import Hand
from touchwood.games.tactile_crane.quantiles import MILLION, OUTCOMES, lognormal_table
from touchwood.games.tactile_crane.rules.hand import HELD_UNITS, gain_of, held_cards, slip_of

FOLDER = Path("docs/games/tactile-crane")
WIDTH, HEIGHT = 720, 300
LEFT, TOP, RIGHT, BOTTOM = 44, 34, 704, 258
COLOURS = ("#d55e00", "#0072b2", "#009e73", "#8a5a10", "#7a3f8f")
DASHES = ("", "9 4", "3 3", "12 3 3 3", "1 4")
"""Each line has its own stroke too: colour alone tells nothing."""
CELL = 20_000
"""Errors are counted in cells of this many millionths."""
FARTHEST = 2_400_000
EVERY = 128
"""A blind grab is two draws; of each every so many outcomes are gone through."""
WANTED = 10


def picture(title: str, parts: Iterable[str]) -> str:
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{title}" '
        f'font-family="system-ui, sans-serif" font-size="13" fill="#25211c">'
    )
    ground = f'<rect width="{WIDTH}" height="{HEIGHT}" rx="10" fill="#fffdf7"/>'
    named = f'<text x="{LEFT}" y="22" font-weight="bold">{title}</text>'
    axis = f'<path d="M{LEFT} {BOTTOM}H{RIGHT}" stroke="#8a7357"/>'
    return "\n".join([head, ground, named, axis, *parts, "</svg>"]) + "\n"


def mark(x: int, text: str) -> str:
    tick = f'<path d="M{x} {BOTTOM}v5" stroke="#8a7357"/>'
    return f'{tick}<text x="{x}" y="{BOTTOM + 20}" text-anchor="middle">{text}</text>'


def legend(names: Sequence[str]) -> Iterator[str]:
    for place, name in enumerate(names):
        y = TOP + 14 + 19 * place
        line = f'<path d="M{RIGHT - 230} {y - 4}h34" {stroke(place)}/>'
        yield f'{line}<text x="{RIGHT - 188}" y="{y}">{name}</text>'


def stroke(place: int) -> str:
    dash = f' stroke-dasharray="{DASHES[place]}"' if DASHES[place] else ""
    return f'fill="none" stroke="{COLOURS[place]}" stroke-width="2.5"{dash}'


# -- How far things fall from 1 -----------------------------------------------------------------------------------
def errors(hand: Hand) -> str:
    kinds = {
        "gain of a turn": hand.gain,
        "error of a feeling": hand.feel,
        "slip, thumb barred": hand.slip.thumb,
        "error of a look": hand.look,
        "slip, little barred": hand.slip.little,
    }
    counted = [Counter(each // CELL for each in lognormal_table(sigma)) for sigma in kinds.values()]
    highest = max(max(counts.values()) for counts in counted)
    cells = FARTHEST // CELL
    parts = [mark(LEFT + (RIGHT - LEFT) * tenth * 100_000 // FARTHEST, f"{tenth / 10:g}") for tenth in range(0, 25, 4)]
    for place, counts in enumerate(counted):
        points = [
            f"{LEFT + (RIGHT - LEFT) * (2 * cell + 1) // (2 * cells)} "
            f"{BOTTOM - (BOTTOM - TOP) * counts[cell] // highest}"
            for cell in range(cells)
        ]
        parts.append(f'<path d="M{" L".join(points)}" {stroke(place)}/>')
    return picture("How often a factor falls: the narrower, the surer", [*parts, *legend(list(kinds))])


# -- One blind grab -----------------------------------------------------------------------------------------------
def blind_grab(hand: Hand, finger: Finger) -> Counter[int]:
    """What is held, over all gains and slips, by the pinch that would hold the wanted number with neither."""
    outcomes = range(EVERY // 2, OUTCOMES, EVERY)
    unit = hand.reach * MILLION * hand.finger.when_barred(finger) * MILLION
    pinch = (2 * WANTED * HELD_UNITS + unit) // (2 * unit)
    slips = [slip_of(hand, finger, outcome) for outcome in outcomes]
    gains = [gain_of(hand, outcome) for outcome in outcomes]
    return Counter(
        held_cards(hand, finger, pinch=pinch, gain=gain, slip=slip, deck=CARDS) for gain in gains for slip in slips
    )


def blind_grabs(hand: Hand) -> str:
    fingers = (Finger.THUMB, Finger.LITTLE)
    counted = [blind_grab(hand, finger) for finger in fingers]
    most = 3 * WANTED
    highest = max(max(counts.values()) for counts in counted)
    step = (RIGHT - LEFT) // most
    parts = [mark(LEFT + step * held - step // 2, str(held)) for held in (1, 5, WANTED, 15, 20, 25, most)]
    for place, counts in enumerate(counted):
        for held in range(1, most + 1):
            height = (BOTTOM - TOP) * counts[held] // highest
            x = LEFT + step * (held - 1) + 1 + place * (step // 2)
            opacity = "1" if held == WANTED else "0.55"
            parts.append(
                f'<rect x="{x}" y="{BOTTOM - height}" width="{step // 2 - 1}" height="{height}" '
                f'fill="{COLOURS[place]}" opacity="{opacity}"/>'
            )
    exact = [f"{finger} barred: exact {share(counts, WANTED)}" for finger, counts in zip(fingers, counted, strict=True)]
    title = f"Cards held by one blind grab meant for {WANTED}"
    return picture(title, [*parts, *legend(exact)])


def share(counts: Counter[int], held: int) -> str:
    tenths = (2000 * counts[held] + counts.total()) // (2 * counts.total())
    return f"{tenths // 10}.{tenths % 10}%"


# -- How the fitted challenger ends ---------------------------------------------------------------------------------
def rates() -> str:
    fit = fitted()
    step = (RIGHT - LEFT) // len(NUMBERS)
    names = ("low", "exact", "high")
    parts = []
    for column, number in enumerate(NUMBERS):
        x, bottom = LEFT + step * column, BOTTOM
        parts.append(mark(x + step // 2, str(number)))
        for place, rate in enumerate(fit.rates[number]):
            height = round((BOTTOM - TOP) * rate)
            bottom -= height
            label = f"{names[place]} {round(100 * rate)}%"
            parts.append(
                f'<rect x="{x + 2}" y="{bottom}" width="{step - 4}" height="{height}" '
                f'fill="{COLOURS[(1, 2, 0)[place]]}" opacity="0.8"><title>{number}: {label}</title></rect>'
            )
            if height >= 16:
                parts.append(
                    f'<text x="{x + step // 2}" y="{bottom + height // 2 + 5}" text-anchor="middle" font-size="11" '
                    f'fill="#fff">{round(100 * rate)}</text>'
                )
    title = "How the challenger bot ends, by number, in percent: low (below), exact, high (on top)"
    return picture(title, parts)


@cache
def pictures() -> dict[str, str]:
    hand = Hand()
    return {"errors.svg": errors(hand), "blind-grab.svg": blind_grabs(hand), "rates.svg": rates()}


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, drawn in pictures().items():
        (folder / name).write_text(drawn, encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER)
