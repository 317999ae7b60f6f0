"""All games pass OpenSpiel's own tests, keep their secrets there, and players of both sides meet."""

import os
import runpy
from itertools import permutations
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pyspiel
import pytest
from open_spiel.python.algorithms import exploitability, generate_playthrough

import touchwood.envs.open_spiel
from touchwood.bots import find_player
from touchwood.core.chance import Shuffle, Uniform, WeightedChoice, is_possible
from touchwood.core.game import AnyGame
from touchwood.core.running import play_unrecorded
from touchwood.core.seats import Seat
from touchwood.core.versions import version_of
from touchwood.envs.chance_picks import next_weights, outcome_of
from touchwood.envs.open_spiel_bots import OddsOfOurs, OursInSpiel, SpielInOurs, information_set_search
from touchwood.envs.open_spiel_positions import OddsInPosition, Position
from touchwood.envs.whole import Whole, as_it_is
from touchwood.games.discovery import find_game, game_names
from touchwood.games.point_a_pile.actions import LayOut
from touchwood.testing.toys.pebbles import GAME as PEBBLES

EXAMPLES = Path(__file__).parents[2] / "examples"
TINY_TAG = (
    "touchwood_tag(options=deck.T:6;deck.A:0;deck.G:0;deck.TAG:1;deck.Gool:1;deck.Freeze:0;stall_after:1;first:0)"
)
GAMES = (
    TINY_TAG,
    "touchwood_tag(players=3,options=deck.T:4;deck.A:4;deck.G:4;deck.TAG:2;deck.Gool:2;deck.Freeze:1)",
    "touchwood_cant_touch_this",
    "touchwood_cant_touch_this(players=1)",
    "touchwood_cant_touch_this(options=card:random)",
    "touchwood_point_a_pile(players=3,options=round_limit:1)",
    "touchwood_point_a_pile(options=wait_a_minute:true;point_a_police:true;memory:true;round_limit:1)",
    "touchwood_tactile_crane(coarse=True)",
    "touchwood_tactile_crane(players=3,interjections=False)",
    "touchwood_cant_touch_this_simultaneous",
    "touchwood_point_a_pile_simultaneous(players=3,options=round_limit:1)",
    "touchwood_point_a_pile_simultaneous(options=wait_a_minute:true;point_a_police:true;round_limit:1)",
    "touchwood_tactile_crane_simultaneous(players=3,coarse=True)",
)


@pytest.mark.parametrize("name", GAMES)
def test_random_matches_with_serialisation(name: str, capfd: Any) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("kind", ["", "_simultaneous"])
def test_a_game_stays_on_its_version_of_the_rules_also_when_it_is_written_down(kind: str) -> None:
    newest = find_game("tag").newest_version
    for parameters, version in (("", newest), ("(rules_version=1)", 1), ("(players=3,rules_version=2)", 2)):
        game = pyspiel.load_game(f"touchwood_tag{kind}{parameters}")
        assert version_of(game.new_initial_state().node.state) == version
        assert f"rules_version={version}" in str(game)
        assert str(pyspiel.load_game(str(game))) == str(game)


def test_every_game_is_registered() -> None:
    names = {f"touchwood_{name}{kind}" for name in game_names() for kind in ("", "_simultaneous")}
    assert names <= set(pyspiel.registered_names())
    assert touchwood.envs.open_spiel.__doc__


def test_playthrough_generator_runs() -> None:
    text = generate_playthrough.playthrough(TINY_TAG, action_sequence=None, seed=1)
    assert "InformationStateString(0)" in text


def play(game: Any, players: Any, seed: int) -> Any:
    """To the end; `players` choose by the state, or any legal action at all."""
    rng, state = Random(seed), game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            assert sum(odd for _, odd in outcomes) == pytest.approx(1)
            number = rng.choices([each for each, _ in outcomes], [odd for _, odd in outcomes])[0]
        else:
            player = players.get(state.current_player())
            number = rng.choice(state.legal_actions()) if player is None else player.step(state)
        state.apply_action(number)
    return state


@pytest.mark.parametrize("name", GAMES[:2])
def test_a_resampled_state_looks_the_same_to_its_player(name: str) -> None:
    game, rng, differing = pyspiel.load_game(name), Random(1), 0
    state = game.new_initial_state()
    while not state.is_terminal():
        if not state.is_chance_node():
            for player in range(game.num_players()):
                other = state.resample_from_infostate(player, rng.random)
                differing += other.node.state != state.node.state
                assert other.observation_string(player) == state.observation_string(player)
                assert other.information_state_string(player) == state.information_state_string(player)
                assert other.observation_tensor(player) == state.observation_tensor(player)
                assert other.information_state_tensor(player) == state.information_state_tensor(player)
        state.apply_action(rng.choice(state.legal_actions()))
    assert differing


