"""`sample_state`: the worlds it imagines fit what the seat knows, and are as likely as the deal makes them.

Samplers here only ever get what a seat knows after a trip through JSON: what is smuggled past the view's own fields
does not arrive.

The exact odds. From the start of a tiny scenario all deals are walked through at once, each with its exact weight.
Where all of them wait for the same seats, any one of these is taken (so that each is at times the one who does not know
what others have chosen), and what it chooses is done in all. Where they do not go the same way, those go on that look
alike to whoever looks on: to a seat the others are no longer possible.

  - A choice that is legal in all depends on nothing hidden, so it says nothing about it, and the weights stay exact.
  - Where no choice is legal in all, one is taken that is legal in some: whoever sees it learns that it could be made,
    and no more. The worlds in which it is illegal are ruled out, the others keep their weights.
  - A choice that stays hidden from somebody is any legal one, all alike.

With pieces that are alike there are two honest readings of "no more". Of two hands with a T in them, one of which has
three, a T comes as likely as not from either if a kind is chosen, and more often from that with three if a card is. So
such a choice may be as likely as one likes by what its seat knew (its grounds), and the odds are exact among the worlds
in which it knew the same: for the seat itself these are all.

The walk ends when the match is over in all worlds, where who is asked is hidden, at a secret choice that is built of
parts, and where all that can be chosen is told by an event that no view keeps. After each step the worlds are grouped
by what a seat knows; inside a group the weights are the exact odds that `sample_state` has to meet, by a chi-square
test over many samples. It has to reach every world of the group, and no other.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import chain
from typing import Any, NamedTuple

from touchwood.core.chance import odds, total_weight
from touchwood.core.game import CHANCE, OVER
from touchwood.core.seats import SPECTATOR, Seat
from touchwood.core.values import canonical_json, from_json, sha256, type_name
from touchwood.testing.chi_square import chance_of_more
from touchwood.testing.nonconformance import Nonconformance
from touchwood.testing.run import Position, Run, some_actions

CHECK = "samples"

_POSITIONS = 80
_SAMPLES_A_POSITION = 2
_WORLDS_AT_MOST = 30_000
_OUTCOMES_AT_MOST = 10_000
"""More outcomes of one draw than this end the walk."""
_LAYERS_AT_MOST = 16
_GROUPS_A_SEAT = 3
_LATE = 10
"""From this layer on one group a seat is enough: much of it is another round of what was looked at closely."""
_SAMPLES_AT_MOST = 20_000
_EXPECTED_AT_LEAST = 20
"""Samples expected of the rarest world of a group: it stays away by bad luck once in e^20 times."""
_SUSPICIOUS = 1e-5
"""A fair sampler looks this bad once in 100,000 tests; with seeds fixed it then always would, and never does."""

_CANDIDATES = 60
"""Choices looked at to find one that is legal in as many worlds as can be."""
_MORE_SAMPLES = 3
"""So many times as many where choices may make a world rarer than its weight."""


class World(NamedTuple):
    weight: Fraction
    grounds: frozenset[bytes] = frozenset({b""})
    """What the seats knew whose choices led here, where it may have mattered: one for each way that leads here."""


Worlds = Mapping[bytes, World]
"""Whole states, encoded, with their weights, which sum to 1."""


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


def uncertain_groups(run: Run) -> Iterator[tuple[int, Seat, Worlds]]:
    """For each seat the situations with most uncertainty, early and late ones alike."""
    for layer, worlds in enumerate(layers(run)):
        for seat in run.seats:
            for group in _most_uncertain(by_knowledge(run, worlds, seat))[: _GROUPS_A_SEAT if layer < _LATE else 1]:
                yield layer, seat, group


def layers(run: Run) -> Iterator[Worlds]:
    """All worlds after each step, as long as the same is done in all of them, or in all that look alike."""
    worlds: Worlds = {canonical_json(run.initial): World(Fraction(1))}
    for layer in range(_LAYERS_AT_MOST):
        after = _after_one_step(run, worlds, layer)
        if after is None:
            return
        if len(after) > _WORLDS_AT_MOST:
            rule = "a tiny scenario can be walked through"
            raise Nonconformance(CHECK, "too large", rule, run.place(), worlds=len(after))
        worlds = after
        yield worlds


def _after_one_step(run: Run, worlds: Worlds, layer: int) -> Worlds | None:
    """None where the walk ends."""
    states = {encoded: from_json(encoded, run.game.state_type) for encoded in worlds}
    if (after := _after_the_same_in_all(run, states, worlds, layer)) is not None:
        return after
    alike = _alike_to_onlookers(run, states)
    if (after := _after_the_same_in_all(run, alike, worlds, layer)) is not None:
        return after
    return _after_the_same_in_all(run, alike, worlds, layer, is_legal_in_all=False)


def _after_the_same_in_all(
    run: Run, states: Mapping[bytes, Any], worlds: Worlds, layer: int, *, is_legal_in_all: bool = True
) -> Worlds | None:
    waits = {run.game.waiting_for(state) for state in states.values()}
    if waits == {CHANCE}:
        return _let_chance_fall(run, states, worlds)
    if len(waits) != 1 or not isinstance(waiting := next(iter(waits)), tuple):
        return None
    seat = run.rng("who", layer).choice(waiting)
    return _choose(run, states, worlds, seat, is_legal_in_all=is_legal_in_all)


def _alike_to_onlookers(run: Run, states: Mapping[bytes, Any]) -> Mapping[bytes, Any]:
    """The most worlds that go on, wait for the same and look alike to a spectator, and so to no seat like any other."""
    classes: dict[bytes, dict[bytes, Any]] = {}
    for encoded, state in states.items():
        classes.setdefault(canonical_json(run.game.view(state, SPECTATOR)), {})[encoded] = state
    going_on = [each for each in classes.values() if OVER not in {*map(run.game.waiting_for, each.values())}]
    return max(going_on, key=len, default={})


def merged(parts: Iterable[tuple[bytes, World]]) -> dict[bytes, World]:
    """Each world with what it weighs in all, as shares of 1."""
    worlds: dict[bytes, World] = {}
    for encoded, (weight, grounds) in parts:
        before = worlds.get(encoded, World(Fraction(0), frozenset()))
        worlds[encoded] = World(before.weight + weight, before.grounds | grounds)
    return _as_shares(worlds)


def _as_shares(worlds: Worlds) -> dict[bytes, World]:
    total = sum(world.weight for world in worlds.values())
    return {encoded: World(weight / total, grounds) for encoded, (weight, grounds) in worlds.items()}


def _let_chance_fall(run: Run, states: Mapping[bytes, Any], worlds: Worlds) -> Worlds | None:
    """None for a quantity as good as continuous: its game tests its sampler by its own means."""
    chances = {encoded: run.game.chance(state) for encoded, state in states.items()}
    if any(total_weight(chance) > _OUTCOMES_AT_MOST for chance in chances.values()):
        return None
    return merged(
        (
            canonical_json(run.game.apply_chance(states[encoded], outcome).state),
            worlds[encoded]._replace(weight=worlds[encoded].weight * weight / total_weight(chance)),
        )
        for encoded, chance in chances.items()
        for outcome, weight in odds(chance)
    )


# -- Choosing ---------------------------------------------------------------------------------------------------------


def _choose(
    run: Run, states: Mapping[bytes, Any], worlds: Worlds, seat: Seat, *, is_legal_in_all: bool
) -> Worlds | None:
    """What a seat chooses that all worlds wait for; None where it has no such choice."""
    legal = {encoded: [*dict.fromkeys(run.game.legal_actions(state, seat))] for encoded, state in states.items()}
    telling = states[max(legal, key=lambda encoded: len(legal[encoded]))]
    if _is_hidden(run, telling, seat):
        if any(builder.is_offered(run.game.view(telling, seat)) for builder in run.game.builders):
            return None
        return _choose_in_secret(run, states, worlds, seat, legal)
    rng = run.rng("odds", len(states))
    candidates = [*dict.fromkeys([*some_actions(run, telling, seat, rng), *chain(*legal.values())])]
    able = {
        action: [encoded for encoded, state in states.items() if run.game.why_illegal(state, seat, action) is None]
        for action in rng.sample(candidates, min(_CANDIDATES, len(candidates)))
    }
    best_first = sorted(able, key=lambda action: len(able[action]), reverse=True)
    chosen = next((action for action in best_first if not _is_forgotten(run, states, able[action], seat, action)), None)
    if chosen is None or len(able[chosen]) < (len(states) if is_legal_in_all else 1):
        return None
    of_its_kind = [able[action] for action in able if type(action) is type(chosen)]
    may_tell = _are_pieces_alike(run) and any(len(each) < len(states) for each in of_its_kind)
    return merged(
        (
            canonical_json(run.game.apply(states[encoded], seat, chosen).state),
            _on_its_grounds(run, worlds[encoded], states[encoded], seat) if may_tell else worlds[encoded],
        )
        for encoded in able[chosen]
    )


def _choose_in_secret(
    run: Run, states: Mapping[bytes, Any], worlds: Worlds, seat: Seat, legal: Mapping[bytes, list[Any]]
) -> Worlds:
    return merged(
        (
            canonical_json(run.game.apply(states[encoded], seat, action).state),
            worlds[encoded]._replace(weight=worlds[encoded].weight / len(actions)),
        )
        for encoded, actions in legal.items()
        for action in actions
    )


def _is_hidden(run: Run, state: Any, seat: Seat) -> bool:
    """Whether some other seat cannot tell the seat's choices apart."""
    actions = dict.fromkeys(some_actions(run, state, seat, run.rng("is hidden")))
    after = [run.game.apply(state, seat, action).state for action in actions]
    others = [other for other in run.seats if other != seat]
    return any(
        len({canonical_json(run.game.knowledge(each, other)) for each in after}) < len(after) for other in others
    )


