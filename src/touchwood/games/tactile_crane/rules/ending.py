"""When a match ends, what each player has then, who wins, and by what (RULES.md 8)."""

from enum import StrEnum
from fractions import Fraction

from touchwood.core.seats import Seat, all_seats, clockwise_from
from touchwood.core.winning import shares_of
from touchwood.games.tactile_crane.rules.seating import cards_of, is_duel, regular_turns
from touchwood.games.tactile_crane.state import State

CARDS_TO_WIN = 40
BET_CARDS_TO_WIN = 3
TURN_LIMIT = 60


class WonBy(StrEnum):
    """The ways of winning. Those who are equal in what decides share the win, whichever way it is."""

    MOST_CARDS = "most_cards"  # 8.1; 8.6, 8.7: two players of whom nobody has fulfilled a winning condition
    EXTRA_TURNS = "extra_turns"  # 8.3: most cards among those who were tied
    BET_CARDS = "bet_cards"  # 8.4: one of two players has achieved them
    BOTH_BET_CARDS = "both_bet_cards"  # 8.5: both have achieved them, so the cards decide
    ENOUGH_CARDS = "enough_cards"  # 8.4, 8.5: two players, 40 cards or more


def points(state: State) -> tuple[int, ...]:
    """The cards of each player, multiplier cards as what they stand for."""
    return tuple([cards_of(state, seat) for seat in all_seats(len(state.players))])


# -- When ---------------------------------------------------------------------------------------------------------
def is_at_end(state: State) -> bool:
    """Asked after each turn. An empty deck ends a match at the start of the next one (8.7)."""
    if is_duel(state):
        return is_decided(state) or is_at_turn_limit(state)
    return state.turns >= regular_turns(state) + len(state.tied)


def is_decided(state: State) -> bool:
    """8.4, 8.5: one of two players has fulfilled a winning condition, and turns are equal where they must be."""
    is_time = not state.options.equal_turns or state.turns % 2 == 0
    return is_time and any(has_bet_cards(state, seat) or has_cards(state, seat) for seat in all_seats(2))


def is_at_turn_limit(state: State) -> bool:
    """8.6"""
    return state.turns >= TURN_LIMIT


def needs_extra_turns(state: State) -> bool:
    """8.2: everybody has been challenger twice, and several have the most cards."""
    if is_duel(state) or state.tied or state.turns < regular_turns(state):
        return False
    return len(leaders(state)) > 1


def has_bet_cards(state: State, seat: Seat) -> bool:
    achieved = state.players[seat].achieved
    if state.options.achieve == "any_three":
        return sum(achieved) >= BET_CARDS_TO_WIN
    return all(achieved)


def has_cards(state: State, seat: Seat) -> bool:
    return cards_of(state, seat) >= CARDS_TO_WIN


# -- Who ----------------------------------------------------------------------------------------------------------
def leaders(state: State) -> tuple[Seat, ...]:
    """Those who count and have the most cards, clockwise from the first challenger. In extra turns the tied count."""
    count = len(state.players)
    counting = state.tied or (all_seats(count) if state.first is None else clockwise_from(state.first, count))
    most = max(cards_of(state, seat) for seat in counting)
    return tuple([seat for seat in counting if cards_of(state, seat) == most])


def with_bet_cards(state: State) -> tuple[Seat, ...]:
    """Who of two players has achieved the bet cards."""
    return tuple([seat for seat in all_seats(2) if has_bet_cards(state, seat)]) if is_duel(state) else ()


def winners(state: State) -> tuple[Seat, ...]:
    """With two players the bet cards come before the cards; otherwise the most cards win. Equal ones share."""
    achieved = with_bet_cards(state)
    return achieved if len(achieved) == 1 else tuple(sorted(leaders(state)))


def won_by(state: State) -> WonBy:
    """By what the winners of a match that is over have won."""
    if achieved := with_bet_cards(state):
        return WonBy.BET_CARDS if len(achieved) == 1 else WonBy.BOTH_BET_CARDS
    if is_duel(state) and is_decided(state):
        return WonBy.ENOUGH_CARDS
    return WonBy.EXTRA_TURNS if state.tied else WonBy.MOST_CARDS


def returns(state: State) -> tuple[Fraction, ...]:
    """Each seat's share of the win."""
    return shares_of(winners(state), len(state.players))
