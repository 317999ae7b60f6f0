"""The facts behind a choice, as its seat knew them: what piles add, and how close everybody is."""

from touchwood.core.review import Because
from touchwood.games.point_a_pile.actions import Action, LayOut, Point, PointAtEmptySpace, SplitPile
from touchwood.games.point_a_pile.view import View, worth


def because(seen: View, action: Action) -> Because | None:
    gains = worth(seen)
    match action:
        case Point(place) if f"pile:{place}" in gains:
            facts: dict[str, int | str] = {"place": place, "points": gains[f"pile:{place}"]}
            return Because("point", facts | {"most": max(gains.values()), "pointers": len(seen.pointers)})
        case PointAtEmptySpace() if gains:
            return Because("empty", {"aside": len(seen.aside), "most": max(gains.values())})
        case LayOut(piles) | SplitPile(piles):
            points = [player.points for player in seen.players if player.points is not None]
            if not points or seen.options.complete_a_mission:
                return None
            return Because("cut", {"piles": len(piles), "best": max(points), "target": seen.options.target})
        case _:
            return None
