"""What the end of a turn is worth: the share of the match that the seat may expect to win from there.

With three and more it is a race: everybody's cards at the end are what they have now and what the turns to come bring,
about normal, and the share is how likely one has the most. With two it is read from a table (`duel.py`).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import erf, prod, sqrt
from typing import Final, Protocol

from touchwood.core.seats import Seat
from touchwood.games.tactile_crane.bots.belief import evenly_likely
from touchwood.games.tactile_crane.rules.payout import CARDS_FOR_A_BET
from touchwood.games.tactile_crane.rules.seating import TURNS_EACH
from touchwood.games.tactile_crane.rules.turn import CARDS_IN_A_JACKPOT
from touchwood.games.tactile_crane.view import View

_CHALLENGER: Final = {3: 10.0, 4: 10.2, 5: 10.4, 6: 10.6}
_BETTOR: Final = {3: 1.5, 4: 1.4, 5: 1.35, 6: 1.3}
"""Cards a turn, by how many play: counted among players for cards (`players.LISTENER`), as are the next; five are
between four and six."""
_CHALLENGER_SIGMA: Final = 5.1
_BETTOR_SIGMA: Final = {3: 0.9, 4: 0.85, 5: 0.85, 6: 0.85}
_JACKPOT: Final = (4.9, 0.36)
"""The larger jackpot as it usually is, and how much of each card more the next challenger takes."""
USUAL_EXCESS: Final = 2
"""Cards that go to a jackpot by a grab that was too high, as it usually is."""
_TIE: Final = 0.35
"""Standard deviation of what is certain: so a tie is half a win."""
A_CARD: Final = 1e-4
"""What a card is worth beyond the match, so that who cannot win any more, or cannot lose, still plays on."""
_LUCK: Final = evenly_likely(15)


BetChances = tuple[float, float, float]
"""How likely a seat has bet HIGH, LOW and JUST."""
NO_BET: Final[BetChances] = (0.0, 0.0, 0.0)


class Stakes(Protocol):
    """What the end of a turn is worth to a seat, by what the bettors may have bet."""

    def after_low(self, taken: int, shortfall: int, bets: Sequence[BetChances]) -> float:
        """The challenger takes so many cards, and so many go to a jackpot."""
        ...

    def after_high(self, bets: Sequence[BetChances]) -> float: ...

    def after_exact(self, number: int, bets: Sequence[BetChances]) -> float: ...


@dataclass(frozen=True, slots=True)
class Runner:
    """A player's cards at the end of the match, as they may turn out."""

    mean: float
    variance: float


def share_of_first(runners: Sequence[Runner], me: int) -> float:
    """How likely this one has the most."""
    own = runners[me]
    others = [
        (other.mean, 1.0 / sqrt(2.0 * (other.variance + _TIE * _TIE)))
        for place, other in enumerate(runners)
        if place != me
    ]
    sigma, total = sqrt(own.variance + _TIE * _TIE), 0.0
    for luck in _LUCK:
        reached, chance = own.mean + sigma * luck, 1.0
        for mean, scale in others:
            chance *= 0.5 * (1.0 + erf((reached - mean) * scale))
        total += chance
    return total / len(_LUCK)


