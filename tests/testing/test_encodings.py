"""The check of encoders is red for each way to encode wrongly."""

from dataclasses import replace
from typing import Any

import pytest

from touchwood.core.encoding import Encoder
from touchwood.games.tag import GAME
from touchwood.games.tag.encoding import encode, slices
from touchwood.testing import CHECKS, Nonconformance, Run, Scenario

RUN = Run(GAME, Scenario(name="three", players=3, matches=1))
SMUGGLED: dict[int, int] = {}
"""What a cheat remembers by the view it was made for."""


def too_short(view: Any, parts: Any) -> list[int]:
    return encode(view, parts)[:-1]


def out_of_bounds(view: Any, parts: Any) -> list[int]:
    return [-1, *encode(view, parts)[1:]]


def different_each_time(view: Any, parts: Any) -> list[int]:
    SMUGGLED[0] = (SMUGGLED.get(0, 0) + 1) % 2
    return [*encode(view, parts)[:1], SMUGGLED[0], *encode(view, parts)[2:]]


@pytest.mark.parametrize(
    ("bent", "subject"), [(too_short, "length"), (out_of_bounds, "bounds"), (different_each_time, "secrets")]
)
def test_bent_encoder_is_found(bent: Any, subject: str) -> None:
    game = replace(GAME, encoder=Encoder(slices=slices, encode=bent))
    with pytest.raises(Nonconformance) as caught:
        CHECKS["encodings"](Run(game, RUN.scenario))
    assert caught.value.subject == subject


def test_twin_that_encodes_something_else_is_found() -> None:
    def other_deck(view: Any, parts: Any) -> list[int]:
        row = encode(view, parts)
        return [*row[:6], max(0, row[6] - 1), *row[7:]]

    game = replace(GAME, encoder=Encoder(slices=slices, encode=other_deck))
    with pytest.raises(Nonconformance, match="a twin encodes what the game's encoder makes of the view"):
        CHECKS["twin"](Run(game, RUN.scenario))


def test_game_without_an_encoder_passes() -> None:
    CHECKS["encodings"](Run(replace(GAME, encoder=None), RUN.scenario))
