"""Whole states that fit a view (RULES.md 9.8): what a seat cannot know is drawn anew, as likely as the rules make it.

What is hidden during a turn is the bets (any card the bettor has, all alike), the gain, and for each grab the slip,
what is held, and what others felt and saw. What the viewer felt or saw weighs the rest:

- *For the challenger* by rejection, which is exact: gain and slips are drawn as the rules draw them, and each feeling
  is accepted as often as this many cards feel like that. If that finds nothing in many tries (a hand far out in the
  tails), gains are weighed on a grid of cells, with the exact weight of one gain in each: everything is exact then but
  the choice of the gain inside the grid.
- *For an audience seat* the pinches are hidden too, and are any pinch, all alike. Candidates are drawn, each with a
  gain, slips, and bundles as likely as its looks make them; one is taken by the number of pinches that hold these
  bundles. Each candidate fits exactly; how often each is taken is exact in the limit of many candidates.
- *For a spectator*, and for a grab that has not been felt or seen yet, everything is drawn as the rules draw it.
"""

from array import array
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from math import prod
from random import Random

from touchwood.core.seats import Seat, Spectator, clockwise_from
from touchwood.games.tactile_crane.cards import BET_CARDS, Bet, BetCounts, Face, one_more
from touchwood.games.tactile_crane.options import Hand
from touchwood.games.tactile_crane.quantiles import MILLION, OUTCOMES, lognormal_table, normal
from touchwood.games.tactile_crane.rules.hand import CARD, FULL_PINCH, HELD_UNITS, held_cards, sensed
from touchwood.games.tactile_crane.state import Attempt, Phase, Player, State
from touchwood.games.tactile_crane.view import SeenPlayer, View

_TRIES = 20_000
_CANDIDATES = 128
_CELL = 20_000_000_000
"""The grid's cells are this wide in the table's units: 0.02 standard deviations."""


def sample_state(seen: View, rng: Random) -> State:
    bets = tuple([_bet(player, rng) for player in seen.players])
    players = [_player(player, bet) for player, bet in zip(seen.players, bets, strict=True)]
    gain, attempts = imagined_grabs(seen, rng)
    return State(
        options=seen.options,
        phase=seen.phase,
        players=tuple(players),
        deck=seen.deck,
        jackpots=seen.jackpots,
        multipliers=seen.multipliers,
        first=seen.first,
        turns=seen.turns,
        tied=seen.tied,
        out=seen.out,
        last=seen.last,
        face=seen.face,
        bets=bets,
        gain=gain,
        attempts=attempts,
        spent=seen.spent,
        is_holding=seen.is_holding,
        calls=seen.calls,
        counted=seen.counted,
        version=seen.version,
    )


def _bet(player: SeenPlayer, rng: Random) -> Bet | None:
    if not player.has_bet or player.bet is not None:
        return player.bet
    return rng.choice([bet for bet, count in zip(BET_CARDS, player.bet_cards, strict=True) if count])


def _player(player: SeenPlayer, bet: Bet | None) -> Player:
    in_hand: BetCounts = player.bet_cards if bet is None else one_more(player.bet_cards, bet, -1)
    return Player(
        won=player.won,
        multipliers=player.multipliers,
        bet_cards=in_hand,
        achieved=player.achieved,
        peeks=player.peeks,
        challenges=player.challenges,
        calls=player.calls,
    )


# -- The grabs of the turn ----------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Sensing:
    """A feeling or a look, and of how many cards it can be: for each count the outcomes of chance that give it."""

    ways: tuple[int, ...]
    """ways[held - 1], for 1 up to the whole deck."""

    @property
    def most(self) -> int:
        return max(self.ways)


@lru_cache(maxsize=4096)
def sensing(sigma: int, value: int, deck: int) -> Sensing:
    table = lognormal_table(sigma)
    return Sensing(tuple([_outcomes_sensed_as(table, held, value) for held in range(1, deck + 1)]))


def _outcomes_sensed_as(table: "array[int]", held: int, value: int) -> int:
    """Outcomes whose error makes so many cards feel or look like `value`: errors in a half-open interval."""
    return bisect_left(table, _least_error(held, value + 1)) - (bisect_left(table, _least_error(held, value)))


