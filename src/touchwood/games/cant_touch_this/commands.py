"""What the command line asks of this game: solving a card from text, drawing one.

How a position is written is in `position_text.py`. Everything here takes and gives plain text and plain values; a
`InputError` says what is wrong with the text and where.
"""

from collections.abc import Sequence
from random import Random
from typing import Any

from touchwood.core.chance import Shuffle, draw
from touchwood.core.words import Words
from touchwood.games.cant_touch_this.cards import DECK_COLUMNS, DECK_MIX, Edition, Grid, shuffled_grid
from touchwood.games.cant_touch_this.picture import draw_card
from touchwood.games.cant_touch_this.position_text import parse_position
from touchwood.games.cant_touch_this.rules.bidding import wins_facing
from touchwood.games.cant_touch_this.rules.clips import Clip
from touchwood.games.cant_touch_this.solving import best_alone, solved_duel


# -- Solving --------------------------------------------------------------------------------------------------------
def solve_text(position: str, *, edition: Edition, is_solo: bool) -> dict[str, Any]:
    """The answer as JSON has it: `value` and `best_moves`, or alone `optimum` and `placement`."""
    state = parse_position(position, edition=edition, is_solo=is_solo)
    if is_solo:
        alone = best_alone(state)
        return {"optimum": alone.optimum, "placement": [str(Clip(*clip)) for clip in alone.placement]}
    answer = solved_duel(state)
    return {"value": answer.value, "best_moves": [str(Clip(*clip)) for clip in answer.best_moves]}


def describe_solution(position: str, words: Words, *, edition: Edition, is_solo: bool) -> str:
    """The answer for people: the card drawn, and beneath it sentences; of an empty card also what to bid."""
    state = parse_position(position, edition=edition, is_solo=is_solo)
    solved = solve_text(position, edition=edition, is_solo=is_solo)
    drawn = "\n".join(draw_card(state.grid, state.placed))
    if is_solo:
        said = [
            words.label("solved.optimum", optimum=solved["optimum"]),
            words.label("solved.placement", placement=tuple(solved["placement"])),
        ]
    else:
        said = [words.label("solved.value", value=solved["value"]), describe_moves(solved["best_moves"], words)]
        if not state.placed:
            said.append(describe_bidding(solved["value"], words))
    return "\n".join([drawn, *said])


def describe_moves(moves: Sequence[str], words: Words) -> str:
    return words.label("solved.best_moves", moves=tuple(moves)) if moves else words.label("solved.no_moves")


def describe_bidding(value: int, words: Words) -> str:
    """3.6: who wins the bidding under perfect play, and how."""
    winner = "challenger" if wins_facing(value, 0) else "defender"
    return words.label(f"solved.{winner}", advice=words.label("solved.bid", value=value))


# -- Drawing --------------------------------------------------------------------------------------------------------
def card_grid(seed: int, edition: Edition) -> Grid:
    """The random card of this seed: the edition's mix, shuffled."""
    mix = DECK_MIX[edition]
    order = draw(Shuffle(len(mix)), Random(seed).randrange)
    assert isinstance(order, tuple)
    return shuffled_grid(mix, order, DECK_COLUMNS)


def card_text(seed: int, edition: Edition) -> str:
    """The random card of this seed, drawn."""
    return "\n".join(draw_card(card_grid(seed, edition)))