def _is_forgotten(run: Run, states: Mapping[bytes, Any], able: list[bytes], seat: Seat, action: Any) -> bool:
    """A view that does not show what was done fits more worlds than those in which it was."""
    return bool(run.secrecy.fleeting) and any(
        type_name(told.event) in run.secrecy.fleeting
        for encoded in able
        for told in run.game.apply(states[encoded], seat, action).events
    )


def _are_pieces_alike(run: Run) -> bool:
    return any(count > 1 for count in run.game.pieces(run.initial).values())


def _on_its_grounds(run: Run, world: World, state: Any, seat: Seat) -> World:
    known = canonical_json(run.game.knowledge(state, seat))
    return world._replace(grounds=frozenset(sha256(before, known) for before in world.grounds))


# -- What a seat has to imagine ---------------------------------------------------------------------------------------


def by_knowledge(run: Run, worlds: Worlds, seat: Seat) -> list[Worlds]:
    """The worlds a seat cannot tell apart, with their exact odds for that seat."""
    groups: dict[bytes, dict[bytes, World]] = {}
    for encoded, world in worlds.items():
        known = canonical_json(run.game.knowledge(from_json(encoded, run.game.state_type), seat))
        groups.setdefault(known, {})[encoded] = world
    return [_as_shares(group) for group in groups.values()]


