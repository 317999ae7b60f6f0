"""The suite itself: an honest toy passes, and every bent one fails at its place."""

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from tests.testing import bent_pebbles as bent
from tests.testing import leaky_pebbles as leaky
from touchwood.core.game import AnyGame
from touchwood.core.seats import Seat
from touchwood.core.values import canonical_json
from touchwood.testing import CHECKS, Nonconformance, Run, Secrecy, check_game, runs_of
from touchwood.testing.legality import check_legality
from touchwood.testing.samples import World, require_odds
from touchwood.testing.secrets import Tally, compare_worlds, require_enough
from touchwood.testing.toys.pebbles import GAME, PLAN


@pytest.mark.parametrize("check", CHECKS.values(), ids=CHECKS)
@pytest.mark.parametrize("run", runs_of(GAME, PLAN), ids=str)
def test_honest_toy_passes(run: Run, check: Any) -> None:
    check(run)


def places_found(game: AnyGame) -> set[str]:
    """Where the suite finds fault with a game: all checks, each on its own."""
    found: set[str] = set()
    for scenario in PLAN.scenarios:
        run = Run(game, scenario, PLAN.secrecy)
        for check in CHECKS.values():
            try:
                check(run)
            except Nonconformance as breach:
                found.add(f"{breach.check}/{breach.subject}")
    return found


LEAKS = [
    # Honest samples do not fit a view that shows too much; if the sampler plays along only the secrets tell.
    (leaky.view_shows_sealed_picks, {"secrets/view", "samples/fit", "samples/impossible"}),
    (leaky.view_and_sampler_agree_on_sealed_picks, {"secrets/view"}),
    (leaky.event_tells_where_others_point, {"secrets/events"}),
    (leaky.event_tells_what_others_draw, {"secrets/events"}),
    (leaky.event_depends_on_a_hidden_pebble, {"secrets/events"}),
    (leaky.refusal_counts_hidden_pebbles, {"secrets/refusals"}),
    (leaky.legal_actions_depend_on_hidden_pebbles, {"secrets/legal actions"}),
    # To one who reads every byte the sampler imagines what cannot be.
    (leaky.payload_is_longer_for_red, {"secrets/payload", "samples/impossible"}),
    # Who was never asked points at nothing, and that is read out: "The fingers: 0, None, 0."
    (leaky.only_red_is_asked_to_point, {"secrets/waiting", "catalogues/sentence"}),
    (leaky.red_is_asked_first, {"secrets/waiting"}),
    (leaky.default_action_remembers_the_truth, {"secrets/default action"}),
    (leaky.may_act_depends_on_hidden_pebbles, {"secrets/may_act", "legality/out of turn"}),
    # What differs to a spectator is taken for what everybody can tell apart.
    (leaky.spectators_see_fists, {"secrets/spectator view", "samples/impossible"}),
    (leaky.spectators_hear_what_is_drawn, {"secrets/spectator events"}),
]

OTHER_BREACHES = [
    (bent.sampler_returns_the_truth, {"samples/odds", "secrets/vacuous"}),
    (bent.sampler_thinks_red_as_likely_as_blue, {"samples/odds"}),
    (bent.sampler_loses_a_pebble, {"samples/pieces", "samples/impossible"}),
    (bent.seats_that_have_not_drawn_are_not_counted, {"samples/seats"}),
    (bent.sampler_forgets_calls, {"samples/fit", "samples/impossible", "secrets/view"}),
    (
        # Once states change under everybody's hands nothing holds any more; but this is said as well.
        bent.calling_changes_the_old_state,
        {
            "states/mutation",
            "states/purity",
            "matches/replay state",
            "secrets/raised",
            "exact_odds/raised",
        },
    ),
    (bent.looking_changes_the_state, {"states/mutation", "states/purity", "matches/replay view", "secrets/view"}),
    (bent.event_holds_a_float, {"states/float"}),
    (bent.a_pebble_rolls_off_the_table, {"states/pieces", "samples/pieces", "samples/impossible"}),
    (bent.red_cannot_be_drawn_last, {"states/chance", "replay/raised", "exact_odds/raised"}),
    (bent.an_event_is_not_declared, {"states/json", "catalogues/event"}),
    (bent.every_second_call_is_told_twice, {"matches/replay events", "states/purity", "secrets/events"}),
    (bent.the_last_pile_cannot_be_pointed_at, {"legality/act", "replay/raised", "exact_odds/raised"}),
    (bent.nobody_can_point_anew, {"legality/act", "replay/raised", "secrets/raised"}),
    (bent.what_is_refused_is_listed, {"legality/legal_actions", "replay/raised", "exact_odds/raised"}),
    (bent.a_legal_action_is_not_listed, {"legality/legal_actions", "legality/stuck"}),
    (
        bent.why_illegal_raises,
        {"legality/why_illegal", "states_never_change/raised", "refusals/raised", "secrets/raised"},
    ),
    (bent.acts_out_of_turn, {"legality/out of turn"}),
    (bent.refusal_names_no_rule, {"catalogues/rule number"}),
    (bent.refusal_has_no_sentence, {"catalogues/refusal"}),
    (bent.default_action_is_illegal, {"matches/default_action"}),
    (bent.win_is_shared_out_twice, {"matches/returns"}),
    (bent.one_seat_has_no_points, {"matches/points"}),
    (bent.picture_fails_for_spectators, {"catalogues/picture"}),
    (bent.match_is_longer_than_said, {"matches/longest"}),
    (bent.text_does_not_say_which_pile, {"codecs/text"}),
    (bent.a_kind_of_action_is_in_no_list, {"codecs/kinds"}),
    (bent.an_action_has_two_numbers, {"codecs/numbers"}),
    (bent.builder_leads_nowhere, {"builders/choices"}),
    (bent.builder_finishes_too_early, {"builders/finish"}),
    (bent.builder_finishes_what_was_not_begun, {"builders/empty"}),
]


