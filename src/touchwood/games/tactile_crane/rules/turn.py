"""A turn, top to bottom: trades, the flip, the eyes; later it ends, with an outcome or without, and the next begins.

What is forced happens at once, so every function goes on until somebody has to choose, chance has to fall or the match
is over. `told` collects what happens on the way. The bets are in `betting.py`, the grab in `grabbing.py`, count and
payout in `payout.py`.
"""

from msgspec.structs import replace

from touchwood.core.events import to_everyone
from touchwood.core.seats import Seat, clockwise_from
from touchwood.core.versions import written_version
from touchwood.games.tactile_crane.cards import CARDS, COPIES, FACES, BetCounts, one_more
from touchwood.games.tactile_crane.events import (
    AddressedEvents,
    CardFlipped,
    CardsTraded,
    DeckRanOut,
    ExtraTurnsBegan,
    EyesClosed,
    FirstChallengerNamed,
    GameEnded,
    TurnEndedWithoutOutcome,
    TurnLimitReached,
)
from touchwood.games.tactile_crane.options import Options
from touchwood.games.tactile_crane.rules.ending import (
    is_at_end,
    is_at_turn_limit,
    is_decided,
    leaders,
    needs_extra_turns,
    points,
    winners,
)
from touchwood.games.tactile_crane.rules.seating import challenger, flipped, is_duel, seated
from touchwood.games.tactile_crane.state import PastTurn, Phase, Player, State

CARDS_IN_A_JACKPOT = 3
MULTIPLIERS = 6
THICK_DECK = 40
"""Below this many cards the deck is kept thick by trades."""
_PLACE_OF = {face: place for place, face in enumerate(FACES)}
_BET_CARDS_EACH: BetCounts = (1, 1, 1)
_BET_CARDS_EACH_OF_TWO: BetCounts = (2, 2, 1)


# -- The setup ----------------------------------------------------------------------------------------------------
def initial(options: Options, seats: int, version: int) -> State:
    """1.4, 1.5: jackpots of three cards, two of them or with two players one; bet cards for everyone."""
    jackpots = (CARDS_IN_A_JACKPOT,) * (1 if seats == 2 else 2)
    bet_cards = _BET_CARDS_EACH_OF_TWO if seats == 2 else _BET_CARDS_EACH
    state = State(
        options=options,
        phase=Phase.FIRST,
        players=(Player(bet_cards=bet_cards),) * seats,
        deck=CARDS - sum(jackpots),
        jackpots=jackpots,
        multipliers=MULTIPLIERS,
        bets=(None,) * seats,
        version=written_version(version),
    )
    if options.first == "random":
        return state
    return replace(state, phase=Phase.FLIP, first=options.first)


def name_first_challenger(state: State, seat: Seat, told: AddressedEvents) -> State:
    """1.8"""
    told.append(to_everyone(FirstChallengerNamed(seat)))
    return replace(state, first=seat, phase=Phase.FLIP)


# -- The turn begins ----------------------------------------------------------------------------------------------
def begin_turn(state: State, told: AddressedEvents) -> State:
    state = trade(state, told)
    if state.deck == 0:
        told.append(to_everyone(DeckRanOut()))
        return end_game(state, told)  # 8.7
    return replace(state, phase=Phase.FLIP)


def trade(state: State, told: AddressedEvents) -> State:
    """1.7: while the deck is thin, whoever has most plain cards trades some of them for a multiplier card."""
    cards = state.options.multiplier
    while state.deck < THICK_DECK and state.multipliers:
        seat = richest(state)
        player = state.players[seat]
        if player.won < cards:
            break
        told.append(to_everyone(CardsTraded(seat, cards)))
        state = seated(state, seat, replace(player, won=player.won - cards, multipliers=player.multipliers + 1))
        state = replace(state, deck=state.deck + cards, multipliers=state.multipliers - 1)
    return state


def richest(state: State) -> Seat:
    """The player with most plain cards; of several the nearest on the challenger's left, the challenger last."""
    left_first = clockwise_from(Seat((challenger(state) + 1) % len(state.players)), len(state.players))
    return max(left_first, key=lambda seat: state.players[seat].won)  # the first of several


def flip_weights(state: State) -> tuple[int, ...]:
    """1.3: each flip is uniform over the 136 cards, less those that are out."""
    copies = list(COPIES)
    for face in state.out:
        copies[_PLACE_OF[face]] -= 1
    return tuple(copies)


def flip(state: State, number: int, told: AddressedEvents) -> State:
    """2.1"""
    face = FACES[number]
    told.append(to_everyone(CardFlipped(challenger(state), face.number, face.finger)))
    return replace(state, face=face, phase=Phase.EYES)


def close_eyes(state: State, told: AddressedEvents) -> State:
    """2.2"""
    told.append(to_everyone(EyesClosed(challenger(state))))
    return replace(state, phase=Phase.BETS)


EYES_ARE_CLOSED = frozenset({Phase.BETS, Phase.GAIN, Phase.GRAB, Phase.SLIP, Phase.FEEL, Phase.LOOK})


def hushed(state: State) -> tuple[Seat, ...]:
    """6.7: from closing the eyes to the lift the challenger hears nothing but the calls."""
    return (challenger(state),) if state.phase in EYES_ARE_CLOSED else ()


# -- The turn ends ------------------------------------------------------------------------------------------------
def end_without_outcome(state: State, told: AddressedEvents) -> State:
    """2.5: nothing held or bet is shown; bets go back, flipped card and bundle are shuffled into the deck."""
    seat = challenger(state)
    told.append(to_everyone(TurnEndedWithoutOutcome(seat)))
    player = state.players[seat]
    record = replace(player.challenges, without_outcome=player.challenges.without_outcome + 1)
    state = seated(state, seat, replace(player, challenges=record))
    return end_turn(state, PastTurn(seat, flipped(state)), told)


def end_turn(state: State, past: PastTurn, told: AddressedEvents) -> State:
    """Bet cards go back to their owners (3.5), and the next challenger is on the left (2.4)."""
    state = replace(
        bets_returned(state),
        turns=state.turns + 1,
        last=past,
        face=None,
        gain=None,
        attempts=(),
        spent=0,
        is_holding=False,
        calls=(),
        counted=None,
    )
    if needs_extra_turns(state):
        state = replace(state, tied=leaders(state))
        told.append(to_everyone(ExtraTurnsBegan(state.tied)))
    if is_at_end(state):
        return end_game(state, told)
    return begin_turn(state, told)


def bets_returned(state: State) -> State:
    players = tuple(
        player if bet is None else replace(player, bet_cards=one_more(player.bet_cards, bet))
        for player, bet in zip(state.players, state.bets, strict=True)
    )
    return replace(state, players=players, bets=(None,) * len(players))


def end_game(state: State, told: AddressedEvents) -> State:
    if is_duel(state) and is_at_turn_limit(state) and not is_decided(state):
        told.append(to_everyone(TurnLimitReached(state.turns)))
    told.append(to_everyone(GameEnded(points(state), winners(state))))
    return replace(state, phase=Phase.OVER)
