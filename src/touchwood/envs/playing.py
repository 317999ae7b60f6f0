"""A whole action of a seat at its node, as a bot gives it: numbered, built, or without a number at all."""

from typing import Any

from touchwood.core.game import AnyGame
from touchwood.envs.node import Node


def play_action(node: Node, action: Any | None) -> Node:
    """None: the seat passes."""
    choices = node.setup.choices
    if action is None:
        return node.choose(choices.skip)
    number = choices.number_of(action)
    return node.choose(number) if number is not None else node.played(action)


def numbers_of(node: Node, action: Any) -> list[int]:
    """The numbers that make this action, one after the other; an empty list if no numbers do."""
    number = node.setup.choices.number_of(action)
    if number is not None:
        return [number]
    game, seat = node.setup.game, node.seat
    assert seat is not None
    view = node.knowledge(seat)
    for builder, each in enumerate(game.builders):
        if each.is_offered(view) and (parts := _parts_of(game, builder, view, action)) is not None:
            return [node.setup.choices.number_of_part(builder, part) for part in parts]
    return []


def _parts_of(game: AnyGame, builder: int, view: Any, action: Any) -> tuple[Any, ...] | None:
    """By the kernel's own knowledge where it has it; else by trying the ways through the builder, shortest first."""
    make = game.builders[builder]
    if game.kernel is not None and game.kernel.parts_of is not None and make.name in ("layout", "split"):
        number, parts = game.kernel.parts_of(action)
        return parts if number == builder else None
    ways: list[tuple[Any, ...]] = [()]
    for parts in ways:
        if parts and make.finish(view, parts) == action:
            return parts
        ways += [(*parts, part) for part in make.choices(view, parts)]
    return None
