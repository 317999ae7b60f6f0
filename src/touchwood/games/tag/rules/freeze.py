"""The Freeze: who is frozen, how it begins, the freezer's return, the thaw.

The turn itself (`turn.py`) asks here; the course of a return turn is the course of a turn with other draws and as many
cards as bring the hand down to three.
"""

from msgspec.structs import replace

from touchwood.core.events import to_everyone
from touchwood.games.tag.events import AddressedEvents, TableFrozen, TableThawed
from touchwood.games.tag.rules.cards import out_of_game
from touchwood.games.tag.state import Kind, State

RETURN_DRAWS = 3
HAND_AFTER_RETURN = 3


def is_frozen(state: State) -> bool:
    """Whether the player whose turn it is can only discard (6.2)."""
    return state.freezer is not None and state.freezer != state.turn


def freeze(state: State, told: AddressedEvents) -> State:
    """6.1: the Freeze just played lies in the middle."""
    told.append(to_everyone(TableFrozen(state.turn)))
    return replace(state, freezer=state.turn)


def begin_return(state: State) -> State:
    """6.4: the draws of the return turn replace those of a normal one."""
    return replace(state, is_return_turn=True, draws_left=RETURN_DRAWS)


def goes_on(state: State) -> bool:
    """6.6: in the return turn cards are played or discarded while the hand is over three."""
    return state.is_return_turn and len(state.players[state.turn].hand) > HAND_AFTER_RETURN


def thaw(state: State, told: AddressedEvents) -> State:
    """6.9: at the end of the return turn the Freeze leaves the game."""
    told.append(to_everyone(TableThawed(state.turn)))
    return replace(out_of_game(state, Kind.FREEZE), freezer=None, is_return_turn=False, draws_left=0)
