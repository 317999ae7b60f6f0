"""Looking back at a match: what every choice cost against perfect play. Exact: the solver stands behind it.

What a choice costs is how much of the final margin (alone: of the final score) it gives away, if both play perfectly
from there on:

- A clip: the value before it less the value after it, from the view of its player.
- A bid: see `rules/bidding.py`. Passing below the value v gives away v - b, raising to b + 1 at or above it
  2(b - v) + 1.
- A side: between a card on which the challenger may simply pass and one where that costs; mostly nothing in points.
  But the side decides who wins level matches, so the better one may cost nothing and still lose the match.

The three that cost most are told. Where there is one, the choice that decided the match is among them: the last before
which its player would have won under perfect play of both, the bid and the tie rule counted, and after which not. So
after it the winner stood to win until the end.
"""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from touchwood.core.review import ChoicesMade, Judgement, Review, WinChance, with_turning_points
from touchwood.core.seats import Seat
from touchwood.games.cant_touch_this.actions import Action, KeepSide, Pass, PlaceClip, Raise, TurnCard
from touchwood.games.cant_touch_this.codec import text
from touchwood.games.cant_touch_this.rules import on_side
from touchwood.games.cant_touch_this.rules.bidding import (
    cost_of_pass,
    cost_of_raise,
    margin_facing,
    wins_facing,
    worth_to_defender,
)
from touchwood.games.cant_touch_this.rules.ending import points, rating, winner
from touchwood.games.cant_touch_this.rules.legality import legal_clips
from touchwood.games.cant_touch_this.solving import best_alone, card_value, clip_values, side_to_move
from touchwood.games.cant_touch_this.state import Phase, State, with_clip

Worth = tuple[bool, int]
"""What a choice leaves its player with under perfect play: whether that wins, and the margin (alone: the score)."""


class ExactReviewer:
    def review(self, made: ChoicesMade, final: Any) -> Review:
        found = [judge(entry, state, seat, action) for entry, state, seat, action in made]
        judgements = [judged for judged, _, _ in found]
        if final.seats == 1:
            return Review(with_turning_points(judgements), facts_alone(final), assumes="perfect")
        decisive = next((judged.entry for judged, could, wins in reversed(found) if could and not wins), None)
        facts = facts_of_duel(final) | ({} if decisive is None else {"decisive": decisive})
        # Somebody wins every duel, so under perfect play a chance is all or nothing.
        chances = [WinChance(judged.entry, judged.seat, 100 * wins, 0) for judged, _, wins in found]
        if found:
            first, could, _ = found[0]
            chances[:0] = [WinChance(0, seat, 100 * (could == (seat == first.seat)), 0) for seat in (Seat(0), Seat(1))]
        return Review(with_turning_points(judgements, decisive), facts, tuple(chances), assumes="perfect")


REVIEWER = ExactReviewer()


def judge(entry: int, state: State, seat: Seat, action: Action) -> tuple[Judgement, bool, bool]:
    """A choice, and whether its player could win before it and still can after it, under perfect play of both."""
    worths = worth_of_choices(state)
    best = max(worths.values())
    wins, margin = worths[action]
    cost = max(worth[1] for worth in worths.values()) - margin
    judged = Judgement(
        entry=entry,
        seat=seat,
        action=text(action),
        cost=cost,
        best=tuple(text(choice) for choice, worth in worths.items() if worth == best),
    )
    return judged, best[0], wins


# -- What choices are worth -----------------------------------------------------------------------------------------
def worth_of_choices(state: State) -> Mapping[Action, Worth]:
    """Every choice of the player who is asked."""
    match state.phase:
        case Phase.CHOOSE_SIDE:
            return worth_of_sides(state)
        case Phase.BID:
            return worth_of_answers(state)
        case _:
            return worth_alone(state) if state.seats == 1 else worth_of_clips(state)


def worth_of_sides(state: State) -> Mapping[Action, Worth]:
    assert state.side is not None
    sides: dict[Action, State] = {KeepSide(): state, TurnCard(): on_side(state, 1 - state.side)}
    if state.seats == 1:
        return {choice: (True, best_alone(side).optimum) for choice, side in sides.items()}
    return {choice: worth_to_defender(card_value(side.grid, side.options)) for choice, side in sides.items()}


def worth_of_answers(state: State) -> Mapping[Action, Worth]:
    """3.6: passing leaves the opponent first for the standing bid, raising lets the opponent face one more."""
    value, bid = card_value(state.grid, state.options), state.bid
    return {
        Raise(): (not wins_facing(value, bid + 1), margin_facing(value, bid) - cost_of_raise(value, bid)),
        Pass(): (value <= bid, margin_facing(value, bid) - cost_of_pass(value, bid)),
    }


def worth_of_clips(state: State) -> Mapping[Action, Worth]:
    """The margin with the bid taken off. A level match is the second player's (6.2)."""
    worths: dict[Action, Worth] = {}
    for clip, value in clip_values(state).items():
        margin = value - state.bid
        is_first = side_to_move(state) == "first"
        worths[PlaceClip(clip)] = (margin > 0, margin) if is_first else (margin <= 0, -margin)
    return worths


def worth_alone(state: State) -> Mapping[Action, Worth]:
    return {PlaceClip(clip): (True, best_alone(with_clip(state, clip)).optimum) for clip in legal_clips(state)}


# -- The match as a whole -------------------------------------------------------------------------------------------
def facts_of_duel(final: State) -> dict[str, int | str]:
    """What going first was worth, and how it ended."""
    facts: dict[str, int | str] = {"value": card_value(final.grid, final.options), "bid": final.bid}
    if final.first is not None:
        facts["first"] = final.first
    if final.phase is Phase.OVER:
        facts["winner"] = winner(final)
    return facts


def facts_alone(final: State) -> dict[str, int | str]:
    """7.2, 7.3: the score, the best possible on that side, and the printed rating where there is one."""
    facts: dict[str, int | str] = {"score": points(final)[0], "best": best_alone(replace(final, placed=())).optimum}
    rated = rating(final)
    return facts if rated is None else facts | {"rating": rated}
