"""Sentences that play at random seldom comes to are said as people would say them.

What does happen in play is looked through in every game by the conformance suite (`touchwood.testing.catalogues`).
"""

import pytest

from touchwood.core.options import options_from_mapping
from touchwood.core.refusals import InputError
from touchwood.core.words import Words
from touchwood.games.discovery import find_game
from touchwood.games.point_a_pile.options import Options, card_list
from touchwood.games.point_a_pile.rules.splitting import to_split, why_not_piles
from touchwood.server.sentences import catalogues


def test_two_cards_are_split_into_two_piles_and_that_is_said_simply() -> None:
    laying = to_split(card_list(Options()), ("B01", "B02"), 0)
    refusal = why_not_piles(laying, (("B01", "B02"),))
    assert refusal is not None
    assert (
        Words(catalogues("point_a_pile", "en"), language="en").refusal(refusal) == "Make 2 piles, no more and no fewer."
    )


@pytest.mark.parametrize("game", ["point_a_pile", "tactile_crane", "tag"])
def test_who_cannot_begin_is_counted_as_people_count(game: str) -> None:
    """The fourth of three; seats are counted from 0 inside, and by nobody else."""
    with pytest.raises(InputError) as raised:
        options_from_mapping(find_game(game), {"first": 3}, 3)
    sentence = Words(catalogues(game, "en"), language="en").error(raised.value)
    assert sentence.startswith("Player 4 cannot")
    assert sentence.endswith("there are only 3.")
