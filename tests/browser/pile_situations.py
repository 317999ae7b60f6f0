"""Matches of Point-a-Pile brought to one situation over the wire, without luck: all cards of a deck are of one kind."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

from tests.browser.phones import Phone, Phones, hold
from tests.browser.playing_piles import GAME
from tests.browser.wired import Played, answered, apart
from tests.server.wire import PATIENCE, Client, create, join

Answer = Callable[[dict[str, Any]], dict[str, Any] | None]
"""What a seat that is asked does, by its view; None: here the match is left to the page."""

BEFORE_DRAW, AFTER_LAYOUT, AFTER_PICKS, AFTER_ROUND = "before_draw", "after_layout", "after_picks", "after_round"
WINDOW_OF = {
    "draw_more": BEFORE_DRAW,
    "headpointer": BEFORE_DRAW,
    "no_actions": AFTER_LAYOUT,
    "merge": AFTER_LAYOUT,
    "colour_stop": AFTER_LAYOUT,
    "swap": AFTER_PICKS,
    "change_of_mind": AFTER_PICKS,
    "take_all": AFTER_PICKS,
    "take_none": AFTER_PICKS,
    "battle": AFTER_PICKS,
    "trade": AFTER_PICKS,
    "steal": AFTER_ROUND,
    "discard": AFTER_ROUND,
    "switch": AFTER_ROUND,
    "reorder": AFTER_ROUND,
    "redo": AFTER_ROUND,
}
CONTESTED = {"take_all", "take_none", "battle", "trade"}
"""Actions that need a pile which several point at."""
COLOURS = ("red", "green", "blue", "purple")
PASS = {"type": "Pass"}


def cards_of(kind: str, card_set: str, count: int) -> list[dict[str, Any]]:
    """Cards of one kind in all colours."""
    blank = {"set": card_set, "kind": kind, "points": None, "needs": None, "of_colour": None}
    return [{"card": f"X{number:02}", **blank, "colour": COLOURS[number % 4]} for number in range(count)]


def arranged(server: str, names: Sequence[str], options: dict[str, Any], answer: Answer) -> Played:
    """People play by `answer` until it leaves a question open."""
    return apart(_arranged(server, names, options, answer))


async def _arranged(server: str, names: Sequence[str], options: dict[str, Any], answer: Answer) -> Played:
    first = await create(server, GAME, names[0], options={"first": 0, "target": 99, **options})
    seated = [first, *[await join(server, first.code, name) for name in names[1:]]]
    clients = [await Client.of(server, each).open() for each in seated]
    await clients[0].do("Start")
    async with asyncio.timeout(PATIENCE):
        await _play(clients, answer)
    key = str(clients[0].table["watch_key"])
    for client in clients:
        await client.close()
    return Played(GAME, tuple(zip(names, seated, strict=True)), key)


async def _play(clients: Sequence[Client], answer: Answer) -> None:
    while True:
        asked = [client for client in clients if client.is_asked and client.situation["sealed"] is None]
        if not asked:
            await asyncio.sleep(0.01)
            continue
        actions = [(client, answer(client.situation["view"])) for client in asked]
        client, action = next(((client, action) for client, action in actions if action is not None), (asked[0], None))
        if action is None:
            return
        await answered(client, client.situation, action)


def seated(phones: Phones, match: Played, seat: int, **how: Any) -> Phone:
    """A phone that holds this seat."""
    phone = phones.new(match.seats[seat][0], **how)
    hold(phone, GAME, match.seats[seat : seat + 1])
    return phone.go(f"/#/table/{match.table}")


def in_piles(cards: Sequence[str], count: int) -> list[list[str]]:
    return [list(cards[pile::count]) for pile in range(count)]


def up_to_the_window_of(kind: str) -> Answer:
    """In the first round everybody scores a pile; the window is the first one in which seat 0 can trigger."""

    def answer(view: dict[str, Any]) -> dict[str, Any] | None:
        seat, players, is_first = view["viewer"], len(view["players"]), view["rounds"] == 0
        match view["phase"]:
            case "layout":
                return {"type": "LayOut", "piles": in_piles(view["hand"], players)}
            case "pointing":
                together = kind in CONTESTED and not is_first
                return {"type": "Point", "pile": view["piles"][0 if together else seat]["place"]}
            case phase if phase == WINDOW_OF[kind] and not (is_first and phase != AFTER_ROUND):
                return None if seat == 0 else PASS
            case "before_draw" | "after_layout" | "after_picks" | "after_round":
                return PASS
        raise AssertionError(f"nobody thought of {view['phase']}")

    return answer


def up_to_the_second_pointing(view: dict[str, Any]) -> dict[str, Any] | None:
    """In the first round everybody scores a pile of their own; the pointing of the second one is left to the page."""
    if view["phase"] == "layout":
        return {"type": "LayOut", "piles": in_piles(view["hand"], len(view["players"]))}
    return None if view["rounds"] else {"type": "Point", "pile": view["piles"][view["viewer"]]["place"]}


def up_to_the_third_pointing(view: dict[str, Any]) -> dict[str, Any] | None:
    """In the first round everybody scores a pile of their own, in the second whoever may point there; the third time
    seat 0 is left to the page. For decks with a few shy cards, which are on top in the third layout alone."""
    is_third = view["rounds"] == 2
    match view["phase"]:
        case "layout":
            shy_below = sorted(view["hand"], key=is_no_shy_id)
            # The last card laid has to be open, the others come as they were drawn.
            drawn = [card for card in view["hand"] if card != shy_below[-1]]
            hand = [*drawn, shy_below[-1]] if is_third else shy_below
            return {"type": "LayOut", "piles": in_piles(hand, len(view["players"]))}
        case "pointing":
            # By one of the rules some point before the others: they do, until seat 0 is asked.
            is_left = is_third and 0 in view["asked"]
            return None if is_left else {"type": "Point", "pile": view["piles"][view["viewer"]]["place"]}
        case "before_draw" | "after_layout" | "after_picks" | "after_round":
            return PASS
    raise AssertionError(f"nobody thought of {view['phase']}")


def is_no_shy_id(card: str) -> bool:
    return not card.startswith("S")
