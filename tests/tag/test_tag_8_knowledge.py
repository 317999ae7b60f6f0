"""RULES.md 8: what everyone knows, and what may be imagined from it."""

from collections import Counter
from itertools import pairwise, permutations
from math import sqrt
from random import Random

import pytest
from tag_table import Position, new_match, table, turn_begins

from touchwood.core.seats import SPECTATOR, Seat, Viewer
from touchwood.games.tag import GAME
from touchwood.games.tag.events import CardDrawn, CardTaken
from touchwood.games.tag.invariants import pieces
from touchwood.games.tag.sampling import unseen_cards
from touchwood.games.tag.state import Kind


def test_8_1_what_is_open_to_all():
    position = table(
        "T A G G / T",
        "A A / -",
        "Gool / A G",
        deck="T T A",
        discard="A G",
        out="Gool Freeze",
        sets=(0, 1, 0),
        tags=(0, 0, 2),
        it=2,
        streak=5,
        turns=17,
    )
    for viewer in (0, 1, 2, SPECTATOR):
        seen = position.view(viewer)
        assert [player.hand_size for player in seen.players] == [4, 2, 1]
        assert [player.front for player in seen.players] == [(Kind.T,), (), (Kind.A, Kind.G)]
        assert [(player.sets, player.tags) for player in seen.players] == [(0, 0), (1, 0), (0, 2)]
        assert (seen.deck_size, seen.discard, seen.out) == (3, (Kind.A, Kind.G), (0, 0, 0, 0, 1, 1))
        assert (seen.it, seen.streak, seen.turns, seen.turn, seen.asked) == (2, 5, 17, 0, 0)
        assert seen.deck is None


def test_8_1_a_hand_is_its_owners_alone():
    position = table("T A G G", "A A", "Gool", deck="T")
    for viewer in (0, 1, 2, SPECTATOR):
        for seat, player in enumerate(position.view(viewer).players):
            assert player.hand == (position.state.players[seat].hand if seat == viewer else None)


def test_8_2_a_card_taken_from_the_discard_pile_stays_known_with_that_hand():
    position = turn_begins("T T", "A A A", deck="G G", discard="Gool A").does(0, "draw discard", "draw discard")
    assert position.view(1).players[0].taken == position.view(SPECTATOR).players[0].taken == (Kind.A, Kind.GOOL)
    position = position.does(0, "discard T")
    assert position.view(1).players[0].taken == (Kind.A, Kind.GOOL)


def test_8_2_a_forced_take_is_known_too():
    position = turn_begins("T T", "A A A", discard="Gool A")
    assert position.view(1).players[0].taken == (Kind.A, Kind.GOOL)


def test_8_2_a_card_from_the_deck_is_not():
    assert turn_begins("T T T", "A", deck="G").falls("G").view(1).players[0].taken == ()


def test_8_3_each_card_of_a_kind_that_leaves_cancels_one_known_card_of_that_kind():
    position = table("T T A T", "A A A", deck="G", taken=("T A T",))
    assert position.does(0, "discard T").state.players[0].taken == (Kind.A, Kind.T)
    assert position.does(0, "play T").state.players[0].taken == (Kind.A, Kind.T)
    assert position.does(0, "discard A").state.players[0].taken == (Kind.T, Kind.T)


def test_8_3_a_gool_answered_with_cancels_a_known_gool():
    position = table("TAG", "Gool Gool", deck="G", taken=("", "Gool")).does(0, "play TAG", "give IT to 2")
    assert position.does(1, "gool").state.players[1].taken == ()
    assert position.does(1, "let stand").view(0).players[1].taken == (Kind.GOOL,)


def test_8_4_show_taken_off_the_view_does_not_keep_them():
    position = turn_begins("T T T", "A A A", deck="G", discard="Gool", options={"show_taken": False})
    position = position.does(0, "draw discard")
    for viewer in (0, 1, SPECTATOR):
        assert position.view(viewer).players[0].taken == ()


def test_8_4_the_log_still_shows_each_take():
    position = turn_begins("T T T", "A A A", deck="G", discard="Gool", options={"show_taken": False})
    assert position.does(0, "draw discard").events(1) == (CardTaken(Seat(0), Kind.GOOL),)


def test_8_5_when_the_game_is_over_all_is_open():
    over = table("T A", "A Gool", deck="T A", turns=399, options={"stall_after": 0}).does(0, "discard T")
    for viewer in (0, 1, SPECTATOR):
        seen = over.view(viewer)
        assert [player.hand for player in seen.players] == [(Kind.A,), (Kind.A, Kind.GOOL)]
        assert seen.deck == (1, 1, 0, 0, 0, 0)


def test_8_6_a_spectator_sees_no_hand_before():
    for position in (table("T A", "A Gool", deck="T"), table("TAG", "Gool", deck="T").does(0, "play TAG")):
        assert all(player.hand is None for player in position.view(SPECTATOR).players)


