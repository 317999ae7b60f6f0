"""`sample_state`: the worlds it imagines fit what the seat knows, and are as likely as the deal makes them.

Samplers here only ever get what a seat knows after a trip through JSON: what is smuggled past the view's own fields
does not arrive.

The exact odds. From the start of a tiny scenario all deals are walked through at once, each with its exact weight.
Where all of them wait for the same seats, any one of these is taken (so that each is at times the one who does not know
what others have chosen), and if one action of it is legal in all, that is done in all: as it depends on nothing hidden,
it says nothing about it, and the weights stay exact. A choice that stays hidden from somebody is any legal one, all
alike. As soon as neither is possible the walk ends. After each step the worlds are grouped by what a
seat knows; inside a group the weights are the exact odds that `sample_state` has to meet, by a chi-square test over
many samples. It has to reach every world of the group, and no other.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from touchwood.core.chance import odds, total_weight
from touchwood.core.game import CHANCE
from touchwood.core.seats import Seat
from touchwood.core.values import canonical_json, from_json
from touchwood.testing.chi_square import chance_of_more
from touchwood.testing.nonconformance import Nonconformance
from touchwood.testing.run import Position, Run, some_actions

CHECK = "samples"

_POSITIONS = 80
_SAMPLES_A_POSITION = 2
_WORLDS_AT_MOST = 30_000
_OUTCOMES_AT_MOST = 10_000
"""More outcomes of one draw than this end the walk."""
_LAYERS_AT_MOST = 40
_GROUPS_A_SEAT = 3
_SAMPLES_AT_MOST = 20_000
_EXPECTED_AT_LEAST = 20
"""Samples expected of the rarest world of a group: it stays away by bad luck once in e^20 times."""
_SUSPICIOUS = 1e-5
"""A fair sampler looks this bad once in 100,000 tests; with seeds fixed it then always would, and never does."""

Worlds = Mapping[bytes, Fraction]
"""Whole states, encoded, with their weights."""


def sample(run: Run, knowledge: Any, *purpose: object) -> Any:
    """A world that fits what a seat knows, from nothing but the fields of its view."""
    return run.game.sample_state(from_json(canonical_json(knowledge), run.game.view_type), run.rng("sample", *purpose))


def check_samples_fit(run: Run) -> None:
    """What the seat knows in the sampled world is what it knows; no piece is lost in imagining."""
    for position in run.sampled_positions(_POSITIONS):
        for seat in run.seats:
            require_seats(run, position, seat)
            for number in range(_SAMPLES_A_POSITION):
                require_fit(run, position, seat, number)


def require_seats(run: Run, position: Position, seat: Seat) -> None:
    """Where they are not read off the view they are counted in a sample, which fits, or is found out."""
    if (seats_seen := run.game.seats_seen) is None:
        return
    counted = seats_seen(run.game.knowledge(position.state, seat))
    if counted != len(run.seats):
        rule = "a view tells how many seats the match has"
        raise Nonconformance(CHECK, "seats", rule, run.place(position, seat), truth=len(run.seats), counted=counted)


def require_fit(run: Run, position: Position, seat: Seat, number: int) -> None:
    game, place = run.game, run.place(position, seat)
    knowledge = game.knowledge(position.state, seat)
    imagined = sample(run, knowledge, position.match, position.entry, seat, number)
    if (fits := game.knowledge(imagined, seat)) != knowledge:
        rule = "a sampled state fits the view it was sampled from"
        raise Nonconformance(CHECK, "fit", rule, place, view=knowledge, view_of_sample=fits)
    if dict(game.pieces(imagined)) != dict(game.pieces(position.state)):
        rule = "a sampled state has all the pieces, each once"
        facts = {"truth": game.pieces(position.state), "sample": game.pieces(imagined)}
        raise Nonconformance(CHECK, "pieces", rule, place, **facts)
    if not run.secrecy.has_secrets and canonical_json(imagined) != position.encoded:
        rule = "with perfect information a view determines the state"
        raise Nonconformance(CHECK, "open", rule, place, truth=position.state, sample=imagined)


def check_exact_odds(run: Run) -> None:
    """Only for tiny scenarios; see the module's docstring."""
    if not run.scenario.is_tiny or not run.secrecy.has_secrets:
        return
    tested = 0
    for layer, seat, group in uncertain_groups(run):
        check_group(run, seat, group, layer)
        tested += 1
    if tested < (wanted := 2 * len(run.seats)):
        rule = "a tiny scenario leaves seats uncertain often enough; give it more to deal or to choose, or another seed"
        raise Nonconformance(CHECK, "vacuous", rule, run.place(), situations=tested, wanted=wanted)


