"""The command that finds the weights runs; what it finds is proven by the levels that use it."""

import pytest

from touchwood.core.twin import interpreted
from touchwood.games.point_a_pile.packing import KERNEL
from touchwood.games.point_a_pile.weights import WEIGHTS, read

numpy = pytest.importorskip("numpy", reason="needs touchwood[solver]")


def slow_twin(game, options, seats, version, *, search, entries):
    """The same source, interpreted: to compile it takes longer than these few matches."""
    twin = interpreted(KERNEL, options, seats, linked_with=(search,))
    vars(twin)["memory"] = numpy.zeros
    return twin


def test_the_command_fits_weights_and_tells_how_well_they_foretell(monkeypatch, tmp_path, capsys):
    """On next to no matches."""
    from touchwood.games.point_a_pile import fit

    monkeypatch.setattr(fit, "twin_of", slow_twin)
    monkeypatch.setattr(fit, "COUNTS", (2, 4))
    fit.main(["--matches", "3", "--write", str(tmp_path / "weights.json")])
    told = capsys.readouterr().out.splitlines()
    assert [line.partition(":")[0] for line in told] == ["2 players", "4 players"]
    found = read((tmp_path / "weights.json").read_bytes())
    assert found != WEIGHTS


def test_what_is_played_to_learn_from_has_a_winner_for_every_moment(monkeypatch):
    from touchwood.games.point_a_pile import fit

    monkeypatch.setattr(fit, "twin_of", slow_twin)
    traits, shares = fit.moments(3, 4, 1)
    assert len(traits) == len(shares) > 4
    assert shares.sum(axis=1) == pytest.approx(1)
    assert traits.any()
