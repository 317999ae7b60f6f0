"""Players of Point-a-Pile: legal everywhere, blind to what they may not know, and worth their names."""

from collections import Counter
from random import Random

import pytest
from pile_table import table
from pile_walks import walk

from touchwood.bots import find_player, play_match
from touchwood.core.bot import Bot
from touchwood.core.seats import Seat
from touchwood.games.point_a_pile import GAME
from touchwood.games.point_a_pile.bots import PLAYERS, BeforeSearch, BetweenTwo, without_buried_cards
from touchwood.games.point_a_pile.bots.foreseeing import Pointing, within
from touchwood.games.point_a_pile.bots.picking import Stakes, mixed_pick, play_against_itself
from touchwood.games.point_a_pile.bots.worth import WIN, goals_in
from touchwood.games.point_a_pile.cards import shipped_cards
from touchwood.games.point_a_pile.options import Options
from touchwood.games.point_a_pile.state import WINDOWS, Phase
from touchwood.match.dealer import PlainDealer
from touchwood.match.match import Match

ALL = {"point_a_police": True, "complete_a_mission": True, "dont_a_touchme": True, "wait_a_minute": True}


@pytest.mark.parametrize("name", PLAYERS)
@pytest.mark.parametrize(("mix", "seats"), [({}, 2), (ALL, 3), ({**ALL, "memory": True}, 4)])
def test_whatever_is_asked_a_bot_answers_with_a_legal_action(name, mix, seats):
    bot, asked = find_player(GAME, name), 0
    for state in walk(Options(**mix), seats, 11):
        waiting = GAME.waiting_for(state)
        if not isinstance(waiting, tuple) or asked > 40:
            continue
        seat = waiting[-1]
        view = GAME.knowledge(state, seat)
        action = bot.choose(view, GAME.legal_actions(state, seat), Random(asked))
        assert GAME.why_illegal(state, seat, action) is None, GAME.codec.text(action)
        asked += 1
    assert asked > 5


def test_who_forgets_can_imagine_a_redo():
    """It goes back to the draw, and what lay in rows at that time is buried; that once was the end of the bot."""
    bot, redo, asked = find_player(GAME, "easy"), "A12", 0
    deck = (redo, "A01", *(card for card in shipped_cards() if card.startswith("B")))
    for state in walk(Options(wait_a_minute=True, memory=True, target=99, round_limit=12, deck=deck), 3, 1):
        for seat in state.round.asked if state.phase in WINDOWS else ():
            if redo in state.players[seat].row:
                action = bot.choose(GAME.knowledge(state, seat), GAME.legal_actions(state, seat), Random(asked))
                assert GAME.why_illegal(state, seat, action) is None
                asked += 1
    assert asked > 3


@pytest.mark.parametrize(
    ("mix", "seats", "asked"), [({}, 2, "alone"), ({}, 3, "glance"), (ALL, 3, "alone"), ({"memory": True}, 6, "glance")]
)
def test_where_a_search_follows_a_glance_will_do(mix, seats, asked):
    class Said:
        def __init__(self, word):
            self.word = word

        def choose(self, view, actions, rng):
            return self.word

    view = GAME.view(next(iter(walk(Options(**mix), seats, 1))), Seat(0))
    assert BeforeSearch(glance=Said("glance"), alone=Said("alone")).choose(view, (), Random(1)) == asked


@pytest.mark.parametrize(("mix", "seats", "asked"), [({}, 2, "duellist"), ({}, 3, "usual"), (ALL, 2, "usual")])
def test_easy_thinks_twice_between_two_without_expansions_alone(mix, seats, asked):
    easy = PLAYERS["easy"]
    assert isinstance(easy, BetweenTwo)
    for state in walk(Options(**mix), seats, 3):
        waiting = GAME.waiting_for(state)
        if isinstance(waiting, tuple):
            view, legal = GAME.knowledge(state, waiting[0]), GAME.legal_actions(state, waiting[0])
            assert easy.choose(view, legal, Random(1)) == getattr(easy, asked).choose(view, legal, Random(1))
    assert easy.duellist.rounds > easy.usual.rounds


def test_easy_does_not_know_buried_cards():
    position = table("B25 B29 B06", "B27 B12", hand="B01 B02 B03 B04", memory=True)
    forgotten = without_buried_cards(GAME.knowledge(position.state, Seat(1)))
    assert [player.row for player in forgotten.players] == [None, ("B27", "B12")]
    assert forgotten.players[0].last == "B06"


