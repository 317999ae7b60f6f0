"""Puzzles of duels: "win from here". `make_puzzles.py` makes them by the solver; here they are read, a line each:

    hard 2-17a 3 N2x3 E0x1 : S1x4 W0x2

Level (or `day`), card (edition, number in the deck, side), the standing bid, the clips that lie there in turn, and
behind the colon every clip that keeps the win. Whoever is to place is seat 0.
"""

from functools import cache
from importlib.resources import files
from typing import NamedTuple

from touchwood.core.puzzle import DAY, Puzzle, PuzzleBook
from touchwood.core.seats import Seat
from touchwood.games.cant_touch_this.actions import PlaceClip
from touchwood.games.cant_touch_this.cards import Edition, deck
from touchwood.games.cant_touch_this.codec import parse_clip
from touchwood.games.cant_touch_this.options import Options
from touchwood.games.cant_touch_this.rules.clips import Clip
from touchwood.games.cant_touch_this.state import Phase, State, other, with_clip

LEVELS = ("easy", "medium", "hard")
FILE = files(__package__) / "puzzles.txt"
SOLVER = Seat(0)


class CardSide(NamedTuple):
    edition: Edition
    number: int
    """From 0."""
    side: int


class Line(NamedTuple):
    kind: str
    card: CardSide
    bid: int
    placed: tuple[Clip, ...]
    keeps: tuple[Clip, ...]


# -- As text --------------------------------------------------------------------------------------------------------
def text_of(line: Line) -> str:
    edition, number, side = line.card
    clips = " ".join(map(str, line.placed))
    keeps = " ".join(map(str, line.keeps))
    return f"{line.kind} {edition}-{number + 1}{'ab'[side]} {line.bid} {clips} : {keeps}"


def parse_line(text: str) -> Line:
    position, keeps = text.split(" : ")
    kind, card, bid, *placed = position.split()
    edition: Edition = 1 if card[0] == "1" else 2
    side = CardSide(edition, int(card[2:-1]) - 1, "ab".index(card[-1]))
    return Line(kind, side, int(bid), tuple(map(parse_clip, placed)), tuple(map(parse_clip, keeps.split())))


# -- As a position --------------------------------------------------------------------------------------------------
def position(card: CardSide, bid: int, placed: tuple[Clip, ...]) -> State:
    """The duel as it stands. Bids rise by 1 in turns from the defender's 0, so whose the last one was follows."""
    grid = deck(card.edition)[card.number].sides[card.side]
    first = SOLVER if len(placed) % 2 == 0 else other(SOLVER)
    defender = first if bid % 2 == 0 else other(first)
    options = Options(edition=card.edition, card="/".join(grid), first=defender)
    state = State(options, 2, Phase.CLIP, grid=grid, defender=defender, bid=bid, first=first)
    for clip in placed:
        state = with_clip(state, clip)
    return state


def puzzle_of(line: Line) -> Puzzle:
    state = position(line.card, line.bid, line.placed)
    return Puzzle(line.kind, state.options, state, SOLVER, tuple(PlaceClip(clip) for clip in line.keeps))


# -- The book -------------------------------------------------------------------------------------------------------
@cache
def texts() -> dict[str, list[str]]:
    """The lines of the file by their first word."""
    found: dict[str, list[str]] = {kind: [] for kind in (*LEVELS, DAY)}
    for text in FILE.read_text("ascii").splitlines():
        found[text.partition(" ")[0]].append(text)
    return found


def find(kind: str, number: int) -> Puzzle:
    return puzzle_of(parse_line(texts()[kind][number]))


OF_LEVEL = 200
OF_DAYS = 366

BOOK = PuzzleBook(dict.fromkeys(LEVELS, OF_LEVEL), OF_DAYS, find, opponent="best")