def test_tensors_of_information_states_differ_where_the_states_do() -> None:
    game, codes = pyspiel.load_game(TINY_TAG[:-1] + ",recall=40)"), dict[str, tuple[float, ...]]()
    for seed in range(8):
        rng, state = Random(seed), game.new_initial_state()
        while not state.is_terminal():
            if not state.is_chance_node():
                for player in range(game.num_players()):
                    text = state.information_state_string(player)
                    assert text.count("\n") < 40
                    code = tuple(state.information_state_tensor(player))
                    assert codes.setdefault(text, code) == code
            state.apply_action(rng.choice(state.legal_actions()))
    assert len(set(codes.values())) == len(codes) > 20


def test_players_who_heard_the_same_are_not_in_one_information_state() -> None:
    """Solvers of OpenSpiel keep all players' in one table."""
    game = pyspiel.load_game("touchwood_point_a_pile(players=3,options=round_limit:1;first:0)")
    state = play_some(game, 3)
    assert state.walk.log(Seat(1)) == state.walk.log(Seat(2)), "both saw the draw"
    assert state.information_state_string(1) != state.information_state_string(2)
    assert state.information_state_tensor(1) != state.information_state_tensor(2)


def test_of_a_long_log_the_newest_lines_are_kept() -> None:
    game = pyspiel.load_game(TINY_TAG[:-1] + ",recall=2)")
    state = play_some(game, 40)
    assert state.information_state_string(0).count("\n") > 2
    assert len(state.information_state_tensor(0)) == game.information_state_tensor_size() == 2 + 64
    assert state.information_state_tensor(1)[:2] == [0, 1]
    assert 0.0 not in state.information_state_tensor(0)[2:]
    with pytest.raises(pyspiel.SpielError, match="recall"):
        pyspiel.load_game("touchwood_tag(recall=0)")


def test_fingers_are_pointed_at_once_and_nobody_hears_of_them_before() -> None:
    game, rng = pyspiel.load_game("touchwood_point_a_pile_simultaneous(players=3,options=round_limit:1)"), Random(1)
    state, together = game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_simultaneous_node():
            legal = [state.legal_actions(player) for player in range(3)]
            assert all(legal), "who is not asked passes"
            together += sum(len(each) > 1 for each in legal) > 1
            state.apply_actions([rng.choice(each) for each in legal])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
    assert together
    assert sum(state.returns()) == pytest.approx(0)


def test_clone_goes_its_own_way() -> None:
    state = play_some(pyspiel.load_game(TINY_TAG), 30)
    before, clone = str(state), state.clone()
    clone.apply_action(clone.legal_actions()[0])
    assert str(state) == before != str(clone)


def play_some(game: Any, steps: int) -> Any:
    state, rng = game.new_initial_state(), Random(1)
    for _ in range(steps):
        if state.is_terminal():
            break
        last = state.clone()
        state.apply_action(rng.choice(state.legal_actions()))
    return last if state.is_terminal() else state


# -- Chance, draw by draw -------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("chance", "least"),
    [(WeightedChoice((2, 0, 3)), 2), (Uniform(6), 6), (Uniform(65_536), 250), (Shuffle(5), 100), (Uniform(1000), 200)],
)
def test_every_chance_falls_in_small_draws(chance: Any, least: int) -> None:
    rng = Random(1)
    seen = set()
    for _ in range(300):
        picks: tuple[int, ...] = ()
        while weights := next_weights(chance, picks):
            picks = (*picks, rng.choices(range(len(weights)), weights)[0])
        assert is_possible(chance, outcome_of(chance, picks))
        seen.add(outcome_of(chance, picks))
    assert len(seen) >= least


def test_a_quantile_is_two_draws_of_256_and_every_one_can_fall() -> None:
    chance = Uniform(65_536)
    assert len(next_weights(chance, ())) == len(next_weights(chance, (3,))) == 256
    assert {outcome_of(chance, (high, low)) for high in range(256) for low in range(256)} == set(range(65_536))


# -- Both sides -----------------------------------------------------------------------------------------------------
def test_both_sides_players_meet_at_open_spiels_table() -> None:
    game = pyspiel.load_game(TINY_TAG)
    players = {0: information_set_search(game, 1, simulations=10), 1: OursInSpiel(game, "simple")}
    assert sum(play(game, players, 1).returns()) == pytest.approx(0)


def test_our_bots_give_layouts_part_by_part() -> None:
    game = pyspiel.load_game("touchwood_point_a_pile(options=round_limit:1)")
    players = {0: OursInSpiel(game, "greedy"), 1: OursInSpiel(game, "random", seed=2)}
    assert sum(play(game, players, 2).returns()) == pytest.approx(0)


@pytest.mark.parametrize(
    ("game", "options"),
    [(find_game("tag"), {"stall_after": 1}), (find_game("point_a_pile"), {"round_limit": 1}), (PEBBLES, {})],
    ids=["tag", "point_a_pile", "pebbles"],
)
def test_open_spiels_search_plays_at_our_table(game: AnyGame, options: dict[str, Any]) -> None:
    searching = SpielInOurs(game, lambda spiel, seed: information_set_search(spiel, seed, simulations=3))
    bots = {Seat(0): searching, Seat(1): find_player(game, "random")}
    start = game.initial(game.options_type(**options), 2, game.newest_version)
    assert sum(game.returns(play_unrecorded(game, start, bots, Random(3)))) == 1


