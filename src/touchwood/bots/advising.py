"""A hint: what the strongest level would do in a seat's place, and, where the game's twin lends a quick move, how that
compares with what else could be done. From a view alone, as everything a bot does."""

from collections.abc import Sequence
from random import Random
from typing import Any

from touchwood.bots.coach import twin_reviewer, win_chance
from touchwood.bots.finding import find_player
from touchwood.core.choices import Choices
from touchwood.core.game import AnyGame
from touchwood.core.review import WinChance
from touchwood.core.values import Value
from touchwood.core.versions import FIRST_VERSION


class Advice(Value, frozen=True):
    action: Any
    text: str
    """As the codec writes it."""
    percent: int | None = None
    """How likely the seat wins with it, if all play on by quick moves; None: nobody reckoned."""
    margin: int | None = None
    """Half the width of the 95% interval."""
    other: str | None = None
    """The best of the other choices, and how likely the seat wins with that."""
    other_percent: int | None = None


def strongest_level(game: AnyGame) -> str:
    return list(game.players)[-1] if game.players else "random"


def advise(game: AnyGame, view: Any, actions: Sequence[Any], rng: Random) -> Advice:
    action = find_player(game, strongest_level(game)).choose(view, actions, rng)
    chances = _chances(game, view, rng)
    number = Choices(game, view.options, len(view.players)).number_of(action) if chances else None
    if number is None:
        return Advice(action, game.codec.text(action))
    chosen = chances.pop(number)
    other = max(chances, key=lambda each: chances[each].percent, default=None)
    return Advice(
        action,
        game.codec.text(action),
        chosen.percent,
        chosen.margin,
        None if other is None else Choices(game, view.options, len(view.players)).text(other),
        None if other is None else chances[other].percent,
    )


def _chances(game: AnyGame, view: Any, rng: Random) -> dict[int, WinChance]:
    """Of each choice, by its number; nothing where nobody can reckon."""
    version = getattr(view, "rules_version", FIRST_VERSION)
    reviewer = twin_reviewer(game, view.options, len(getattr(view, "players", ())), version)
    if reviewer is None:
        return {}
    brought = reviewer.weighed(view, view.viewer, rng.getrandbits(32))
    return {number: win_chance(0, view.viewer, shares) for number, shares in brought.items()}
