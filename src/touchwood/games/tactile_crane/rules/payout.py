"""The count and the payout, in the order of RULES.md 7: the challenger, HIGH and LOW, JUST, empty jackpots."""

from msgspec.structs import replace

from touchwood.core.events import to_everyone
from touchwood.core.seats import Seat
from touchwood.games.tactile_crane.cards import JACKPOTS, Bet, Jackpot, Result, one_more, result_of
from touchwood.games.tactile_crane.events import (
    AddressedEvents,
    BetAchieved,
    BetPaid,
    BetsRevealed,
    BundleLifted,
    CardsCounted,
    CardsReturned,
    GrabTaken,
    JackpotRefilled,
    JackpotShared,
    JackpotTaken,
    LeftoversAdded,
)
from touchwood.games.tactile_crane.rules.betting import WINS
from touchwood.games.tactile_crane.rules.calling import calls_judged
from touchwood.games.tactile_crane.rules.grabbing import held_now
from touchwood.games.tactile_crane.rules.seating import audience, challenger, flipped, is_duel, seated, with_cards
from touchwood.games.tactile_crane.rules.turn import CARDS_IN_A_JACKPOT, end_turn
from touchwood.games.tactile_crane.state import PastTurn, Phase, State

CARDS_FOR_A_BET = 2


# -- The count ----------------------------------------------------------------------------------------------------
def lift(state: State, told: AddressedEvents) -> State:
    """7.1: the cards are counted one by one and the bets are seen by all. Then gain and grabs are history."""
    seat, number, held = challenger(state), flipped(state).number, held_now(state)
    result = result_of(held, number)
    told.append(to_everyone(BundleLifted(seat)))
    told.append(to_everyone(CardsCounted(seat, number, held, result)))
    told.append(to_everyone(BetsRevealed(state.bets)))
    state = challenge_recorded(calls_judged(state, result), seat, result)
    state = replace(
        state, deck=state.deck - held, counted=held, gain=None, attempts=(), spent=0, is_holding=False, calls=()
    )
    choices = jackpot_choices(state)
    if len(choices) > 1:
        return replace(state, phase=Phase.JACKPOT)
    return pay_out(state, choices[0] if choices else None, told)


def challenge_recorded(state: State, seat: Seat, result: Result) -> State:
    player = state.players[seat]
    record = player.challenges
    counted = replace(
        record,
        low=record.low + (result is Result.LOW),
        exact=record.exact + (result is Result.EXACT),
        high=record.high + (result is Result.HIGH),
    )
    return seated(state, seat, replace(player, challenges=counted))


def counted_cards(state: State) -> int:
    assert state.counted is not None  # between the count and the end of the turn
    return state.counted


def counted_result(state: State) -> Result:
    return result_of(counted_cards(state), flipped(state).number)


def jackpot_choices(state: State) -> tuple[Jackpot, ...]:
    """7.2, 7.5: where the challenger has something to choose, all possibilities; else the only one, or none."""
    there = JACKPOTS[: len(state.jackpots)]
    if counted_result(state) is Result.EXACT:
        return tuple([jackpot for jackpot, cards in zip(there, state.jackpots, strict=True) if cards])
    return there if state.options.leftovers == "challenger" else (smaller_jackpot(state),)


def smaller_jackpot(state: State) -> Jackpot:
    """Equal: the left one."""
    return JACKPOTS[state.jackpots.index(min(state.jackpots))]


# -- The payout, 1 to 4 -------------------------------------------------------------------------------------------
def pay_out(state: State, jackpot: Jackpot | None, told: AddressedEvents) -> State:
    """`jackpot` is the one that the challenger takes or that the leftovers go to; None: all are empty."""
    result = counted_result(state)
    past = PastTurn(challenger(state), flipped(state), counted_cards(state), state.bets)
    match result:
        case Result.EXACT:
            state = take_grab_and_jackpot(state, jackpot, told)
        case Result.LOW:
            state = take_what_is_left(state, jackpot, told)
        case Result.HIGH:
            state = return_what_is_left(state, jackpot, told)
    if is_duel(state):
        state = achieve_bets(state, result, told)
    else:
        state = pay_high_and_low(state, result, told)
        if result is Result.EXACT:
            state = share_other_jackpot(state, jackpot, told)
    state = refill_jackpots(state, told)
    if result is not Result.HIGH:
        state = replace(state, out=(*state.out, flipped(state)))  # 1.3
    return end_turn(state, past, told)


def as_told(state: State, jackpot: Jackpot) -> Jackpot | None:
    """1.4: the only jackpot of two players has no side."""
    return None if is_duel(state) else jackpot