def _most_uncertain(groups: list[Worlds]) -> list[Worlds]:
    testable = [group for group in groups if len(group) > 1 and samples_needed(group) <= _SAMPLES_AT_MOST]
    return sorted(testable, key=len, reverse=True)


def check_group(run: Run, seat: Seat, group: Worlds, layer: int) -> None:
    game = run.game
    knowledge = knowledge_of_group(run, seat, group)
    rng = run.rng("odds", layer, seat, knowledge)
    # The view is decoded anew for every sample: a sampler must not lean on the one it has seen before.
    samples = (
        canonical_json(game.sample_state(from_json(knowledge, game.view_type), rng))
        for _ in range(samples_needed(group))
    )
    require_odds(run, seat, from_json(knowledge, game.view_type), group, samples)


def knowledge_of_group(run: Run, seat: Seat, group: Worlds) -> bytes:
    """What the seat knows, the same in all worlds of the group."""
    return canonical_json(run.game.knowledge(from_json(next(iter(group)), run.game.state_type), seat))


def samples_needed(group: Worlds) -> int:
    enough = int(_EXPECTED_AT_LEAST / min(world.weight for world in group.values())) + 1
    return enough if len(_on_the_same_grounds(group)) == 1 else _MORE_SAMPLES * enough


def _on_the_same_grounds(group: Worlds) -> list[list[bytes]]:
    """The worlds among which the odds are exact. One that may have come about on several grounds is alone."""
    parts: dict[Any, list[bytes]] = {}
    for encoded, world in group.items():
        parts.setdefault(world.grounds if len(world.grounds) == 1 else encoded, []).append(encoded)
    return list(parts.values())


def _expected(group: Worlds, seen: Mapping[bytes, int]) -> dict[bytes, float]:
    """How often each world should have come, given how often those on the same grounds came together."""
    expected: dict[bytes, float] = {}
    for part in _on_the_same_grounds(group):
        count, weight = sum(seen[world] for world in part), sum(group[world].weight for world in part)
        expected |= {world: float(count * group[world].weight / weight) for world in part}
    return expected


def _waiting_in(run: Run, worlds: Iterable[bytes]) -> set[Any]:
    return {run.game.waiting_for(from_json(world, run.game.state_type)) for world in worlds}


def require_odds(run: Run, seat: Seat, view: Any, group: Worlds, samples: Iterable[bytes], check: str = CHECK) -> None:
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
    expected = _expected(group, seen)
    statistic = sum((seen[world] - often) ** 2 / often for world, often in expected.items())
    degrees = len(group) - len(_on_the_same_grounds(group))
    likelihood = chance_of_more(statistic, degrees=degrees) if degrees else 1.0
    if likelihood < _SUSPICIOUS:
        rule = "each world is sampled as often as the deal makes it likely"
        worst = max(group, key=lambda world: abs(seen[world] - expected[world]))
        facts = {
            "view": view,
            "chi_square": f"{statistic:.1f} with {degrees} degrees of freedom, p = {likelihood:.1e}",
            "worst": f"{seen[worst]} of {count} samples, expected {expected[worst]:.1f}",
            "world": repr(worst),
        }
        raise Nonconformance(check, "odds", rule, place, **facts)
