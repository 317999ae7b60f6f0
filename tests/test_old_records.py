"""A record of every version of every game's rules is kept, and all of them hold for ever.

The record of a new version is made once, with `touchwood play GAME ... --record tests/records/GAME-N.jsonl`, and never
again. Of a rule that changed there is a record in which that matters: of the version before, made by its own code, or,
where the version before had no such choice, of the new one, which the rules before refuse (`match/test_versions.py`).
"""

from pathlib import Path

import pytest

from tests.clocked import clocks_choice
from tests.numbering import numbering, pinned
from touchwood.games.discovery import all_games, find_game
from touchwood.match.files import read_record
from touchwood.match.record import Chose, Mover
from touchwood.match.replay import Proof, restore, verify

FOLDER = Path(__file__).parent / "records"
RECORDS = sorted(FOLDER.glob("*.jsonl"))
CLOCKED = [path for path in RECORDS if b'"by":"clock"' in path.read_bytes()]


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_an_old_record_still_holds(path: Path) -> None:
    verified = verify(read_record(path))
    assert (verified.proof, verified.is_over) == (Proof.PROVEN, True)


@pytest.mark.parametrize("path", CLOCKED, ids=lambda path: path.stem)
def test_the_clock_would_choose_again_as_it_did(path: Path) -> None:
    """What a seat out of time does is a rule too, and no replay asks it."""
    match = restore(read_record(path))
    for before, line in zip(match.positions, match.lines, strict=False):
        if isinstance(line.entry, Chose) and line.entry.by is Mover.CLOCK:
            chosen = match.read_action(line.entry.action)
            assert clocks_choice(match.game, before.state, line.entry.seat) == chosen, line.n


@pytest.mark.parametrize("name", pinned())
def test_what_is_asked_without_a_state_has_only_grown_since(name: str) -> None:
    first = pinned()[name]
    now = numbering(read_record(FOLDER / f"{name}.jsonl").header, first)
    assert now.choices == first.choices
    assert now.longest is None or (first.longest is not None and now.longest >= first.longest)


def test_how_choices_are_numbered_is_pinned_of_every_version_before_the_newest() -> None:
    headers = {path.stem: read_record(path).header for path in RECORDS}
    older = {name for name, each in headers.items() if each.rules_version < find_game(each.game).newest_version}
    assert older - set(pinned()) == set(), "run by the code of the version before: python -m tests.numbering"


def test_there_is_a_record_of_every_version_of_every_game() -> None:
    expected = {(game.name, version) for game in all_games() for version in game.versions}
    headers = [read_record(path).header for path in RECORDS]
    assert {(header.game, header.rules_version) for header in headers} == expected
