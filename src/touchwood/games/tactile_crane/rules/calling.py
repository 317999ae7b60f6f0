"""Calls: out of turn, heard by everybody, true or not. They never touch a card (RULES.md 6)."""

from msgspec.structs import replace

from touchwood.core.events import to_everyone
from touchwood.core.seats import Seat
from touchwood.games.tactile_crane.cards import Bet, CallKind, Result
from touchwood.games.tactile_crane.events import AddressedEvents, CallMade, WordsCalled
from touchwood.games.tactile_crane.rules.betting import WINS
from touchwood.games.tactile_crane.rules.seating import audience
from touchwood.games.tactile_crane.state import Call, CallRecord, State

CALLS_A_TURN = 5
LONGEST_WORDS = 80
TRUE_OF = {CallKind.MORE: Result.LOW, CallKind.LESS: Result.HIGH, CallKind.STOP: Result.EXACT}
"""A call is right if the bundle it speaks of is this."""


def calls_made(state: State, seat: Seat) -> int:
    return sum([call.seat == seat for call in state.calls])


def call_out(state: State, seat: Seat, kind: CallKind, told: AddressedEvents) -> State:
    told.append(to_everyone(CallMade(seat, kind)))
    return replace(state, calls=(*state.calls, Call(seat, bundle_called_at(state), call=kind)))


def say(state: State, seat: Seat, words: str, told: AddressedEvents) -> State:
    told.append(to_everyone(WordsCalled(seat, words)))
    return replace(state, calls=(*state.calls, Call(seat, bundle_called_at(state), words=words)))


def bundle_called_at(state: State) -> int:
    return len(state.attempts) if state.is_holding else 0


# -- Remembering who was right ------------------------------------------------------------------------------------
def calls_judged(state: State, result: Result) -> State:
    """6.6: at the count everybody sees how true the last call of each seat on the lifted bundle was."""
    players = list(state.players)
    for seat in audience(state):
        spoken = [call.call for call in state.calls if call.seat == seat and call.attempt == len(state.attempts)]
        kinds = [kind for kind in spoken if kind is not None]
        if kinds:
            judged = call_judged(players[seat].calls, kinds[-1], result, state.bets[seat])
            players[seat] = replace(players[seat], calls=judged)
    return replace(state, players=tuple(players))


def call_judged(record: CallRecord, kind: CallKind, result: Result, bet: Bet | None) -> CallRecord:
    if TRUE_OF[kind] is not result:
        return replace(record, wrong=record.wrong + 1)
    is_unselfish = bet in WINS and selfish_call(WINS[bet], result) is not kind
    return replace(record, right=record.right + 1, unselfish=record.unselfish + is_unselfish)


def selfish_call(wanted: Result, result: Result) -> CallKind:
    """What serves a bet on `wanted` while the bundle is `result`: stay there, or go where the bet is right."""
    if result is wanted:
        return CallKind.STOP
    order = (Result.LOW, Result.EXACT, Result.HIGH)
    return CallKind.MORE if order.index(wanted) > order.index(result) else CallKind.LESS
