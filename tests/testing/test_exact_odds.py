"""The walk through all worlds goes on where what can be chosen depends on what is hidden.

The example game is bent: whoever holds a black pebble has to stop, and who holds none has to reach.
"""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace as with_fields

from my_game import GAME
from my_game.actions import Action, Reach, Stop
from my_game.state import Colour, Hand, State
from my_game.view import SeenHand, View
from touchwood.core.game import AnyGame
from touchwood.core.refusals import Refusal
from touchwood.core.seats import Seat
from touchwood.core.values import from_json
from touchwood.testing import CHECKS, Nonconformance, Run, Scenario, Secrecy
from touchwood.testing.samples import by_knowledge, layers

ANA, BO = Seat(0), Seat(1)
TINY = Scenario(name="tiny", players=2, options=("white=4", "black=2", "room=2"), is_tiny=True)


def why_illegal(state: State, seat: Seat, action: Action) -> Refusal | None:
    if (refusal := GAME.why_illegal(state, seat, action)) is not None:
        return refusal
    return None if isinstance(action, Stop) == bool(state.hands[seat].black) else Refusal("not_your_turn", "2.2")


def could_have_come(seen: SeenHand, pebbles: list[Colour]) -> bool:
    """Who reached twice held a white one before; who stopped with room left held a black one."""
    return pebbles[0] is Colour.WHITE if seen.size == 2 else pebbles[0] is Colour.BLACK or not seen.has_stopped


def honest_sample(view: View, rng: Random) -> State:
    """The pebbles not seen are dealt again in their order, until it could have come like this."""
    known = [(seen.white, seen.black) for seen in view.hands if seen.white is not None and seen.black is not None]
    while True:
        unseen = [Colour.WHITE] * (view.options.white - sum(white for white, _ in known))
        unseen += [Colour.BLACK] * (view.options.black - sum(black for _, black in known))
        rng.shuffle(unseen)
        hands, fits = [], True
        for seen in view.hands:
            held = [unseen.pop() for _ in range(seen.size)] if seen.white is None else []
            fits &= not held or could_have_come(seen, held)
            hands.append(
                Hand(
                    held.count(Colour.WHITE) if seen.white is None else seen.white,
                    held.count(Colour.BLACK) if seen.black is None else seen.black,
                    seen.has_stopped,
                )
            )
        if fits:
            bag = unseen.count(Colour.WHITE), unseen.count(Colour.BLACK)
            return State(view.options, view.phase, view.turn, *bag, tuple(hands))


def sample_that_learns_nothing_from_what_was_chosen(view: View, rng: Random) -> State:
    return GAME.sample_state(view, rng)


def sample_that_goes_wrong_once_ana_has_chosen_again(view: View, rng: Random) -> State:
    """To her white and black are then equally likely; until then it is honest."""
    own = view.hands[ANA]
    if view.viewer != ANA or (own.size < 2 and not own.has_stopped):
        return honest_sample(view, rng)
    every = sorted({honest_sample(view, rng) for _ in range(60)}, key=str)
    return rng.choice(every)


def bent(sample_state: Callable[[View, Random], State]) -> AnyGame:
    return replace(
        GAME,
        why_illegal=why_illegal,
        legal_actions=lambda state, seat: [each for each in (Reach(), Stop()) if not why_illegal(state, seat, each)],
        sample_state=sample_state,
    )


def test_the_walk_goes_on_where_no_choice_is_legal_in_all_worlds_and_rules_out_the_others() -> None:
    walked = list(layers(Run(bent(honest_sample), TINY)))
    states = [[from_json(world, State) for world in worlds] for worlds in walked]
    # Both reach and draw; then Ana can only reach with a white pebble and only stop with a black one.
    assert {state.hands[ANA] for state in states[3]} == {Hand(1, 0), Hand(0, 1)}
    assert len({state.hands[ANA] for state in states[4]}) == 1
    assert len(walked) > 5


def test_weights_of_the_worlds_that_are_left_are_unchanged() -> None:
    """Four white, two black: what Ana does not hold came to Bo as often as it is there."""
    walked = list(layers(Run(bent(honest_sample), TINY)))
    (group,) = by_knowledge(Run(bent(honest_sample), TINY), walked[4], ANA)
    odds = {from_json(encoded, State).hands[BO]: world.weight for encoded, world in group.items()}
    whites = 4 - from_json(next(iter(group)), State).hands[ANA].white
    assert odds == {Hand(1, 0): Fraction(whites, 5), Hand(0, 1): Fraction(5 - whites, 5)}


def test_an_honest_sampler_passes() -> None:
    CHECKS["exact_odds"](Run(bent(honest_sample), TINY))


@pytest.mark.parametrize(
    ("sampler", "subject"),
    [
        (sample_that_learns_nothing_from_what_was_chosen, "impossible"),
        (sample_that_goes_wrong_once_ana_has_chosen_again, "odds"),
    ],
)
def test_a_sampler_that_goes_wrong_after_such_a_choice_is_caught(sampler: Any, subject: str) -> None:
    with pytest.raises(Nonconformance) as caught:
        CHECKS["exact_odds"](Run(bent(sampler), TINY))
    assert (caught.value.check, caught.value.subject) == ("samples", subject)


def test_an_event_that_no_view_keeps_is_not_walked_over() -> None:
    """What was forgotten fits more worlds than those in which it happened."""
    fleeting = with_fields(TINY, secrecy=Secrecy(fleeting=("Stopped",)))
    states = [from_json(world, State) for worlds in layers(Run(GAME, fleeting)) for world in worlds]
    assert not any(hand.has_stopped and hand.size < 2 for state in states for hand in state.hands)
