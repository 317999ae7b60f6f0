"""Makes the puzzles of duels, written to `puzzles.txt` beside this file.

    python -m touchwood.games.cant_touch_this.make_puzzles

The same seed gives the same file. Cards are those of both decks; clips were placed by players who take any clip nearly
as good as the best within two clips, and the bid is the one by which only perfect clips win from here.

A level is how far one has to see, and nothing else:

- easy: every clip that brings most now keeps the win.
- medium: of those that bring most now some lose; every clip that is best after the opponent's answer wins.
- hard: what is best after the answer loses too, all of it; one has to see at least three clips.

At most three clips keep the win, of at least twenty that could be placed. A day's puzzle is played out, so it
leaves its player two clips at least, and is never easy.
"""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random

from touchwood.core.puzzle import DAY
from touchwood.games.cant_touch_this.cards import Edition, deck
from touchwood.games.cant_touch_this.puzzles import LEVELS, OF_DAYS, OF_LEVEL, CardSide, Line, position, text_of
from touchwood.games.cant_touch_this.rules.clips import Clip
from touchwood.games.cant_touch_this.solving import best_clips, clip_values, side_to_move
from touchwood.games.cant_touch_this.state import State, with_clip

SEED = 1
FILE = Path(__file__).with_name("puzzles.txt")
MOST_THAT_KEEP = 3
FEWEST_CHOICES = 20
HIGHEST_BID_SEEN = 9
"""Nobody bids more on a card of the decks with any sense."""
NEARLY = 2
"""Points that a clip may be worse, as seen from there, for somebody to have placed it."""


def lines_of(kind: str, seed: int = SEED) -> Iterator[Line]:
    """Puzzles of a level, or of days, without end; no two alike."""
    rng = Random(f"{seed} {kind}")
    seen: set[tuple[CardSide, tuple[Clip, ...]]] = set()
    while True:
        line = tried(kind, rng)
        if line is not None and (line.card, line.placed) not in seen:
            seen.add((line.card, line.placed))
            yield line


def tried(kind: str, rng: Random) -> Line | None:
    """A puzzle of this kind from one walk; None: what came up is none."""
    edition: Edition = 2 if rng.randrange(3) else 1
    card = CardSide(edition, rng.randrange(len(deck(edition))), rng.randrange(2))
    # With less on the card everything is open still, and nobody can see.
    state = position(card, 0, ())
    for _ in range(rng.randrange(2, 4) if kind == DAY else rng.randrange(2, 6)):
        values = clip_values(state, look_ahead=2)
        if not values:
            return None
        sign = 1 if side_to_move(state) == "first" else -1
        best = max(sign * value for value in values.values())
        likely = [clip for clip, value in values.items() if sign * value >= best - NEARLY]
        state = with_clip(state, likely[rng.randrange(len(likely))])
    placed = tuple(each.clip for each in state.placed)
    values = clip_values(state)
    if len(values) < FEWEST_CHOICES:
        return None
    # 6.2: more points win, level ones the second player; so from this bid on nothing but the best is enough.
    bid = max(values.values()) - 1 if side_to_move(state) == "first" else min(values.values())
    if not 0 <= bid <= HIGHEST_BID_SEEN:
        return None
    state = position(card, bid, placed)
    keeps = kept_by(state)
    if not 1 <= len(keeps) <= MOST_THAT_KEEP:
        return None
    level = level_of(state, keeps)
    is_wanted = level == kind if kind != DAY else level in ("medium", "hard")
    return Line(kind, card, bid, placed, keeps) if is_wanted else None


def kept_by(state: State) -> tuple[Clip, ...]:
    """Every clip after which whoever places it wins by perfect play, the bid and the tie rule counted."""
    is_first = side_to_move(state) == "first"
    return tuple(clip for clip, value in clip_values(state).items() if (value > state.bid) == is_first)


def level_of(state: State, keeps: tuple[Clip, ...]) -> str | None:
    """How far one has to see; None: who looks at the answer wins by luck, among clips that look the same."""
    easy, medium, hard = LEVELS
    if set(best_clips(state, look_ahead=1)) <= set(keeps):
        return easy
    with_answer = set(best_clips(state, look_ahead=2))
    if with_answer <= set(keeps):
        return medium
    return hard if with_answer.isdisjoint(keeps) else None


def puzzles_file() -> str:
    wanted = {**dict.fromkeys(LEVELS, OF_LEVEL), DAY: OF_DAYS}
    return "".join(f"{text_of(line)}\n" for kind, count in wanted.items() for line in islice(lines_of(kind), count))


if __name__ == "__main__":
    FILE.write_text(puzzles_file(), "ascii")
    print(f"{FILE}: {OF_LEVEL} puzzles a level, {OF_DAYS} for days, seed {SEED}")