@dataclass(frozen=True, slots=True)
class Race:
    """What this turn's end is worth to a seat, three or more playing."""

    seat: Seat
    challenger: Seat
    runners: tuple[Runner, ...]
    """At the end, if this turn brought nobody anything."""
    next_challenger: Seat | None
    jackpots: tuple[int, ...]

    @classmethod
    def of(cls, view: View, seat: Seat) -> "Race":
        seats = len(view.players)
        assert view.challenger is not None  # there is one in a turn
        to_come = turns_to_come(view)
        runners = []
        for other, player in enumerate(view.players):
            own_turns = to_come.count(Seat(other))
            others_turns = len(to_come) - own_turns
            mean = player.cards + own_turns * _CHALLENGER[seats] + others_turns * _BETTOR[seats]
            if view.tied and other not in view.tied:
                mean -= 1000.0
            variance = own_turns * _CHALLENGER_SIGMA**2 + others_turns * _BETTOR_SIGMA[seats] ** 2
            runners.append(Runner(mean, variance))
        return cls(seat, view.challenger, tuple(runners), to_come[0] if to_come else None, view.jackpots)

    def share(self, brought: Sequence[float], variances: Sequence[float], larger_jackpot: float) -> float:
        """When this turn has brought everybody so many cards, with such variances, and this jackpot lies there."""
        runners = [
            Runner(runner.mean + cards, runner.variance + variance)
            for runner, cards, variance in zip(self.runners, brought, variances, strict=True)
        ]
        if self.next_challenger is not None:
            usual, part = _JACKPOT
            runner = runners[self.next_challenger]
            runners[self.next_challenger] = Runner(runner.mean + part * (larger_jackpot - usual), runner.variance)
        return share_of_first(runners, self.seat) + A_CARD * brought[self.seat]

    # -- By how the turn ends -----------------------------------------------------------------------------------------
    def after_low(self, taken: int, shortfall: int, bets: Sequence[BetChances]) -> float:
        brought, variances = _paid([low for _, low, _ in bets], CARDS_FOR_A_BET)
        brought[self.challenger] += taken
        return self.share(brought, variances, self.with_leftovers(shortfall))

    def after_high(self, bets: Sequence[BetChances]) -> float:
        brought, variances = _paid([high for high, _, _ in bets], CARDS_FOR_A_BET)
        return self.share(brought, variances, self.with_leftovers(USUAL_EXCESS))

    def with_leftovers(self, cards: int) -> int:
        """The larger jackpot afterwards. They go to the smaller one, also where the challenger chooses (7.5): whoever
        is challenger next, and takes the larger one if it is exact, is always somebody else."""
        smaller, larger = sorted(self.jackpots)
        return max(larger, smaller + cards)

    def after_exact(self, number: int, bets: Sequence[BetChances]) -> float:
        """The challenger takes the larger jackpot; who has bet JUST shares the other with those who may have."""
        smaller, larger = sorted(self.jackpots)
        justs = [just for _, _, just in bets]
        brought, variances = [0.0] * len(justs), [0.0] * len(justs)
        for seat, just in enumerate(justs):
            part = smaller / (1.0 + sum(justs) - just)
            brought[seat] = just * part
            variances[seat] = just * (1.0 - just) * part * part
        brought[self.challenger] += number + larger
        stays = prod(1.0 - just for just in justs)
        return self.share(brought, variances, CARDS_IN_A_JACKPOT + stays * max(0, smaller - CARDS_IN_A_JACKPOT))


def _paid(chances: Sequence[float], cards: int) -> tuple[list[float], list[float]]:
    """Means and variances of what bets bring that are right with these chances."""
    return [cards * chance for chance in chances], [cards * cards * chance * (1.0 - chance) for chance in chances]


@dataclass(frozen=True, slots=True)
class CardsAlone:
    """Where nothing else is known: the cards that the turn brings the challenger."""

    jackpot: int

    @classmethod
    def of(cls, view: View, seat: Seat) -> "CardsAlone":
        return cls(max(view.jackpots))

    def after_low(self, taken: int, shortfall: int, bets: Sequence[BetChances]) -> float:
        return float(taken)

    def after_high(self, bets: Sequence[BetChances]) -> float:
        return 0.0

    def after_exact(self, number: int, bets: Sequence[BetChances]) -> float:
        return float(number + self.jackpot)


def turns_to_come(view: View) -> list[Seat]:
    """Who is challenger after this turn, in order, as far as it is known."""
    seats = len(view.players)
    if view.tied:
        return list(view.tied[view.turns - TURNS_EACH * seats + 1 :])
    assert view.first is not None  # there is one in a turn
    return [Seat((view.first + turn) % seats) for turn in range(view.turns + 1, TURNS_EACH * seats)]