def test_picks_are_mixed_where_several_want_the_same():
    """Two good piles for three players: whoever could be foreseen would be shared with, or let go."""
    position = table("-", "-", "-", hand="B25 B26 B01 B02 B03 B04").does(0, "lay B01 B25 | B02 B26 | B03 B04")
    stakes = Stakes(position.state, (10, 10, 10), (Seat(0), Seat(1), Seat(2)))
    for seat in (0, 1, 2):
        picks = Counter(mixed_pick(stakes, Seat(seat), 120, Random(seed)) for seed in range(60))
        assert picks[1] > 5
        assert picks[2] > 5


def test_against_one_opponent_the_best_pile_is_denied():
    """One good card and a useless pile: to go elsewhere would be to leave the card to the other."""
    position = table("-", "-", hand="B25 B01 B02 B03").does(0, "lay B25 | B01 B02 B03")
    played = play_against_itself(Stakes(position.state, (10, 10), (Seat(0), Seat(1))), 400, Random(1)).picks
    assert [picks.index(max(picks)) for picks in played] == [1, 1]


def test_what_others_cannot_use_is_safely_ones_own():
    """Red cards are worth a point each to player 0 and cost player 1 one each; the other pile is worth nothing."""
    position = table("B29", "B33", hand="B06 B09 B01 B08").does(0, "lay B06 B09 | B01 B08")
    played = play_against_itself(Stakes(position.state, (10, 10), (Seat(0), Seat(1))), 400, Random(1)).picks
    assert played[0].index(max(played[0])) == 1
    assert played[1].index(max(played[1])) != 1


@pytest.mark.parametrize("mix", [{}, ALL])
@pytest.mark.parametrize("are_parts_valued", [False, True])
def test_how_picks_serve_a_seat_is_what_they_bring_it_and_the_others(mix, are_parts_valued):
    """The quick sum against the whole one: all picks of a seat differ by the same."""
    rng, compared = Random(1), 0
    for state in walk(Options(**mix), 4, 5):
        if state.phase is not Phase.POINTING:
            continue
        goals = goals_in(state, (10,) * 4)
        stakes = Stakes(state, goals, state.round.pointers, are_parts_valued=are_parts_valued)
        chosen = [rng.choice(picks) for picks in stakes.picks]
        for number, picks in enumerate(stakes.picks):
            whole = []
            for pick in picks:
                gained = stakes.outcome([*chosen[:number], pick, *chosen[number + 1 :]])
                whole.append(sum(slope * gain for slope, gain in zip(stakes.slopes[number], gained, strict=True)))
            rivals = [
                sum(1 << other for other, pick in enumerate(chosen) if pick == place and other != number)
                for place in range(len(stakes.places))
            ]
            utilities = stakes.utilities(number, rivals)
            quick = [utilities[pick] for pick in picks]
            assert [each - quick[0] for each in quick] == pytest.approx([each - whole[0] for each in whole])
            compared += len(picks) > 1
    assert compared > 20


def test_half_of_a_pile_that_wins_is_not_half_of_a_win():
    """Mission M06: five cards without text. Three more would do, and with one or two of them nobody has won."""
    position = table("B01 B02", "B06 B09", "-", hand="B03 B04 B05 B25 B26 B27", missions="M06 M01 M09")
    position = position.does(0, "lay B03 B04 B05 | B25 B26 B27")
    pointers, goals = (Seat(0), Seat(1), Seat(2)), (("M06",), ("M01",), ("M09",))
    simple, cut = [Stakes(position.state, goals, pointers, are_parts_valued=each) for each in (False, True)]
    assert simple.outcome([1, 2, 2])[0] == cut.outcome([1, 2, 2])[0] > WIN
    assert simple.outcome([1, 1, 2])[0] > WIN / 2
    assert 0 < cut.outcome([1, 1, 2])[0] < WIN / 3
    assert cut.outcome([1, 1, 1])[0] < cut.outcome([1, 1, 2])[0]


def test_whoever_is_foreseen_knows_no_mission_but_their_own():
    """In the imagined world, too: player 1 mixes the same whatever the others hold, and otherwise with another one."""
    piles, hand = "lay B03 B04 B05 | B25 B26 B27", "B03 B04 B05 B25 B26 B27"
    mixes = []
    for missions in ("M06 M01 M09", "M05 M01 M12", "M06 M05 M09"):
        position = table("B01 B02", "B06 B09", "-", hand=hand, missions=missions).does(0, piles)
        pointing = Pointing(GAME.knowledge(position.state, Seat(0)), Seat(0))
        mixes.append(pointing.foreseen(position.state, Seat(1), Random(1)))
    assert mixes[0] == mixes[1] != mixes[2]


