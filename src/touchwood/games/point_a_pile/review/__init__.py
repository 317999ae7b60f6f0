"""Looking back at a match: what each choice was worth, by what its seat knew then. Start with `judge`.

Nobody can say what was best where all choose at once, so nothing here is exact. Picks, and between two players cuts,
are compared by what the bots expect of them (`duels.py`, `crowds.py`), in points: what it brings the seat less what it
brings the others, theirs weighed by how close they are to winning. A choice within the margin of the best is a best
one. What the others really did then plays no part. Actions and throws are not judged, nor with more than two players or
with missions cuts: what the bots think of these is too rough.
"""

from math import ceil
from typing import Any

from touchwood.core.review import ChoicesMade, Judgement, Review, with_turning_points
from touchwood.core.seats import Seat
from touchwood.games.point_a_pile.actions import Action, LayOut, SplitPile
from touchwood.games.point_a_pile.codec import text
from touchwood.games.point_a_pile.review.choices import Choice, Option, whole_goal
from touchwood.games.point_a_pile.review.weighing import Weigher
from touchwood.games.point_a_pile.state import Phase, State

_MARGIN = 1
"""Points within which the guesses of the bots are not to be trusted."""
_ABOUT_AS_GOOD = 0.5
_CROWDED = 0.5


class EstimatingReviewer:
    def review(self, made: ChoicesMade, final: Any) -> Review:
        weigher, judgements, whole = Weigher(), [], whole_goal(final.options)
        why_of: dict[str, int | str] = {}
        for number, (entry, state, seat, action) in enumerate(made):
            choice = None if is_changed_later(made, number) else weigher.choice(entry, state, seat, action)
            if choice is not None:
                judged = judge(entry, seat, action, choice, whole)
                judgements.append(judged)
                if judged.cost:
                    why_of |= {f"{entry}.{name}": fact for name, fact in reasons(choice, whole).items()}
        facts: dict[str, int | str] = {
            "judged": len(judgements),
            "mistakes": sum([judged.cost > 0 for judged in judgements]),
            "goal": "missions" if final.options.complete_a_mission else "points",
            "whole": whole,
        }
        return Review(with_turning_points(judgements), facts | why_of)


REVIEWER = EstimatingReviewer()


def is_changed_later(made: ChoicesMade, number: int) -> bool:
    """2.7: a finger may be moved while it is sealed; the last one counts."""
    _, state, seat, _ = made[number]
    following: State | None = next((each for _, each, other, _ in made[number + 1 :] if other == seat), None)
    if state.phase is not Phase.POINTING or following is None or following.phase is not Phase.POINTING:
        return False
    return following.round.fingers[seat] is not None


def judge(entry: int, seat: Seat, action: Action, choice: Choice, whole: int) -> Judgement:
    """No choice costs more than the whole way to the goal: that much is lost only with a win, one's own or to another,
    and what a win is worth in points is a matter of words."""
    margin = max(_MARGIN, ceil(choice.noise))
    cost = min(whole, round(choice.cost)) if choice.cost > margin else 0
    ranked = sorted(choice.options, key=lambda option: option.lead, reverse=True)
    best = [option.action for option in ranked if choice.best.lead - option.lead <= _ABOUT_AS_GOOD]
    others = tuple([text(each) for each in best if each != action])
    done = text(action)
    return Judgement(
        entry=entry,
        seat=seat,
        action=done,
        cost=cost,
        best=others if cost else (done, *others),
        margin=margin,
        is_close=0 < choice.cost <= margin,
    )


# -- Why ------------------------------------------------------------------------------------------------------------
def reasons(choice: Choice, whole: int) -> dict[str, int | str]:
    """Of a choice that was not a best one: the code of a sentence, and what fills it."""
    done, best = choice.done, choice.best
    facts: dict[str, int | str] = {"why": why(done, best), "tenths": round(10 * min(whole, choice.cost))}
    if done.alone is not None and best.alone is not None:
        facts |= {"alone": round(100 * done.alone), "alone_best": round(100 * best.alone)}
    return facts


def why(done: Option, best: Option) -> str:
    """Where most of the difference comes from."""
    if done.is_foul:
        return "foul"
    is_denial = done.others - best.others > best.own - done.own
    if isinstance(done.action, LayOut | SplitPile):
        return "cut_denies" if is_denial else "cut_brings"
    if is_denial:
        return "denies"
    assert done.alone is not None  # both are picks
    assert best.alone is not None
    is_crowded = done.alone < min(_CROWDED, best.alone)
    return "crowded" if is_crowded and done.at_best >= best.at_best else "brings"
