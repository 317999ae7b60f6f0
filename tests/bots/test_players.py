"""Bots: they keep the rules, repeat with their luck, and are worth their level. What they may know is in
`test_bots_and_secrets.py`."""

from random import Random
from typing import Any

import pytest

from touchwood import Match, find_game
from touchwood.bots import find_player, play_match, player_names
from touchwood.bots.flat_monte_carlo import FlatMonteCarlo
from touchwood.bots.playing import bot_moves
from touchwood.core.bot import Thinker
from touchwood.core.refusals import InputError
from touchwood.core.seats import Seat, all_seats
from touchwood.games.discovery import game_names
from touchwood.match.dealer import PlainDealer
from touchwood.match.record import Chose

EVERY_PLAYER = [(game, name) for game in game_names() for name in player_names(find_game(game))]
DECISIONS = 5


def started(game: str, seats: int, seed: int) -> Match:
    names = [f"player {seat}" for seat in range(seats)]
    return Match.start(find_game(game), players=names, dealer=PlainDealer(seed))


@pytest.mark.parametrize(("game", "name"), EVERY_PLAYER)
def test_every_player_of_every_game_keeps_the_rules(game: str, name: str) -> None:
    """The rules refuse what is not legal, so getting through is the proof."""
    for players in sorted({find_game(game).player_counts[0], find_game(game).player_counts[-1]}):
        match = started(game, players, seed=players)
        bots = {seat: find_player(find_game(game), name if seat == 0 else "random") for seat in all_seats(players)}
        rng = Random(1)
        while chosen_by(match, Seat(0)) < DECISIONS and bot_moves(match, bots, rng):
            pass
        assert chosen_by(match, Seat(0)) >= 1


def chosen_by(match: Match, seat: Seat) -> int:
    return sum(isinstance(line.entry, Chose) and line.entry.seat == seat for line in match.lines)


@pytest.mark.parametrize(("game", "name"), EVERY_PLAYER)
def test_a_player_chooses_the_same_from_the_same_view_and_luck(game: str, name: str) -> None:
    match = started(game, find_game(game).player_counts[-1], seed=3)
    seat = match.asked[0]
    view, actions = find_game(game).knowledge(match.state, seat), match.legal_actions(seat)
    chosen = [find_player(find_game(game), name).choose(view, actions, Random(7)) for _ in range(2)]
    assert chosen[0] == chosen[1]


def test_an_unknown_player_is_an_error_that_names_those_there_are() -> None:
    with pytest.raises(InputError) as found:
        find_player(find_game("tag"), "wizard")
    assert "random" in str(found.value.facts["known"])


# -- The search ------------------------------------------------------------------------------------------------------


def wins(challenger: Any, other: str, matches: int) -> float:
    """The challenger's share of the wins at TAG for two, the seats mirrored on the same deals."""
    game = find_game("tag")
    share = 0.0
    for number in range(matches):
        seat = Seat(number % 2)
        match = started("tag", 2, seed=number // 2)
        play_match(match, {seat: challenger, Seat(1 - seat): find_player(game, other)}, Random(number))
        share += float(game.returns(match.state)[seat])
    return share / matches


def test_the_simple_player_beats_the_random_one_clearly() -> None:
    assert wins(find_player(find_game("tag"), "simple"), "random", 60) > 0.8


def test_a_thinker_sees_what_a_world_would_bring() -> None:
    """A tiny game inside TAG's shell: only one of the actions is worth anything, whatever the cards."""
    game = find_game("tag")
    match = started("tag", 2, seed=5)
    seat = match.asked[0]
    actions = match.legal_actions(seat)
    wanted = actions[-1]
    goal = game.apply(match.state, seat, wanted).state

    thinker: Thinker[Any, Any, Any] = Thinker(
        worlds=4,
        playout=lambda state, mover, rng: game.legal_actions(state, mover)[0],
        value=lambda state, of: float(state.discard == goal.discard),
        horizon=0,
    )
    assert FlatMonteCarlo(game, thinker).choose(match.view(seat), actions, Random(1)) == wanted