def uncertain_groups(run: Run) -> Iterator[tuple[int, Seat, dict[bytes, Fraction]]]:
    """For each seat the situations with most uncertainty, early and late ones alike."""
    for layer, worlds in enumerate(layers(run)):
        for seat in run.seats:
            for group in _most_uncertain(by_knowledge(run, worlds, seat)):
                yield layer, seat, group


def layers(run: Run) -> Iterator[Worlds]:
    """All worlds after each step, as long as the same is done in all of them."""
    game = run.game
    worlds: dict[bytes, Fraction] = {canonical_json(run.initial): Fraction(1)}
    for layer in range(_LAYERS_AT_MOST):
        states = {encoded: from_json(encoded, game.state_type) for encoded in worlds}
        waits = {game.waiting_for(state) for state in states.values()}
        if waits == {CHANCE}:
            if any(total_weight(game.chance(state)) > _OUTCOMES_AT_MOST for state in states.values()):
                return  # a quantity as good as continuous: its game tests its sampler by its own means
            worlds = _let_chance_fall(run, states, worlds)
        elif (choice := _choice_legal_in_all(run, states, waits, layer)) is not None:
            worlds = _choose(run, states, worlds, *choice)
        else:
            return
        if len(worlds) > _WORLDS_AT_MOST:
            rule = "a tiny scenario can be walked through"
            raise Nonconformance(CHECK, "too large", rule, run.place(), worlds=len(worlds))
        yield worlds


def _let_chance_fall(run: Run, states: Mapping[bytes, Any], worlds: Worlds) -> dict[bytes, Fraction]:
    after: dict[bytes, Fraction] = {}
    for encoded, state in states.items():
        chance = run.game.chance(state)
        share = worlds[encoded] / total_weight(chance)
        for outcome, weight in odds(chance):
            key = canonical_json(run.game.apply_chance(state, outcome).state)
            after[key] = after.get(key, Fraction(0)) + share * weight
    return after


def _choice_legal_in_all(
    run: Run, states: Mapping[bytes, Any], waits: set[Any], layer: int
) -> tuple[Seat, Any | None] | None:
    """A seat all worlds wait for and an action of it that is legal in all of them; None where there is none.

    In place of the action None: the choice stays hidden from somebody, so it is any legal one.
    """
    if len(waits) != 1 or not isinstance(waiting := next(iter(waits)), tuple):
        return None
    game, seat, some_state = run.game, run.rng("who", layer).choice(waiting), next(iter(states.values()))
    if _is_hidden(run, some_state, seat):
        can_build = any(builder.is_offered(game.view(some_state, seat)) for builder in game.builders)
        return None if can_build else (seat, None)
    rng = run.rng("odds", len(states))
    for action in rng.sample(candidates := some_actions(run, some_state, seat, rng), len(candidates)):
        if all(game.why_illegal(state, seat, action) is None for state in states.values()):
            return seat, action
    return None


def _is_hidden(run: Run, state: Any, seat: Seat) -> bool:
    """Whether some other seat cannot tell the seat's choices apart."""
    actions = dict.fromkeys(some_actions(run, state, seat, run.rng("is hidden")))
    after = [run.game.apply(state, seat, action).state for action in actions]
    others = [other for other in run.seats if other != seat]
    return any(
        len({canonical_json(run.game.knowledge(each, other)) for each in after}) < len(after) for other in others
    )


