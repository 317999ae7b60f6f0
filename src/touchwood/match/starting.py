"""How a match begins: dealt from nothing, or, as a fork of another, from a state its header gives."""

from typing import Any

import msgspec
from msgspec import UNSET

from touchwood.core.chance import total_weight
from touchwood.core.game import CHANCE, AnyGame
from touchwood.core.refusals import InputError
from touchwood.match.record import Header


def why_not_version(game: AnyGame, version: int) -> InputError | None:
    if version in game.versions:
        return None
    return InputError(
        "record_rules_version", game=game.title, version=version, known=", ".join(map(str, game.versions))
    )


def first_state(game: AnyGame, header: Header, options: Any) -> Any:
    """The state before the first entry. Raises `InputError` for a version that is not played, or an unfit start."""
    error = why_not_version(game, header.rules_version)
    if error is not None:
        raise error
    dealt = game.initial(options, len(header.seats), header.rules_version)
    return dealt if header.start is UNSET else _given_state(game, header.start, dealt)


def _given_state(game: AnyGame, start: Any, dealt: Any) -> Any:
    """A state out of a file may be anything. It must be of the same match: its options, its version, its pieces.
    If it waits for chance, something can fall."""
    try:
        state = msgspec.convert(start, game.state_type)
        is_fit = (
            game.pieces(state) == game.pieces(dealt)
            and state.options == dealt.options
            and getattr(state, "version", None) == getattr(dealt, "version", None)
            and len(game.points(state)) == len(game.points(dealt))
        )
        if is_fit and game.waiting_for(state) is CHANCE:
            is_fit = total_weight(game.chance(state)) > 0
    except Exception as error:
        # The rules are written for states that the rules made; what another one does to them is no fault of theirs.
        raise InputError("record_start_unfit", reason=str(error) or type(error).__name__) from None
    if not is_fit:
        raise InputError("record_start_unfit", reason="options, version, seats or pieces")
    return state
