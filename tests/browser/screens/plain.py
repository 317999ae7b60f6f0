"""The general screen: as a table, while something is built, with a board, and as text."""

from typing import Any

from tests.browser.phones import Phone
from tests.browser.playing_plain import decision
from tests.browser.screens.stage import Stage, screen


def shown(stage: Stage, game: str, look: str, **how: Any) -> Phone:
    """A match that is asked something, on a device that wants its tables plain."""
    match = stage.played(game, "Ana", **how)
    phone = Stage(stage.phones, {**stage.how, "settings": {"table": look}}).at_table(match)
    phone.settle()
    decision(phone).get_by_role("button").first.wait_for()
    return phone


@screen
def plain_cards(stage: Stage) -> Phone:
    return shown(stage, "tag", "plain", bots=["simple", *["random"] * 3], options={"first": 0}, choices=7)


@screen
def plain_board(stage: Stage) -> Phone:
    return shown(stage, "cant_touch_this", "plain", bots=["random"], choices=3)


@screen
def plain_building(stage: Stage) -> Phone:
    return shown(stage, "point_a_pile", "plain", bots=["random"] * 5, options={"first": 0}, choices=0)


@screen
def table_as_text(stage: Stage) -> Phone:
    return shown(stage, "tag", "text", bots=["simple", "random"], options={"first": 0}, choices=7)
