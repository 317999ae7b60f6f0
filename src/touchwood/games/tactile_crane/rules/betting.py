"""The bets: sealed, at once, seen by the audience before the grab and by the challenger at the count (RULES.md 3)."""

from msgspec.structs import replace

from touchwood.core.events import to_all_but, to_only, to_seats
from touchwood.core.seats import Seat
from touchwood.games.tactile_crane.cards import BET_CARDS, Bet, BetCounts, Result, one_more
from touchwood.games.tactile_crane.events import AddressedEvents, BetChanged, BetPlaced, BetsOpened
from touchwood.games.tactile_crane.rules.seating import audience, seated
from touchwood.games.tactile_crane.state import Phase, State

WINS = {Bet.HIGH: Result.HIGH, Bet.LOW: Result.LOW, Bet.JUST: Result.EXACT}
"""3.4: which count makes a bet right."""


def usable_bets(state: State, seat: Seat) -> BetCounts:
    """The bet cards a player can choose from: those in hand, and the one placed already."""
    cards, placed = state.players[seat].bet_cards, state.bets[seat]
    return cards if placed is None else one_more(cards, placed)


def has_bet_card(state: State, seat: Seat, bet: Bet) -> bool:
    """Nothing can always be bet."""
    return bet is Bet.NOTHING or usable_bets(state, seat)[BET_CARDS.index(bet)] > 0


def place_bet(state: State, seat: Seat, bet: Bet, told: AddressedEvents) -> State:
    """3.1, 3.2: others notice that a bet lies there, not which, and not that it was changed."""
    is_change = state.bets[seat] is not None
    if is_change:
        told.append(to_only(seat, BetChanged(seat, bet)))
    else:
        told.append(to_only(seat, BetPlaced(seat, bet)))
        told.append(to_all_but(seat, BetPlaced(seat)))
    cards = one_more(usable_bets(state, seat), bet, -1)
    state = seated(state, seat, replace(state.players[seat], bet_cards=cards))
    state = replace(state, bets=(*state.bets[:seat], bet, *state.bets[seat + 1 :]))
    bettors = audience(state)
    if any(state.bets[each] is None for each in bettors):
        return state
    told.append(to_seats(bettors, BetsOpened(state.bets)))  # 3.3
    return replace(state, phase=Phase.GAIN)
