"""What has changed in the rules of Tactile Crane since version 1: a function for each change, with what it was and why.

Matches begun under an older version go on by it, so the rules ask here.
"""

from typing import Final

from touchwood.core.versions import Versioned

VERSIONS: Final = (1, 2)


def can_end_during_bets(position: Versioned) -> bool:
    """Version 2: a turn can end with no outcome while the audience bets, when the challenger is gone (10.2). Version 1
    had no way to: all had to bet first, on a turn that then ended as soon as the hand was to grab."""
    return position.rules_version >= 2
