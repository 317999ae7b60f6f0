"""The walk that all environments share: who is asked, for what, and what a seat gets to know of it."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from tests.envs.settings import EVERY, FEW, name_of, setup_for
from touchwood.core.builder import Builder
from touchwood.core.game import CHANCE, OVER, Step
from touchwood.core.refusals import InputError, Refused
from touchwood.core.seats import Seat
from touchwood.envs.node import Node, random_walk, start
from touchwood.envs.setup import Setup, setup_of
from touchwood.envs.together import Together, start_together
from touchwood.testing.toys.pebbles import GAME as PEBBLES

TINY_TAG = {"deck": {"T": 6, "A": 0, "G": 0, "TAG": 1, "Gool": 1, "Freeze": 0}, "stall_after": 1, "first": 0}


@pytest.mark.parametrize("setting", FEW, ids=name_of)
def test_walk_asks_one_seat_at_a_time_and_ends(setting: Any) -> None:
    setup = setup_for(setting)
    for seed in range(3):
        *nodes, last = random_walk(setup, Random(seed))
        assert last.is_over
        assert sum(last.rewards()) == 0 or setup.players == 1
        longest = setup.game.longest(setup.options, setup.players)
        awaited = [node for node in nodes if not node.is_interjecting and not node.parts]
        assert longest is None or len(awaited) <= longest
        for node in nodes:
            assert node.legal == sorted(set(node.legal)), "rising, each once, never empty"
            assert node.legal
            assert (setup.choices.skip in node.legal) == (node.is_interjecting and not node.parts)


@pytest.mark.parametrize("setting", FEW, ids=name_of)
def test_interjections_are_bounded_by_the_seats(setting: Any) -> None:
    setup = setup_for(setting)
    asked: list[Seat] = []
    for node in random_walk(setup, Random(1)):
        if node.is_interjecting and not node.parts and node.seat is not None:
            asked.append(node.seat)
        elif not node.is_interjecting:
            asked = []
        assert len(asked) == len(set(asked)), "once each between two awaited choices"


def test_crane_asks_its_audience_after_each_grab_and_not_without_interjections() -> None:
    def callers(**more: Any) -> int:
        setup = setup_of("tactile_crane", players=3, **more)
        return sum(node.is_interjecting for node in random_walk(setup, Random(2)))

    assert callers() > 20
    assert callers(interjections=False) == 0


def test_sealed_choice_is_made_once() -> None:
    """While fingers are awaited whoever has pointed may change it at a table; a walk does not ask again."""
    setup = setup_of("point_a_pile", players=4, options={"round_limit": 1})
    pointing = [node for node in random_walk(setup, Random(3)) if node.state.phase == "pointing"]
    assert pointing
    assert not any(node.is_interjecting for node in pointing)


def test_crane_by_fewer_pinches() -> None:
    fine, coarse = setup_of("tactile_crane"), setup_of("tactile_crane", coarse=True)
    assert (fine.choices.count, coarse.choices.count) == (1015, 35)
    *nodes, last = random_walk(coarse, Random(4))
    assert last.is_over
    assert {node.legal[-1] for node in nodes} <= set(range(35))


# -- The numbering --------------------------------------------------------------------------------------------------
def test_numbers_are_actions_then_parts_then_finish_then_pass() -> None:
    setup = setup_of("point_a_pile", players=2)
    choices = setup.choices
    texts = [choices.text(number) for number in range(choices.count)]
    assert texts[0] == "point 1"
    assert texts[-2:] == ["finish", "pass"]
    assert next(number for number, text in enumerate(texts) if text.startswith("layout: ")) == 5
    assert len(set(texts)) == len(texts)


@pytest.mark.parametrize("setting", FEW, ids=name_of)
def test_where_choices_name_seats_the_row_says_which_one_is_the_own(setting: Any) -> None:
    """Rows count seats from the viewer, choices by their numbers at the table: without it nobody could tell which of
    them is oneself."""
    setup = setup_for(setting)
    texts = {setup.choices.text(number) for number in range(setup.choices.count)}
    names_seats = bool(texts & {"give IT to 1", "trigger: player 1"})
    assert ("own seat" in [each.name for each in setup.slices]) == names_seats
    if names_seats:
        node, place = next(random_walk(setup, Random(1))), 0
        for each in setup.slices:
            if each.name == "own seat":
                assert [node.encoded(seat)[place] for seat in setup.seats] == list(setup.seats)
            place += each.size


def test_a_builder_that_is_whole_and_can_grow_is_finished_by_the_seat() -> None:
    """No shipped game has one: any number of stones from 1 to 3."""
    stones: Builder[Any, Any, Any, int] = Builder(
        name="stones",
        is_offered=lambda view: True,
        choices=lambda view, parts: [1] if len(parts) < 3 else [],
        finish=lambda view, parts: f"took {len(parts)}" if parts else None,
        text=str,
        numbered=lambda options, seats: [1],
    )
    game: Any = Took(stones)
    node = Node(Setup(game, None, 1, 1), "start", Seat(0))
    assert node.legal == [0]
    one = node.choose(0)
    assert (one.state, one.legal) == ("start", [0, 1])
    assert one.choose(1).state == "took 1"
    assert one.choose(0).choose(0).state == "took 3", "nothing can be added, so it is finished by itself"


class Took:
    """As much of a game as the test needs."""

    def __init__(self, builder: Any) -> None:
        self.builders = (builder,)
        self.codec = PEBBLES.codec.__class__(
            text=str, parse=str, numbered=lambda options, seats: (), shown=lambda legal: legal
        )

    def knowledge(self, state: str, seat: Seat) -> str:
        return state

    def legal_actions(self, state: str, seat: Seat) -> tuple[()]:
        return ()

    def waiting_for(self, state: str) -> Any:
        return (Seat(0),) if state == "start" else OVER

    def apply(self, state: str, seat: Seat, action: str) -> Any:
        return Step(action, ())


# -- Refusals -------------------------------------------------------------------------------------------------------
def test_a_wrong_number_is_refused_with_the_rule_and_the_node_stays() -> None:
    node = next(random_walk(setup_of("tag", players=3, options={"first": 0}), Random(1)))
    legal = node.legal
    forbidden = next(number for number in range(node.setup.choices.finish) if number not in legal)
    with pytest.raises(Refused) as refused:
        node.choose(forbidden)
    assert refused.value.refusal.rule
    for number, code in (
        (10_000, "no_such_choice"),
        (-1, "no_such_choice"),
        (node.setup.choices.skip, "choice_not_offered"),
    ):
        with pytest.raises(InputError) as wrong:
            node.choose(number)
        assert wrong.value.code == code
    assert node.choose(legal[0]).fallen(Random(1).randrange).legal


def first_laying() -> Node:
    return next(random_walk(setup_of("point_a_pile", players=2), Random(1)))


def number_called(node: Node, text: str) -> int:
    return next(number for number in range(node.setup.choices.count) if node.setup.choices.text(number) == text)


def test_parts_are_refused_by_the_rule_against_what_they_would_make() -> None:
    node = first_laying()
    card = node.setup.choices.text(node.legal[0])
    laid = node.choose(node.legal[0])
    pile = laid.choose(number_called(laid, "layout: pile 1"))
    for at, text, code in (
        (node, "point 1", "lay_out_now"),
        (laid, "layout: pile 2", None),
        (pile, card, "other_cards"),
        (pile, "point 1", "lay_out_now"),
        (pile, card.replace("layout", "split"), "lay_out_now"),
        (pile, "finish", None),
    ):
        error = at.why_not(number_called(at, text))
        assert (error.refusal.code if isinstance(error, Refused) else None) == code, text


@pytest.mark.parametrize("setting", FEW, ids=name_of)
def test_whatever_is_not_offered_is_refused_and_what_is_an_action_by_a_rule(setting: Any) -> None:
    setup = setup_for(setting)
    choices = setup.choices
    for node in list(random_walk(setup, Random(2)))[:-1:7]:
        for number in set(range(choices.count)) - set(node.legal):
            error = node.why_not(number)
            assert isinstance(error, Refused) or choices.action(number) is None or node.parts


def test_a_choice_when_nobody_is_asked() -> None:
    with pytest.raises(InputError, match="nobody_is_asked"):
        start(setup_of("tag")).choose(0)


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"game": "chess"}, "unknown_game"),
        ({"game": "tag", "players": 7}, "bad_player_count"),
        ({"game": "tag", "options": {"weather": 1}}, "unknown_option"),
        ({"game": "tag", "options": {"stall_after": "often"}}, "bad_option"),
        ({"game": "tag", "version": 99}, "unknown_rules_version"),
        ({"game": "tag", "version": "new"}, "not_a_number"),
        ({"game": "tag", "players": 2.5}, "not_a_number"),
        ({"game": "tag", "options": ["stall_after"]}, "bad_option"),
        ({"game": 5}, "unknown_game"),
    ],
)
def test_bad_setups_say_what_is_wrong(given: Any, code: str) -> None:
    with pytest.raises(InputError) as wrong:
        setup_of(**given)
    assert wrong.value.code == code


# -- What a seat knows ----------------------------------------------------------------------------------------------
@pytest.mark.soak
@pytest.mark.parametrize("setting", EVERY, ids=name_of)
def test_worlds_a_seat_cannot_tell_apart_look_the_same(setting: Any) -> None:
    """Row, text, log, and what may be chosen: the same in the truth and in an imagined world."""
    setup = setup_for(setting)
    nodes = list(random_walk(setup, Random(5)))
    differing = 0
    for node in nodes[:: max(1, len(nodes) // 25)]:
        for seat in setup.seats:
            other = node.imagined(seat, Random(6))
            differing += other.state != node.state
            assert other.encoded(seat) == node.encoded(seat)
            assert other.observation_text(seat) == node.observation_text(seat)
            assert other.log(seat) == node.log(seat)
            if seat == node.seat:
                assert other.legal == node.legal
    assert differing or setup.game.name == "cant_touch_this", "worlds that are the same prove nothing"


@pytest.mark.soak
@pytest.mark.parametrize("setting", EVERY, ids=name_of)
def test_nor_can_they_be_told_apart_where_seats_choose_together(setting: Any) -> None:
    """As a seat of a parallel environment or of a simultaneous game sees them."""
    setup, rng = setup_for(setting), Random(5)
    together, walked = start_together(setup).fallen(rng.randrange), list[Together]()
    while not together.node.is_over:
        walked.append(together)
        numbers = {seat: rng.choice(together.legal(seat)) for seat in setup.seats}
        together = together.choose(numbers).fallen(rng.randrange)
    for now in walked[:: max(1, len(walked) // 20)]:
        for seat in setup.seats:
            other = replace(now, node=now.node.imagined(seat, Random(6)))
            assert other.encoded(seat) == now.encoded(seat)
            assert other.observation_text(seat) == now.observation_text(seat)
            assert other.log(seat) == now.log(seat)
            assert other.legal(seat) == now.legal(seat)


def test_the_log_of_a_seat_decides_all_it_is_given() -> None:
    """Perfect recall: over many matches of a tiny game the same log always comes with the same choices, the same row
    and the same text."""
    for name, options in (
        ("tag", TINY_TAG),
        ("point_a_pile", {"deck": ["B01", "B02", "B03", "B04"], "round_limit": 2}),
    ):
        setup = setup_of(name, players=2, options=options)
        given: dict[tuple[Seat, str], Any] = {}
        met = 0
        for seed in range(60):
            for node in random_walk(setup, Random(seed)):
                if node.seat is None:
                    continue
                key = (node.seat, node.log(node.seat))
                now = (node.legal, node.encoded(node.seat), node.observation_text(node.seat))
                met += key in given
                assert given.setdefault(key, now) == now
        assert met > 50, "logs that are met once prove nothing"


def test_a_log_has_own_choices_and_what_was_heard_only() -> None:
    setup = setup_of("tag", players=2, options=TINY_TAG)
    *_, last = random_walk(setup, Random(7))
    mine, theirs = last.log(Seat(0)), last.log(Seat(1))
    assert mine != theirs
    own = [line for line in mine.splitlines() if line.startswith("> ")]
    assert own
    drawn = [line for line in mine.splitlines() if '"CardDrawn"' in line and '"kind":"' in line]
    assert all('"seat":0' in line for line in drawn), "which card another drew is not heard"


def test_old_nodes_stay_as_they_were() -> None:
    setup = setup_of("tactile_crane", players=2)
    nodes = list(random_walk(setup, Random(8)))[:40]
    before = [(node.legal, node.state) for node in nodes]
    for node in nodes[:-1]:
        node.choose(node.legal[-1])
    assert [(node.legal, node.state) for node in nodes] == before


def test_chance_has_to_fall_before_anybody_is_asked() -> None:
    node = start(setup_of("tag"))
    assert node.awaits_chance
    assert node.setup.game.waiting_for(node.state) is CHANCE
    assert node.legal == []
