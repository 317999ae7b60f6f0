"""Why a mutant may live is said of that one alone, and the report says what was tried and when."""

import pytest

from tests.mutants import FOLDERS, Mutant, Tried, files_of, known_reasons, mutants_in, mutants_of, read_source, report

SOURCE = """
FEW = 0

class Pile:
    most: int = 0

    def first(self):
        return self.cards[0]

def first(cards):
    return cards[0]

def both(cards):
    return cards[0], cards[0]
"""


def mutants(source: str) -> list[Mutant]:
    return mutants_in("core", "pile.py", source)


def tried(mutant: Mutant, by: str, on: str) -> tuple[Mutant, Tried]:
    return mutant, Tried(mutant.key, mutant.identity, mutant.folder, by, 1, "", 1.0, on)


def test_a_mutant_is_named_by_what_is_around_it_and_told_apart_from_its_like() -> None:
    assert [mutant.name for mutant in mutants(SOURCE)] == [
        "pile.py FEW: 0 → 1",
        "pile.py Pile.most: 0 → 1",
        "pile.py Pile.first: 0 → 1",
        "pile.py first: 0 → 1",
        "pile.py both: 0 → 1 (1 of 2)",
        "pile.py both: 0 → 1 (2 of 2)",
    ]


def test_a_name_stays_when_lines_move_and_says_when_there_is_one_more() -> None:
    moved = mutants("import cards\n" + SOURCE.replace("class Pile:", "class Pile:\n    least: int"))
    assert [mutant.name for mutant in moved] == [mutant.name for mutant in mutants(SOURCE)]
    more = mutants(SOURCE.replace("cards[0], cards[0]", "cards[0], cards[0], cards[0]"))
    assert not {mutant.name for mutant in more if "both" in mutant.name} & {mutant.name for mutant in moved}


def test_no_two_mutants_have_one_name() -> None:
    names = [mutant.name for folder in FOLDERS for mutant in mutants_of(folder)]
    assert len(names) == len({*names}) > 600


@pytest.mark.parametrize("name", known_reasons())
def test_every_reason_is_of_a_mutant_there_is(name: str) -> None:
    """If its function has changed, look whether the reason still holds, and name it anew or drop it."""
    file = name.split(" ")[0]
    (folder, path), *_ = [(each, path) for each in FOLDERS for path in files_of(each) if str(path) == file]
    assert name in {mutant.name for mutant in mutants_in(folder.name, file, read_source(path))}


def test_a_reason_is_told_of_its_own_mutant_alone_and_every_day_by_its_count() -> None:
    few, most, *others = mutants(SOURCE)
    results = [tried(few, "", "2 May 2026"), tried(most, "", "1 May 2026")]
    results += [tried(other, "test_a", "2 May 2026") for other in others]
    written = report(results, 7, {"pile.py FEW: 0 → 1": "as few as none"})
    assert "6 of 7 mutants tried, 4 killed." in written
    assert "Tried last: 5 on 2 May 2026, 1 on 1 May 2026." in written
    assert "| core | 6 | 4 | 67% |" in written
    assert f"- `{few.key}`: as few as none" in written
    assert f"- `{most.key}`: no reason is known" in written