def test_8_7_others_see_which_pile_a_card_was_drawn_from_not_which_card():
    drawn = turn_begins("T T T", "A A A", deck="G").falls("G")
    assert drawn.events(0) == (CardDrawn(Seat(0), Kind.G),)
    assert drawn.events(1) == drawn.events(SPECTATOR) == (CardDrawn(Seat(0)),)
    taken = turn_begins("T T T", "A A A", discard="G")
    assert taken.events(0) == taken.events(1) == taken.events(SPECTATOR) == (CardTaken(Seat(0), Kind.G),)


# -- Imagining ------------------------------------------------------------------------------------------------------
CLOSED = table(
    "T A G G / T",
    "A Gool T",
    "TAG",
    deck="Freeze A",
    discard="A G",
    out="Gool",
    sets=(0, 1, 0),
    taken=("", "Gool"),
    it=2,
    freezer=Seat(0),
    streak=1,
)


@pytest.mark.parametrize("viewer", [0, 1, 2, SPECTATOR])
def test_8_8_a_sample_fits_the_view(viewer):
    rng = Random(8)
    for position in (CLOSED, new_match(4), new_match(3).falls(1, "T", "A", "Gool", "T")):
        seen = position.view(viewer)
        for _ in range(50):
            sample = GAME.sample_state(seen, rng)
            assert GAME.view(sample, viewer) == seen
            assert pieces(sample) == pieces(position.state)


def test_8_8_known_cards_stay_with_their_hand():
    rng = Random(1)
    for _ in range(50):
        assert Kind.GOOL in GAME.sample_state(CLOSED.view(0), rng).players[1].hand


def test_8_8_with_show_taken_off_the_sample_does_not_know_them():
    position = turn_begins("T T T", "A A A", deck="G T T", discard="Gool", options={"show_taken": False})
    position = position.does(0, "draw discard", "discard T")
    rng = Random(1)
    assert {Kind.GOOL in GAME.sample_state(position.view(1), rng).players[0].hand for _ in range(60)} == {True, False}


def test_8_8_when_all_is_open_there_is_one_sample():
    over = table("T A", "A Gool", deck="T A", turns=399, options={"stall_after": 0}).does(0, "discard T")
    for viewer in (0, SPECTATOR):
        assert GAME.sample_state(over.view(viewer), Random(1)) == over.state


def exact_odds(position: Position, viewer: Viewer) -> dict[tuple[tuple[Kind, ...], ...], float]:
    """All hands that fit, by dealing every order of the unseen cards, and every order inside the hands of others."""
    seen = position.view(viewer)
    unseen = [kind for kind, count in zip(Kind, unseen_cards(seen), strict=True) for _ in range(count)]
    ways: Counter[tuple[tuple[Kind, ...], ...]] = Counter()
    for order in permutations(unseen):
        rest, hands = list(order), []
        for player in seen.players:
            if player.hand is not None:
                hands.append([player.hand])
            else:
                unknown = player.hand_size - len(player.taken)
                hands.append(list(permutations((*rest[:unknown], *player.taken))))
                rest = rest[unknown:]
        assert len(hands) == 2
        for one in hands[0]:
            for two in hands[1]:
                ways[one, two] += 1
    total = sum(ways.values())
    return {hands: count / total for hands, count in ways.items()}


@pytest.mark.parametrize("viewer", [0, 1, SPECTATOR])
def test_8_8_every_hidden_deal_is_as_likely_as_it_should_be(viewer):
    position = table("T A", "Gool T T", deck="A T", discard="G", taken=("", "T"))
    odds = exact_odds(position, viewer)
    seen, rng, samples = position.view(viewer), Random(17), 20_000
    found: Counter[tuple[tuple[Kind, ...], ...]] = Counter()
    for _ in range(samples):
        one, two = GAME.sample_state(seen, rng).players
        found[one.hand, two.hand] += 1
    assert set(found) == set(odds)
    chi_square = sum((found[hands] - samples * odds[hands]) ** 2 / (samples * odds[hands]) for hands in odds)
    freedom = len(odds) - 1
    assert chi_square < freedom + 4 * sqrt(2 * freedom) + 8


def test_8_1_hand_sizes_follow_the_cards():
    position = turn_begins("T T", "A A A", deck="G G", discard="Gool A")
    sizes = [position.view(1).players[0].hand_size]
    for move in ("draw discard", "draw discard", "discard T"):
        position = position.does(0, move)
        sizes.append(position.view(1).players[0].hand_size)
    assert [after - before for before, after in pairwise(sizes)] == [1, 1, -1]


def test_8_1_what_a_card_would_be_worth_now_is_told_from_what_its_player_knows():
    position = table("T G TAG Gool / A T", "A / T A", deck="G")
    worth = GAME.worth(position.view(0))
    assert worth == {"card:T": 0, "card:G": 1, "card:TAG": 1, "card:Gool": 0}
    assert GAME.worth(position.view(SPECTATOR)) == {}
