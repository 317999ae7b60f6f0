"""All checks, and the one call that runs them."""

from collections.abc import Callable, Iterable, Mapping
from functools import wraps

from touchwood.core.game import AnyGame
from touchwood.testing import (
    builders,
    catalogues,
    codecs,
    encodings,
    general_screen,
    kernels,
    legality,
    matches,
    samples,
    secrets,
    states,
)
from touchwood.testing.nonconformance import Nonconformance
from touchwood.testing.run import Run
from touchwood.testing.scenarios import Plan, Scenario, Secrecy, default_scenarios, require_events

Check = Callable[[Run], None]


def _saying_what_was_raised(check: Check) -> Check:
    """An error inside a game is a breach too, and is named with the scenario it happened in."""

    @wraps(check)
    def checked(run: Run) -> None:
        __tracebackhide__ = True
        try:
            check(run)
        except Nonconformance as breach:
            # What it says is all there is to know: how the suite came upon it is not the author's to read.
            raise breach.with_traceback(None) from None
        except Exception as error:
            rule = "the functions of the contract answer, they do not raise"
            name = check.__name__.removeprefix("check_")
            raise Nonconformance(name, "raised", rule, run.place(), error=repr(error)) from error

    return checked


CHECKS: Mapping[str, Check] = {
    check.__name__.removeprefix("check_"): _saying_what_was_raised(check)
    for check in (
        legality.check_legality,
        builders.check_builders,
        states.check_states_never_change,
        states.check_functions_are_pure,
        states.check_pieces,
        states.check_json,
        states.check_chance,
        codecs.check_kinds,
        codecs.check_numbers,
        codecs.check_text,
        catalogues.check_catalogues,
        catalogues.check_refusals,
        catalogues.check_events,
        general_screen.check_screen_words,
        general_screen.check_status,
        matches.check_options,
        matches.check_ends,
        matches.check_points,
        matches.check_defaults,
        matches.check_replay,
        samples.check_samples_fit,
        samples.check_exact_odds,
        secrets.check_secrets,
        encodings.check_encodings,
        kernels.check_twin,
        kernels.check_twin_odds,
    )
}
"""Every check by its name. Each raises `Nonconformance` where the run's game breaks the contract."""


def runs_of(game: AnyGame, plan: Plan | None = None) -> tuple[Run, ...]:
    """A game at every number of players, and under the scenarios of its plan."""
    plan = plan or Plan()
    require_events(game, plan)
    return tuple(Run(game, scenario, plan.secrecy) for scenario in (*default_scenarios(game), *plan.scenarios))


def check_game(
    game: AnyGame, *scenarios: Scenario, secrecy: Secrecy | None = None, only: Iterable[str] = CHECKS
) -> None:
    """Put a game to all checks under these scenarios (none given: every number of players, options as they come)."""
    require_events(game, Plan(secrecy=secrecy or Secrecy(), scenarios=scenarios))
    for scenario in scenarios or default_scenarios(game):
        run = Run(game, scenario, secrecy or Secrecy())
        for name in only:
            CHECKS[name](run)
