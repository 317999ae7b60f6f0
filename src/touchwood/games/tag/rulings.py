"""What has changed in the rules of TAG since version 1: a function for each change, with what it was and why.

Matches begun under an older version go on by it, so the rules ask here.
"""

from typing import TYPE_CHECKING, Final

from touchwood.games.tag.state import State

if TYPE_CHECKING:
    from touchwood.games.tag.view import View

VERSIONS: Final = (1, 2)


def asks_for_gool(position: "State | View") -> bool:
    """Version 2: where the deck has no Gool at all nothing can be hidden, so a tagged player is not asked (5.13).
    Version 1 asked all the same, and everybody waited for an answer that could only be no."""
    return position.options.deck.Gool > 0 or position.rules_version < 2
