"""The names a game's kernel defines, for modules that are linked with any of them. What each does is in `kernel.py`.

These are never run: linking puts the game's own in their place.
"""

from touchwood.core.kernel import Numbers


def waiting(tables: Numbers, row: Numbers) -> int:
    raise NotImplementedError


def may_act(tables: Numbers, row: Numbers) -> int:
    raise NotImplementedError


def legal(tables: Numbers, row: Numbers, seat: int, choices: Numbers) -> int:
    raise NotImplementedError


def apply(tables: Numbers, row: Numbers, seat: int, choice: int) -> None:
    raise NotImplementedError


def chance(tables: Numbers, row: Numbers, weights: Numbers) -> int:
    raise NotImplementedError


def fall(tables: Numbers, row: Numbers, outcome: int) -> None:
    raise NotImplementedError


def points(tables: Numbers, row: Numbers, seat: int) -> int:
    raise NotImplementedError


def share(tables: Numbers, row: Numbers, seat: int) -> float:
    raise NotImplementedError


def sample(tables: Numbers, row: Numbers, rng: Numbers) -> None:
    raise NotImplementedError


def encode(tables: Numbers, row: Numbers, seat: int, seen: Numbers) -> int:
    raise NotImplementedError


def policy(tables: Numbers, row: Numbers, seat: int, rng: Numbers) -> int:
    raise NotImplementedError


def value(tables: Numbers, row: Numbers, seat: int) -> float:
    raise NotImplementedError


def has_luck(tables: Numbers, row: Numbers) -> bool:
    raise NotImplementedError


def stage(tables: Numbers, row: Numbers) -> int:
    raise NotImplementedError
