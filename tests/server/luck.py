"""No luck for servers in tests: the same cards and the same minds of bots in every run.

Within `dealt_by_name` every server of this process deals and dices by the name that `begin` was given last, as a rule
that of its test. What is secret and no luck, tokens and codes, stays as it is.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partialmethod
from random import Random
from unittest.mock import patch

from touchwood.match.dealer import SEED_BYTES
from touchwood.server.rooms.services import Services

__all__ = ["begin", "dealt_by_name"]

DEALS, DICE = Random(), Random()


def begin(name: str) -> None:
    for luck in (DEALS, DICE):
        luck.seed(name)


@contextmanager
def dealt_by_name() -> Iterator[None]:
    with (
        patch("touchwood.server.rooms.registry.new_seed", lambda: DEALS.randbytes(SEED_BYTES)),
        patch.object(Services, "__init__", partialmethod(Services.__init__, rng=DICE)),
    ):
        yield
