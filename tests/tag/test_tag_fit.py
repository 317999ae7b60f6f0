"""What is fitted by self-play: the command runs, and what it found foretells more than nothing."""

from math import log

import msgspec
import pytest

from touchwood.core.linking import has_numba
from touchwood.games.tag.weights import WEIGHTS, WORTH, Weights, Worth

pytestmark = pytest.mark.skipif(not has_numba(), reason="numba is not installed: nothing can be fitted")


def test_the_command_writes_weights_and_worth_and_tells_how_good_they_are(monkeypatch, capsys, tmp_path):
    """On next to no matches: how good they are is proven by running it whole."""
    from touchwood.games.tag import fit

    for name, few in (("PAIRS", 1), ("DEALS", 1), ("FINAL_DEALS", 2)):
        monkeypatch.setattr(fit, name, few)
    fit.main(["--generations", "1", "--matches", "60", "--folder", str(tmp_path)])
    found = msgspec.json.decode((tmp_path / "weights.json").read_bytes(), type=Weights)
    worth = msgspec.json.decode((tmp_path / "worth.json").read_bytes(), type=Worth)
    assert (found == WEIGHTS, worth == WORTH, worth.behind) == (False, False, WORTH.behind)
    told = capsys.readouterr().out
    assert "2 players: 0." in told
    assert "6 players: " in told
    assert "nats" in told


@pytest.mark.parametrize("seats", [3, 6])
def test_the_worth_foretells_who_wins_better_than_knowing_nothing(seats):
    from touchwood.games.tag.fit_worth import moments, surprise

    assert surprise(WORTH, moments(WEIGHTS, seats, 600, seed=3)) < log(seats) - 0.005
