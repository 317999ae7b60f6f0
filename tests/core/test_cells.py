"""Text in the cells of a terminal."""

from touchwood.core.cells import cut, left, right


def test_what_is_cut_fills_its_cells_and_ends_with_a_sign_that_it_was_cut() -> None:
    assert cut("touch", 5) == "touch"
    assert cut("touchwood", 5) == "touc…"
    assert cut("two words", 5) == "two…", "no space before the sign"


def test_signs_of_japanese_are_two_cells_wide() -> None:
    assert (left("木", 4), right("木", 4)) == ("木  ", "  木")
    assert cut("木を叩く", 8) == "木を叩く"
    assert cut("木を叩く", 7) == "木を叩…"
    assert cut("木を叩く", 6) == "木を…", "half a sign is none"
