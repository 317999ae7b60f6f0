"""States and views of Tactile Crane Championship as rows of its kernel."""

from array import array
from bisect import bisect_left
from functools import lru_cache

from touchwood.core.kernel import NOBODY, Kernel
from touchwood.core.seats import Spectator
from touchwood.games.tactile_crane import kernel, kernel_bots, kernel_worlds
from touchwood.games.tactile_crane.cards import FACES, FINGERS, Bet, BetCounts, CallKind, one_more
from touchwood.games.tactile_crane.options import Hand, Options
from touchwood.games.tactile_crane.quantiles import lognormal_table
from touchwood.games.tactile_crane.state import Attempt, Phase, Player, State
from touchwood.games.tactile_crane.view import SeenPlayer, View

COVERED_VERSIONS = (1, 2)
"""The second one differs in what the clock may do, which is no choice of a twin."""
_PHASES, _BETS, _CALLS = tuple(Phase), tuple(Bet), tuple(CallKind)
_PLACE_OF = {face: place for place, face in enumerate(FACES)}
MOST_GRABS_KNOWN = 20
"""As many as a row has room for: the most a limit allows. Where there is none a row has the newest of them."""
_WIDEST_SIGMA = 1700
"""Quantiles of a wider one do not fit into 31 bits."""


def covers(options: Options, seats: int, version: int) -> bool:
    return (
        version in COVERED_VERSIONS
        and 0 < options.patience <= MOST_GRABS_KNOWN
        and max(_sigmas(options.hand)) <= _WIDEST_SIGMA
    )


def _sigmas(hand: Hand) -> tuple[int, ...]:
    """In the order of the kernel's tables."""
    return (hand.gain, hand.feel, hand.look, *(hand.slip.when_barred(finger) for finger in FINGERS))


@lru_cache(maxsize=4)
def _quantiles(sigmas: tuple[int, ...]) -> "array[int]":
    tables = array("q")
    for sigma in sigmas:
        tables += lognormal_table(sigma)
    return tables


def tables(options: Options, seats: int) -> "array[int]":
    return _quantiles(_sigmas(options.hand))


def columns(options: Options, seats: int) -> int:
    return kernel.GRABS_AT + grabs_known(options) * kernel.GRAB_COLUMNS


def grabs_known(options: Options) -> int:
    return options.patience or MOST_GRABS_KNOWN


# -- What is open to all --------------------------------------------------------------------------------------------
def _open_row(open_to_all: State | View) -> list[int]:
    options, hand = open_to_all.options, open_to_all.options.hand
    row = [0] * columns(options, len(open_to_all.players))
    row[kernel.SEATS] = len(open_to_all.players)
    row[kernel.PHASE] = _PHASES.index(open_to_all.phase)
    row[kernel.DECK] = open_to_all.deck
    row[kernel.JACKPOTS : kernel.JACKPOTS + len(open_to_all.jackpots)] = open_to_all.jackpots
    row[kernel.MULTIPLIERS] = open_to_all.multipliers
    row[kernel.FIRST_SEAT] = NOBODY if open_to_all.first is None else open_to_all.first
    row[kernel.TURNS] = open_to_all.turns
    row[kernel.TIED] = len(open_to_all.tied)
    row[kernel.TIED_SEATS : kernel.TIED_SEATS + len(open_to_all.tied)] = open_to_all.tied
    row[kernel.FACE] = NOBODY if open_to_all.face is None else _PLACE_OF[open_to_all.face]
    row[kernel.SPENT] = open_to_all.spent
    row[kernel.IS_HOLDING] = open_to_all.is_holding
    row[kernel.COUNTED] = NOBODY if open_to_all.counted is None else open_to_all.counted
    row[kernel.PATIENCE] = grabs_known(options)
    row[kernel.MULTIPLIER] = options.multiplier
    row[kernel.CHOOSES_LEFTOVERS] = options.leftovers == "challenger"
    row[kernel.ANY_THREE] = options.achieve == "any_three"
    row[kernel.EQUAL_TURNS] = options.equal_turns
    row[kernel.REACH] = hand.reach
    row[kernel.FEEL_SIGMA] = hand.feel
    row[kernel.LOOK_SIGMA] = hand.look
    for place, finger in enumerate(FINGERS):
        row[kernel.FINGER_REACH + place] = hand.finger.when_barred(finger)
    row[kernel.VIEWER] = NOBODY
    for face in open_to_all.out:
        row[kernel.OUT + _PLACE_OF[face]] += 1
    return row