def _least_error(held: int, value: int) -> int:
    """The least error, in millionths, with which so many cards are sensed as `value` or more; 1 is the least sensed."""
    return 0 if value <= 1 else -(-(2 * value - 1) * MILLION // (2 * held * CARD))


@dataclass(frozen=True)
class Turn:
    """What the rules of the hand need to know of the present turn."""

    hand: Hand
    face: Face
    deck: int

    def held(self, pinch: int, gain: int, slip: int) -> int:
        return held_cards(self.hand, self.face.finger, pinch=pinch, gain=gain, slip=slip, deck=self.deck)

    @property
    def gains(self) -> "array[int]":
        return lognormal_table(self.hand.gain)

    @property
    def slips(self) -> "array[int]":
        return lognormal_table(self.hand.slip.when_barred(self.face.finger))

    def pinches_holding(self, held: int, gain: int, slip: int) -> range:
        """All pinches that hold exactly so many cards: a range, as more pinch never holds less."""
        least = 0 if held == 1 else self._least_pinch(held, gain * slip)
        beyond = FULL_PINCH + 1 if held == self.deck else self._least_pinch(held + 1, gain * slip)
        return range(least, min(beyond, FULL_PINCH + 1))

    def _least_pinch(self, held: int, gain_and_slip: int) -> int:
        strength = 2 * self.hand.reach * self.hand.finger.when_barred(self.face.finger) * gain_and_slip
        return -(-(2 * held - 1) * HELD_UNITS // strength)

    def least_slip(self, held: int, pinch: int, gain: int) -> int:
        """The least slip with which this pinch holds so many cards or more."""
        if held == 1:
            return 0
        strength = 2 * self.hand.reach * self.hand.finger.when_barred(self.face.finger) * gain * pinch
        return -(-(2 * held - 1) * HELD_UNITS // strength) if strength else 2**62


def imagined_grabs(seen: View, rng: Random) -> tuple[int | None, tuple[Attempt, ...]]:
    """The gain, once it has fallen, and the grabs of the turn."""
    has_gain = seen.phase in (Phase.GRAB, Phase.SLIP, Phase.FEEL, Phase.LOOK)
    if not has_gain or seen.face is None or seen.challenger is None:
        return None, ()
    turn = Turn(seen.options.hand, seen.face, seen.deck)
    if seen.viewer == seen.challenger:
        gain, grabs = _as_felt(turn, seen, rng)
    elif isinstance(seen.viewer, Spectator) or not seen.looks:
        gain, grabs = _as_it_falls(turn, seen.attempts, rng)
    else:
        gain, grabs = _as_seen(turn, seen, rng)
    return gain, tuple(_attempts(turn, seen, gain, grabs, rng))


Grabs = Sequence[tuple[int, int]]
"""Pinch and slip of each grab."""


def _as_it_falls(turn: Turn, attempts: int, rng: Random) -> tuple[int, Grabs]:
    gain = rng.choice(turn.gains)
    return gain, [(rng.randrange(FULL_PINCH + 1), rng.choice(turn.slips)) for _ in range(attempts)]


def _as_felt(turn: Turn, seen: View, rng: Random) -> tuple[int, Grabs]:
    felt = [
        (each.pinch, None if each.feel is None else sensing(turn.hand.feel, each.feel, turn.deck)) for each in seen.felt
    ]
    gains, slips = turn.gains, turn.slips
    for _ in range(_TRIES):
        gain = gains[rng.randrange(OUTCOMES)]
        grabs: list[tuple[int, int]] = []
        for pinch, sense in felt:
            slip = slips[rng.randrange(OUTCOMES)]
            if sense is not None and rng.randrange(sense.most) >= sense.ways[turn.held(pinch, gain, slip) - 1]:
                break
            grabs.append((pinch, slip))
        else:
            return gain, grabs
    return _as_felt_on_grid(turn, felt, rng)


def _as_felt_on_grid(turn: Turn, felt: Sequence[tuple[int, Sensing | None]], rng: Random) -> tuple[int, Grabs]:
    """One gain in each cell, weighed exactly; cells are halved until one of them fits."""
    gains, width = turn.gains, _CELL
    while True:
        cells = list(_cells(width))
        chosen = [gains[rng.randrange(first, last)] for first, last in cells]
        weights = [
            (last - first) * prod(sum(_ways_of_slip(turn, pinch, gain, sense)) for pinch, sense in felt if sense)
            for gain, (first, last) in zip(chosen, cells, strict=True)
        ]
        if any(weights):
            gain = chosen[_pick(weights, rng)]
            return gain, [(pinch, _slip_felt(turn, pinch, gain, sense, rng)) for pinch, sense in felt]
        width //= 2


def _cells(width: int) -> Iterator[tuple[int, int]]:
    """The outcomes in cells of this width, from first to before last; at the least one outcome each."""
    first = 0
    while first < OUTCOMES:
        end = normal(first) + width
        last = first + 1
        while last < OUTCOMES and normal(last) < end:
            last += 1
        yield first, last
        first = last


def _ways_of_slip(turn: Turn, pinch: int, gain: int, sense: Sensing) -> list[int]:
    """For each count of cards: in how many ways the slip gives it and the feeling fits it."""
    slips = turn.slips
    at_least = [bisect_left(slips, turn.least_slip(held, pinch, gain)) for held in range(1, turn.deck + 1)]
    return [
        (following - start) * ways
        for start, following, ways in zip(at_least, (*at_least[1:], OUTCOMES), sense.ways, strict=True)
    ]


def _slip_felt(turn: Turn, pinch: int, gain: int, sense: Sensing | None, rng: Random) -> int:
    slips = turn.slips
    if sense is None:
        return rng.choice(slips)
    held = 1 + _pick(_ways_of_slip(turn, pinch, gain, sense), rng)
    first = bisect_left(slips, turn.least_slip(held, pinch, gain))
    beyond = OUTCOMES if held == turn.deck else bisect_left(slips, turn.least_slip(held + 1, pinch, gain))
    return slips[rng.randrange(first, beyond)]


def _as_seen(turn: Turn, seen: View, rng: Random) -> tuple[int, Grabs]:
    senses = [sensing(turn.hand.look, look, turn.deck) for look in seen.looks]
    counts = range(1, turn.deck + 1)
    sums = [list(accumulate(sense.ways)) for sense in senses]
    while True:
        candidates = []
        for _ in range(_CANDIDATES):
            gain = rng.choice(turn.gains)
            slips = [rng.choice(turn.slips) for _ in senses]
            held = [rng.choices(counts, cum_weights=each)[0] for each in sums]
            ranges = [turn.pinches_holding(each, gain, slip) for each, slip in zip(held, slips, strict=True)]
            candidates.append((gain, slips, ranges))
        weights = [prod(len(each) for each in ranges) for _, _, ranges in candidates]
        if any(weights):
            gain, slips, ranges = candidates[_pick(weights, rng)]
            grabs = [(rng.choice(pinches), slip) for pinches, slip in zip(ranges, slips, strict=True)]
            _, unseen = _as_it_falls(turn, seen.attempts - len(senses), rng)
            return gain, [*grabs, *unseen]


def _pick(weights: Sequence[int], rng: Random) -> int:
    """An index, as likely as its weight; in whole numbers, however large."""
    number = rng.randrange(sum(weights))
    for index, weight in enumerate(weights):
        number -= weight
        if number < 0:
            return index
    raise AssertionError("a number below the sum falls somewhere")


# -- What others felt and saw -------------------------------------------------------------------------------------
def _attempts(turn: Turn, seen: View, gain: int, grabs: Grabs, rng: Random) -> Iterator[Attempt]:
    """The grabs with all that has fallen of them so far: what the viewer felt or saw, and the rest drawn."""
    feels, looks = lognormal_table(turn.hand.feel), lognormal_table(turn.hand.look)
    bettors = clockwise_from(_challenger(seen), len(seen.players))[1:]
    for number, (pinch, slip) in enumerate(grabs):
        is_newest = number == len(grabs) - 1
        if is_newest and seen.phase is Phase.SLIP:
            yield Attempt(pinch)
            continue
        held = turn.held(pinch, gain, slip)
        if is_newest and seen.phase is Phase.FEEL:
            yield Attempt(pinch, slip, held)
            continue
        feel = seen.felt[number].feel if seen.felt else sensed(held, rng.choice(feels))
        looked = bettors[: seen.looked] if is_newest else bettors
        seen_by = [seen.looks[number] if seat == seen.viewer else sensed(held, rng.choice(looks)) for seat in looked]
        yield Attempt(pinch, slip, held, feel, tuple(seen_by))


def _challenger(seen: View) -> Seat:
    assert seen.challenger is not None  # there is one while there are grabs
    return seen.challenger