def test_a_bots_odds_are_how_often_it_chose_what() -> None:
    state = play_some(pyspiel.load_game(TINY_TAG), 14)
    odds = OddsOfOurs(state.get_game(), "random", samples=40)
    chosen = odds.action_probabilities(state)
    assert len(chosen) > 1
    assert set(chosen) == set(state.legal_actions())
    assert sum(chosen.values()) == pytest.approx(1)
    assert all(0 < odd < 1 for odd in chosen.values())
    assert odds.action_probabilities(state) == chosen, "asked once for what it sees"


@pytest.fixture(scope="module")
def small_games() -> Any:
    return SimpleNamespace(**runpy.run_path(str(EXAMPLES / "solve_small_games.py")))


def test_four_cards_are_solved(small_games: Any) -> None:
    game = small_games.four_cards()
    (_, at_first), (_, then), (_, later) = small_games.solve(game, 5)
    assert at_first > then > later
    assert later < 0.05
    random = exploitability.exploitability(game, OddsInPosition(game, "random", samples=8))
    assert random > exploitability.exploitability(game, OddsInPosition(game, "hard", samples=2))


@pytest.mark.soak
def test_a_tiny_tag_is_solved(small_games: Any) -> None:
    """With TOUCHWOOD_SOAK=1 from the deal on, else from where it has begun."""
    is_long = os.environ.get("TOUCHWOOD_SOAK") == "1"
    game = small_games.tiny_tag() if is_long else Position(play_some(pyspiel.load_game(TINY_TAG), 8).node)
    *_, (_, left) = small_games.solve(game, 10)
    assert left < 0.05


def what_can_follow(whole: Whole, known: dict[Any, Any]) -> Any:
    """All that can come of it, whatever the piles are called and in whatever order they are offered."""
    node = whole.node
    if node.is_over:
        return node.rewards()
    if (node.state, node.seat) not in known:
        after = [what_can_follow(whole.choose(place), known) for place in range(len(whole.ways))]
        known[node.state, node.seat] = node.seat, frozenset(after)
    return known[node.state, node.seat]


def test_nothing_is_lost_where_piles_of_the_same_cards_are_one_choice(small_games: Any) -> None:
    """Laid out as three cards and one, in every order there is, with every split there is."""
    node, merged = small_games.after_the_draw(), set()
    known: dict[Any, Any] = {}
    three, one = node.state.round.hand[:3], node.state.round.hand[3:]
    for order in permutations(three):
        for piles in ((order, one), (one, order)):
            laid = node.played(LayOut(piles))
            merged.add(what_can_follow(Whole(laid, small_games.by_cards), {}))
            merged.add(what_can_follow(Whole(laid, as_it_is), known))
    assert len(merged) == 1


def test_a_position_passes_open_spiels_own_test(small_games: Any) -> None:
    game = Position(small_games.after_the_draw(), small_games.by_cards)
    pyspiel.random_sim_test(game, num_sims=3, serialize=False, verbose=False)
    state = game.new_initial_state()
    assert state.legal_actions() == list(range(8)), "four cards in one pile or two"
    imagined = state.resample_from_infostate(1, Random(1).random)
    assert imagined.information_state_string(1) == state.information_state_string(1)
    assert state.action_to_string(0, 0).startswith("layout: ")
    with pytest.raises(pyspiel.SpielError, match="no_such_choice"):
        state._apply_action(8)
    assert state.legal_actions() == list(range(8))


# -- What is wrong --------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("touchwood_tag(players=9)", "bad_player_count"),
        ("touchwood_tag(options=wind:3)", "unknown_option"),
        ("touchwood_tag(rules_version=99)", "unknown_rules_version"),
        ("touchwood_tag(options=stall_after:often)", "bad_option"),
    ],
)
def test_bad_parameters_raise_open_spiels_own_error(name: str, said: str) -> None:
    with pytest.raises(pyspiel.SpielError, match=said):
        pyspiel.load_game(name)


def test_an_illegal_action_is_refused_and_the_state_stays() -> None:
    state = play_some(pyspiel.load_game(TINY_TAG), 14)
    before = str(state)
    forbidden = next(number for number in range(20) if number not in state.legal_actions())
    with pytest.raises(pyspiel.SpielError, match=r"\(rule \d+\.\d+, \w+\)"):
        state._apply_action(forbidden)
    assert str(state) == before


@pytest.mark.parametrize("kind", ["", "_simultaneous"])
def test_chance_falls_only_where_it_can(kind: str) -> None:
    state = pyspiel.load_game(f"touchwood_tag{kind}").new_initial_state()
    before = str(state)
    with pytest.raises(pyspiel.SpielError, match="no_such_outcome"):
        state.apply_action(9999)
    assert str(state) == before
    assert state.history() == []
    state.apply_action(state.chance_outcomes()[0][0])
