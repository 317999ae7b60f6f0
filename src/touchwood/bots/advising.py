"""A hint: what the strongest level would do in a seat's place, and, where the game's twin lends a quick move, how that
compares with what else could be done. From a view alone, as everything a bot does."""

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from touchwood.bots.candidate_search import CandidateSearch
from touchwood.bots.coach import chance_of, twin_reviewer, win_chance
from touchwood.bots.finding import find_player, strongest_level
from touchwood.bots.tree_search import TreeSearch
from touchwood.core.bot import Budgeted
from touchwood.core.choices import Choices
from touchwood.core.game import AnyGame
from touchwood.core.review import Because, WinChance
from touchwood.core.values import Value
from touchwood.core.versions import version_of

FEWEST_VISITS: Final = 30
"""What a search has hardly tried says nothing."""


class Advice(Value, frozen=True):
    action: Any
    text: str
    """As the codec writes it."""
    percent: int | None = None
    """How likely the seat wins with it, as the strongest level reckons; None: nobody reckoned."""
    margin: int | None = None
    """Half the width of the 95% interval."""
    other: str | None = None
    """The best of the other choices, and how likely the seat wins with that."""
    other_percent: int | None = None
    because: Because | None = None


def advise(game: AnyGame, view: Any, actions: Sequence[Any], rng: Random, percent: int = 100) -> Advice:
    """`percent`: so many hundredths of the level's nodes."""
    bot, seat = find_player(game, strongest_level(game)), view.viewer
    if isinstance(bot, Budgeted) and percent < 100:
        bot = bot.with_nodes(percent)
    weighed: dict[str, WinChance] = {}
    if isinstance(bot, CandidateSearch) and bot.twin_for(view) is None:
        bot = bot.quick
    if isinstance(bot, CandidateSearch):
        listed = bot.weighed(view, actions, rng)
        action = bot.best(listed)
        weighed = {
            game.codec.text(one.action): chance_of(seat, one.mean, one.error) for one in listed if len(one.values) > 1
        }
    elif isinstance(bot, TreeSearch):
        tried, root = bot.weighed(view, actions, rng)
        action = tried[0 if root is None else root.best()]
        if root is not None:
            weighed = {
                game.codec.text(each): chance_of(seat, root.mean(number), root.error(number))
                for number, each in enumerate(tried)
                if root.visits[number] >= FEWEST_VISITS
            }
    else:
        action = bot.choose(view, actions, rng)
        weighed = _chances(game, view, rng)
    text, because = game.codec.text(action), None if game.because is None else game.because(view, action)
    chosen = weighed.pop(text, None)
    if chosen is None:
        return Advice(action, text, because=because)
    other = max(weighed, key=lambda each: weighed[each].percent, default=None)
    other_percent = None if other is None else weighed[other].percent
    return Advice(action, text, chosen.percent, chosen.margin, other, other_percent, because)


def _chances(game: AnyGame, view: Any, rng: Random) -> dict[str, WinChance]:
    """Of each choice; nothing where nobody can reckon."""
    seats, version = game.seats_of(view), version_of(view)
    reviewer = twin_reviewer(game, view.options, seats, version)
    if reviewer is None:
        return {}
    choices = Choices(game, view.options, seats)
    brought = reviewer.weighed_both_ways(view, view.viewer, rng.getrandbits(32))
    return {choices.text(number): win_chance(0, view.viewer, shares) for number, shares in brought.items()}
