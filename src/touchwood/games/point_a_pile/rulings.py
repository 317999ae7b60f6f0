"""What has changed in the rules of Point-a-Pile since version 1: a function for each change, with what it was and why.

Matches begun under an older version go on by it, so the rules ask here.
"""

from typing import Final

from touchwood.core.versions import Versioned

VERSIONS: Final = (1, 2)


def follows_moved_cards(position: Versioned) -> bool:
    """Version 2: discard and switch name a card, not a row, so they reach it where an earlier action of the window has
    put it (10.19). Version 1 returned them once the card had left the named row."""
    return position.rules_version >= 2


def throws_by_lot(position: Versioned) -> bool:
    """Version 2: a throw out of time is drawn by lot (11.5). Version 1 always threw rock, a sure loss for whoever was
    absent."""
    return position.rules_version >= 2
