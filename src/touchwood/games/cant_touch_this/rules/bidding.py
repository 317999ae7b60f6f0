"""Perfect bidding, once the value of the card is known.

`value` is what the first player scores more than the second under perfect play, before any penalty. Whoever faces the
standing bid b may pass and goes second: then the other one, first for b, ends value - b ahead. Or raise, and the other
one faces b + 1.

    margin of the one who faces b = the better of   b - value   (pass)   and   -(margin of the other facing b + 1)

From b = value on passing is better, before that raising costs nothing, so by induction the margin is b - value
from there on and 0 before. Equal scores are won by the second player, which settles who wins those level matches: one
raises or passes at b = value, so it is a matter of whose turn that is, of odd and even. A test walks the whole tree.
"""


def should_raise(value: int, bid: int) -> bool:
    """The one answer that costs nothing: raise while the bid is under the value, else pass. It wins if any does."""
    return bid < value


def wins_facing(value: int, bid: int) -> bool:
    """3.6: whether the player who faces this standing bid wins under perfect play of both."""
    return value <= bid or (value - bid) % 2 == 0


def margin_facing(value: int, bid: int) -> int:
    """How far the player who faces this bid ends ahead, at best, against perfect play."""
    return max(bid - value, 0)


def cost_of_pass(value: int, bid: int) -> int:
    """Points of the final margin that passing gives away."""
    return margin_facing(value, bid) - (bid - value)


def cost_of_raise(value: int, bid: int) -> int:
    """Points of the final margin that raising gives away."""
    return margin_facing(value, bid) + margin_facing(value, bid + 1)


def worth_to_defender(value: int) -> tuple[bool, int]:
    """What a card of this value is to the defender, whose bid stands at 0: whether it wins, and the margin."""
    return not wins_facing(value, 0), -margin_facing(value, 0)
