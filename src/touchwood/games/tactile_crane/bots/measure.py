"""Measures the bots, and writes the figures of docs/games/tactile-crane.md as Markdown:

    python -m touchwood.games.tactile_crane.bots.measure [matches]

Every mean has its 95% interval. Kinds of player that are compared sit in alternate seats, and then the other way round.
"""

import sys
from collections.abc import Iterator, Sequence
from random import Random

from touchwood.core.seats import Seat
from touchwood.games.tactile_crane.bots.levels import PLAYERS
from touchwood.games.tactile_crane.bots.players import CranePlayer
from touchwood.games.tactile_crane.bots.simulation import (
    Mean,
    TurnSeen,
    mirrored,
    play,
    share_of_wins,
    shares,
    turns_of,
)
from touchwood.games.tactile_crane.cards import FINGERS, NUMBERS, Bet, Result

SEED = 2026
SEATS = 4
IGNORANT = CranePlayer(bets_by_record=True)
LISTENER = CranePlayer(bets_by_record=True, listens=True)
HONEST = CranePlayer(bets_by_record=True, calls=True, lying=0.0)
SELFISH = CranePlayer(bets_by_record=True, calls=True, lying=1.0)


def cards_of_challenger(turn: TurnSeen) -> float:
    return float(turn.cards.get(turn.challenger, 0))


def row(*cells: object) -> str:
    return "| " + " | ".join(map(str, cells)) + " |"


def table(*headings: str) -> Iterator[str]:
    yield row(*headings)
    yield row("---", *["---:"] * (len(headings) - 1))


def percent(mean: Mean) -> str:
    return f"{100 * mean.value:.1f}% ± {100 * mean.margin:.1f}"


def rates_cells(turns: Sequence[TurnSeen]) -> list[str]:
    by_result = shares([turn.result for turn in turns])
    return [percent(by_result[result]) for result in (Result.LOW, Result.EXACT, Result.HIGH)]


# -- The levels -----------------------------------------------------------------------------------------------------
def levels_alone(matches: int, rng: Random) -> Iterator[str]:
    yield "### Each level as challenger, nobody calling"
    yield ""
    yield from table("challenger", "turns", "low", "exact", "high", "cards a turn", "grabs a turn")
    for name, player in PLAYERS.items():
        silent = _silenced(player)
        turns = turns_of([[silent] * SEATS] * matches, rng)
        grabs = Mean.of([float(turn.before.spent) for turn in turns])
        cards = Mean.of([cards_of_challenger(turn) for turn in turns])
        yield row(name, len(turns), *rates_cells(turns), cards, grabs)
    yield ""


def _silenced(player: CranePlayer) -> CranePlayer:
    return type(player)(
        memory=player.memory, grabs=player.grabs, listens=player.listens, bets_by_record=player.bets_by_record
    )