def _put_player(row: list[int], seat: int, player: Player | SeenPlayer, in_hand: BetCounts, bet: int) -> None:
    at = kernel.player_at(seat)
    challenges, calls = player.challenges, player.calls
    row[at : at + kernel.PLAYER_COLUMNS] = [
        player.won,
        player.multipliers,
        *in_hand,
        *player.achieved,
        bet,
        0,
        NOBODY,
        player.peeks,
        *(challenges.low, challenges.exact, challenges.high, challenges.without_outcome),
        *(calls.right, calls.wrong, calls.unselfish),
        0,
    ]


def _put_calls(row: list[int], open_to_all: State | View, attempts: int) -> None:
    for call in open_to_all.calls:
        at = kernel.player_at(call.seat)
        row[at + kernel.CALLS] += 1
        if call.call is not None and attempts and call.attempt == attempts:
            row[at + kernel.NEWEST_CALL] = _CALLS.index(call.call)


# -- A state --------------------------------------------------------------------------------------------------------
def pack(state: State) -> list[int]:
    row = _open_row(state)
    for seat, (player, bet) in enumerate(zip(state.players, state.bets, strict=True)):
        _put_player(row, seat, player, player.bet_cards, NOBODY if bet is None else _BETS.index(bet))
    _put_calls(row, state, len(state.attempts))
    if state.gain is not None:
        outcome = bisect_left(lognormal_table(state.options.hand.gain), state.gain)
        row[kernel.GAIN] = outcome - kernel.HALF_OF_OUTCOMES
    row[kernel.GRABS] = len(state.attempts)
    for number, attempt in enumerate(state.attempts):
        _put_attempt(row, number, attempt)
    if state.attempts:
        row[kernel.HELD] = state.attempts[-1].held or 0
        row[kernel.LOOKED] = len(state.attempts[-1].looks)
    return row


def _put_attempt(row: list[int], number: int, attempt: Attempt) -> None:
    at = kernel.grab_at(number)
    row[at + kernel.PINCH] = attempt.pinch
    kernel.put_wide(row, at + kernel.FEEL, attempt.feel or 0)
    for place, look in enumerate(attempt.looks):
        kernel.put_wide(row, at + kernel.LOOKS + 2 * place, look)


# -- A view ---------------------------------------------------------------------------------------------------------
def know(seen: View) -> list[int]:
    row = _open_row(seen)
    row[kernel.VIEWER] = NOBODY if isinstance(seen.viewer, Spectator) else seen.viewer
    for seat, player in enumerate(seen.players):
        if player.bet is not None:
            in_hand = one_more(player.bet_cards, player.bet, -1)
            _put_player(row, seat, player, in_hand, _BETS.index(player.bet))
        else:
            _put_player(row, seat, player, player.bet_cards, kernel.HIDDEN if player.has_bet else NOBODY)
    _put_calls(row, seen, seen.attempts)
    row[kernel.GRABS] = seen.attempts
    row[kernel.LOOKED] = seen.looked
    for number, felt in enumerate(seen.felt[-MOST_GRABS_KNOWN:]):
        row[kernel.grab_at(number) + kernel.PINCH] = felt.pinch
        kernel.put_wide(row, kernel.grab_at(number) + kernel.FEEL, felt.feel or 0)
    if seen.looks and seen.challenger is not None and not isinstance(seen.viewer, Spectator):
        place = (seen.viewer - seen.challenger - 1) % len(seen.players)
        for number, look in enumerate(seen.looks[-MOST_GRABS_KNOWN:]):
            kernel.put_wide(row, kernel.grab_at(number) + kernel.LOOKS + 2 * place, look)
    return row


KERNEL: Kernel[Options, State, View] = Kernel(
    modules=(kernel, kernel_worlds, kernel_bots),
    covers=covers,
    columns=columns,
    tables=tables,
    pack=pack,
    know=know,
    most_choices=kernel.MOST_CHOICES,
    most_outcomes=kernel.FACES,
    most_seen=16 + 19 * kernel.MOST_SEATS + 2 * MOST_GRABS_KNOWN,
)
