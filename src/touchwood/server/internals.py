"""Whether the inside of uvicorn and websockets is still what our protocols lean on. Neither promises it to stay, so it
is asked by name and by what is passed: where something has moved, it is named before the first connection comes.
"""

import inspect
from collections.abc import Callable, Iterable
from types import FunctionType
from typing import Any


def moved(theirs: type, names: Iterable[str]) -> set[str]:
    """Of these attributes and methods those that a class of theirs does not have any more."""
    return {*names} - _mentioned_by(theirs)


def called_otherwise(theirs: type, ours: type, methods: Iterable[str]) -> set[str]:
    """Of these methods, which we override and call, those that take other arguments there than here, or are awaited."""
    return {f"{name}()" for name in methods if hasattr(theirs, name) and _call(theirs, name) != _call(ours, name)}


def _mentioned_by(owner: type) -> set[str]:
    """What a class has, and what its methods speak of."""
    methods = [method for method in vars(owner).values() if isinstance(method, FunctionType)]
    return {*vars(owner), *[name for method in methods for name in method.__code__.co_names]}


def _call(owner: type, name: str) -> tuple[bool, list[tuple[Any, Any]]]:
    """How a method is called. Arguments are passed by place, so what they are called does not matter."""
    method: Callable[..., Any] = getattr(owner, name)
    parameters = inspect.signature(method).parameters.values()
    return inspect.iscoroutinefunction(method), [(each.kind, each.default) for each in parameters]