def names_of(breaches: list[tuple[AnyGame, set[str]]]) -> list[str]:
    """What is wrong with each, as the toys' modules call it."""
    names = {id(game): name for module in (leaky, bent) for name, game in vars(module).items()}
    return [names[id(game)] for game, _ in breaches]


@pytest.mark.parametrize(("game", "places"), LEAKS, ids=names_of(LEAKS))
def test_leaky_toy_is_caught_at_its_place(game: AnyGame, places: set[str]) -> None:
    assert places_found(game) == places


@pytest.mark.parametrize(("game", "places"), OTHER_BREACHES, ids=names_of(OTHER_BREACHES))
def test_bent_toy_is_caught_at_its_place(game: AnyGame, places: set[str]) -> None:
    assert places_found(game) == places


def test_no_bent_toy_is_left_out() -> None:
    made = {id(game) for module in (leaky, bent) for game in vars(module).values() if type(game) is type(GAME)}
    tried = {id(game) for game, _ in (*LEAKS, *OTHER_BREACHES)} | {id(bent.options_are_bad_for_three), id(GAME)}
    assert made == tried


def test_what_is_said_begins_with_the_author_and_tells_what_to_do() -> None:
    """Sealed picks are shown, and the plan does not say so."""
    with pytest.raises(Nonconformance) as caught:
        check_game(GAME, secrecy=Secrecy(), only=["secrets"])
    assert '"secrecy": {"shown_by": ["PicksShown"]}' in str(caught.value)
    with pytest.raises(Nonconformance, match=r'"fleeting": \["PebbleDrawn"\]'):
        check_game(leaky.event_tells_what_others_draw, secrecy=PLAN.secrecy, only=["secrets"])
    with pytest.raises(Nonconformance, match="an event tells it"):
        check_game(leaky.view_and_sampler_agree_on_sealed_picks, secrecy=PLAN.secrecy, only=["secrets"])
    frames = [entry for entry in caught.traceback if not entry.ishidden(None)]
    assert {Path(entry.path).name for entry in frames} == {Path(__file__).name, "suite.py"}


def test_a_sampler_that_cannot_tell_who_has_chosen_is_told_that_the_view_must_show_it() -> None:
    run = Run(GAME, PLAN.scenarios[0], PLAN.secrecy)
    states = [position.state for match in run.matches for position in match]
    state = next(state for state in states if any(state.picks) and state.fists != state.fists[::-1])
    nobody_has = replace(state, picks=(None,) * len(state.picks))
    view = GAME.view(state, Seat(0))
    for stranger, is_told in ((nobody_has, True), (replace(state, fists=state.fists[::-1]), False)):
        with pytest.raises(Nonconformance) as caught:
            require_odds(run, Seat(0), view, {canonical_json(state): World(Fraction(1))}, [canonical_json(stranger)])
        assert ("a view that shows who has chosen" in str(caught.value)) == is_told


def test_options_must_be_good_at_every_player_count() -> None:
    with pytest.raises(Nonconformance) as caught:
        CHECKS["options"](Run(bent.options_are_bad_for_three, PLAN.scenarios[0]))
    assert (caught.value.check, caught.value.subject) == ("matches", "options")


# -- The secrets check is not vacuous ---------------------------------------------------------------------------------


def test_secrets_check_compares_worlds_that_differ() -> None:
    tally = compare_worlds(Run(GAME, PLAN.scenarios[1], PLAN.secrecy), positions=60)
    assert tally.imagined > 30
    assert tally.compared > 100
    assert tally.followed > 100
    assert tally.by_choice > 100


def test_where_the_second_choice_opens_both_the_same_choice_in_both_worlds_is_enough() -> None:
    """Two players, no deal, one sealed choice each: no move leaves the worlds apart."""
    run, tally = Run(GAME, PLAN.scenarios[1], PLAN.secrecy), Tally(positions=36, worlds=42, imagined=18, compared=18)
    with pytest.raises(Nonconformance, match="vacuous"):
        require_enough(run, tally, 36)
    tally.by_choice = 18
    require_enough(run, tally, 36)


def test_a_game_with_secrets_cannot_say_it_has_none() -> None:
    with pytest.raises(Nonconformance) as caught:
        check_game(GAME, PLAN.scenarios[1], secrecy=Secrecy(has_secrets=False))
    assert (caught.value.check, caught.value.subject) == ("samples", "open")


def test_what_nobody_chose_in_a_match_is_done_too_and_a_breach_says_where_it_is() -> None:
    run = Run(bent.nobody_can_point_anew, PLAN.scenarios[1])
    vars(run)["matches"] = Run(GAME, PLAN.scenarios[1]).matches  # as the honest game was played
    with pytest.raises(Nonconformance) as caught:
        check_legality(run)
    place, text = caught.value.place, str(caught.value)
    assert place.scenario == "many short matches"
    assert place.viewer is not None
    assert "act does all that why_illegal does not refuse" in text
    assert f"match {place.match}, after entry {place.entry}, seat {place.viewer}" in text
    assert '"type":"Point"' in text