def levels_against_each_other(matches: int, rng: Random) -> Iterator[str]:
    yield "### Levels against each other"
    yield ""
    yield f"Two of each at a table of {SEATS}; the share of wins of the first kind (a half if they were equal)."
    yield ""
    yield from table("who", "against", "matches", "share of wins")
    names = list(PLAYERS)
    for one, other in [*zip(names[1:], names, strict=False), (names[-1], names[0])]:
        won = []
        for _ in range(matches // 2):
            for order, players in enumerate(mirrored(PLAYERS[one], PLAYERS[other], SEATS)):
                won.append(share_of_wins(play(players, rng), range(order, SEATS, 2)))
        yield row(one, other, len(won), percent(Mean.of(won)))
    yield ""


# -- Voices ---------------------------------------------------------------------------------------------------------
def listening(matches: int, rng: Random) -> Iterator[str]:
    yield "### Listening and ignoring"
    yield ""
    yield "Two challengers, one who listens and one who does not, and two callers of a kind; cards a turn of each."
    yield ""
    yield from table("callers", "turns", "listening", "ignoring", "difference")
    for name, voice in (("honest", HONEST), ("selfish", SELFISH)):
        taken: dict[bool, list[float]] = {True: [], False: []}
        for _ in range(matches // 2):
            for order in (0, 1):
                players = [voice] * SEATS
                listens, ignores = (0, 2) if order == 0 else (2, 0)
                players[listens], players[ignores] = LISTENER, IGNORANT
                for turn in turns_of([players], rng):
                    if turn.challenger in (listens, ignores):
                        taken[turn.challenger == listens].append(cards_of_challenger(turn))
        heard, ignored = Mean.of(taken[True]), Mean.of(taken[False])
        yield row(name, heard.count + ignored.count, heard, ignored, _difference(heard, ignored))
    yield ""


def _difference(one: Mean, other: Mean) -> str:
    margin = (one.margin**2 + other.margin**2) ** 0.5
    return f"{one.value - other.value:+.2f} ± {margin:.2f}"


def lying(matches: int, rng: Random) -> Iterator[str]:
    yield "### Lying"
    yield ""
    yield "One caller, in each seat in turn, who speaks the truth or for the own bet, before challengers who listen and"
    yield "remember who was wrong. What a HIGH or LOW bet brought the caller, and what the challenger took in it."
    yield ""
    yield from table("caller", "the other bettors", "bets", "bet was right", "cards a bet", "challenger’s cards")
    for others, name in ((LISTENER, "silent"), (_listening(HONEST), "honest"), (_listening(SELFISH), "selfish")):
        means = {}
        for title, caller in (("honest", _listening(HONEST)), ("selfish", _listening(SELFISH))):
            paid, lost = bets_paid(caller, others, matches, rng)
            means[title] = Mean.of(paid)
            right = Mean.of([float(cards > 0) for cards in paid])
            yield row(title, name, right.count, percent(right), means[title], Mean.of(lost))
        yield row("difference", name, "", "", _difference(means["selfish"], means["honest"]), "")
    yield ""


def bets_paid(caller: CranePlayer, others: CranePlayer, matches: int, rng: Random) -> tuple[list[float], list[float]]:
    """What the caller's HIGH and LOW bets brought, and what the challengers took in those turns."""
    paid, lost = [], []
    for number in range(matches):
        seat = Seat(number % SEATS)
        players = [caller if each == seat else others for each in range(SEATS)]
        for turn in turns_of([players], rng):
            if turn.bets[seat] in (Bet.HIGH, Bet.LOW):
                paid.append(float(turn.cards.get(seat, 0)))
                lost.append(cards_of_challenger(turn))
    return paid, lost


def _listening(player: CranePlayer) -> CranePlayer:
    return CranePlayer(bets_by_record=True, calls=True, listens=True, lying=player.lying)


def all_lie_or_none(matches: int, rng: Random) -> Iterator[str]:
    yield "### When all lie, or none"
    yield ""
    yield f"Tables of {SEATS} listening players, who all call the truth or all call for their own bets."
    yield ""
    yield from table("callers", "turns", "low", "exact", "high", "challenger’s cards a turn", "cards a bettor and turn")
    for name, player in (("honest", _listening(HONEST)), ("selfish", _listening(SELFISH))):
        turns = turns_of([[player] * SEATS] * matches, rng)
        paid = [
            float(turn.cards.get(Seat(seat), 0)) for turn in turns for seat in range(SEATS) if seat != turn.challenger
        ]
        cards = Mean.of([cards_of_challenger(turn) for turn in turns])
        yield row(name, len(turns), *rates_cells(turns), cards, Mean.of(paid))
    yield ""


# -- Numbers and fingers --------------------------------------------------------------------------------------------
def by_number_and_finger(title: str, player: CranePlayer, matches: int, rng: Random) -> Iterator[str]:
    turns = turns_of([[player] * SEATS] * matches, rng)
    yield f"### {title}"
    yield ""
    yield from table("number", "turns", "low", "exact", "high", "cards a turn")
    for number in NUMBERS:
        yield from _rates_row(str(number), [turn for turn in turns if turn.face.number == number])
    yield from _rates_row("all", turns)
    yield ""
    yield from table("barred finger", "turns", "low", "exact", "high", "cards a turn")
    for finger in FINGERS:
        yield from _rates_row(finger.value, [turn for turn in turns if turn.face.finger is finger])
    yield ""


def _rates_row(title: str, turns: Sequence[TurnSeen]) -> Iterator[str]:
    """None where there was no such turn, as may happen in few matches."""
    if turns:
        yield row(title, len(turns), *rates_cells(turns), Mean.of([cards_of_challenger(turn) for turn in turns]))


def report(matches: int) -> Iterator[str]:
    rng = Random(SEED)
    yield from levels_alone(matches, rng)
    yield from levels_against_each_other(matches, rng)
    yield from listening(2 * matches, rng)
    yield from lying(matches, rng)
    yield from all_lie_or_none(matches, rng)
    yield from by_number_and_finger("The hard challenger among hard players", PLAYERS["hard"], 3 * matches, rng)
    silent = _silenced(PLAYERS["medium"])
    yield from by_number_and_finger("The medium challenger, nobody calling", silent, 3 * matches, Random(SEED + 1))


if __name__ == "__main__":
    for line in report(int(sys.argv[1]) if len(sys.argv) > 1 else 500):
        print(line, flush=True)
