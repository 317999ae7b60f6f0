"""Between two players: picks and cuts weighed by the solved round (`bots/duel.py`)."""

from touchwood.core.seats import Seat
from touchwood.games.point_a_pile.actions import Action, LayOut, SplitPile
from touchwood.games.point_a_pile.bots import pick
from touchwood.games.point_a_pile.bots.duel import Duel, Piles, weighed
from touchwood.games.point_a_pile.review.choices import (
    Choice,
    Mix,
    Option,
    best_of,
    chosen,
    erring,
    places_of,
    points_of_hope,
)
from touchwood.games.point_a_pile.rules.judging import known_fouls
from touchwood.games.point_a_pile.rules.round import laying_of
from touchwood.games.point_a_pile.state import Finger


def pick_in_duel(duel: Duel, seat: Seat, action: Action, shown: Finger | None) -> Choice:
    """`shown` is the finger of the other, where it is seen (7.7)."""
    places, other, pointing = places_of(duel.state), Seat(1 - seat), duel.pointing_now()
    if shown in places:
        return chosen(action, [picks_against(duel, seat, [float(place == shown) for place in places])])
    mix = pointing.mix_of(other)
    return chosen(action, [picks_against(duel, seat, each) for each in (mix, erring(mix, range(len(mix))))])


def picks_against(duel: Duel, seat: Seat, mix: Mix) -> list[Option]:
    outcomes, places, scale = duel.pointing_now().outcomes, places_of(duel.state), points_of_hope(duel.state.options)
    fouls = {foul.finger for foul in known_fouls(duel.state, seat)}
    options = []
    for number, place in enumerate(places):
        answers = outcomes[number] if seat == 0 else [row[number] for row in outcomes]
        hopes = weighed(list(zip(mix, answers, strict=True)))
        options.append(
            Option(
                pick(place),
                own=scale * hopes[seat],
                others=scale * hopes[1 - seat],
                at_best=scale * max([answer[seat] for answer in answers]),
                alone=1.0 - mix[number],
                is_foul=place in fouls,
            )
        )
    return options


def cut_in_duel(duel: Duel, action: LayOut | SplitPile) -> Choice | None:
    """None: there is one way to cut. Afterwards both point at their best."""
    state, seat = duel.state, duel.state.headpointer
    scale = points_of_hope(state.options)

    def option(piles: Piles) -> Option:
        hopes = duel.pointing(piles, state.round.aside).hopes
        return Option(type(action)(piles), scale * hopes[seat], scale * hopes[1 - seat])

    cuts = duel.cuts(laying_of(state))
    if len(cuts) == 1:
        return None
    # The order below the top makes no difference, so what was done need not be among the cuts.
    options, done = [option(piles) for piles in cuts], option(action.piles)
    return Choice(options, done, max(0.0, best_of(options).lead - done.lead))