def jackpot_changed(state: State, jackpot: Jackpot, change: int) -> State:
    place = JACKPOTS.index(jackpot)
    jackpots = (*state.jackpots[:place], state.jackpots[place] + change, *state.jackpots[place + 1 :])
    return replace(state, jackpots=jackpots)


def take_grab_and_jackpot(state: State, jackpot: Jackpot | None, told: AddressedEvents) -> State:
    """7.2"""
    seat, cards = challenger(state), counted_cards(state)
    told.append(to_everyone(GrabTaken(seat, cards)))
    state = replace(with_cards(state, seat, cards), counted=0)
    if jackpot is None:
        return state
    cards = state.jackpots[JACKPOTS.index(jackpot)]
    told.append(to_everyone(JackpotTaken(seat, as_told(state, jackpot), cards)))
    return with_cards(jackpot_changed(state, jackpot, -cards), seat, cards)


def take_what_is_left(state: State, jackpot: Jackpot | None, told: AddressedEvents) -> State:
    """7.3: the shortfall, at most the whole grab, goes to a jackpot and the rest to the challenger."""
    seat, held = challenger(state), counted_cards(state)
    shortfall = min(flipped(state).number - held, held)
    state = add_leftovers(state, jackpot, shortfall, told)
    if held > shortfall:
        told.append(to_everyone(GrabTaken(seat, held - shortfall)))
    return replace(with_cards(state, seat, held - shortfall), counted=0)


def return_what_is_left(state: State, jackpot: Jackpot | None, told: AddressedEvents) -> State:
    """7.4: the excess goes to a jackpot, the rest back into the deck."""
    number = flipped(state).number
    state = add_leftovers(state, jackpot, counted_cards(state) - number, told)
    told.append(to_everyone(CardsReturned(number)))
    return replace(state, deck=state.deck + number, counted=0)


def add_leftovers(state: State, jackpot: Jackpot | None, cards: int, told: AddressedEvents) -> State:
    assert jackpot is not None  # leftovers always find a jackpot
    told.append(to_everyone(LeftoversAdded(as_told(state, jackpot), cards)))
    return jackpot_changed(state, jackpot, cards)


def winners_of_bets(state: State, result: Result) -> list[tuple[Seat, Bet]]:
    """Whose bet was right, clockwise from the challenger's left (3.4)."""
    placed = [(seat, bet) for seat in audience(state) if (bet := state.bets[seat]) is not None]
    return [(seat, bet) for seat, bet in placed if WINS.get(bet) is result]


def pay_high_and_low(state: State, result: Result, told: AddressedEvents) -> State:
    """7.6: two cards each from the deck, while it lasts."""
    for seat, bet in winners_of_bets(state, result):
        if bet is not Bet.JUST:
            cards = min(CARDS_FOR_A_BET, state.deck)
            told.append(to_everyone(BetPaid(seat, bet, cards)))
            state = replace(with_cards(state, seat, cards), deck=state.deck - cards)
    return state


def share_other_jackpot(state: State, taken: Jackpot | None, told: AddressedEvents) -> State:
    """7.7: equally among those who bet JUST, the remainder one by one clockwise from the challenger."""
    sharing = [seat for seat, _ in winners_of_bets(state, Result.EXACT)]
    if taken is None or not sharing:
        return state
    other = JACKPOTS[1 - JACKPOTS.index(taken)]
    cards = state.jackpots[JACKPOTS.index(other)]
    each, remainder = divmod(cards, len(sharing))
    for place, seat in enumerate(sharing):
        share = each + (place < remainder)
        told.append(to_everyone(JackpotShared(seat, other, share)))
        state = with_cards(jackpot_changed(state, other, -share), seat, share)
    return state


def refill_jackpots(state: State, told: AddressedEvents) -> State:
    """7.8: three cards from the deck for each empty jackpot, the left one first, while it lasts."""
    for place, jackpot in enumerate(JACKPOTS[: len(state.jackpots)]):
        cards = min(CARDS_IN_A_JACKPOT, state.deck)
        if state.jackpots[place] == 0 and cards:
            told.append(to_everyone(JackpotRefilled(as_told(state, jackpot), cards)))
            state = replace(jackpot_changed(state, jackpot, cards), deck=state.deck - cards)
    return state


def achieve_bets(state: State, result: Result, told: AddressedEvents) -> State:
    """7.9: with two players a right bet is not paid but set aside for good."""
    for seat, bet in winners_of_bets(state, result):
        told.append(to_everyone(BetAchieved(seat, bet)))
        player = state.players[seat]
        state = seated(state, seat, replace(player, achieved=one_more(player.achieved, bet)))
        state = replace(state, bets=(*state.bets[:seat], None, *state.bets[seat + 1 :]))
    return state
