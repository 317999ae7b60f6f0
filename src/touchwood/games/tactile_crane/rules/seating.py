"""Who is challenger, who is audience, and how a player's things are changed. No rule of play is decided here."""

from msgspec.structs import replace

from touchwood.core.seats import Seat, clockwise_from
from touchwood.games.tactile_crane.cards import Face
from touchwood.games.tactile_crane.state import Player, State

TURNS_EACH = 2


def is_duel(state: State) -> bool:
    """Two players: the gray rules."""
    return len(state.players) == 2


def regular_turns(state: State) -> int:
    """Turns before any extra ones, at three to six players (8.1)."""
    return TURNS_EACH * len(state.players)


def challenger(state: State) -> Seat:
    """Whose turn it is: clockwise from the first challenger (2.4), and then those who are tied (8.3)."""
    assert state.first is not None  # named before the first turn
    if state.tied:
        return state.tied[state.turns - regular_turns(state)]
    return Seat((state.first + state.turns) % len(state.players))


def audience(state: State) -> tuple[Seat, ...]:
    """Everybody else, clockwise from the challenger's left."""
    return clockwise_from(challenger(state), len(state.players))[1:]


def flipped(state: State) -> Face:
    assert state.face is not None  # from the flip to the end of the turn
    return state.face


def seated(state: State, seat: Seat, player: Player) -> State:
    """The state with this player in the seat."""
    return replace(state, players=(*state.players[:seat], player, *state.players[seat + 1 :]))


def with_cards(state: State, seat: Seat, cards: int) -> State:
    """The player has won so many cards more."""
    player = state.players[seat]
    return seated(state, seat, replace(player, won=player.won + cards))


def cards_of(state: State, seat: Seat) -> int:
    """What a player's cards count: a multiplier card stands for many (1.6)."""
    player = state.players[seat]
    return player.won + player.multipliers * state.options.multiplier
