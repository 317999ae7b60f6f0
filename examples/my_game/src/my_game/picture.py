"""A view drawn as text, for terminals and tests.

bag  17 pebbles
> Ana  oo*
  Bo   ??    stopped
"""

from my_game.state import Phase
from my_game.view import SeenHand, View
from touchwood.core.words import Words


def picture(view: View, words: Words) -> str:
    lines = [words.label("bag", count=view.bag_size)]
    for seat, hand in enumerate(view.hands):
        mark = ">" if seat == view.turn and view.phase is not Phase.OVER else " "
        stopped = "  " + words.label("stopped") if hand.has_stopped else ""
        lines.append(f"{mark} {words.seat(seat)}: {pebbles(hand)}{stopped}")
    return "\n".join(lines)


def pebbles(hand: SeenHand) -> str:
    """White as o, black as *, and what the viewer may not see as ?."""
    if hand.white is None or hand.black is None:
        return "?" * hand.size
    return "o" * hand.white + "*" * hand.black