def _choose(
    run: Run, states: Mapping[bytes, Any], worlds: Worlds, seat: Seat, action: Any | None
) -> dict[bytes, Fraction]:
    after: dict[bytes, Fraction] = {}
    for encoded, state in states.items():
        actions = dict.fromkeys(run.game.legal_actions(state, seat) if action is None else [action])
        for each in actions:
            key = canonical_json(run.game.apply(state, seat, each).state)
            after[key] = after.get(key, Fraction(0)) + worlds[encoded] / len(actions)
    return after


def by_knowledge(run: Run, worlds: Worlds, seat: Seat) -> list[dict[bytes, Fraction]]:
    """The worlds a seat cannot tell apart, with their exact odds for that seat."""
    groups: dict[bytes, dict[bytes, Fraction]] = {}
    for encoded, weight in worlds.items():
        known = canonical_json(run.game.knowledge(from_json(encoded, run.game.state_type), seat))
        groups.setdefault(known, {})[encoded] = weight
    return [{world: weight / sum(group.values()) for world, weight in group.items()} for group in groups.values()]


def _most_uncertain(groups: list[dict[bytes, Fraction]]) -> list[dict[bytes, Fraction]]:
    testable = [
        group for group in groups if len(group) > 1 and min(group.values()) * _SAMPLES_AT_MOST >= _EXPECTED_AT_LEAST
    ]
    return sorted(testable, key=len, reverse=True)[:_GROUPS_A_SEAT]


def check_group(run: Run, seat: Seat, group: Mapping[bytes, Fraction], layer: int) -> None:
    game = run.game
    knowledge = knowledge_of_group(run, seat, group)
    rng = run.rng("odds", layer, seat, knowledge)
    # The view is decoded anew for every sample: a sampler must not lean on the one it has seen before.
    samples = (
        canonical_json(game.sample_state(from_json(knowledge, game.view_type), rng))
        for _ in range(samples_needed(group))
    )
    require_odds(run, seat, from_json(knowledge, game.view_type), group, samples)


def knowledge_of_group(run: Run, seat: Seat, group: Mapping[bytes, Fraction]) -> bytes:
    """What the seat knows, the same in all worlds of the group."""
    return canonical_json(run.game.knowledge(from_json(next(iter(group)), run.game.state_type), seat))


def samples_needed(group: Mapping[bytes, Fraction]) -> int:
    return int(_EXPECTED_AT_LEAST / min(group.values())) + 1


def _waiting_in(run: Run, worlds: Iterable[bytes]) -> set[Any]:
    return {run.game.waiting_for(from_json(world, run.game.state_type)) for world in worlds}


def require_odds(
    run: Run, seat: Seat, view: Any, group: Mapping[bytes, Fraction], samples: Iterable[bytes], check: str = CHECK
) -> None:
    """The samples are the worlds of the group, each as often as its odds make it likely."""
    place = run.place(viewer=seat)
    seen = Counter(samples)
    count = seen.total()
    if strangers := set(seen) - set(group):
        rule = "only what is possible is sampled"
        facts = {"view": view, "sampled": repr(min(strangers))}
        if _waiting_in(run, strangers).isdisjoint(_waiting_in(run, group)):
            facts["what_may_help"] = "a view that shows who has chosen already (what they chose stays hidden)"
        raise Nonconformance(check, "impossible", rule, place, **facts)
    if missed := set(group) - set(seen):
        rule = "every world that fits the view is sampled"
        facts = {"view": view, "worlds": len(group), "samples": count, "never_sampled": repr(min(missed))}
        raise Nonconformance(check, "odds", rule, place, **facts)
    statistic = sum((seen[world] - float(count * odd)) ** 2 / float(count * odd) for world, odd in group.items())
    likelihood = chance_of_more(statistic, degrees=len(group) - 1) if len(group) > 1 else 1.0
    if likelihood < _SUSPICIOUS:
        rule = "each world is sampled as often as the deal makes it likely"
        worst = max(group, key=lambda world: abs(seen[world] - float(count * group[world])))
        facts = {
            "view": view,
            "chi_square": f"{statistic:.1f} with {len(group) - 1} degrees of freedom, p = {likelihood:.1e}",
            "worst": f"{seen[worst]} of {count} samples, expected {float(count * group[worst]):.1f}",
            "world": repr(worst),
        }
        raise Nonconformance(check, "odds", rule, place, **facts)
