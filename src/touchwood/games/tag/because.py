"""The facts behind a choice, as its seat knew them: what was left, what nobody had seen yet, who stood where."""

from touchwood.core.review import Because
from touchwood.games.tag.actions import Action, CallGool, Discard, Draw, GiveIt, LeaveIt, LetStand, Play, StopDrawing
from touchwood.games.tag.rules.cards import NUMBER_OF
from touchwood.games.tag.sampling import unseen_cards
from touchwood.games.tag.state import Kind
from touchwood.games.tag.view import View, own_hand


def because(seen: View, action: Action) -> Because | None:
    left: dict[str, int | str] = {"left": seen.deck_size}
    match action:
        case Play(kind) | Discard(kind):
            assert isinstance(seen.viewer, int)  # a spectator chooses nothing
            following = (seen.viewer + 1) % len(seen.players)
            letters = len(seen.players[following].front)
            about_next: dict[str, int | str] = {"next": following, "letters": letters}
            return Because("card", left | about_next | _unseen(seen, kind))
        case Draw() | StopDrawing() if seen.discard:
            return Because("draw", left | {"top": seen.discard[-1].value} | _unseen(seen, seen.discard[-1]))
        case GiveIt(to):
            target = seen.players[to]
            shown = target.taken.count(Kind.GOOL)
            return Because("it", left | {"to": to, "points": target.points, "gools": shown} | _unseen(seen, Kind.GOOL))
        case LeaveIt() | CallGool() | LetStand():
            return Because("gool", left | {"gools": own_hand(seen).count(Kind.GOOL)} | _unseen(seen, Kind.GOOL))
        case _:
            return None


def _unseen(seen: View, kind: Kind) -> dict[str, int | str]:
    """How many of a kind lie where the viewer cannot look."""
    return {"kind": kind.value, "unseen": unseen_cards(seen)[NUMBER_OF[kind]]}