def test_hard_leaves_to_the_others_what_all_of_them_point_at():
    """With missions: two fingers are seen on the same pile, and the other one is as good (empty space gets it too)."""
    rule = next(card.card for card in shipped_cards().values() if card.kind == "last_points_later")
    position = table(f"B41 {rule}", "B28", "B26", hand="B06 B09 B11 B13 B16 B20", missions="M05 M01 M08")
    position = position.does(0, "lay B06 B09 B11 | B13 B16 B20").does(0, "point 1").does(2, "point 1")
    view, legal = GAME.knowledge(position.state, Seat(1)), GAME.legal_actions(position.state, Seat(1))
    chosen = {GAME.codec.text(find_player(GAME, "hard").choose(view, legal, Random(seed))) for seed in range(6)}
    assert chosen <= {"point 2", "point empty"}


def test_a_choice_of_hard_is_bounded_by_what_it_multiplies(monkeypatch):
    """Six players, all expansions, and a draw of 18 cards too: so many pointings are worked out and no more. How long
    that takes is in docs/games/point-a-pile.md."""
    work: Counter[str] = Counter()
    make, weigh = Stakes.__init__, Stakes.utilities

    def counting_stakes(stakes, *given, **named):
        make(stakes, *given, **named)
        work["gains"] += len(stakes.seats) * len(stakes.places)

    def counting_utilities(stakes, *given):
        work["rounds"] += 1
        return weigh(stakes, *given)

    monkeypatch.setattr(Stakes, "__init__", counting_stakes)
    monkeypatch.setattr(Stakes, "utilities", counting_utilities)
    hard = find_player(GAME, "hard")
    seen: Counter[Phase] = Counter()
    drawn = sorted(card.card for card in shipped_cards().values() if card.set == "base")[:18]
    large = table(*["B53"] * 6, hand=" ".join(drawn), missions="M01 M02 M03 M04 M05 M06").state
    for state in (large, *walk(Options(**ALL), 6, 11)):
        waiting = GAME.waiting_for(state)
        if isinstance(waiting, tuple) and seen[state.phase] < 4:
            work.clear()
            hard.choose(GAME.knowledge(state, waiting[0]), GAME.legal_actions(state, waiting[0]), Random(1))
            assert work["gains"] <= 1_000
            assert work["rounds"] <= 1_500
            seen[state.phase] += 1
    assert {Phase.LAYOUT, Phase.POINTING, Phase.SPLIT, Phase.AFTER_ROUND} <= set(seen)


def test_what_costs_more_is_tried_less_often_and_twice_at_the_least():
    assert [within(100, each, 8) for each in (1, 20, 50, 1_000)] == [8, 5, 2, 2]


def shares(challenger: str | Bot, other: str | Bot, deals: int) -> float:
    """Of the wins for two players, the seats mirrored on the same deals."""
    one, two = [find_player(GAME, bot) if isinstance(bot, str) else bot for bot in (challenger, other)]
    won = 0.0
    for number in range(2 * deals):
        seat = Seat(number % 2)
        match = Match.start(GAME, players=["a", "b"], dealer=PlainDealer(number // 2))
        play_match(match, {seat: one, Seat(1 - seat): two}, Random(number))
        won += float(GAME.returns(match.state)[seat])
    return won / (2 * deals)


def test_greedy_and_easy_beat_random():
    assert shares("greedy", "random", 25) > 0.65
    assert shares("easy", "random", 25) > 0.7


def test_medium_beats_greedy_clearly():
    assert shares("medium", "greedy", 12) > 0.7


def test_a_bot_takes_what_wins_at_once():
    """An action that wins is triggered: without B33 the row is worth its target."""
    position = table("A05 B33 B25 B26", "-", hand="B01 B02 B03 B04", deck="B11", target=2)
    position = position.does(0, "lay B01 B02 B03 B04").points("empty", "empty")
    view = GAME.knowledge(position.state, Seat(0))
    action = find_player(GAME, "hard").choose(view, GAME.legal_actions(position.state, Seat(0)), Random(1))
    assert GAME.codec.text(action) == "trigger A05 player 1 cards 2"
