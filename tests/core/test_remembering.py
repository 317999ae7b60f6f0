"""The newest answer is remembered, and no other."""

from touchwood.core.remembering import remembers_newest


def test_the_same_value_in_a_row_is_worked_out_once_and_any_other_anew() -> None:
    asked: list[list[int]] = []

    @remembers_newest
    def total(numbers: list[int]) -> int:
        asked.append(numbers)
        return sum(numbers)

    first, alike = [1, 2], [1, 2]
    assert [total(first), total(first), total(alike), total(alike), total(first)] == [3] * 5
    assert [id(numbers) for numbers in asked] == [id(first), id(alike), id(first)], (
        "the very same value, not an equal one"
    )
