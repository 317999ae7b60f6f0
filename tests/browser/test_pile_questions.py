"""Every kind of question of Point-a-Pile has its control: one player answers them all on the page, in one match.

Nothing is left to luck: all cards are battles, so it does not matter which of them are drawn.
"""

from typing import get_args

from playwright.sync_api import expect

from tests.browser.phones import Phone, Phones, hold
from tests.browser.pile_situations import cards_of
from tests.browser.playing_piles import (
    DONE,
    GAME,
    battle,
    empty_space,
    lay_in_turn,
    own_row,
    piles,
    places,
    tray,
    trigger,
    window,
)
from tests.browser.wired import played
from touchwood.games.point_a_pile.actions import Action, KeepFingerUp, ThrowByLot

QUESTIONS = {action.__name__ for action in get_args(Action) if action not in (KeepFingerUp, ThrowByLot)}
"""All actions but the clock's."""
OPTIONS = {
    "wait_a_minute": True,
    "memory": True,
    "deck": cards_of("battle", "wait_a_minute", 24),
    "first": 0,
    "target": 99,
}


def lay(phone: Phone, *, in_piles: int) -> None:
    """The cards drawn, or a pile that several want."""
    expect(tray(phone).first).to_be_visible()
    phone.settle()
    lay_in_turn(phone, in_piles)
    phone.tap(phone.button(DONE))


def point(phone: Phone, place: int) -> None:
    """At the first pile or the second one, ...; 0 is empty space."""
    expect(phone.text("Point: which pile?")).to_be_visible()
    phone.settle()
    phone.tap(piles(phone).nth(place - 1) if place else empty_space(phone))


def pass_by(phone: Phone) -> None:
    expect(window(phone)).to_be_visible()
    phone.settle()
    phone.tap("Pass")


def throw(phone: Phone, hand: int) -> None:
    """0 is the rock, 1 the paper, 2 the scissors."""
    expect(battle(phone)).to_have_count(3)
    phone.settle()
    phone.tap(battle(phone).nth(hand))


def test_every_kind_of_question_is_answered_on_the_page(phones: Phones) -> None:
    match = played(phones.server, GAME, ("Ana", "Bo"), options=OPTIONS, choices=0)
    ana, bo = phones.new("Ana"), phones.new("Bo")
    for phone, seat in ((ana, match.seats[0]), (bo, match.seats[1])):
        hold(phone, GAME, [seat])
        phone.go(f"/#/table/{match.table}")

    # Round 1: two cards each.
    lay(ana, in_piles=2)
    point(ana, 1)
    point(bo, 2)

    # Round 2: a pile that both want is battled for, paper against rock.
    lay(bo, in_piles=1)
    point(ana, 1)
    point(bo, 1)
    expect(window(ana)).to_be_visible()
    trigger(ana)
    pass_by(bo)
    throw(ana, 1)
    throw(bo, 0)

    # Round 3: nobody battles, so Ana splits the pile, and then wants none of it.
    lay(ana, in_piles=1)
    point(ana, 1)
    point(bo, 1)
    pass_by(ana)
    pass_by(bo)
    expect(ana.text("Split the pile.")).to_be_visible()
    expect(places(ana)).to_have_count(3)
    lay(ana, in_piles=2)
    point(ana, 0)
    point(bo, 1)
    expect(own_row(ana)).to_be_visible()

    assert {act["action"]["type"] for act in ana.acts()} == QUESTIONS
